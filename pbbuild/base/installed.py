"""The commands that add packages to this installation of pbbuild, or reinstall it."""

import json
import shlex
import sys
from pathlib import Path

from pbbuild.base.places import shipped


def install_command(*packages: str) -> str:
    """The command that adds Python packages to where pbbuild is installed."""
    names = " ".join(shlex.quote(name) for name in packages)
    if _is_by_pipx():
        return f"pipx inject pbbuild {names}"
    if _is_by_uv():
        return f"uv pip install --python {shlex.quote(sys.executable)} {names}"
    return f"{shlex.quote(sys.executable)} -m pip install {names}"


def reinstall_command() -> str:
    """The command that restores the files that came with pbbuild."""
    package = Path(__file__).resolve().parents[1]
    if shipped("catalog").parent == package.parent:
        # A checkout is restored by git.
        return f"git -C {shlex.quote(str(package.parent))} restore catalog templates pbbuild"
    if _is_by_pipx():
        return "pipx reinstall pbbuild"
    if _is_by_uv():
        return "uv tool upgrade --reinstall pbbuild"
    again = "-m pip install --force-reinstall --no-deps"
    return f"{shlex.quote(sys.executable)} {again} {shlex.quote(_origin())}"


def _is_by_pipx() -> bool:
    return Path(sys.prefix, "pipx_metadata.json").is_file()


def _is_by_uv() -> bool:
    return Path(sys.prefix, "uv-receipt.toml").is_file()


def _origin() -> str:
    """The address or name that pip installed pbbuild from."""
    import importlib.metadata  # slow to load, and rarely needed

    try:
        origin = importlib.metadata.distribution("pbbuild").read_text("direct_url.json")
        return str(json.loads(origin or "")["url"])
    except (importlib.metadata.PackageNotFoundError, ValueError, KeyError):
        return "pbbuild"
