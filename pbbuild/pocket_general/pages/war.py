"""A game of Pocket General on the page: starting one, playing it, looking back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

from pbbuild.errors import UsageError
from pbbuild.play.agents.levels import level_of_agent
from pbbuild.play.contract import SIDES, Node, Roll
from pbbuild.play.record import RecordLine
from pbbuild.pocket_general.catalog.model import GAME
from pbbuild.pocket_general.pages.board_view import BoardMaker, BoardView
from pbbuild.pocket_general.pages.choice_view import ChoiceMaker, ChoiceView
from pbbuild.pocket_general.pages.open_wars import Wars, campaign_address, state_after
from pbbuild.pocket_general.pages.war_log import CombatView, last_combats, log_groups
from pbbuild.pocket_general.rules.core.constants import LOCATIONS, POOL
from pbbuild.pocket_general.rules.game import PocketGeneral
from pbbuild.pocket_general.rules.setup import Variant
from pbbuild.pocket_general.rules.state import GeneralState
from pbbuild.pocket_general.screen.story import GeneralAccount
from pbbuild.text.translate import Translator
from pbbuild.web.lessons import CoachView, coach_view
from pbbuild.web.open_games import ArchivedGame, OpenGame, inputs_until
from pbbuild.web.pages import NotFoundError, Visit
from pbbuild.web.playing import LogGroup, ResultView, Shown, undo_reason
from pbbuild.web.review import Reviewed, judged, review_fragment, review_view

BASE: Final = "/general/game"
PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class WarRollView:
    """A roll of real dice: what is rolled, and every face or location it can show."""

    words: str
    faces: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class WarPage:
    """Everything that the template of a game places."""

    id: str
    base: str
    viewer: str
    title: str
    moment: int
    last: int
    board: BoardView
    decision: ChoiceView | None
    rolling: WarRollView | None
    thinking: bool
    stopped: bool
    log: Sequence[LogGroup]
    combats: Sequence[CombatView]
    turn: str
    is_yours: bool
    result: ResultView | None
    at: int | None
    may_undo: bool
    undo_reason: str
    is_real: bool
    two: bool
    announce: str
    campaign: str
    coach: CoachView | None


# Showing.


def show_war(visit: Visit, game: Shown) -> Response:
    """The game as it stands; a script that asks gets its parts."""
    made = war_page(visit, game)
    if visit.wants_fragment:
        return visit.fragment("web/war-parts.html.j2", battle=made)
    name, title = ("learn", made.coach.title) if made.coach else ("battle", made.title)
    return visit.page("web/war.html.j2", name, title, keys="general-page.keys", battle=made)


def moment(visit: Visit, game: Shown, number: int) -> Response:
    """The board after one line of the record, as parts."""
    return visit.fragment("web/war-moment.html.j2", battle=war_page(visit, game, number))


def war_page(visit: Visit, game: Shown, at: int | None = None) -> WarPage:
    """The finished view of a game, or of one of its moments."""
    if isinstance(game, ArchivedGame):
        return _war_page(visit, game, at)
    # An agent that finishes now would change the game while it is drawn.
    with game.lock:
        return _war_page(visit, game, at)


def _war_page(visit: Visit, game: Shown, at: int | None) -> WarPage:
    shelf: Wars = visit.shelf
    t, catalog = visit.t, shelf.catalog
    lines: Sequence[RecordLine]
    if isinstance(game, OpenGame):
        lines, moment_now = game.table.lines, game.moment
    else:
        lines = [game.record.header, *game.record.lines]
        moment_now = len(lines)
    header, last = lines[0], len(lines) - 1
    agents = header["agents"]
    people = [side for side in SIDES if agents[side] == PERSON]
    viewer = "B" if people == ["B"] else "A"
    if len(people) == 2 and isinstance(game, OpenGame):
        # Nothing is hidden: two people at one screen each play from the bottom of the board.
        viewer = SIDES[game.table.decider]
    nations = [str(header["sides"][side]["nation"]) for side in SIDES]
    account = GeneralAccount(catalog, nations, t)
    maker = BoardMaker(catalog, t, _titles(account, agents, people, t), viewer)
    if at is not None:
        at = max(0, min(at, last))
    if isinstance(game, OpenGame) and at is None:
        state: GeneralState = game.table.state
    else:
        state = state_after(game.opening, lines if at is None else lines[: at + 1])
    board = maker.view(state.core)
    decision = rolling = None
    thinking = may_undo = is_real = False
    campaign = shelf.campaigns.get(game.id, "")
    if isinstance(game, OpenGame):
        table = game.table
        campaign = campaign_address(table.extra, table.seats) if "campaign" in table.extra else ""
        if at is None:
            is_real, may_undo = table.real_dice, table.may_undo
            thinking = game.waits_for_agent
            if table.node == Node.DECISION and not thinking:
                decision = ChoiceMaker(PocketGeneral(catalog), state, maker).view()
            elif table.node == Node.ROLL and table.pending_roll is not None:
                rolling = _rolling(state, table.pending_roll, account, t)
    result = _result(lines[-1], account, t, viewer, people, campaign) if at is None else None
    is_yours = decision is not None or rolling is not None
    turn = ""
    if result is None:
        turn = t("play-page.your-turn" if is_yours else "play-page.their-turn")
        if len(people) == 2:
            turn = maker.nation(state.core, state.decider())
    groups = log_groups(lines, account, t)
    announce = decision.title if decision else (result.title if result else "")
    spoken = groups[-1].entries[-1].words if groups else ""
    return WarPage(
        id=game.id,
        base=f"{BASE}/{game.id}",
        viewer=viewer,
        title=t("play-page.versus", a=account.nation("A"), b=account.nation("B")),
        moment=moment_now,
        last=last,
        board=board,
        decision=decision,
        rolling=rolling,
        thinking=thinking,
        stopped=isinstance(game, OpenGame) and thinking and game.stopped,
        log=groups,
        combats=last_combats(lines if at is None else lines[: at + 1], account),
        turn=turn,
        is_yours=is_yours,
        result=result,
        at=at,
        may_undo=may_undo,
        undo_reason=undo_reason(game, t) if isinstance(game, OpenGame) and at is None else "",
        is_real=is_real,
        two=len(people) == 2,
        announce=f"{spoken} {announce}" if spoken else announce,
        campaign=campaign,
        coach=coach_view(visit, game, {}) if isinstance(game, OpenGame) else None,
    )


def _titles(
    account: GeneralAccount, agents: Mapping[str, str], people: Sequence[str], t: Translator
) -> dict[str, tuple[str, str]]:
    """Who each side is, and the line below."""
    found = {}
    for side in SIDES:
        name = account.nation(side)
        power = t(f"general-page.power-{account.catalog.nations[_id(account, side)].side}")
        if agents[side] == PERSON:
            title = t("general-page.you", nation=name) if len(people) == 1 else name
            found[side] = (title, power)
        else:
            level = level_of_agent(agents[side], GAME)
            who = t(f"play-page.level-{level}") if level else agents[side]
            found[side] = (name, f"{power}, {who}")
    return found


def _id(account: GeneralAccount, side: str) -> str:
    return account.nations[SIDES.index(side)]


def _rolling(
    state: GeneralState, roll: Roll, account: GeneralAccount, t: Translator
) -> WarRollView:
    core = state.core
    if core.phase == POOL:
        left = [
            account.place(core.tables.location_ids[place])
            for place in range(LOCATIONS)
            if core.undrawn >> place & 1
        ]
        words = t("general-page.roll-pool", number=len(core.pool) + 1)
        return WarRollView(words, tuple(enumerate(left, 1)))
    nation = account.nation(roll.side)
    if roll.purpose == "initiative":
        words = t("general-page.roll-initiative", nation=nation)
    else:
        words = t("general-page.roll-combat", nation=nation, place=account.place(roll.target))
    faces = sorted(set(roll.faces))
    return WarRollView(words, tuple((face, f"{face:+d}".replace("-", "−")) for face in faces))


def _result(
    line: RecordLine,
    account: GeneralAccount,
    t: Translator,
    viewer: str,
    people: Sequence[str],
    campaign: str,
) -> ResultView | None:
    if line.get("type") != "end":
        return None
    winner = line["winner"] or ""
    words = account.end(line)
    if not winner:
        return ResultView("", t("general-page.nobody"), words, None, campaign)
    if len(people) == 1:
        won = winner == viewer
        title = t("play-page.won" if won else "play-page.lost")
        return ResultView(winner, title, words, won, campaign)
    title = t("general-page.wins", nation=account.nation(winner))
    return ResultView(winner, title, words, None, campaign)


def hint(visit: Visit) -> Response:
    """What a strong player would do, from another process."""
    shelf: Wars = visit.shelf
    game = shelf.in_progress(visit.params["id"])
    found = shelf.hint(game)
    made = war_page(visit, game)
    if found is None or made.decision is None:
        return visit.fragment("web/hint.html.j2", words="", action="", reason="")
    text, code, values = found
    rows = [row for group in made.decision.units for row in group.rows] + list(made.decision.rows)
    row = next((row for row in rows if row.action == text), None)
    words = text
    if row is not None:
        name = next((group.unit.name for group in made.decision.units if row in group.rows), "")
        words = f"{name}: {row.words}" if name else row.words
    key = f"agents.reason-{code}"
    reason = visit.t(key, **values) if code and visit.t.has(key) else ""
    return visit.fragment("web/hint.html.j2", words=words, action=text, reason=reason)


def why(visit: Visit) -> Response:
    """Why a unit may not be placed on a hex, with the clauses."""
    shelf: Wars = visit.shelf
    game = shelf.in_progress(visit.params["id"])
    catalog = shelf.catalog
    unit, hex_ = visit.query.get("unit", ""), visit.query.get("hex", "")
    if unit not in catalog.units or hex_ not in ("1", "2", "3"):
        raise UsageError("web.bad-form")
    from pbbuild.play.clauses import load_rules

    clauses = PocketGeneral(catalog).why_not(game.table.state, f"place {unit} {hex_}")
    rules = load_rules()
    reasons = [
        (clause, rules[clause].heading.in_language(visit.language))
        for clause in clauses
        if clause in rules
    ]
    name = catalog.units[unit].name.in_language(visit.language)
    line = catalog.units[unit].text.in_language(visit.language)
    return visit.fragment("web/war-why.html.j2", reasons=reasons, name=name, hex=hex_, line=line)


# Watching.


def replay(visit: Visit) -> Response:
    """A finished game with its scrubber; one that is not over is continued instead."""
    shelf: Wars = visit.shelf
    game = shelf.find(visit.params["id"])
    if isinstance(game, OpenGame):
        return visit.redirect(f"{BASE}/{game.id}")
    made = war_page(visit, game)
    steps = [entry.n for group in made.log for entry in group.entries]
    return visit.page(
        "web/war-replay.html.j2",
        "replay",
        made.title,
        keys="play-page.replay-keys",
        battle=made,
        steps=steps,
    )


def review(visit: Visit) -> Response:
    """The judgement of a strong player on every choice and combat, made in another process."""
    shelf: Wars = visit.shelf
    game = shelf.find(visit.params["id"])
    if isinstance(game, OpenGame):
        raise NotFoundError("play-page.no-record-yet")
    document = judged(visit, game.path, analysed)
    made = war_page(visit, game)
    view = review_view(_reviewed(made, game, shelf, visit.t), document, visit.t)
    return review_fragment(visit, f"/general/replay/{game.id}", view)


def analysed(text: str) -> dict[str, Any]:
    """The analysis of a record; runs in another process."""
    from pbbuild.play.record import parse_record
    from pbbuild.pocket_general.playtest.judge import STORY_BUDGET, analyse

    found, _ = analyse(parse_record(text, ""), STORY_BUDGET)
    document: dict[str, Any] = found.to_json()
    return document


def _reviewed(made: WarPage, game: ArchivedGame, shelf: Wars, t: Translator) -> Reviewed:
    header = game.record.header
    nations = [str(header["sides"][side]["nation"]) for side in SIDES]
    # Choices name hexes by number; which locations these are changes with the turn.
    hexes: list[Sequence[str]] = [()]
    told_at: dict[int, int] = {}
    rolls: list[int] = []
    for n, line in enumerate(game.record.lines, 1):
        hexes.append(line["hexes"] if line.get("event") == "turn" else hexes[-1])
        if line["type"] == "dice" and line["purpose"] == "combat":
            rolls.append(n)
        elif line.get("event") == "combat":
            # Both dice of a combat are one turning point, told by its result.
            told_at.update(dict.fromkeys(rolls, n))
            rolls = []

    def words_of(side: str, action: str, n: int) -> str:
        account = GeneralAccount(shelf.catalog, nations, t, hexes[n])
        return account.choice({"type": "choice", "side": side, "action": action})

    winner = made.result.winner if made.result else ""
    return Reviewed(made.viewer, winner, made.last, made.log, words_of, told_at)


def play_on(visit: Visit) -> Response:
    """A new game that begins at a moment of this one, with the same players and dice."""
    shelf: Wars = visit.shelf
    game = shelf.find(visit.params["id"])
    if isinstance(game, OpenGame):
        raise NotFoundError("play-page.no-record-yet")
    number = visit.form.get("n", "")
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise UsageError("web.bad-form")
    header = game.record.header
    lines: Sequence[RecordLine] = [header, *game.record.lines]
    agents: list[Any] = [
        None if header["agents"][side] == PERSON else header["agents"][side] for side in SIDES
    ]
    if None not in agents:
        # Two agents played: the reader takes A's place.
        agents[0] = None
    nations = (str(header["sides"]["A"]["nation"]), str(header["sides"]["B"]["nation"]))
    given = header.get("variant", {})
    variant = Variant(
        given.get("fast") is True,
        given.get("core_only_start") is True,
        given.get("bonus") is True,
        int(given.get("turn_limit") or 0),
    )
    inputs = inputs_until(lines, int(number))
    real = "seed" not in header
    seed = int(header.get("seed") or 0)
    made = shelf.start(nations, agents, seed, variant, real_dice=real, inputs=inputs)
    return visit.redirect(f"{BASE}/{made.id}")
