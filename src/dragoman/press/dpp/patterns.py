"""Patterns of what DPP's messages hold besides units and orders: powers, places, turns, words."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from dragoman.press.dpp.messages import REFEREE, Period
from dragoman.press.dpp.reading import MARK, TextReader, text_of
from dragoman.press.dpp.vocabulary import (
    COASTS,
    DppVocabulary,
    turn_number,
    turn_numbered,
)
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    Pattern,
    Reader,
    Tokens,
    Unsayable,
    bracketed,
    either,
    many,
    pair_of,
)
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    Verbatim,
)
from dragoman.rules import Phase

_INTEGER = re.compile(r"[0-9]{1,6}\Z")
_PERIOD = re.compile(r"([0-9]{0,6})-([0-9]{0,6})\Z")
_NOBODYS: Final = "SWI"


def word_at(reader: Reader, further: int = 0) -> str:
    """The word that comes next, or so many further; empty where it is none."""
    token = reader.ahead(further)
    return token if isinstance(token, str) else ""


def remark(reader: Reader, code: str, what: str) -> None:
    """Note what was understood and should be written otherwise, where somebody reads that."""
    if isinstance(reader, TextReader):
        reader.remark(code, what)


# Powers and places.


def _read_power(reader: Reader) -> str:
    word, words = word_at(reader), reader.words
    key = words.power_keys.get(word)
    if key is None and len(word) > 3 and (key := words.power_named(word)) is not None:
        remark(reader, "full-name", f"{word} is written {words.power(key)}")
    if key is None:
        reader.fail("a nation")
    reader.at += 1
    return key


def _begins_power(reader: Reader, further: int) -> bool:
    word, words = word_at(reader, further), reader.words
    return word in words.power_keys or (len(word) > 3 and words.power_named(word) is not None)


def power_part(key: str) -> Part:
    """A power, to be told."""
    return Statement("dpp.REF", {}) if key == REFEREE else PowerKey(key)


POWER = Pattern(
    _read_power, lambda words, key: iter((words.power(key),)), _begins_power, power_part
)


def _read_province(reader: Reader) -> str:
    key = reader.words.province_keys.get(word_at(reader))
    if key is None:
        reader.fail(
            "a province" if word_at(reader) != _NOBODYS else "a province that can be entered"
        )
    reader.at += 1
    return key


def _read_location(reader: Reader) -> str:
    if reader.ahead() != OPEN:
        return _read_province(reader)
    reader.at += 1
    province = _read_province(reader)
    ending = COASTS.get(word_at(reader))
    if ending is None:
        reader.fail("a coast: NTH, STH, WST or EST")
    reader.at += 1
    reader.need(CLOSE)
    return f"{province}/{ending}"


def _write_location(words: DppVocabulary, location: str) -> Tokens:
    province, coast = words.location(location)
    yield from (OPEN, province, coast, CLOSE) if coast else (province,)


LOCATION = Pattern(
    _read_location,
    _write_location,
    lambda reader, further: (
        reader.ahead(further) == OPEN or word_at(reader, further) in reader.words.province_keys
    ),
    LocationKey,
)
"""A province, or a coast of one: ``STP``, ``(STP NTH)``."""


# Numbers, turns, words.


def _read_integer(reader: Reader) -> int:
    if not _INTEGER.match(word_at(reader)):
        reader.fail("a number")
    return int(str(reader.take()))


INTEGER = Pattern(
    _read_integer,
    lambda _, number: iter((str(number),)),
    lambda reader, further: _INTEGER.match(word_at(reader, further)) is not None,
    lambda number: number,
)


def _turn_word(phase: Phase) -> str:
    number = turn_number(phase)
    if number < 0:
        raise Unsayable(f"{phase} comes before the turns that DPP has numbers for")
    return str(number)


def _phase_part(phase: Phase) -> Part:
    season, kind = (Statement(f"phases.{letter}", {}) for letter in (phase.season, phase.letter))
    year = Verbatim(str(phase.year))
    return Statement("report.phase", {"season": season, "year": year, "kind": kind})


TURN = Pattern(
    lambda reader: turn_numbered(_read_integer(reader)),
    lambda _, phase: iter((_turn_word(phase),)),
    INTEGER.begins,
    _phase_part,
)


def _read_period(reader: Reader) -> Period:
    word = word_at(reader)
    ends = _PERIOD.match(word)
    if ends is None:
        if not _INTEGER.match(word):
            reader.fail("a turn, or turns such as 15-20")
        turn = TURN.read(reader)
        return Period(turn, turn)
    reader.at += 1
    first, last = (turn_numbered(int(end)) if end else None for end in ends.groups())
    return Period(first, last)


def _write_period(_: DppVocabulary, period: Period) -> Tokens:
    first, last = (_turn_word(end) if end else "" for end in (period.first, period.last))
    yield first if first and first == last else f"{first}-{last}"


def _period_part(period: Period) -> Part:
    first, last = (None if end is None else _phase_part(end) for end in (period.first, period.last))
    if first is None and last is None:
        return Statement("press.always", {})
    if first is None or last is None:
        since = {"first": first} if first is not None else {"last": last or ()}
        return Statement("press.since" if first is not None else "press.until", since)
    if period.first == period.last:
        return first
    return Statement("press.period", {"first": first, "second": last})


PERIOD = Pattern(
    _read_period,
    _write_period,
    lambda reader, further: (
        _PERIOD.match(word_at(reader, further)) is not None or INTEGER.begins(reader, further)
    ),
    _period_part,
)
"""A turn, ``15-20``, ``15-`` or ``-15``."""


def is_name(token: str) -> bool:
    """True if a token is a word: no bracket and no mark."""
    return token not in ("", OPEN, CLOSE, MARK)


def _read_name(reader: Reader) -> str:
    if not is_name(word_at(reader)):
        reader.fail("a word")
    return str(reader.take())


NAME = Pattern(
    _read_name,
    lambda _, word: iter((word,)),
    lambda reader, further: is_name(word_at(reader, further)),
    Verbatim,
)
"""Any word."""


def words_among(known: Collection[str], what: str) -> Pattern:
    """Words of those there are, as a tuple."""

    def read(reader: Reader) -> str:
        if word_at(reader) not in known:
            reader.fail(what)
        return str(reader.take())

    one = Pattern(read, NAME.write, NAME.begins, Verbatim)
    return many(one)


SHARE = bracketed(
    pair_of(
        POWER,
        either(
            many(LOCATION),
            INTEGER,
            lambda share: isinstance(share, int),
        ),
        "press.share",
    )
)
"""``(ENG BRE SPA)`` or ``(ENG 3)``"""

# Messages that are not read.


def _read_marked(reader: Reader) -> tuple[str, ...]:
    start, depth = reader.at, 0
    while (token := reader.ahead()) is not None:
        depth += (token == OPEN) - (token == CLOSE)
        if depth < 0:
            break
        reader.at += 1
    found = tuple(map(str, reader.tokens[start : reader.at]))
    if MARK not in found and "ERR" not in found:
        reader.fail(f"{MARK} or (ERR), after what was understood,")
    return found


MARKED = Pattern(
    _read_marked,
    lambda _, tokens: iter(tokens),
    lambda _, __: True,
    lambda tokens: Verbatim(text_of(tokens)),
)
"""A message with a mark where it was no longer understood."""
