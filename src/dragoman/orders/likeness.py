"""Telling press from orders that cannot be read.

Press may say anything, also the names of places. What is put together as orders are is an order
to the one who wrote it: it must not be passed over as press.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from dragoman.orders.line import OrderLine
from dragoman.orders.squeezed import has_squeezed_order, is_squeezed_unit
from dragoman.orders.tokens import MOVE_SIGN, SEPARATORS
from dragoman.orders.vocabulary import LEADING_WORDS, PURPOSES, STAYING_WORDS, MoneyWord, Word

_ORDERING = STAYING_WORDS | LEADING_WORDS - {Word.MOVE}
"""Words that mean an order; "to" and "over" may mean anything."""
_PASSED_OVER = frozenset({Word.FILLER, Word.AND, Word.DITTO})
_PAYING = frozenset({MoneyWord.EXPENSE, MoneyWord.PAY, MoneyWord.GIVE, MoneyWord.BORROW})
_FEW = 5
"""Words, in what may be an order; a longer passage is taken for a sentence."""


def order_like(
    line: OrderLine, start: int, end: int, in_sentence: bool = False
) -> tuple[int, int] | None:
    """The place of what seems an order in a passage of press; None where it seems to be press
    alone.

    With ``in_sentence`` the passage is known to be something else, such as a header of a mail, and
    only an order written out in it counts.
    """
    if line.words.money and (found := _about_money(line, start, end)):
        return found
    for begin, stop in (*_pieces(line, start, end), *_quoted(line, start, end)):
        if found := _written_out(line, begin, stop):
            return found
        if not in_sentence and _is_like_order(line, begin, stop):
            return begin, stop
    return None


def may_belong_to_order(line: OrderLine, start: int, end: int) -> bool:
    """True if something in the words behind an order may be meant as a part of it."""
    for i in range(start, end):
        token = line.tokens[i]
        if token.is_word and (
            line.words.is_near_place(token.folded)
            or line.words.is_near_order(token.folded)
            or _orders(line, i)
            or (line.place_at(i) is not None and line.past_filler(i) == i)
        ):
            return True
        if token.folded == MOVE_SIGN and i + 1 < end and line.place_at(i + 1) is not None:
            return True
    return False


def is_only_of_order_words(line: OrderLine, start: int, end: int) -> bool:
    """True if every word here is one of orders."""
    words = _count(line, start, end)
    return words.places + words.others > 0 and words.near == words.unknown == 0


def is_rest_of_order(line: OrderLine, start: int, end: int) -> bool:
    """True if here, behind a separator or on a new line, an order may go on: ``- Bur``, ``via``."""
    at = _past_marks(line, start)
    if at >= end or not is_only_of_order_words(line, at, end):
        return False
    if line.sign_at(at) == MOVE_SIGN:
        return line.past_quoting(at) == at and line.place_at(at + 1) is not None
    return line.moves_at(at)


def _is_like_order(line: OrderLine, start: int, end: int) -> bool:
    words = line.folded_words(start, end)
    return (
        _is_of_order_words(line, start, end)
        or _has_all_of_an_order(line, start, end)
        or _leads_from_place_to_place(line, start, end)
        or (len(words) <= _FEW and _leads_to_place(line, start, end))
        or any(has_squeezed_order(word, line.words) for word in words)
        or any(  # "F ENGH"
            kind in line.words.units and has_squeezed_order(kind + word, line.words)
            for kind, word in pairwise(words)
        )
    )


def _pieces(line: OrderLine, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts between separators and "and", without signs before and behind them."""
    begin = start
    for i in range(start, end + 1):
        if i == end or line.tokens[i].text in SEPARATORS or line.and_at(i):
            first, last = begin, i
            while first < last and not line.tokens[first].is_word:
                first += 1
            while last > first and not line.tokens[last - 1].is_word:
                last -= 1
            if last > first:
                yield first, last
            begin = i + 1


def _about_money(line: OrderLine, start: int, end: int) -> tuple[int, int] | None:
    """An amount and what it is for, the number of an expenditure, or "pay" and an amount."""
    for i in range(start, end):
        word = line.money_at(i)
        if line.number_at(i):
            unit = line.money_at(i + 1)
            behind = unit[1] if unit and MoneyWord.DUCATS in unit[0] else i + 1
            purpose = line.money_at(behind)
            if purpose and purpose[1] > behind and not PURPOSES.keys().isdisjoint(purpose[0]):
                return i, end
        elif word and line.number_at(word[1]) and not _PAYING.isdisjoint(word[0]):
            return i, end
    return None


