"""``dragoman env shards`` and ``read``: games as data, through a process."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).parents[1] / "data" / "diplomacy-package.json.gz"


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    saved = gzip.decompress(PACKAGE.read_bytes()).decode()
    Path("games.jsonl").write_text(f'{saved.strip()}\n{{"id":\n{saved.strip()}\n')
    return tmp_path


def test_recorded_games_become_data_and_a_list_of_what_came_out_otherwise(call, lines: Path):
    told = call("env", "read", "games.jsonl", "--shards", "data", "--divergences", "other.csv")
    assert "2 games, 60 phases judged again" in told.out and "1 that are no game" in told.out
    assert "games.jsonl:2: warning: the text ends" in told.err and told.status == 0
    assert "of 2 games in 1 files: data" in told.out
    rows = [*csv.DictReader(Path("other.csv").read_text().splitlines())]
    assert rows and f"{len(rows):,} orders and 0 positions" in told.out
    assert {*map(str.strip, rows[0])} >= {
        "game",
        "line",
        "phase",
        "order",
        "theirs",
        "ours",
        "rule",
    }
    data = json.loads(call("env", "read", "games.jsonl", "--json").out)
    assert (data["games"], data["unreadable"], data["phases"]) == (2, 1, 60)
    assert sum(one["orders"] for one in data["sorts"]) == len(rows)
    assert sorted(path.name for path in lines.iterdir()) == ["data", "games.jsonl", "other.csv"]


def test_what_is_not_to_be_had_is_told(call, lines: Path):
    assert (
        "there is no such file; did you mean games.jsonl?" in call("env", "read", "game.jsonl").err
    )
    Path("none.jsonl").write_text("[]\n\n")
    told = call("env", "read", "none.jsonl", "--shards", "data")
    assert told.status == 2 and "there is no game in this" in told.err
    told = call("env", "read", "games.jsonl", "--shards", "data", "--variant", "chaos")
    assert told.status == 2 and "2 on other maps" in told.out and not Path("data").exists()
    assert call("env", "read", "games.jsonl", "--shards", "data", "--form", "csv").status == 2
    assert call("env", "read", "games.jsonl", "--divergences", "no/where.csv").status == 2
    assert "one of random" in call("env", "shards", "data", "--policy", "x").err
    assert "played in fog" in call("env", "shards", "data", "--variant", "fog_of_war").err


def test_games_of_bots_become_data(call, lines: Path):
    words = "env", "shards", "data", "--games", "2", "--variant", "france_austria"
    told = call(*words, "--last-year", "1902", "--seed", "3")
    assert "samples of 2 games in 1 files: data" in told.out
    assert "data holds shards already" in call(*words).err
