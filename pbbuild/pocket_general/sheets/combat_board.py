"""The combat board of Pocket General: three hexes with the squares of both players, and the pool.

One sheet where the pieces fit on it, else three: small paper, large print.
"""

from typing import Final

from pbbuild.page.field_sheet import FieldPage
from pbbuild.page.geometry import T3
from pbbuild.page.pictures import PAPER, dice_shapes
from pbbuild.page.style import Style
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.pocket_general.sheets.board_page import BULLET, TITLE, BoardPage
from pbbuild.pocket_general.sheets.geometry import (
    ARROW_PLACE,
    COLUMN_STEP,
    FOUGHT_PLACE,
    HALF_HEIGHT,
    HEX_PLACE,
    HEXES,
    MARKER_PLACE,
    POOL,
    SQUARES,
)
from pbbuild.pocket_general.sheets.pieces import signed
from pbbuild.text.translate import Translator

GAP: Final = 0.8  # between two squares
PAD: Final = 2.6  # inside a panel
BETWEEN: Final = 1.2  # between panels
GROUP: Final = 2 * MARKER_PLACE + GAP
GROUPS: Final = 4.2  # between the squares of two hexes
HEAD: Final = 6.6  # the line of words beside the squares
SQUARES_HIGH: Final = PAD + GROUP + HEAD
LANE: Final = 2 * HALF_HEIGHT * FOUGHT_PLACE + 5.0
FIGHT: Final = 2 * SQUARES_HIGH + LANE + 2 * BETWEEN
SIDE: Final = 30.6  # the column with the turn
STEPS: Final = 7
FIRST_IN_POOL: Final = 3
POOL_TITLE: Final = 6.4
TIGHT: Final = 0.3  # between two hexes of the pool
COMBAT: Final = 4
SHARES: Final = (1.0, 1.05, 0.75, 1.7)  # how wide the steps of a combat are beside each other
LEAST_WIDTH: Final = PAD + HEXES * GROUP + HEXES * GROUPS + SIDE


def fits_on_one(style: Style) -> bool:
    """Whether hexes, squares and pool fit on one sheet."""
    width, height = style.inner_size
    high = TITLE + FIGHT + POOL_TITLE + _pool_height(2, HEX_PLACE + TIGHT / 2)
    return width >= LEAST_WIDTH and height >= high


def combat_board(catalog: GeneralCatalog, style: Style, t: Translator) -> tuple[FieldPage, ...]:
    """The pages of the combat board."""
    if fits_on_one(style):
        page = BoardPage(style, t)
        pool = POOL_TITLE + _pool_height(2, _pool_radius(page.width, 8))
        strip = _strip_height(page, COMBAT)
        spare = page.height - TITLE - FIGHT - pool - strip
        head = POOL_TITLE if spare >= POOL_TITLE + 2 * BETWEEN else 0.0
        gap = max(BETWEEN, (spare - head) / 2)
        _fight(page, TITLE, (1, 2, 3))
        _side(page, TITLE, catalog)
        _pool(page, TITLE + FIGHT + gap, 8)
        if spare >= 2 * BETWEEN:
            _combat(page, page.height - strip, COMBAT, head)
        return (_page(page),)
    pages = [BoardPage(style, t) for _ in range(3)]
    _fight(pages[0], TITLE, (1, 2))
    _fight(pages[1], TITLE, (3,))
    _side(pages[1], TITLE, catalog)
    _pool(pages[2], TITLE, 4)
    last = pages[2]
    strips = 2 * _strip_height(last, 2) + BETWEEN
    pool = POOL_TITLE + _pool_height(4, _pool_radius(last.width, 4))
    if last.height - TITLE - pool >= strips + BETWEEN:
        _combat(last, last.height - strips, 2)
    return tuple(_page(page) for page in pages)


def _page(page: BoardPage) -> FieldPage:
    t = page.t
    page.title(t("pocket-general.board-title"), t("pocket-general.board-hint"))
    page.foot(t("pocket-general.mark"), "*")
    return page.page(t("pocket-general.board-title"), t("pocket-general.board-alt"))


