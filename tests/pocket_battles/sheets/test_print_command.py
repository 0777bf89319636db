"""`pbbuild print` as a player uses it."""

from pathlib import Path

import pytest

from tests.cli import run, run_process


def test_a_roster_goes_to_out_under_a_telling_name(tmp_path: Path) -> None:
    done = run("print", "union-50", "--format", "text", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    [made] = (tmp_path / "out").iterdir()
    assert made.name == "union-printed-50-roster.txt"
    assert "UNI10" in made.read_text()
    assert str(Path("out") / made.name) in done.stderr


def test_a_different_file_is_never_replaced_unasked(tmp_path: Path) -> None:
    target = tmp_path / "mine.txt"
    target.write_text("my notes")
    done = run("print", "union-50", "-o", "mine.txt", folder=tmp_path)
    assert done.returncode == 2
    assert "mine.txt" in done.stderr
    assert target.read_text() == "my notes"
    assert run("print", "union-50", "-o", "mine.txt", "--force", folder=tmp_path).returncode == 0
    assert "UNI10" in target.read_text()
    # The same again is no harm.
    assert run("print", "union-50", "-o", "mine.txt", folder=tmp_path).returncode == 0


def test_several_lists_and_kinds_have_a_file_each_or_one_together(tmp_path: Path) -> None:
    lists = ("union-50", "confederacy-50")
    done = run(
        "print",
        *lists,
        "--what",
        "roster,opponent",
        "--format",
        "md",
        "-o",
        "sheets",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "sheets").iterdir())) == 4
    assert run("print", *lists, "-o", "both.md", folder=tmp_path).returncode == 0
    text = (tmp_path / "both.md").read_text()
    assert "UNI10" in text
    assert "CON" in text


def test_language_and_paper_are_in_the_name(tmp_path: Path) -> None:
    done = run(
        "print",
        "union-50",
        "--lang",
        "it",
        "--paper",
        "letter",
        "--format",
        "text",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    [made] = (tmp_path / "out").iterdir()
    assert made.name == "union-printed-50-roster-letter-it.txt"
    assert "punti" in made.read_text()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--what", "roster"), "pbbuild print union-80 --what roster"),
        (("union-50", "--what", "rooster"), "roster"),
        (("union-50", "--theme", "plaid"), "neutral"),
        (("--what", "tiles"), "--army"),
        (("--what", "tiles", "--army", "unon"), "union"),
        (("--what", "aid", "--edition", "modern"), "modern-1"),
        (("union-50", "--what", "pack"), "print union-80 confederacy-80 --what pack"),
        (("--what", "report"), "RECORD"),
        (("no-such-list",), "no-such-list"),
        (("nowhere.jsonl", "--what", "report"), "nowhere.jsonl"),
    ],
)
def test_a_wish_that_cannot_be_met_is_explained(
    arguments: tuple[str, ...], word: str, tmp_path: Path
) -> None:
    done = run("print", *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_everything_can_be_printed_and_the_printed_list_comes_back(tmp_path: Path) -> None:
    kinds = "roster,opponent,tiles,counters,tokens,borders,battlefield,poster,pocket,blank"
    done = run("print", "orcs-60", "--what", kinds, "--paper", "letter", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert len(made) == len(kinds.split(","))
    roster = next(name for name in made if "roster" in name)
    done = run("import", f"out/{roster}", "-o", "back.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run("diff", "orcs-60", "back.json", folder=tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_without_the_libraries_a_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A package of that name that fails as WeasyPrint does where Pango is missing.
    (tmp_path / "fake" / "weasyprint").mkdir(parents=True)
    (tmp_path / "fake" / "weasyprint" / "__init__.py").write_text(
        "raise OSError(\"cannot load library 'libgobject-2.0-0': not found\")\n"
    )
    from tests.cli import REPOSITORY

    path = f"{tmp_path / 'fake'}:{REPOSITORY}"
    done = run_process("print", "union-50", folder=tmp_path, PYTHONPATH=path)
    assert done.returncode == 2
    assert "libpango-1.0-0" in done.stderr
    assert "--format html" in done.stderr
    words = ("print", "union-50", "--format", "html")
    done = run_process(*words, folder=tmp_path, PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
