"""A simulation of 200 players in four rounds: draws, stand-downs, results, standings, files."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from itertools import combinations

import pytest
from directing import POWERS, Hall

from dragoman.tournament.actions import people, seating
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.people import CheckIn, StandDown
from dragoman.tournament.commands.rounds import DrawRound, PublishRound
from dragoman.tournament.log import events as ev
from dragoman.tournament.publishing.exports import export

RULES = """
title = "Two Hundred"
rounds = 4
[scoring]
system = "sum-of-squares"
[standings]
top_board = "4A"
order = ["top-board", "total", "most-centers"]
best_country = "centers"
[standings.totals]
rule = "best-rounds"
count = 3
[seeding]
table_tries = 30000
power_tries = 30000
[secrecy]
standings = false
"""


def final_counts(rng: random.Random) -> dict[str, int]:
    """34 centres shared out; nobody has 18."""
    counts = Counter(rng.choices(POWERS, [rng.random() for _ in POWERS], k=34))
    while max(counts.values()) > 17:
        counts[max(counts, key=lambda p: counts[p])] -= 1
        counts[min(POWERS, key=lambda p: counts[p])] += 1
    return {power: counts[power] for power in POWERS}


@pytest.mark.slow
def test_two_hundred_players_in_four_rounds() -> None:
    rng = random.Random(200)
    hall = Hall(RULES)
    hall.people(200, rounds=(1, 2, 3, 4))
    for number in (1, 2, 3, 4):
        hall.do(people.check_in, CheckIn(round=number, everybody=True))
        hall.do(people.stand_down, StandDown(round=number, choose=4, seed=number))
        hall.do(seating.draw, DrawRound(number, seed=number, top=1 if number == 4 else 0))
        t = hall.do(seating.publish, PublishRound(number))
        assert len(t.rounds[number].tables) == 28
        events: list[ev.Event] = []
        for table in t.rounds[number].tables.values():
            counts = {"1907": final_counts(rng)}
            out = {power: rng.randint(1903, 1907) for power, n in counts["1907"].items() if not n}
            events += [
                ev.SentElsewhere(table.key, "a site"),
                ev.ResultTaken(table.key, counts, out),
            ]
            events.append(ev.GameEnded(table.key, "time-draw", "F1907"))
        hall.add(*events)

    t = hall.t
    assert all(one.over for one in t.rounds.values()) and len(t.tables) == 112
    downs = Counter(one for round_ in t.rounds.values() for one in round_.stood_down)
    assert sum(downs.values()) == 16 and set(downs.values()) == {1}, "nobody twice"
    meetings, powers = Counter[frozenset[int]](), Counter[tuple[int, str]]()
    for table in t.tables:
        meetings.update(map(frozenset, combinations(table.seats.values(), 2)))
        powers.update((player, power) for power, player in table.seats.items())
    early = [one for one in t.tables if one.round < 4]
    before = Counter(
        frozenset(pair) for one in early for pair in combinations(one.seats.values(), 2)
    )
    assert max(before.values()) == 1, "in three rounds nobody meets another again"
    assert sum(count - 1 for count in powers.values()) == 0, "nor has a power again"
    assert sum(count - 1 for count in meetings.values()) < 60, (
        "but for the top board hardly anybody"
    )
    results = compute(t)
    assert len(results.standings) == 200 and not results.faults
    top = {t.players[one].name for one in t.table("4A").seats.values()}
    assert {one.record.name for one in results.standings[:7]} == top
    # Only final counts are known: who could be told apart by another year alone shares a place.
    files = export(t, "wdd", 1)
    assert [len([*csv.reader(io.StringIO(text))]) - 1 for text in files.values()] == [200, 4 * 196]
