"""The origin of a variant, in a ``variant.toml``.

designer = "Don Hessong"
year = 1997                        in which it was designed
tags = ["Mediterranean"]           words by which it is looked for
choice = "Two of three have it so" why it is as it is, where sources differ

[[sources]]                        collections that have it
name = "judge/collection"
files = "data/map.ancient_med"
licence = "GPL-2.0"
differs = ["Massilia is called Massila"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.formats.toml_table import TomlTable, listed, quoted
from dragoman.game.variant import Provenance, VariantSource

_LAST_YEAR: Final = 9999


def read_provenance(root: TomlTable) -> Provenance:
    """Take these words out of a ``variant.toml``. A variant has none of them from its base."""
    return Provenance(
        root.text("designer"),
        root.number("year", 0, _LAST_YEAR),
        tuple(dict.fromkeys(root.texts("tags"))),
        tuple(_source(table) for table in root.tables("sources")),
        root.text("choice"),
    )


def _source(table: TomlTable) -> VariantSource:
    name = table.text("name")
    if not name:
        remedy = 'write name = "…" below [[sources]]'
        table.error("bad-source", "a source needs a name", remedy)
    files, licence = table.text("files"), table.text("licence")
    return VariantSource(name, files, licence, table.texts("differs"))


def origin_lines(origin: Provenance) -> Iterator[str]:
    """The lines above the first table."""
    if origin.designer:
        yield f"designer = {quoted(origin.designer)}"
    if origin.year:
        yield f"year = {origin.year}"
    if origin.tags:
        yield f"tags = {listed(origin.tags)}"
    if origin.choice:
        yield f"choice = {quoted(origin.choice)}"


def source_lines(origin: Provenance) -> Iterator[str]:
    """The tables of the sources."""
    for source in origin.sources:
        yield from ("", "[[sources]]", f"name = {quoted(source.name)}")
        yield from (f"files = {quoted(source.files)}",) * bool(source.files)
        yield from (f"licence = {quoted(source.licence)}",) * bool(source.licence)
        yield from (f"differs = {listed(source.differs)}",) * bool(source.differs)
