"""The part of a preset that says how the hall is run: clock, orders box, draws, penalties.

A preset is a TOML file; a director copies one and changes it. The sections on points, seats
and places are read by ``preset``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeGuard, cast

from dragoman.game import Fields
from dragoman.tournament.season import FIRST, Season

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
"""The powers of the standard map, in the order in which counts are read out."""

START: Mapping[str, int] = MappingProxyType(dict(zip(POWERS, (3, 3, 3, 3, 3, 4, 3), strict=True)))
"""The centres each of them starts with."""

CENTERS = 34
VICTORY = 18

_PERSONAL = ("contact", "home", "nationality", "rounds", "signed")


@dataclass(frozen=True, slots=True)
class ClockRules:
    """``lengths``: seconds a season has, from a season on. ``warnings``: seconds before the
    deadline. Shortening before the end of ``shorten_after`` is told as unusual."""

    lengths: Mapping[Season, int] = field(default_factory=lambda: {FIRST: 20 * 60})
    warnings: tuple[int, ...] = (120, 60, 30, 10)
    shorten_after: int = 1908


@dataclass(frozen=True, slots=True)
class BoxRules:
    """``warnings``: how often late orders are only warned of, in the whole tournament.
    ``grace``: seconds after "Time" in which orders are not late yet. ``border``: the powers
    clockwise round the board; ``pointer``: see ``box.next_reader``."""

    warnings: int = 1
    grace: int = 0
    border: tuple[str, ...] = (
        "AUSTRIA",
        "ITALY",
        "FRANCE",
        "ENGLAND",
        "GERMANY",
        "RUSSIA",
        "TURKEY",
    )
    first_reader: str = "AUSTRIA"
    pointer: bool = False


@dataclass(frozen=True, slots=True)
class DrawRules:
    """Which ends of a game there are besides the solo."""

    time: bool = True
    voted: bool = True
    votes_a_season: int = 1
    refused_call_counts: bool = False
    concessions: bool = False


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``rounds``: how many. ``required``: what a registration must say before a first seat.
    ``tables``: the rule set by which typed orders are judged. ``secret_standings``: whether
    nobody but the director sees standings before the ceremony. ``gm_seats_count``: whether the
    score of a GM seat stays in its game's total. ``season_words``: how a time is said."""

    name: str = ""
    rounds: int = 3
    required: tuple[str, ...] = ("contact", "home", "rounds", "signed")
    clock: ClockRules = ClockRules()
    box: BoxRules = BoxRules()
    draws: DrawRules = DrawRules()
    tables: str = "nz1999"
    secret_standings: bool = True
    public_counts: bool = True
    penalties: tuple[str, ...] = ()


def read_house_rules(preset: Fields) -> HouseRules:
    """The house rules of a parsed preset file; what it leaves out is as NZ1999 has it.

    Raises:
        Misshapen: if a section holds something it cannot.
    """
    usual = HouseRules()
    event = preset.object("tournament")
    registration = preset.object("registration")
    required = registration.texts("required") if "required" in registration else usual.required
    if wrong := [name for name in required if name not in _PERSONAL]:
        what = f"{wrong[0]!r} is nothing a registration says; it says: {', '.join(_PERSONAL)}"
        raise registration.wrong("required", "wrong-field", what)
    secrecy = preset.object("secrecy")
    tables = preset.object("tables")
    return HouseRules(
        name=event.text("preset") if "preset" in event else usual.name,
        rounds=_number(event, "rounds", usual.rounds, 1),
        required=required,
        clock=_clock(preset.object("clock")),
        box=_box(preset.object("orders_box")),
        draws=_draws(preset.object("draws")),
        tables=tables.text("rules") if "rules" in tables else usual.tables,
        secret_standings=secrecy.flag("standings", usual.secret_standings),
        public_counts=secrecy.flag("public_counts", usual.public_counts),
        penalties=preset.object("penalties").texts("further"),
    )


def _clock(fields: Fields) -> ClockRules:
    usual = ClockRules()
    lengths: dict[Season, int] = {}
    for period in fields.objects("periods"):
        try:
            since = Season.parse(period.text("since"))
        except ValueError as error:
            raise period.wrong("since", "wrong-field", str(error)) from None
        lengths[since] = 60 * _number(period, "minutes", 0, 1)
    if lengths and FIRST not in lengths:
        what = f'some period has to begin with since = "{FIRST}"'
        raise fields.wrong("periods", "missing-field", what)
    warnings: object = fields.values.get("warnings", usual.warnings)
    if not _are_seconds(warnings):
        what = "these should be whole numbers of seconds, as in [120, 60, 30, 10]"
        raise fields.wrong("warnings", "wrong-field", what)
    return ClockRules(
        lengths or usual.lengths,
        tuple(sorted(warnings, reverse=True)),
        _number(fields, "shorten_after", usual.shorten_after, 1900),
    )


def _are_seconds(found: object) -> TypeGuard[Sequence[int]]:
    if not isinstance(found, Sequence):
        return False
    return all(type(one) is int and one > 0 for one in cast(Sequence[object], found))


def _box(fields: Fields) -> BoxRules:
    usual = BoxRules()
    border = fields.texts("border") if "border" in fields else usual.border
    if sorted(border) != sorted(POWERS):
        what = f"these should be the seven powers, each once: {', '.join(POWERS)}"
        raise fields.wrong("border", "wrong-field", what)
    first = fields.text("first_reader") if "first_reader" in fields else usual.first_reader
    if first not in POWERS:
        raise fields.wrong("first_reader", "wrong-field", f"{first!r} is no power")
    rotation = fields.text("rotation") if "rotation" in fields else "last-reader"
    if rotation not in ("last-reader", "pointer"):
        raise fields.wrong("rotation", "wrong-field", 'this is "last-reader" or "pointer"')
    return BoxRules(
        _number(fields, "warnings", usual.warnings, 0),
        _number(fields, "grace_seconds", usual.grace, 0),
        border,
        first,
        rotation == "pointer",
    )


def _draws(fields: Fields) -> DrawRules:
    usual = DrawRules()
    return DrawRules(
        fields.flag("time", usual.time),
        fields.flag("voted", usual.voted),
        _number(fields, "votes_a_season", usual.votes_a_season, 1),
        fields.flag("refused_call_counts", usual.refused_call_counts),
        fields.flag("concessions", usual.concessions),
    )


def _number(fields: Fields, key: str, absent: int, least: int) -> int:
    number = fields.number(key) if key in fields else absent
    if number < least:
        raise fields.wrong(key, "wrong-field", f"this cannot be below {least}")
    return number
