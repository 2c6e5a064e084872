"""Clauses that people write, as forms: the tables of a language say how each is put.

A form is words with choices in it, as in ``[please] (keep|stay) out of {places}``: brackets hold
what may be left out, bars stand between choices, ``<part>`` is a part of the table, ``{place}`` a
gap, which is read as orders are read. A clause is read if a form fits all of it, and no word is
left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from dragoman.board.names import fold, fold_bare
from dragoman.orders import Convoy, Hold, Move, Order, ScanOptions, Support, scan_order
from dragoman.orders.line import OrderLine
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES, word_file

_FOLDER: Final = Path(__file__).with_name("letter_words")
READ_LANGUAGES: Final = tuple(one for one in LANGUAGES if (_FOLDER / f"{one}.toml").exists())
"""The languages in which letters are read."""
_SIGN: Final = re.compile(r"[()\[\]|]|<\w+>|\{\w+\}|[^\s()\[\]|<>{}]+")
_PASSED_OVER: Final = frozenset(":-.'*~_)(¶")
"""Signs that mean nothing between the words of a clause."""
_MOST_POWERS: Final = 6
_LONGEST_ORDER: Final = 14
_OPTIONS: Final = ScanOptions(suggestions=0)

Found: TypeAlias = "str | tuple[str, ...] | Order"
Gaps: TypeAlias = "tuple[tuple[str, Found], ...]"
"""The contents of the gaps of a form: places, powers, orders."""


@dataclass(frozen=True, slots=True)
class FormGap:
    """A gap in a form, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class WordChoice:
    """Choices in a form, each words and gaps one after the other, with the words that each may
    begin with; None where that may be any."""

    ways: tuple[tuple[Way, frozenset[str] | None], ...]


Item: TypeAlias = "frozenset[str] | FormGap | WordChoice"
"""A word, by its spellings; a gap; choices."""
Way: TypeAlias = "tuple[Item, ...]"


@dataclass(frozen=True, slots=True)
class ClauseForms:
    """The forms of a language by what they say, and its words that join, turn or take back."""

    language: str
    forms: tuple[tuple[str, Way], ...]
    joints: frozenset[str]
    conditions: Way
    consequences: Way
    jests: frozenset[str]
    retractions: frozenset[str]
    subjects: frozenset[str]
    known: frozenset[str]
    """All the words that are in its forms."""


@cache
def clause_forms(language: str) -> ClauseForms:
    """The forms of clauses in a language."""
    table = word_file(_FOLDER, language)
    parts = table["parts"]
    forms = [
        (name, _parsed(f"[<open>] ({'|'.join(written)}) [<close>]", parts))
        for name, written in table["clauses"].items()
        if written
    ]
    words = {name: frozenset(map(fold, found)) for name, found in table["words"].items()}
    return ClauseForms(
        language,
        tuple(forms),
        words["joints"],
        _parsed(f"({'|'.join(table['conditions'])})", parts),
        _parsed(f"[{'|'.join(table['consequences'])}]", parts),
        words["jests"],
        words["retractions"],
        words["subjects"],
        frozenset[str]().union(*(_words(way) for _, way in forms)),
    )


def _parsed(written: str, parts: Mapping[str, Sequence[str]]) -> Way:
    signs = _SIGN.findall(written)
    items, at = _items(signs, 0, parts)
    assert at == len(signs), written
    return items


def _items(
    signs: Sequence[str], at: int, parts: Mapping[str, Sequence[str]]
) -> tuple[tuple[Item, ...], int]:
    """The items from a sign on, up to a bar or a bracket that closes."""
    found: list[Item] = []
    while at < len(signs) and signs[at] not in ("|", ")", "]"):
        sign = signs[at]
        at += 1
        if sign in ("(", "["):
            ways: list[Way] = [()] if sign == "[" else []
            while True:
                way, at = _items(signs, at, parts)
                ways.append(way)
                at += 1
                if signs[at - 1] != "|":
                    break
            found.append(WordChoice(tuple((way, _beginnings(way)) for way in ways)))
        elif sign[0] == "<":
            found += _parsed(f"({'|'.join(parts[sign[1:-1]])})", parts)
        elif sign[0] == "{":
            found.append(FormGap(sign[1:-1]))
        else:
            found.append(frozenset((fold(sign), fold_bare(sign))))
    return tuple(found), at


