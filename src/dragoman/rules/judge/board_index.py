"""A board in numbers: of its provinces, locations, kinds and powers; its tables for the engine."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from dragoman.board import (
    AUTONOMOUS,
    Board,
    BuildTerms,
    EmergencyTerms,
    Gateway,
    OpeningTerms,
    Province,
    Terrain,
    Unit,
    VictoryTerms,
)
from dragoman.orders import Order, UnitRef
from dragoman.remembered import Remembered, remembered
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    EVERYBODY,
    MOVEMENT,
    NONE,
    RETREATS,
    SEA_LOSS,
)
from dragoman.rules.engine.tables import BoardTables, CalendarTables, Ints, RuleCodes
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind

_BYTES_A_UNIT: Final = 400
"""What a unit takes in memory with its row, ..."""
_BYTES_A_REF: Final = 200
"""... what one takes as orders name it, ..."""
_BYTES_OF_TERMS: Final = 2000
"""... what the terms take that a board is played by, besides their tables, ..."""
_BYTES_A_PLACE: Final = 100
"""... and what the numbers of a place take."""
_MOST_TERMS_SEEN: Final = 64
"""So many rule sets and calendars are known by themselves, without a look at what they say."""

_KINDS: Final = {
    PhaseKind.MOVEMENT: MOVEMENT,
    PhaseKind.RETREAT: RETREATS,
    PhaseKind.ADJUSTMENT: ADJUSTMENTS,
}


WHICH: Final = attrgetter("power", "kind", "location")
"""What a unit is told from others by."""

OrderRow = tuple[Any, ...]
"""The numbers of an order (see ``judge.encode``)."""


class UnitRow(NamedTuple):
    """A unit, and its numbers."""

    unit: Unit
    location: int
    owner: int
    kind: int
    place: int
    strength: int
    """In half points."""
    spot: int
    """Kind * location_count + location."""
    rank: int
    """Where it stands among all units by power, location and kind, as positions keep them."""


class BoardTerms(NamedTuple):
    """The terms that a board is played by, for the engine."""

    rule_set: RuleSet
    calendar: Calendar
    rules: RuleCodes
    phases: CalendarTables
    open_tables: BoardTables
    icy_tables: BoardTables
    """The tables while arctic water is open, and closed."""


class BoardIndex:
    """The numbers of a board's provinces, locations, kinds and powers, and its tables."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = tuple(board.provinces)
        self.locations = board.locations
        self.rails = frozenset(rail.province for rail in board.railways)
        self.gates = {gate.province: gate for gate in board.gateways}
        self.kinds = tuple(board.kinds)
        self.powers = tuple(board.powers)
        self.location: dict[str, int] = {key: i for i, key in enumerate(self.locations)}
        self.kind: dict[str, int] = {key: i for i, key in enumerate(self.kinds)}
        self.power: dict[str, int] = {key: i for i, key in enumerate(self.powers)}
        self.kind_named: dict[str | None, int] = {None: NONE, **self.kind}
        """The same for what an order may leave out."""
        self.power_named: dict[str | None, int] = {None: NONE, **self.power}
        self._tables: Remembered[BoardConditions, BoardTables] = Remembered()
        self._units: Remembered[tuple[int, int, int], UnitRow] = Remembered()
        self._refs: Remembered[tuple[int, int], UnitRef] = Remembered()
        self._unit_rows: Remembered[tuple[str, str, str], UnitRow] = Remembered()
        self.unit_numbers: Remembered[tuple[str, str, str], int] = Remembered()
        """Those that were asked for, by ``WHICH``."""
        self._orders: Remembered[tuple[str, str, str], Remembered[int, Order]] = Remembered()
        self._terms_seen: Remembered[tuple[int, int], tuple[BoardTerms, RuleSet, Calendar]]
        self._terms_seen = Remembered()
        """The terms by the identity of what they were asked for, which is held with them: equal
        rule sets and calendars may come from several places, turn by turn."""
        self._terms_of: Remembered[tuple[RuleSet, Calendar], BoardTerms] = Remembered()
        self.ranks = tuple(map(_ranks, (self.powers, self.locations, self.kinds)))
        """For each power, location and kind its place among them sorted."""
        self.places_by_name = sorted(enumerate(self.places), key=itemgetter(1))
        """The provinces' numbers and keys, these sorted."""
        self.order_rows: Remembered[BoardTables, Remembered[Any, OrderRow]] = Remembered()
        """The rows that ``judge.encode`` keeps, by what orders say."""

    def location_of(self, written: str) -> tuple[int, bool]:
        """The number of a location; of a coast that does not exist the province's, and True.

        Raises:
            KeyError: if there is no such province.
        """
        found = self.location.get(written)
        if found is None:
            return self.location[written.partition("/")[0]], True
        return found, False

    def row(self, owner: int, kind: int, location: int) -> UnitRow:
        """The row of a unit by its numbers. Those that were asked for are remembered."""
        numbers = owner, kind, location
        found = self._units.get(numbers)
        if found is None:
            unit = Unit(self.powers[owner], self.kinds[kind], self.locations[location])
            found = self._units.keep(numbers, self._unit_row(unit), _BYTES_A_REF)
        return found

    def unit_number(self, unit: Unit) -> int:
        """The number of a unit: its power's times all spots, and its spot.

        Raises:
            KeyError: if it names something that is not on the board.
        """
        (row,) = self.unit_rows((unit,))
        number = row.owner * len(self.kinds) * len(self.locations) + row.spot
        return self.unit_numbers.keep(WHICH(unit), number, _BYTES_A_REF)

    def ref(self, kind: int, location: int) -> UnitRef:
        """A unit as orders name it, remembered likewise."""
        numbers = kind, location
        found = self._refs.get(numbers)
        if found is None:
            ref = UnitRef(self.locations[location], self.kinds[kind])
            found = self._refs.keep(numbers, ref, _BYTES_A_REF)
        return found

    def orders_of(self, giver: tuple[str, str, str]) -> Remembered[int, Order]:
        """The legal orders that ``judge.legal`` has written for a unit, by its location and kind,
        and its power where that matters."""
        found = self._orders.get(giver)
        if found is None:
            found = self._orders.keep(giver, Remembered(), _BYTES_A_REF)
        return found

    def unit_rows(self, units: Sequence[Unit]) -> Sequence[UnitRow]:
        """The units' rows, remembered likewise.

        Raises:
            KeyError: if a unit names something that is not on the board.
        """
        kept = self._unit_rows
        rows = list(map(kept.get, map(WHICH, units)))
        if not all(rows):
            rows = [row or self._unit_row(unit) for row, unit in zip(rows, units, strict=True)]
        return rows  # type: ignore[return-value]

    def _unit_row(self, unit: Unit) -> UnitRow:
        location, owner = self.location[unit.location], self.power[unit.power]
        kind = self.kind[unit.kind]
        place = self.location[self.board.province_of[unit.location]]
        strength = 2 * self.board.kinds[unit.kind].strength
        by_power, by_location, by_kind = self.ranks
        rank = by_power[owner] * len(by_location) + by_location[location]
        rank = rank * len(by_kind) + by_kind[kind]
        spot = kind * len(by_location) + location
        row = UnitRow(unit, location, owner, kind, place, strength, spot, rank)
        return self._unit_rows.keep(WHICH(unit), row, _BYTES_A_UNIT)

    def terms(self, rule_set: RuleSet, calendar: Calendar) -> BoardTerms:
        """The terms of a rule set and a calendar for the engine: the same object for equal ones, so
        that games by the same rules share what is made of it."""
        seen = self._terms_seen.get((id(rule_set), id(calendar)))
        if seen is not None:
            return seen[0]
        key = (rule_set, calendar)
        terms = self._terms_of.get(key)
        if terms is None:
            terms = BoardTerms(
                *key,
                rule_codes(rule_set),
                calendar_tables(calendar),
                self.tables_for(rule_set, ice=False),
                self.tables_for(rule_set, ice=True),
            )
            self._terms_of.keep(key, terms, _BYTES_OF_TERMS)
        if len(self._terms_seen) >= _MOST_TERMS_SEEN:
            self._terms_seen.clear()
        self._terms_seen.keep((id(rule_set), id(calendar)), (terms, *key), _BYTES_OF_TERMS)
        return terms

    def tables_under(self, conditions: BoardConditions) -> BoardTables:
        """The tables of the board under these conditions."""
        found = self._tables.get(conditions)
        if found is None:
            needed = conditions.on(self.board)
            found = self._tables.get(needed)
            if found is None:
                found = board_tables(self.board, self, needed)
                self._tables.keep(needed, found, bytes_of_tables(found))
            self._tables[conditions] = found
        return found

    def tables_for(self, rule_set: RuleSet, *, ice: bool) -> BoardTables:
        """The tables under a rule set, with arctic water closed or open."""
        return self.tables_under(conditions_of(rule_set, ice))


