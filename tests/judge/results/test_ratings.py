"""Ratings follow from the games in the order in which they ended, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.result import RatedPlayer, rated_players
from dragoman.judge.results.rating_update import AT_FIRST, RatedGame, Rating, rate, reckon
from dragoman.judge.results.ratings import catch_up, unlike_the_logs
from dragoman.judge.results.statistics import leaders
from dragoman.judge.running.metrics import Metrics
from dragoman.judge.running.worker import Worker
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import ratings
from tests.judge.results.over import End, Over, drawn_game, over
from tests.judge.stores import NOW, Opened
from tests.judge.table import POWERS, seven


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()


def kept(database: Database) -> dict[tuple[int, int], Rating]:
    with database.reading() as connection:
        rows = connection.execute(sa.select(ratings)).all()
    return {(row.game, row.person): Rating(row.mu, row.sigma) for row in rows}


def counted(ends: dict[int, End]) -> dict[tuple[int, int], Rating]:
    """The ratings as the games alone say."""
    return reckon(as_rated(ends))


def all_counted(database: Database) -> None:
    while catch_up(database):
        pass


def random_end(lot: Random) -> End:
    users = tuple(lot.sample(range(11, 23), 7))
    powers = tuple(sorted(lot.sample(POWERS, lot.choice((1, 1, 2, 3, 7)))))
    how = lot.choice(("", "", "", "", "abandoned"))
    return End(users, powers, lot.randrange(6), lot.choice(("standard", "modern")), how)


@pytest.mark.parametrize("seed", range(4))
def test_arrival_does_not_matter(database: Database, seed: int) -> None:
    """Games that end at certain moments are told of in any sequence, some are rolled back and end
    anew, and counting goes on all the while, in lots of any size."""
    lot = Random(seed)
    held = Over(database)
    for _ in range(16):
        held.end(random_end(lot))
        if lot.random() < 0.25:
            one = lot.choice(sorted(held.ends))
            held.roll_back(one)
            if lot.random() < 0.7:
                held.end(random_end(lot), one)
        if lot.random() < 0.5:
            catch_up(database, lot.choice((1, 3, 50)))
    all_counted(database)
    assert kept(database) == counted(held.ends)
    games = [*as_rated(held.ends)]
    assert reckon(lot.sample(games, len(games))) == kept(database)


def as_rated(ends: dict[int, End]) -> Iterator[RatedGame]:
    for number, end in ends.items():
        g = over(end)
        players = tuple(rated_players(g).values())
        if players and g.ended is not None:
            yield RatedGame(number, end.variant, g.ended, players)


def test_pools_know_nothing_of_each_other(database: Database) -> None:
    held = Over(database)
    users = tuple(range(11, 18))
    held.end(End(users, ("FRANCE",), 1))
    other = held.end(End(users, ("FRANCE",), 2, "modern"))
    all_counted(database)
    assert (
        kept(database)[other, 13]
        == rate([RatedPlayer(13, 1), *(RatedPlayer(u, 2) for u in users if u != 13)], {})[13]
    )
    assert [one["user"] for one in leaders(database, "modern", fewest=1)][:1] == [13]


def test_a_game_that_ended_before_is_counted_before(database: Database) -> None:
    held = Over(database)
    late = held.end(End(tuple(range(11, 18)), ("FRANCE",), 5))
    all_counted(database)
    before = kept(database)
    early = held.end(End(tuple(range(11, 18)), ("TURKEY",), 1))
    assert kept(database) == {}, "what came later is counted anew"
    all_counted(database)
    assert kept(database)[late, 13] != before[late, 13]
    held.roll_back(early)
    all_counted(database)
    assert kept(database) == before


def test_played_games_are_as_their_logs_say(opened: Opened) -> None:
    judge = opened()
    first, seats = drawn_game(judge.games, range(11, 18), NOW)
    second, _ = drawn_game(judge.games, range(13, 20), NOW + timedelta(days=1))
    assert set(unlike_the_logs(judge.database)) == {first, second}
    all_counted(judge.database)
    assert unlike_the_logs(judge.database) == ()
    # It is rolled back and won by concession instead.
    later = NOW + timedelta(days=2)
    judge.games.act(first, c.RollBack("S1901M", "wrong map"), Actor(1), later)
    all_counted(judge.database)
    assert unlike_the_logs(judge.database) == ()
    assert {game for game, _ in kept(judge.database)} == {second}
    judge.games.act(first, c.Propose("concession", ("FRANCE",)), Actor(seats["ITALY"]), later)
    number = judge.games.load(first).proposals[-1].number
    for power, user in seats.items():
        if power not in ("FRANCE", "ITALY"):
            judge.games.act(first, c.Vote(number, True), Actor(user), later)
    all_counted(judge.database)
    assert unlike_the_logs(judge.database) == ()
    assert kept(judge.database)[first, seats["FRANCE"]].mu > AT_FIRST.mu
    with judge.database.writing() as connection:
        connection.execute(sa.update(ratings).where(ratings.c.game == second).values(mu=30.0))
    assert unlike_the_logs(judge.database) == (second,)


def test_a_worker_counts_them(opened: Opened) -> None:
    judge = opened()
    number, _ = drawn_game(judge.games, range(11, 18), NOW)
    Worker(judge.games, Metrics()).work()
    assert unlike_the_logs(judge.database) == ()
    assert {game for game, _ in kept(judge.database)} == {number}


def test_who_leaves_is_last_and_who_helps_out_is_not_rated() -> None:
    table = seven(rated=True)
    table.done(c.Resign(), "FRANCE")
    table.done(c.TakeSeat("FRANCE"), 31)
    table.done(c.ProcessNow())
    table.done(c.Propose("concession", ("FRANCE",)), "ITALY")
    for power in POWERS:
        if power not in ("FRANCE", "ITALY"):
            table.done(c.Vote(1, True), power)
    found = rated_players(table.g)
    assert found["FRANCE"] == RatedPlayer(13, 2) and {one.place for one in found.values()} == {2}
    assert 31 not in {one.user for one in found.values()}


def test_places_are_by_the_scoring_of_the_game() -> None:
    table = seven(rated=True, scoring="dixie")
    for _ in range(2):
        table.done(c.ProcessNow())
    table.done(c.Propose("draw"), "FRANCE")
    for power in POWERS:
        if power != "FRANCE":
            table.done(c.Vote(1, True), power)
    found = rated_players(table.g)
    # Nobody moved: Russia has four centres, the others three.
    assert found["RUSSIA"].place == 1 and {found[p].place for p in POWERS if p != "RUSSIA"} == {2}


@pytest.mark.parametrize("end", ("abandoned", "terminated"))
def test_what_was_not_played_to_its_end_is_not_rated(end: str) -> None:
    assert not rated_players(over(End(tuple(range(11, 18)), (), 1, how=end)))
    unrated = End(tuple(range(11, 18)), ("FRANCE",), 1, settings=(("rated", False),))
    assert not rated_players(over(unrated))
