"""Games that other programs recorded, read in a stream, judged again, and made into shards."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.env import recordings
from dragoman.env.recorded_shards import shards_of_games
from dragoman.env.recordings import recorded_games
from dragoman.env.shards import MANIFEST, read_shards
from dragoman.errors import DragomanError
from dragoman.game import Game
from dragoman.orders import Move, Retreat
from dragoman.rules.engine.codes import MOVE
from dragoman.rules.engine.packed_orders import packed_kind, packed_target
from tests.env.conftest import SMALL, env_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

PACKAGE = Path(__file__).parents[1] / "data" / "diplomacy-package.json.gz"


@pytest.fixture(scope="module")
def package() -> dict[str, Any]:
    return json.loads(gzip.decompress(PACKAGE.read_bytes()))


def lines_of(folder: Path, *lines: object) -> Path:
    file = folder / "games.jsonl"
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return file


def test_a_line_that_is_no_game_is_told_with_its_number_and_takes_no_other_with_it(
    package: dict[str, Any], tmp_path: Path
) -> None:
    other_map = {**package, "map": "narnia"}
    file = lines_of(
        tmp_path, package, '{"id": 3, "map": "stan', "", other_map, "[]", "\ufffd{", package
    )
    file.write_bytes(file.read_bytes().replace("\ufffd".encode(), b"\xff"))
    games = [*recorded_games(file)]
    assert [one.line for one in games] == [1, 2, 4, 5, 6, 7]
    assert [one.game is not None for one in games] == [True, False, False, False, False, True]
    told = [str(one.diagnostics[0]) for one in games[1:5]]
    assert told[0].startswith(f"{file}:2: error: the text ends")
    assert told[1].startswith(f"{file}:4: error: map: there is no variant for the map 'narnia'")
    assert told[2].startswith(f"{file}:5: error: the text should be a JSON object")
    assert told[3].startswith(f"{file}:6: error: byte 0xff is not UTF-8")
    assert games[0].name == package["id"] and games[0].game == games[-1].game


def test_what_is_too_long_is_told_and_not_held(
    package: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "LONGEST", len(json.dumps(package)) + 1)
    file = lines_of(tmp_path, package, "{" + "x" * 3_000_000 + "}", package)
    first, long, last = recorded_games(file)
    assert first.game is not None and (last.line, last.game) == (3, first.game)
    assert long.game is None and "longer than a game may be" in str(long.diagnostics[0])
    (tmp_path / "empty.jsonl").write_text("\n\n")
    assert [*recorded_games(tmp_path / "empty.jsonl")] == []


def test_a_game_in_a_file_of_its_own_with_what_other_programs_add(
    package: dict[str, Any], tmp_path: Path
) -> None:
    """AI_Diplomacy's logs are such files, with notes of its models in each phase."""
    notes = {"state_agents": {"FRANCE": {"goals": ["?"]}}, "order_results": {}, "summary": "…"}
    log = {**package, "phases": [{**phase, **notes} for phase in package["phases"]], "x": None}
    file = tmp_path / "lmvsgame.json"
    file.write_text("\ufeff" + json.dumps(log, indent=1), encoding="utf-8")
    (one,) = recorded_games(file)
    (plain,) = recorded_games(lines_of(tmp_path, package))
    assert (one.line, one.game, one.diagnostics) == (1, plain.game, ())
    file.write_text(json.dumps(log, indent=1)[:-9])
    (broken,) = recorded_games(file)
    assert broken.game is None and broken.diagnostics[0].line > 100