@remembered(lambda n: _BYTES_A_PLACE * len(n.locations))
def board_index(board: Board) -> BoardIndex:
    """The numbers of a board, worked out once and remembered."""
    return BoardIndex(board)


@lru_cache(maxsize=256)
def rule_codes(rule_set: RuleSet) -> RuleCodes:
    """The answers of a rule set that the engine asks for."""
    return RuleCodes(**{name: rule_set.code(name) for name in RuleCodes.__slots__})


@lru_cache(maxsize=64)
def calendar_tables(calendar: Calendar) -> CalendarTables:
    """A calendar for the engine."""
    return CalendarTables(
        len(calendar.phases),
        [_KINDS[phase.kind] for phase in calendar.phases],
        list(calendar.years),
        [int(phase.is_icy) for phase in calendar.phases],
        [int(phase.counts_centers) for phase in calendar.phases],
        [int(_counts_next(calendar, place)) for place in range(len(calendar.phases))],
    )


def _ranks(keys: Sequence[str]) -> list[int]:
    """For each key its place among them sorted."""
    place = {key: rank for rank, key in enumerate(sorted(keys))}
    return [place[key] for key in keys]


def _counts_next(calendar: Calendar, place: int) -> bool:
    """True if centres are counted between a phase and the next movement."""
    ahead = (*calendar.phases[place + 1 :], *calendar.phases[: place + 1])
    moves = next(i for i, phase in enumerate(ahead) if phase.kind is PhaseKind.MOVEMENT)
    return any(phase.counts_centers for phase in ahead[: moves + 1])


