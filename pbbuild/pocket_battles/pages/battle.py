"""The battle on the page: starting one, playing it, looking back."""

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.responses import Response

from pbbuild.base.documents import Document, dump_json
from pbbuild.errors import PbbuildError, UsageError
from pbbuild.play.agents.levels import DEFAULT_LEVEL, LEVELS, agent_of_level, level_of_agent
from pbbuild.play.contract import SIDES, Node
from pbbuild.play.record import RecordLine
from pbbuild.pocket_battles.advice.causes import causes
from pbbuild.pocket_battles.catalog.model import GAME, Catalog
from pbbuild.pocket_battles.lists.find import find_list, ready_lists, saved_lists
from pbbuild.pocket_battles.lists.list_file import list_of
from pbbuild.pocket_battles.lists.model import ArmyList
from pbbuild.pocket_battles.pages.decision_view import DecisionMaker, DecisionView
from pbbuild.pocket_battles.pages.field_view import FieldMaker, FieldView
from pbbuild.pocket_battles.pages.list_menu import list_menu
from pbbuild.pocket_battles.pages.log_view import LogMaker, TrayRoll
from pbbuild.pocket_battles.pages.open_battles import (
    Battles,
    FinishedBattle,
    OpenBattle,
    states_of,
)
from pbbuild.pocket_battles.playtest.opponents import broken_rules, illegal, opponents
from pbbuild.pocket_battles.rules.battle import Battle
from pbbuild.pocket_battles.rules.state_document import is_revealed, state_to_json, view
from pbbuild.pocket_battles.screen.findings import finding_sentence
from pbbuild.pocket_battles.screen.story import unit_names
from pbbuild.text.translate import Translator
from pbbuild.web.lessons import CoachView, coach_view
from pbbuild.web.pages import Visit
from pbbuild.web.playing import LogGroup, ResultView, typed_seed, undo_reason

TWO: Final = "two"


@dataclass(frozen=True)
class BattlePage:
    """Everything that the template of a battle places."""

    id: str
    base: str
    viewer: str
    title: str
    moment: int
    last: int
    field: FieldView
    decision: DecisionView | None
    rolling: "RealRollView | None"
    thinking: bool
    stopped: bool
    log: Sequence[LogGroup]
    tray: Sequence[TrayRoll]
    flash: Mapping[str, str]
    turn: str
    is_yours: bool
    result: ResultView | None
    at: int | None
    may_undo: bool
    undo_reason: str
    is_real: bool
    two: bool
    announce: str
    names: Mapping[str, str]
    facings: Mapping[str, Any]
    logger: LogMaker
    coach: CoachView | None

    def words_of(self, side: str, action: str) -> str:
        """An action as the log writes it, "" for one that the log leaves to its events."""
        return self.logger.choice_words(side, action)


@dataclass(frozen=True, slots=True)
class RealRollView:
    """A roll of real dice that the player taps in."""

    count: int
    colour: str
    words: str
    faces: tuple[int, ...]


# Starting.


def new_battle_form(visit: Visit) -> Response:
    """The form for a new battle, filled in from the address; changes nothing."""
    return _form_page(visit, visit.query)


def _form_page(
    visit: Visit, given: Mapping[str, str], error: str = "", status: int = 200
) -> Response:
    shelf: Battles = visit.shelf
    catalog = shelf.catalog
    menu = list_menu(catalog)
    chosen = {
        "list": given.get("list", "") or (menu.saved[0] if menu.saved else "union-80"),
        "against": given.get("against", "") or "confederacy-80",
        "level": given.get("level", "") or DEFAULT_LEVEL,
        "seed": given.get("seed", ""),
        "dice": given.get("dice", ""),
    }
    armies = {
        army.id: army.name.in_language(visit.language)
        for army in catalog.armies.values()
        if any(name.startswith(f"{army.id}-") for name in menu.ready)
    }
    return visit.page(
        "web/battle-new.html.j2",
        "battle",
        visit.t("battle-page.new"),
        status=status,
        chosen=chosen,
        menu=menu,
        armies=armies,
        levels=[*LEVELS, TWO],
        error=error,
    )


