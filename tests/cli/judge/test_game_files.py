"""``dragoman judge export`` and ``import``."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from dragoman.judge.service import Judge
from tests.judge.stores import begun


@pytest.fixture
def judge(call, tmp_path: Path):
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    yield judge
    judge.close()


def test_a_game_goes_out_and_in(call, judge: Judge, tmp_path: Path) -> None:
    assert call("judge", "user", "add", "Ann", "ann@example.org").status == 0
    game = begun(judge.games)
    assert call("judge", "export", game, "game.json", "--json").data["game"] == game
    file = tmp_path / "game.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    data = json.loads(file.read_text("utf-8"))
    data["people"]["12"] = "Bob"
    file.write_text(json.dumps(data))
    taken = call("judge", "import", "game.json", "--person", "Bob=ann", "--json")
    assert taken.status == 0 and set(taken.codes) == {"nobody-here"}
    g = judge.games.load(taken.data["game"])
    ann = judge.accounts.people.called("ann")
    assert ann is not None and ann.number in g.players and g.game == judge.games.load(game).game


def test_what_cannot_be_is_told(call, judge: Judge, tmp_path: Path) -> None:
    assert call("judge", "export", 7, "game.json", "--json").codes == ["no-game"]
    assert not (tmp_path / "game.json").exists()
    game = begun(judge.games)
    assert call("judge", "export", game, "nowhere/game.json", "--json").codes == ["no-game-file"]
    call("judge", "export", game, "game.json")
    for given, code in (
        ("Bob", "wrong-person"),
        ("=ann", "wrong-person"),
        ("Bob=ann", "no-person"),
    ):
        found = call("judge", "import", "game.json", "--person", given, "--json")
        assert found.status == 2 and found.codes == [code]
    for content in (b"no JSON", b"\xff\xfe", b"{}"):
        (tmp_path / "wrong.json").write_bytes(content)
        found = call("judge", "import", "wrong.json", "--json")
        assert found.status == 2 and found.codes == ["wrong-game-file"]
    assert call("judge", "import", "none.json").status == 2