# The tables of a board: which ways are open under which conditions.

_BYTES_A_NUMBER: Final = 10
"""What a number of a table takes in memory, in about."""
_QUICK: Final = 1_000_000
"""Up to how many numbers a table is a list: Python reads it a little quicker than an array,
which takes half the room."""


class BoardConditions(NamedTuple):
    """The conditions, besides the map, by which ways are open: ice and rule choices."""

    ice: bool = False
    duality: bool = False
    coastal_convoys: bool = False
    hong_kong: bool = False
    gateways: bool = True
    gateways_stop_convoys: bool = False
    railways: bool = True
    cores: bool = False

    def on(self, board: Board) -> BoardConditions:
        """The same conditions without what makes no difference on this board."""
        usual = BoardConditions()
        provinces = board.provinces.values()
        return self._replace(
            ice=self.ice and any(p.terrain is Terrain.ICE for p in provinces),
            duality=self.duality and any(p.convoyable_land for p in provinces),
            hong_kong=self.hong_kong and bool(board.hong_kong),
            gateways=self.gateways if board.gateways else usual.gateways,
            gateways_stop_convoys=self.gateways_stop_convoys
            and self.gateways
            and bool(board.gateways),
            railways=self.railways if board.railways else usual.railways,
            cores=self.cores or board.build_terms.homes_settled != 0,
        )


