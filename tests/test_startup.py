"""The command line itself: instant help, honest table, no network, defects told."""

import contextlib
import functools
import importlib
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbbuild.commands import COMMANDS, SECTIONS
from tests.cli import REPOSITORY, run, run_process
from tests.tiers import quick_every

# How each command is tried without a network; those not named here are asked for their help.
TRIED: dict[str, tuple[str, ...]] = {
    "new": ("new", "--auto", "--points", "50", "--army", "celts"),
    "show": ("show", "union-50"),
    "check": ("check", "union-50", "--against", "confederacy-50"),
    "print": ("print", "union-50", "-o", "out.pdf"),
    "lists": ("lists",),
    "catalog": ("catalog", "show", "union"),
    "rules": ("rules", "charge"),
    "config": ("config",),
    "completion": ("completion", "bash"),
    "share": ("share", "union-50"),
    "export": ("export", "union-50"),
    "odds": ("odds", "UNI12,UNI14", "--charge"),
    "battle": ("battle", "union-50", "--against", "confederacy-50", "--seed", "1"),
    "playtest": (
        *("playtest", "union-50", "--against", "confederacy-50", "--games", "2"),
        *("--agent", "random", "--enemy-agent", "random", "--workers", "1", "--seed", "1"),
    ),
    "tournament": (
        *("tournament", "union-50", "confederacy-50", "--games", "2"),
        *("--agent", "random", "--seed", "1"),
    ),
    "diff": ("diff", "union-50", "union-80"),
    "random": ("random", "--points", "50", "--seed", "1"),
}


def command_of(target: str) -> click.Command:
    module, _, attribute = target.partition(":")
    command = getattr(importlib.import_module(module), attribute)
    assert isinstance(command, click.Command)
    return command


@pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)
def test_the_table_says_what_the_command_says(entry: object) -> None:
    row = next(each for each in COMMANDS if each is entry)
    command = command_of(row.target)
    assert row.section in SECTIONS
    assert command.name == row.name
    assert (command.help or "").splitlines()[0] == row.line


def test_the_readme_speaks_of_commands_and_options_that_exist() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\$ (pbbuild .*?)(?:  +#.*)?$", readme, re.MULTILINE)
    assert len(lines) > 8
    targets = {entry.name: entry.target for entry in COMMANDS}
    for line in lines:
        words = shlex.split(line)[1:]
        command = command_of(targets[words[0]])
        if isinstance(command, click.Group):
            found = command.get_command(click.Context(command), words[1])
            assert found is not None, line
            command = found
        options = {option for parameter in command.params for option in parameter.opts}
        named = {word for word in words if word.startswith("-") and word != "-"}
        assert named <= options, line


def test_help_lists_every_command_by_section(tmp_path: Path) -> None:
    done = run("--help", folder=tmp_path)
    assert done.returncode == 0
    for entry in COMMANDS:
        assert f"\n  {entry.name} " in done.stdout
    places = [done.stdout.index(f"\n{section}:\n") for section in SECTIONS]
    assert places == sorted(places)


# Some slack for a busy machine.
SLACK = 1.15


@pytest.mark.slow
def test_commands_start_in_a_few_times_what_importing_click_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    startup = importlib.import_module("startup")
    environment = startup.fresh_environment(str(tmp_path)) | {"PYTHONPATH": str(REPOSITORY)}
    least = startup.least_seconds(3, environment)
    for _ in range(3):
        # Turn by turn and the least of each, so that a busy machine does not decide.
        missed = startup.missed_bars(least, SLACK)
        if not missed:
            break
        again = startup.least_seconds(3, environment)
        least = {name: min(least[name], again[name]) for name in least}
    assert startup.missed_bars(least, SLACK) == []


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['pbbuild', '--help']\n"
        "from pbbuild.commands import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'jsonschema', 'weasyprint', 'jinja2', 'numpy', 'highspy', 'difflib'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def is_connection(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether an audit event is a question for an address, or something sent to one."""
    asked = event in ("socket.getaddrinfo", "socket.gethostbyname")
    return asked or (event in ("socket.connect", "socket.sendto") and type(arguments[1]) is tuple)


@functools.cache
def connections() -> list[str]:
    """Every connection that this process opens from now on: audit hooks see every socket call."""
    found: list[str] = []

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith("socket.") and is_connection(event, arguments):
            found.append(f"{event} {arguments[1:]}")

    sys.addaudithook(watch)
    return found


@pytest.mark.parametrize(
    "entry", quick_every(map(pytest.param, COMMANDS), 3), ids=lambda entry: entry.name
)
def test_no_command_opens_a_network_connection(tmp_path: Path, entry: object) -> None:
    row = next(each for each in COMMANDS if each is entry)
    found = connections()
    found.clear()
    done = run(*TRIED.get(row.name, (row.name, "--help")), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_no_command_opens_a_network_connection_while_it_starts(tmp_path: Path, name: str) -> None:
    guard = tmp_path / "guard"
    guard.mkdir()
    log = tmp_path / "network.log"
    # Python runs sitecustomize before anything else: what is imported is watched too.
    (guard / "sitecustomize.py").write_text(
        "import sys\n"
        "def watch(event, args):\n"
        "    asked = event in ('socket.getaddrinfo', 'socket.gethostbyname')\n"
        "    sent = event in ('socket.connect', 'socket.sendto') and type(args[1]) is tuple\n"
        "    if asked or sent:\n"
        f"        open({str(log)!r}, 'a').write(f'{{event}} {{args[1:]}}\\n')\n"
        "sys.addaudithook(watch)\n",
        encoding="utf-8",
    )
    watched = {"PYTHONPATH": f"{guard}{os.pathsep}{REPOSITORY}"}
    done = run_process(*TRIED[name], folder=tmp_path, **watched)
    assert done.returncode == 0, done.stderr
    assert not log.exists(), log.read_text(encoding="utf-8")


def test_the_guard_here_would_see_a_connection() -> None:
    found = connections()
    found.clear()
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 9), 0.2):
        pass
    assert [each.partition(" ")[0] for each in found][-1] == "socket.connect"


