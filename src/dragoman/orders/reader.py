"""Reading a line: its orders one after the other, and what is press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from dragoman.diagnostics import Diagnostic
from dragoman.orders.grammar import Awaited, Fault, OrderReader, PhaseLetter
from dragoman.orders.line import LEFT_OVER, OPENING, Line
from dragoman.orders.order import Order, UnitRef
from dragoman.orders.vocabulary import Vocabulary

Span: TypeAlias = tuple[int, int]
"""Where a passage of the line begins and ends."""


@dataclass(frozen=True, slots=True)
class LineScan:
    """What a line holds. ``previous`` is the order a ditto mark in the next line repeats.

    ``lost`` has for each order that could not be read its unit, if that was known, and what
    was missing.
    """

    orders: list[tuple[Order, Span]]
    press: list[Span]
    diagnostics: list[Diagnostic]
    lost: list[tuple[UnitRef | None, Awaited]]
    previous: Order | None


def read_line(
    text: str, words: Vocabulary, phase: PhaseLetter, spellcheck: int, previous: Order | None
) -> LineScan:
    """Read a line to its end. ``previous`` is what a ditto mark at its beginning repeats."""
    line = Line(text, words)
    reader = OrderReader(line, phase, spellcheck, previous)
    orders: list[tuple[Order, Span]] = []
    faults: list[Diagnostic] = []
    lost: list[tuple[UnitRef | None, Awaited]] = []
    while (start := _next_piece(line, reader.at)) < line.count:
        reader.at = start
        try:
            order = reader.order()
        except Fault as fault:
            faults.append(fault.diagnostic)
            lost.append((reader.unit, reader.awaited))
            reader.previous = None  # a ditto mark must not reach past an order that was lost
            reader.at = line.past_piece(max(reader.at, start + 1))
            continue
        if order is not None:
            orders.append((order, line.span(start, reader.at)))
            reader.previous = order
            _read_rest(line, reader)
        elif orders or faults:
            reader.at = line.past_piece(start)
            reader.press.append((start, reader.at))
            if line.place_at(start):  # "A lon - nwy, nth": what was that to say?
                _warn_unread(line, reader, start)
        else:  # what begins as press stays press to the end: it may quote orders
            reader.at = line.count
            reader.press.append((start, reader.at))
            _warn_of_order(line, reader, start)
    press = [line.span(*tokens) for tokens in reader.press]
    faults = sorted([*reader.warnings, *faults], key=lambda fault: fault.column)
    return LineScan(orders, press, faults, lost, reader.previous)


def _next_piece(line: Line, i: int) -> int:
    """Past separators, "and" and list marks (``1.``, ``-``)."""
    while i < line.count:
        token = line.tokens[i]
        number = token.text.isdigit() and line.sign_at(i + 1) in (".", ")")
        if token.is_word and not number and not line.and_at(i):
            break
        i += 1
    return i


def _read_rest(line: Line, reader: OrderReader) -> None:
    """Past what follows an order: remarks in brackets, and words that are no order."""
    while line.sign_at(reader.at) in LEFT_OVER | OPENING:
        start = reader.at
        reader.at = line.past_remark(start)
        if reader.at > start:
            reader.press.append((start, reader.at))
        else:
            reader.at += 1
    start = reader.at
    if not line.piece_ends(start) and line.unit_at(start) is None:
        reader.at = line.past_piece(start)
        reader.press.append((start, reader.at))
        _warn_unread(line, reader, start)


def _warn_unread(line: Line, reader: OrderReader, start: int) -> None:
    written = line.written(start, reader.at)
    reader.warn("unread-text", f"{written!r} behind the order was not read", start)


def _warn_of_order(line: Line, reader: OrderReader, start: int) -> None:
    """Press may hold an order by mistake: "please: A Vie - Tri"."""
    for i in range(start, line.count):
        unit = line.unit_at(i) if line.past_filler(i) == i else None
        if unit is not None and line.orders_at(unit.end):
            written = line.written(i, unit.end)
            what = f"{written!r} is in a line that does not begin as an order; it was not read"
            reader.warn("order-in-press", what, i)
            return
