"""Positions and orders as people hold them, packed into numbers and unpacked, many at a time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from dragoman.board import Unit
from dragoman.errors import DragomanError
from dragoman.native.grid import LETTERS, Grid
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
from dragoman.rules.batch.packed_form import (
    C_DISLODGED,
    C_HEADER,
    C_PHASE,
    C_UNITS,
    YEAR_ZERO,
    PackedForm,
    packed_form,
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
from dragoman.rules.model.phase import Phase, PhaseKind
from dragoman.rules.model.position import Dislodged, Position, position_in_order
from dragoman.values import FrozenMap

OrderLists: TypeAlias = Mapping[str, Sequence[Order]]


_unit: Callable[[Order], UnitRef] = attrgetter("unit")
"""The unit that an order is for; all but waived builds have one."""
_KEPT = 20_000
"""How many orders are kept with their numbers: some 4 MB."""
_KEPT_OWNERS = 2000
"""How many maps of owners are kept: some 4 MB."""
_NUMBERS = itemgetter(1)


class Packing:
    """Packs and unpacks the positions and orders of one board and calendar."""

    def __init__(
        self, n: BoardIndex, tables: BoardTables, calendar: Calendar, keeps_to_routes: bool
    ) -> None:
        self._n, self._calendar = n, calendar
        usual = n.tables_under(BoardConditions(cores=tables.has_cores == 1))
        self.tables = usual
        """The board as the form is made for it."""
        form = self.form = packed_form(usual)
        self.cell = f"u{form.cell_bits // 8}"
        """What NumPy calls a cell of a packed position."""
        self.numbers = OrderNumbers(n, tables, keeps_to_routes)
        # A unit's number is the sum of its location and of these.
        self._kind = {key: i << form.kind_shift for key, i in n.kind.items()}
        self._power = {key: i << form.owner_shift for key, i in n.power.items()}
        self._units = UnitsOfWords(n, form)
        # The owners of centres, one behind the other, are one long number. In it each has its part.
        self._owned = {
            (n.places[place], key): (i + 1) << (form.owner_bits * at)
            for at, place in enumerate(form.centers)
            for key, i in n.power.items()
        }
        self._homes = {at: key for key, of in n.board.homes.items() for at in of}
        self._owners_of: dict[bytes, FrozenMap[str, str]] = {}
        self._known: dict[int, tuple[Order, tuple[int, int]]] = {}
        """Orders and their numbers by the order's identity, which no other takes over so."""
        # With high seas or gatekeepers, not every order is for the unit that stands there.
        self._is_peculiar = bool(n.gates or n.board.high_seas)

    def pack(self, positions: Sequence[Position]) -> Grid:
        """Positions as rows of cells; see ``Batch.pack``."""
        form = self.form
        numbers: array[int] = array(LETTERS[self.cell])
        for position in positions:
            row = self._row(position)
            if len(row) > form.row or row[C_UNITS] + row[C_DISLODGED] > form.most_units:
                most = f"{form.most_units} units, and for more dislodged ones than others"
                raise DragomanError(f"there is no room for more than {most}")
            numbers.extend(row)
            numbers.extend(repeat(0, form.row - len(row)))
        return Grid(self.cell, (len(positions), form.row), numbers)

    def _row(self, position: Position) -> list[int]:
        """The cells of a position, as far as there is anything in them."""
        form, n, location, kind, power = (
            self.form,
            self._n,
            self._n.location,
            self._kind,
            self._power,
        )
        phase = position.phase
        if not -YEAR_ZERO <= phase.year < YEAR_ZERO:
            raise DragomanError(f"years go from {-YEAR_ZERO} to {YEAR_ZERO - 1}")
        row = [self._calendar.place(phase), phase.year + YEAR_ZERO]
        row += (len(position.units), len(position.dislodged), 0)
        owned = [position.owners]
        if form.owner_rows > 1:
            cores = self._homes if position.cores is None else position.cores
            owned += [
                {at: of[at] for at in of if at in n.board.centers}
                for of in (cores, position.half_cores)
            ]
        for owners in owned:
            row += self._parted(self._joined(owners), form.cells_of_owners)
        contested = sum(1 << location[key] for key in position.contested)
        row += self._parted(contested, form.first_unit - form.first_contested)
        row += [
            location[unit.location] + kind[unit.kind] + power[unit.power] for unit in position.units
        ]
        for out in position.dislodged:
            unit = out.unit
            word = location[unit.location] + kind[unit.kind] + power[unit.power]
            near = self._nearness(out) << form.origin_shift
            row += (word + near,) if form.cells_of_dislodged == 1 else (word, near)
        return row

    def _joined(self, owners: Mapping[str, str]) -> int:
        """The owners of centres as one long number."""
        try:
            return sum(map(self._owned.__getitem__, owners.items()))
        except KeyError as error:
            center, power = error.args[0]
            is_center = center in self._n.board.centers
            raise DragomanError(
                f"{power if is_center else center} is not a supply centre or power of the map"
            ) from None

    def _parted(self, number: int, cells: int) -> list[int]:
        """A long number in so many cells, the lowest bits first."""
        bits = self.form.cell_bits
        last = (1 << bits) - 1
        return [number >> shift & last for shift in range(0, bits * cells, bits)]

    def _nearness(self, out: Dislodged) -> int:
        """The neighbour of its province that is closed to a dislodged unit, counted from 1; 0 where
        it may go there anyway, or it is none."""
        province_of, origin = self._n.board.province_of, out.came_from
        if origin is None or origin in {province_of[to] for to in out.options}:
            return 0
        near = self._near(self._n.location[province_of[out.unit.location]])
        number = self._n.location[origin]
        return near.index(number) + 1 if number in near else 0

    def _near(self, province: int) -> Sequence[int]:
        starts = self.tables.near_starts
        return self.tables.near[starts[province] : starts[province + 1]]

    def unpack(
        self, cells: Grid, retreat_options: Callable[[Grid], list[list[list[str]]]]
    ) -> list[Position]:
        """Rows of cells as positions; see ``Batch.unpack``."""
        form, unit_of = self.form, self._units
        memory, width = cells.memory, form.row
        kinds = [phase.kind for phase in self._calendar.phases]
        phases: dict[tuple[int, int], Phase] = {}
        found: list[Position] = []
        waiting: list[int] = []
        for row in range(len(cells)):
            begin = row * width
            place, year, units, _, _ = memory[begin : begin + C_HEADER].tolist()
            phase = phases.get((place, year))
            if phase is None:
                phase = phases[place, year] = self._calendar.phase(place, year - YEAR_ZERO)
            first = begin + form.first_unit
            standing = sorted(map(unit_of.rank, memory[first : first + units].tolist()))
            owners = self._owners(memory, begin, 0)
            cores = None, FrozenMap[str, str]()
            if form.owner_rows > 1:
                cores = self._owners(memory, begin, 1), self._owners(memory, begin, 2)
            if kinds[place] is PhaseKind.RETREAT:
                waiting.append(row)
            at = tuple(map(unit_of.of_rank, standing))
            found.append(position_in_order(phase, at, owners, (), frozenset(), cores))
        if waiting:
            for row, options in zip(waiting, retreat_options(cells.some(waiting)), strict=True):
                found[row] = self._with_retreats(found[row], memory, row * width, options)
        return found

    def _owners(self, memory: memoryview[Any], begin: int, which: int) -> FrozenMap[str, str]:
        """The owners of the centres of a position; or of cores or half cores."""
        form = self.form
        first = begin + form.first_owner + which * form.cells_of_owners
        cells = memory[first : first + form.cells_of_owners]
        key = cells.tobytes()
        owners = self._owners_of.get(key)
        if owners is None:
            if len(self._owners_of) > _KEPT_OWNERS:
                self._owners_of.clear()
            number = sum(one << form.cell_bits * at for at, one in enumerate(cells.tolist()))
            last, powers = (1 << form.owner_bits) - 1, self._n.powers
            owned = {
                self._n.places[place]: powers[owner - 1]
                for at, place in enumerate(form.centers)
                if (owner := number >> form.owner_bits * at & last)
            }
            owners = self._owners_of[key] = FrozenMap(sorted(owned.items()))
        return owners

    def _with_retreats(
        self,
        position: Position,
        memory: memoryview[Any],
        begin: int,
        options: Sequence[Sequence[str]],
    ) -> Position:
        """The position with the units that have to retreat, each with where it may go."""
        form, n, unit_of = self.form, self._n, self._units
        units, dislodged = memory[begin + C_UNITS], memory[begin + C_DISLODGED]
        each, first = form.cells_of_dislodged, begin + form.first_unit + units
        waiting: list[tuple[int, Dislodged]] = []
        for out in range(dislodged):
            word, last = memory[first + out * each], memory[first + (out + 1) * each - 1]
            rank = unit_of.rank(word)
            near: int = last >> form.origin_shift
            origin: str | None = None
            if near:
                province = n.location[n.board.province_of[unit_of.of_rank(rank).location]]
                origin = n.places[self._near(province)[near - 1]]
            waiting.append((rank, Dislodged(unit_of.of_rank(rank), tuple(options[out]), origin)))
        waiting.sort(key=itemgetter(0))
        begin += form.first_contested
        cells = memory[begin : begin + form.first_unit - form.first_contested].tolist()
        number = sum(one << form.cell_bits * at for at, one in enumerate(cells))
        contested = frozenset(key for at, key in enumerate(n.places) if number >> at & 1)
        out = tuple(driven_out for _, driven_out in waiting)
        cores = position.cores, position.half_cores
        return position_in_order(
            position.phase, position.units, position.owners, out, contested, cores
        )

    def pack_orders(self, cells: Grid, orders: Sequence[OrderLists]) -> Grid:
        """The orders of each position as codes; see ``Batch.pack_orders``."""
        form, memory, width = self.form, cells.memory, len(self._n.places)
        kinds = [phase.kind for phase in self._calendar.phases]
        locations = (1 << form.kind_shift) - 1
        numbers = array("i")
        for row, lists in enumerate(orders):
            begin = row * form.row
            place: int = memory[begin + C_PHASE]
            kind = kinds[place]
            if kind is PhaseKind.ADJUSTMENT:
                codes = [
                    self._number_of_winter(power, order)
                    for power, list_ in lists.items()
                    for order in list_
                ]
                if len(codes) > width:
                    raise DragomanError(f"{len(codes)} orders are more than the map has provinces")
            else:
                first, count = begin + form.first_unit, memory[begin + C_UNITS]
                step = 1
                if kind is PhaseKind.RETREAT:
                    step, first = form.cells_of_dislodged, first + count
                    count = memory[begin + C_DISLODGED]
                words = memory[first : first + count * step].tolist()[::step]
                codes = [_HOLD] * count
                if self._is_peculiar:
                    codes += repeat(NONE, width - count)
                    self._pack_peculiar(codes, words, lists)
                else:
                    at = {word & locations: unit for unit, word in enumerate(words)}
                    of_all = [*chain.from_iterable(lists.values())]
                    for location, number in self._of_units(of_all):
                        unit = at.get(location)
                        if unit is None:
                            there = self._n.locations[location]
                            raise DragomanError(f"no unit at {there} can be ordered")
                        codes[unit] = number
            numbers.extend(codes)
            numbers.extend(repeat(NONE, width - len(codes)))
        return Grid("i4", (len(orders), width), numbers)

    def _of_units(self, orders: Sequence[Order]) -> list[tuple[int, int]]:
        """Where the units stand that these orders are for, and the orders as numbers. What an order
        says is the same in whatever position and whoever gives it, so its numbers are kept with it
        while they are few."""
        known = self._known
        found = list(map(known.get, map(id, orders)))
        if not all(found):
            if len(known) > _KEPT:
                known.clear()
            found = [one or self._numbered(order) for order, one in zip(orders, found, strict=True)]
        return list(map(_NUMBERS, found))  # type: ignore[arg-type]

    def _numbered(self, order: Order) -> tuple[Order, tuple[int, int]]:
        numbering = self.numbers.of_units.get(type(order))
        if numbering is None:
            raise DragomanError(f"{order} belongs to an adjustment phase")
        place = self._n.location[_unit(order).location]
        found = self._known[id(order)] = order, (place, numbering("", order))
        return found

    def _number_of_winter(self, power: str, order: Order) -> int:
        numbering = self.numbers.of_winter.get(type(order))
        if numbering is None:
            raise DragomanError(f"{order} does not belong to an adjustment phase")
        return numbering(power, order)

    def _pack_peculiar(self, codes: list[int], words: Sequence[int], lists: OrderLists) -> None:
        """Pack the orders of one position on a board with high seas or gatekeepers: of several
        units on a high sea an order is for the first without one."""
        form, n, ordered = self.form, self._n, set[int]()
        locations = (1 << form.kind_shift) - 1
        kinds = (1 << (form.owner_shift - form.kind_shift)) - 1
        for power, list_ in lists.items():
            for order in list_:
                numbering = self.numbers.of_units.get(type(order))
                if numbering is None or isinstance(order, Build | Remove | Waive | MoneyOrder):
                    raise DragomanError(f"{order} belongs to an adjustment phase")
                named = order.unit
                if named.location in n.gates:
                    gate = list(n.gates).index(named.location)
                    codes[len(words) + gate] = numbering(power, order)
                    continue
                at = n.location[named.location]
                there = [unit for unit, word in enumerate(words) if word & locations == at]
                if named.location in n.board.high_seas:
                    there = [
                        unit
                        for unit in there
                        if words[unit] >> form.owner_shift & form.owner_mask == n.power[power]
                        and named.kind in (None, n.kinds[words[unit] >> form.kind_shift & kinds])
                    ]
                    there = [unit for unit in there if unit not in ordered] or there[-1:]
                if not there:
                    raise DragomanError(f"no unit at {named.location} can be ordered")
                codes[there[0]] = numbering(power, order)
                ordered.add(there[0])


