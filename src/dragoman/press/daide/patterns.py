"""Patterns of what DAIDE's messages hold besides units and orders: powers, places, turns, numbers,
strings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from dragoman.formats.daide_words import NOBODY
from dragoman.press.daide.tokens import Text, Token, to_text
from dragoman.press.daide.vocabulary import (
    COAST_ENDINGS,
    SEASONS,
    DaideVocabulary,
    coast_word,
)
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    Pattern,
    Reader,
    Tokens,
    bracketed,
    either,
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


def _named(
    keys: Callable[[DaideVocabulary], Mapping[str, str]], what: str
) -> Callable[[Reader], str]:
    def read(reader: Reader) -> str:
        key = keys(reader.words).get(word_at(reader))
        if key is None:
            reader.fail(what)
        reader.at += 1
        return key

    return read


def word_at(reader: Reader, further: int = 0) -> str:
    """The word that comes next, or so many tokens further; empty where it is none."""
    token = reader.ahead(further)
    return token if isinstance(token, str) else ""


def _place(keys: Callable[[DaideVocabulary], Mapping[str, str]], what: str) -> Pattern:
    return Pattern(
        _named(keys, what),
        lambda words, key: iter((words.province(key),)),
        lambda reader, further: word_at(reader, further) in keys(reader.words),
        LocationKey,
    )


POWER = Pattern(
    _named(lambda words: words.power_keys, "a power"),
    lambda words, key: iter((words.power(key),)),
    lambda reader, further: word_at(reader, further) in reader.words.power_keys,
    PowerKey,
)
PROVINCE = _place(lambda words: words.province_keys, "a province")
CENTER = _place(lambda words: words.center_keys, "a supply centre")
SEA = _place(lambda words: words.sea_keys, "a sea")


def _read_owner(reader: Reader) -> str | None:
    if reader.ahead() == NOBODY:
        reader.at += 1
        return None
    return POWER.read(reader)


OWNER = Pattern(
    _read_owner,
    lambda words, key: iter((words.power(key),)),
    lambda reader, further: reader.ahead(further) == NOBODY or POWER.begins(reader, further),
    lambda key: Verbatim(NOBODY) if key is None else PowerKey(key),
)
"""A power, or nobody (None)."""


def _read_location(reader: Reader) -> str:
    if reader.ahead() != OPEN:
        return PROVINCE.read(reader)
    reader.at += 1
    province = PROVINCE.read(reader)
    ending = COAST_ENDINGS.get(word_at(reader))
    if ending is None:
        reader.fail("a coast")
    reader.at += 1
    reader.need(CLOSE)
    return f"{province}/{ending}"


def _write_location(words: DaideVocabulary, location: str) -> Tokens:
    province, _, coast = location.partition("/")
    if not coast:
        yield words.province(province)
    else:
        yield from (OPEN, words.province(province), coast_word(coast), CLOSE)


LOCATION = Pattern(
    _read_location,
    _write_location,
    lambda reader, further: reader.ahead(further) == OPEN or PROVINCE.begins(reader, further),
    LocationKey,
)
"""A province, or a coast of one."""


def _read_number(reader: Reader) -> int:
    token = reader.ahead()
    if not isinstance(token, int):
        reader.fail("a number")
    reader.at += 1
    return token


NUMBER = Pattern(
    _read_number,
    lambda _, number: iter((number,)),
    lambda reader, further: isinstance(reader.ahead(further), int),
    lambda number: number,
)


def _read_string(reader: Reader) -> str:
    token = reader.ahead()
    if not isinstance(token, Text):
        return ""
    reader.at += 1
    return token.text


STRING = Pattern(
    _read_string,
    lambda _, text: iter((Text(text),) if text else ()),
    lambda reader, further: isinstance(reader.ahead(further), Text),
    Verbatim,
)
"""A string; an empty one has no token at all."""


def words_among(known: Collection[str], what: str, least: int = 1, most: int = 1) -> Pattern:
    """So many words of those there are, as a tuple."""

    def read(reader: Reader) -> tuple[str, ...]:
        found: list[str] = []
        while len(found) < most and (len(found) < least or word_at(reader) in known):
            if word_at(reader) not in known:
                reader.fail(what)
            found.append(str(reader.take()))
        return tuple(found)

    return Pattern(
        read,
        lambda _, found: iter(found),
        lambda reader, further: word_at(reader, further) in known,
        lambda found: Verbatim(" ".join(found)) if found else Statement("press.nothing", {}),
    )


def word_among(known: Collection[str], what: str) -> Pattern:
    """A word of those there are."""
    several = words_among(known, what)
    return Pattern(
        lambda reader: several.read(reader)[0],
        lambda _, word: iter((word,)),
        several.begins,
        Verbatim,
    )


# Turns.


def _read_turn(reader: Reader) -> Phase:
    season = SEASONS.get(word_at(reader))
    if season is None:
        reader.fail("a turn, such as SPR 1901")
    reader.at += 1
    return Phase(_read_number(reader), *season)


def _write_turn(words: DaideVocabulary, phase: Phase) -> Tokens:
    yield words.season(phase)
    yield phase.year


def turn_part(phase: Phase) -> Part:
    """A turn, to be told."""
    season, kind = (Statement(f"phases.{letter}", {}) for letter in (phase.season, phase.letter))
    year = Verbatim(str(phase.year))
    return Statement("report.phase", {"season": season, "year": year, "kind": kind})


TURN = Pattern(
    _read_turn,
    _write_turn,
    lambda reader, further: word_at(reader, further) in SEASONS,
    turn_part,
)


# Messages that are not read.


def _read_rest(reader: Reader) -> tuple[Token, ...]:
    """All tokens up to the bracket that closes what is around them, or to the end."""
    start, depth = reader.at, 0
    while (token := reader.ahead()) is not None:
        depth += (token == OPEN) - (token == CLOSE)
        if depth < 0:
            break
        reader.at += 1
    return tuple(reader.tokens[start : reader.at])  # type: ignore[arg-type]


RAW = Pattern(
    _read_rest,
    lambda _, tokens: iter(tokens),
    lambda _, __: True,
    lambda tokens: Verbatim(to_text(tokens)),
)
"""Tokens as they stand."""


def _read_marked(reader: Reader) -> tuple[Token, ...]:
    found = _read_rest(reader)
    if "ERR" not in found:
        reader.fail("ERR, before what was not understood,")
    return found


MARKED = Pattern(_read_marked, RAW.write, RAW.begins, RAW.part)
"""A message with ``ERR`` before the first token that was not understood."""


def nothing(value: Any) -> Pattern:
    """The pattern of what may not stand there and is left out."""
    return Pattern(lambda _: value, lambda _, __: iter(()), lambda _, __: True, lambda _: ())


PERIOD = either(
    bracketed(TURN),
    bracketed(pair_of(bracketed(TURN), bracketed(TURN), "press.period"), is_told_apart=True),
    lambda period: isinstance(period, tuple),
)
"""A turn, or the first and the last of several."""
