"""``dragoman tournament take-result``: a board that was played on a judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.played_variant import standard
from tests.tournament.directing import Hall

START = {power: 4 if power == "RUSSIA" else 3 for power in standard().powers}
RESULT: dict[str, Any] = {
    "powers": [*standard().powers],
    "counts": {"1900": START, "1901": {**START, "FRANCE": 5}},
    "ending": "voted draw",
    "soloist": "",
    "drawn": [*standard().powers],
    "eliminated": {},
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    h = Hall()
    h.boards(1)
    found = Store(tmp_path)
    found.found([one.event for one in h.log])
    return found


def test_a_result_is_taken_and_taken_back(call, store: Store, tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(RESULT))
    taken = call("tournament", "take-result", "1A", "result.json")
    assert taken.status == 0, taken.err
    board = store.load().table("1A")
    assert board.ending == "voted-draw" and board.final_counts[1901]["FRANCE"] == 5
    again = call("tournament", "take-result", "1A", "result.json", "--json")
    assert again.status == 2 and again.codes
    assert call("tournament", "undo").status == 0
    assert not store.load().table("1A").ending


def test_what_is_no_result_is_told(call, store: Store, tmp_path: Path) -> None:
    counts = {"1900": START, "1901": {**START, "FRANCE": "five"}}
    wrong = (
        "no JSON", "[]", "{}", "17", "[" * 50_000,
        json.dumps({**RESULT, "ending": "won"}),
        json.dumps({**RESULT, "counts": counts}),
        json.dumps({**RESULT, "soloist": "FRANCE"}),
        json.dumps({**RESULT, "drawn": ["NARNIA"]}),
    )  # fmt: skip
    for content in wrong:
        (tmp_path / "result.json").write_text(content)
        found = call("tournament", "take-result", "1A", "result.json", "--json")
        assert found.status == 2 and found.codes == ["wrong-result"], content[:80]
    assert call("tournament", "take-result", "1A", "none.json").status == 2
    assert not store.load().table("1A").ending