def test_what_came_out_otherwise_is_listed(package: dict[str, Any], tmp_path: Path) -> None:
    changed = json.loads(json.dumps(package))
    first, second = changed["phases"][:2]
    moved = next(unit for unit, said in first["results"].items() if not said)
    first["results"][moved] = ["bounce"]
    (power,) = (one for one, units in first["state"]["units"].items() if moved in units)
    units = second["state"]["units"]
    gone = units["TURKEY"].pop()
    (plain,) = recorded_games(lines_of(tmp_path, package))
    (one,) = recorded_games(lines_of(tmp_path, changed))
    assert all("void" in found.theirs and found.order for found in plain.divergences)
    new = [found for found in one.divergences if found not in plain.divergences]
    order = next(text for text in first["orders"][power] if text.startswith(moved))
    assert new[0][2:7] == (first["name"], power, order, "bounce", "")
    assert (new[1].order, new[1].theirs, new[1].ours) == ("", "", f"TURKEY {gone}")
    assert any("DATC 6.D.10" in found.rule for found in plain.divergences)
    first["results"] = {moved: "bounce"}
    (wrong,) = recorded_games(lines_of(tmp_path, changed))
    assert "results" in str(wrong.diagnostics[-1]) and wrong.game is not None


def test_builds_anywhere_where_the_game_says_so(package: dict[str, Any], tmp_path: Path) -> None:
    (one,) = recorded_games(lines_of(tmp_path, {**package, "rules": ["BUILD_ANY"]}))
    assert one.game is not None and one.game.rule_set.build_in == "any"


def test_samples_of_games_are_what_was_ordered(tmp_path: Path, package: dict[str, Any]) -> None:
    games = [one.game for one in recorded_games(lines_of(tmp_path, package, package)) if one.game]
    shards_of_games(tmp_path / "shards", games, a_shard=1, reward="draw-size")
    first, second = read_shards(tmp_path / "shards")
    assert json.loads((tmp_path / "shards" / MANIFEST).read_text())["variant"] == "standard"
    assert (first["codes"] == second["codes"]).all() and {*second["game"]} == {1}
    env, history = env_of("standard", 2), games[0].history
    location = [*env.locations]
    for sample in range(0, len(first["power"]), 7):
        turn = history[first["phase"][sample]]
        power = env.powers[first["power"][sample]]
        env.put([0], first["position"][sample : sample + 1])
        assert env.positions([0])[0].units == turn.before.units
        slots = range(*first["slots"][sample : sample + 2])
        chosen = [
            int(first["codes"][first["starts"][slot] + first["chosen"][slot]])
            for slot in slots
            if first["chosen"][slot] >= 0
        ]
        moves = {location[packed_target(code)] for code in chosen if packed_kind(code) == MOVE}
        carried = {
            outcome.treated_as.target
            for outcome in turn.outcomes
            if outcome.power == power and isinstance(outcome.treated_as, Move | Retreat)
        }
        assert carried <= moves
    won = {env.powers[number] for number in first["power"][first["value"] > 0]}
    assert games[0].ending is not None and won == {*games[0].ending.powers}
    assert (first["chosen"] >= 0).mean() > 0.99


def test_units_without_an_order_chose_nothing(tmp_path: Path) -> None:
    game = Game("standard")
    game.order("France", "A par-bur, F bre-mar")  # the second is none that it can have
    game.process()
    shards_of_games(tmp_path, [game])
    (shard,) = read_shards(tmp_path)
    assert {*shard["power"]} == {env_of("standard").powers.index("FRANCE")}
    assert sorted(shard["chosen"] >= 0) == [False, False, True]


def test_what_cannot_be_made_into_shards(tmp_path: Path) -> None:
    standard, other = Game("standard"), Game(SMALL)
    standard.process()
    other.process()
    with pytest.raises(DragomanError, match="there is no game"):
        shards_of_games(tmp_path / "none", [Game("standard")])
    assert not (tmp_path / "none").exists()
    with pytest.raises(DragomanError, match=f"a game of {SMALL} among those of standard"):
        shards_of_games(tmp_path / "two", [standard, other])
    with pytest.raises(DragomanError, match="not 'welfare'"):
        shards_of_games(tmp_path / "three", [standard], reward="welfare")
    dealt = Game("machiavelli")
    dealt.process()
    with pytest.raises(DragomanError, match="not of Diplomacy"):
        shards_of_games(tmp_path / "four", [dealt])
    shards_of_games(tmp_path / "five", [standard])
    (shard,) = read_shards(tmp_path / "five")
    assert len(shard["power"]) == len(shard["value"]) == 0
