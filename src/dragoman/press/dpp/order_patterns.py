"""The units and orders in DPP's messages, and what became of them."""

from __future__ import annotations

from collections.abc import Callable
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
from dragoman.press.dpp.messages import Annotated, Note
from dragoman.press.dpp.patterns import LOCATION, POWER, is_name, remark, word_at
from dragoman.press.dpp.reading import TextReader
from dragoman.press.dpp.vocabulary import KINDS, DppVocabulary, kind_word
from dragoman.press.grammar import (
    OPEN,
    MessageMisread,
    Pattern,
    Reader,
    Tokens,
    Unsayable,
    bracketed,
    either,
    many,
    pair_of,
)
from dragoman.reports.statements.statement import LocationKey, Part, Statement, WrittenOrder

NOTES: Final = frozenset(
    ["FLD", "BNC", "CUT", "RET", "NMR", "NSO", "NSU", "DSR", "VLD", "HUH", "FAR"]
)
"""What becomes of orders."""
_DRAFTED_KINDS: Final = {"A": "AMY", "F": "FLT"}
_STOPS: Final = ("THN", "ELS")
"""What ends an order that is written without brackets."""


# Units and orders.


def _read_unit(reader: Reader) -> UnitRef:
    word = word_at(reader)
    if word in _DRAFTED_KINDS:
        remark(reader, "short-kind", f"{word} is written {_DRAFTED_KINDS[word]}")
        word = _DRAFTED_KINDS[word]
    if word not in KINDS:
        reader.fail("AMY or FLT")
    reader.at += 1
    return UnitRef(LOCATION.read(reader), KINDS[word])


def _write_unit(words: DppVocabulary, unit: UnitRef) -> Tokens:
    yield kind_word(unit.kind)
    yield from LOCATION.write(words, unit.location)


_BARE_UNIT = Pattern(
    _read_unit,
    _write_unit,
    lambda reader, further: word_at(reader, further) in (*KINDS, *_DRAFTED_KINDS),
    lambda unit: Unit("", unit.kind or "", unit.location),
)
UNIT = bracketed(_BARE_UNIT, is_told_apart=True)
"""``(AMY MUN)``"""


def _read_unit_asked(reader: Reader) -> UnitRef:
    if not _BARE_UNIT.begins(reader, 0):
        return UNIT.read(reader)
    remark(reader, "no-brackets", "a unit is written in brackets")
    return _read_unit(reader)


UNIT_ASKED = Pattern(
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
    verb = word_at(reader)
    if verb not in (*_SIMPLE, "MTO", "SUP", "CNV", "RTO"):
        reader.fail("what the unit does")
    reader.at += 1
    match verb:
        case "MTO":
            return Move(unit, LOCATION.read(reader))
        case "RTO":
            return Retreat(unit, LOCATION.read(reader))
        case "SUP":
            helped = UNIT.read(reader)
            if reader.ahead() != "MTO":
                return Support(unit, helped)
            reader.at += 1
            return Support(unit, helped, LOCATION.read(reader))
        case "CNV":
            helped = UNIT.read(reader)
            reader.need("MTO")
            return Convoy(unit, helped, LOCATION.read(reader))
        case _:
            return _SIMPLE[verb](unit)


def _write_move(words: DppVocabulary, order: Order) -> Tokens:
    def at(location: str) -> Tokens:
        return LOCATION.write(words, location)

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


_MOVE = Pattern(_read_move, _write_move, UNIT.begins, WrittenOrder)


def _read_order(reader: Reader) -> Order:
    if reader.ahead() == OPEN:
        return bracketed(_MOVE).read(reader)
    return _read_drafted(reader)


def _read_drafted(reader: Reader) -> Order:
    """An order as the first draft has them: as players write it, ``BUILD F STP(NC)``."""
    start = reader.at
    if not isinstance(reader, TextReader) or not is_name(word_at(reader)):
        reader.fail("an order, such as ((AMY MUN) HLD)")
    text = reader.plain_text(_STOPS)
    order = scan_order(text, reader.words.board)
    if isinstance(order, Diagnostic):
        raise MessageMisread(start, order.what)
    try:
        written = tuple(_write_move(reader.words, order))
    except Unsayable as error:
        raise MessageMisread(start, str(error)) from None
    if _read_move(Reader(written, reader.words)) != order:
        raise MessageMisread(start, f"DPP has no words for all of {order}")
    reader.remark("plain-order", f"{text} is written ((AMY MUN) HLD) and the like", start)
    return order


ORDER = Pattern(
    _read_order,
    bracketed(_MOVE).write,
    lambda reader, further: (
        reader.ahead(further) == OPEN
        or (is_name(word_at(reader, further)) and word_at(reader, further) not in _STOPS)
    ),
    WrittenOrder,
)
"""``((AMY MUN) MTO BUR)``"""

ORDERS = many(ORDER, 1)


def _read_note(reader: Reader) -> Note:
    word = word_at(reader)
    if word not in NOTES:
        reader.fail("a note, such as BNC")
    reader.at += 1
    return Note(word, many(LOCATION).read(reader) if word == "RET" else ())


def _write_note(words: DppVocabulary, note: Note) -> Tokens:
    yield note.word
    yield from many(LOCATION).write(words, note.retreats)


def _note_part(note: Note) -> Part:
    parts = {"places": tuple(map(LocationKey, note.retreats))} if note.retreats else {}
    return Statement(f"notes.{note.word}{'-to' if parts else ''}", parts)


_NOTE = bracketed(
    Pattern(_read_note, _write_note, lambda r, further: word_at(r, further) in NOTES, _note_part)
)


def _read_annotated(reader: Reader) -> Annotated:
    return Annotated(_read_move(reader), many(_NOTE).read(reader))


def _write_annotated(words: DppVocabulary, annotated: Annotated) -> Tokens:
    yield from _write_move(words, annotated.order)
    yield from many(_NOTE).write(words, annotated.notes)


def _annotated_part(annotated: Annotated) -> Part:
    order = WrittenOrder(annotated.order)
    if not annotated.notes:
        return order
    notes = tuple(map(_note_part, annotated.notes))
    return Statement("press.annotated", {"order": order, "notes": notes})


_ANNOTATED = bracketed(Pattern(_read_annotated, _write_annotated, UNIT.begins, _annotated_part))
RESULTS = many(bracketed(pair_of(POWER, many(_ANNOTATED), "press.results")))
"""``(ENG ((FLT LON) MTO NTH (BNC)))``, as often as there are nations."""

ABOUT = either(
    Pattern(
        lambda reader: LocationKey(LOCATION.read(reader)),
        lambda words, key: LOCATION.write(words, key.location),
        LOCATION.begins,
        lambda key: key,
    ),
    UNIT_ASKED,
    lambda about: isinstance(about, UnitRef),
)
"""A province, or a unit."""
