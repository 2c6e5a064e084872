"""``dragoman judge training``: games by the leave of their players, as a file that can be read."""

from __future__ import annotations

import stat
from pathlib import Path

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from tests.judge.stores import NOW, begun


def test_games_are_given_by_the_leave_of_their_players(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    for number in range(1, 18):
        made = call("judge", "user", "add", f"Player {number}", f"p{number}@example.org")
        assert made.status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    game = begun(judge.games)
    judge.games.act(game, c.ProcessNow(), Actor(1), NOW)
    judge.games.act(game, c.DeclareResult("draw"), Actor(1), NOW)
    assert call("judge", "training", "games.jsonl", "--json").data["games"] == 0
    for one in range(11, 18):
        judge.accounts.training.choose(Actor(one), one, True, NOW)
    assert "1 games of players who all agreed" in call("judge", "training", "games.jsonl").out
    assert stat.S_IMODE(Path("games.jsonl").stat().st_mode) == 0o600
    assert "1 games, 1 phases judged again" in call("env", "read", "games.jsonl").out
    assert call("judge", "training", "no/where.jsonl").status == 2
    judge.close()
