"""Letters between people and bots: orders that stand in what people write, and what bots say as
sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import Board
from dragoman.game import Variant
from dragoman.orders import Convoy, Hold, Move, Order, ScanOptions, Support, UnitRef, scan_order
from dragoman.press.daide.speech import FreeText
from dragoman.press.plain_words import told_letter
from dragoman.press.press_texts import Said, press_text, read_press
from dragoman.rules import Position
from dragoman.words import LANGUAGES

_CLAUSE: Final = re.compile(
    r"[.;:,!?\n()\"“”„«»]+|\s(?:and|und|et|then|dann|puis|if|wenn|si)\s", re.I
)
_MOST_LETTERS: Final = 1_500
_MOST_CLAUSES: Final = 40
_MOST_WORDS: Final = 12
_OPTIONS: Final = ScanOptions(suggestions=0)


def orders_in(text: str, variant: Variant, position: Position) -> tuple[Order, ...]:
    """The orders of a movement that stand in a letter, each with the unit that it is for: a clause
    is read from each of its words on, so that ``please order A Mun-Ruh`` has one."""
    found: dict[Order, None] = {}
    for clause in _CLAUSE.split(text[:_MOST_LETTERS])[:_MOST_CLAUSES]:
        order = _order_in(clause.split()[-_MOST_WORDS:], variant.board)
        whole = order and _completed(order, variant.board, position)
        if whole is not None:
            found[whole] = None
    return tuple(found)


def _order_in(words: Sequence[str], board: Board) -> Order | None:
    for start in range(len(words)):
        read = scan_order(" ".join(words[start:]), board, options=_OPTIONS)
        if isinstance(read, Hold | Move | Support | Convoy):
            return read
    return None


def _completed(order: Order, board: Board, position: Position) -> Order | None:
    """The same for the units that stand there; None where one does not."""
    at = {board.province_of[unit.location]: unit for unit in position.units}

    def standing(ref: UnitRef) -> UnitRef | None:
        unit = at.get(board.province_of.get(ref.location, ""))
        if unit is None or ref.kind not in (None, unit.kind):
            return None
        return UnitRef(unit.location, unit.kind)

    assert isinstance(order, Hold | Move | Support | Convoy)
    unit = standing(order.unit)
    if unit is None:
        return None
    match order:
        case Support():
            helped = standing(order.supported)
            return helped and replace(order, unit=unit, supported=helped)
        case Convoy():
            carried = standing(order.convoyed)
            return carried and replace(order, unit=unit, convoyed=carried)
        case _:
            return replace(order, unit=unit)


def owner_of(order: Order, position: Position) -> str:
    """The power whose unit an order is for, of those that ``orders_in`` finds."""
    owners = {unit.location: unit.power for unit in position.units}
    assert isinstance(order, Hold | Move | Support | Convoy)
    return owners[order.unit.location]


def letter_of_program(text: str, variant: Variant, language: str) -> str:
    """The sentences of what a program said, in a reader's language; empty where the text has words
    that a person wrote."""
    said: tuple[Said, ...] = read_press(text, variant)
    if any(isinstance(one, FreeText) for one in said):
        return ""
    if all(press_text(said, variant, written) != text for written in LANGUAGES):
        return ""
    return told_letter(said, variant, language)
