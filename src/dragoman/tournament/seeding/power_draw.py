"""The draw of powers for drawn tables: none twice, and each from another group."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import exp

from dragoman.tournament.seeding.bounds import (
    fewest_group_repeats,
    fewest_power_repeats,
    play_of,
)
from dragoman.tournament.seeding.draw import Draw, DrawnTable, DrawWishes, RoundDraw, SeedingRules

_WARM, _COLD = 0.5, 0.05
_BORED = 0.9
"""The part of the seats without a fault that are passed over."""


def assign_powers(
    draw: Draw, rules: SeedingRules, wishes: DrawWishes, seed: int, before: Draw = ()
) -> Draw:
    """The draw with powers. The players' powers in ``before`` count as played.

    Each table in turn gets what is best for its players after the tables before it. That is the
    best there is where nobody has two seats, as in a single round; else powers are then
    exchanged at tables until it can be no better or the tries are used up. The same seed
    gives the same powers.
    """
    rng = random.Random(seed)
    history = _History(rules, wishes)
    for table in (table for drawn in before for table in drawn.tables):
        history.enter(table)
    assigned: list[RoundDraw] = []
    for drawn in draw:
        tables: list[DrawnTable] = []
        for table in drawn.tables:
            tables.append(replace(table, powers=_best_at_table(table, rules, history, rng)))
            history.enter(tables[-1])
        assigned.append(replace(drawn, tables=tuple(tables)))
    seats = [p for drawn in draw for p in drawn.players if p not in wishes.game_masters]
    if len(set(seats)) < len(seats) or (rules.neighbours and rules.neighbour):
        return _Exchange(tuple(assigned), rules, wishes, before, rng).run(rules.power_tries)
    return tuple(assigned)


class _History:
    """The powers that each player has played, and the cost of another."""

    def __init__(self, rules: SeedingRules, wishes: DrawWishes) -> None:
        self._rules, self._masters = rules, wishes.game_masters
        self._group_of = {
            power: number for number, group in enumerate(rules.groups) for power in group
        }
        self._powers: set[tuple[str, str]] = set()
        self._groups: set[tuple[str, int | None]] = set()

    def enter(self, table: DrawnTable) -> None:
        """Enter the powers of a table's players; none where it has no powers yet."""
        for player, power in zip(table.players, table.powers, strict=False):
            self._powers.add((player, power))
            self._groups.add((player, self._group_of.get(power)))

    def cost(self, player: str, power: str) -> int:
        """The cost of one game more with a power."""
        if player in self._masters:
            return 0
        group = self._group_of.get(power)
        again = group is not None and (player, group) in self._groups
        return self._rules.same_power * ((player, power) in self._powers) + (
            self._rules.same_group * again
        )


def _best_at_table(
    table: DrawnTable, rules: SeedingRules, history: _History, rng: random.Random
) -> tuple[str, ...]:
    """The cheapest powers for the players, by the cheapest for every set of powers given away.

    Of equally cheap ones one is taken by lot.
    """
    powers = list(rules.powers)
    rng.shuffle(powers)
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for player in table.players:
        costs = [history.cost(player, power) for power in powers]
        further: dict[int, tuple[int, tuple[str, ...]]] = {}
        for taken, (cost, given) in best.items():
            for i, more in enumerate(costs):
                key = taken | 1 << i
                if key != taken and (key not in further or cost + more < further[key][0]):
                    further[key] = cost + more, (*given, powers[i])
        best = further
    ((_, given),) = best.values()
    return given


