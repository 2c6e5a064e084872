"""What would have come out otherwise: which units, before and after, in words and as data."""

from __future__ import annotations

import json
from random import Random

import pytest
from random_phases import crowded_turn, play, turns
from turns_to_explain import STANDARD, TRIALS, resolutions, turn

from dragoman.board import Unit, UnknownName
from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant, orders_called, process
from dragoman.orders import Move, Order, UnitRef, scan, write
from dragoman.reports import what_if
from dragoman.rules import PhaseKind, Position, RuleSet
from dragoman.words import LANGUAGES


def told(resolution: Resolution, *orders: str, language: str = "en", unit: str = "") -> list[str]:
    return what_if(STANDARD, resolution, *orders).text(language, unit).splitlines()


def phase(text: str, rule_set: RuleSet | None = None, **orders: str) -> Resolution:
    """A phase from a position in one line."""
    position = Position.parse(text, STANDARD.board)
    given = {
        power: [one.order for one in scan(text, STANDARD.board, position.phase.kind.value).orders]
        for power, text in orders.items()
    }
    return process(STANDARD, position, given, rule_set)


@pytest.fixture
def burgundy() -> Resolution:
    return turn(FRANCE="A PAR-BUR; A MAR S A PAR-BUR", GERMANY="A BUR H; A MUN-RUH; A BER H")


def test_a_support_that_decided(burgundy: Resolution) -> None:
    assert told(burgundy, "A mar S A par-bur") == [
        "Without A Mar S A Par–Bur this would have come out otherwise:",
        "A Par–Bur (France): moved to Bur; otherwise bounced.",
        "A Bur H (Germany): dislodged, free to retreat to Bel, Gas, Mun or Pic; otherwise held.",
    ]
    assert told(burgundy, "mar", language="de") == [
        "Ohne A Mar S A Par–Bur wäre dies anders ausgegangen:",
        "A Par–Bur (Frankreich): kam nach Bur; ohne das: kam nicht durch.",
        "A Bur H (Deutschland): vertrieben, Rückzug nach Bel, Gas, Mun oder Pic; "
        "ohne das: blieb stehen.",
    ]


def test_a_move_and_several_orders(burgundy: Resolution) -> None:
    assert told(burgundy, "par") == [
        "Without A Par–Bur this would have come out otherwise:",
        "A Mar S A Par–Bur (France): stood; otherwise void.",
        "A Bur H (Germany): dislodged, free to retreat to Bel, Gas, Mun or Pic; otherwise held.",
    ]
    first = told(burgundy, "par", "A Mar S A Par - Bur")[0]
    assert first == "Without A Par–Bur and A Mar S A Par–Bur this would have come out otherwise:"
    assert told(burgundy, "A mun-ruh")[1:] == [
        "A Bur H (Germany): dislodged, free to retreat to Bel, Gas, Mun or Pic; "
        "otherwise dislodged, free to retreat to Bel, Gas, Pic or Ruh."
    ]


def test_nothing_else_would_have_changed(burgundy: Resolution) -> None:
    assert told(burgundy, "A ber H") == [
        "Without A Ber H nothing else would have come out otherwise."
    ]
    assert told(burgundy, "ber", language="de") == [
        "Ohne A Ber H wäre sonst nichts anders ausgegangen."
    ]


def test_for_one_unit(burgundy: Resolution) -> None:
    for unit in ("A BUR", "bur"):
        assert told(burgundy, "mar", unit=unit)[1:] == [
            "A Bur H (Germany): dislodged, free to retreat to Bel, Gas, Mun or Pic; otherwise held."
        ]
    assert told(burgundy, "mar", unit="mun") == [
        "Without A Mar S A Par–Bur nothing would have come out otherwise for Mun."
    ]
    with pytest.raises(UnknownName, match="VEN had no order in S1901M"):
        told(burgundy, "mar", unit="VEN")


def test_a_unit_that_saved_itself_by_moving() -> None:
    resolution = turn(FRANCE="A PAR-BUR; A MAR S A PAR-BUR", GERMANY="A BUR-RUH")
    assert told(resolution, "bur")[1:] == [
        "A Bur–Ruh (Germany): moved to Ruh; "
        "otherwise dislodged, free to retreat to Bel, Gas, Mun, Pic or Ruh."
    ]


def test_a_paradox_that_would_not_have_been() -> None:
    (resolution,) = resolutions(TRIALS["6.F.14"])
    lines = told(resolution, "F lon S F wal-eng")
    assert "F Wal–Eng (England): moved to Eng; otherwise bounced." in lines
    assert "A Bre–Lon (France): convoy broken; otherwise bounced." in lines


def test_retreats() -> None:
    text = "S1901R | - | - | AUSTRIA: A VIE from BOH to GAL TYR; RUSSIA: A WAR from SIL to GAL"
    resolution = phase(text, AUSTRIA="A vie R gal", RUSSIA="A war R gal")
    assert told(resolution, "A vie R gal") == [
        "Without A Vie R Gal this would have come out otherwise:",
        "A War R Gal (Russia): met another and was disbanded; otherwise retreated to Gal.",
    ]
    assert told(resolution, "vie", language="de")[1] == (
        "A War R Gal (Russland): traf eine andere und wurde aufgelöst; ohne das: Rückzug nach Gal."
    )


