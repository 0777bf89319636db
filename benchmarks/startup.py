"""How long commands take to start, as multiples of `import click`.

    .venv/bin/python benchmarks/startup.py [RUNS]

Processor time of whole processes, the least of RUNS (15) runs of each; the kinds take turns, so
that a busy machine disturbs all of them alike. Modules are compiled to bytecode before the first
run counts, as they are after an installation, and the home folder is an empty one. Exits with 1
where a bar is missed.
"""

import os
import resource
import subprocess
import sys
import tempfile

CLICK = ("-c", "import click")
PBBUILD = ("-P", "-m", "pbbuild")
# What is run, and how many times as long as `import click` it may take.
BARS = {
    "import click": (CLICK, 0.0),
    "pbbuild --help": ((*PBBUILD, "--help"), 2.0),
    "pbbuild check union-80": ((*PBBUILD, "check", "union-80"), 3.0),
}


def fresh_environment(folder: str) -> dict[str, str]:
    """The environment of a player without files, with bytecode of its own in `folder`."""
    ours = ("PBBUILD_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    left_out = {*ours, "PYTHONDONTWRITEBYTECODE"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    bytecode = os.path.join(folder, "bytecode")
    return {**kept, "HOME": folder, "PYTHONPYCACHEPREFIX": bytecode, "COLUMNS": "80"}


def processor_seconds(words: tuple[str, ...], environment: dict[str, str]) -> float:
    """The processor time that a process took, until its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least_seconds(runs: int, environment: dict[str, str]) -> dict[str, float]:
    """The least processor time of each kind in `runs` runs, after one that does not count."""
    least = dict.fromkeys(BARS, float("inf"))
    for words, _ in BARS.values():
        processor_seconds(words, environment)
    for _ in range(runs):
        for name, (words, _) in BARS.items():
            least[name] = min(least[name], processor_seconds(words, environment))
    return least


def missed_bars(least: dict[str, float], slack: float = 1.0) -> list[str]:
    """The kinds that took longer than they may."""
    base = least["import click"]
    return [name for name, (_, bar) in BARS.items() if bar and least[name] > bar * slack * base]


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as home:
        least = least_seconds(runs, fresh_environment(home))
    for name, (_, bar) in BARS.items():
        ratio = least[name] / least["import click"]
        allowed = f", at most {bar:.1f}" if bar else ""
        print(f"{name:<24} {1000 * least[name]:6.0f} ms  {ratio:4.2f} times{allowed}")
    return 1 if missed_bars(least) else 0


if __name__ == "__main__":
    sys.exit(main())
