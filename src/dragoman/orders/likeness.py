"""Telling press from orders that cannot be read.

Press may say anything, also the names of places. What is put together as orders are is an order
to the one who wrote it: it must not be passed over as press.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.orders.line import SEPARATORS, Line
from dragoman.orders.tokens import MOVE_SIGN
from dragoman.orders.vocabulary import Vocabulary, Word

_STAYING = frozenset({Word.HOLD, Word.DISBAND, Word.REMOVE, Word.BUILD})
_LEADING = frozenset({Word.MOVE, Word.VIA, Word.SUPPORT, Word.CONVOY, Word.RETREAT})
_ORDERING = _STAYING | _LEADING
_FEW = 5
"""Words, in what may be an order; a longer passage is taken for a sentence."""


def order_like(
    line: Line, start: int, end: int, in_sentence: bool = False
) -> tuple[int, int] | None:
    """Where an order seems to be in a passage of press; None where it seems to be press alone.

    With ``in_sentence`` the passage is known to be something else, such as a header of a mail, and
    only an order written out in it counts.
    """
    for begin, stop in _pieces(line, start, end):
        found = _written_out(line, begin, stop)
        if found or in_sentence:
            if found:
                return found
            continue
        if _of_order_words(line, begin, stop) or _from_place_to_place(line, begin, stop):
            return begin, stop
        if _is_fragment(line, begin, stop) or _is_squeezed(line.tokens[begin].folded, line.words):
            return begin, stop
    return None


def may_belong_to_order(line: Line, start: int, end: int) -> bool:
    """Whether something in the words behind an order may be meant as a part of it."""
    for i in range(start, end):
        token = line.tokens[i]
        if token.is_word and (
            line.words.is_near_place(token.folded)
            or _orders(line, i)
            or (line.place_at(i) is not None and line.past_filler(i) == i)
        ):
            return True
        if token.folded == MOVE_SIGN and i + 1 < end and line.place_at(i + 1) is not None:
            return True
    return False


def is_only_of_order_words(line: Line, start: int, end: int) -> bool:
    """Whether every word here is one of orders, and one of them a place."""
    return _items(line, start, end) > 0


def _pieces(line: Line, start: int, end: int) -> Iterator[tuple[int, int]]:
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


def _orders(line: Line, i: int) -> bool:
    """Whether a word that says what a unit does stands here; "to" and "over" may mean anything."""
    meanings = line.words.orders.get(line.tokens[i].folded, ())
    return bool(meanings) and meanings[0] in _ORDERING and meanings[0] is not Word.MOVE


def _written_out(line: Line, start: int, end: int) -> tuple[int, int] | None:
    """A unit and what it does, or a place, what is done there, and another place."""
    words = [i for i in range(start, end) if line.past_filler(i) == i]
    for i in words:
        unit = line.unit_at(i)
        if unit is not None and unit.end < end and line.orders_at(unit.end):
            return i, unit.end
    for i in words:
        place = line.place_at(i)
        if place is None or place[1] >= end or not line.orders_at(place[1]):
            continue
        meanings, behind = line.word_at(place[1]) or ((), end)
        if behind < end and (line.place_at(behind) or line.unit_at(behind)):
            return i, min(behind + 1, end)
        if behind == end and not _STAYING.isdisjoint(meanings) and behind - start < _FEW:
            return start, end
    return None


def _of_order_words(line: Line, start: int, end: int) -> bool:
    return _items(line, start, end) > 1


def _items(line: Line, start: int, end: int) -> int:
    """How many places, powers, kinds of unit and order words are here; 0 if anything else is, or
    no place."""
    count, places, i = 0, 0, start
    while i < end:
        token = line.tokens[i]
        found = line.place_at(i) if line.past_filler(i) == i else None
        if found is not None:
            i, count, places = min(found[1], end), count + 1, places + 1
            continue
        if power := line.power_at(i):
            i, count = power[1], count + 1
            continue
        known = token.folded in line.words.units or _is_squeezed_unit(token.folded, line.words)
        if known:
            count, places = count + 1, places + (token.folded not in line.words.units)
        elif token.folded in line.words.orders:
            passed_over = line.words.orders[token.folded][0] in (Word.FILLER, Word.AND, Word.DITTO)
            count += not passed_over
        elif token.is_word and not token.text.isdigit() and token.folded not in line.words.coasts:
            return 0
        i += 1
    return count if places else 0


def _from_place_to_place(line: Line, start: int, end: int) -> bool:
    """A few words that begin and end as places do, one of them right, or an order word between:
    ``Brest moovs Mao``."""
    words = [line.tokens[i].folded for i in range(start, end) if line.tokens[i].is_word]
    has_kind = bool(words) and words[0] in line.words.units
    words = words[has_kind:]
    if not 2 < len(words) <= _FEW or not all(
        map(line.words.is_near_place, words[:: len(words) - 1])
    ):
        return False
    ordered = any(_orders(line, i) for i in range(start + 1 + has_kind, end - 1))
    return has_kind or ordered or words[0] in line.words.places or words[-1] in line.words.places


def _is_fragment(line: Line, start: int, end: int) -> bool:
    """The rest of an order that a mail program has broken into two lines: ``- Bur``."""
    if start == 0 or line.sign_at(start - 1) != MOVE_SIGN or line.tokens[start - 1].text[0] == ">":
        return False
    place = line.place_at(start)
    return place is not None and place[1] >= end


def _is_squeezed(word: str, words: Vocabulary) -> bool:
    """Whether a word is an order without its blanks: ``AParH``, ``AParSAMar``."""
    for unit, rest in _squeezed_units(word, words):
        if not unit or not rest:
            continue
        meanings = words.orders.get(rest, ())
        if any(meaning in _STAYING for meaning in meanings):
            return True
        for length in range(1, len(rest)):
            meanings = words.orders.get(rest[:length], ())
            other = rest[length:]
            if any(meaning in _LEADING for meaning in meanings) and (
                (other in words.places and len(other) > 2) or _is_squeezed_unit(other, words)
            ):
                return True
    return False


def _is_squeezed_unit(word: str, words: Vocabulary) -> bool:
    """Whether a word is a unit without its blank: ``APar``."""
    return any(not rest for _, rest in _squeezed_units(word, words))


def _squeezed_units(word: str, words: Vocabulary) -> Iterator[tuple[str, str]]:
    """The ways to read the beginning of a word as a unit, each with the rest of the word."""
    if len(word) > 80:
        return
    for kind in words.units:
        if word.startswith(kind):
            for end in range(len(kind) + 3, min(len(word), len(kind) + words.longest_place) + 1):
                if word[len(kind) : end] in words.places:
                    yield word[:end], word[end:]
