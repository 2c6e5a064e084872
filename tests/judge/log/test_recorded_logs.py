"""Logs that were written once are read for ever.

``recorded`` holds logs as a judge wrote them, and what they came to then; ``first`` is of the
first state of the judge. None of these files is ever made anew: should a test here fail, events
of games that people play could not be read any more, or would mean something else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.judge.log.events import KINDS, GameLogEntry
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.plain_data import event_data, read_event
from dragoman.judge.log.state import JudgedGame

FOLDER = Path(__file__).parent / "recorded"
NAMES = (
    "approval", "bots", "diplomacy", "first", "handing_over", "imported", "links", "machiavelli",
    "silence", "talking_bots",
)  # fmt: skip


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def logged(name: str) -> list[GameLogEntry]:
    return [
        GameLogEntry(row["number"], row["at"], row["by"], read_event(row["kind"], row["data"]))
        for row in rows(name)
    ]


def facts(g: JudgedGame) -> dict[str, Any]:
    """What a log came to."""
    return {
        "phase": str(g.phase),
        "stage": g.stage.value,
        "ending": g.ending and [g.ending[0], list(g.ending[1])],
        "masters": g.masters,
        "players": {power: user for user, power in g.players.items()},
        "position": g.game.position.to_dict(),
        "phases": [str(one.phase) for one in g.history],
        "messages": [one.text for one in g.messages],
        "acts": [one.what for one in g.acts],
        "proposals": [one.outcome for one in g.proposals],
        "misses": [list(one) for one in g.misses],
        "sheets": sorted(" ".join(key) for key in g.sheets),
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_log_means_what_it_meant(name: str) -> None:
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    assert facts(rebuild(logged(name))) == expected


@pytest.mark.parametrize("name", NAMES)
def test_events_are_written_as_they_were(name: str) -> None:
    for row, one in zip(rows(name), logged(name), strict=True):
        assert json.loads(json.dumps(event_data(one.event))) == row["data"]


def test_every_kind_of_event_is_among_them() -> None:
    assert {row["kind"] for name in NAMES for row in rows(name)} == {
        kind.__name__ for kind in KINDS
    }


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("Unheard", {}),
        ("Seated", {"power": "FRANCE"}),
        ("Seated", {"power": "F", "user": 1, "x": 2}),
    ],
)
def test_what_is_no_event_is_told(kind: str, data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="the log holds"):
        read_event(kind, data)
