"""A campaign of three games: victory points and choice of nation. PG-7."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pbbuild.base.documents import Document, problems_in
from pbbuild.errors import Problem, StateError, UsageError
from pbbuild.pocket_general.catalog.model import GAME, GeneralCatalog

FORMAT: Final = "pbbuild-campaign/1"
POWERS: Final = ("axis", "allies")


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: nations, who won ("axis", "allies" or ""), how."""

    axis: str
    allies: str
    winner: str
    reason: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """The games played so far; everything else follows from them."""

    games: tuple[Played, ...] = ()
    chosen: Mapping[str, str] | None = None

    def points(self, catalog: GeneralCatalog) -> dict[str, int]:
        """Victory points of both powers. An undecided game gives none. PG-7, RG-23."""
        points = dict.fromkeys(POWERS, 0)
        for played, terms in zip(self.games, catalog.campaign, strict=False):
            if not played.winner:
                continue
            loser = POWERS[1 - POWERS.index(played.winner)]
            if played.reason == "total-victory":
                points[played.winner] += terms.total
            else:
                points[played.winner] += terms.capitulation
                points[loser] += terms.loser
        return points

    def is_over(self, catalog: GeneralCatalog) -> bool:
        """Whether all games have been played."""
        return len(self.games) >= len(catalog.campaign)

    def winner(self, catalog: GeneralCatalog) -> str:
        """The power with more points once it is over, "" for a stalemate."""
        points = self.points(catalog)
        if points["axis"] == points["allies"]:
            return ""
        return "axis" if points["axis"] > points["allies"] else "allies"

    def choices(self, catalog: GeneralCatalog, power: str) -> tuple[str, ...]:
        """The nations a power may play in the next game."""
        terms = catalog.campaign[len(self.games)]
        return terms.axis if power == "axis" else terms.allies

    def chooser(self, catalog: GeneralCatalog) -> str:
        """The power that must name its nation next, "" when both nations are known.

        The leader in points chooses first, the Axis on a tie.
        """
        points = self.points(catalog)
        leader = "allies" if points["allies"] > points["axis"] else "axis"
        for power in (leader, POWERS[1 - POWERS.index(leader)]):
            if len(self.choices(catalog, power)) > 1 and power not in (self.chosen or {}):
                return power
        return ""

    def nations(self, catalog: GeneralCatalog) -> tuple[str, str]:
        """The nations of the next game, Axis first; both must be known."""
        chosen = self.chosen or {}
        axis, allies = (chosen.get(power, self.choices(catalog, power)[0]) for power in POWERS)
        return axis, allies

    def choose(self, catalog: GeneralCatalog, power: str, nation: str) -> "Campaign":
        """The campaign with the nation that a power plays in the next game."""
        if nation not in self.choices(catalog, power):
            known = self.choices(catalog, power)
            raise UsageError("pocket-general.unknown-nation", nation=nation, known=known)
        return replace(self, chosen={**(self.chosen or {}), power: nation})

    def add(self, played: Played) -> "Campaign":
        """The campaign with one more game played."""
        return Campaign((*self.games, played))


def campaign_document(campaign: Campaign) -> dict[str, Any]:
    """The campaign as a file has it."""
    return {
        "format": FORMAT,
        "game": GAME,
        "games": [
            {"axis": p.axis, "allies": p.allies, "winner": p.winner or None, "reason": p.reason}
            for p in campaign.games
        ],
        "chosen": dict(campaign.chosen or {}),
    }


def read_campaign(catalog: GeneralCatalog, document: Any, source: str) -> Campaign:
    """A campaign from its file; one that cannot have been played is refused."""

    def wrong(pointer: str, code: str) -> StateError:
        problem = Problem(pointer, 0, code, {})
        return StateError("pocket-general.campaign-wrong", source=source, problems=(problem,))

    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise wrong("/format", "pocket-general.not-a-campaign")
    if problems := problems_in(Document(source, document, ""), "pocket-general-campaign"):
        raise StateError("pocket-general.campaign-wrong", source=source, problems=tuple(problems))
    campaign = Campaign()
    for number, entry in enumerate(document["games"]):
        where = f"/games/{number}"
        terms = catalog.campaign[number]
        axis, allies = entry["axis"], entry["allies"]
        if axis not in terms.axis or allies not in terms.allies:
            raise wrong(where, "pocket-general.wrong-nations")
        winner, reason = entry.get("winner"), entry["reason"]
        reasons = ("total-victory", "capitulation") if winner else ("turn-limit", "no-locations")
        if reason not in (*reasons, "conceded"):
            raise wrong(where, "pocket-general.not-a-campaign")
        campaign = campaign.add(Played(axis, allies, winner or "", reason))
    chosen = document.get("chosen") or {}
    if chosen and campaign.is_over(catalog):
        raise wrong("/chosen", "pocket-general.not-a-campaign")
    for power in sorted(chosen):
        if chosen[power] not in campaign.choices(catalog, power):
            raise wrong(f"/chosen/{power}", "pocket-general.wrong-nations")
        campaign = campaign.choose(catalog, power, chosen[power])
    return campaign
