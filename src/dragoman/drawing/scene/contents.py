"""The contents of a picture: a position, the orders given in it and what became of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from enum import Enum

from dragoman.board import Terrain, Unit, UnitKind
from dragoman.drawing.geometry import Geometry
from dragoman.drawing.scene.colours import Colour
from dragoman.drawing.scene.orders_shown import (
    DrawnOrder,
    given_orders,
    in_rows,
    judged_orders,
)
from dragoman.drawing.scene.page_sizes import PageSizes, Purse, page_sizes
from dragoman.drawing.scene.picture import PICTURES, DrawnCity, Estates, colours_of
from dragoman.drawing.scene.readable import LEAST_UNIT_PIXELS, readable, unit_pixels
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.errors import checked
from dragoman.game import Resolution, Variant
from dragoman.orders import Notation, OrdersGiven, orders_given
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import PhaseKind, Position
from dragoman.values import FrozenMap


class Names(Enum):
    """The kind of names on provinces."""

    FITTING = "fitting"
    """The name where there is room for it, else the short form."""
    SHORT = "short"
    """The short form: the three letters of the standard map."""
    NONE = "none"


@dataclass(frozen=True)
class Options:
    """The options of drawing a scene. ``mono`` is for printers without colours or greys; then
    grounds are hatched, and letters tell the powers. ``letters`` has units and centres as old
    boards have them: discs, hulls and coins with the letters of the powers. ``prefix`` goes before
    every id, for pages with several maps. ``apart`` has stronger grounds, with hatches, for eyes
    that see some colours alike.
    ``width`` is how many pixels wide it will be looked at: the fewer, the larger are units and
    type on the map. ``on_page`` is for a map in a page, whose style sheet serves every width:
    there the size of a unit is the variable ``--u`` of the picture."""

    names: Names = Names.FITTING
    title: bool = True
    legend: bool = True
    mono: bool = False
    letters: bool = False
    scheme: MapScheme = MapScheme.LIGHT
    apart: bool = False
    prefix: str = ""
    width: int = 1200
    on_page: bool = False


@dataclass(frozen=True)
class DrawnProvince:
    """A province as it is drawn."""

    key: str
    name: str
    terrain: Terrain
    is_center: bool
    owner: str | None
    home: str | None = None
    """The power whose home centre or core it is."""
    begun: str | None = None
    """The power that has begun to make a core of it."""
    is_contested: bool = False
    is_passable: bool = True
    is_hidden: bool = False
    """True if whoever looks at the picture does not see what is there."""


@dataclass(frozen=True)
class LegendEntry:
    """A power in the legend. ``centers`` are its centres, or its cities where the kind of game has
    these; ``ducats`` are None where there is no money, ``debt`` is what it owes the bank."""

    key: str
    name: str
    letter: str
    colour: Colour
    centers: int
    units: int
    ducats: int | None = None
    debt: int = 0
    player: str = ""


@dataclass(frozen=True)
class Conquest:
    """A centre that changed hands: the names of the place, of who has it now, and of who had it;
    empty for nobody."""

    place: str
    winner: str
    loser: str


@dataclass(frozen=True)
class Piece:
    """A unit on the map. ``retreats`` is where it may go if it is dislodged; ``beaten`` says
    that the orders of this picture dislodge it. ``beside`` is how many units stand before it
    in the same high sea, ``special`` the letter of a unit of special soldiers."""

    unit: Unit
    province: str
    is_dislodged: bool = False
    beaten: bool = False
    retreats: tuple[str, ...] = ()
    beside: int = 0
    special: str = ""


@dataclass(frozen=True)
class SpecialWay:
    """A way between provinces that no border shows: a ``railway`` with its stops, or a
    ``gateway``, whose gatekeeper is the second of three."""

    kind: str
    name: str
    stops: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """Everything that is to be seen, and the geometry it is to be seen on.

    ``backdrop`` is SVG that stands in for the drawing of the ground: a designer's own map or
    a picture, in the units of the geometry.
    """

    geometry: Geometry
    sizes: PageSizes
    title: str
    turn: str
    language: str
    provinces: tuple[DrawnProvince, ...]
    powers: tuple[LegendEntry, ...]
    kinds: tuple[UnitKind, ...]
    pieces: tuple[Piece, ...]
    orders: tuple[DrawnOrder, ...] = ()
    links: tuple[SpecialWay, ...] = ()
    backdrop: str = ""
    options: Options = field(default_factory=Options)
    cities: tuple[DrawnCity, ...] = ()
    estates: Estates = field(default_factory=Estates)
    short_names: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    """The short names of locations in the variant, where these are not their keys."""
    conquests: tuple[Conquest, ...] = ()
    """The centres that changed hands in the phase, where it has been judged."""
    has_cores: bool = False
    """True if some home centres, which are cores there, are others than at first."""

    @property
    def shows_units(self) -> bool:
        """True if units are large enough to be told apart; else they are dots, or on a page, where
        somebody can look nearer, not drawn."""
        return self.geometry.unit_size / self.sizes.pixel > LEAST_UNIT_PIXELS - 0.01

    def letter_at(self, power: str) -> str:
        """The letter at a power's units: in black and white, on old boards, and where there are so
        many powers that it takes one to tell them."""
        side = next((side for side in self.powers if side.key == power), None)
        if side is None:
            return "?"
        is_needed = self.options.mono or self.options.letters
        return side.letter if is_needed else side.colour.letter

    @property
    def dot_size(self) -> float:
        """The diameter of a unit that is no more than a dot."""
        return self.sizes.pixel * 9


@checked
def scene_of(
    variant: Variant,
    geometry: Geometry,
    position: Position,
    *,
    orders: Mapping[str, OrdersGiven] | None = None,
    resolution: Resolution | None = None,
    title: str = "",
    language: str = "en",
    options: Options | None = None,
    backdrop: str = "",
    estates: Estates | None = None,
    players: Mapping[str, str] | None = None,
    notation: Notation | None = None,
    hidden: Collection[str] = (),
) -> Scene:
    """The scene of a position, with orders or with what came of them.

    ``resolution`` is of orders given in this position; without it ``orders`` are drawn as
    they were given. ``estates`` are who owns what, and how it fares; without them it is as the
    position says. ``players`` goes from the key of a power to who plays
    it. ``notation`` is that of the orders in words, the short form of players where none is named.
    ``hidden`` are provinces in fog.
    """
    picture = PICTURES.of(variant)
    if estates is None:
        estates = picture.estates(variant, position)
    drawn_cities = picture.cities(variant, position, language, estates)
    phrasebook = Phrasebook(variant, language, notation=notation)
    if resolution is not None:
        drawn = tuple(judged_orders(phrasebook, resolution))
    else:
        drawn = _given(phrasebook, position, orders or {})
    turn = phrasebook.phase(position.phase)
    options = options or Options()
    cities = {p.key: p.city_of for p in variant.board.provinces.values() if p.city_of}
    powers = _legend_entries(variant, position, language, estates, players or {}, options.apart)
    sizes = page_sizes(
        geometry.width,
        options.width,
        (
            Purse(side.name, side.ducats, side.debt)
            for side in powers
            if side.ducats is not None and options.legend
        ),
        language,
    )
    size = unit_pixels(options.width, options.on_page) * sizes.pixel
    return Scene(
        readable(geometry, size, cities, ends=not options.on_page),
        sizes,
        title or variant.title,
        turn[:1].upper() + turn[1:],
        language,
        _provinces(variant, position, language, estates, drawn_cities, hidden),
        powers,
        tuple(k for k in variant.board.kinds.values() if not picture.soldiers(k.letter)),
        _pieces(variant, position, resolution),
        drawn,
        tuple(_links(variant, language)),
        backdrop,
        options,
        drawn_cities,
        estates,
        variant.short_names,
        () if resolution is None else tuple(_conquests(variant, resolution, language)),
        position.cores is not None or bool(position.half_cores),
    )


def ordered_scene(
    scene: Scene,
    variant: Variant,
    position: Position,
    orders: Mapping[str, OrdersGiven],
    notation: Notation | None = None,
) -> Scene:
    """The scene of a position with orders, of that without any."""
    phrasebook = Phrasebook(variant, scene.language, notation=notation)
    return replace(scene, orders=_given(phrasebook, position, orders))


def _given(
    phrasebook: Phrasebook, position: Position, orders: Mapping[str, OrdersGiven]
) -> tuple[DrawnOrder, ...]:
    given = orders_given(phrasebook.variant.board, position.phase.kind.value, orders)
    return tuple(given_orders(phrasebook, position, given))


def _conquests(variant: Variant, resolution: Resolution, language: str) -> Iterator[Conquest]:
    before, after = resolution.before.owners, resolution.position.owners
    for key in variant.board.centers:
        loser, winner = before.get(key), after.get(key)
        if loser != winner:
            yield Conquest(
                variant.place_name(key, language),
                variant.power_name(winner, language) if winner else "",
                variant.power_name(loser, language) if loser else "",
            )


def _provinces(
    variant: Variant,
    position: Position,
    language: str,
    estates: Estates,
    cities: tuple[DrawnCity, ...],
    hidden: Collection[str],
) -> tuple[DrawnProvince, ...]:
    """The provinces; a centre that is drawn as a city is none of theirs."""
    board, marked = variant.board, {city.place for city in cities}
    stands = frozenset[str]().union(*board.stands.values())
    return tuple(
        DrawnProvince(
            key,
            variant.place_name(key, language),
            province.terrain,
            province.is_center and key not in marked,
            estates.owners.get(key),
            province.home if position.cores is None else position.cores.get(key),
            position.half_cores.get(key),
            key in position.contested,
            not province.terrain.is_ground or not stands.isdisjoint(province.locations),
            key in hidden,
        )
        for key, province in board.provinces.items()
        if province.terrain is not Terrain.CITY
    )


def _links(variant: Variant, language: str) -> Iterator[SpecialWay]:
    for railway in variant.board.railways:
        yield SpecialWay("railway", variant.place_name(railway.province, language), railway.stops)
    for gateway in variant.board.gateways:
        name = variant.place_name(gateway.province, language)
        for one, other in gateway.pairs:
            yield SpecialWay("gateway", name, (one, gateway.province, other))


def _legend_entries(
    variant: Variant,
    position: Position,
    language: str,
    estates: Estates,
    players: Mapping[str, str],
    apart: bool,
) -> tuple[LegendEntry, ...]:
    painted = colours_of(variant, apart)
    owned = PICTURES.of(variant).owned(variant, estates)
    return tuple(
        LegendEntry(
            key,
            variant.power_name(key, language),
            power.letter,
            painted[key],
            owned[key],
            len(position.units_of(key)) + sum(d.unit.power == key for d in position.dislodged),
            estates.treasuries.get(key),
            estates.debts.get(key, 0),
            players.get(key, ""),
        )
        for key, power in variant.board.powers.items()
    )


def _pieces(
    variant: Variant, position: Position, resolution: Resolution | None
) -> tuple[Piece, ...]:
    province_of, soldiers = variant.board.province_of, PICTURES.of(variant).soldiers
    beaten: set[Unit] = set()
    if resolution is not None and position.phase.kind is PhaseKind.MOVEMENT:
        beaten = {o.unit for o in resolution.outcomes if o.dislodged_by is not None}
    standing = [
        Piece(
            unit,
            province_of[unit.location],
            beaten=unit in beaten,
            beside=beside,
            special=soldiers(unit.kind),
        )
        for unit, beside in in_rows(position.units)
    ]
    dislodged = [
        Piece(
            d.unit,
            province_of[d.unit.location],
            True,
            retreats=d.options,
            special=soldiers(d.unit.kind),
        )
        for d in position.dislodged
    ]
    return (*standing, *dislodged)
