"""Turns as JSON lines in, their resolutions as JSON lines out: for any language and harness.

A turn is one object in the notation of the `diplomacy` package's saved games::

    {"id": 1, "variant": "standard", "phase": "S1901M",
     "units": {"ENGLAND": ["F LON", "*A YOR"]}, "centers": {"ENGLAND": ["LON"]},
     "orders": {"ENGLAND": ["F LON - NTH"]}, "retreats": {"ENGLAND": {"A YOR": ["WAL"]}}}

Dislodged units are marked ``*``; ``variant``, ``centers``, ``orders`` and ``retreats`` may
be left out. Its resolution holds ``results`` (the words of those saved games; an order that
succeeded has none), ``units``, ``centers`` and ``retreats`` of the next position, ``next``,
its phase, and ``winners`` once there are some. Orders that could not be read or used are
told in ``notes``. A line that is no turn yields ``{"id": ..., "line": ..., "error": ...}``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats.variant import VariantError, load_variant
from dragoman.game import Misshapen, Resolution, Variant, parse, process
from dragoman.game.fields import Fields
from dragoman.game.resolution import next_position
from dragoman.game.results import movement_words, results
from dragoman.orders import Order, PhaseLetter, Waive, scan_order, write
from dragoman.rules import Dislodged, Phase, PhaseKind, Position, RuleSet, Settled, unplayable

if TYPE_CHECKING:
    from dragoman.rules.swift import Swift

_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)

Explainer = Callable[[Variant, Resolution], Any]
"""What to put under ``explain`` in the resolution's line."""

WARM_WHEN_COMPILED = 200
WARM_WHEN_NOT = 20_000
"""Turns after which the compiled judge is worth loading; and, once per version, making."""


def resolve_lines(
    lines: Iterable[str], rule_set: RuleSet | None = None, explain: Explainer | None = None
) -> Iterator[str]:
    """One line for every line that is not blank, in order.

    The variant's own rule set is used unless one is given. A long stream is judged by the
    compiled resolver from some turn on; a turn that is to be explained never is.
    """
    judge = _Judge(rule_set, explain)
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _JSON.encode(judge.answer(line, number))


