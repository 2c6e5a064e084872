"""What the ``diplomacy`` package and dipcc made of turns, and what their presets make of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import scan_order
from dragoman.rules import PRESETS, Phase, Position, resolve

VARIANT = load_variant("standard")
BOARD = VARIANT.board
RECORDED = Path(__file__).parents[1] / "data" / "other-judges.json.gz"
DIFFERENT = {
    # A support for a move to the other coast counts; DATC 6.B.9 has it void.
    "diplomacy": {"6.B.9", "r932", "r1916", "r2031", "b226", "b674", "b3868"},
    # An army whose convoy is broken walks. No answer of ours does that for asked convoys alone.
    "dipcc": {"6.G.20", "6.H.12"},
}


@pytest.fixture(scope="module")
def turns() -> list[dict[str, Any]]:
    return json.loads(gzip.decompress(RECORDED.read_bytes()))


def judged(turn: dict[str, Any], preset: str) -> set[str]:
    """Who stands where afterwards."""
    units = tuple(Unit(power, *u.split()) for power, own in turn["units"].items() for u in own)
    position = Position(Phase.parse("S1901M"), units)
    rules = PRESETS[preset]
    orders = {
        power: [scan_order(text, BOARD) for text in texts]
        for power, texts in turn["orders"].items()
    }
    return set(map(str, resolve(BOARD, position, orders, rules).units))


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["diplomacy", "dipcc"])
def test_the_preset_of_another_judge(turns: list[dict[str, Any]], preset: str) -> None:
    different = {t["id"] for t in turns if judged(t, preset) != set(t[preset])}
    assert different == DIFFERENT[preset]
