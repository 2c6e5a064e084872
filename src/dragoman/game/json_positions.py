"""Positions in JSON: one reader and one writer for the record of a game and other layouts.

All give units and centres by power (``{"ENGLAND": ["F LON", "A YOR"]}``). Dislodged units are
either a list of their own with all that is known of them (the record of a game), or stand
among the units with a star (``*A YOR``) and have their ways out under ``retreats`` (the
`diplomacy` package). The reader takes both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dragoman.board import Board, Unit, UnknownName
from dragoman.game.json_object import JsonObject
from dragoman.game.variant import PLAY, Variant
from dragoman.rules import Calendar, Dislodged, Phase, Position


def starred_json(position: Position, powers: Iterable[str] = ()) -> dict[str, Any]:
    """Units, centres and retreats as the `diplomacy` package has them. These powers are named
    even where they have nothing."""
    units = [(unit.power, unit.exact) for unit in position.units]
    units += [(d.unit.power, str(d)) for d in position.dislodged]
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in powers}
    for d in position.dislodged:
        retreats.setdefault(d.unit.power, {})[d.unit.exact] = list(d.options)
    return {
        "units": _grouped(units, powers),
        "centers": _centers(position, powers),
        "retreats": retreats,
    }


def read_phase(fields: JsonObject, calendar: Calendar, key: str = "phase") -> Phase:
    """The phase in a field, one of this calendar.

    Raises:
        FormatError: if it is no phase of the game.
    """
    try:
        phase = Phase.parse(fields.text(key))
    except UnknownName as error:
        raise fields.wrong(key, "wrong-field", str(error)) from None
    if phase not in calendar:
        raise fields.wrong(key, "wrong-field", f"this game has no phase {phase}")
    return phase


def read_position(fields: JsonObject, phase: Phase, variant: Variant) -> Position:
    """The position in the fields ``units``, ``centers``, ``retreats``, ``dislodged``,
    ``contested``, ``cores``, ``half_cores`` and, where the kind of game has some, ``affairs``, of
    which all but the first may be left out.

    Raises:
        FormatError: if it cannot be read, or cannot be on this board.
    """
    board = variant.board
    standing: list[Unit] = []
    dislodged = [_read_dislodged(one, variant) for one in fields.objects("dislodged")]
    starred: list[Unit] = []
    units = fields.object("units")
    for name, power in powers_named(units, board):
        for text in units.texts(name):
            unit = _read_unit(units, name, power, text.removeprefix("*"), variant)
            if text.startswith("*"):
                starred.append(unit)
            else:
                standing.append(unit)
    dislodged += _with_retreats(starred, fields.object("retreats"), board)
    owners = _read_owned(fields.object("centers"), board)
    has_cores = "cores" in fields
    cores = _read_owned(fields.object("cores"), board) if has_cores else None
    half_cores = _read_owned(fields.object("half_cores"), board)
    contested = frozenset(fields.texts("contested"))
    affairs = PLAY.of(variant).read_affairs(fields, variant)
    more = tuple(dislodged), contested, affairs, cores, half_cores
    position = Position(phase, tuple(standing), owners, *more)
    for fault in position.faults(board):
        raise fields.wrong("units", "impossible-position", fault.what)
    return position


def _read_owned(fields: JsonObject, board: Board) -> dict[str, str]:
    """The power that each centre is said to belong to."""
    owners: dict[str, str] = {}
    for name, power in powers_named(fields, board):
        for center in fields.texts(name):
            if owners.setdefault(center, power) != power:
                what = f"{center} belongs to {owners[center]} already"
                raise fields.wrong(name, "two-owners", what)
    return owners


def _with_retreats(
    units: Iterable[Unit], retreats: JsonObject, board: Board
) -> Iterator[Dislodged]:
    """The dislodged units with where they may go: that has to be said of each of them, and of
    nothing else."""
    options: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, power in powers_named(retreats, board):
        of_power = retreats.object(name)
        for unit in of_power.values:
            if (power, unit) in options:  # the power is named twice, in two spellings
                raise retreats.wrong(name, "twice", f"{unit} is there already")
            options[power, unit] = of_power.texts(unit)
    for unit in units:
        if (unit.power, unit.exact) not in options:
            what = f"where *{unit} of {unit.power} may retreat to is missing; [] if nowhere"
            raise retreats.wrong(unit.power, "missing-field", what)
        yield Dislodged(unit, options.pop((unit.power, unit.exact)))
    for power, name in options:
        raise retreats.wrong(power, "not-dislodged", f"no {name} with a star is among its units")


def powers_named(fields: JsonObject, board: Board) -> Iterator[tuple[str, str]]:
    """The names of an object's fields, each with the key of the power it stands for."""
    for name in fields.values:
        yield name, read_power(fields, name, name, board)


def read_power(fields: JsonObject, key: str, name: str, board: Board) -> str:
    """The key of the power that is called so in a field.

    Raises:
        FormatError: if there is no such power.
    """
    try:
        return board.power_called(name)
    except UnknownName as error:
        raise fields.wrong(key, "unknown-power", str(error)) from None


def _grouped(pairs: Iterable[tuple[str, str]], powers: Iterable[str] = ()) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {power: [] for power in powers}
    for power, text in pairs:
        found.setdefault(power, []).append(text)
    return found


def _centers(position: Position, powers: Iterable[str] = ()) -> dict[str, list[str]]:
    return _grouped(((owner, center) for center, owner in position.owners.items()), powers)


def _read_dislodged(one: JsonObject, variant: Variant) -> Dislodged:
    power = read_power(one, "power", one.text("power"), variant.board)
    came_from = one.text("attacker_from") if "attacker_from" in one else None
    unit = _read_unit(one, "unit", power, one.text("unit"), variant)
    one.need("retreats")
    return Dislodged(unit, one.texts("retreats"), came_from)


def _read_unit(fields: JsonObject, key: str, power: str, text: str, variant: Variant) -> Unit:
    kind, space, named = text.partition(" ")
    if not space:
        raise fields.wrong(key, "wrong-field", f"{text!r} is no unit; units are written F LON")
    return Unit(power, kind, PLAY.of(variant).location(variant, kind, named))