class _Judge:
    """Resolves turns, and remembers what it has read before."""

    def __init__(self, rule_set: RuleSet | None, explain: Explainer | None) -> None:
        self._rule_set, self._explain = rule_set, explain
        self._turns = 0
        self._swift: dict[str, Swift] = {}
        self._known: dict[Board, dict[tuple[str, str], Unit]] = {}

    def answer(self, line: str, number: int) -> dict[str, Any]:
        """The resolution of a turn, or what is wrong with the line."""
        name: Any = None
        try:
            fields = parse(line)
            name = fields.values.get("id")
            return {"id": name, **self._resolve(fields)}
        except Misshapen as error:
            return {"id": name, "line": number, "error": error.diagnostic.what}

    def _resolve(self, turn: Fields) -> dict[str, Any]:
        self._turns += 1
        variant = _variant(turn.text("variant") if "variant" in turn else "standard")
        position = self._position(turn, variant)
        notes: list[str] = []
        orders = _orders(turn, variant.board, position.phase, notes)
        notes += _misdirected(variant.board, position, orders)
        swift = self._swift_for(variant) if position.phase.kind is PhaseKind.MOVEMENT else None
        if swift is not None:
            return self._resolve_swiftly(swift, variant, position, orders, notes)
        resolution = process(variant, position, orders, self._rule_set)
        said = results(resolution.outcomes, position.phase.kind)
        found = _answer(said, resolution.position, resolution.winners, notes)
        if self._explain is not None:
            found["explain"] = self._explain(variant, resolution)
        return found

    def _resolve_swiftly(
        self,
        swift: Swift,
        variant: Variant,
        position: Position,
        orders: Mapping[str, list[Order]],
        notes: list[str],
    ) -> dict[str, Any]:
        given = [(power, order) for power, list_ in orders.items() for order in list_]
        fates = swift.move(position.phase, position.units, given)
        said: dict[str, list[str]] = {}
        standing: list[Unit] = []
        dislodged: list[Dislodged] = []
        for unit, fate in zip(position.units, fates, strict=True):
            said[str(unit)] = movement_words(fate.result, fate.location is None)
            if fate.location is None:
                dislodged.append(Dislodged(unit, fate.options))
            elif fate.location == unit.location:
                standing.append(unit)
            else:
                standing.append(Unit(unit.power, unit.kind, fate.location))
        settled = Settled((), (), tuple(standing), tuple(dislodged))
        after, winners = next_position(
            variant, position, settled, self._rule_set or variant.rule_set
        )
        return _answer(said, after, winners, notes)

    def _swift_for(self, variant: Variant) -> Swift | None:
        """The compiled judge, once the stream is long enough to be worth it."""
        rule_set = self._rule_set or variant.rule_set
        if self._explain is not None or rule_set.implied_orders == "yes":
            return None
        if variant.name not in self._swift:
            if self._turns < WARM_WHEN_COMPILED:
                return None
            from dragoman.rules.compiled import is_compiled  # numba takes a while to import

            if self._turns < WARM_WHEN_NOT and not is_compiled():
                return None
            from dragoman.rules.swift import Swift

            self._swift[variant.name] = Swift(variant.board, rule_set)
        return self._swift[variant.name]

    def _position(self, turn: Fields, variant: Variant) -> Position:
        board = variant.board
        try:
            phase = Phase.parse(turn.text("phase"))
        except ValueError as error:
            raise turn.wrong("phase", "unknown-phase", str(error)) from None
        retreats = turn.object("retreats")
        standing: list[Unit] = []
        dislodged: list[Dislodged] = []
        units = turn.object("units")
        known = self._known.setdefault(board, {})
        for name, texts in units.values.items():
            if isinstance(texts, list):
                try:
                    standing += [known[name, text] for text in cast(list[str], texts)]
                    continue
                except (KeyError, TypeError):  # a unit not met before, or none at all
                    pass
            power = _power(board, units, name)
            options = retreats.object(name) if name in retreats else Fields({})
            for text in units.texts(name):
                unit = known.get((name, text)) or self._read_unit(
                    board, power, units, name, text.removeprefix("*")
                )
                if text.startswith("*"):
                    if phase.kind is not PhaseKind.RETREAT:
                        what = f"{text}: only a retreat phase has dislodged units"
                        raise units.wrong(name, "wrong-phase", what)
                    dislodged.append(Dislodged(unit, options.texts(text[1:])))
                else:
                    standing.append(unit)
                    known[name, text] = unit
        owners = _owners(board, turn.object("centers"))
        province_of = board.province_of
        places = [province_of[unit.location] for unit in standing]
        if len(set(places)) < len(places):
            twice = next(place for place in places if places.count(place) > 1)
            raise turn.wrong("units", "two-units", f"two units stand in {twice}")
        return Position(phase, tuple(standing), owners, tuple(dislodged))

    def _read_unit(self, board: Board, power: str, units: Fields, name: str, text: str) -> Unit:
        kind, _, location = text.partition(" ")
        if location not in board.stands.get(kind, ()):
            raise units.wrong(name, "unknown-unit", f"no unit on this map can be {text!r}")
        return Unit(power, kind, location)


_REMEMBERED = 100_000
"""Different orders that are kept as read; a stream repeats itself a lot."""


def _texts(values: Any) -> list[str]:
    """The values, if they are a list of texts.

    Raises:
        KeyError: if they are anything else; read them with care then, to say what is wrong.
    """
    if isinstance(values, list) and set(map(type, cast(list[object], values))) <= {str}:
        return cast(list[str], values)
    raise KeyError


