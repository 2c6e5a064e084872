"""Positions and orders as people hold them, packed into numbers and unpacked, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from dragoman.board import Unit
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.orders import (
    Build,
    Convert,
    Convoy,
    Core,
    Disband,
    Hold,
    MoneyOrder,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.rules.batch.core_columns import core_columns, with_cores
from dragoman.rules.batch.packed_form import packed_form
from dragoman.rules.batch.position_columns import (
    CellPacking,
    Cells,
    Numbers,
    PositionColumns,
    within,
)
from dragoman.rules.engine.changes import other_kind
from dragoman.rules.engine.codes import CONVOY, HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    OTHER_SHIFT,
    TARGET_SHIFT,
    VIA_BIT,
    packed,
    whose,
)
from dragoman.rules.engine.tables import BoardTables
from dragoman.rules.judge.board_index import BoardConditions, BoardIndex
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Dislodged, Position, position_in_order
from dragoman.values import FrozenMap

with extra("fast"):
    import numpy as np
    import numpy.typing as npt


Codes: TypeAlias = npt.NDArray[np.int32]
"""Orders, one a row for each position or one after the other; see ``packed_orders``."""
OrderLists: TypeAlias = Mapping[str, Sequence[Order]]


_unit: Callable[[Order], UnitRef] = attrgetter("unit")
"""The unit that an order is for; all but waived builds have one."""
_KEPT = 20_000
"""How many orders are kept with their numbers: some 4 MB."""
_ORDER_BITS = 31
"""So many bits an order has; above them stands the location of the unit that it is for."""
_NUMBER = itemgetter(1)
_AT_ONCE = 1000
"""So many positions are packed or unpacked at a time, as what goes with them stays in the cache."""


class Packing:
    """Packs and unpacks the positions and orders of one board and calendar."""

    def __init__(
        self, n: BoardIndex, tables: BoardTables, calendar: Calendar, keeps_to_routes: bool
    ) -> None:
        self._n, self._calendar = n, calendar
        usual = n.tables_under(BoardConditions(cores=tables.has_cores == 1))
        self.cells = CellPacking(usual, packed_form(usual))
        self.numbers = OrderNumbers(n, tables, keeps_to_routes)
        locations, kinds = len(n.locations), len(n.kinds)
        # A unit's number is the sum of its location and of these.
        self._kind = {key: i * locations for key, i in n.kind.items()}
        self._power = {key: i * locations * kinds for key, i in n.power.items()}
        self._units = _Units(n)
        self._center_names = sorted(n.board.centers)
        self._number_of_center = {key: n.location[key] for key in self._center_names}
        self._centers = np.array([*self._number_of_center.values()], dtype=np.int64)
        self._known: dict[int, tuple[Order, int]] = {}
        """Orders and their numbers by the order's identity, which no other takes over so."""
        # With high seas or gatekeepers, not every order is for the unit that stands there.
        self._is_peculiar = bool(n.gates or n.board.high_seas)

    def pack(self, positions: Sequence[Position]) -> Cells:
        """Positions as rows of cells; see ``Batch.pack``."""
        stretches = range(0, max(1, len(positions)), _AT_ONCE)
        return np.concatenate([self._pack(positions[i : i + _AT_ONCE]) for i in stretches])

    def _pack(self, positions: Sequence[Position]) -> Cells:
        n, location, kind, power = self._n, self._n.location, self._kind, self._power
        units = [
            location[unit.location] + kind[unit.kind] + power[unit.power]
            for position in positions
            for unit in position.units
        ]
        standing, counts = _table(units, [len(position.units) for position in positions])
        out = [driven_out for position in positions for driven_out in position.dislodged]
        waiting = [location[d.unit.location] + kind[d.unit.kind] + power[d.unit.power] for d in out]
        beaten, waits = _table(waiting, [len(position.dislodged) for position in positions])
        origins, _ = _table(list(map(self._origin, out)), waits)
        owners = np.full((len(positions), len(n.places)), NONE, dtype=np.int64)
        owned = [position.owners for position in positions]
        rows = np.repeat(np.arange(len(positions)), list(map(len, owned)))
        try:
            centers = list(map(self._number_of_center.__getitem__, chain.from_iterable(owned)))
            powers = chain.from_iterable(of.values() for of in owned)
            owners[rows, centers] = list(map(n.power.__getitem__, powers))
        except KeyError as error:
            raise DragomanError(
                f"{error.args[0]} is not a supply centre or power of the map"
            ) from None
        cores, half_cores = (
            core_columns(n, positions) if self.cells.form.owner_rows > 1 else (None, None)
        )
        contested = np.zeros(owners.shape, dtype=np.bool_)
        for row, position in enumerate(positions):
            if position.contested:
                contested[row, [location[key] for key in position.contested]] = True
        phases = [position.phase for position in positions]
        return self.cells.cells(
            PositionColumns(
                phase=np.array(list(map(self._calendar.place, phases)), dtype=np.int64),
                year=np.array([phase.year for phase in phases], dtype=np.int64),
                winner=np.full(len(positions), NONE),
                unit_count=counts,
                **self._parts("", standing),
                dislodged_count=waits,
                **self._parts("dislodged_", beaten),
                dislodged_origin=origins,
                owners=owners,
                contested=contested,
                cores=cores,
                half_cores=half_cores,
            )
        )

    def unpack(
        self, cells: Cells, retreat_options: Callable[[Cells], list[list[list[str]]]]
    ) -> list[Position]:
        """Rows of cells as positions; see ``Batch.unpack``."""
        stretches = (cells[i : i + _AT_ONCE] for i in range(0, len(cells), _AT_ONCE))
        return [p for some in stretches for p in self._unpack(some, retreat_options)]

    def _unpack(
        self, cells: Cells, retreat_options: Callable[[Cells], list[list[list[str]]]]
    ) -> list[Position]:
        columns = self.cells.columns(cells)
        ranks = self._units.ranks(columns.location, columns.owner, columns.kind)
        ranks[~within(columns.unit_count, ranks.shape[1])] = np.iinfo(ranks.dtype).max
        ranks.sort(axis=1)
        phases = {
            (place, year): self._calendar.phase(place, year)
            for place, year in set(zip(columns.phase.tolist(), columns.year.tolist(), strict=True))
        }
        owned_of = columns.owners[:, self._centers].astype(np.int16)
        known: dict[bytes, FrozenMap[str, str]] = {}
        found: list[Position] = []
        for place, year, count, row, owned in zip(
            columns.phase.tolist(),
            columns.year.tolist(),
            columns.unit_count.tolist(),
            ranks.tolist(),
            owned_of,
            strict=True,
        ):
            key = owned.tobytes()
            owners = known.get(key)
            if owners is None:
                owners = known[key] = self._owners(owned.tolist())
            units = tuple(map(self._units.__getitem__, row[:count]))
            found.append(position_in_order(phases[place, year], units, owners))
        if self.cells.form.owner_rows > 1:
            found = [with_cores(self._n, p, columns, row) for row, p in enumerate(found)]
        kinds = [phase.kind is PhaseKind.RETREAT for phase in self._calendar.phases]
        waiting = np.flatnonzero(np.array(kinds)[columns.phase])
        for row, options in zip(waiting.tolist(), retreat_options(cells[waiting]), strict=True):
            found[row] = self._with_retreats(found[row], columns, row, options)
        return found

    def pack_orders(self, cells: Cells, orders: Sequence[OrderLists]) -> Codes:
        """The orders of each position as codes; see ``Batch.pack_orders``."""
        stretches = [slice(i, i + _AT_ONCE) for i in range(0, max(1, len(cells)), _AT_ONCE)]
        return np.concatenate([self._pack_orders(cells[some], orders[some]) for some in stretches])

    def _pack_orders(self, cells: Cells, orders: Sequence[OrderLists]) -> Codes:
        columns = self.cells.columns(cells)
        codes = np.full((len(cells), len(self._n.places)), NONE, dtype=np.int32)
        kind_of = [phase.kind for phase in self._calendar.phases]
        retreats = np.array([kind is PhaseKind.RETREAT for kind in kind_of])[columns.phase]
        is_winter = np.array([kind is PhaseKind.ADJUSTMENT for kind in kind_of])[columns.phase]
        counts = np.where(retreats, columns.dislodged_count, columns.unit_count)
        counts = np.where(is_winter, 0, counts)
        codes[within(counts, codes.shape[1])] = packed(HOLD, 0, NONE, NONE)

        by_unit: list[Order] = []
        given: list[int] = []
        in_winter, in_retreats = is_winter.tolist(), retreats.tolist()
        for row, lists in enumerate(orders):
            first = len(by_unit)
            if in_winter[row]:
                winter = [
                    self._number_of_winter(power, order)
                    for power, list_ in lists.items()
                    for order in list_
                ]
                if len(winter) > codes.shape[1]:
                    raise DragomanError(f"{len(winter)} orders are more than the map has provinces")
                codes[row, : len(winter)] = winter
            elif self._is_peculiar:
                self._pack_peculiar(codes[row], columns, row, in_retreats[row], lists)
            else:
                by_unit += chain.from_iterable(lists.values())
            given.append(len(by_unit) - first)
        if by_unit:
            places, numbers = self._of_units(by_unit)
            rows = np.repeat(np.arange(len(given)), given)
            at = self._unit_at(columns, retreats)[rows, places]
            if at.min() < 0:
                place = self._n.locations[int(places[int(at.argmin())])]
                raise DragomanError(f"no unit at {place} can be ordered")
            codes[rows, at] = numbers
        return codes

    def _of_units(self, orders: Sequence[Order]) -> tuple[Numbers, Numbers]:
        """Where the units stand that these orders are for, and the orders as numbers. What an order
        says is the same in whatever position and whoever gives it, so its numbers are kept with it
        while they are few."""
        known = self._known
        found = list(map(known.get, map(id, orders)))
        if not all(found):
            if len(known) > _KEPT:
                known.clear()
            found = [one or self._numbered(order) for order, one in zip(orders, found, strict=True)]
        numbered = np.array(list(map(_NUMBER, found)), dtype=np.int64)  # type: ignore[arg-type]
        return numbered >> _ORDER_BITS, numbered & ((1 << _ORDER_BITS) - 1)

    def _numbered(self, order: Order) -> tuple[Order, int]:
        numbering = self.numbers.of_units.get(type(order))
        if numbering is None:
            raise DragomanError(f"{order} belongs to an adjustment phase")
        place = self._n.location[_unit(order).location]
        number = (place << _ORDER_BITS) + numbering("", order)
        found = self._known[id(order)] = order, number
        return found

    def _parts(self, prefix: str, numbers: Numbers) -> dict[str, Numbers]:
        """The columns of units with these numbers."""
        rest, location = np.divmod(numbers, len(self._n.locations))
        owner, kind = np.divmod(rest, len(self._n.kinds))
        return {f"{prefix}location": location, f"{prefix}owner": owner, f"{prefix}kind": kind}

    def _origin(self, out: Dislodged) -> int:
        """The province that is closed to a dislodged unit; NONE where it may go there anyway."""
        province_of, origin = self._n.board.province_of, out.came_from
        if origin is None or origin in {province_of[to] for to in out.options}:
            return NONE
        return self._n.location[origin]

    def _owners(self, owned: Sequence[int]) -> FrozenMap[str, str]:
        powers = self._n.powers
        return FrozenMap(
            {
                center: powers[owner]
                for center, owner in zip(self._center_names, owned, strict=True)
                if owner != NONE
            }
        )

    def _with_retreats(
        self,
        position: Position,
        columns: PositionColumns,
        row: int,
        options: Sequence[Sequence[str]],
    ) -> Position:
        """The position with the units that have to retreat, each with where it may go."""
        ranks = self._units.ranks(
            columns.dislodged_location[row],
            columns.dislodged_owner[row],
            columns.dislodged_kind[row],
        ).tolist()
        origins = columns.dislodged_origin[row].tolist()
        waiting = [
            (rank, Dislodged(self._units[rank], tuple(ways), self._province(origin)))
            for rank, origin, ways in zip(ranks, origins, options, strict=False)
        ]
        waiting.sort(key=itemgetter(0))
        contested = frozenset(self._n.places[p] for p in np.flatnonzero(columns.contested[row]))
        out = tuple(driven_out for _, driven_out in waiting)
        cores = position.cores, position.half_cores
        return position_in_order(
            position.phase, position.units, position.owners, out, contested, cores
        )

    def _province(self, number: int) -> str | None:
        return None if number == NONE else self._n.places[number]

    def _number_of_winter(self, power: str, order: Order) -> int:
        numbering = self.numbers.of_winter.get(type(order))
        if numbering is None:
            raise DragomanError(f"{order} does not belong to an adjustment phase")
        return numbering(power, order)

    def _unit_at(
        self, columns: PositionColumns, retreats: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int16]:
        """For each position and location which of the units to be ordered is there, NONE if none
        is."""
        found = np.full((len(retreats), len(self._n.locations)), NONE, dtype=np.int16)
        for count, location in (
            (np.where(retreats, 0, columns.unit_count), columns.location),
            (np.where(retreats, columns.dislodged_count, 0), columns.dislodged_location),
        ):
            rows, units = np.nonzero(within(count, location.shape[1]))
            found[rows, location[rows, units]] = units
        return found

    def _pack_peculiar(
        self, codes: Codes, columns: PositionColumns, row: int, retreats: bool, lists: OrderLists
    ) -> None:
        """Pack the orders of one position on a board with high seas or gatekeepers: of several
        units on a high sea an order is for the first without one."""
        location, count = columns.location[row], int(columns.unit_count[row])
        owner, kind = columns.owner[row], columns.kind[row]
        if retreats:
            location, count = columns.dislodged_location[row], int(columns.dislodged_count[row])
            owner, kind = columns.dislodged_owner[row], columns.dislodged_kind[row]
        n, ordered = self._n, set[int]()
        for power, list_ in lists.items():
            for order in list_:
                numbering = self.numbers.of_units.get(type(order))
                if numbering is None or isinstance(order, Build | Remove | Waive | MoneyOrder):
                    raise DragomanError(f"{order} belongs to an adjustment phase")
                named = order.unit
                if named.location in n.gates:
                    gate = list(n.gates).index(named.location)
                    codes[count + gate] = numbering(power, order)
                    continue
                there = np.flatnonzero(location[:count] == n.location[named.location]).tolist()
                if named.location in n.board.high_seas:
                    there = [
                        unit
                        for unit in there
                        if owner[unit] == n.power[power]
                        and named.kind in (None, n.kinds[kind[unit]])
                    ]
                    there = [unit for unit in there if unit not in ordered] or there[-1:]
                if not there:
                    raise DragomanError(f"no unit at {named.location} can be ordered")
                codes[there[0]] = numbering(power, order)
                ordered.add(there[0])