def start_battle(visit: Visit) -> Response:
    """Start the battle of the form and open it."""
    shelf: Battles = visit.shelf
    form = visit.form
    level = form.get("level") or DEFAULT_LEVEL
    try:
        ours = _named_list(form.get("list", "") or _ready_list(form.get("army", ""), form))
        against = form.get("against", "") or _ready_list(form.get("enemy", ""), form)
        theirs = _opponent(shelf, ours, against)
        broken = broken_rules((ours, theirs), shelf.catalog)
        if broken:
            army_list, finding = broken[0]
            sentence = finding_sentence(finding, shelf.catalog, visit.t)
            message = f"{army_list.name}: {sentence} ({finding.rule})"
            if visit.wants_fragment:
                raise illegal(broken)
            return _form_page(visit, form, message, 409)
        agents = [None, None if level == TWO else agent_of_level(level, GAME)]
        seed = typed_seed(form.get("seed", ""))
        real = form.get("dice") == "real"
        battle = shelf.start((ours, theirs), agents, seed, real_dice=real)
    except PbbuildError as error:
        from pbbuild.text.error_text import error_text

        return _form_page(visit, form, error_text(error, visit.t), 409)
    return visit.redirect(f"/battle/{battle.id}")


def _ready_list(army: str, form: Mapping[str, str]) -> str:
    """The ready list of an army that is nearest to the wanted size."""
    wanted = form.get("points", "")
    points = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 5 else 80
    sizes = [int(name[len(army) + 1 :]) for name in ready_lists() if _is_ready(name, army)]
    if not sizes:
        raise UsageError("battle-page.no-list", name=army[:60])
    return f"{army}-{min(sizes, key=lambda size: abs(size - points))}"


def _is_ready(name: str, army: str) -> bool:
    return name.rpartition("-")[0] == army and name.rpartition("-")[2].isdigit()


def _named_list(name: str) -> ArmyList:
    # Names only: a path from the page could name any file.
    if name not in saved_lists() and name not in ready_lists():
        raise UsageError("battle-page.no-list", name=name[:60])
    return find_list(name).army_list


def _opponent(shelf: Battles, ours: ArmyList, name: str) -> ArmyList:
    if name in shelf.catalog.armies:
        return opponents(ours, name, shelf.catalog)[0]
    return _named_list(name)


# Showing.


def show_battle(visit: Visit, battle: OpenBattle | FinishedBattle) -> Response:
    """The battle as it stands; a script that asks gets its parts."""
    if isinstance(battle, OpenBattle) and battle.table.seats.are_people:
        table = battle.table
        decider = SIDES[table.decider]
        if not is_revealed(table.state) and table.node == Node.DECISION:
            seated = visit.query.get("seat", "") or visit.form.get("seat", "")
            if seated != decider:
                return _hand_over(visit, battle, decider)
    made = battle_page(visit, battle)
    if visit.wants_fragment:
        return visit.fragment("web/battle-parts.html.j2", battle=made)
    name, title = ("learn", made.coach.title) if made.coach else ("battle", made.title)
    notice = _list_notice(visit, battle) if isinstance(battle, OpenBattle) else ""
    return visit.page(
        "web/battle.html.j2", name, title, keys="battle-page.keys", battle=made, notice=notice
    )


def _list_notice(visit: Visit, battle: OpenBattle) -> str:
    """That a saved list of this battle has changed since it began, "" if none has."""
    header = battle.table.lines[0]
    for side in SIDES:
        entry = header["sides"][side].get("list")
        if not entry or header["agents"][side] != "person":
            continue
        for name in saved_lists():
            with contextlib.suppress(PbbuildError):
                now = find_list(name).army_list
                then = list_of(Document("", entry, dump_json(entry)))
                if now.name == then.name and (now.points, now.units) != (then.points, then.units):
                    return visit.t("battle-page.list-changed", name=then.name)
    return ""


def _hand_over(visit: Visit, battle: OpenBattle, side: str) -> Response:
    """The card that hides the field until the other player holds the device."""
    values = {"id": battle.id, "side": side, "moment": battle.moment}
    if visit.wants_fragment:
        return visit.fragment("web/battle-handover-part.html.j2", handover=values)
    title = visit.t("battle-page.hand-over", side=side)
    return visit.page("web/battle-handover.html.j2", "battle", title, handover=values)


