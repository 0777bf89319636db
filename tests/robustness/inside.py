"""Typing commands inside this process: thousands of them in the time of a few programs."""

import atexit
import io
import os
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from unittest.mock import patch

from pbbuild.commands import main


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command said and how it ended."""

    line: str
    status: int
    out: str
    err: str

    def require_clean(self) -> None:
        """No defect, no traceback, a known status, a word about any failure."""
        told = f"{self.line}\n{self.out[-600:]}\n{self.err[-1500:]}"
        assert self.status in (0, 1, 2), told
        assert "bug in pbbuild" not in self.err, told
        assert "bug di pbbuild" not in self.err, told
        assert "Traceback" not in self.out + self.err, told
        if self.status == 2:
            assert self.err.strip(), told
        for character in self.out + self.err:
            assert character >= " " or character in "\n\r\t", f"{character!r}\n{told}"


class _Stream(io.TextIOWrapper):
    """A text stream over bytes, as a program's own."""

    def __init__(self, data: bytes = b"", errors: str = "strict") -> None:
        super().__init__(
            io.BytesIO(data), encoding="utf-8", errors=errors, newline="", write_through=True
        )

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8", "replace")


def typed(*words: str, folder: Path, text: str = "") -> Answer:
    """What `pbbuild WORDS` answers, run in `folder` with the player's data there."""
    out, err = _Stream(), _Stream(errors="backslashreplace")
    stdin = _Stream(text.encode("utf-8", "surrogatepass"))
    here = Path.cwd()
    environment = {"PBBUILD_HOME": str(folder / "home"), "COLUMNS": "80", "PBBUILD_TRACEBACK": "1"}
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, environment),
            patch.object(sys, "argv", ["pbbuild", *words]),
            patch.object(sys, "stdin", stdin),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                main()
                status = 0
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 1
    finally:
        os.chdir(here)
    return Answer("pbbuild " + " ".join(words), status, out.text(), err.text())


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` by its path, but for locks and what can be made again."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock" and "cache" not in path.parts
    }


def scratch(name: str) -> Path:
    """A folder that goes away when this process ends."""
    folder = Path(mkdtemp(prefix=f"pbbuild-{name}-"))
    # Children that are forked leave without this.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
