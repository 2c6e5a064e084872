"""Words in lines of a stream, and orders put together from them: the part of the scanner below that
of turns, compiled with it (see ``compiled_scanner``).

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

FIELD, PHASE, VARIANT, POWER, UNIT, CENTER, MOVEMENT, ADJUSTMENT, ORDERED, PLACE = range(10)
"""The kinds of words. ORDERED are units, and PLACE places, in an order that is put together."""
HASH, KIND, BEGIN, END, VALUE = range(5)
"""The columns of ``words``."""
UNKNOWN = -1
HOLDS, MOVES, SUPPORTS, CONVOYS = range(4)
"""The verbs of orders that are put together. The number of one has from below in two bits the verb,
then whether "VIA" follows, in fifteen bits each the target and the other unit, both plus one, and
the unit; and PUT_TOGETHER, which numbers of other orders do not reach."""
VIA_AT, TARGET_AT, OTHER_AT, UNIT_AT = 2, 3, 18, 33
PART_BITS = 15
PUT_TOGETHER = 1 << 60
QUOTE, MINUS, SPACE = 34, 45, 32
_BACKSLASH, _LAST_PRINTED = 92, 126
_H, _S, _C, _V, _I, _A = 72, 83, 67, 86, 73, 65
_PRIME, _SEED = 1099511628211, 1469598103


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
    """The slot at which the search for a word with this hash begins."""
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
    """The place of the last quotation mark of a string that begins here, and the hash of what is in
    it as a word of a kind. The place is UNKNOWN if it is no string, or has anything in it that is
    not printed as it is."""
    found = kind + _SEED
    if at >= end or text[index(at)] != QUOTE:
        return UNKNOWN, found
    at += 1
    while at < end:
        letter = text[index(at)]
        if letter <= QUOTE or letter >= _BACKSLASH:
            if letter == QUOTE:
                return at, found
            if letter == _BACKSLASH or letter < SPACE or letter > _LAST_PRINTED:
                return UNKNOWN, found
        found = (found ^ letter) * _PRIME
        at += 1
    return UNKNOWN, found


def value_of(text: Letters, begin: int, end: int, wanted: int, kind: int, table: Table) -> int:
    """The value of a word with this hash; UNKNOWN if it is not known."""
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


def is_sign(text: Letters, at: int, end: int, sign: int) -> bool:
    """True if a sign stands there."""
    return at < end and text[index(at)] == sign


def part_at(text: Letters, at: int, end: int, kind: int, blanks: int) -> tuple[int, int]:
    """The end of the part of an order that begins here and has so many blanks in it, and its hash
    as a word of a kind."""
    found = kind + _SEED
    while at < end:
        letter = text[index(at)]
        if letter in (QUOTE, MINUS):
            break
        if letter == SPACE:
            if blanks == 0:
                break
            blanks -= 1
        found = (found ^ letter) * _PRIME
        at += 1
    return at, found


def order_at(
    text: Letters, at: int, end: int, longest: int, joins: int, table: Table
) -> tuple[int, int]:
    """The place of the last quotation mark of the string that begins here, and the order in it,
    put together from the words of units and places. UNKNOWN if that cannot be done.

    These are the orders that ``orders.exact_form`` reads by their words, and no more.
    """
    if not is_sign(text, at, end, QUOTE):
        return UNKNOWN, UNKNOWN
    begin = at + 1
    at, wanted = part_at(text, begin, end, ORDERED, 1)
    unit = value_of(text, begin, at, wanted, ORDERED, table)
    if unit == UNKNOWN:
        return UNKNOWN, UNKNOWN
    order = PUT_TOGETHER | unit << UNIT_AT
    verb = MOVES
    # A dash or a mark comes before the end of every string, and what is behind it is looked at
    # before anything is taken: so there are three more letters wherever a blank is.
    if is_sign(text, at, end - 3, SPACE) and text[index(at + 1)] != MINUS:
        letter = text[index(at + 1)]
        if letter == _H:
            is_end = text[index(at + 2)] == QUOTE and at + 1 - begin < longest
            return (at + 2, order | HOLDS) if is_end else (UNKNOWN, UNKNOWN)
        if (letter != _S and letter != _C) or text[index(at + 2)] != SPACE:
            return UNKNOWN, UNKNOWN
        verb = SUPPORTS if letter == _S else CONVOYS
        second = at + 3
        at, wanted = part_at(text, second, end, ORDERED, 1)
        other = value_of(text, second, at, wanted, ORDERED, table)
        if other == UNKNOWN:
            return UNKNOWN, UNKNOWN
        order |= other + 1 << OTHER_AT
        if verb == SUPPORTS and is_sign(text, at, end, QUOTE):
            return (at, order | verb) if at - begin <= longest else (UNKNOWN, UNKNOWN)
    if joins and is_sign(text, at, end, MINUS):
        at += 1
    elif (
        is_sign(text, at, end - 3, SPACE)
        and text[index(at + 1)] == MINUS
        and text[index(at + 2)] == SPACE
    ):
        at += 3
    else:
        return UNKNOWN, UNKNOWN
    third = at
    at, wanted = part_at(text, third, end, PLACE, 0)
    target = value_of(text, third, at, wanted, PLACE, table)
    if target == UNKNOWN:
        return UNKNOWN, UNKNOWN
    order |= target + 1 << TARGET_AT
    if (
        verb == MOVES
        and is_sign(text, at, end - 4, SPACE)
        and text[index(at + 1)] == _V
        and text[index(at + 2)] == _I
        and text[index(at + 3)] == _A
    ):
        order |= 1 << VIA_AT
        at += 4
    if not is_sign(text, at, end, QUOTE) or at - begin > longest:
        return UNKNOWN, UNKNOWN
    return at, order | verb