def battle_page(
    visit: Visit, battle: OpenBattle | FinishedBattle, at: int | None = None
) -> BattlePage:
    """The finished view of a battle, or of one of its moments."""
    if isinstance(battle, FinishedBattle):
        return _battle_page(visit, battle, at)
    # An agent that finishes now would change the battle while it is drawn.
    with battle.lock:
        return _battle_page(visit, battle, at)


def _battle_page(visit: Visit, battle: OpenBattle | FinishedBattle, at: int | None) -> BattlePage:
    shelf: Battles = visit.shelf
    t, catalog = visit.t, shelf.catalog
    if isinstance(battle, OpenBattle):
        lines: Sequence[RecordLine] = battle.table.lines
        states = _states(battle)
        viewer = _viewer(battle)
        moment = battle.moment
    else:
        lines = [battle.record.header, *battle.record.lines]
        states = states_of(battle.opening, lines)
        agents = battle.record.header["agents"]
        viewer = "B" if agents["A"] != "person" and agents["B"] == "person" else "A"
        moment = len(lines)
    header = lines[0]
    people = [header["agents"][side] == "person" for side in SIDES]
    titles = _titles(visit, header, viewer)
    armies = {side: _army_id(header, side, catalog) for side in SIDES}
    maker = FieldMaker(catalog, t, armies, titles, viewer)
    last = len(lines) - 1
    if at is not None:
        at = max(0, min(at, last))
    state = states[last if at is None else at]
    sees_all = isinstance(battle, FinishedBattle)
    document = state_to_json(state) if sees_all else view(state, viewer)
    field = maker.view(document)
    names = {unit: name.partition(" ")[2] for unit, name in unit_names(header, catalog).items()}
    if not is_revealed(state) and not sees_all:
        # A player's own name for a unit is hidden like the troops below its top.
        names |= {card.id: card.full_name for card in field.units.values()}
    log = LogMaker(names, catalog, maker, t)
    shown = lines if at is None else lines[: at + 1]
    tray = log.rolls(shown, states)
    decision = rolling = None
    thinking = stopped = may_undo = is_real = False
    undo_words = ""
    if isinstance(battle, OpenBattle) and at is None:
        table = battle.table
        is_real = table.real_dice
        thinking = battle.waits_for_agent
        stopped = thinking and battle.stopped
        may_undo = table.may_undo
        undo_words = undo_reason(battle, t)
        if table.node == Node.DECISION and not thinking:
            decision = DecisionMaker(table.state, catalog, field, maker, t).view()
        elif table.node == Node.ROLL:
            rolling = _rolling(table.pending_roll, log, t, _short_titles(visit, header, titles))
    result = _result(lines[-1], log, t, viewer, sum(people) == 1) if at is None else None
    is_yours = decision is not None or rolling is not None
    turn = ""
    if result is None:
        turn = t("play-page.your-turn" if is_yours else "play-page.their-turn")
        if all(people) and isinstance(battle, OpenBattle):
            turn = titles[SIDES[battle.table.decider]][0]
    flash = _flash(tray, shown)
    groups = log.groups(lines)
    announce = decision.title if decision else (result.title if result else "")
    spoken = groups[-1].entries[-1].words if groups else ""
    return BattlePage(
        id=battle.id,
        base=f"/battle/{battle.id}",
        viewer=viewer,
        title=t(
            "play-page.versus", a=_army_name(visit, header, "A"), b=_army_name(visit, header, "B")
        ),
        moment=moment,
        last=last,
        field=field,
        decision=decision,
        rolling=rolling,
        thinking=thinking,
        stopped=stopped,
        log=groups,
        tray=tray,
        flash=flash,
        turn=turn,
        is_yours=is_yours,
        result=result,
        at=at,
        may_undo=may_undo,
        undo_reason=undo_words,
        is_real=is_real,
        two=all(people),
        announce=f"{spoken}. {announce}" if spoken else announce,
        names=names,
        facings=_facings(visit, decision),
        logger=log,
        coach=coach_view(visit, battle, names) if isinstance(battle, OpenBattle) else None,
    )


