"""The demonstration is made whole or not at all."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.running import demonstration
from dragoman.judge.running.demonstration import demonstrate
from dragoman.judge.storage.tables import metadata
from tests.judge.stores import NOW, Opened

pytestmark = pytest.mark.slow


def rows(opened: Opened) -> int:
    """How many rows another process finds in all tables."""
    with opened().database.reading() as connection:
        counts = (sa.select(sa.func.count()).select_from(one) for one in metadata.sorted_tables)
        return sum(connection.execute(one).scalar_one() for one in counts)


@pytest.mark.parametrize("after", [1, 9, 30])
def test_one_that_breaks_off_leaves_nothing(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    judge, done = opened(), list[Any]()
    act = judge.games.act

    def breaks(game: int, command: c.Command, *given: Any) -> Any:
        done.append(command)
        if len(done) == after:
            raise KeyboardInterrupt
        return act(game, command, *given)

    monkeypatch.setattr(judge.games, "act", breaks)
    with pytest.raises(KeyboardInterrupt):
        demonstrate(judge, "seven powers, one map", NOW)
    assert rows(opened) == 0

    # The next try is as if there had been none.
    made = demonstrate(opened(), "seven powers, one map", NOW)
    assert made is not None and len(made.people) == 8
    g = opened().games.load(made.game)
    assert str(g.phase) == "S1902M" and len(g.players) == 7
    assert demonstrate(opened(), "seven powers, one map", NOW) is None


def test_others_see_all_of_it_or_nothing(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, seen = opened(), list[int]()
    play = demonstration._play_a_year

    def look(*given: Any) -> None:
        play(*given)
        seen.append(rows(opened))

    monkeypatch.setattr(demonstration, "_play_a_year", look)
    assert demonstrate(judge, "seven powers, one map", NOW) is not None
    assert seen == [0] and rows(opened) > 50
