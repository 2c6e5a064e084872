"""The table draw: dealt to the places of a set draw or seated by lot, and then improved by
exchanging seats, warm at first and colder later.

What a draw costs is counted by pairs of tables. If ``c`` players sit at both of two tables, then
``c(c-1)/2`` pairs meet a second time there, and so on for threes; an exchange of two seats
changes only the counts of their tables with the other tables of the two players.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from math import comb, exp, gcd

from dragoman.tournament.seeding.bounds import (
    Attendance,
    attendance_of,
    fewest_clashes,
    fewest_spread,
    fewest_together,
)
from dragoman.tournament.seeding.draw import (
    Draw,
    DrawnTable,
    DrawWishes,
    RoundDraw,
    SeedingRules,
    Spread,
    letters,
)

# Set draws

Places = tuple[tuple[int, ...], ...]
"""For each table the numbers of the places at it."""


def set_draw(tables: int, size: int, rounds: int) -> tuple[Places, ...] | None:
    """A draw of ``tables * size`` places over several rounds; None where there is none.

    Seat ``i`` of table ``j`` of the first round goes to table ``j + m * i`` in a round of step
    ``m``, counted round the tables. Two of the same table meet again only if their seats are
    so far apart that the steps of two rounds bring them to one table, which cannot be while
    ``tables`` without its common factor with the difference of the steps is ``size`` or more.
    """
    steps: list[int] = []
    for step in range(tables):
        if all(tables // gcd(tables, step - other) >= size for other in steps):
            steps.append(step)
        if len(steps) == rounds:
            break
    else:
        return None
    return tuple(_places(tables, size, step) for step in steps)


def _places(tables: int, size: int, step: int) -> Places:
    seats: list[list[int]] = [[] for _ in range(tables)]
    for table in range(tables):
        for seat in range(size):
            seats[(table + step * seat) % tables].append(table * size + seat)
    return tuple(map(tuple, seats))


# Exchanging seats

Seated = Mapping[int, Sequence[Sequence[str]]]
"""The players of the tables of each round, by its number."""

CLASH = 10_000
"""The cost of two at a table who must not meet: more than an exchange saves in repeats."""

MEETINGS_FIRST = 4
"""The factor on the weight of a repeated meeting, beside pairs that should be spread."""

_WARM, _COLD = 1.2, 0.1
_BORED = 0.9
"""The part of the seats without a fault that are passed over."""


class TableSearch:
    """A draw being improved. Tables of all rounds are numbered through, standing ones first."""

    def __init__(
        self,
        seated: Seated,
        rules: SeedingRules,
        wishes: DrawWishes,
        before: Draw,
        rng: random.Random,
    ) -> None:
        self._rng = rng
        self._round_of: list[int] = []
        self._seats: list[list[int]] = []
        names: dict[str, int] = {}
        standing = [(r.number, table.players) for r in before for table in r.tables]
        free = [(number, table) for number, tables in seated.items() for table in tables]
        for number, players in (*standing, *free):
            self._round_of.append(number)
            self._seats.append([names.setdefault(player, len(names)) for player in players])
        self._names = list(names)
        self._free = range(len(standing), len(standing) + len(free))
        self._of_round = {
            number: [t for t in self._free if self._round_of[t] == number] for number in seated
        }
        self._tables_of: list[set[int]] = [set() for _ in names]
        for table, players in enumerate(self._seats):
            for player in players:
                self._tables_of[player].add(table)
        self._counted = [name not in wishes.game_masters for name in names]
        self._pair_cost = [
            MEETINGS_FIRST * (rules.twice * comb(count, 2) + rules.triple * comb(count, 3))
            for count in range(rules.size + 2)
        ]
        self._thrice = MEETINGS_FIRST * rules.thrice
        self._common = [[0] * len(self._seats) for _ in self._seats]
        self._cells: dict[tuple[int, int, int], int] = {}
        for player, tables in enumerate(self._tables_of):
            if self._counted[player]:
                self._count_meetings(sorted(tables))
        self._foes = {number: self._foes_in(wishes, number, names) for number in seated}
        spreads = (*wishes.spread, *_lacking(seated, rules, before))
        self._groups = [
            (spread.weight, frozenset(names[p] for p in spread.players if p in names))
            for spread in spreads
        ]
        self._fair = {
            number: [
                sum(names[p] in members for table in tables for p in table) // max(len(tables), 1)
                for _, members in self._groups
            ]
            for number, tables in seated.items()
        }
        self._groups_of = [
            [g for g, (_, members) in enumerate(self._groups) if player in members]
            for player in range(len(names))
        ]
        self._grouped = [
            [sum(player in members for player in players) for _, members in self._groups]
            for players in self._seats
        ]
        self._bound = self._least_cost(rules, wishes, spreads, before, seated)
        self.cost = self._whole_cost()

    def draw(self) -> Draw:
        """The draw as it is now."""
        return tuple(
            RoundDraw(
                number,
                tuple(
                    DrawnTable(letter, tuple(self._names[player] for player in self._seats[table]))
                    for letter, table in zip(letters(), tables, strict=False)
                ),
            )
            for number, tables in self._of_round.items()
        )

    def run(self, tries: int) -> None:
        """Exchange seats until the cost is as low as can be or the tries are used up."""
        best, best_seats = self.cost, [list(players) for players in self._seats]
        rounds = [tables for tables in self._of_round.values() if len(tables) > 1]
        chance = self._rng.random
        size = len(self._seats[self._free[0]]) if rounds else 0
        for tried in range(tries):
            if self.cost <= self._bound or not rounds:
                break
            tables = rounds[int(chance() * len(rounds))] if len(rounds) > 1 else rounds[0]
            here = tables[int(chance() * len(tables))]
            i = int(chance() * size)
            one = self._seats[here][i]
            if chance() < _BORED and not self._is_troubled(one, here):
                continue
            there = tables[int(chance() * len(tables))]
            j = int(chance() * size)
            other = self._seats[there][j]
            if there in self._tables_of[one] or here in self._tables_of[other]:
                continue
            more = self._cost_of(one, other, here, there)
            heat = _WARM + (_COLD - _WARM) * tried / tries
            if more <= 0 or chance() < exp(-more / heat):
                self._exchange(here, i, there, j)
                self.cost += more
                if self.cost < best:
                    best, best_seats = self.cost, [list(players) for players in self._seats]
        self._seats, self.cost = best_seats, best

    def _is_troubled(self, player: int, table: int) -> bool:
        common = self._common[table]
        for other in self._tables_of[player]:
            if other != table and common[other] > 1:
                return True
        foes = self._foes[self._round_of[table]].get(player)
        if foes and any(table in self._tables_of[foe] for foe in foes):
            return True
        fair = self._fair[self._round_of[table]]
        return any(self._grouped[table][group] > fair[group] for group in self._groups_of[player])

    def _cost_of(self, one: int, other: int, here: int, there: int) -> int:
        """The additional cost if one goes from here to there and the other comes back."""
        more = 0
        ones = self._tables_of[one] if self._counted[one] else ()
        others = self._tables_of[other] if self._counted[other] else ()
        cost, near, far = self._pair_cost, self._common[here], self._common[there]
        for table in ones:
            if table != here and table not in others:
                count = near[table]
                more += cost[count - 1] - cost[count]
                count = far[table]
                more += cost[count + 1] - cost[count]
        for table in others:
            if table != there and table not in ones:
                count = far[table]
                more += cost[count - 1] - cost[count]
                count = near[table]
                more += cost[count + 1] - cost[count]
        if self._thrice:
            more += self._thrice * self._thirds(ones, others, here, there)
            more += self._thrice * self._thirds(others, ones, there, here)
        foes = self._foes[self._round_of[here]]
        if foes:
            for foe in foes.get(one, ()):
                tables = self._tables_of[foe]
                more += CLASH * ((there in tables and foe != other) - (here in tables))
            for foe in foes.get(other, ()):
                tables = self._tables_of[foe]
                more += CLASH * ((here in tables and foe != one) - (there in tables))
        for group, (weight, members) in enumerate(self._groups):
            moved = (one in members) - (other in members)
            if moved:
                a, b = self._grouped[here][group], self._grouped[there][group]
                more += weight * (b - a + 1 if moved > 0 else a - b + 1)
        return more

    def _thirds(
        self,
        own: Collection[int],
        not_own: Collection[int],
        here: int,
        there: int,
    ) -> int:
        """The additional pairs that meet a third time if somebody goes from here to there.

        Two tables that the one coming back has as well make no difference.
        """
        if len(own) < 3:
            return 0
        more = 0
        rest = sorted(table for table in own if table != here)
        for i, first in enumerate(rest):
            for second in rest[i + 1 :]:
                if first in not_own and second in not_own:
                    continue
                left = self._cells.get(_cell(here, first, second), 0)
                more += self._cells.get(_cell(there, first, second), 0) - (left - 1)
        return more

    def _exchange(self, here: int, i: int, there: int, j: int) -> None:
        one, other = self._seats[here][i], self._seats[there][j]
        for player in (one, other):
            if self._counted[player]:
                self._count_meetings(sorted(self._tables_of[player]), -1)
        self._seats[here][i], self._seats[there][j] = other, one
        self._tables_of[one] ^= {here, there}
        self._tables_of[other] ^= {here, there}
        for player in (one, other):
            if self._counted[player]:
                self._count_meetings(sorted(self._tables_of[player]))
        for player, gone, come in ((one, here, there), (other, there, here)):
            for group in self._groups_of[player]:
                self._grouped[gone][group] -= 1
                self._grouped[come][group] += 1

    def _count_meetings(self, tables: Sequence[int], by: int = 1) -> None:
        """Enter somebody at his tables, given in ascending order, or take him out."""
        for i, first in enumerate(tables):
            for j in range(i + 1, len(tables)):
                second = tables[j]
                self._common[first][second] += by
                self._common[second][first] += by
                for third in tables[j + 1 :]:
                    cell = (first, second, third)
                    self._cells[cell] = self._cells.get(cell, 0) + by

    def _whole_cost(self) -> int:
        tables = range(len(self._seats))
        pairs = sum(self._pair_cost[self._common[a][b]] for a in tables for b in range(a))
        thirds = sum(comb(count, 2) for count in self._cells.values())
        clashes = sum(
            foe in self._seats[table]
            for table in self._free
            for player in self._seats[table]
            for foe in self._foes[self._round_of[table]].get(player, ())
        )
        spread = sum(
            weight * comb(self._grouped[table][group], 2)
            for table in self._free
            for group, (weight, _) in enumerate(self._groups)
        )
        return pairs + self._thrice * thirds + CLASH * (clashes // 2) + spread

    def _foes_in(
        self, wishes: DrawWishes, number: int, names: Mapping[str, int]
    ) -> dict[int, list[int]]:
        foes: dict[int, list[int]] = {}
        for pair in sorted(map(sorted, wishes.kept_apart(number))):
            if len(pair) == 2 and all(player in names for player in pair):
                one, other = (names[player] for player in pair)
                foes.setdefault(one, []).append(other)
                foes.setdefault(other, []).append(one)
        return foes

    def _least_cost(
        self,
        rules: SeedingRules,
        wishes: DrawWishes,
        spreads: Sequence[Spread],
        before: Draw,
        seated: Seated,
    ) -> int:
        """A cost below which no draw can be."""
        masters = wishes.game_masters
        new = [
            Attendance(frozenset(p for t in tables for p in t) - masters, len(tables))
            for tables in seated.values()
        ]
        old = [attendance_of(r, masters) for r in before]
        everything = [*old, *new]
        return (
            MEETINGS_FIRST * rules.twice * fewest_together(everything, 2, 2)
            + MEETINGS_FIRST * rules.triple * fewest_together(everything, 3, 2)
            + MEETINGS_FIRST * rules.thrice * fewest_together(everything, 2, 3)
            + sum(spread.weight * fewest_spread(new, spread.players) for spread in spreads)
            + CLASH * fewest_clashes(dict(zip(seated, new, strict=True)), wishes)
        )


def _lacking(seated: Seated, rules: SeedingRules, before: Draw) -> list[Spread]:
    """Those who have played no power of a group yet, for each group: when they are spread, each
    table has powers for them."""
    if not before:
        return []
    players = {player for tables in seated.values() for table in tables for player in table}
    return [
        Spread(
            "",
            frozenset(
                players
                - {
                    player
                    for drawn in before
                    for table in drawn.tables
                    for player, power in zip(table.players, table.powers, strict=False)
                    if power in group
                }
            ),
            rules.same_group,
        )
        for group in rules.groups
    ]


def _cell(table: int, first: int, second: int) -> tuple[int, int, int]:
    """Three tables in ascending order; the last two are so already."""
    if table < first:
        return table, first, second
    if table < second:
        return first, table, second
    return first, second, table


# Drawing


def draw_tables(
    attendance: Mapping[int, Sequence[str]],
    rules: SeedingRules,
    wishes: DrawWishes,
    seed: int,
    before: Draw = (),
) -> Draw:
    """The tables of one round or of several at once, without powers.

    ``attendance`` has the players of each round by its number, a player twice who takes two
    seats; ``before`` are the rounds that stand. The same seed gives the same draw.

    Raises:
        ValueError: if the players of a round do not fill its tables, or somebody has more seats
            than there are tables; ``check_attendance`` says so politely first.
    """
    rng = random.Random(seed)
    rounds = {number: sorted(players) for number, players in sorted(attendance.items())}
    for number, players in rounds.items():
        tables, over = divmod(len(players), rules.size)
        if over or any(players.count(player) > tables for player in set(players)):
            raise ValueError(f"the players of round {number} do not fill tables of {rules.size}")
        rng.shuffle(players)
    start = _dealt(rounds, rules, rng) if rules.set_draw and not before else None
    search = TableSearch(start or _seated(rounds, rules), rules, wishes, before, rng)
    search.run(rules.table_tries)
    return search.draw()


def _dealt(
    rounds: Mapping[int, Sequence[str]], rules: SeedingRules, rng: random.Random
) -> dict[int, list[list[str]]] | None:
    """The players dealt to the places of a set draw; None if they are not the same each round."""
    first, *others = rounds.values() or ((),)
    players = sorted(first)
    if len(set(players)) < len(players) or any(sorted(other) != players for other in others):
        return None
    places = set_draw(len(players) // rules.size, rules.size, len(rounds))
    if places is None:
        return None
    rng.shuffle(players)
    return {
        number: [[players[place] for place in table] for table in tables]
        for number, tables in zip(rounds, places, strict=True)
    }


def _seated(rounds: Mapping[int, Sequence[str]], rules: SeedingRules) -> dict[int, list[list[str]]]:
    """The players at tables as they come, those with two seats first, at two tables."""
    seated: dict[int, list[list[str]]] = {}
    for number, players in rounds.items():
        count = len(players) // rules.size
        order = sorted(players, key=lambda p: (-players.count(p), players.index(p)))
        seated[number] = [order[table::count] for table in range(count)]
    return seated
