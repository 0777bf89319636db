"""Tables of worth, metagames and tournaments fit a terminal of 80 columns."""

from dataclasses import replace

import pytest

from pbbuild.play.statistics import Estimate
from pbbuild.play.tournament import MeetingResult, Standings
from pbbuild.pocket_battles.builder.candidates import kinds_of
from pbbuild.pocket_battles.catalog.load import load_catalog
from pbbuild.pocket_battles.lists.find import find_list
from pbbuild.pocket_battles.metagame.equilibrium import Cycles, MixShare
from pbbuild.pocket_battles.metagame.meta import ListStyle, Metagame
from pbbuild.pocket_battles.metagame.tile_worth import ArmyWorth, TileWorth
from pbbuild.pocket_battles.screen.comparisons import tournament_text
from pbbuild.pocket_battles.screen.metagame import meta_answer, meta_text, tile_titles, worth_text
from pbbuild.text.translate import Translator

CATALOG = load_catalog()
COLUMNS = 80
LONG = "The long retreat over the river and the hills"


def table_of(text: str, sentences: int) -> list[str]:
    """The lines of a text without its sentences: the first ones, and the last paragraph."""
    return text.rpartition("\n\n")[0].splitlines()[sentences:]


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("army", sorted(CATALOG.armies))
def test_the_chart_of_worth_fits_80_columns(army: str, language: str) -> None:
    tiles = tuple(
        TileWorth(
            tuple(troop.code for troop in kind.troops),
            kind.sample.name,
            kind.sample.dp,
            Estimate(worth, worth - 1.1, worth + 1.1),
        )
        for kind, worth in zip(
            kinds_of(CATALOG.armies[army].troops), [-11.2, 14.4, 4.0] * 10, strict=False
        )
    )
    one = Estimate(1, 1, 1)
    found = ArmyWorth(army, 80, tiles, {}, {1: one}, one, 480, "quick", 1)

    lines = table_of(worth_text(found, CATALOG, Translator(language)), 2)

    assert len(lines) == len(tiles) + 2
    assert max(map(len, lines)) <= COLUMNS
    titles = tile_titles(tiles, 22)
    assert len(set(titles)) == len(titles)


def standings(count: int) -> Standings:
    meetings = {(i, j): MeetingResult() for j in range(count) for i in range(j)}
    ratings = [Estimate(1500 - place, 1400, 1600) for place in range(count)]
    return Standings(meetings, ratings, 0, ())


def metagame(*mix: MixShare) -> Metagame:
    count = len(mix)
    own = find_list("elves-80").army_list
    return Metagame(
        lists=tuple(replace(own, name=f"{LONG} {place}") for place in range(count)),
        table=standings(count),
        mix=mix,
        cycles=Cycles(0, is_certain=False),
        styles=(ListStyle(0.5, 2),) * count,
        verdicts=(),
        oracles=(),
        games=2,
        agent="quick",
        seed=1,
    )


@pytest.mark.parametrize(
    ("mix", "begins", "ends"),
    [
        (((1, 0.9, 1, 1), (0, 0, 0.02, 0.03)), "No list here beats The long", "100 % (90-100)."),
        (((1, 0, 1, 0.9), (0, 0, 1, 0.4)), "So far no list here beats The long", "100 % (0-100)."),
        (((0.5, 0.3, 0.7, 1), (0.5, 0.2, 0.6, 1)), "No list here beats this mix", "50 % (20-60)."),
        (((0.2, 0, 0.7, 0.8),) * 5, "So far no list here beats this mix", "; 1 more."),
    ],
)
def test_the_answer_of_a_metagame_claims_no_more_than_is_known(
    mix: tuple[tuple[float, float, float, float], ...], begins: str, ends: str
) -> None:
    answer = meta_answer(metagame(*(MixShare(*share) for share in mix)), Translator("en"))

    assert answer.startswith(begins)
    assert answer.endswith(ends)


@pytest.mark.parametrize("count", [2, 8, 16])
def test_a_matrix_of_16_lists_fits_80_columns(count: int) -> None:
    t = Translator("en")
    found = metagame(*(MixShare(1 / count, 0, 1, 1) for _ in range(count)))
    texts = [meta_text(found, CATALOG, t), tournament_text(found.lists, found.table, "settings", t)]

    for text in texts:
        lines = table_of(text, 2)
        assert max(map(len, lines)) <= COLUMNS
        assert [line.count(" 50") for line in lines[-count:]] == [count - 1] * count