class UnitsOfWords:
    """The units of a board by the numbers that packed positions hold of them; and by their ranks:
    by power, location and kind, as positions keep them."""

    def __init__(self, n: BoardIndex, form: PackedForm) -> None:
        self._n, self._form = n, form
        self._powers, self._locations = sorted(n.powers), sorted(n.locations)
        self._kinds = sorted(n.kinds)
        self._ranks: dict[int, int] = {}
        self._units: dict[int, Unit] = {}
        self.of_rank = self._units.__getitem__
        """The unit of a rank, once that was asked for."""

    def rank(self, word: int) -> int:
        """The rank of a unit by its number, whatever else stands in that."""
        rank = self._ranks.get(word)
        return self._ranked(word) if rank is None else rank

    def _ranked(self, word: int) -> int:
        form, n = self._form, self._n
        kinds = (1 << (form.owner_shift - form.kind_shift)) - 1
        location = n.locations[word & ((1 << form.kind_shift) - 1)]
        kind = n.kinds[word >> form.kind_shift & kinds]
        power = n.powers[word >> form.owner_shift & form.owner_mask]
        at = self._powers.index(power) * len(self._locations) + self._locations.index(location)
        rank = self._ranks[word] = at * len(self._kinds) + self._kinds.index(kind)
        self._units[rank] = Unit(power, kind, location)
        return rank


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