def _quoted(line: OrderLine, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of what somebody is quoted with by name, as mail programs do: ``Bob> F Bre``."""
    if start + 1 < end and line.tokens[start + 1].text == ">":
        yield from _pieces(line, start + 2, end)


def _orders(line: OrderLine, i: int) -> bool:
    """True if a word that says what a unit does stands here."""
    found = line.word_at(i)
    return found is not None and found[0][0] in _ORDERING


def _past_marks(line: OrderLine, i: int) -> int:
    """Past signs that may stand between a unit and its order."""
    while line.sign_at(i) not in ("", MOVE_SIGN, *SEPARATORS):
        i += 1
    return i


def _written_out(line: OrderLine, start: int, end: int) -> tuple[int, int] | None:
    """A unit and what it does; or a place, what is done there, and another place."""
    words = [i for i in range(start, end) if line.past_filler(i) == i]
    for i in words:
        unit = line.unit_at(i)
        if unit is not None and unit.end < end and line.orders_at(_past_marks(line, unit.end)):
            return i, unit.end
    few = end - start <= 2 * _FEW
    for i in words:
        place = line.place_at(i)
        at = _past_marks(line, place[1]) if place else end
        if at >= end or not line.orders_at(at):
            continue
        behind = _past_order_words(line, at)
        if behind < end and (line.place_at(behind) or line.unit_at(behind)):
            return i, min(behind + 1, end)
        if behind < end and few and line.words.is_near_place(line.tokens[behind].folded):
            return start, end
        if end - start <= _FEW and _orders(line, at):
            return start, end
    for i in words if few else ():
        if _helps(line, i) and line.unit_at(_past_marks(line, line.past_word(i))):
            return start, end
    return None


def _helps(line: OrderLine, i: int) -> bool:
    return line.says(i, Word.SUPPORT) or line.says(i, Word.CONVOY)


def _past_order_words(line: OrderLine, i: int) -> int:
    """Past an order word and what leads on from it: "zieht nach", "- to"."""
    i = _past_marks(line, line.past_word(i))
    while line.says(i, Word.MOVE) and line.place_at(i) is None:
        i = _past_marks(line, line.past_word(i))
    return i


class _Words(NamedTuple):
    """The places that a passage names, the words that are nearly places, the number of other words
    of orders it has, and how many words that are none."""

    places: int
    near: int
    others: int
    unknown: int


def _count(line: OrderLine, start: int, end: int) -> _Words:
    places, near, others, unknown, i = 0, 0, 0, 0, start
    while i < end:
        token = line.tokens[i]
        found = line.place_at(i) if line.past_filler(i) == i else None
        if found is not None:
            i, places = min(found[1], end), places + 1
            continue
        if power := line.power_at(i):
            i, others = power[1], others + 1
            continue
        if word := line.word_at(i):
            i, others = word[1], others + (word[0][0] not in _PASSED_OVER)
            continue
        if token.folded in line.words.units or token.folded in line.words.coasts:
            others += 1
        elif is_squeezed_unit(token.folded, line.words):
            places += 1
        elif token.is_word and not token.text.isdigit():
            if line.words.is_near_place(token.folded):
                near += 1
            elif line.words.is_near_order(token.folded):
                others += 1
            else:
                unknown += 1
        i += 1
    return _Words(places, near, others, unknown)


def _is_of_order_words(line: OrderLine, start: int, end: int) -> bool:
    """Two words of orders or more, one of them a place, and next to nothing else."""
    words = _count(line, start, end)
    known = words.places + words.near + words.others
    if words.unknown:
        few = words.others > 0 or known + words.unknown < 4
        return words.places > 1 and few and words.unknown * 2 <= known
    return words.places > 0 and known > 1


def _has_all_of_an_order(line: OrderLine, start: int, end: int) -> bool:
    """A kind of unit, what it does and a place, or words of its name, however they got among each
    other, and next to nothing else: ``North Fleet Sea holds``, ``please: F <ENG H>``."""
    has_kind = has_order = has_place = False
    others = known = 0
    for i in range(start, end):
        folded = line.tokens[i].folded
        if not line.tokens[i].is_word or line.past_filler(i) > i:
            continue
        known += 1
        if folded in line.words.units:
            has_kind = True
        elif _orders(line, i):
            has_order = True
        elif line.words.is_part_of_place(folded) or line.place_at(i) is not None:
            has_place = True
        elif line.power_at(i) is None:
            others += 1
    return has_kind and has_order and has_place and known <= _FEW and others < 2


def _leads_from_place_to_place(line: OrderLine, start: int, end: int) -> bool:
    """A few words that begin and end as places do, one of them right, or an order word between:
    ``Brest moovs Mao``; or a word like a place, and that its unit stays."""
    words = line.folded_words(start, end)
    has_kind = bool(words) and words[0] in line.words.units
    words = words[has_kind:]
    near = line.words.is_near_place
    if not 1 < len(words) <= _FEW or not near(words[0]):
        return False
    last = line.words.orders.get(words[-1], ())
    if len(words) < 4 and any(meaning in STAYING_WORDS for meaning in last):
        return True
    ordered = any(_orders(line, i) for i in range(start + 1 + has_kind, end - 1))
    right = words[0] in line.words.places or words[-1] in line.words.places
    return len(words) > 2 and near(words[-1]) and (has_kind or ordered or right)


def _leads_to_place(line: OrderLine, start: int, end: int) -> bool:
    """A dash or "moves to", and a place: the rest of an order that was broken into two lines, if
    not more."""
    return any(
        line.moves_at(i) and line.past_quoting(i) == i and line.place_at(line.past_word(i))
        for i in range(max(start - 1, 0), end)
    )
