"""Lines of a stream scanned into numbers: the part that is compiled (see ``compiled_scanner``).

This reads what nearly every line of a long stream is: a turn without anything out of the ordinary,
in words that were read before. A line with anything else in it, be it a word seen for the first
time, an escaped letter, a key that is there twice or a comma too many, is left alone, and
``turn_lines`` reads it with care. Orders of movements need not have been read before, since nearly
every turn has one that never was: they are put together from units and places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from dragoman.formats.records.word_scanner import (
    ADJUSTMENT,
    CENTER,
    FIELD,
    MINUS,
    MOVEMENT,
    PHASE,
    POWER,
    QUOTE,
    SPACE,
    UNIT,
    UNKNOWN,
    VARIANT,
    Letters,
    Numbers,
    Rows,
    Table,
    index,
    is_sign,
    order_at,
    value_of,
    word_at,
)

Limits: TypeAlias = tuple[int, int, int, int, int, int]
"""The most units or centres a turn may have and the most orders, whether only movements are read,
whether each has to say its variant, how many letters an order may have that is put together, and
whether there may be a dash in it without blanks."""

ID, OF_VARIANT, OF_PHASE, UNITS, CENTERS, ORDERS, RETREATS = range(7)
"""The meanings of fields."""
IS_READ, THE_PHASE, ID_BEGIN, ID_END = range(4)
"""The columns of ``heads``: whether the line was read, its phase, and where its id stands."""
OF_UNITS, OF_CENTERS, OF_MOVES, OF_ADJUSTMENTS = range(4)
"""The lists of ``found``, of each of which a column is the row of a turn, the rank of a power, and
what the word in its list stands for."""
_COMMA, _COLON = 44, 58
_OPEN_LIST, _OPEN, _CLOSE = 91, 123, 125
_FROM_OPEN_TO_CLOSE = 2
"""From the sign that opens a list or an object to the one that closes it."""
_ZERO, _NINE = 48, 57
_TAB, _NEW_LINE, _RETURN = 9, 10, 13
_MOST_DIGITS = 18


def behind_space(text: Letters, at: int, end: int) -> int:
    """The place of the next sign that is no white space."""
    while at < end and text[index(at)] <= SPACE:
        letter = text[index(at)]
        if letter != SPACE and letter != _TAB and letter != _NEW_LINE and letter != _RETURN:
            break
        at += 1
    return at


def id_end(text: Letters, at: int, end: int) -> int:
    """The end of an id that begins here; UNKNOWN if it is no plain string or whole number."""
    if is_sign(text, at, end, QUOTE):
        last, _ = word_at(text, at, end, FIELD)
        return UNKNOWN if last == UNKNOWN else last + 1
    begin = at
    if is_sign(text, at, end, MINUS):
        at += 1
    digits = at
    while at < end and _ZERO <= text[index(at)] <= _NINE:
        at += 1
    if at == digits or at - digits > _MOST_DIGITS:
        return UNKNOWN
    if text[index(digits)] == _ZERO and at - begin > 1:
        return UNKNOWN
    return at


def read_lists(
    text: Letters,
    at: int,
    end: int,
    opening: int,
    kind: int,
    most: int,
    limits: Limits,
    row: int,
    found: Rows,
    counts: Numbers,
    list_: int,
    table: Table,
) -> int:
    """Read an object that has a list of words for each of some powers, or another object where that
    is the ``opening`` sign, from its brace on. The place behind it; UNKNOWN if it is anything
    else, or there are more words than may be."""
    if not is_sign(text, at, end, _OPEN):
        return UNKNOWN
    at = behind_space(text, at + 1, end)
    if is_sign(text, at, end, _CLOSE):
        return at + 1
    _, _, _, _, longest, joins = limits
    closing = opening + _FROM_OPEN_TO_CLOSE
    seen = 0
    last = counts[list_] + most
    while True:
        close, wanted = word_at(text, at, end, POWER)
        if close == UNKNOWN:
            return UNKNOWN
        power = value_of(text, at + 1, close, wanted, POWER, table)
        if power == UNKNOWN or seen >> power & 1:
            return UNKNOWN
        seen |= 1 << power
        at = behind_space(text, close + 1, end)
        if not is_sign(text, at, end, _COLON):
            return UNKNOWN
        at = behind_space(text, at + 1, end)
        if not is_sign(text, at, end, opening):
            return UNKNOWN
        at = behind_space(text, at + 1, end)
        if is_sign(text, at, end, closing):
            at += 1
        else:
            while True:
                if counts[list_] == last:
                    return UNKNOWN
                value = UNKNOWN
                if kind == MOVEMENT:
                    close, value = order_at(text, at, end, longest, joins, table)
                if value == UNKNOWN:
                    close, wanted = word_at(text, at, end, kind)
                    if close == UNKNOWN:
                        return UNKNOWN
                    value = value_of(text, at + 1, close, wanted, kind, table)
                    if value == UNKNOWN:
                        return UNKNOWN
                column = counts[list_]
                found[list_, 0, column] = row
                found[list_, 1, column] = power
                found[list_, 2, column] = value
                counts[list_] = column + 1
                at = behind_space(text, close + 1, end)
                if is_sign(text, at, end, closing):
                    at += 1
                    break
                if not is_sign(text, at, end, _COMMA):
                    return UNKNOWN
                at = behind_space(text, at + 1, end)
        at = behind_space(text, at, end)
        if is_sign(text, at, end, _CLOSE):
            return at + 1
        if not is_sign(text, at, end, _COMMA):
            return UNKNOWN
        at = behind_space(text, at + 1, end)


def read_turn(
    text: Letters,
    at: int,
    end: int,
    row: int,
    limits: Limits,
    head: Numbers,
    found: Rows,
    counts: Numbers,
    table: Table,
) -> bool:
    """Read a turn. Whether all of it was understood."""
    places, most_orders, moves_only, need_variant, _, _ = limits
    line = at
    at = behind_space(text, at, end)
    if not is_sign(text, at, end, _OPEN):
        return False
    at = behind_space(text, at + 1, end)
    seen = 0
    phase = UNKNOWN
    head[ID_BEGIN] = head[ID_END] = 0
    while True:
        close, wanted = word_at(text, at, end, FIELD)
        if close == UNKNOWN:
            return False
        field = value_of(text, at + 1, close, wanted, FIELD, table)
        if field == UNKNOWN or seen >> field & 1:
            return False
        seen |= 1 << field
        at = behind_space(text, close + 1, end)
        if not is_sign(text, at, end, _COLON):
            return False
        at = behind_space(text, at + 1, end)
        begin = at
        if UNITS <= field <= RETREATS:
            opening, kind, most, list_ = _OPEN_LIST, UNIT, places, OF_UNITS
            if field == CENTERS:
                kind, list_ = CENTER, OF_CENTERS
            elif field == RETREATS:  # of each power nothing
                opening, most = _OPEN, 0
            elif field == ORDERS:
                if phase == UNKNOWN:
                    return False
                most = most_orders
                list_ = OF_ADJUSTMENTS if phase & 1 else OF_MOVES
                kind = ADJUSTMENT if phase & 1 else MOVEMENT
            at = read_lists(
                text, at, end, opening, kind, most, limits, row, found, counts, list_, table
            )
        elif field == ID:
            at = id_end(text, at, end)
            head[ID_BEGIN] = begin - line
            head[ID_END] = at - line
        else:
            kind = PHASE if field == OF_PHASE else VARIANT
            close, wanted = word_at(text, at, end, kind)
            if close == UNKNOWN:
                return False
            value = value_of(text, begin + 1, close, wanted, kind, table)
            if value == UNKNOWN:
                return False
            if field == OF_PHASE:
                phase = value
                head[THE_PHASE] = phase >> 1
                if moves_only and phase & 1:
                    return False
            at = close + 1
        if at == UNKNOWN:
            return False
        at = behind_space(text, at, end)
        if is_sign(text, at, end, _CLOSE):
            break
        if not is_sign(text, at, end, _COMMA):
            return False
        at = behind_space(text, at + 1, end)
    if phase == UNKNOWN or not seen >> UNITS & 1:
        return False
    if need_variant and not seen >> OF_VARIANT & 1:
        return False
    return behind_space(text, at + 1, end) == end


def read_lines(
    text: Letters,
    ends: Sequence[int],
    longest: int,
    limits: Limits,
    heads: Rows,
    found: Rows,
    counts: Numbers,
    table: Table,
) -> int:
    """Read lines, which end at these places of the text, each with a sign behind it. How many were
    read: they are the rows of ``found``."""
    row = 0
    begin = 0
    for line in range(len(ends)):
        end = ends[line]
        before = counts[0], counts[1], counts[2], counts[3]
        if end - begin <= longest and read_turn(
            text, begin, end, row, limits, heads[line], found, counts, table
        ):
            heads[line, IS_READ] = 1
            row += 1
        else:
            counts[0], counts[1], counts[2], counts[3] = before
        begin = end + 1
    return row
