"""What DPP's messages hold: powers, places, units, orders, results, turns, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    scan_order,
)
from dragoman.press.dpp.messages import REFEREE, Annotated, Note, Period
from dragoman.press.dpp.reading import MARK, TextReader, text_of
from dragoman.press.dpp.vocabulary import (
    COASTS,
    KINDS,
    Vocabulary,
    kind_word,
    turn_number,
    turn_numbered,
)
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    Misread,
    Reader,
    Shape,
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
    WrittenOrder,
)
from dragoman.rules import Phase

NOTES: Final = frozenset(
    ["FLD", "BNC", "CUT", "RET", "NMR", "NSO", "NSU", "DSR", "VLD", "HUH", "FAR"]
)
"""What becomes of orders."""
_INTEGER = re.compile(r"[0-9]{1,6}\Z")
_PERIOD = re.compile(r"([0-9]{0,6})-([0-9]{0,6})\Z")
_DRAFTED_KINDS: Final = {"A": "AMY", "F": "FLT"}
_NOBODYS: Final = "SWI"
_STOPS: Final = ("THN", "ELS")
"""What ends an order that is written without brackets."""


def _word(reader: Reader, further: int = 0) -> str:
    token = reader.ahead(further)
    return token if isinstance(token, str) else ""


def _remark(reader: Reader, code: str, what: str) -> None:
    if isinstance(reader, TextReader):
        reader.remark(code, what)


# Powers and places.


def _read_power(reader: Reader) -> str:
    word, words = _word(reader), reader.words
    key = words.power_keys.get(word)
    if key is None and len(word) > 3 and (key := words.power_named(word)) is not None:
        _remark(reader, "full-name", f"{word} is written {words.power(key)}")
    if key is None:
        reader.fail("a nation")
    reader.at += 1
    return key


def _begins_power(reader: Reader, further: int) -> bool:
    word, words = _word(reader, further), reader.words
    return word in words.power_keys or (len(word) > 3 and words.power_named(word) is not None)


def power_part(key: str) -> Part:
    """A power, to be told."""
    return Statement("dpp.REF", {}) if key == REFEREE else PowerKey(key)


POWER = Shape(_read_power, lambda words, key: iter((words.power(key),)), _begins_power, power_part)


def _read_province(reader: Reader) -> str:
    key = reader.words.province_keys.get(_word(reader))
    if key is None:
        reader.fail("a province" if _word(reader) != _NOBODYS else "a province that can be entered")
    reader.at += 1
    return key


def _read_location(reader: Reader) -> str:
    if reader.ahead() != OPEN:
        return _read_province(reader)
    reader.at += 1
    province = _read_province(reader)
    ending = COASTS.get(_word(reader))
    if ending is None:
        reader.fail("a coast: NTH, STH, WST or EST")
    reader.at += 1
    reader.need(CLOSE)
    return f"{province}/{ending}"


def _write_location(words: Vocabulary, location: str) -> Tokens:
    province, coast = words.location(location)
    yield from (OPEN, province, coast, CLOSE) if coast else (province,)


LOCATION = Shape(
    _read_location,
    _write_location,
    lambda reader, further: (
        reader.ahead(further) == OPEN or _word(reader, further) in reader.words.province_keys
    ),
    LocationKey,
)
"""A province, or a coast of one: ``STP``, ``(STP NTH)``."""


# Numbers, turns, words.


def _read_integer(reader: Reader) -> int:
    if not _INTEGER.match(_word(reader)):
        reader.fail("a number")
    return int(str(reader.take()))


INTEGER = Shape(
    _read_integer,
    lambda _, number: iter((str(number),)),
    lambda reader, further: _INTEGER.match(_word(reader, further)) is not None,
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


TURN = Shape(
    lambda reader: turn_numbered(_read_integer(reader)),
    lambda _, phase: iter((_turn_word(phase),)),
    INTEGER.begins,
    _phase_part,
)


def _read_period(reader: Reader) -> Period:
    word = _word(reader)
    ends = _PERIOD.match(word)
    if ends is None:
        if not _INTEGER.match(word):
            reader.fail("a turn, or turns such as 15-20")
        turn = TURN.read(reader)
        return Period(turn, turn)
    reader.at += 1
    first, last = (turn_numbered(int(end)) if end else None for end in ends.groups())
    return Period(first, last)


def _write_period(_: Vocabulary, period: Period) -> Tokens:
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


PERIOD = Shape(
    _read_period,
    _write_period,
    lambda reader, further: (
        _PERIOD.match(_word(reader, further)) is not None or INTEGER.begins(reader, further)
    ),
    _period_part,
)
"""A turn, ``15-20``, ``15-`` or ``-15``."""


def _is_name(token: str) -> bool:
    return token not in ("", OPEN, CLOSE, MARK)


def _read_name(reader: Reader) -> str:
    if not _is_name(_word(reader)):
        reader.fail("a word")
    return str(reader.take())


NAME = Shape(
    _read_name,
    lambda _, word: iter((word,)),
    lambda reader, further: _is_name(_word(reader, further)),
    Verbatim,
)
"""Any word."""


def words_among(known: Collection[str], what: str) -> Shape:
    """Words of those there are, as a tuple."""

    def read(reader: Reader) -> str:
        if _word(reader) not in known:
            reader.fail(what)
        return str(reader.take())

    one = Shape(read, NAME.write, NAME.begins, Verbatim)
    return many(one)


# Units and orders.


def _read_unit(reader: Reader) -> UnitRef:
    word = _word(reader)
    if word in _DRAFTED_KINDS:
        _remark(reader, "short-kind", f"{word} is written {_DRAFTED_KINDS[word]}")
        word = _DRAFTED_KINDS[word]
    if word not in KINDS:
        reader.fail("AMY or FLT")
    reader.at += 1
    return UnitRef(_read_location(reader), KINDS[word])


def _write_unit(words: Vocabulary, unit: UnitRef) -> Tokens:
    yield kind_word(unit.kind)
    yield from _write_location(words, unit.location)


_BARE_UNIT = Shape(
    _read_unit,
    _write_unit,
    lambda reader, further: _word(reader, further) in (*KINDS, *_DRAFTED_KINDS),
    lambda unit: Unit("", unit.kind or "", unit.location),
)
UNIT = bracketed(_BARE_UNIT, is_told_apart=True)
"""``(AMY MUN)``"""


def _read_unit_asked(reader: Reader) -> UnitRef:
    if not _BARE_UNIT.begins(reader, 0):
        return UNIT.read(reader)
    _remark(reader, "no-brackets", "a unit is written in brackets")
    return _read_unit(reader)


UNIT_ASKED = Shape(
    _read_unit_asked,
    UNIT.write,
    lambda reader, further: _BARE_UNIT.begins(reader, further) or UNIT.begins(reader, further),
    UNIT.part,
)
"""A unit that is asked about: the first draft has it without brackets."""

_SIMPLE: Final[dict[str, Callable[[UnitRef], Order]]] = {
    "HLD": Hold,
    "BLD": Build,
    "REM": Remove,
    "DSB": Disband,
}


def _read_move(reader: Reader) -> Order:
    unit = UNIT.read(reader)
    verb = _word(reader)
    if verb not in (*_SIMPLE, "MTO", "SUP", "CNV", "RTO"):
        reader.fail("what the unit does")
    reader.at += 1
    match verb:
        case "MTO":
            return Move(unit, _read_location(reader))
        case "RTO":
            return Retreat(unit, _read_location(reader))
        case "SUP":
            helped = UNIT.read(reader)
            if reader.ahead() != "MTO":
                return Support(unit, helped)
            reader.at += 1
            return Support(unit, helped, _read_location(reader))
        case "CNV":
            helped = UNIT.read(reader)
            reader.need("MTO")
            return Convoy(unit, helped, _read_location(reader))
        case _:
            return _SIMPLE[verb](unit)


def _write_move(words: Vocabulary, order: Order) -> Tokens:
    def at(location: str) -> Tokens:
        return _write_location(words, location)

    match order:
        case Move(unit, target):
            verb, rest = "MTO", at(target)
        case Retreat(unit, target):
            verb, rest = "RTO", at(target)
        case Support(unit, helped, None):
            verb, rest = "SUP", UNIT.write(words, helped)
        case Support(unit, helped, str(target)):
            verb, rest = "SUP", (*UNIT.write(words, helped), "MTO", *at(target))
        case Convoy(unit, helped, target):
            verb, rest = "CNV", (*UNIT.write(words, helped), "MTO", *at(target))
        case Hold(unit):
            verb, rest = "HLD", ()
        case Build(unit):
            verb, rest = "BLD", ()
        case Remove(unit):
            verb, rest = "REM", ()
        case Disband(unit):
            verb, rest = "DSB", ()
        case _:
            raise Unsayable(f"DPP has no order such as {order}")
    yield from UNIT.write(words, unit)
    yield verb
    yield from rest


_MOVE = Shape(_read_move, _write_move, UNIT.begins, WrittenOrder)


def _read_order(reader: Reader) -> Order:
    if reader.ahead() == OPEN:
        return bracketed(_MOVE).read(reader)
    return _read_drafted(reader)


def _read_drafted(reader: Reader) -> Order:
    """An order as the first draft has them: as players write it, ``BUILD F STP(NC)``."""
    start = reader.at
    if not isinstance(reader, TextReader) or not _is_name(_word(reader)):
        reader.fail("an order, such as ((AMY MUN) HLD)")
    text = reader.plain_text(_STOPS)
    order = scan_order(text, reader.words.board)
    if isinstance(order, Diagnostic):
        raise Misread(start, order.what)
    try:
        written = tuple(_write_move(reader.words, order))
    except Unsayable as error:
        raise Misread(start, str(error)) from None
    if _read_move(Reader(written, reader.words)) != order:
        raise Misread(start, f"DPP has no words for all of {order}")
    reader.remark("plain-order", f"{text} is written ((AMY MUN) HLD) and the like", start)
    return order


ORDER = Shape(
    _read_order,
    bracketed(_MOVE).write,
    lambda reader, further: (
        reader.ahead(further) == OPEN
        or (_is_name(_word(reader, further)) and _word(reader, further) not in _STOPS)
    ),
    WrittenOrder,
)
"""``((AMY MUN) MTO BUR)``"""

ORDERS = many(ORDER, 1)


def _read_note(reader: Reader) -> Note:
    word = _word(reader)
    if word not in NOTES:
        reader.fail("a note, such as BNC")
    reader.at += 1
    return Note(word, many(LOCATION).read(reader) if word == "RET" else ())


def _write_note(words: Vocabulary, note: Note) -> Tokens:
    yield note.word
    yield from many(LOCATION).write(words, note.retreats)


def _note_part(note: Note) -> Part:
    parts = {"places": tuple(map(LocationKey, note.retreats))} if note.retreats else {}
    return Statement(f"notes.{note.word}{'-to' if parts else ''}", parts)


_NOTE = bracketed(
    Shape(_read_note, _write_note, lambda r, further: _word(r, further) in NOTES, _note_part)
)


def _read_annotated(reader: Reader) -> Annotated:
    return Annotated(_read_move(reader), many(_NOTE).read(reader))


def _write_annotated(words: Vocabulary, annotated: Annotated) -> Tokens:
    yield from _write_move(words, annotated.order)
    yield from many(_NOTE).write(words, annotated.notes)


def _annotated_part(annotated: Annotated) -> Part:
    order = WrittenOrder(annotated.order)
    if not annotated.notes:
        return order
    notes = tuple(map(_note_part, annotated.notes))
    return Statement("press.annotated", {"order": order, "notes": notes})


_ANNOTATED = bracketed(Shape(_read_annotated, _write_annotated, UNIT.begins, _annotated_part))
RESULTS = many(bracketed(pair_of(POWER, many(_ANNOTATED), "press.results")))
"""``(ENG ((FLT LON) MTO NTH (BNC)))``, as often as there are nations."""

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

ABOUT = either(
    Shape(
        lambda reader: LocationKey(_read_location(reader)),
        lambda words, key: _write_location(words, key.location),
        LOCATION.begins,
        lambda key: key,
    ),
    UNIT_ASKED,
    lambda about: isinstance(about, UnitRef),
)
"""A province, or a unit."""


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


MARKED = Shape(
    _read_marked,
    lambda _, tokens: iter(tokens),
    lambda _, __: True,
    lambda tokens: Verbatim(text_of(tokens)),
)
"""A message with a mark where it was no longer understood."""
