"""A variant as its designer edits it: provinces, ways, powers, units, shapes; read from JSON.

Provinces and powers have an ``id`` that stays while they are edited, and ``was``: the key of the
province, or the letter of the power, in the files that the design was made of; empty for what is
new. Locations are ids of provinces, with a coast behind them: ``STP/NC``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.game.json_object import FormatError, JsonObject, parse
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

MOST_PROVINCES: Final = 1_000
MOST_WAYS: Final = 12_000
MOST_POWERS: Final = 60
MOST_UNITS: Final = 1_000
MOST_TEXT: Final = 2_000
AREAS: Final = "lwhvgr"
"""Kinds of area: land, water, high sea, ice, gateway, railway."""
COSTS: Final = ("", "/mx", "/hx", "/lx")
_ID: Final = re.compile(r"[A-Za-z0-9_\u00c0-\uffff]{1,30}")
_LOCATION: Final = re.compile(_ID.pattern + r"(/(NC|SC|EC|WC))?")
_NAME: Final = re.compile(r"[^\W_][^,\x00-\x1f\x7f]{0,79}")
_WORD: Final = re.compile(r"[^\s,/():#\x00-\x1f]{1,20}")
_LETTER: Final = re.compile(r"[^\W_a-z\u00df-\u00f6\u00f8-\u00ff]")
_COLOUR: Final = re.compile(r"(#[0-9a-f]{6})?")
_TURN: Final = re.compile(r"[SUFW]\d{4}[MRAB]")
_LINE: Final = re.compile(r"[^\x00-\x1f\x7f]*")


@dataclass(frozen=True, slots=True)
class DesignProvince:
    """A province. ``words`` are its abbreviations, of which the first makes its key; ``home`` is
    the id of the power whose home centre it is."""

    id: str
    was: str
    name: str
    words: tuple[str, ...]
    area: str
    convoys: bool = False
    center: bool = False
    home: str = ""

    @property
    def key(self) -> str:
        return "".join(filter(str.isalnum, self.words[0].upper()))


@dataclass(frozen=True, slots=True)
class DesignPower:
    """A power. An empty ``colour`` is the one that it gets by itself."""

    id: str
    was: str
    letter: str
    name: str
    adjective: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class DesignWay:
    """A way of armies (``mv``) or fleets (``xc``) from one location to another; ``cost`` is what
    stands behind the place: ``/mx``."""

    kind: str
    start: str
    end: str
    cost: str = ""


@dataclass(frozen=True, slots=True)
class DesignUnit:
    """A unit at the start."""

    power: str
    kind: str
    place: str


@dataclass(frozen=True, slots=True)
class Design:
    """A whole variant. ``victory`` is 0 where the majority of the centres wins; ``points`` are
    where provinces lie, as ``[coordinates]`` has them; ``shapes`` what ``geometry.json`` holds,
    with ids of provinces and locations for keys, None where there is none."""

    title: str
    about: str = ""
    credits: str = ""
    victory: int = 0
    preset: str = ""
    settings: tuple[str, ...] = ()
    turn: str = "S1901M"
    provinces: tuple[DesignProvince, ...] = ()
    powers: tuple[DesignPower, ...] = ()
    ways: tuple[DesignWay, ...] = ()
    units: tuple[DesignUnit, ...] = ()
    points: Mapping[str, tuple[int, int]] = field(default_factory=FrozenMap[str, tuple[int, int]])
    shapes: Mapping[str, Any] | None = None

    @property
    def keys(self) -> Mapping[str, str]:
        """The key of each province by its id."""
        return {one.id: one.key for one in self.provinces}

    def data(self) -> dict[str, Any]:
        """The design as JSON has it."""
        rows = {name: [asdict(one) for one in getattr(self, name)] for name in _ROWS}
        plain = {name: getattr(self, name) for name in _PLAIN}
        return {**plain, **rows, "points": dict(self.points), "shapes": self.shapes}


_ROWS: Final = ("provinces", "powers", "ways", "units")
_PLAIN: Final = ("title", "about", "credits", "victory", "preset", "settings", "turn")


def read_design(data: JsonObject) -> Design:
    """The design that an object holds.

    Raises:
        FormatError: if it holds something else, or too much.
    """
    provinces = tuple(map(_province, _some(data, "provinces", MOST_PROVINCES)))
    powers = tuple(map(_power, _some(data, "powers", MOST_POWERS)))
    ids, sides = {one.id for one in provinces}, {one.id for one in powers}
    _all_different(data, "provinces", [one.id for one in provinces])
    _all_different(data, "provinces", [one.key for one in provinces], "key")
    _all_different(data, "powers", [one.id for one in powers])
    _all_different(data, "powers", [one.letter for one in powers], "letter")
    design = Design(
        title=_text(data, "title", _LINE),
        about=_text(data, "about", _LINE),
        credits=_text(data, "credits", _LINE),
        victory=data.number("victory"),
        preset=_text(data, "preset", _LINE),
        settings=data.texts("settings"),
        turn=_text(data, "turn", _TURN),
        provinces=provinces,
        powers=powers,
        ways=tuple(map(_way, _some(data, "ways", MOST_WAYS))),
        units=tuple(map(_unit, _some(data, "units", MOST_UNITS))),
        points=_points(data),
        shapes=data.object("shapes").values if "shapes" in data else None,
    )
    places = [place for way in design.ways for place in (way.start, way.end)]
    for place in (*places, *(one.place for one in design.units), *design.points):
        if place.partition("/")[0] not in ids:
            raise data.wrong("provinces", "unknown-province", f"there is none {place}")
    for power in (*(one.home for one in provinces if one.home), *(u.power for u in design.units)):
        if power not in sides:
            raise data.wrong("powers", "unknown-power", f"there is none {power}")
    if not 0 <= design.victory <= MOST_PROVINCES:
        raise data.wrong("victory", "wrong-field", "so many centres there are not")
    for setting in design.settings:
        if len(setting) > 80 or not _LINE.fullmatch(setting):
            raise data.wrong("settings", "wrong-field", "this is no setting")
    return design


def _province(row: JsonObject) -> DesignProvince:
    words = row.texts("words")
    found = DesignProvince(
        _text(row, "id", _ID),
        _text(row, "was", _LINE),
        _text(row, "name", _NAME, "begin with a letter or a digit, and leave out commas"),
        words,
        _text(row, "area", re.compile(f"[{AREAS}]")),
        row.flag("convoys", False),
        row.flag("center", False),
        row.text("home") if "home" in row else "",
    )
    if not 1 <= len(words) <= 12 or not all(_WORD.fullmatch(one) for one in words) or not found.key:
        remedy = "letters and digits: three of them are usual"
        what = f"{found.name} needs an abbreviation that is a word"
        raise FormatError(Diagnostic("bad-abbreviation", what, remedy))
    return found


def _power(row: JsonObject) -> DesignPower:
    return DesignPower(
        _text(row, "id", _ID),
        _text(row, "was", _LINE),
        _text(row, "letter", _LETTER, "one capital or digit"),
        _text(row, "name", re.compile(r"\S[^\x00-\x1f\x7f]{0,79}"), "it needs one"),
        _text(row, "adjective", _LINE),
        _text(row, "colour", _COLOUR),
    )


def _way(row: JsonObject) -> DesignWay:
    kind, cost = row.text("kind"), row.text("cost") if "cost" in row else ""
    if kind not in ("mv", "xc") or cost not in COSTS:
        raise row.wrong("kind", "wrong-field", "this is no way")
    return DesignWay(kind, _text(row, "start", _LOCATION), _text(row, "end", _LOCATION), cost)


def _unit(row: JsonObject) -> DesignUnit:
    kind = _text(row, "kind", re.compile("[A-Z]"))
    return DesignUnit(row.text("power"), kind, _text(row, "place", _LOCATION))


def _points(data: JsonObject) -> Mapping[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for key, value in data.object("points").values.items():
        match value:
            case [int(x), int(y)] if abs(x) < 100_000 and abs(y) < 100_000:
                found[key] = (x, y)
            case _:
                raise data.wrong("points", "wrong-field", f"{key[:30]} needs two whole numbers")
    return found


def _some(data: JsonObject, key: str, most: int) -> Sequence[JsonObject]:
    found = data.objects(key)
    if len(found) > most:
        raise data.wrong(key, "too-large", f"{len(found)} are too many; {most} may be")
    return found


def _text(row: JsonObject, key: str, form: re.Pattern[str], remedy: str = "") -> str:
    found = row.text(key)
    if len(found) > MOST_TEXT or not form.fullmatch(found):
        what = f"{row.at(key)}: {found[:40]!r} cannot stand there"
        raise FormatError(Diagnostic("wrong-field", what, remedy))
    return found


def _all_different(data: JsonObject, key: str, found: Sequence[str], word: str = "id") -> None:
    twice = next((one for n, one in enumerate(found) if one in found[:n]), None)
    if twice is not None:
        what = f"{key}: two have the {word} {twice}"
        raise FormatError(Diagnostic("same-words", what, "give each its own"))


def placed(place: str, words: Mapping[str, str]) -> str:
    """A location with another word for its province; none where there is none."""
    province, slash, coast = place.partition("/")
    return f"{words[province]}{slash}{coast}" if province in words else ""


def shapes_of(text: str) -> Mapping[str, Any]:
    """The contents of a ``geometry.json``, as they stand there."""
    return parse(text).values
