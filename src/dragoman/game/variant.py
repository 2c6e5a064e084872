"""A variant: a board, where everybody starts on it, the rules it is played by, and how."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from dragoman import late_binding, rules
from dragoman.board import Board, Power, UnknownName
from dragoman.errors import checked
from dragoman.game.kind import DIPLOMACY_KIND, Facet
from dragoman.quick_dataclass import dataclass
from dragoman.rules import DIPLOMACY, Calendar, Position, RuleSet
from dragoman.values import FrozenMap

if TYPE_CHECKING:  # a game of Diplomacy does without the rules of Machiavelli
    from dragoman.board import Unit
    from dragoman.diagnostics import Diagnostic
    from dragoman.game.json_object import JsonObject
    from dragoman.machiavelli import Account, Means, Roll, Scenario
    from dragoman.machiavelli.dice_names import DiceNames
    from dragoman.orders import Order
    from dragoman.rules import Affairs, Orders, PhaseKind, PhaseResult


Find: TypeAlias = "Callable[[str], Variant]"
"""Looks up a variant by name; raises ``ValueError`` where there is none."""

Coordinates: TypeAlias = Mapping[str, tuple[int, int]]
"""For locations: how far to the right and how far down on a picture of the map."""


@dataclass(frozen=True, slots=True)
class LocalNames:
    """The names in one language of the places and the powers of a variant.

    ``places`` goes from a location (a province, or a coast of it) to its name, ``powers``
    from the key of a power. Whatever is absent keeps the name the map file gives it.
    """

    places: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    powers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", FrozenMap(self.places))
        object.__setattr__(self, "powers", FrozenMap(self.powers))

    def __repr__(self) -> str:
        return f"<LocalNames: {len(self.places)} places, {len(self.powers)} powers>"


_NO_NAMES: Final = LocalNames()


@dataclass(frozen=True, slots=True)
class LayoutHints:
    """The bearings of a map that is laid out from its borders: the province that is north, or else
    the names of the provinces tell; how many degrees clockwise it is turned besides; whether it is
    the other way round, as in a mirror; and the province that lies around all others."""

    north: str = ""
    rotate: int = 0
    mirror: bool = False
    around: str = ""


@dataclass(frozen=True, slots=True)
class VariantSource:
    """A collection that has a variant: its files there, the licence of the collection, and what it
    says otherwise than the variant is here."""

    name: str
    files: str = ""
    licence: str = ""
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a variant: its designer, the year of the design (0 where nobody says so), words
    by which it is looked for, sources that have it, and the reason why it is as it is where they
    differ."""

    designer: str = ""
    year: int = 0
    tags: tuple[str, ...] = ()
    sources: tuple[VariantSource, ...] = ()
    choice: str = ""


@checked
@dataclass(frozen=True, slots=True)
class Variant:
    """Board, starting position, rules and names: what a folder of variant files describes.

    ``name`` is the short name its files carry (``standard``), ``title`` what people read.
    ``about`` says in a sentence what is special about it. ``victory_centers`` is the number of
    supply centres that wins the game alone.
    ``center_order`` is the order in which reports list the supply centres.
    ``names`` holds the names of places and powers by language.
    ``coordinates`` tell where units are drawn on the variant's own picture of the map, in its
    points; empty where there is none. ``calendar`` has the phases of a year. ``scenario`` is what
    Machiavelli adds to the board; None where the variant is one of Diplomacy. ``short_names`` are
    what locations are called for short, where that is not their key in the usual capitals.
    ``layout`` is for maps that nobody drew. ``colours`` are those of powers that are to have others
    than they would get, by their keys, as ``#f0c02c``; ``shown_layers`` what is to be seen of the
    designer's picture although it hides that. ``kind`` names the kind of game (see
    ``dragoman.game.kind``). ``origin`` says who designed it, and where it is from.
    """

    name: str
    title: str
    board: Board
    start: Position
    rule_set: RuleSet
    victory_centers: int
    center_order: tuple[str, ...] = ()
    names: Mapping[str, LocalNames] = field(default_factory=FrozenMap[str, LocalNames])
    credits: str = ""
    coordinates: Coordinates = field(default_factory=FrozenMap[str, tuple[int, int]])
    calendar: Calendar = DIPLOMACY
    scenario: Scenario | None = None
    short_names: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    layout: LayoutHints = LayoutHints()
    colours: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    shown_layers: tuple[str, ...] = ()
    kind: str = DIPLOMACY_KIND
    about: str = ""
    origin: Provenance = Provenance()

    def __post_init__(self) -> None:
        object.__setattr__(self, "short_names", FrozenMap(self.short_names))
        object.__setattr__(self, "names", FrozenMap(self.names))
        object.__setattr__(self, "colours", FrozenMap(self.colours))
        object.__setattr__(self, "coordinates", FrozenMap(self.coordinates))

    def __hash__(self) -> int:
        return hash((self.name, self.board))

    @property
    def players(self) -> Mapping[str, Power]:
        """The powers that somebody plays: all but the one whose units obey nobody."""
        return self.board.players

    @property
    def first_year(self) -> int:
        """The year in which the game starts."""
        return self.start.phase.year

    def calendar_under(self, rule_set: RuleSet) -> Calendar:
        """The phases of a year under a rule set, which may have no campaign in summer."""
        return PLAY.of(self).calendar(self, rule_set)

    def as_diplomacy(self) -> Variant:
        """The Diplomacy in it: what programs that know nothing else can be told."""
        return PLAY.of(self).diplomacy_in(self)

    def place_name(self, location: str, language: str = "en") -> str:
        """The name of a province, or of a coast of it (``STP/SC``), in a language.

        Raises:
            UnknownName: if the board has no such location.
        """
        if location not in self.board.province_of:
            raise UnknownName("place", location)
        province, _, coast = location.partition("/")
        places = self.names.get(language, _NO_NAMES).places
        if location in places:
            return places[location]
        name = places.get(province, self.board.provinces[province].name)
        return f"{name}/{coast.lower()}" if coast else name

    def power_name(self, power: str, language: str = "en") -> str:
        """The name of a power in a language.

        Raises:
            UnknownName: if the board has no such power.
        """
        if power not in self.board.powers:
            raise UnknownName("power", power, self.board.powers)
        powers = self.names.get(language, _NO_NAMES).powers
        return powers.get(power, self.board.powers[power].name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}: {self.board!r}, {self.start.phase}>"