@lru_cache(maxsize=256)
def conditions_of(rule_set: RuleSet, ice: bool) -> BoardConditions:
    """The conditions that a rule set makes; ``ice`` says whether arctic water is closed."""
    return BoardConditions(
        ice,
        rule_set.duality == "yes",
        rule_set.coastal_convoys == "yes",
        rule_set.hong_kong != "no",
        rule_set.gateways == "yes",
        rule_set.gateway_rights == "strict",
        rule_set.railways == "yes",
        rule_set.build_in == "cores",
    )


def board_tables(board: Board, n: BoardIndex, conditions: BoardConditions) -> BoardTables:
    """The tables of a board under these conditions."""
    province_of = [n.location[board.province_of[key]] for key in n.locations]
    coast_starts = [len(n.places)]
    for province in board.provinces.values():
        coast_starts.append(coast_starts[-1] + len(province.coasts))
    is_afloat = [_is_afloat(board, province, conditions) for province in board.provinces.values()]
    is_frozen = [
        conditions.ice and province.terrain is Terrain.ICE for province in board.provinces.values()
    ]
    gates = board.gateways if conditions.gateways else ()
    gate_between = _gates(n, gates)
    guarded = gate_between if conditions.gateways_stop_convoys else ()
    linked = _linked(n, is_afloat, is_frozen, guarded)
    link_starts, links = _lists(linked)
    back_starts, backs = _lists(_turned_round(linked))
    near_starts, near = _lists(_near(n, province_of))
    paths, reach = _paths(n, province_of, is_frozen)
    step_starts, steps = _lists(paths)
    helps = [_helps(path, row, province_of) for path, row in zip(paths, reach, strict=True)]
    _convert(n, province_of, paths, reach, helps)
    path_rows, path_cells = _rows(paths, len(n.locations))
    reach_rows, reach_cells = _rows(reach, len(n.places))
    rails = board.railways if conditions.railways else ()
    rail_starts, rail_stops = [0], list[int]()
    for rail in rails:
        rail_stops += [n.location[stop] for stop in rail.stops]
        rail_starts.append(len(rail_stops))
    can_stand = [int(at in board.stands[kind]) for kind in n.kinds for at in n.locations]
    can_build = can_stand
    if board.build_grounds:
        can_build = [int(at in board.buildable[kind]) for kind in n.kinds for at in n.locations]
    is_hong_kong = [
        int(conditions.hong_kong and place in board.hong_kong.get(power, ()))
        for power in n.powers
        for place in n.places
    ]
    return BoardTables(
        province_count=len(n.places),
        location_count=len(n.locations),
        kind_count=len(n.kinds),
        power_count=len(n.powers),
        gate_count=len(gates),
        rail_count=len(rails),
        high_sea_count=len(board.high_seas),
        center_count=len(board.centers),
        has_one_way_links=int((link_starts, links) != (back_starts, backs)),
        has_hong_kong=int(1 in is_hong_kong),
        province_of=province_of,
        coast_starts=coast_starts,
        is_water=[int(province.terrain.is_water) for province in board.provinces.values()],
        is_shore=_shore(n, linked, is_afloat),
        is_afloat=list(map(int, is_afloat)),
        is_center=[int(province.is_center) for province in board.provinces.values()],
        home_of=[_home(n, province) for province in board.provinces.values()],
        points=[province.points for province in board.provinces.values()],
        name_rank=_name_ranks(n),
        strength=[2 * kind.strength for kind in board.kinds.values()],
        can_convoy=[int(kind.can_convoy) for kind in board.kinds.values()],
        is_convoyable=[int(kind.convoyable) for kind in board.kinds.values()],
        cost=[kind.cost for kind in board.kinds.values()],
        can_stand=can_stand,
        can_build=can_build,
        step_starts=step_starts,
        steps=steps,
        path_rows=path_rows,
        path_cells=path_cells,
        reach_rows=reach_rows,
        reach_cells=reach_cells,
        help_starts=list(accumulate(map(len, helps), initial=0)),
        help_places=[place for places in helps for place in places],
        help_steps=[steps for places in helps for steps in places.values()],
        is_linked=_quick(_pairs(linked)),
        link_starts=link_starts,
        links=links,
        back_starts=back_starts,
        backs=backs,
        near_starts=near_starts,
        near=near,
        is_hong_kong=is_hong_kong,
        gate_between=_quick(gate_between),
        gate_place=[n.location[gate.province] for gate in gates],
        gate_holder=[n.location[gate.controller] for gate in gates],
        rail_place=[n.location[rail.province] for rail in rails],
        may_ride=[int(power in rail.powers) for rail in rails for power in n.powers],
        rail_starts=rail_starts,
        rail_stops=rail_stops,
        high_seas=[n.location[place] for place in board.high_seas],
        centers=[n.location[key] for key in board.centers],
        **_victory(n, board.victory_terms),
        nobody=n.power[AUTONOMOUS] if board.has_neutrals else NONE,
        comes_back=[int(key in board.neutrals.comes_back) for key in n.places],
        stands_by=_stands_by(n),
        has_conversions=int(bool(board.converts_in)),
        converts_in=[int(key in board.converts_in) for key in n.places],
        **_builds(n, board.build_terms),
        has_owned_ways=int(bool(board.owned_ways)),
        way_center=_way_centers(n),
        has_cores=int(conditions.cores),
    )


