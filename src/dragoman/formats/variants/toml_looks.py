"""What a ``variant.toml`` says of how a variant looks.

[colours]                          of powers, instead of those that they would get
ITALY = "#56b15f"

[picture]                          of the designer's own map
show = ["Names"]                   layers that it hides
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from types import MappingProxyType

from dragoman.formats.toml_table import TomlTable, bare_key, listed, quoted
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


@dataclass(frozen=True, slots=True)
class LookWords:
    """What the tables above say: the colour of each power by its key, and names of layers."""

    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    shown_layers: tuple[str, ...] = ()


def read_looks(root: TomlTable, powers: Collection[str], base: LookWords) -> LookWords:
    """Take the tables out of a ``variant.toml``. ``powers`` are the keys of those that play."""
    kept = {key: colour for key, colour in base.colours.items() if key in powers}
    picture = root.table("picture")
    shown = picture.texts("show") if "show" in picture else base.shown_layers
    colours = _colours(root.table("colours"), powers)
    return LookWords(MappingProxyType(kept | colours), shown)


def _colours(table: TomlTable, powers: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, colour in table.texts_by_key():
        if key not in powers:
            what = f"there is no power {key} to have a colour"
            remedy = "write the key of a power: its name in capitals"
            table.error("unknown-power", what, remedy, key, tuple(powers))
        elif not _COLOUR.fullmatch(colour):
            what = f"{colour!r} is no colour"
            remedy = 'write how much red, green and blue it has, from 00 to ff each: "#f0c02c"'
            table.error("bad-colour", what, remedy, key)
        else:
            full = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
            if full.lower() in found.values():
                first = next(one for one, other in found.items() if other == full.lower())
                what = f"{key} has the colour of {first}"
                table.warn("same-colour", what, "give each power its own", key)
            found[key] = full.lower()
    return found


def look_lines(variant: Variant) -> Iterator[str]:
    """The tables, where a variant says something of its looks."""
    if variant.colours:
        yield from ("", "[colours]")
        yield from (f"{bare_key(key)} = {quoted(c)}" for key, c in variant.colours.items())
    if variant.shown_layers:
        yield from ("", "[picture]", f"show = {listed(variant.shown_layers)}")