def find_variant(named: Variant | str | Path) -> Variant:
    """The variant of this name or in this folder; one that is loaded is itself.

    Raises:
        VariantError: if there is no such variant, or its files have errors.
    """
    return named if isinstance(named, Variant) else cast(Variant, late_binding.load_variant(named))


# How a kind of game is played: its beginning, its phases, and what can be ordered in them


class PlayKind:
    """The answers of Diplomacy about play, and of every kind of game that gives no others."""

    is_plain: bool = True
    """True if programs that know Diplomacy alone can play it, and their files have room for it."""
    known_to: Collection[str] | None = None
    """The bots that know it, by the first words of their names; None where those do that know what
    is played as Diplomacy is."""
    holds_unordered: bool = True
    """True if a unit without an order does the same as one that is ordered to hold."""
    builds_one_a_place: bool = True
    """True if of several builds in a province one alone can count."""
    passing_reasons: frozenset[str] = frozenset()
    """The reasons against an order that others may do away with before anything moves."""

    def cost_of_unit(self, board: Board, kind: str) -> int:
        """The money that a unit costs to build, and to keep for a year."""
        return 0

    # The course of a game.

    def calendar(self, variant: Variant, rule_set: RuleSet) -> Calendar:
        """The phases of a year."""
        return variant.calendar

    def begin(
        self,
        variant: Variant,
        rule_set: RuleSet,
        seed: int | None = None,
        thrown: Sequence[Roll] = (),
    ) -> tuple[Position, Account | None]:
        """The position in which a game begins, and how that came about where something happens
        before it. Dice are rolled from the seed, or else from a number chosen at random, but for
        those ``thrown`` on a table."""
        return variant.start, None

    def judge(
        self,
        variant: Variant,
        position: Position,
        orders: Orders,
        rule_set: RuleSet,
        thrown: Sequence[Roll] = (),
    ) -> tuple[PhaseResult, Account | None]:
        """The result of a phase, and the account of what happened in it besides."""
        board, wins = variant.board, variant.victory_centers
        return rules.resolve_given(board, position, orders, rule_set, variant.calendar, wins), None

    # Orders that can be given.

    def legal_orders(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> dict[Unit, tuple[Order, ...]]:
        """The orders that each unit may be given."""
        return rules.legal_orders(variant.board, position, rule_set, variant.calendar)

    def means(self, variant: Variant, position: Position, rule_set: RuleSet) -> dict[str, Means]:
        """The means of each power, and what it can spend them on; nothing where there is no
        money."""
        return {}

    def builds_due(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> Mapping[str, int]:
        """The number of builds that each power is due in an adjustment, below zero of removals;
        nothing where money is the limit."""
        board = variant.board
        return {one: rules.builds_due(board, position, one, rule_set) for one in board.players}

    def orders_due(
        self, variant: Variant, position: Position, power: str, rule_set: RuleSet
    ) -> int | None:
        """The number of builds or removals that a power has to order in an adjustment; None where
        it orders as many as it likes."""
        return abs(rules.builds_due(variant.board, position, power, rule_set))

    def most_units(self, variant: Variant) -> int | None:
        """The most units that its map feeds; None where something else keeps them few."""
        board = variant.board
        fed = len(board.centers) + board.build_terms.most_units
        return max(fed, len(variant.start.units))

    # Rules and reasons about orders.

    def two_orders(self, phase: PhaseKind, rule_set: RuleSet) -> str:
        """The rule on several orders for one unit: ``first``, ``last`` or ``neither`` counts."""
        return rule_set.two_orders

    def cited(self, source: str) -> str:
        """The source that is cited where a rule of Diplomacy has this one; empty is the source of
        what Diplomacy has no rule for."""
        return source

    def spent_in_vain(
        self, variant: Variant, position: Position, account: Account
    ) -> Iterator[tuple[Order, str, bool]]:
        """The orders for money that come to nothing, each with the reason, and whether that is so
        whatever others do first."""
        return iter(())

    # Dice, and what a position holds besides units and owners.

    def dice(self, variant: Variant) -> DiceNames | None:
        """The names of the dice; None where none are thrown."""
        return None

    def seed_of(self, position: Position) -> int | None:
        """The number from which the next dice of a position are rolled; None if there is none."""
        return None

    def faults(self, variant: Variant, position: Position) -> tuple[Diagnostic, ...]:
        """The faults of a position besides what its board says."""
        return ()

    def location(self, variant: Variant, kind: str, named: str) -> str:
        """The location of a unit of a kind whose place is written so."""
        return named

    def read_affairs(self, fields: JsonObject, variant: Variant) -> Affairs | None:
        """The affairs in the object of a position.

        Raises:
            FormatError: if they cannot be read, or there can be none.
        """
        if "affairs" in fields:
            raise fields.wrong("affairs", "wrong-field", "only games of Machiavelli have affairs")
        return None

    # For those that know nothing else.

    def diplomacy_in(self, variant: Variant) -> Variant:
        """The variant of Diplomacy in a variant: what programs that know nothing else are told."""
        return variant


PLAY: Final = Facet("play", PlayKind)
