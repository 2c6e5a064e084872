"""What a judge looks up before it lets somebody do something."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from tests.judge.stores import NOW, Opened


@pytest.mark.parametrize(("least", "may"), [(80, True), (81, False)])
def test_a_game_can_ask_for_reliable_players(opened: Opened, least: int, may: bool) -> None:
    """Who never played counts as somebody who keeps eighty of a hundred deadlines."""
    judge = opened()
    number, _ = judge.games.create({"title": "Friends", "reliability": least}, 1, NOW)
    assert number is not None
    answer = judge.act(number, c.Join(), Actor(2), NOW)
    assert bool(answer.events) is may
    assert [one.code for one in answer.told] == ([] if may else ["not-reliable-enough"])
