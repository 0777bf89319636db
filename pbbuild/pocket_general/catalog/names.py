"""Nations, units, locations and terrains by what people call them, in either language."""

from collections.abc import Mapping, Sequence

from pbbuild.base.names import known_name
from pbbuild.pocket_general.catalog.load import load_pocket_general
from pbbuild.pocket_general.catalog.model import GeneralCatalog
from pbbuild.text.bilingual import Text
from pbbuild.text.translate import LANGUAGES


def nation_id(text: str, catalog: GeneralCatalog, allowed: Sequence[str] = ()) -> str:
    """The id of a nation, one of `allowed` if given; an unknown one is refused."""
    names = {each.id: (each.name,) for each in catalog.nations.values()}
    return _id_of(text, names, allowed or list(catalog.nations), "army")


def unit_id(text: str, catalog: GeneralCatalog, allowed: Sequence[str]) -> str:
    """The id of one of the `allowed` units; another one is refused."""
    names = {each: (unit.name, unit.short) for each, unit in catalog.units.items()}
    return _id_of(text, names, allowed, "unit")


def place_id(text: str, catalog: GeneralCatalog, allowed: Sequence[str]) -> str:
    """The id of a location or a terrain, one of `allowed`; another one is refused."""
    names = {each: (terrain.name,) for each, terrain in catalog.terrains.items()}
    for each in allowed:
        if (location := catalog.location(each)) is not None:
            names[each] = (location.name,)
    return _id_of(text, names, allowed, "place")


def named_nation(text: str) -> str | None:
    """The id of the nation that `text` names, None if none does."""
    names = {each.id: (each.name,) for each in load_pocket_general().nations.values()}
    return _by_name(text, names)


def _id_of(
    text: str, names: Mapping[str, Sequence[Text]], allowed: Sequence[str], what: str
) -> str:
    named = _by_name(text, {each: names.get(each, ()) for each in allowed})
    return named or known_name(text.strip().lower(), allowed, what)


def _by_name(text: str, names: Mapping[str, Sequence[Text]]) -> str | None:
    wanted = _plain(text)
    for each, called in names.items():
        known = {_plain(name.in_language(language)) for name in called for language in LANGUAGES}
        if wanted and wanted in known | {_plain(each)}:
            return each
    return None


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("-", " ").replace(".", "").split())