class _Units(dict[int, Unit]):
    """The units of a board by their ranks: by power, location and kind, as positions keep them."""

    def __init__(self, n: BoardIndex) -> None:
        super().__init__()
        self._powers, self._locations = sorted(n.powers), sorted(n.locations)
        self._kinds = sorted(n.kinds)
        self._power_ranks = np.array([self._powers.index(key) for key in n.powers])
        self._kind_ranks = np.array([self._kinds.index(key) for key in n.kinds])
        ranks = {key: rank for rank, key in enumerate(self._locations)}
        self._location_ranks = np.array([ranks[key] for key in n.locations])

    def ranks(self, locations: Numbers, owners: Numbers, kinds: Numbers) -> Numbers:
        """The ranks of units whose numbers are known."""
        ranks = self._power_ranks[owners] * len(self._locations) + self._location_ranks[locations]
        return ranks * len(self._kinds) + self._kind_ranks[kinds]

    def __missing__(self, rank: int) -> Unit:
        rest, kind = divmod(rank, len(self._kinds))
        power, location = divmod(rest, len(self._locations))
        unit = self[rank] = Unit(self._powers[power], self._kinds[kind], self._locations[location])
        return unit


def _table(numbers: Sequence[int], counts: Sequence[int] | Numbers) -> tuple[Numbers, Numbers]:
    """Numbers in rows, so many in each, filled up with zeros; and how many there are."""
    lengths = np.array(counts, dtype=np.int64)
    rows = np.zeros((len(lengths), lengths.max(initial=0)), dtype=np.int64)
    rows[within(lengths, rows.shape[1])] = numbers
    return rows, lengths


