"""A map whose rules are not there yet is refused, and nothing is made."""

import json
from pathlib import Path

from dragoman.cli.commands import new
from dragoman.cli.folder import Settings
from dragoman.formats.turns import resolve_lines

ARCHIPELAGO = Path(__file__).parents[1] / "data" / "archipelago"


def test_no_game_is_made_on_high_seas(tmp_path):
    answer = new(str(ARCHIPELAGO), tmp_path / "game", None, (), Settings())
    assert [diagnostic.code for diagnostic in answer.diagnostics] == ["not-supported"]
    assert not (tmp_path / "game").exists()


def test_no_turn_is_judged_on_high_seas():
    turn = {"variant": str(ARCHIPELAGO), "phase": "S1901M", "units": {}}
    (line,) = resolve_lines([json.dumps(turn)])
    assert "high seas" in json.loads(line)["error"]
