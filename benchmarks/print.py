#!/usr/bin/env python3
"""How fast printing is, as ratios that hold on any machine.

    python benchmarks/print.py [--json] [--runs N]

cold_vs_weasyprint   one roster by the cold command, against bare WeasyPrint on the same HTML in
                     a process of its own (at most 1.15)
batch_vs_warm        20 rosters in one call, against 20 warm ones plus one start (at most 1)
pages_linear         time per page of 16 pages of tiles, against that of 4 (about 1)
pack_megabytes       memory at its height for a pack of two armies (below 300)

Times are processor seconds of the child process, so that what else the machine does hardly
matters; runs alternate, and medians count.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
LIST = "union-80"
BARE = (
    "import sys, weasyprint; weasyprint.HTML(filename=sys.argv[1])"
    ".write_pdf(sys.argv[2], pdf_tags=True)"
)
WARM = """
import sys, time
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.text.translate import Translator
from pbbuild.pocket_battles.sheets.printables import roster_pdf
from pbbuild.page.style import Style
lists = [find_list(name).army_list for name in sys.argv[1:]]
catalog, t, style = load_catalog(), Translator("en"), Style(theme="")
roster_pdf(lists[0], catalog, style, t)
start = time.process_time()
for army_list in lists:
    roster_pdf(army_list, catalog, style, t)
print(time.process_time() - start)
"""
PEAK = """
import resource, runpy, sys
sys.argv = ["pbbuild", *sys.argv[1:]]
try:
    runpy.run_module("pbbuild", run_name="__main__")
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def said(*command: str, folder: Path) -> str:
    """What a Python command prints."""
    own = {"PYTHONPATH": str(REPOSITORY), "PBBUILD_HOME": str(folder / "home"), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def seconds(*command: str, folder: Path) -> float:
    """The processor time of a Python command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said(*command, folder=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def printing(*arguments: str, folder: Path) -> float:
    """The processor time of `pbbuild print ARGUMENTS`."""
    return seconds("-m", "pbbuild", "print", *arguments, "--force", folder=folder)


def rosters() -> list[str]:
    """Twenty lists: every ready one, some twice."""
    names = sorted(
        path.stem
        for path in (REPOSITORY / "catalog" / "pocket_battles" / "lists").glob("*-*0.json")
    )
    return (names * 20)[:20]


def measured(runs: int, folder: Path) -> dict[str, object]:
    """All figures."""
    printing(LIST, "-o", "roster.html", folder=folder)
    cold, bare, batch, alone = [], [], [], []
    for _ in range(runs):
        cold.append(printing(LIST, "-o", "roster.pdf", folder=folder))
        bare.append(seconds("-c", BARE, "roster.html", "bare.pdf", folder=folder))
    start = statistics.median(cold)
    for _ in range(max(1, runs // 2)):
        alone.append(float(said("-c", WARM, *rosters(), folder=folder)) + start)
        batch.append(printing(*rosters(), "-o", "batch", folder=folder))
    one = printing("--what", "tiles", "--tile", "UNI01", "-o", "one.pdf", folder=folder)
    few = printing("--what", "tiles", "--army", "union", "-o", "few.pdf", folder=folder)
    four = ("union", "celts", "orcs", "persians")
    wishes = [part for name in four for part in ("--army", name)]
    many = printing("--what", "tiles", *wishes, "-o", "many.pdf", folder=folder)
    pack = ("print", LIST, "confederacy-80", "--what", "pack", "-o", "pack.pdf", "--force")
    peak = int(said("-c", PEAK, *pack, folder=folder).split()[-1])
    return {
        "ratios": {
            "cold_vs_weasyprint": round(start / statistics.median(bare), 3),
            "batch_vs_warm": round(statistics.median(batch) / statistics.median(alone), 3),
            "pages_linear": round((many - one) / (few - one) / 4, 3),
        },
        "pack_megabytes": round(peak / 1024),
        "seconds": {
            "cold": round(start, 3),
            "weasyprint": round(statistics.median(bare), 3),
            "batch_of_20": round(statistics.median(batch), 3),
        },
        "runs": runs,
    }


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description="Measure printing.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=5)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(wish.runs, Path(folder))
    if wish.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        rows = value.items() if isinstance(value, dict) else [(name, value)]
        for key, number in rows:
            print(f"{key:20} {number}")


if __name__ == "__main__":
    main()