def _victory(n: BoardIndex, terms: VictoryTerms) -> dict[str, Any]:
    """The tables of the terms of victory; empty ones where there are none."""
    has_terms = terms != VictoryTerms()
    powers = n.powers if has_terms else ()
    return {
        "has_victory_terms": int(has_terms),
        "own_victory": [terms.centers.get(power, 0) for power in powers],
        "is_needed": [int(p in terms.needed_by(power)) for power in powers for p in n.places],
        "some_of": [n.location[place] for place in terms.some_of],
        "some_of_count": len(terms.some_of),
        "some": terms.some,
        "lead": terms.lead,
        "lead_from": terms.lead_from,
    }


def _way_centers(n: BoardIndex) -> Sequence[int]:
    """For each pair of provinces 1 + the centre whose owner alone has the way between them; nothing
    where there is no such way."""
    provinces = len(n.places)
    found = array("i", [0]) * (provinces * provinces if n.board.owned_ways else 0)
    for way in n.board.owned_ways:
        here, there = n.location[way.here], n.location[way.there]
        center = 1 + n.location[way.center]
        found[here * provinces + there] = found[there * provinces + here] = center
    return _quick(found)


def _stands_by(n: BoardIndex) -> list[int]:
    """For each province the one whose unit of nobody one that stands there supports."""
    found = [NONE] * len(n.places)
    for here, there in n.board.neutrals.supports:
        found[n.location[here]] = n.location[there]
    return found


def _builds(n: BoardIndex, terms: BuildTerms) -> dict[str, Any]:
    """The tables of the terms of builds; empty ones where there are none."""
    has_terms = terms != BuildTerms()
    powers, places = (n.powers, n.places) if has_terms else ((), ())
    none = EmergencyTerms(units=0)
    needs = [terms.emergencies.get(power, none) for power in powers]
    opening = terms.opening or OpeningTerms(0, 0)
    keeper = {key: power for power, row in terms.kept.items() for key in row}
    return {
        "has_build_terms": int(has_terms),
        "may_also_build": [int(at in terms.also.get(p, ())) for p in powers for at in places],
        "emergency_units": [one.units for one in needs],
        "emergency_least": [one.least for one in needs],
        "emergency_most": [one.most for one in needs],
        "is_emergency_ground": [int(at in one.grounds) for one in needs for at in places],
        "opening_builds": opening.builds,
        "opening_year": opening.year,
        "opening_keeps_built": int(opening.keeps_built),
        "homes_settled": terms.homes_settled,
        "is_barred_first": [int(at in opening.never) for at in places],
        "has_first_grounds": [int(p in opening.only) for p in powers],
        "is_first_ground": [int(at in opening.only.get(p, ())) for p in powers for at in places],
        "has_kept_centers": int(bool(terms.kept)),
        "kept_for": [n.power[keeper[at]] if at in keeper else NONE for at in places],
    }


