"""The table draw: dealt to the places of a set draw or seated by lot, and then improved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from dragoman.tournament.seeding.draw import Draw
from dragoman.tournament.seeding.search import Search
from dragoman.tournament.seeding.set_draw import set_draw
from dragoman.tournament.seeding.wishes import SeedingRules, Wishes


def draw_tables(
    attendance: Mapping[int, Sequence[str]],
    rules: SeedingRules,
    wishes: Wishes,
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
    search = Search(start or _seated(rounds, rules), rules, wishes, before, rng)
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
