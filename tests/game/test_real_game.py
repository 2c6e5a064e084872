"""A real game of seven people, replayed phase by phase against what was recorded."""

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dragoman.board import Unit
from dragoman.game import Game, Resolution, Variant, process, results
from dragoman.orders import Order, scan_order
from dragoman.rules import Dislodged, Phase, PhaseKind, Position

RECORD = Path(__file__).parents[1] / "data" / "real-game.json.gz"

# The judge of that game let a unit that was driven out by a convoyed army retreat to where
# others stood (NTH, NWG, SKA, STP) or had bounced (SWE). Only BAR was open, and taken.
MISTAKEN_RETREATS = {("F1902R", "F NWY"): {"BAR"}}


def recorded_phases() -> list[dict[str, Any]]:
    return json.loads(gzip.decompress(RECORD.read_bytes()))["phases"]


STEPS = list(pairwise(recorded_phases()))


def position_of(phase: dict[str, Any]) -> Position:
    standing, dislodged = [], []
    for power, units in phase["units"].items():
        for text in units:
            unit = Unit(power, *text.removeprefix("*").split())
            if text.startswith("*"):
                options = phase["retreats"][power][str(unit)]
                dislodged.append(Dislodged(unit, tuple(options)))
            else:
                standing.append(unit)
    owners = {center: power for power, owned in phase["centers"].items() for center in owned}
    return Position(Phase.parse(phase["phase"]), tuple(standing), owners, tuple(dislodged))


def orders_of(variant: Variant, phase: dict[str, Any]) -> dict[str, list[Order]]:
    found: dict[str, list[Order]] = {}
    for power, texts in phase["orders"].items():
        for text in texts:
            order = scan_order(text, variant.board, phase["phase"][-1])
            assert not hasattr(order, "code"), order
            found.setdefault(power, []).append(order)
    return found


def retreats_of(position: Position) -> dict[Unit, set[str]]:
    return {dislodged.unit: set(dislodged.options) for dislodged in position.dislodged}


def assert_same_position(ours: Position, recorded: Position) -> None:
    assert ours.phase == recorded.phase
    assert ours.units == recorded.units
    assert ours.owners == recorded.owners
    allowed = {
        unit: MISTAKEN_RETREATS.get((str(recorded.phase), str(unit)), options)
        for unit, options in retreats_of(recorded).items()
    }
    assert retreats_of(ours) == allowed


def assert_same_results(
    resolution: Resolution, phase: dict[str, Any], destroyed: tuple[Unit, ...]
) -> None:
    """The record tells of units without a retreat in the next phase that is not movement."""
    ours = results(resolution.outcomes, resolution.phase.kind)
    if resolution.phase.kind is not PhaseKind.MOVEMENT:
        ours |= {str(unit): ["disband"] for unit in destroyed}
    assert ours == phase["results"]


def test_the_record_is_whole() -> None:
    assert len(STEPS) == 56


@pytest.mark.parametrize(("phase", "following"), STEPS, ids=[phase["phase"] for phase, _ in STEPS])
def test_each_phase(standard: Variant, phase: dict[str, Any], following: dict[str, Any]) -> None:
    before = position_of(phase)
    assert before.faults(standard.board) == ()
    resolution = process(standard, before, orders_of(standard, phase))
    assert resolution.unused == ()
    assert resolution.winners == ()
    assert_same_position(resolution.position, position_of(following))
    gone = {unit for unit, said in phase["results"].items() if "dislodged" in said}
    assert {str(o.unit) for o in resolution.outcomes if o.dislodged_by} == gone


def test_the_whole_game(standard: Variant) -> None:
    game = Game(standard)
    destroyed: tuple[Unit, ...] = ()
    for phase, following in STEPS:
        for power, texts in phase["orders"].items():
            assert game.order(power, "\n".join(texts)) == ()
        resolution = game.process()
        assert_same_position(game.position, position_of(following))
        assert_same_results(resolution, phase, destroyed)
        destroyed = resolution.destroyed
    assert str(game.phase) == "S1913R"
    assert game.ending is None