def test_the_guard_would_see_a_connection() -> None:
    code = (
        "import sys, socket\n"
        "def watch(event, args): 'socket.connect' == event and print(event, type(args[1]))\n"
        "sys.addaudithook(watch)\n"
        "try: socket.create_connection(('127.0.0.1', 9), 0.2)\n"
        "except OSError: pass"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "socket.connect <class 'tuple'>"


def test_a_defect_is_told_and_its_traceback_kept(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.argv = ['pbbuild', 'check', 'union-50']\n"
        "import pbbuild.pocket_battles.commands.build.check as check\n"
        "def broken(*_): raise ZeroDivisionError('on purpose')\n"
        "check.report_on = broken\n"
        "from pbbuild.commands import main\n"
        "main()"
    )
    environment = {**os.environ, "PBBUILD_HOME": str(tmp_path), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    kept = tmp_path / "cache" / "defects" / "last.txt"
    assert done.returncode == 2
    assert "on purpose" in done.stderr
    assert str(kept) in done.stderr
    assert "Traceback" not in done.stderr
    assert "ZeroDivisionError" in kept.read_text(encoding="utf-8")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m pbbuild show union-80 | head -1; echo ${{PIPESTATUS[0]}}"
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "PBBUILD_HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_without_utf_8_gets_near_letters(tmp_path: Path, encoding: str) -> None:
    for arguments in (
        ("--lang", "it", "check", "union-50"),
        ("--lang", "it", "show", "celts-60", "--pull"),
        ("--lang", "it", "show", "celts-60"),
        ("--lang", "it", "check", "nessuna-lista-così"),
        ("--lang", "it", "rules", "PB-4.5"),
        ("--lang", "it", "catalog", "show", "union"),
    ):
        done = run(*arguments, folder=tmp_path, PYTHONIOENCODING=encoding)
        assert done.returncode == (2 if "nessuna-lista-così" in arguments else 0), done.stderr
        assert "Unicode" not in done.stderr
        if encoding == "ascii":
            # What a program might read stays UTF-8; sentences and tables do without.
            assert done.stderr.isascii(), done.stderr
            assert done.stdout.isascii() or "rules" in arguments, done.stdout


@pytest.mark.slow
def test_a_process_without_utf_8_gets_near_letters(tmp_path: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run_process("--lang", "it", "check", "nessuna-lista-così", folder=tmp_path, **ascii_only)
    assert done.returncode == 2
    assert "Unicode" not in done.stderr
    assert done.stderr.isascii(), done.stderr


def complete(words: str, folder: Path) -> list[str]:
    done = run(
        folder=folder,
        _PBBUILD_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(words.count(" ")),
    )
    return [line.partition(",")[2] for line in done.stdout.split()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pbbuild sho", "show"),
        ("pbbuild show union-", "union-80"),
        ("pbbuild new --army mac", "macedonians"),
        ("pbbuild new --include ROM2", "ROM29"),
        ("pbbuild new --style as", "assault"),
    ],
)
def test_the_shell_completes(tmp_path: Path, words: str, expected: str) -> None:
    assert expected in complete(words, tmp_path)


def test_saved_lists_are_completed_too(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data" / "lists"
    folder.mkdir(parents=True)
    (folder / "brennus.json").write_text("{}", encoding="utf-8")
    assert complete("pbbuild check bren", tmp_path) == ["brennus"]


def test_defaults_are_kept_and_obeyed(tmp_path: Path) -> None:
    assert run("config", "language", "it", folder=tmp_path).returncode == 0
    assert "Regolare" in run("check", "union-50", folder=tmp_path).stdout
    assert "Legal" in run("--lang", "en", "check", "union-50", folder=tmp_path).stdout

    assert run("config", "lists", "armies", folder=tmp_path).returncode == 0
    new = ("new", "--auto", "--points", "50", "--army", "celts", "--name", "Boii", "--save")
    assert run(*new, folder=tmp_path).returncode == 0
    assert (tmp_path / "armies" / "boii.json").exists()

    assert run("config", "ascii", "yes", folder=tmp_path).returncode == 0
    assert run("--lang", "en", "show", "boii", folder=tmp_path).stdout.isascii()

    assert run("config", "language", "--reset", folder=tmp_path).returncode == 0
    shown = json.loads(run("config", "--json", folder=tmp_path).stdout)
    assert (shown["language"], shown["ascii"]) == ("", "yes")
    assert run("config", "language", "tlh", folder=tmp_path).returncode == 2
    assert run("config", "colour", "red", folder=tmp_path).returncode == 2