class _Exchange:
    """The powers of several rounds at once, exchanged between two players of a table.

    Players, powers and groups go by numbers; powers of no group make one of weight 0.
    """

    def __init__(
        self,
        draw: Draw,
        rules: SeedingRules,
        wishes: DrawWishes,
        before: Draw,
        rng: random.Random,
    ) -> None:
        self._draw, self._rules, self._rng = draw, rules, rng
        everything = (*before, *draw)
        tables = [table for drawn in draw for table in drawn.tables]
        number_of = {power: number for number, power in enumerate(rules.powers)}
        self._group_of = [
            next((g for g, group in enumerate(rules.groups) if power in group), len(rules.groups))
            for power in rules.powers
        ]
        self._group_weight = [rules.same_group] * len(rules.groups) + [0]
        names: dict[str, int] = {}
        for drawn in everything:
            for player in drawn.players:
                names.setdefault(player, len(names))
        self._ranked = [name not in wishes.game_masters for name in names]
        self._power_count = [[0] * len(rules.powers) for _ in names]
        self._group_count = [[0] * len(self._group_weight) for _ in names]
        for drawn in everything:
            for table in drawn.tables:
                for player, power in zip(table.players, table.powers, strict=False):
                    if power in number_of:
                        self._enter(names[player], number_of[power], 1)
        self._players = [[names[player] for player in table.players] for table in tables]
        self._powers = [[number_of[power] for power in table.powers] for table in tables]
        self._borders = {
            (number_of[one], number_of[other])
            for pair in rules.neighbours
            for one, other in (pair, pair[::-1])
        }
        self._met_again = self._pairs_that_meet_again(everything, tables, wishes)
        self._bound = self._least_cost(everything, wishes)

    def run(self, tries: int) -> Draw:
        """Exchange until the cost is as low as can be or the tries are used up."""
        chance, size = self._rng.random, len(self._rules.powers)
        cost = self._whole_cost()
        best, best_powers = cost, [list(powers) for powers in self._powers]
        for tried in range(tries):
            if cost <= self._bound:
                break
            table = int(chance() * len(self._powers))
            i = int(chance() * size)
            if chance() < _BORED and not self._is_troubled(table, i):
                continue
            j = int(chance() * size)
            if i == j:
                continue
            more = self._cost_of(table, i, j)
            heat = _WARM + (_COLD - _WARM) * tried / tries
            if more <= 0 or chance() < exp(-more / heat):
                self._exchange(table, i, j)
                cost += more
                if cost < best:
                    best, best_powers = cost, [list(powers) for powers in self._powers]
        powers = iter(best_powers)
        return tuple(
            replace(
                drawn,
                tables=tuple(
                    replace(table, powers=tuple(self._rules.powers[p] for p in next(powers)))
                    for table in drawn.tables
                ),
            )
            for drawn in self._draw
        )

    def _is_troubled(self, table: int, seat: int) -> bool:
        player, power = self._players[table][seat], self._powers[table][seat]
        return self._group_count[player][self._group_of[power]] > 1 or any(
            seat in pair for pair in self._met_again[table]
        )

    def _cost_of(self, table: int, i: int, j: int) -> int:
        """The additional cost if two players of a table exchange powers."""
        players, powers = self._players[table], self._powers[table]
        first, second = powers[i], powers[j]
        more = self._cost_of_change(players[i], first, second)
        more += self._cost_of_change(players[j], second, first)
        if self._met_again[table]:
            more -= self._border_cost(table)
            powers[i], powers[j] = second, first
            more += self._border_cost(table)
            powers[i], powers[j] = first, second
        return more

    def _cost_of_change(self, player: int, gone: int, come: int) -> int:
        if not self._ranked[player]:
            return 0
        count = self._power_count[player]
        more = self._rules.same_power * ((count[come] > 0) - (count[gone] > 1))
        left, joined = self._group_of[gone], self._group_of[come]
        if left != joined:
            count = self._group_count[player]
            more += self._group_weight[joined] * (count[joined] > 0)
            more -= self._group_weight[left] * (count[left] > 1)
        return more

    def _exchange(self, table: int, i: int, j: int) -> None:
        players, powers = self._players[table], self._powers[table]
        for player, gone, come in (
            (players[i], powers[i], powers[j]),
            (players[j], powers[j], powers[i]),
        ):
            self._enter(player, gone, -1)
            self._enter(player, come, 1)
        powers[i], powers[j] = powers[j], powers[i]

    def _enter(self, player: int, power: int, by: int) -> None:
        self._power_count[player][power] += by
        self._group_count[player][self._group_of[power]] += by

    def _border_cost(self, table: int) -> int:
        """The cost of the pairs that meet again and are neighbours at a table."""
        powers = self._powers[table]
        return self._rules.neighbour * sum(
            (powers[i], powers[j]) in self._borders for i, j in self._met_again[table]
        )

    def _whole_cost(self) -> int:
        cost = sum(map(self._border_cost, range(len(self._powers))))
        for player, ranked in enumerate(self._ranked):
            if ranked:
                again = sum(max(0, count - 1) for count in self._power_count[player])
                cost += self._rules.same_power * again
                for weight, count in zip(
                    self._group_weight, self._group_count[player], strict=True
                ):
                    cost += weight * max(0, count - 1)
        return cost

    def _pairs_that_meet_again(
        self, everything: Draw, tables: Sequence[DrawnTable], wishes: DrawWishes
    ) -> list[list[tuple[int, int]]]:
        """The pairs of seats of each table whose players meet more than once; where it matters."""
        if not (self._borders and self._rules.neighbour):
            return [[] for _ in tables]
        met = Counter(
            frozenset(pair)
            for drawn in everything
            for table in drawn.tables
            for pair in combinations(table.players, 2)
        )
        return [
            [
                (i, j)
                for (i, one), (j, other) in combinations(enumerate(table.players), 2)
                if met[frozenset((one, other))] > 1 and not {one, other} & wishes.game_masters
            ]
            for table in tables
        ]

    def _least_cost(self, everything: Draw, wishes: DrawWishes) -> int:
        """A cost below which no assignment can be."""
        play = play_of(everything, wishes.game_masters)
        rules = self._rules
        return rules.same_group * fewest_group_repeats(
            play, rules.groups
        ) + rules.same_power * fewest_power_repeats(play, rules.size)