def _facings(visit: Visit, decision: DecisionView | None) -> dict[str, Any]:
    """The printed faces of the troops that take hits, by code."""
    if decision is None or decision.hits is None:
        return {}
    from pbbuild.page.style import Style
    from pbbuild.pocket_battles.sheets.tiles import CARD, tile_face
    from pbbuild.web.faces import face_svg

    catalog = visit.shelf.catalog
    style = Style(theme=decision.hits.unit.army, language=visit.language)
    return {
        troop.code: face_svg(
            tile_face(catalog.troop(troop.code), CARD, catalog, style, visit.t),
            drop=("gloss", "trait"),
        )
        for troop in decision.hits.troops
    }


def _states(battle: OpenBattle) -> list[Battle]:
    return states_of(battle.opening, battle.table.lines)


def _viewer(battle: OpenBattle) -> str:
    table = battle.table
    if table.seats.are_people:
        return SIDES[table.decider] if not is_revealed(table.state) else SIDES[0]
    return SIDES[table.seats.viewer]


def _army_id(header: RecordLine, side: str, catalog: Catalog) -> str:
    """The army of a side; a lesson has units but no list."""
    entry = header["sides"][side]
    if "list" in entry:
        return str(entry["list"]["army"])
    codes = [troop["code"] for unit in entry["units"] for troop in unit["troops"]]
    return next((catalog.troops[code].army for code in codes if code in catalog.troops), "")


def _army_name(visit: Visit, header: RecordLine, side: str) -> str:
    army_id = _army_id(header, side, visit.shelf.catalog)
    army = visit.shelf.catalog.armies.get(army_id)
    return army.name.in_language(visit.language) if army else str(army_id)


def _titles(visit: Visit, header: RecordLine, viewer: str) -> dict[str, tuple[str, str]]:
    """Who each side is, and the line below: `You, Union` and the list."""
    t = visit.t
    agents = header["agents"]
    people = [side for side in SIDES if agents[side] == "person"]
    found = {}
    for side in SIDES:
        army_list = header["sides"][side].get("list", {})
        name = _army_name(visit, header, side)
        if agents[side] == "person":
            title = t("battle-page.you", army=name)
            if len(people) == 2:
                title = t("battle-page.player", side=side, army=name)
        else:
            title = name if people else t("battle-page.side", side=side, army=name)
        sub = str(army_list.get("name") or name)
        if not army_list:
            # In a lesson there is no list and no level to name.
            sub = t("learn-page.coach")
        elif agents[side] != "person":
            level = level_of_agent(agents[side], GAME)
            sub += f", {t(f'play-page.level-{level}') if level else agents[side]}"
        found[side] = (title, sub)
    return found


def _short_titles(
    visit: Visit, header: RecordLine, titles: Mapping[str, tuple[str, str]]
) -> dict[str, str]:
    """The armies, or who plays them where both have the same."""
    names = {side: _army_name(visit, header, side) for side in SIDES}
    if len(set(names.values())) < len(names):
        return {side: titles[side][0] for side in SIDES}
    return names


def _rolling(roll: Any, log: LogMaker, t: Any, names: Mapping[str, str]) -> RealRollView:
    if roll.purpose == "initiative":
        words = t("battle-page.roll-initiative", side=names[roll.side])
        return RealRollView(roll.count, "w", words, tuple(sorted(set(roll.faces))))
    words = t(
        "battle-page.roll-for",
        count=roll.count,
        what=t(
            f"battle-page.rolled-{roll.purpose}",
            unit=log.name(roll.unit),
            target=log.name(roll.target),
        ),
    )
    colour = "w" if roll.purpose in ("shoot", "react-shoot") else "b"
    return RealRollView(roll.count, colour, words, tuple(sorted(set(roll.faces))))


def _result(
    line: RecordLine, log: LogMaker, t: Any, viewer: str, is_solo: bool
) -> ResultView | None:
    if line.get("type") != "end":
        return None
    other = SIDES[1 - SIDES.index(viewer)]
    early = "-early" if line["reason"] == "conceded" and not line["rounds"] else ""
    words = t(
        f"battle-page.end-{line['reason']}{early}",
        count=line["rounds"],
        own=line["destroyed"][viewer],
        other=line["destroyed"][other],
    )
    winner = line["winner"] or ""
    if is_solo and winner:
        won = winner == viewer
        return ResultView(winner, t("play-page.won" if won else "play-page.lost"), words, won)
    return ResultView(winner, log.end(line), words, None)