def _fight(page: BoardPage, y: float, numbers: tuple[int, ...]) -> None:
    """The hexes with the squares of both players, who sit at the upper and the lower edge."""
    middle = (page.width / 2, y + FIGHT / 2)
    _squares(page, y + SQUARES_HIGH + LANE + 2 * BETWEEN, len(numbers))
    with page.turned(*middle):
        _squares(page, y + SQUARES_HIGH + LANE + 2 * BETWEEN, len(numbers), is_far=True)
    top = y + SQUARES_HIGH + BETWEEN
    page.panel(0, top, (page.width, LANE), page.style.colours["ground"])
    for place, number in enumerate(numbers):
        x = _group_x(page, place, len(numbers)) + GROUP / 2
        page.hexagon(x, top + LANE / 2, FOUGHT_PLACE, page.style.colours["accent"])
        page.number(number, x, top + LANE / 2, 13.0, page.style.colours["quiet"])
        if place:
            _arrow(page, x - (GROUP + GROUPS) / 2, top + LANE / 2)


def _group_x(page: BoardPage, place: int, count: int) -> float:
    """The left edge of a hex's squares; all stand left of the column with the turn."""
    space = page.width - (SIDE + PAD if count in (1, HEXES) else 0.0)
    used = count * GROUP + (count - 1) * GROUPS
    return max(PAD, (space - used) / 2) + place * (GROUP + GROUPS)


def _squares(page: BoardPage, y: float, count: int, *, is_far: bool = False) -> None:
    """The squares of one player at each hex, from the hexes down to their edge of the table."""
    colours, t = page.style.colours, page.t
    page.panel(0, y, (page.width, SQUARES_HIGH), colours["tint"])
    for place in range(count):
        # Turned around, the first hex is at the other end.
        number = count - 1 - place if is_far else place
        left = _group_x(page, number, count)
        if is_far:
            left = page.width - left - GROUP
        for square in range(SQUARES):
            row, column = divmod(square, 2)
            x = left + column * (MARKER_PLACE + GAP)
            top = y + PAD + row * (MARKER_PLACE + GAP)
            is_fourth = square == SQUARES - 1
            page.box(x, top, (MARKER_PLACE, MARKER_PLACE), dashed=is_fourth)
            if is_fourth:
                words = t("pocket-general.board-fourth")
                page.words(words, x, top + MARKER_PLACE / 2, MARKER_PLACE)
    first, last = (_group_x(page, place, count) for place in (0, count - 1))
    left = page.width - last - GROUP if is_far else first
    title, note = (t(f"pocket-general.board-{key}") for key in ("yours", "fourth-note"))
    page.titled(title, note, left, y + SQUARES_HIGH - HEAD / 2, last + GROUP - first)


def _arrow(page: BoardPage, x: float, y: float) -> None:
    """The hexes are fought for from the first to the third."""
    x, y = x + page.margin, y + page.margin
    shape = f"M{x - 4:.2f} {y - 0.7:.2f}h4v-1.8l4.6 2.5l-4.6 2.5v-1.8h-4z"
    page.path(shape, page.style.colours["accent"])


def _side(page: BoardPage, y: float, catalog: GeneralCatalog) -> None:
    """Beside the squares the turn for each player, between them the arrow of the first."""
    x = page.width - SIDE - PAD
    low = y + SQUARES_HIGH + LANE + 2 * BETWEEN
    _turn(page, x, low, catalog)
    with page.turned(page.width / 2, y + FIGHT / 2):
        _turn(page, PAD, low, catalog)
    _first_player(page, x + SIDE / 2, y + FIGHT / 2)


def _turn(page: BoardPage, x: float, y: float, catalog: GeneralCatalog) -> None:
    """The steps of a turn, and what the faces of an ordinary die count as."""
    t = page.t
    top = y + PAD
    page.words(t("reference.turn"), x, top + T3.line / 2, SIDE, "box-title")
    top += T3.line + 1.0
    for step in range(1, STEPS + 1):
        middle = top + (step - 0.5) * 4.9
        page.bullet(step, x, middle)
        text = t(f"pocket-general.board-turn-{step}")
        page.fitting(
            text, x + BULLET + 1.2, middle, SIDE - BULLET - 1.2, ("board-note", "box-note")
        )
    top += STEPS * 4.9 + 2.0
    page.words(t("pocket-general.board-die"), x, top, SIDE, "box-note")
    top += 2.0
    for place, face in enumerate(sorted(catalog.operations_die)):
        row, column = divmod(place, 3)
        left, high = x + column * SIDE / 3, top + row * 4.7
        shapes, _ = dice_shapes((), (place + 1,))
        at = f"{left + page.margin:.2f} {high + page.margin:.2f}"
        page.shapes.append(f'<g transform="translate({at}) scale({4.0 / 24:.4f})">{shapes}</g>')
        page.words(signed(face), left + 4.8, high + 2.0, 5.4, "box-title")


