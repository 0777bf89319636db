"""Pages that stand alone allow their own style sheets by hash, and nothing else."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from pbbuild.page.security_policy import without_style_attributes
from tests.cli import run

PLAYED = ("--games", "2", "--agent", "random", "--seed", "1", "--workers", "1")
PAGES = {
    "print": ("print", "union-50", "--what", "opponent", "-o", "a.html"),
    "playtest": ("playtest", "union-50", *PLAYED, "--report", "a.html"),
    "tournament": ("tournament", "union-50", "celts-60", *PLAYED, "--report", "a.html"),
    "metagame": ("meta", "union-50", "celts-60", *PLAYED, "--report", "a.html"),
    "pocket general": ("playtest", "--game", "pocket-general", *PLAYED, "--report", "a.html"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_stands_alone_has_a_strict_policy_that_fits_it(
    name: str, tmp_path: Path
) -> None:
    made = run(*PAGES[name], folder=tmp_path)
    assert (tmp_path / "a.html").exists(), made.stderr
    page = (tmp_path / "a.html").read_text(encoding="utf-8")

    policy = re.search('Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    sheets = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert len(sheets) == page.count("<style")
    for sheet in sheets:
        digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert not re.search(r"<[^>]* style=", page.partition("<body")[2])
    assert not re.search(r"<script(?! type=\"application/json\")", page)


def test_style_attributes_become_rules() -> None:
    markup, css = without_style_attributes('<p style="left:1mm;top:2mm"><b style="left:1mm">')

    assert markup == '<p data-style="1"><b data-style="2">'
    assert css == (
        '[data-style="1"]{left:1mm!important;top:2mm!important}[data-style="2"]{left:1mm!important}'
    )