def _flash(tray: Sequence[TrayRoll], lines: Sequence[RecordLine]) -> dict[str, str]:
    """The faces that matched in the last roll, by unit, as `b24`: colour and faces."""
    if not tray or not any(line.get("type") == "dice" for line in lines[-4:]):
        return {}
    last = tray[-1]
    faces = sorted({die.face for die in last.dice if die.matches})
    return {last.unit: last.colour + "".join(map(str, faces))} if last.unit and faces else {}


# Looking.


def moment(visit: Visit, battle: OpenBattle | FinishedBattle, number: int) -> Response:
    """The field after one line of the record, as parts."""
    made = battle_page(visit, battle, number)
    return visit.fragment("web/battle-moment.html.j2", battle=made)


def hint(visit: Visit) -> Response:
    """What a strong player would do, from another process."""
    shelf: Battles = visit.shelf
    battle = shelf.in_progress(visit.params["id"])
    found = shelf.hint(battle)
    if found is None:
        return visit.fragment("web/hint.html.j2", words="", action="", reason="")
    text, code, values = found
    made = battle_page(visit, battle)
    rows = [row for group in (made.decision.units if made.decision else ()) for row in group.rows]
    rows += list(made.decision.rows) if made.decision else []
    row = next((row for row in rows if row.action == text), None)
    key = f"agents.reason-{code}"
    named = {name: made.names.get(str(value), value) for name, value in values.items()}
    reason = visit.t(key, **named) if code and visit.t.has(key) else ""
    unit = made.names.get(row.unit, "") if row and row.unit[:1] != row.target[:1] else ""
    words = f"{unit}: {row.words}" if row and unit else (row.words if row else text)
    if row and row.zone:
        # The words of such a row are its zone alone.
        words = f"{visit.t(f'battle-page.places-{row.kind}')} {words}"
    return visit.fragment("web/hint.html.j2", words=words, action=text, reason=reason)


def chance(visit: Visit) -> Response:
    """The bar with the chance of the side below to win, from another process."""
    shelf: Battles = visit.shelf
    battle = shelf.find(visit.params["id"])
    value: float | None = None
    if isinstance(battle, OpenBattle):
        value = shelf.chance(battle)
        if value is not None and _viewer(battle) != SIDES[0]:
            value = 1 - value
    return visit.fragment("web/battle-chance.html.j2", chance=chance_view(value, visit.t))


def chance_view(value: float | None, t: Translator) -> dict[str, Any]:
    """A chance as the template of the bar places it."""
    if value is None:
        return {"known": False, "share": 50, "number": "", "words": t("battle-page.no-chance")}
    number = min(99, max(1, round(100 * value)))
    words = t("battle-page.chance-words", percent=number)
    return {"known": True, "share": number, "number": str(number), "words": words}


def why(visit: Visit) -> Response:
    """Why a unit may not do something to another one, with the clauses."""
    shelf: Battles = visit.shelf
    battle = shelf.in_progress(visit.params["id"])
    state = battle.table.state
    unit, other = visit.query.get("unit", ""), visit.query.get("other", "")
    if not re.fullmatch(r"[ab]\d{1,2}", unit) or not re.fullmatch(r"[ab]\d{1,2}", other):
        raise UsageError("web.bad-form")
    names = {
        key: name.partition(" ")[2]
        for key, name in unit_names(battle.table.lines[0], shelf.catalog).items()
    }
    found: dict[str, tuple[str, ...]] = {}
    for text in (f"shoot {unit} {other}", f"charge {unit}"):
        for cause in causes(state, text)[:1]:
            values = {name: _with_names(value, names) for name, value in cause.values.items()}
            found.setdefault(visit.t(cause.key, **values), state.why_not(text))
    reasons = [{"words": words, "clauses": clauses} for words, clauses in found.items()]
    return visit.fragment(
        "web/battle-why.html.j2",
        name=names.get(other, other),
        unit=names.get(unit, unit),
        reasons=reasons,
    )


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(names.get(str(each), str(each)) for each in value)
    return names.get(str(value), value)
