"""Explanations name the DipWork switch that decided."""

from dataclasses import replace

import pytest

from dragoman.board import Board, Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import scan_order
from dragoman.reports import explain
from dragoman.reports.dipwork import decisions
from dragoman.rules import Phase, Position, RuleSet

STANDARD = load_variant("standard")
DIPWORK = RuleSet.preset("dipwork")


def resolved(rules, orders, variant=STANDARD):
    given = {
        power.upper(): [scan_order(line, variant.board) for line in lines]
        for power, lines in orders.items()
    }
    units = tuple(Unit(p, o.unit.kind, o.unit.location) for p, os in given.items() for o in os)
    return process(variant, Position(Phase.parse("S1901M"), units), given, rules)


def told(unit, rules, **orders):
    return explain(STANDARD, resolved(rules, orders), unit)


def test_support_of_the_own_side_that_counted():
    text = told(
        "F MAO",
        DIPWORK,
        england=["F ENG H", "F LON S F MAO-ENG", "F WAL S F MAO-ENG"],
        france=["F MAO-ENG"],
        germany=["F BEL-ENG", "F NTH S F BEL-ENG"],
    )
    assert "own_support=driven-anyway: DipWork IX_3_INTERPRETATION" in text


def test_the_loser_at_the_border():
    text = told(
        "F MAO",
        DIPWORK.replace(head_on_loser="weaker"),
        england=["F ENG-NTH", "F LON S F ENG-NTH", "F EDI S F ENG-NTH"],
        germany=["F NTH-ENG", "F BEL S F NTH-ENG", "F HOL-NTH", "F DEN S F HOL-NTH"],
        france=["F MAO-ENG", "F BRE S F MAO-ENG"],
    )
    assert "head_on_loser=weaker: DipWork IX_7_INTERPRETATION" in text


SELF_CUT = {
    "france": ["F MAO-ENG", "F BRE S F MAO-ENG", "A PIC-BRE"],
    "england": ["F ENG H"],
}
OWN_SUPPORT = {
    "england": ["F ENG H", "F LON S F MAO-ENG", "F WAL S F MAO-ENG"],
    "france": ["F MAO-ENG"],
    "germany": ["F BEL-ENG", "F NTH S F BEL-ENG"],
}
BORDER = {
    "england": ["F ENG-NTH", "F LON S F ENG-NTH", "F EDI S F ENG-NTH"],
    "germany": [
        "F NTH-ENG",
        "F BEL S F NTH-ENG",
        "F HOL-NTH",
        "F DEN S F HOL-NTH",
        "F HEL S F HOL-NTH",
    ],
    "france": ["F MAO-ENG", "F BRE S F MAO-ENG"],
}
CONVOY_CUT = {
    "germany": ["A YOR-BEL", "F NTH C A YOR-BEL"],
    "france": ["F PIC-ENG", "F BEL S F PIC-ENG"],
    "england": ["F ENG H"],
}
STRONG = {
    "france": ["F MAO-ENG", "F BRE S F MAO-ENG"],
    "england": ["F ENG H"],
    "germany": ["A PIC-BRE"],
}


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (SELF_CUT, [("F BRE", "SELF_CUT_OK", "nein", "ja", "cut")]),
        (OWN_SUPPORT, [("F MAO", "IX_3_INTERPRETATION", "0", n, "bounce") for n in "12"]),
        (BORDER, [("F MAO", "IX_7_INTERPRETATION", "0", n, "succeeds") for n in "12"]),
        (CONVOY_CUT, [("F BEL", "CONVOY_CUTS", "nein", "ja", "cut")]),
    ],
)
def test_the_switch_that_decided_is_named(orders, said):
    assert {*said} <= decided(STANDARD, resolved(DIPWORK, orders))


def decided(variant, resolution):
    return {
        (str(one.unit), one.keyword, one.value, one.other, one.instead.result.value)
        for one in decisions(variant, resolution)
    }


def test_the_switch_about_parts_of_supports_is_named():
    """PARTIAL_CUT_POSSIBLE, with fleets of strength two."""
    old = STANDARD.board
    kinds = [replace(kind, strength=1 + (kind.letter == "F")) for kind in old.kinds.values()]
    strong = Board(old.name, old.provinces.values(), kinds, old.paths, old.powers.values())
    variant = replace(STANDARD, board=strong)
    found = decided(variant, resolved(DIPWORK, STRONG, variant))
    for other in "02":
        assert ("F BRE", "PARTIAL_CUT_POSSIBLE", "1", other, "cut") in found
        assert ("F MAO", "PARTIAL_CUT_POSSIBLE", "1", other, "bounce") in found


def test_no_switch_is_named_that_changes_nothing():
    orders = {"france": ["A PAR-BUR", "F BRE-MAO"], "germany": ["A MUN-BUR"]}
    assert [*decisions(STANDARD, resolved(DIPWORK, orders))] == []
