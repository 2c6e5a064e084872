"""What DAIDE's messages hold: powers, places, units, orders, turns, numbers, strings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from dragoman.board import Unit
from dragoman.formats.daide_words import NOBODY
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
    Waive,
)
from dragoman.press.daide.tokens import Text, Token, to_text
from dragoman.press.daide.vocabulary import (
    COAST_ENDINGS,
    KINDS,
    SEASONS,
    Vocabulary,
    coast_word,
    kind_word,
)
from dragoman.press.grammar import (
    CLOSE,
    OPEN,
    Reader,
    Shape,
    Tokens,
    Unsayable,
    bracketed,
    either,
    many,
    pair_of,
)
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    Verbatim,
    WrittenOrder,
)
from dragoman.rules import Dislodged, Phase
from dragoman.values import short_repr

ANY_KIND: Final = "UNT"
"""Stands for army and fleet alike."""


@dataclass(frozen=True, slots=True)
class WaivedBuild:
    """A build given up, with whose it is."""

    power: str

    __repr__ = short_repr


NamedOrder: TypeAlias = "Order | WaivedBuild"
"""An order in which every unit has its kind and its power."""


def _named(keys: Callable[[Vocabulary], Mapping[str, str]], what: str) -> Callable[[Reader], str]:
    def read(reader: Reader) -> str:
        key = keys(reader.words).get(_word(reader))
        if key is None:
            reader.fail(what)
        reader.at += 1
        return key

    return read


def _word(reader: Reader, further: int = 0) -> str:
    token = reader.ahead(further)
    return token if isinstance(token, str) else ""


def _place(keys: Callable[[Vocabulary], Mapping[str, str]], what: str) -> Shape:
    return Shape(
        _named(keys, what),
        lambda words, key: iter((words.province(key),)),
        lambda reader, further: _word(reader, further) in keys(reader.words),
        LocationKey,
    )


POWER = Shape(
    _named(lambda words: words.power_keys, "a power"),
    lambda words, key: iter((words.power(key),)),
    lambda reader, further: _word(reader, further) in reader.words.power_keys,
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


OWNER = Shape(
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
    ending = COAST_ENDINGS.get(_word(reader))
    if ending is None:
        reader.fail("a coast")
    reader.at += 1
    reader.need(CLOSE)
    return f"{province}/{ending}"


def _write_location(words: Vocabulary, location: str) -> Tokens:
    province, _, coast = location.partition("/")
    if not coast:
        yield words.province(province)
    else:
        yield from (OPEN, words.province(province), coast_word(coast), CLOSE)


LOCATION = Shape(
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


NUMBER = Shape(
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


STRING = Shape(
    _read_string,
    lambda _, text: iter((Text(text),) if text else ()),
    lambda reader, further: isinstance(reader.ahead(further), Text),
    Verbatim,
)
"""A string; an empty one has no token at all."""


def words_among(known: Collection[str], what: str, least: int = 1, most: int = 1) -> Shape:
    """So many words of those there are, as a tuple."""

    def read(reader: Reader) -> tuple[str, ...]:
        found: list[str] = []
        while len(found) < most and (len(found) < least or _word(reader) in known):
            if _word(reader) not in known:
                reader.fail(what)
            found.append(str(reader.take()))
        return tuple(found)

    return Shape(
        read,
        lambda _, found: iter(found),
        lambda reader, further: _word(reader, further) in known,
        lambda found: Verbatim(" ".join(found)) if found else Statement("press.nothing", {}),
    )


def word_among(known: Collection[str], what: str) -> Shape:
    """A word of those there are."""
    several = words_among(known, what)
    return Shape(
        lambda reader: several.read(reader)[0],
        lambda _, word: iter((word,)),
        several.begins,
        Verbatim,
    )


# Turns.


def _read_turn(reader: Reader) -> Phase:
    season = SEASONS.get(_word(reader))
    if season is None:
        reader.fail("a turn, such as SPR 1901")
    reader.at += 1
    return Phase(_read_number(reader), *season)


def _write_turn(words: Vocabulary, phase: Phase) -> Tokens:
    yield words.season(phase)
    yield phase.year


def turn_part(phase: Phase) -> Part:
    """A turn, to be told."""
    season, kind = (Statement(f"phases.{letter}", {}) for letter in (phase.season, phase.letter))
    year = Verbatim(str(phase.year))
    return Statement("report.phase", {"season": season, "year": year, "kind": kind})


TURN = Shape(
    _read_turn,
    _write_turn,
    lambda reader, further: _word(reader, further) in SEASONS,
    turn_part,
)


# Units.


def _unit_shape(any_kind: bool, made: Callable[[str, str | None, str], Any]) -> Shape:
    """``power kind location``, without brackets. The order of the arguments of ``made`` is that of
    the message."""

    def read(reader: Reader) -> Any:
        power = POWER.read(reader)
        kind: str | None = None
        if not any_kind or reader.ahead() != ANY_KIND:
            kind = KINDS.get(_word(reader))
            if kind is None:
                reader.fail("AMY or FLT")
        reader.at += 1
        return made(power, kind, _read_location(reader))

    def write(words: Vocabulary, unit: Any) -> Tokens:
        if unit.power is None or (unit.kind is None and not any_kind):
            raise Unsayable(f"of {unit} it is not told whose it is, or what")
        yield words.power(unit.power)
        yield ANY_KIND if unit.kind is None else kind_word(unit.kind)
        yield from _write_location(words, unit.location)

    return Shape(read, write, POWER.begins, _unit_part)


def _unit_part(unit: Any) -> Part:
    return Statement(
        "press.unit",
        {"power": PowerKey(unit.power or ""), "unit": Unit("", unit.kind or "", unit.location)},
    )


def _unit_ref(power: str, kind: str | None, location: str) -> UnitRef:
    return UnitRef(location, kind, power)


UNIT_NAMED = _unit_shape(any_kind=False, made=_unit_ref)
"""A unit as orders name it."""
UNIT_OF_ANY_KIND = _unit_shape(any_kind=True, made=_unit_ref)
"""A unit of which the kind may not matter."""
UNIT = _unit_shape(any_kind=False, made=lambda power, kind, at: Unit(power, kind or "", at))
"""A unit on the board."""

_OPTIONS = bracketed(many(LOCATION))


def _read_standing(reader: Reader) -> Unit | Dislodged:
    unit = UNIT.read(reader)
    if reader.ahead() != "MRT":
        return unit
    reader.at += 1
    return Dislodged(unit, _OPTIONS.read(reader))


def _write_standing(words: Vocabulary, unit: Unit | Dislodged) -> Tokens:
    if isinstance(unit, Unit):
        yield from UNIT.write(words, unit)
    else:
        yield from UNIT.write(words, unit.unit)
        yield "MRT"
        yield from _OPTIONS.write(words, unit.options)


STANDING = Shape(
    _read_standing,
    _write_standing,
    UNIT.begins,
    lambda unit: _unit_part(unit if isinstance(unit, Unit) else unit.unit),
)
"""A unit on the board, or one that must retreat."""


# Orders.

_UNIT = bracketed(UNIT_NAMED)
_SEAS = bracketed(many(SEA, 1))
_VERBS: Final = frozenset(["HLD", "MTO", "SUP", "CVY", "CTO", "RTO", "DSB", "BLD", "REM"])


def _read_order(reader: Reader) -> NamedOrder:
    if reader.ahead() != OPEN:
        power = POWER.read(reader)
        reader.need("WVE")
        return WaivedBuild(power)
    unit = _UNIT.read(reader)
    verb = _word(reader)
    if verb not in _VERBS:
        reader.fail("what the unit does")
    reader.at += 1
    match verb:
        case "HLD":
            return Hold(unit)
        case "MTO":
            return Move(unit, _read_location(reader))
        case "SUP":
            helped = _UNIT.read(reader)
            if reader.ahead() != "MTO":
                return Support(unit, helped)
            reader.at += 1
            return Support(unit, helped, PROVINCE.read(reader))
        case "CVY":
            helped = _UNIT.read(reader)
            reader.need("CTO")
            return Convoy(unit, helped, PROVINCE.read(reader))
        case "CTO":
            target = PROVINCE.read(reader)
            reader.need("VIA")
            return Move(unit, target, via_convoy=True, route=_SEAS.read(reader))
        case "RTO":
            return Retreat(unit, _read_location(reader))
        case "DSB":
            return Disband(unit)
        case "BLD":
            return Build(unit)
        case _:
            return Remove(unit)


def _write_order(words: Vocabulary, order: NamedOrder) -> Tokens:
    match order:
        case WaivedBuild(power):
            yield from (words.power(power), "WVE")
            return
        case Hold(unit):
            verb, rest = "HLD", ()
        case Move(unit, target, _, route) if route:
            seas = _SEAS.write(words, route)
            verb, rest = "CTO", (words.province(_province(target)), "VIA", *seas)
        case Move(unit, target):
            verb, rest = "MTO", _write_location(words, target)
        case Support(unit, helped, None):
            verb, rest = "SUP", _UNIT.write(words, helped)
        case Support(unit, helped, str(target)):
            at = words.province(_province(target))
            verb, rest = "SUP", (*_UNIT.write(words, helped), "MTO", at)
        case Convoy(unit, helped, target):
            at = words.province(_province(target))
            verb, rest = "CVY", (*_UNIT.write(words, helped), "CTO", at)
        case Retreat(unit, target):
            verb, rest = "RTO", _write_location(words, target)
        case Disband(unit):
            verb, rest = "DSB", ()
        case Build(unit):
            verb, rest = "BLD", ()
        case Remove(unit):
            verb, rest = "REM", ()
        case _:
            raise Unsayable(f"DAIDE has no order such as {order}")
    yield from _UNIT.write(words, unit)
    yield verb
    yield from rest


def _province(location: str) -> str:
    return location.partition("/")[0]


def order_part(order: NamedOrder) -> Part:
    """An order with whose it is, to be told."""
    if isinstance(order, WaivedBuild):
        power, told = order.power, WrittenOrder(Waive())
    else:
        unit = getattr(order, "unit", None)
        power, told = (unit.power or "" if isinstance(unit, UnitRef) else ""), WrittenOrder(order)
    return Statement("press.ordered", {"power": PowerKey(power), "order": told})


ORDER = Shape(
    _read_order,
    _write_order,
    lambda reader, further: reader.ahead(further) == OPEN or POWER.begins(reader, further),
    order_part,
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


RAW = Shape(
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


MARKED = Shape(_read_marked, RAW.write, RAW.begins, RAW.part)
"""A message with ``ERR`` before the first token that was not understood."""


def nothing(value: Any) -> Shape:
    """What is left out where it may not stand."""
    return Shape(lambda _: value, lambda _, __: iter(()), lambda _, __: True, lambda _: ())


PERIOD = either(
    bracketed(TURN),
    bracketed(pair_of(bracketed(TURN), bracketed(TURN), "press.period"), is_told_apart=True),
    lambda period: isinstance(period, tuple),
)
"""A turn, or the first and the last of several."""
