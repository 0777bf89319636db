"""What gets installed: requirements have both bounds, and scripts/setup installs exact files."""

import configparser
import hashlib
import importlib.machinery
import importlib.util
import io
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

from tests.cli import REPOSITORY

LOCKS = REPOSITORY / "locks"
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+))?")


def config() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(REPOSITORY / "setup.cfg", encoding="utf-8")
    return parser


def requirements(extra: str = "") -> list[Requirement]:
    """What setup.cfg asks for with `extra`; extras of our own are followed."""
    section = config()["options.extras_require"]
    lines = section[extra] if extra else config()["options"]["install_requires"]
    found = []
    for line in filter(None, lines.splitlines()):
        requirement = Requirement(line)
        if requirement.name == "pbbuild":
            found += [one for name in requirement.extras for one in requirements(name)]
        else:
            found.append(requirement)
    return found


def build_requirements() -> list[Requirement]:
    text = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    return [Requirement(line) for line in tomllib.loads(text)["build-system"]["requires"]]


def pins(lock: str) -> dict[str, list[str]]:
    """The versions that a lock has of each package: more than one where systems differ."""
    found: dict[str, list[str]] = {}
    for entry in (
        (LOCKS / f"{lock}.txt").read_text(encoding="utf-8").replace("\\\n", "").split("\n")
    ):
        if entry:
            head, *hashes = re.split(r" +--hash=", entry.strip())
            pin = PIN.fullmatch(head.strip())
            assert pin is not None, head
            assert hashes, f"{head} has no hash"
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", each.strip()) for each in hashes), head
            found.setdefault(pin["name"], []).append(pin["version"])
    return found


def test_every_requirement_has_a_lower_and_an_upper_bound() -> None:
    extras = list(config()["options.extras_require"])
    everything = [one for extra in extras for one in requirements(extra)]
    for requirement in [*requirements(), *everything, *build_requirements()]:
        operators = {part.operator for part in requirement.specifier}
        assert operators == {">=", "<"}, f"{requirement} lacks a bound"


@pytest.mark.parametrize(("lock", "extra"), [("run", "full"), ("test", "test")])
def test_the_lock_has_what_setup_cfg_asks_for(lock: str, extra: str) -> None:
    pinned = pins(lock)
    for requirement in [*requirements(), *requirements(extra), *build_requirements()]:
        versions = pinned.get(requirement.name.lower().replace("_", "-"), [])
        assert versions, f"{requirement.name} is not in locks/{lock}.txt: run scripts/lock"
        for version in versions:
            assert version in requirement.specifier, f"{requirement}: run scripts/lock"


def test_both_locks_agree_and_the_tools_are_locked_too() -> None:
    run, test = pins("run"), pins("test")
    assert {name: test.get(name) for name in run} == run
    assert set(pins("tools")) == {"pip", "uv"}


def test_locks_name_no_server() -> None:
    for lock in LOCKS.iterdir():
        assert "://" not in lock.read_text(encoding="utf-8")


def get_pip() -> ModuleType:
    path = str(REPOSITORY / "scripts" / "get-pip")
    loader = importlib.machinery.SourceFileLoader("get_pip", path)
    spec = importlib.util.spec_from_loader("get_pip", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def served(
    monkeypatch: pytest.MonkeyPatch, script: ModuleType, page: str, wheel: bytes
) -> list[str]:
    """The commands that `script` runs while an index shows `page` and hands out `wheel`."""
    ran: list[str] = []

    def urlopen(address: str, timeout: int) -> io.BytesIO:
        return io.BytesIO(page.encode() if address.endswith("/pip/") else wheel)

    def run(words: list[str], check: bool) -> object:
        ran.append(words[1])
        assert Path(words[1]).parent.read_bytes() == wheel
        return type("Done", (), {"returncode": 0})

    monkeypatch.setattr(script.urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(script.subprocess, "run", run)
    return ran


def test_pip_comes_only_as_the_file_that_the_lock_names(monkeypatch: pytest.MonkeyPatch) -> None:
    script = get_pip()
    name = f"pip-{pins('tools')['pip'][0]}-py3-none-any.whl"
    page = f'<a href="/evil/../../{name}.exe">x</a><a href="../../files/{name}#sha256=0">{name}</a>'
    ran = served(monkeypatch, script, page, b"not what we locked")
    with pytest.raises(SystemExit, match="is not the file"):
        script.main()
    assert ran == []

    digest = hashlib.sha256(b"good").hexdigest()
    lock = f"pip=={pins('tools')['pip'][0]} \\\n    --hash=sha256:{digest}\n"
    assert script.locked_pip(lock)[1] == {digest}
    monkeypatch.setattr(script, "locked_pip", lambda _: (pins("tools")["pip"][0], {digest}))
    ran = served(monkeypatch, script, page, b"good")
    assert script.main() == 0
    assert [Path(command).parent.name for command in ran] == [name]


def test_an_index_without_the_locked_pip_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    script = get_pip()
    served(monkeypatch, script, '<a href="pip-99-py3-none-any.whl">pip</a>', b"")
    with pytest.raises(SystemExit, match="the index has no pip-"):
        script.main()