def _beginnings(way: Way) -> frozenset[str] | None:
    """The words that something of a form may begin with; None if it may be any, or nothing."""
    found: frozenset[str] = frozenset()
    for item in way:
        if isinstance(item, FormGap):
            return None
        if not isinstance(item, WordChoice):
            return found | item
        for _, words in item.ways:
            if words is not None:
                found |= words
        if all(words is not None for _, words in item.ways):
            return found
        if any(words is None and choice for choice, words in item.ways):
            return None
    return None


def _words(way: Way) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for item in way:
        if isinstance(item, WordChoice):
            found = found.union(*(_words(choice) for choice, _ in item.ways))
        elif not isinstance(item, FormGap):
            found |= item
    return found


def fits(way: Way, line: OrderLine, i: int, end: int) -> Iterator[tuple[int, Gaps]]:
    """The ends of what fits words and gaps from a token on, each with what is in the gaps."""
    if not way:
        yield i, ()
        return
    first, rest = way[0], way[1:]
    at = i
    while i < end and line.sign_at(i) and line.sign_at(i) in _PASSED_OVER:
        i += 1
    word = line.tokens[i] if i < end else None
    if isinstance(first, WordChoice):
        for choice, words in first.ways:
            if words is None or (
                word and not words.isdisjoint((word.folded, fold_bare(word.text)))
            ):
                yield from fits((*choice, *rest), line, i if choice else at, end)
        return
    if word is None:
        return
    if isinstance(first, FormGap):
        for stop, found in _fillings(first.name, line, i, end):
            for last, gaps in fits(rest, line, stop, end):
                yield last, ((first.name, found), *gaps)
        return
    if word.is_word and (word.folded in first or fold_bare(word.text) in first):
        yield from fits(rest, line, i + 1, end)


def _fillings(name: str, line: OrderLine, i: int, end: int) -> Iterator[tuple[int, Found]]:
    """The readings of a gap at a token, each with its end."""
    match name.rstrip("_"):
        case "place" | "from":
            if (found := line.place_at(i)) and found[1] <= end and len(found[0]) == 1:
                yield found[1], found[0][0]
        case "places":
            yield from _lists(line, i, end)
        case "power" | "powers":
            yield from _powers(line, i, end, _MOST_POWERS if name == "powers" else 1)
        case "kind":
            if found := line.kind_at(i):
                yield found[1], found[0]
        case "word":
            if line.tokens[i].is_word and line.power_at(i) is None:
                yield i + 1, line.tokens[i].text
        case _:
            yield from _orders(name, line, i, end)


def _lists(line: OrderLine, i: int, end: int) -> Iterator[tuple[int, Found]]:
    found: list[str] = []
    at = i
    while (place := line.place_at(at)) and place[1] <= end and len(place[0]) == 1:
        found.append(place[0][0])
        yield place[1], tuple(found)
        at = place[1]
        if line.sign_at(at) in ("/", "&", "+"):
            at += 1
        elif line.past_comma(at) > at:
            at = line.past_comma(at)
            at = line.past_comma(at)
        else:
            return


def _powers(line: OrderLine, i: int, end: int, most: int) -> Iterator[tuple[int, Found]]:
    found: list[str] = []
    while len(found) < most and (power := line.power_at(line.past_filler(i))) and power[1] <= end:
        found.append(power[0])
        yield power[1], tuple(found)
        i = line.past_comma(power[1])
        if i == power[1]:
            return


def _orders(name: str, line: OrderLine, i: int, end: int) -> Iterator[tuple[int, Found]]:
    """The longest order, or the longest move, that is written here."""
    kinds = Move if name == "move" else (Hold, Move, Support, Convoy)
    for stop in range(min(end, i + _LONGEST_ORDER), i + 1, -1):
        read = scan_order(line.written(i, stop), line.words.board, options=_OPTIONS)
        if isinstance(read, kinds):
            yield stop, read
            return
