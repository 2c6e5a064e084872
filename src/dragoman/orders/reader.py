"""Reading a line: its orders one after the other, and what is press."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from dragoman.board import province_of
from dragoman.board.names import fold_bare
from dragoman.diagnostics import Diagnostic
from dragoman.orders.exact_form import exact_form
from dragoman.orders.faults import Awaited, Fault, PhaseLetter
from dragoman.orders.grammar import OrderReader
from dragoman.orders.likeness import (
    is_only_of_order_words,
    is_rest_of_order,
    may_belong_to_order,
    order_like,
)
from dragoman.orders.line import OrderLine
from dragoman.orders.order import Ally, Hold, MoneyOrder, Order, UnitRef, places_of, unit_of
from dragoman.orders.pasted import is_dressing
from dragoman.orders.squeezed import unit_before_order
from dragoman.orders.tokens import CLOSING, LEFT_OVER, OPENING, SEPARATORS
from dragoman.orders.vocabulary import Vocabulary
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

Span: TypeAlias = tuple[int, int]
"""The beginning and the end of a passage of the line."""


class Manner(NamedTuple):
    """The manner of reading a line: for which phase, how generously, and how many faults name what
    may have been meant."""

    phase: PhaseLetter
    spellcheck: int = 0
    suggestions: int = 20


@dataclass(frozen=True, slots=True)
class LineScan:
    """The contents of a line. ``previous`` is the order a ditto mark in the next line repeats.

    ``lost`` has for each order that could not be read its unit, if that was known, and what
    was missing. ``dressing`` says that the line comes from a mail program, ``goes_on`` that it may
    be the rest of an order that the line above begins.
    """

    orders: list[tuple[Order, Span]]
    press: list[Span]
    diagnostics: list[Diagnostic]
    lost: list[tuple[UnitRef | None, Awaited]]
    previous: Order | None
    dressing: bool = False
    goes_on: bool = False


def read_line(text: str, words: Vocabulary, manner: Manner, previous: Order | None) -> LineScan:
    """Read a line to its end. ``previous`` is what a ditto mark at its beginning repeats."""
    exact = exact_form(words).read(text, manner.phase)
    if exact is not None:
        return LineScan([(exact, (0, len(text)))], [], [], [], exact)
    return _read_any_line(text, words, manner, previous)


def _read_any_line(
    text: str, words: Vocabulary, manner: Manner, previous: Order | None
) -> LineScan:
    line = OrderLine(text, words)
    if is_dressing(text) and line.count:
        return _read_dressing(line, previous)
    reader = OrderReader(line, *manner, previous)
    orders: list[tuple[Order, Span]] = []
    press: list[Span] = []
    faults: list[Diagnostic] = []
    lost: list[tuple[UnitRef | None, Awaited]] = []
    is_open = False  # whether the last order is a support that may go on
    while (start := _next_piece(line, reader.at)) < line.count:
        reader.at = start
        try:
            order = reader.order()
            end = reader.at
            if order is not None:
                press += _read_rest(line, reader, order)
        except Fault as fault:
            faults.append(fault.diagnostic)
            lost.append((reader.unit, reader.awaited))
            reader.suggestions -= 1
            is_open = False
            reader.previous = None  # a ditto mark must not reach past an order that was lost
            reader.at = line.past_piece(max(reader.at, start + 1))
            continue
        if order is not None:
            orders.append((order, line.span(start, end)))
            reader.previous = order
            is_open = reader.awaited is Awaited.SUPPORTED_ORDER
            continue
        # What begins as press stays press to the end: it may quote orders.
        reader.at = line.past_piece(start) if orders or faults else line.count
        press.append(line.span(start, reader.at))
        alone = bool(orders or faults) and _is_place_alone(line, start, reader.at)
        if found := (start, reader.at) if alone else order_like(line, start, reader.at):
            faults.append(_unread_order(line, *found))
            if unit := _unit_before_order(line, start):
                lost.append((unit, Awaited.ORDER))
            if is_open:
                support, _ = orders.pop()
                lost.append((unit_of(support), Awaited.SUPPORTED_ORDER))
        is_open = False
    diagnostics = sorted([*reader.warnings, *faults], key=lambda fault: fault.column)
    begin = line.past_quoting(0)
    goes_on = not orders and not lost and is_rest_of_order(line, begin, line.past_piece(begin))
    if goes_on and not faults:
        diagnostics.append(_unread_order(line, 0, line.count))
    return LineScan(orders, press, diagnostics, lost, reader.previous, goes_on=goes_on)


def _read_dressing(line: OrderLine, previous: Order | None) -> LineScan:
    found = order_like(line, 0, line.count, in_sentence=True)
    faults = [_unread_order(line, *found)] if found else []
    return LineScan([], [line.span(0, line.count)], faults, [], previous, dressing=not found)


def _next_piece(line: OrderLine, i: int) -> int:
    """Past separators, "and" and list marks (``1.``, ``-``, ``b)``)."""
    while i < line.count:
        if line.tokens[i].is_word and not line.and_at(i):
            if not (behind := _past_list_mark(line, i)):
                break
            i = behind
        else:
            i += 1
    return i


def _past_list_mark(line: OrderLine, i: int) -> int:
    """Behind the number or letter here, if it is a mark in a list; else 0."""
    text, sign = line.tokens[i].text, line.sign_at(i + 1)
    if text.isdigit() and line.place_at(i) is None:
        if line.words.money and line.past_number(i) > i + 1:
            return 0  # "18.5 d" is no eighteenth order
        if sign in (".", ")", ":", "]"):
            return i + 2
        return i + 1 if line.unit_at(i + 1) and not line.power_at(i) else 0
    if len(text) > 1:
        return 0
    if sign == ")":
        return i + 2 if line.unit_at(i + 2) else 0
    is_bullet = text in "oO" and not line.power_at(i)  # as mails have it
    return i + 1 if is_bullet and line.unit_at(i + 1) else 0


def _read_rest(line: OrderLine, reader: OrderReader, order: Order) -> list[Span]:
    """Past what follows an order: remarks in brackets, and words that are not an order.

    Raises:
        Fault: if they may be a part of the order.
    """
    press: list[Span] = []
    is_money = isinstance(order, MoneyOrder)
    is_open = is_money or reader.awaited is Awaited.SUPPORTED_ORDER or isinstance(order, Hold)
    while line.sign_at(reader.at) in LEFT_OVER | OPENING:
        start = reader.at
        reader.at = line.past_remark(start)
        if reader.at == start:
            reader.at += 1
            continue
        left_open = line.sign_at(reader.at - 1) not in CLOSING
        means_more = may_belong_to_order if is_open else is_only_of_order_words
        is_coast = _names_coast(line, start, reader.at, order)
        has_number = is_money and any(t.text.isdigit() for t in line.tokens[start : reader.at])
        if left_open or is_coast or has_number or means_more(line, start + 1, reader.at):
            raise reader.refuse_rest(start, reader.at)
        press.append(line.span(start, reader.at))
    start = reader.at
    if not line.piece_ends(start) and line.unit_at(start) is None:
        reader.at = line.past_piece(start)
        if (
            is_open
            or may_belong_to_order(line, start, reader.at)
            or _names_coast(line, start, reader.at, order)
        ):
            raise reader.refuse_rest(start, reader.at)
        press.append(line.span(start, reader.at))
        written = line.written(start, reader.at)
        what = said("{written!r} behind the order was not read", written=written)
        reader.warn("unread-text", what, start)
    elif isinstance(order, Ally):
        pass  # the list of powers may go on
    elif start < line.count and (line.sign_at(start) in SEPARATORS or line.and_at(start)):
        begin = line.past_comma(start + 1)
        end = line.past_piece(begin)
        if _is_place_alone(line, begin, end, is_open) or is_rest_of_order(line, begin, end):
            reader.at = end  # "A lon - nwy, nth": what was that to say?
            raise reader.refuse_rest(begin, end)
    return press


def _names_coast(line: OrderLine, start: int, end: int, order: Order) -> bool:
    """True if a coast is named here; in an order that has to do with a place that has coasts, also
    whether one may be: ``Spain Coast) (South``."""
    words = line.folded_words(start, end)
    if "".join(words) in line.words.coasts:
        return True
    provinces = line.words.board.provinces
    named = (provinces.get(province_of(place)) for place in places_of(order))
    if not any(found is not None and found.coasts for found in named):
        return False
    bare = (fold_bare(token.text) for token in line.tokens[start:end])  # an umlaut typed twice
    return any(
        word.lower() in line.words.words_of_coasts or line.words.is_near_order(word)
        for word in (*words, *bare)
    )


def _is_place_alone(line: OrderLine, start: int, end: int, is_open: bool = False) -> bool:
    """True if a place stands here that no order begins with, and next to nothing behind it.

    Behind an order that is open there may be more.
    """
    place = line.place_at(start)
    if place is None or any(line.orders_at(unit.end) for unit in line.bare_units_at(start)):
        return False
    return is_open or line.piece_ends(place[1]) or is_only_of_order_words(line, start, end)


def _unit_before_order(line: OrderLine, start: int) -> UnitRef | None:
    """The unit in ``A BudS A Bud-Vie``, whose place an order word runs into."""
    power, kind, at = line.power_and_kind_at(start)
    if kind is None or at >= line.count:
        return None
    place = unit_before_order(line.tokens[at].folded, line.words)
    return None if place is None else UnitRef(place, kind, power)


def _unread_order(line: OrderLine, start: int, end: int) -> Diagnostic:
    """Press may hold an order by mistake: "please: A Vie - Tri"."""
    return Diagnostic(
        "order-in-press",
        said(
            "{written!r} looks like an order, but cannot be read as one",
            written=line.written(start, end),
        ),
        "write it on a line of its own, as in A BUD - VIE, or put a # before it if it is not one",
        column=line.column(start),
    )
