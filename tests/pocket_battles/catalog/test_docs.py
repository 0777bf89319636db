"""The page on catalogs says what the code does."""

import re

from pbbuild.base.documents import read_json
from pbbuild.base.places import shipped
from pbbuild.pocket_battles.catalog.corrections import COLUMNS
from pbbuild.pocket_battles.catalog.effects import EFFECTS
from pbbuild.pocket_battles.catalog.entries import PROVENANCES
from pbbuild.pocket_battles.catalog.validate import FORMATS
from tests.cli import REPOSITORY

PAGE = (REPOSITORY / "docs" / "catalogs.md").read_text(encoding="utf-8")


def test_every_effect_provenance_field_and_format_is_described() -> None:
    described = re.findall(r"(?m)^\| `([a-z-]+)` \|.*PB-T\.\d+ \|$", PAGE)
    assert described == list(EFFECTS)
    for word in (*PROVENANCES, *COLUMNS, *FORMATS):
        assert f"`{word}`" in PAGE


def test_every_type_is_described() -> None:
    schema = read_json(shipped("catalog") / "schema" / "army-1.schema.json").value
    assert " ".join(f"`{kind}`" for kind in schema["$defs"]["type"]["enum"]) in PAGE
