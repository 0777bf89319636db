"""Icons of troop types and traits."""

from collections.abc import Sequence

from pbbuild.page import measure
from pbbuild.page.blocks import HEADING, SMALL_LINE, SMALL_SIZE, TEXT_LINE, TEXT_SIZE, FootBlock
from pbbuild.page.pictures import DARK, GRID, PAPER, Picture, coloured, drawing, icon, icon_shapes
from pbbuild.page.style import Style
from pbbuild.pocket_battles.catalog.model import Trait


def type_icon(troop_type: str, size: float, alt: str, colour: str = DARK) -> Picture:
    """The icon of a troop type; unknown types share one."""
    name = f"type-{troop_type}"
    return icon(name if icon_shapes(name) else "type-other", size, alt, colour)


def trait_shapes(trait: Trait) -> tuple[str, float]:
    """The icon of a trait with its number beside it, and how wide that is on the grid."""
    shapes = icon_shapes(trait.icon) or icon_shapes("trait")
    if not trait.number:
        return shapes, GRID
    digit = icon_shapes(f"digit-{trait.number}")
    plus = icon_shapes("digit-plus")
    number = (
        f'<g transform="translate(19 5.5) scale(0.5)">{plus}</g>'
        f'<g transform="translate(24.5 3.5) scale(0.8)">{digit}</g>'
    )
    return shapes + number, 40.0


def trait_strip(
    traits: Sequence[Trait],
    size: float,
    language: str,
    colour: str = DARK,
    ground: str = PAPER,
) -> Picture:
    """The icons of several traits in a row."""
    parts, x = [], 0.0
    for trait in traits:
        shapes, wide = trait_shapes(trait)
        parts.append(f'<g transform="translate({x:g} 0)">{shapes}</g>')
        x += wide + 5
    alt = ", ".join(trait.name.in_language(language) for trait in traits)
    return drawing(coloured("".join(parts), colour, ground), max(x - 5, 1), GRID, size, alt)


def trait_block(
    trait: Trait,
    width: float,
    style: Style,
    full: bool,
    heading: str = "",
    small: bool = False,
) -> FootBlock:
    """A trait with its icon, name, clause and its short line, or its full text if `full`."""
    size, line = (SMALL_SIZE, SMALL_LINE) if small else (TEXT_SIZE, TEXT_LINE)
    picture = trait_strip([trait], 3.9, style.language)
    text = (trait.text if full else trait.line).in_language(style.language)
    indent = 8.0
    title = trait.name.in_language(style.language)
    space = (width - indent) * 0.985
    # Names of a player's own traits may be longer than a line; the text then starts a new one.
    titles = measure.wrapped(title, measure.BODY_BOLD, space, size)
    clauses = measure.wrapped(trait.clause, measure.LABEL, space, 2.47)
    clause = measure.width(f" {clauses[-1]} ", measure.LABEL, 2.47) + 1.6
    lead = measure.width(titles[-1], measure.BODY_BOLD, size) + clause
    above = len(titles) + len(clauses) - 2
    if len(clauses) > 1 or lead > space:
        above, lead = above + 1, clause
    lines = measure.wrapped(text, measure.BODY, space, size, lead)
    height = max((above + len(lines)) * line, 4.2)
    return FootBlock(
        kind="trait",
        height=height + (HEADING if heading else 0.0),
        heading=heading,
        picture=picture,
        title=title,
        clause=trait.clause,
        text=text,
        indent=indent,
        size=size,
        line=line,
    )
