"""The many live games of the bench: their deadlines, and that they are as the judge would have made
them."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest

from bench import judge_servers, live_games
from bench.evening import looked_over
from bench.live_games import LENGTHS, deadlines, make_games, make_patterns, next_deadline
from dragoman.judge.service import Judge
from dragoman.judge.storage.consistency import inconsistent_games


def test_deadlines_cluster_in_evenings_and_on_half_hours() -> None:
    found = [*islice(deadlines(random.Random(1)), 20_000)]
    assert {length for length, _ in found} == set(LENGTHS)
    hours = Counter(int(at % 24) for _, at in found)
    assert hours[19] > 4 * hours[9]
    exact = [at for _, at in found if at * 2 == int(at * 2)]
    assert 0.08 < len(exact) / len(found) < 0.12
    assert Counter(at % 24 for at in exact)[19.5] > 20


def test_the_first_deadline_of_a_game_is_within_one_of_its_lengths() -> None:
    dice, weekends = random.Random(2), 0
    for length, at in islice(deadlines(dice), 2000):
        due = next_deadline(length, at, 100.0, dice)
        weekends += due - 100 > length
        assert 100 <= due < 100 + length + 48
    assert 0 < weekends < 500


@pytest.mark.slow
@pytest.mark.skipif(not judge_servers.postgresql_programs(), reason="PostgreSQL is not installed")
def test_games_are_as_their_logs_say_and_lateness_is_read_from_these(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_games, "LENGTHS", {24: 1.0})
    monkeypatch.setattr(live_games, "PHASES_BEHIND", (0, 2))
    with judge_servers.database("postgresql") as (address, _):
        judge = Judge(address)
        judge.database.create()
        now = datetime.now(UTC)
        due = now + timedelta(minutes=5)
        made = make_games(judge, make_patterns(judge, 10), [(24, due)] * 12)
        assert [*inconsistent_games(judge.database, now + timedelta(minutes=5))] == []
        players = {user for one in made for user in judge.games.load(one.number).players}
        assert len(players) == 2 * 7, "ten games of one are those of the same seven"
        for _ in range(12):
            assert judge.games.tick(due + timedelta(seconds=3)) is not None
        found = looked_over(judge, due, due + timedelta(seconds=1), made)
        judge.close()
    assert (found["judged"], found["judged twice"], found["not judged"]) == (12, 0, 0)
    assert (found["late"], found["lateness"]["most"]) == (0, 3.0)
