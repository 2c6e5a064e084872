"""Outcomes of orders, the strengths that met, and the state that a phase leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Literal, TypeAlias, overload

from dragoman.board import AUTONOMOUS, Unit
from dragoman.orders import Disband, Order
from dragoman.other_words import understands
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.position import Dislodged, Position
from dragoman.values import quick_maker, short_repr


class Result(Enum):
    """The result of an order (the words of DATC's cases and of the records of play)."""

    SUCCEEDS = "succeeds"
    """Done: the unit arrived, the support stood, the convoy held, the unit stayed."""
    BOUNCES = "bounce"
    """A move that stayed where it was, beaten or held off; a retreat that met another."""
    NO_CONVOY = "no convoy"
    """A legal move over sea for which no complete convoy was ordered."""
    DISRUPTED = "disrupted"
    """The convoy was ordered, but no route was left."""
    CUT = "cut"
    """A support cut by an attack or by dislodgement."""
    VOID = "void"
    """A legal support or convoy of something that was not ordered so."""
    UNUSED = "unused"
    """A convoy that matched, but the army went by land, or not this way."""
    PARADOX = "paradox"
    """Taken out by the rule for convoy paradoxes."""
    DISLODGED = "dislodged"
    """A hold or convoy that ended because the unit was dislodged."""
    ILLEGAL = "illegal"
    """Could not have been carried out whatever the others did: treated as a hold."""
    FAILS = "fails"
    """An impossible move that the rule set still counts as an attempt to move."""
    BLOCKED = "blocked"
    """A move that a gateway did not let pass, or that a railway could not carry."""
    DISBANDS = "disband"
    """The dislodged unit leaves the board."""
    EXCESS = "excess"
    """A possible build or removal, but more than was due."""


RESULTS = (
    Result.SUCCEEDS,
    Result.BOUNCES,
    Result.NO_CONVOY,
    Result.DISRUPTED,
    Result.CUT,
    Result.VOID,
    Result.UNUSED,
    Result.PARADOX,
    Result.DISLODGED,
    Result.ILLEGAL,
    Result.FAILS,
    Result.DISBANDS,
    Result.BLOCKED,
)
"""Results by the numbers that the resolver and the batch path use for them."""


class Role(Enum):
    """The purpose of a strength."""

    ATTACK = "attack"
    HOLD = "hold"
    HEAD_ON = "head-on"
    """The attack of a unit coming straight the other way."""
    PREVENT = "prevent"
    """Another attack on the same province."""


@dataclass(frozen=True, slots=True)
class Supporter:
    """A unit that was ordered to support a force. ``counted`` says whether it did.

    Where it did not count, ``why_not`` is ``"cut"`` (then ``cut_by`` is the attacker) or
    ``"own"``: it belongs to the power whose unit would have been dislodged.
    """

    unit: Unit
    halves: int
    counted: bool
    why_not: str = ""
    cut_by: Unit | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a fight. ``halves`` is its strength in half points: own part + counted support.

    The part is 0 where the unit had no claim (``why_zero``: ``"left"`` it moved away,
    ``"own"`` it may not dislodge its own side, ``"beaten"`` it lost head-on,
    ``"no-convoy"`` it never arrived, ``"weak"`` its path took all its strength).
    """

    unit: Unit | None
    role: Role
    own_halves: int
    halves: int
    supporters: tuple[Supporter, ...] = ()
    why_zero: str = ""

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a circle: whether the unit's move succeeds (``"moves"``), its support stands
    (``"stands"``) or its way is open (``"arrives"``)."""

    unit: Unit
    what: Literal["moves", "stands", "arrives"]

    __repr__ = short_repr


@understands
@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one unit's order.

    ``order`` is the order as given (None: none was), ``treated_as`` what the judge carried
    out. ``reason`` is a code (see ``dragoman.rules.REASONS``) that says why and which rule
    decided. ``by_convoy`` says that a move was to go by convoy, and did not fall back on
    land. ``force`` is the unit's own strength and ``met`` what stood against it; both only
    where the unit moved or was attacked. ``circle`` is the convoy paradox, or other circle, that
    the rule set had to decide against the unit: each link hangs on the next, the last on the
    first, which is the unit's own.
    """

    unit: Unit
    order: Order | None
    treated_as: Order
    result: Result
    reason: str = ""
    dislodged_by: Unit | None = None
    force: Force | None = None
    met: tuple[Force, ...] = ()
    cut_by: Unit | None = None
    moved_to: str | None = None
    by_convoy: bool = False
    circle: tuple[Link, ...] = ()

    @property
    def power(self) -> str:
        """The power whose unit it is, by its key."""
        return self.unit.power

    @property
    def success(self) -> bool:
        """True if what was ordered, or done in its place, came about: the unit arrived, or stayed
        and was not driven out; its support or convoy stood; it was built, removed or, dislodged,
        disbanded as ordered."""
        if self.dislodged_by is not None:
            return False
        return isinstance(self.order, Disband) or self.result is Result.SUCCEEDS

    @property
    def is_idle(self) -> bool:
        """True for a unit of nobody that does nothing but hold."""
        return self.unit.power == AUTONOMOUS and self.order is None

    def __repr__(self) -> str:
        return f"<Outcome of {self.unit.power} {self}>"

    def __str__(self) -> str:
        said = f"{self.order or self.treated_as}: {self.result.value}"
        return f"{said}, {self.reason.replace('-', ' ')}" if self.reason else said


new_supporter = quick_maker(Supporter)
new_force = quick_maker(Force)
new_outcome = quick_maker(Outcome)


class Outcomes(Sequence[Outcome]):
    """The outcomes of a phase, like a tuple of them, but worked out when somebody looks: whoever
    plays on without a look does not wait for the reasons. Pickled and copied it is a tuple."""

    __slots__ = ("_found", "_read")

    def __init__(self, read: Callable[[], tuple[Outcome, ...]]) -> None:
        self._found: tuple[Outcome, ...] = ()
        self._read: Callable[[], tuple[Outcome, ...]] | None = read

    def _all(self) -> tuple[Outcome, ...]:
        read = self._read
        if read is not None:
            self._found = read()
            self._read = None
        return self._found

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, index: int | slice) -> Outcome | tuple[Outcome, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Outcomes):
            return self._all() == other._all()
        return self._all() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type[tuple[Outcome, ...]], tuple[tuple[Outcome, ...]]]:
        return tuple, (self._all(),)


Orders: TypeAlias = Mapping[str, Sequence[Order]]
"""The orders of each power, by its key, as written."""


@dataclass(frozen=True, slots=True)
class UnusedOrder:
    """An order that was not used at all. ``reason`` is a code of ``REASONS``."""

    power: str
    order: Order
    reason: str


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """The result of the orders of one phase, as the rules say it.

    ``units`` stand after it, ``dislodged`` were dislodged in it, also those that can go nowhere,
    ``contested`` are the provinces left empty by a stand-off; the last two are empty but after
    movement. ``position`` is the next one in which there is something to decide, ``winner`` the
    power that has won by then, None while there is none.
    """

    outcomes: Sequence[Outcome]
    unused: tuple[UnusedOrder, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    contested: frozenset[str]
    position: Position
    winner: str | None


new_phase_result = quick_maker(PhaseResult)