WINTER = (
    "W1901A | ENGLAND: F NTH, F NWG; FRANCE: A BUR, A GAS, A PIC "
    "| ENGLAND: LON, EDI, LVP; FRANCE: PAR, MAR"
)


def test_builds_and_removals() -> None:
    resolution = phase(WINTER, ENGLAND="build F lon; build F edi", FRANCE="remove A pic")
    assert told(resolution, "build F lon") == [
        "Without build F Lon this would have come out otherwise:",
        "Build F Edi (England): not due; otherwise built.",
    ]
    assert told(resolution, "remove A pic") == [
        "Without remove A Pic this would have come out otherwise:",
        "Remove A Bur (France): stayed; otherwise removed by civil disorder.",
    ]
    rules = STANDARD.rule_set.replace(waive_builds="no")
    resolution = phase(WINTER, rules, ENGLAND="build F lon", FRANCE="remove A pic")
    assert told(resolution, "F lon")[1:] == [
        "Build A Edi (England): not built; otherwise built by the judge."
    ]


def test_centres_and_winners() -> None:
    text = (
        "F1907M | FRANCE: A BUR, A RUH; GERMANY: A SIL | FRANCE: PAR, MAR, BRE, SPA, POR, BEL, "
        "HOL, LON, EDI, LVP, KIE, BER, DEN, SWE, NWY, TUN, ROM"
    )
    resolution = phase(text, FRANCE="A bur-mun; A ruh S A bur-mun", GERMANY="A sil-mun")
    found = what_if(STANDARD, resolution, "ruh")
    assert resolution.winners == ("FRANCE",) and found.instead.winners == ()
    assert found.text().splitlines() == [
        "Without A Ruh S A Bur–Mun this would have come out otherwise:",
        "A Bur–Mun (France): moved to Mun; otherwise bounced.",
        "Mun: owned by France; otherwise by nobody.",
        "The game: won by France; otherwise by nobody.",
    ]
    assert "Mun: im Besitz von Frankreich; ohne das: von niemandem." in found.text("de")
    data = found.data()
    assert data["winners"] == {"was": ["FRANCE"], "instead": []}
    assert data["centers"] == {"MUN": {"was": "FRANCE", "instead": None}}


def test_an_order_that_was_given_twice_is_taken_away_twice() -> None:
    move = Move(UnitRef("PAR", "A"), "BUR")
    position = Position.parse("S1901M | FRANCE: A PAR; GERMANY: A MUN")
    orders = {"FRANCE": [move, move], "GERMANY": [Move(UnitRef("MUN", "A"), "BUR")]}
    resolution = process(STANDARD, position, orders)
    expected = ["A Mun–Bur (Germany): bounced; otherwise moved to Bur."]
    for called in (["par"], ["A par-bur"], ["par", "A par-bur", "A PAR"]):
        assert told(resolution, *called)[1:] == expected, called


def test_as_data(burgundy: Resolution) -> None:
    found = what_if(STANDARD, burgundy, "A mar S A par-bur")
    data = found.data()
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "without": ["A MAR S A PAR-BUR"],
        "changes": [
            {
                "power": "FRANCE",
                "unit": "A PAR",
                "was": {
                    "order": "A PAR-BUR",
                    "result": "succeeds",
                    "reason": "",
                    "moved_to": "BUR",
                    "dislodged_by": None,
                },
                "instead": {
                    "order": "A PAR-BUR",
                    "result": "bounce",
                    "reason": "",
                    "moved_to": None,
                    "dislodged_by": None,
                },
            },
            {
                "power": "GERMANY",
                "unit": "A BUR",
                "was": {
                    "order": "A BUR H",
                    "result": "dislodged",
                    "reason": "",
                    "moved_to": None,
                    "dislodged_by": "A PAR",
                    "retreats": ["BEL", "GAS", "MUN", "PIC"],
                },
                "instead": {
                    "order": "A BUR H",
                    "result": "succeeds",
                    "reason": "",
                    "moved_to": None,
                    "dislodged_by": None,
                },
            },
        ],
        "centers": {},
        "winners": {"was": [], "instead": []},
    }
    assert [change.unit for change in found.changes] == [
        Unit("FRANCE", "A", "PAR"),
        Unit("GERMANY", "A", "BUR"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_any_order_of_random_phases(part: int) -> None:
    """It is found again as it is written, and what is told can be said and be written as JSON."""
    for seed in range(part, turns(120), 6):
        dice = Random(seed)
        variant = load_variant(dice.choice(("standard", "archipelago", "isthmus", "crowded")))
        phases = play(variant, dice, 8) if seed % 3 == 0 else crowded_turn(variant, dice, seed)
        for resolution in phases:
            given = [(p, order) for p, orders in resolution.orders.items() for order in orders]
            for power, order in dice.sample(given, min(4, len(given))):
                check(variant, resolution, power, order, f"seed {seed}: {order}")


def check(variant: Variant, resolution: Resolution, power: str, order: Order, where: str) -> None:
    found = what_if(variant, resolution, order)
    assert (power, order) in found.taken, where
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        assert (power, order) in orders_called(variant, resolution, write(order)), where
    said = [found.text(language) for language in LANGUAGES]
    assert len({text.count("\n") for text in said}) == 1, where
    assert all("{" not in text for text in said), where
    data = found.data()
    assert json.loads(json.dumps(data)) == data, where