def _gates(n: BoardIndex, gates: Sequence[Gateway]) -> array[int]:
    """For each pair of provinces 1 + the gateway between them; nothing where there is none."""
    provinces = len(n.places)
    between = array("i", [0]) * (provinces * provinces if gates else 0)
    for number, gate in enumerate(gates, start=1):
        for one, other in gate.pairs:
            here, there = n.location[one], n.location[other]
            between[here * provinces + there] = between[there * provinces + here] = number
    return between


def _paths(
    n: BoardIndex, province_of: Sequence[int], is_frozen: Sequence[bool]
) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """For each kind and location the rows of ``path_cells`` and of ``reach_cells``."""
    kinds, locations = len(n.kinds), len(n.locations)
    paths: list[dict[int, int]] = [{} for _ in range(kinds * locations)]
    reach: list[dict[int, int]] = [{} for _ in range(kinds * locations)]
    for path in n.board.paths:
        source, target = n.location[path.source], n.location[path.target]
        here, there = province_of[source], province_of[target]
        blocked = (is_frozen[here] or is_frozen[there]) and not n.board.kinds[path.kind].flies
        if here == there or blocked:
            continue
        start = n.kind[path.kind] * locations + source
        paths[start][target] = 1 + path.halves_lost + SEA_LOSS * path.halves_lost_by_convoy
        if path.halves_lost == 0:
            reach[start][there] = 1
    return paths, reach


def _helps(
    paths: Mapping[int, int], reach: Mapping[int, int], province_of: Sequence[int]
) -> dict[int, int]:
    """The provinces to which a unit can give support, and by how many steps it can go to each."""
    places = [province_of[to] for to in sorted(paths)]
    return {place: places.count(place) for place in places if place in reach}


def _convert(
    n: BoardIndex,
    province_of: Sequence[int],
    paths: Sequence[dict[int, int]],
    reach: Sequence[dict[int, int]],
    helps: Sequence[dict[int, int]],
) -> None:
    """Add conversions to the rows of paths; they are no steps. A garrison can support into the
    province of its city; who can support into a province can support what is in its city, but
    nobody goes there by a step."""
    if not n.board.conversions:
        return
    for way in n.board.conversions:
        source, target = n.location[way.source], n.location[way.target]
        if source == target:
            continue
        start = n.kind[way.kind] * len(n.locations) + source
        paths[start][target] = 1
        if n.board.provinces[n.board.province_of[way.source]].city_of is not None:
            reach[start][province_of[target]] = 1
    city_in = {
        n.location[province.city_of]: n.location[key]
        for key, province in n.board.provinces.items()
        if province.city_of is not None
    }
    for start, (row, helped) in enumerate(zip(reach, helps, strict=True)):
        here = province_of[start % len(n.locations)]
        for place in tuple(row):
            helped.setdefault(place, 0)
            if place in city_in:
                row[city_in[place]] = 1
                if city_in[place] != here:
                    helped[city_in[place]] = 0


def _linked(
    n: BoardIndex,
    is_afloat: Sequence[bool],
    is_frozen: Sequence[bool],
    guarded: Sequence[int],
) -> list[set[int]]:
    """For each province those to which a convoy can pass from it; not where the pair is guarded."""
    board, provinces = n.board, len(n.places)
    flown = {
        frozenset((board.province_of[path.source], board.province_of[path.target]))
        for path in board.paths
        if board.kinds[path.kind].can_convoy and board.kinds[path.kind].flies
    }
    linked: list[set[int]] = [set() for _ in n.places]
    for one, other in board.convoy_steps:
        here, there = n.location[one], n.location[other]
        is_guarded = bool(guarded) and guarded[here * provinces + there]
        iced = (is_frozen[here] or is_frozen[there]) and frozenset((one, other)) not in flown
        if not is_guarded and not iced and (is_afloat[here] or is_afloat[there]):
            linked[here].add(there)
    return linked


