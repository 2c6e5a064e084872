"""The parts of a map: provinces and their coasts, paths between them, powers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final

from dragoman.errors import checked
from dragoman.quick_dataclass import dataclass
from dragoman.values import short_repr


def province_of(location: str) -> str:
    """The key of the province that a location lies in: ``STP`` of ``STP/NC`` and of ``STP``."""
    return location.partition("/")[0]


class Terrain(Enum):
    """The nature of a province for the units that might stand in it."""

    LAND = "land"
    WATER = "water"
    HIGH_SEA = "high sea"
    """Open water with room for any number of fleets (nJudge's ``h``)."""
    ICE = "ice"
    """Arctic water that nobody enters or leaves in fall (nJudge's ``v``)."""
    GATEWAY = "gateway"
    """A gatekeeper: no ground, but where a gateway's notional unit is (see ``Gateway``)."""
    RAILWAY = "railway"
    """A railway: no ground, but what orders name that use it (see ``Railway``)."""
    CITY = "city"
    """A place inside another province, where a garrison stands (see ``Province.city_of``)."""

    @property
    def is_water(self) -> bool:
        """True if fleets sail it: the sea, high or not, under ice in winter or not."""
        return self in (Terrain.WATER, Terrain.HIGH_SEA, Terrain.ICE)

    @property
    def is_ground(self) -> bool:
        """True if units can stand there; gatekeepers and railways are names on the map."""
        return self not in (Terrain.GATEWAY, Terrain.RAILWAY)


@checked
@dataclass(frozen=True, slots=True)
class Province:
    """A space on the map, the thing units fight over.

    ``key`` is the canonical abbreviation in capitals (``STP``). ``coasts`` are the endings
    of its named shores (``("NC", "SC")``); provinces with a single shore have none.
    ``home`` is the key of the power whose home centre it is; ``is_common_home`` says that it
    is one of everybody's: whoever owns it may build there (DipWork's home nation ``All``).
    ``convoyable_land`` is nJudge's second letter ``w``: a fleet standing here may convoy when
    the rule set allows it. ``points`` are the supply points that it gives if it is a centre
    (DipWork ``FIELDS.TXT``). ``city_of`` is the province that a city lies in.
    """

    key: str
    name: str
    terrain: Terrain
    abbreviations: tuple[str, ...] = ()
    coasts: tuple[str, ...] = ()
    is_center: bool = False
    home: str | None = None
    convoyable_land: bool = False
    city_of: str | None = None
    points: int = 1
    is_common_home: bool = False

    __repr__ = short_repr

    @property
    def locations(self) -> tuple[str, ...]:
        """The province itself, then each of its coasts (``STP STP/NC STP/SC``)."""
        return (self.key, *(f"{self.key}/{coast}" for coast in self.coasts))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A kind of unit: army, fleet, garrison or a variant's own.

    ``strength`` is what one unit brings to a fight, in whole points (DipWork ``St=``);
    ``cost`` is how many of the supply points of centres it takes (DipWork ``Costs=``).
    ``flies``: ice does not stop it (nJudge's wings).
    """

    letter: str
    name: str
    strength: int = 1
    can_convoy: bool = False
    convoyable: bool = False
    flies: bool = False
    cost: int = 1

    __repr__ = short_repr


ARMY = UnitKind("A", "army", convoyable=True)
FLEET = UnitKind("F", "fleet", can_convoy=True)
GARRISON = UnitKind("G", "garrison")

SOLDIERS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "c": ("citizen militia", 1),
        "m": ("elite mercenary", 2),
        "p": ("elite professional", 2),
    }
)
"""The soldiers of Machiavelli that are not ordinary: the letter that follows that of the kind of
unit (``Am``), what they are called, and the strength of a unit of them."""


AUTONOMOUS: Final = "AUTONOMOUS"
"""The key of the power, last on a board that has units of nobody, whose units obey nobody."""

_CITY = "_CITY"


def city_place(province: str) -> str:
    """The key of the place of a province's city (``MIL_CITY``)."""
    return province + _CITY


def garrisoned_province(location: str) -> str:
    """The province that people name where a garrison stands: ``MIL`` for ``MIL_CITY``."""
    return location.removesuffix(_CITY)


def special(kind: UnitKind, letter: str) -> UnitKind:
    """A kind of unit with soldiers that are not ordinary."""
    name, strength = SOLDIERS[letter]
    return replace(
        kind, letter=f"{kind.letter}{letter}", name=f"{name} {kind.name}", strength=strength
    )


@dataclass(frozen=True, slots=True)
class Path:
    """One step a kind of unit may take, in one direction, between two locations.

    ``halves_lost`` is how much weaker the unit is when it attacks this way, in half
    points: 0 for an ordinary path, 1 for nJudge's ``/hx`` and ``/lx``, 2 for ``mx``.
    No support can be given along a path that loses strength.
    ``halves_lost_by_convoy`` is what it loses when a convoy takes it: 1 for ``/lx``.
    """

    kind: str
    source: str
    target: str
    halves_lost: int = 0
    halves_lost_by_convoy: int = 0

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Conversion:
    """A step between a province and the city in it, by which a unit becomes one of another kind:
    an army goes into the city as a garrison, a garrison comes out as an army or a fleet.

    ``source`` and ``target`` are locations; where province and city are one place, as Venice is
    in the first edition of Machiavelli, they are the same.
    """

    kind: str
    source: str
    becomes: str
    target: str

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ConvoyWays:
    """Where convoys step otherwise than the units that convoy: pairs of provinces, from and to.

    ``also`` are steps that no such unit takes, ``never`` steps that such units take and no
    convoy does (the imaginary convoying unit of DipWork, ``CONVOY_RELEVANT_UNITNR``). A step
    counts, like any, only where a unit convoys at one end of it at least.
    """

    also: tuple[tuple[str, str], ...] = ()
    never: tuple[tuple[str, str], ...] = ()

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """All steps that are named."""
        return (*self.also, *self.never)


@dataclass(frozen=True, slots=True)
class Neutrals:
    """The habits of units of nobody in Diplomacy, besides that they hold.

    ``comes_back`` are the centres in which one stands again when centres are counted, where they
    are nobody's and empty; ``supports`` the provinces of two of them, of which the first supports
    the second while that stands there.
    """

    comes_back: tuple[str, ...] = ()
    supports: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OwnedWay:
    """A way between two provinces, there and back, that units of one power alone take and support
    across, or retreat by: of whoever owns a centre."""

    here: str
    there: str
    center: str

    @property
    def text(self) -> str:
        """The way as people write it: ``AEG-BLA``."""
        return f"{self.here}-{self.there}"


def written_steps(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Steps of convoys as people write them: ``IRI-CLY`` is there and back, ``MAO>SPA`` one way."""
    known = dict.fromkeys(pairs)
    told: list[str] = []
    for here, there in known:
        if (there, here) not in known:
            told.append(f"{here}>{there}")
        elif f"{there}-{here}" not in told:
            told.append(f"{here}-{there}")
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Gateway:
    """Ways that only open by leave of whoever has a unit in a certain province.

    ``province`` is the gatekeeper, of terrain ``GATEWAY``, where the notional unit is;
    ``controller`` the province whose unit gives control of it; ``pairs`` are the provinces
    between which it lets units pass, each pair in both directions.
    """

    province: str
    controller: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Railway:
    """A line along which armies of some powers ride.

    ``province`` is the railway's own name on the map, of terrain ``RAILWAY``; ``powers``
    are the keys of the powers that may use it; ``stops`` the provinces it passes, in order.
    """

    province: str
    powers: tuple[str, ...]
    stops: tuple[str, ...]


@checked
@dataclass(frozen=True, slots=True)
class Power:
    """One of the sides. ``key`` is how programs and files name it (``ENGLAND``)."""

    key: str
    letter: str
    name: str
    adjective: str = ""
    other_names: tuple[str, ...] = ()

    __repr__ = short_repr

    def __str__(self) -> str:
        return self.name


class _HashedOnce:
    """Room for a hash that is worked out once: units are keys nearly everywhere."""

    __slots__ = ("_hashed",)
    _hashed: int


@checked
@dataclass(frozen=True, slots=True)
class Unit(_HashedOnce):
    """An army, fleet or other kind of unit of a power, at a location."""

    power: str
    kind: str
    location: str

    def __hash__(self) -> int:
        try:
            return self._hashed
        except AttributeError:  # it is asked for the first time
            object.__setattr__(self, "_hashed", hash((self.power, self.kind, self.location)))
            return self._hashed

    def __repr__(self) -> str:
        return f"Unit({self.power!r}, {self.kind!r}, {self.location!r})"

    @property
    def exact(self) -> str:
        """The unit as records have it, its location by key: ``G GEN_CITY``."""
        return f"{self.kind} {self.location}" if self.kind else self.location

    def __str__(self) -> str:
        if not self.kind:
            return self.location
        is_garrison = self.kind[0] == GARRISON.letter
        place = garrisoned_province(self.location) if is_garrison else self.location
        return f"{self.kind} {place}"


# Whether fleets pass along the shore of two lands that were joined.


class Shores(StrEnum):
    """The passage of fleets between two lands that are joined, where the quake does not say."""

    SHARED_WATER = "shared-water"
    """Between shores of one water, as everywhere on the standard map."""
    NEVER = "never"
