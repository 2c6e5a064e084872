"""``dragoman judge import`` with files of other judges: looked at first, taken over when told."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.judge.log.state import Stage
from dragoman.judge.service import Judge
from tests.judge.imports.elsewhere import njudge_files, played

PEOPLE = {"FRANCE": "ann@dip.example", "MASTER": "boss@dip.example"}


@pytest.fixture
def folder(call, tmp_path: Path) -> Path:
    assert call("judge", "init").status == 0
    assert call("judge", "user", "add", "Ann", "ann@example.org").status == 0
    found = tmp_path / "friends"
    found.mkdir()
    for name, content in njudge_files(played(3), PEOPLE):
        (found / name).write_bytes(content)
    return found


def test_a_running_game_is_looked_at_and_then_taken_over(call, folder: Path) -> None:
    looked = call("judge", "import", folder, "--json")
    assert looked.status == 0 and looked.data["game"] is None
    assert looked.data["phase"] == "S1902M" and looked.data["players"] == {"FRANCE": "ann"}
    assert "Nothing was kept" in call("judge", "import", folder).out
    given = ("--begin", "--master", "ann", "--seat", "FRANCE=bob@example.org", "--others", "link")
    taken = call("judge", "import", folder, *given, "--json")
    assert taken.status == 0, taken.codes
    judge = Judge(f"sqlite:///{folder.parent / 'judge.db'}")
    g = judge.games.load(taken.data["game"])
    assert g.stage is Stage.PAUSED and len(g.history) == 3
    assert set(taken.data["links"]) == set(g.seat_links) == set(g.game.survivors)
    judge.close()


def test_what_is_missing_or_wrong_is_told(call, folder: Path) -> None:
    for given, code in (
        (("--begin",), "no-master"),
        (("--begin", "--master", "nobody"), "no-person"),
        (("--begin", "--master", "ann", "--seat", "MARS=link"), "unknown-power"),
        (("--begin", "--master", "ann", "--seat", "FRANCE"), "wrong-seat"),
        (("--begin", "--master", "ann", "--others", "all"), "wrong-seat"),
        (("--set", "colour=red"), "unknown-setting"),
        (("--begin", "--master", "ann", "--set", "movement=soon"), "no-length"),
        (("--variant", "pure"), "wrong-game-file"),
        (("--person", "Bob=ann"), "wrong-person"),
    ):
        found = call("judge", "import", folder, *given, "--json")
        assert found.status == 2 and found.codes == [code], (given, found.codes)
    (folder / "G004").write_text("S1902M\nA: A Nowhere\n-1\n")
    assert call("judge", "import", folder, "--json").codes == ["wrong-game-file"]
