"""Words on a sheet have the sizes of the type scale, and no others; read from the PDF itself."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pikepdf
import pytest

from pbbuild.page.geometry import TYPE
from pbbuild.page.pdf import pdf
from pbbuild.page.printables import pdf_of
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.playtest.battles import fight_battle
from pbbuild.pocket_battles.playtest.judge import PER_ROLLOUT
from pbbuild.pocket_battles.sheets.printables import PRINTABLES
from pbbuild.pocket_battles.sheets.story import report
from pbbuild.text.translate import Translator
from tests.pocket_battles.sheets.samples import documents_of, random_list, ready

SCALE: Final = sorted({face.points for face in TYPE.values()})
# Type grows for a whole sheet at once, up to one step; labels of text sheets less.
MOST_GROWTH: Final = 1.21
MOST_LABEL_GROWTH: Final = 1.1
# Names of tiles have a size of their own, and pictures of tiles are on these sheets.
TILE_SIZES: Final = (12.0, 15.0)
PIECES: Final = ("tiles", "tall", "counters", "cards")
WITH_TILES: Final = ("opponent", "specimen", "reference", "aid", *PIECES)
TO_CUT_OR_JOIN: Final = ("tokens", "borders", "battlefield", "mat", "poster")
# Sheets to read: for armies of one edition, of two, and of one army.
TO_READ: Final = ("reference", "aid", "pocket", "example")
TESTED: Final = (
    *("roster", "opponent", "plan", "specimen", "blank", "report"),
    *PIECES,
    *TO_CUT_OR_JOIN,
    *TO_READ,
)
Matrix = tuple[float, float, float, float]


def test_the_sizes_of_every_sheet_are_tested_here() -> None:
    # A pack is made of the others.
    assert {*TESTED, "pack"} == set(PRINTABLES)


def sizes_of(data: bytes) -> set[float]:
    """The sizes of all words of a PDF as they are on paper, in points."""
    with pikepdf.open(io.BytesIO(data)) as document:
        return {
            round(size, 2)
            for page in document.pages
            for size in _sizes(page.obj, page.obj.Resources, (1.0, 0.0, 0.0, 1.0))
        }


def _times(one: Matrix, other: Matrix) -> Matrix:
    return (
        one[0] * other[0] + one[1] * other[2],
        one[0] * other[1] + one[1] * other[3],
        one[2] * other[0] + one[3] * other[2],
        one[2] * other[1] + one[3] * other[3],
    )


def _matrix(values: Any) -> Matrix:
    a, b, c, d, *_ = (float(value) for value in values)
    return a, b, c, d


def _sizes(content: Any, resources: pikepdf.Object, now: Matrix) -> Iterator[float]:
    saved: list[tuple[Matrix, float]] = []
    size, own = 0.0, (1.0, 0.0, 0.0, 1.0)
    for instruction in pikepdf.parse_content_stream(content):
        values: Any = instruction.operands
        match str(instruction.operator):
            case "q":
                saved.append((now, size))
            case "Q":
                now, size = saved.pop()
            case "cm":
                now = _times(_matrix(values), now)
            case "BT":
                own = (1.0, 0.0, 0.0, 1.0)
            case "Tm":
                own = _matrix(values)
            case "Tf":
                size = float(values[1])
            case "Tj" | "TJ":
                a, b, c, d = _times(own, now)
                yield size * abs(a * d - b * c) ** 0.5
            case "Do":
                drawn = resources.XObject[values[0]]
                if drawn.Subtype == "/Form":
                    inner = _matrix(drawn.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                    yield from _sizes(drawn, drawn.get("/Resources", resources), _times(inner, now))


def off_scale(sizes: set[float], also: tuple[float, ...] = ()) -> set[float]:
    """The sizes that no growth of the scale explains: as few as any one growth leaves."""

    def left(growth: float) -> set[float]:
        label = SCALE[0] * min(growth, MOST_LABEL_GROWTH)
        known = [*SCALE, *also, label, *(points * growth for points in SCALE)]
        return {size for size in sizes if not any(abs(size - one) < 0.025 for one in known)}

    growths = {size / points for size in sizes for points in SCALE}
    return min(
        (left(growth) for growth in [1.0, *sorted(growths)] if 1.0 <= growth <= MOST_GROWTH),
        key=len,
    )


def test_sizes_are_read_as_they_are_on_paper() -> None:
    drawn = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 20'>"
        "<text y='15' font-size='10'>b</text></svg>"
    )
    words = f"<p style='font-size:11pt'>a</p><div style='width:200pt'>{drawn}</div>"
    page = f"<html lang='en'><title>sizes</title><body>{words}</body></html>"
    assert sizes_of(pdf(page)) == {11.0, 20.0}


def test_a_size_between_two_steps_is_off_the_scale() -> None:
    assert off_scale({7.2, 8.5, 10.0, 13.0, 22.0}) == set()
    assert off_scale({7.2, 8.64, 10.2, 12.0, 15.6, 22.0}) == set()
    assert off_scale({7.0, 8.5, 13.0}) == {7.0}
    # Two growths on one sheet, or more than a step.
    assert off_scale({8.64, 10.2, 9.35, 12.0}) == {9.35}
    assert off_scale({8.5 * 1.25, 10.0 * 1.25, 7.2}) != set()


STYLES: Final = (
    Style(theme=""),
    Style(theme="", paper="letter", language="it", ink="saver"),
    Style(theme="", paper="a5"),
    Style(theme="", large=True),
)
# One for each style; the longest traits on the shortest page.
PAIRINGS: Final = (("union", "confederacy"), ("orcs", "elves"), ("celts", "persians"), ("romans",))
LISTS: Final = (
    ("roster", ready("union-80")),
    ("roster", ready("celts-60")),
    ("roster", ready("orcs-100")),
    ("opponent", ready("romans-80")),
    ("plan", random_list("elves", 120, 3)),
    ("tiles", ready("persians-80")),
    ("tall", ready("macedonians-80")),
    ("counters", ready("orcs-80")),
    ("cards", ready("elves-80")),
)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES, ids=["a4", "letter-it-saver", "a5", "large"])
@pytest.mark.parametrize(
    ("what", "army_list"), LISTS, ids=[f"{one[0]}-{one[1].name}" for one in LISTS]
)
def test_sheets_of_a_list_have_the_sizes_of_the_scale(
    what: str, army_list: ArmyList, style: Style
) -> None:
    assert_on_scale(what, style, [army_list])


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES, ids=["a4", "letter-it-saver", "a5", "large"])
@pytest.mark.parametrize("what", ["blank", "specimen", *TO_CUT_OR_JOIN])
def test_sheets_without_a_list_have_the_sizes_of_the_scale(what: str, style: Style) -> None:
    if what == "specimen" and style.large:
        pytest.skip("a specimen shows the scale as it is")
    assert_on_scale(what, style, [])


@pytest.mark.slow
@pytest.mark.parametrize(("armies", "style"), [*zip(PAIRINGS, STYLES, strict=True)])
@pytest.mark.parametrize("what", TO_READ)
def test_sheets_to_read_have_the_sizes_of_the_scale(
    what: str, armies: tuple[str, ...], style: Style
) -> None:
    assert_on_scale(what, style, [ready(f"{army}-80") for army in armies])


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES, ids=["a4", "letter-it-saver", "a5", "large"])
@pytest.mark.parametrize(("agent", "limit"), [("random", 50), ("greedy", 1)])
def test_reports_have_the_sizes_of_the_scale(
    agent: str, limit: int, style: Style, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Battles played on before each turn change no type.
    monkeypatch.setattr(f"{report.__name__}.QUICK", PER_ROLLOUT - 1)
    lists = (ready("romans-80"), ready("celts-80"))
    battle = fight_battle(lists, (agent, agent), 4, load_catalog(), round_limit=limit)
    path = tmp_path / "battle.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in battle.recorder.lines))
    assert_on_scale("report", style, [], records=(path,))


def assert_on_scale(
    what: str, style: Style, lists: list[ArmyList], records: tuple[Path, ...] = ()
) -> None:
    [document] = documents_of(what, style, lists, records=records)
    data = pdf_of(document, Translator(style.language))
    sizes = {size / style.scale for size in sizes_of(data)}
    tiles = TILE_SIZES if what in WITH_TILES else ()
    assert off_scale(sizes, tiles) == set()
