"""A rematch: the same people, under the same rules, with powers drawn anew."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.settings import LONGEST_TITLE
from dragoman.judge.log.state import Stage
from dragoman.judge.rematch import ask_for_rematch, next_title, rematch_of
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.stores import Opened

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
ROOT = Actor(is_admin=True)


@pytest.fixture
def judge(opened: Opened) -> Judge:
    found = opened()
    for number in range(1, 9):
        mail = f"p{number}@dip.example"
        found.accounts.people.create(ROOT, f"Player {number}", mail, "correct horse battery", NOW)
    return found


def played(judge: Judge, people: int = 2, **settings: object) -> int:
    """A game of some people that a draw has ended; the first leads it and plays."""
    wished = {"title": "Friends", "bot": "random", "movement": "3 d", **settings}
    game, answer = judge.games.create(wished, 1, NOW)
    assert game is not None, answer
    for user in range(1, people + 1):
        assert not judge.act(game, c.Join(), Actor(user), NOW).refused
    assert not judge.act(game, c.Begin(), Actor(1), NOW).refused
    judge.act(game, c.ProcessNow(), Actor(1), NOW)
    assert not judge.act(game, c.DeclareResult("draw"), Actor(1), NOW).refused
    assert judge.games.load(game).stage is Stage.OVER
    return game


def test_who_asks_sits_down_and_the_others_are_asked(judge: Judge) -> None:
    game = played(judge, 3)
    following = ask_for_rematch(judge, game, Actor(2), NOW)
    g = judge.games.load(following)
    assert g.settings.title == "Friends (2)"
    assert (g.settings.bot, g.settings.movement) == ("random", "3 d")
    assert (g.settings.entry.value, g.settings.seating.value) == ("master", "lot")
    assert g.masters == [2] and set(g.applicants) == {2}, "nobody sits against his will"
    assert g.invited == {1, 3}
    assert not judge.act(following, c.Join(), Actor(1), NOW).refused
    assert not judge.act(following, c.Decline(), Actor(3), NOW).refused
    assert not judge.act(following, c.Begin(), Actor(2), NOW).refused
    g = judge.games.load(following)
    assert set(g.players) == {1, 2}
    judge.act(following, c.Tick(), Actor(is_clock=True), NOW)
    assert {seat.bot for seat in judge.games.load(following).seats.values()} == {"", "random"}


def test_the_second_who_asks_finds_what_the_first_set_up(judge: Judge) -> None:
    game = played(judge)
    following = ask_for_rematch(judge, game, Actor(1), NOW)
    assert ask_for_rematch(judge, game, Actor(2), NOW) == following
    assert rematch_of(judge.database, game) == following


def test_of_two_who_ask_at_once_both_find_one_game(judge: Judge, opened: Opened) -> None:
    game = played(judge)
    others = [opened(), opened()]
    with ThreadPoolExecutor(2) as pool:
        asked = [
            pool.submit(ask_for_rematch, one, game, Actor(user), NOW)
            for user, one in enumerate(others, 1)
        ]
        found = {one.result() for one in asked}
    assert found == {rematch_of(judge.database, game)}
    assert judge.games.load(found.pop()).settings.title == "Friends (2)"


def test_it_begins_by_itself_once_all_seven_sit(judge: Judge) -> None:
    game = played(judge, 7)
    following = ask_for_rematch(judge, game, Actor(1), NOW)
    for user in range(2, 8):
        judge.act(following, c.Join(), Actor(user), NOW)
    g = judge.games.load(following)
    assert g.stage is Stage.RUNNING and set(g.players) == set(range(1, 8))


def test_who_played_alone_with_bots_plays_at_once(judge: Judge) -> None:
    game = played(judge, 1)
    g = judge.games.load(ask_for_rematch(judge, game, Actor(1), NOW))
    assert g.stage is Stage.RUNNING
    assert set(g.players) == {1}
    assert sum(seat.bot == "random" for seat in g.seats.values()) == 6


def test_strangers_and_games_that_go_on_have_none(judge: Judge) -> None:
    game = played(judge)
    with pytest.raises(ActionRefused, match="only those who played"):
        ask_for_rematch(judge, game, Actor(8), NOW)
    other, _ = judge.games.create({"title": "Another"}, 1, NOW)
    assert other is not None
    with pytest.raises(ActionRefused, match="not over"):
        ask_for_rematch(judge, other, Actor(1), NOW)


def test_where_no_master_plays_the_master_asks(judge: Judge) -> None:
    wished = {"title": "Masked", "bot": "random", "anonymous": True}
    game, answer = judge.games.create(wished, 8, NOW)
    assert game is not None, answer
    for user in (1, 2):
        judge.act(game, c.Join(), Actor(user), NOW)
    judge.act(game, c.Begin(), Actor(8), NOW)
    judge.act(game, c.DeclareResult("draw"), Actor(8), NOW)
    with pytest.raises(ActionRefused, match="only those"):
        ask_for_rematch(judge, game, Actor(1), NOW)
    g = judge.games.load(ask_for_rematch(judge, game, Actor(8), NOW))
    assert g.invited == {1, 2} and not g.applicants


def test_titles_are_numbered() -> None:
    assert next_title("Friends") == "Friends (2)"
    assert next_title("Friends (9)") == "Friends (10)"
    assert len(next_title("x" * LONGEST_TITLE)) == LONGEST_TITLE
