"""A position: units and ownership at one moment. Immutable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from dragoman.board import Board, Unit, UnknownName, province_of
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.errors import DragomanError, checked
from dragoman.quick_dataclass import dataclass
from dragoman.rules.model.affairs import Affairs, read_affairs, write_affairs
from dragoman.rules.model.phase import Phase, PhaseKind
from dragoman.rules.model.quoted_words import Unreadable, WordReader, quoted
from dragoman.values import FrozenMap, short_repr


class PositionError(DragomanError):
    """A position that cannot be, or a text of one that cannot be read.

    ``diagnostics`` holds everything that is wrong with it.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "; ".join(map(str, self.diagnostics))


@checked
@dataclass(frozen=True, slots=True)
class Dislodged:
    """A dislodged unit, with where it may retreat to.

    ``came_from`` is the province its attacker came from, None where that is not recorded.
    """

    unit: Unit
    options: tuple[str, ...]
    came_from: str | None = None

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"*{self.unit}"


_ORDER = attrgetter("power", "location", "kind")


@checked
@dataclass(frozen=True)
class Position:
    """Units, ownership, dislodged units and turn at one moment.

    ``owners`` gives the owner of each owned supply centre; unowned centres are absent.
    ``contested`` are the provinces left empty by a stand-off in the last movement phase.
    ``units`` are kept sorted, so that equal positions compare equal. In Machiavelli provinces and
    cities are owned, and ``affairs`` holds the rest: money, sieges, rebellions. ``cores`` gives the
    power whose core, or home centre, a centre is, and ``half_cores`` the power that has begun to
    make a core of it; ``cores`` is None as long as all are as the board has them.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    affairs: Affairs | None = None
    cores: Mapping[str, str] | None = None
    half_cores: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "units", tuple(sorted(self.units, key=_ORDER)))
        if self.dislodged:
            set_(self, "dislodged", tuple(sorted(self.dislodged, key=lambda d: _ORDER(d.unit))))
        centers = sorted(self.owners)
        if not isinstance(self.owners, FrozenMap) or centers != list(self.owners):
            set_(self, "owners", FrozenMap({c: self.owners[c] for c in centers}))
        if self.cores is not None:
            set_(self, "cores", FrozenMap(dict(sorted(self.cores.items()))))
        if self.half_cores:
            set_(self, "half_cores", FrozenMap(dict(sorted(self.half_cores.items()))))

    def __hash__(self) -> int:
        return self._hashed

    @cached_property
    def _hashed(self) -> int:
        return hash((self.phase, self.units, tuple(self.owners.items()), self.dislodged))

    def __reduce__(self) -> tuple[type[Position], tuple[Any, ...]]:
        parts = (self.phase, self.units, self.owners, self.dislodged, self.contested, self.affairs)
        return Position, (*parts, self.cores, self.half_cores)

    def __repr__(self) -> str:
        owned = f"{len(self.units)} units, {len(self.owners)} owned centres"
        waiting = f", {len(self.dislodged)} dislodged" if self.dislodged else ""
        return f"<Position {self.phase}: {owned}{waiting}>"

    def __str__(self) -> str:
        return self.text()

    def units_of(self, power: str) -> tuple[Unit, ...]:
        """The units of a power, by its key, that stand; dislodged ones are left out.

        A position knows no board, so a power that has nothing is not told from one that there
        is not; ``Game.units`` knows them apart.
        """
        return tuple(unit for unit in self.units if unit.power == power)

    def centers_of(self, power: str) -> tuple[str, ...]:
        """The supply centres a power, by its key, owns, by name; see ``units_of``."""
        return tuple(center for center, owner in self.owners.items() if owner == power)

    @cached_property
    def by_location(self) -> Mapping[str, Unit]:
        """The standing unit at each occupied location; on a high sea one of those there."""
        return {unit.location: unit for unit in self.units}

    @cached_property
    def by_province(self) -> Mapping[str, Unit]:
        """The standing unit in each occupied province, whichever coast it is on."""
        return {province_of(unit.location): unit for unit in self.units}

    @cached_property
    def dislodged_by_province(self) -> Mapping[str, Unit]:
        """The dislodged unit in each province where one has yet to retreat."""
        return {province_of(d.unit.location): d.unit for d in self.dislodged}

    def faults(self, board: Board) -> tuple[Diagnostic, ...]:
        """The faults of this position on this board; empty when all is well.

        That a unit cannot stand where it does is a warning: it can still be judged.
        """
        return tuple(
            (
                *_misplaced(board, self.units, self.dislodged),
                *_crowded(board, self.units),
                *_crowded(board, [d.unit for d in self.dislodged]),
                *_misowned(board, self.owners),
                *_misowned(board, self.cores or {}),
                *_misowned(board, self.half_cores),
                *_misnamed(board, self),
                *(() if self.affairs is None else self.affairs.faults(board)),
            )
        )

    # One line of text.

    def text(self) -> str:
        """The position in one line, from which ``parse`` reads it back.

        Five fields, with ``|`` between them and ``-`` for an empty one: the phase; the units of
        each power; the centres it owns; dislodged units, where from and where to; contested
        provinces. In Machiavelli a sixth has the affairs. Where cores are other than the board has
        them, two fields begin with ``cores`` and ``half``. More is in the docs, "As a library".
        """
        pairs = [(unit.power, _unit_text(unit)) for unit in self.units]
        dislodged = [(d.unit.power, _dislodged_text(d)) for d in self.dislodged]
        contested = ", ".join(map(quoted, sorted(self.contested)))
        rows = _by_power_text(pairs), _owned_text(self.owners), _by_power_text(dislodged)
        fields = (str(self.phase), *(row or "-" for row in (*rows, contested)))
        if self.affairs is not None:
            fields = (*fields, write_affairs(self.affairs))
        if self.cores is not None:
            fields = (*fields, f"{_CORES} {_owned_text(self.cores)}")
        if self.half_cores:
            fields = (*fields, f"{_HALF} {_owned_text(self.half_cores)}")
        return " | ".join(fields)

    def to_dict(self) -> dict[str, Any]:
        """Every fact of the position, of texts and lists alone, as JSON takes them: the form of the
        records of games, ``record.schema.json``."""
        found: dict[str, Any] = {
            "phase": str(self.phase),
            "units": _lists((unit.power, unit.exact) for unit in self.units),
            "centers": _owned(self.owners),
        }
        if self.dislodged:
            found["dislodged"] = [_dislodged_fields(one) for one in self.dislodged]
        if self.contested:
            found["contested"] = sorted(self.contested)
        if self.affairs is not None:
            found["affairs"] = self.affairs.data()
        if self.cores is not None:
            found["cores"] = _owned(self.cores)
        if self.half_cores:
            found["half_cores"] = _owned(self.half_cores)
        return found

    def _repr_html_(self) -> str:
        """A table for notebooks: units and centres of each power."""
        powers = sorted({*self.owners.values(), *(unit.power for unit in self.units)})
        rows = (
            f"<tr><th>{escape(power.title())}</th>"
            f"<td>{escape(', '.join(map(str, self.units_of(power))))}</td>"
            f"<td>{escape(', '.join(self.centers_of(power)))}</td></tr>"
            for power in powers
        )
        head = "<tr><th></th><th>units</th><th>centres</th></tr>"
        return f"<table><caption>{self.phase}</caption>{head}{''.join(rows)}</table>"

    @classmethod
    def parse(cls, text: str, board: Board | None = None) -> Position:
        """Read the text of a position; with a board, one that can be on it.

        The last fields may be left out. Without a board every name is taken as it stands.

        Raises:
            PositionError: if the text is no position, or cannot be one on this board.
        """
        try:
            found = _read(text)
        except Unreadable as error:
            fault = Diagnostic("unreadable-position", error.what, line=1, column=error.column)
            raise PositionError([fault]) from None
        faults = found.faults(board) if board is not None else ()
        if has_errors(faults):
            raise PositionError(faults)
        return found


def _lists(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, text in pairs:
        found.setdefault(power, []).append(text)
    return found


def _owned(owners: Mapping[str, str]) -> dict[str, list[str]]:
    """The centres of each power, both in alphabetical order."""
    return _lists(sorted((owner, center) for center, owner in owners.items()))


def _dislodged_fields(one: Dislodged) -> dict[str, Any]:
    unit = one.unit
    found: dict[str, Any] = {
        "power": unit.power,
        "unit": unit.exact,
        "retreats": list(one.options),
    }
    return found if one.came_from is None else {**found, "attacker_from": one.came_from}


# What is impossible.


_NO_CORES: Final = FrozenMap[str, str]()


def position_in_order(
    phase: Phase,
    units: tuple[Unit, ...],
    owners: Mapping[str, str],
    dislodged: tuple[Dislodged, ...] = (),
    contested: frozenset[str] = frozenset(),
    cores: tuple[Mapping[str, str] | None, Mapping[str, str]] = (None, _NO_CORES),
) -> Position:
    """A position of parts that are as a position keeps them, sorted and frozen: quicker. ``cores``
    are the whole and the half ones."""
    position = Position.__new__(Position)
    position.__dict__.update(
        phase=phase,
        units=units,
        owners=owners,
        dislodged=dislodged,
        contested=contested,
        affairs=None,
        cores=cores[0],
        half_cores=cores[1],
    )
    return position


def _misplaced(
    board: Board, units: Iterable[Unit], dislodged: Iterable[Dislodged]
) -> Iterator[Diagnostic]:
    for unit in (*units, *(d.unit for d in dislodged)):
        if unit.kind not in board.kinds:
            what = f"{unit}: no kind of unit is called {unit.kind}"
            yield Diagnostic("unknown-kind", what, candidates=tuple(board.kinds))
        elif unit.location not in board.province_of:
            yield Diagnostic("unknown-place", f"{unit}: there is no {unit.location} on the map")
        elif unit.location not in board.stands[unit.kind]:
            what = f"{unit}: no {board.kinds[unit.kind].name} can stand there"
            yield Diagnostic("cannot-stand-there", what, severity=Severity.WARNING)
        if unit.power not in board.powers:
            what = f"{unit}: there is no power {unit.power}"
            yield Diagnostic("unknown-power", what, candidates=tuple(board.powers))


def _crowded(board: Board, units: Iterable[Unit]) -> Iterator[Diagnostic]:
    taken: dict[str, Unit] = {}
    for unit in units:
        province = province_of(unit.location)
        if province in taken and province not in board.high_seas:
            both = (f"{one} of {one.power}" for one in (taken[province], unit))
            what = f"two units stand in {province}: {' and '.join(both)}"
            yield Diagnostic("two-units", what)
        taken[province] = unit


def _misowned(board: Board, owners: Mapping[str, str]) -> Iterator[Diagnostic]:
    for center, owner in owners.items():
        if center not in board.provinces:
            yield Diagnostic("unknown-place", f"there is no centre {center} on the map")
        elif not board.provinces[center].is_center and not board.conversions:
            yield Diagnostic("no-centre", f"{center} is not a supply centre: nobody can own it")
        if owner not in board.powers:
            what = f"{center} is owned by {owner}, and there is no such power"
            yield Diagnostic("unknown-power", what, candidates=tuple(board.powers))


def _misnamed(board: Board, position: Position) -> Iterator[Diagnostic]:
    places = {place: f"{d} may retreat to" for d in position.dislodged for place in d.options}
    places |= {d.came_from: f"{d} was dislodged from" for d in position.dislodged if d.came_from}
    places |= dict.fromkeys(position.contested, "contested is")
    for place, what in places.items():
        if place not in board.province_of:
            yield Diagnostic("unknown-place", f"{what} {place}, which is not on the map")
    if position.dislodged and position.phase.kind is not PhaseKind.RETREAT:
        what = f"only a retreat phase has dislodged units; this is {position.phase}"
        yield Diagnostic("wrong-phase", what)


# The text of a position.

_FROM, _TO, _NONE = "from", "to", "-"
_CORES, _HALF = "cores", "half"


def _name(word: str) -> str:
    return quoted(word, (_FROM, _TO, _NONE))


def _unit_text(unit: Unit) -> str:
    return f"{_name(unit.kind)} {_name(unit.location)}"


def _dislodged_text(dislodged: Dislodged) -> str:
    words = [_unit_text(dislodged.unit)]
    if dislodged.came_from is not None:
        words += [_FROM, _name(dislodged.came_from)]
    if dislodged.options:
        words += [_TO, *map(_name, dislodged.options)]
    return " ".join(words)


def _by_power_text(pairs: Iterable[tuple[str, str]]) -> str:
    groups = groupby(pairs, key=lambda pair: pair[0])
    return "; ".join(
        f"{_name(power)}: {', '.join(text for _, text in group)}" for power, group in groups
    )


def _owned_text(owners: Mapping[str, str]) -> str:
    owned = sorted((owner, quoted(center)) for center, owner in owners.items())
    return _by_power_text(owned) or _NONE


def _read(text: str) -> Position:
    words = WordReader(text)
    column = words.column
    try:
        phase = Phase.parse(words.word("a phase"))
    except UnknownName as error:
        raise Unreadable(str(error), column) from None
    units, owners, dislodged = list[Unit](), dict[str, str](), list[Dislodged]()
    affairs: Affairs | None = None
    cores: dict[str, str] | None = None
    half_cores: dict[str, str] = {}
    contested: frozenset[str] = frozenset()
    if words.take("|"):
        units = [_read_unit(words, power) for power in _powers(words)]
    if words.take("|"):
        owners = _read_owned(words)
    if words.take("|"):
        dislodged = [_read_dislodged(words, power) for power in _powers(words)]
    if words.take("|") and not words.take(_NONE):
        contested = frozenset(_list(words))
    while words.take("|"):
        if words.take(_CORES):
            cores = _read_owned(words)
        elif words.take(_HALF):
            half_cores = _read_owned(words)
        else:
            affairs = read_affairs(words)
    if words.has_more:
        raise Unreadable("this is more than a position", words.column)
    return Position(
        phase, tuple(units), owners, tuple(dislodged), contested, affairs, cores, half_cores
    )


def _read_owned(words: WordReader) -> dict[str, str]:
    owners: dict[str, str] = {}
    for power in _powers(words):
        column = words.column
        center = words.word("a supply centre")
        if center in owners:
            raise Unreadable(f"{center} is owned already", column)
        owners[center] = power
    return owners


def _powers(words: WordReader) -> Iterator[str]:
    """The power of each thing in a field: the caller reads the thing."""
    if words.take(_NONE):
        return
    while True:
        power = words.word("a power")
        words.need(":")
        yield power
        while words.take(","):
            yield power
        if not words.take(";"):
            return


def _list(words: WordReader) -> Iterator[str]:
    yield words.word("a province")
    while words.take(","):
        yield words.word("a province")


def _read_unit(words: WordReader, power: str) -> Unit:
    return Unit(power, words.word("a unit"), words.word("where the unit stands"))


def _read_dislodged(words: WordReader, power: str) -> Dislodged:
    unit = _read_unit(words, power)
    came_from = words.word("a province") if words.take(_FROM) else None
    options: list[str] = []
    if words.take(_TO):
        options.append(words.word("where the unit may retreat to"))
        while words.sees_word():
            options.append(words.word("where the unit may retreat to"))
    return Dislodged(unit, tuple(options), came_from)
