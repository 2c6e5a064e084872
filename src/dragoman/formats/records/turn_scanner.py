"""Lines of a stream scanned into numbers: the part that is compiled (see ``compiled_scanner``).

This reads what nearly every line of a long stream is: a turn without anything out of the ordinary,
in words that were read before. A line with anything else in it, be it a word seen for the first
time, an escaped letter, a key that is there twice or a comma too many, is left alone, and
``turn_lines`` reads it with care.

A word is known by its kind and its bytes. ``slots`` is a table of numbers of words, by hash and
then one behind the other; a row of ``words`` is the hash of a word, its kind, where its bytes begin
and end in ``letters``, and what it stands for.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeAlias

Letters: TypeAlias = Sequence[int]
Numbers: TypeAlias = MutableSequence[int]
Rows: TypeAlias = Any
"""An array of several dimensions."""
Table: TypeAlias = tuple[Rows, Letters, Numbers]
"""``words``, ``letters`` and ``slots``."""
Limits: TypeAlias = tuple[int, int, int, int]
"""How many units or centres a turn may have and how many orders, whether only movements are read,
and whether each has to say its variant."""

FIELD, PHASE, VARIANT, POWER, UNIT, CENTER, MOVEMENT, ADJUSTMENT = range(8)
"""The kinds of words."""
ID, OF_VARIANT, OF_PHASE, UNITS, CENTERS, ORDERS, RETREATS = range(7)
"""What a field stands for."""
HASH, KIND, BEGIN, END, VALUE = range(5)
"""The columns of ``words``."""
IS_READ, THE_PHASE, ID_BEGIN, ID_END = range(4)
"""The columns of ``heads``: whether the line was read, its phase, and where its id stands."""
OF_UNITS, OF_CENTERS, OF_MOVES, OF_ADJUSTMENTS = range(4)
"""The lists of ``found``, of each of which a column is the row of a turn, the rank of a power, and
what the word in its list stands for."""
UNKNOWN = -1
_PRIME, _SEED = 1099511628211, 1469598103
_QUOTE, _BACKSLASH, _COMMA, _COLON = 34, 92, 44, 58
_OPEN_LIST, _CLOSE_LIST, _OPEN, _CLOSE = 91, 93, 123, 125
_MINUS, _ZERO, _NINE, _SPACE, _ASCII = 45, 48, 57, 32, 126
_TAB, _NEW_LINE, _RETURN = 9, 10, 13
_MOST_DIGITS = 18


def index(number: int) -> int:
    """A number as what elements of arrays are counted by: machine code need not look whether it is
    counted from the end."""
    return number


def hash_of(letters: Letters, begin: int, end: int, kind: int) -> int:
    """The hash of a word of a kind."""
    found = kind + _SEED
    for at in range(begin, end):
        found = (found ^ letters[index(at)]) * _PRIME
    return found


def slot_of(found: int, slots: Numbers) -> int:
    """Where the search for a word with this hash begins."""
    return (found ^ (found >> 29)) & (len(slots) - 1)


def learn(first: int, count: int, words: Rows, letters: Letters, slots: Numbers) -> None:
    """Enter words into the table, from one number to another."""
    for number in range(first, count):
        found = hash_of(letters, words[number, BEGIN], words[number, END], words[number, KIND])
        words[number, HASH] = found
        slot = slot_of(found, slots)
        while slots[index(slot)] != UNKNOWN:
            slot = (slot + 1) & (len(slots) - 1)
        slots[index(slot)] = number


def word_at(text: Letters, at: int, end: int, kind: int) -> tuple[int, int]:
    """Where a string that begins here has its last quotation mark, and the hash of what is in it as
    a word of a kind. The place is UNKNOWN if it is no string, or has anything in it that is not
    printed as it is."""
    found = kind + _SEED
    if at >= end or text[index(at)] != _QUOTE:
        return UNKNOWN, found
    at += 1
    while at < end:
        letter = text[index(at)]
        if letter <= _QUOTE or letter >= _BACKSLASH:
            if letter == _QUOTE:
                return at, found
            if letter == _BACKSLASH or letter < _SPACE or letter > _ASCII:
                return UNKNOWN, found
        found = (found ^ letter) * _PRIME
        at += 1
    return UNKNOWN, found


def value_of(text: Letters, begin: int, end: int, wanted: int, kind: int, table: Table) -> int:
    """What a word with this hash stands for; UNKNOWN if it is not known."""
    words, letters, slots = table
    slot = slot_of(wanted, slots)
    number = slots[index(slot)]
    while number != UNKNOWN:
        row = index(number)
        if words[row, HASH] == wanted and words[row, KIND] == kind:
            at = words[row, BEGIN]
            if words[row, END] - at == end - begin:
                own = begin
                while own < end and text[index(own)] == letters[index(at)]:
                    own += 1
                    at += 1
                if own == end:
                    return words[row, VALUE]
        slot = (slot + 1) & (len(slots) - 1)
        number = slots[index(slot)]
    return UNKNOWN


def behind_space(text: Letters, at: int, end: int) -> int:
    """The place of the next sign that is no white space."""
    while at < end and text[index(at)] <= _SPACE:
        letter = text[index(at)]
        if letter != _SPACE and letter != _TAB and letter != _NEW_LINE and letter != _RETURN:
            break
        at += 1
    return at


def is_sign(text: Letters, at: int, end: int, sign: int) -> bool:
    """Whether a sign stands there."""
    return at < end and text[index(at)] == sign


def id_end(text: Letters, at: int, end: int) -> int:
    """Where an id ends that begins here; UNKNOWN if it is no plain string or whole number."""
    if is_sign(text, at, end, _QUOTE):
        last, _ = word_at(text, at, end, FIELD)
        return UNKNOWN if last == UNKNOWN else last + 1
    begin = at
    if is_sign(text, at, end, _MINUS):
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
    kind: int,
    most: int,
    row: int,
    found: Rows,
    counts: Numbers,
    list_: int,
    table: Table,
) -> int:
    """Read an object that has a list of words for each of some powers, from its brace on. The place
    behind it; UNKNOWN if it is anything else."""
    if not is_sign(text, at, end, _OPEN):
        return UNKNOWN
    at = behind_space(text, at + 1, end)
    if is_sign(text, at, end, _CLOSE):
        return at + 1
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
        if not is_sign(text, at, end, _OPEN_LIST):
            return UNKNOWN
        at = behind_space(text, at + 1, end)
        if is_sign(text, at, end, _CLOSE_LIST):
            at += 1
        else:
            while True:
                close, wanted = word_at(text, at, end, kind)
                if close == UNKNOWN or counts[list_] == last:
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
                if is_sign(text, at, end, _CLOSE_LIST):
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


def read_nothing(text: Letters, at: int, end: int, table: Table) -> int:
    """Read an object that says nothing, or nothing of each of some powers. The place behind it;
    UNKNOWN if it says something."""
    if not is_sign(text, at, end, _OPEN):
        return UNKNOWN
    at = behind_space(text, at + 1, end)
    if is_sign(text, at, end, _CLOSE):
        return at + 1
    seen = 0
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
        if not is_sign(text, at, end, _OPEN):
            return UNKNOWN
        at = behind_space(text, at + 1, end)
        if not is_sign(text, at, end, _CLOSE):
            return UNKNOWN
        at = behind_space(text, at + 1, end)
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
    places, most_orders, moves_only, need_variant = limits
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
        if field == UNITS:
            at = read_lists(text, at, end, UNIT, places, row, found, counts, OF_UNITS, table)
        elif field == CENTERS:
            at = read_lists(text, at, end, CENTER, places, row, found, counts, OF_CENTERS, table)
        elif field == ORDERS:
            if phase == UNKNOWN:
                return False
            list_ = OF_ADJUSTMENTS if phase & 1 else OF_MOVES
            kind = ADJUSTMENT if phase & 1 else MOVEMENT
            at = read_lists(text, at, end, kind, most_orders, row, found, counts, list_, table)
        elif field == RETREATS:
            at = read_nothing(text, at, end, table)
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
