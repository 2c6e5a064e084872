"""``NEWGAME.TXT``: a round as it came out, and the position that the next one starts from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.game_file import (
    BUILDUPS,
    ORDERS,
    RETREATS,
    GameFile,
    game_lines,
    nation_sections,
)
from dragoman.formats.dipwork.files.ord_file import OrdRecord
from dragoman.formats.dipwork.files.text_file import TextFile
from dragoman.formats.dipwork.orders.order_text import order_of_text
from dragoman.formats.dipwork.orders.round_lists import (
    Lists,
    RoundEntry,
    build_entries,
    order_entries,
    retreat_entries,
)
from dragoman.formats.dipwork.variants.directories import GameDirectory
from dragoman.orders import Order, PhaseLetter
from dragoman.rules import Position

_CARRIED = ("VARNAME", "NAME", "YEAR", "ZAT", "MASTER")
"""The parameters that the new file takes over from ``ORDERS.TXT``."""
_PHASES: Mapping[str, PhaseLetter] = {ORDERS: "M", RETREATS: "R", BUILDUPS: "A"}
_NUMBER = re.compile(r"\s*\{\d+\}\Z")


def new_game(directory: GameDirectory, position: Position, lines: Sequence[OrdRecord]) -> TextFile:
    """The file of a round with these records, after which the position is what it is now.

    It begins with the lines of ``GAME.TXT``; those of a parameter that
    ``ORDERS.TXT`` has are taken whole from there. An order that failed is in square brackets.
    With ``ERROR_NR_OUTPUT`` the number of what was wrong stands behind it in curly ones.
    """
    atlas = directory.variant_directory.atlas
    with_numbers = directory.parameters.flag("ERROR_NR_OUTPUT")
    entries = {
        ORDERS: _rows(order_entries(lines, atlas), with_numbers),
        RETREATS: _rows(retreat_entries(lines, atlas), with_numbers),
        BUILDUPS: _rows(build_entries(lines, atlas), with_numbers),
    }
    sections = nation_sections(position, atlas, directory.players, entries)
    return directory.new_file("NEWGAME.TXT", [*game_lines(_header(directory), sections)])


def round_of(
    game: GameFile, atlas: Atlas, board: Board
) -> tuple[dict[str, dict[str, tuple[Order, ...]]], tuple[Diagnostic, ...]]:
    """The orders, retreats and builds that a game file lists of the round before it.

    For each of ``ORDERS``, ``RETREATS`` and ``BUILDUPS`` those of each power, by its key.
    """
    faults: list[Diagnostic] = []
    found: dict[str, dict[str, tuple[Order, ...]]] = {}
    for keyword, phase in _PHASES.items():
        found[keyword] = {}
        for section, nation in zip(game.sections, atlas.nations, strict=False):
            orders: list[Order] = []
            for row in section.rows(keyword):
                order = _order(row.text, phase, board)
                if isinstance(order, Diagnostic):
                    faults.append(order.at(game.name, row.line, 1))
                else:
                    orders.append(order)
            found[keyword][atlas.power_of[nation.word]] = tuple(orders)
    return found, tuple(faults)


def _order(row: str, phase: PhaseLetter, board: Board) -> Order | Diagnostic:
    text = _NUMBER.sub("", row.strip())
    if text.startswith("["):
        text = text[1:].rpartition("]")[0]
    if phase == "A" and text[:1] in "+-":
        return order_of_text(f"{text[1:]} {'B' if text[0] == '+' else 'D'}", board, "A")
    if text.endswith(" ex"):
        text = f"{text[:-3]} D"
    return order_of_text(text, board, phase)


def _header(directory: GameDirectory) -> Iterator[str]:
    newer: dict[str, str] = {}
    if directory.orders is not None:
        keywords = directory.orders.keywords
        for key in _CARRIED:
            if value := keywords.values.get(key):
                newer[key] = keywords.file.lines[value.line - 1]
    blank: list[str] = []
    for line in directory.game.header:
        words = line.split(maxsplit=1)
        if not words:
            blank.append(line)
            continue
        yield from blank
        blank = []
        yield newer.pop(words[0], line)
    yield from newer.values()
    yield from blank


def _rows(lists: Lists, with_numbers: bool) -> dict[str, list[str]]:
    return {power: [_row(one, with_numbers) for one in entries] for power, entries in lists.items()}


def _row(entry: RoundEntry, with_numbers: bool) -> str:
    number = f" {{{entry.error}}}" if with_numbers and entry.error else ""
    return entry.bracketed + number