def _turned_round(linked: Sequence[set[int]]) -> list[set[int]]:
    """For each province those from which a convoy can pass to it."""
    found: list[set[int]] = [set() for _ in linked]
    for here, others in enumerate(linked):
        for there in others:
            found[there].add(here)
    return found


def _near(n: BoardIndex, province_of: Sequence[int]) -> list[set[int]]:
    """For each province those next to it by any path."""
    near: list[set[int]] = [set() for _ in n.places]
    for path in n.board.paths:
        here = province_of[n.location[path.source]]
        there = province_of[n.location[path.target]]
        if here != there:
            near[here].add(there)
    return near


def _shore(n: BoardIndex, linked: Sequence[set[int]], is_afloat: Sequence[bool]) -> list[int]:
    """For each province 1 where a convoyed army can embark and land, else 0."""
    shore = [0] * len(n.places)
    is_water = [province.terrain.is_water for province in n.board.provinces.values()]
    for here, others in enumerate(linked):
        for there in others:
            shore[here] |= int(not is_water[here] and is_afloat[there])
            shore[there] |= int(not is_water[there] and is_afloat[here])
    return shore


def _name_ranks(n: BoardIndex) -> list[int]:
    """For each province its place among the provinces sorted by name."""
    ranks = [0] * len(n.places)
    by_name = sorted(range(len(ranks)), key=lambda p: n.board.provinces[n.places[p]].name)
    for rank, province in enumerate(by_name):
        ranks[province] = rank
    return ranks


def _pairs(sets: Sequence[set[int]]) -> array[int]:
    """For each pair of provinces 1 where the second is in the set of the first, else 0."""
    table = array("i", [0]) * (len(sets) * len(sets))
    for one, others in enumerate(sets):
        for other in others:
            table[one * len(sets) + other] = 1
    return table


def _lists(rows: Iterable[Iterable[int]]) -> tuple[list[int], list[int]]:
    """The rows as sorted lists, one after the other, and where each begins, one more at the end."""
    starts, listed = [0], list[int]()
    for row in rows:
        listed += sorted(row)
        starts.append(len(listed))
    return starts, listed


def _rows(rows: Sequence[Mapping[int, int]], width: int) -> tuple[list[int], Ints]:
    """Rows, each given by what is not 0 in it, one after the other, and where each begins.

    Most units stand where other kinds can, and nowhere else: rows that are equal are one, and
    a large board with many kinds of unit needs little more room than with two.
    """
    cells = array("i")
    begun: dict[tuple[tuple[int, int], ...], int] = {}
    starts: list[int] = []
    for row in rows:
        contents = tuple(sorted(row.items()))
        if contents not in begun:
            begun[contents] = len(cells)
            written = array("i", [0]) * width
            for cell, value in contents:
                written[cell] = value
            cells.extend(written)
        starts.append(begun[contents])
    return starts, _quick(cells)


def _quick(table: array[int]) -> Ints:
    """The table as a list, unless it is a large one."""
    return table.tolist() if len(table) <= _QUICK else table


def _home(n: BoardIndex, province: Province) -> int:
    """The power whose home centre the province is."""
    if province.is_common_home:
        return EVERYBODY
    return NONE if province.home is None else n.power[province.home]


def _is_afloat(board: Board, province: Province, conditions: BoardConditions) -> bool:
    """True if a fleet that stands in the province may convoy there."""
    if province.terrain.is_water:
        return True
    if conditions.coastal_convoys and board.is_coastal(province.key):
        return True
    return conditions.duality and province.convoyable_land


def bytes_of_tables(tables: BoardTables) -> int:
    """The bytes that tables take in memory, roughly."""
    columns = (getattr(tables, name) for name in BoardTables.__slots__)
    numbers = sum(1 if isinstance(column, int) else len(column) for column in columns)
    return _BYTES_A_NUMBER * numbers