def _texts_of(fields: Fields, name: str) -> Sequence[str]:
    """A list of texts, in the quick way where nothing is wrong with it."""
    try:
        return _texts(fields.values[name])
    except KeyError:
        return fields.texts(name)


def _misdirected(
    board: Board, position: Position, orders: Mapping[str, list[Order]]
) -> Iterator[str]:
    """What to note of orders that no unit of their power can take, and of second orders."""
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        return
    units = position.units
    if position.phase.kind is PhaseKind.RETREAT:
        units = tuple(driven_out.unit for driven_out in position.dislodged)
    province_of = board.province_of
    powers = {province_of[unit.location]: unit.power for unit in units}
    for gateway in board.gateways:
        if gateway.controller in powers:
            powers[gateway.province] = powers[gateway.controller]
    ordered: set[str] = set()
    for power, list_ in orders.items():
        for order in list_:
            if isinstance(order, Waive):
                continue
            place = province_of.get(order.unit.location, "")
            if powers.get(place) != power:
                yield f"{power}: {write(order)}: no such unit of {power} has an order to get"
            elif place in ordered:
                yield f"{power}: {write(order)}: not the only order for this unit"
            ordered.add(place)


def _owners(board: Board, centers: Fields) -> dict[str, str]:
    owners: dict[str, str] = {}
    for name in centers.values:
        power = _power(board, centers, name)
        for center in _texts_of(centers, name):
            if center not in board.provinces:
                raise centers.wrong(name, "unknown-place", f"there is no centre {center}")
            owners[center] = power
    return owners


def _power(board: Board, fields: Fields, name: str) -> str:
    if name in board.powers:
        return name
    found = board.power_names.find(name)
    if len(found) != 1:
        known = ", ".join(board.powers)
        raise fields.wrong(name, "unknown-power", f"there is no such power; there are {known}")
    return found[0]


def _orders(turn: Fields, board: Board, phase: Phase, notes: list[str]) -> dict[str, list[Order]]:
    """The orders that could be read, by power; the others are told in ``notes``."""
    found: dict[str, list[Order]] = {}
    orders = turn.object("orders")
    letter: PhaseLetter = phase.letter  # type: ignore[assignment]
    for name in orders.values:
        power = _power(board, orders, name)
        read = found.setdefault(power, [])
        for text in _texts_of(orders, name):
            order = _order(text, board, letter)
            if isinstance(order, Diagnostic):
                notes.append(f"{power}: {text}: {order.what}")
            else:
                read.append(order)
    return found


@lru_cache(maxsize=_REMEMBERED)
def _order(text: str, board: Board, phase: PhaseLetter) -> Order | Diagnostic:
    return scan_order(text, board, phase)


@lru_cache(maxsize=16)
def _variant(name: str) -> Variant:
    try:
        variant = load_variant(name)
    except VariantError as error:
        raise Misshapen(Diagnostic("unknown-variant", str(error))) from None
    if unknown := unplayable(variant.board):
        what = f"high seas cannot be judged yet: {', '.join(unknown)}"
        raise Misshapen(Diagnostic("not-supported", what))
    return variant


def _answer(
    said: Mapping[str, list[str]], after: Position, winners: tuple[str, ...], notes: list[str]
) -> dict[str, Any]:
    units: dict[str, list[str]] = {}
    for unit in after.units:
        units.setdefault(unit.power, []).append(str(unit))
    retreats: dict[str, dict[str, list[str]]] = {}
    for out in after.dislodged:
        units.setdefault(out.unit.power, []).append(str(out))
        retreats.setdefault(out.unit.power, {})[str(out.unit)] = list(out.options)
    centers: dict[str, list[str]] = {}
    for center, owner in after.owners.items():
        centers.setdefault(owner, []).append(center)
    found: dict[str, Any] = {
        "results": said,
        "units": units,
        "centers": centers,
        "retreats": retreats,
        "next": str(after.phase),
    }
    if winners:
        found["winners"] = list(winners)
    if notes:
        found["notes"] = notes
    return found
