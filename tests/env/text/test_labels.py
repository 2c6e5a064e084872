"""Labels of orders are the resolver's outcomes in a few words, and nobody else's."""

from __future__ import annotations

import json

from dragoman.env.text import OrderLabel, order_labels
from dragoman.env.text.prompts import unit_name
from dragoman.game import Game, process
from dragoman.rules import PhaseKind, Result
from tests.env.text.random_games import DUEL, STANDARD, phases

FIGHT = (
    "S1901M | AUSTRIA: A VIE, A BUD, F TRI; RUSSIA: A WAR, A UKR, A GAL; ITALY: A VEN, F ADR"
    " | AUSTRIA: VIE, BUD, TRI; RUSSIA: WAR; ITALY: VEN | - | -"
)


def labels(orders: dict[str, str], position: str = FIGHT) -> dict[str, OrderLabel]:
    game = Game(STANDARD, position=position)
    for power, text in orders.items():
        game.order(power, text)
    game.process()
    assert game.resolution is not None
    return {one["unit"]: one for one in order_labels(game.variant, game.resolution)}


def test_labels_say_what_became_of_orders_and_who_did_it() -> None:
    found = labels(
        {
            "AUSTRIA": "A Vie - Tyr\nA Bud S F Tri\nF Tri - Bud",
            "RUSSIA": "A Gal - Bud\nA War - Gal\nA Ukr - Gal",
            "ITALY": "A Ven - Tri\nF Adr S A Ven - Tri",
        }
    )
    assert {unit: one["text"] for unit, one in found.items()} == {
        "A Vie": "move succeeds",
        "A Bud": "support cut by A Gal",
        "F Tri": "move illegal, dislodged by A Ven",
        "A Gal": "move bounced by A Bud",
        "A War": "move bounced by A Gal, A Ukr",
        "A Ukr": "move bounced by A Gal, A War",
        "A Ven": "move succeeds",
        "F Adr": "support succeeds",
    }
    cut, driven = found["A Bud"], found["F Tri"]
    assert (cut["label"], cut["by"], cut["success"]) == ("support cut", ["A Gal"], False)
    assert (driven["order"], driven["judged"]) == ("F Tri - Bud", "F Tri H")
    assert (driven["reason"], driven["dislodged_by"]) == ("no-path", "A Ven")
    assert "DATC 6.A.1" in {one["source"] for one in driven["rules"]}
    assert cut["statements"][0]["says"] == "support.cut"


def test_a_unit_without_an_order_is_told_from_one_that_holds() -> None:
    found = labels({"AUSTRIA": "A Vie H"})
    assert found["A Vie"]["label"] == "hold succeeds"
    assert found["A Bud"]["label"] == "no order, hold succeeds" and found["A Bud"]["order"] is None
    found = labels({"ITALY": "A Ven - Tri\nF Adr S A Ven - Tri"})
    assert found["F Tri"]["text"] == "no order, hold dislodged by A Ven"


def test_retreats_and_adjustments_have_labels() -> None:
    winter = "W1901A | FRANCE: A SPA; GERMANY: A BUR, A RUH | FRANCE: PAR, SPA; GERMANY: MUN"
    found = labels({"FRANCE": "Build A Par", "GERMANY": "Remove A Bur"}, winter + " | - | -")
    assert found["A Par"]["text"] == "build succeeds"
    assert found["A Bur"]["text"] == "remove succeeds"
    for game in phases(STANDARD, 12):
        if game.phase.kind is PhaseKind.RETREAT:
            break
    resolution = process(game.variant, game.position, {})
    (first, *_) = order_labels(game.variant, resolution)
    assert first["label"] == "no order, disband disbands" and first["order"] is None


def test_labels_are_the_resolvers_own() -> None:
    seen: set[str] = set()
    for variant, count in ((STANDARD, 14), (DUEL, 30)):
        for game in phases(variant, count, seed=6):
            if (resolution := game.resolution) is None:
                continue
            rows = order_labels(game.variant, resolution)
            assert json.loads(json.dumps(rows)) == rows
            outcomes = [one for one in resolution.outcomes if not one.is_idle]
            assert len(rows) == len(outcomes) + len(resolution.unused)
            for row, outcome in zip(rows, outcomes, strict=False):
                seen.add(row["label"])
                assert row["reason"] == outcome.reason and row["success"] == outcome.success
                assert (row["order"] is None) == (outcome.order is None)
                assert row["statements"]
                if outcome.result is Result.CUT and outcome.cut_by is not None:
                    assert row["text"].startswith(f"support cut by {unit_name(outcome.cut_by)}")
    assert {"support cut", "move bounced", "move succeeds", "support void"} <= seen