def _first_player(page: BoardPage, x: float, y: float) -> None:
    """A place for the arrow that points at the first player."""
    half = ARROW_PLACE / 2
    rule = page.style.colours["accent"]
    points = ((0, -half), (half, -0.8), (half - 5.5, -0.8), (half - 5.5, half))
    mirrored = [(-dx, dy) for dx, dy in reversed(points[1:])]
    page.dashed([(x + dx, y + dy) for dx, dy in (*points, *mirrored)], rule)
    for line, text in enumerate(page.t("pocket-general.initiative-marker").split(" ", 1)):
        page.words(text, x - 9.0, y + 3.4 + line * T3.line, 18.0)


def _pool_radius(width: float, columns: int) -> float:
    """The radius of the pool's honeycomb in which `columns` fill a width."""
    widest = (width - 2 * HEX_PLACE) / (COLUMN_STEP * (columns - 1))
    return min(HEX_PLACE + 1.2, widest)


def _pool_height(rows: int, radius: float) -> float:
    return (rows + 0.5) * 2 * HALF_HEIGHT * radius


def _pool(page: BoardPage, y: float, columns: int) -> None:
    """Sixteen hexes in order, columns half a hex up and down; the first three come next."""
    colours, t = page.style.colours, page.t
    name, note = (t(f"pocket-general.board-pool-{key}") for key in ("name", "note"))
    page.titled(name, note, 0, y + POOL_TITLE / 2 - 0.6, page.width, "board-head")
    radius = _pool_radius(page.width, columns)
    used = COLUMN_STEP * radius * (columns - 1) + 2 * HEX_PLACE
    left = (page.width - used) / 2 + HEX_PLACE
    for place in range(POOL):
        row, column = divmod(place, columns)
        x = left + column * COLUMN_STEP * radius
        middle = y + POOL_TITLE + (2 * row + 1 + column % 2) * HALF_HEIGHT * radius
        is_next = place < FIRST_IN_POOL
        line = colours["accent" if is_next else "rule"]
        page.hexagon(x, middle, HEX_PLACE, line, colours["ground"] if is_next else PAPER)
        page.number(place + 1, x, middle, 8.0, colours["quiet"])


def _step_widths(page: BoardPage, across: int) -> list[float]:
    """The widths of the steps of a combat, `across` of them beside each other."""
    parts = SHARES if across == COMBAT else (1.0,) * across
    space = page.width - BETWEEN * (across - 1)
    return [space * part / sum(parts) for part in parts]


def _strip_height(page: BoardPage, across: int) -> float:
    """The height of a row of steps: that of the longest."""
    widths = _step_widths(page, across)
    notes = [page.t(f"pocket-general.board-combat-{place + 1}-note") for place in range(COMBAT)]
    told = max(
        page.lines_height(note, widths[place % across] - 2 * PAD)
        for place, note in enumerate(notes)
    )
    return 2 * PAD + T3.line + told


def _combat(page: BoardPage, y: float, across: int, head: float = 0.0) -> None:
    """How a hex is fought for, in four steps from `y` on; with a `head` their title above them."""
    t, colours = page.t, page.style.colours
    if head:
        page.words(t("reference.combat"), 0, y - head / 2 - 0.4, page.width, "board-head")
    widths, high = _step_widths(page, across), _strip_height(page, across)
    for place in range(COMBAT):
        row, column = divmod(place, across)
        wide = widths[column]
        x = sum(widths[:column]) + column * BETWEEN
        top = y + row * (high + BETWEEN)
        page.panel(x, top, (wide, high), colours["wash"])
        middle = top + PAD + T3.line / 2
        page.bullet(place + 1, x + PAD, middle)
        title = t(f"pocket-general.board-combat-{place + 1}")
        left = PAD + BULLET + 1.4
        page.fitting(title, x + left, middle, wide - left - PAD, ("box-title", "box-note"))
        text = t(f"pocket-general.board-combat-{place + 1}-note")
        page.lines(text, x + PAD, top + PAD + T3.line + 0.8, wide - 2 * PAD)