# Orders as numbers (see ``engine.packed_orders``)

Numbering: TypeAlias = Callable[[str, Any], int]
"""From a power and its order to a number."""

_HOLD = packed(HOLD, 0, NONE, NONE)


class OrderNumbers:
    """The numbers of the orders on a board. ``keeps_to_routes`` says that a convoy route which an
    order names is kept to."""

    def __init__(self, n: BoardIndex, tables: BoardTables, keeps_to_routes: bool) -> None:
        self._n, self._tables, self._keeps_to_routes = n, tables, keeps_to_routes
        # What a number has for each location as the target and as the other unit's.
        self._target: dict[str | None, int] = {None: 0}
        self._target |= {key: (i + 1) << TARGET_SHIFT for key, i in n.location.items()}
        self._other = {key: (i + 1) << OTHER_SHIFT for key, i in n.location.items()}
        self._goal = {key: self._target[n.board.province_of[key]] for key in n.location}
        self.of_units: dict[type[Order], Numbering] = {
            Hold: lambda _, order: _HOLD,
            Core: lambda _, order: _HOLD | VIA_BIT,
            Disband: lambda _, order: _HOLD,
            Move: self._move,
            Retreat: lambda _, order: MOVE + self._target[order.target],
            Support: self._support,
            Convoy: self._convoy,
            Convert: self._conversion,
        }
        """The orders of movement and retreat phases by their types."""
        self.of_winter: dict[type[Order], Numbering] = {
            Build: self._build,
            Remove: self._removal,
            Disband: self._removal,
            Waive: lambda power, _: packed(HOLD, 0, NONE, n.power[power]),
        }
        """The orders of adjustment phases by their types."""
        self._of_any = self.of_winter | self.of_units

    def number(self, power: str, order: Order) -> int:
        """An order of a power as a number; to disband is meant for a retreat phase.

        Raises:
            KeyError: if it names something that is not on the board, or a convoy route where the
                rule set keeps to that: there is no room for one in a number.
        """
        numbering = self._of_any.get(type(order))
        if numbering is None:
            raise KeyError(f"{order}: the batch path plays no Machiavelli")
        return numbering(power, order)

    def _move(self, power: str, order: Move) -> int:
        number = MOVE + self._target[order.target]
        if order.via_convoy:
            number += VIA_BIT
        if not order.route:
            return number
        rail = next((step for step in order.route if step in self._n.rails), None)
        if rail is not None:
            return number + self._other[rail]
        if self._keeps_to_routes:
            raise KeyError(f"{order}: a packed order cannot name the route it keeps to")
        return number | VIA_BIT

    def _support(self, power: str, order: Support) -> int:
        named = order.supported
        number = SUPPORT + self._other[named.location] + self._target[order.target]
        if self._tables.high_sea_count:
            number += self._whose(named.power, named)
        return number

    def _convoy(self, power: str, order: Convoy) -> int:
        return CONVOY + self._goal[order.target] + self._other[order.convoyed.location]

    def _conversion(self, power: str, order: Convert) -> int:
        kind, unit = self._n.kind, order.unit
        if unit.kind is None or other_kind(self._tables, kind[unit.kind]) != kind.get(order.kind):
            return _HOLD  # it is no order to become what it is
        province = self._n.board.province_of[unit.location]
        return VIA_BIT + self._target[f"{province}/{order.coast}" if order.coast else province]

    def _build(self, power: str, order: Build) -> int:
        kind = self._n.kind[order.unit.kind or self._n.kinds[0]]
        return packed(MOVE, 0, self._n.location[order.unit.location], kind)

    def _removal(self, power: str, order: Remove | Disband) -> int:
        return SUPPORT + self._other[order.unit.location] + self._whose(power, order.unit)

    def _whose(self, power: str | None, named: UnitRef) -> int:
        """The part of a number that tells a unit on a high sea, where others may stand."""
        n = self._n
        owner = NONE if power is None else n.power[power]
        kind = NONE if named.kind is None else n.kind[named.kind]
        return whose(self._tables, n.location[named.location], owner, kind)
