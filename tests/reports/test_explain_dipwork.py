"""Explanations name the DipWork switch that decided."""

from dataclasses import replace
from pathlib import Path

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
    assert (
        "in this game support against its own power's unit counts where the unit would be "
        "dislodged without it as well: DipWork IX_3_INTERPRETATION"
    ) in text


def test_the_loser_at_the_border():
    text = told(
        "F MAO",
        DIPWORK.replace(head_on_loser="weaker"),
        england=["F ENG-NTH", "F LON S F ENG-NTH", "F EDI S F ENG-NTH"],
        germany=["F NTH-ENG", "F BEL S F NTH-ENG", "F HOL-NTH", "F DEN S F HOL-NTH"],
        france=["F MAO-ENG", "F BRE S F MAO-ENG"],
    )
    rule = "in this game whoever is weaker head-on keeps nobody out"
    assert f"{rule}: DipWork IX_7_INTERPRETATION" in text


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


def test_what_may_not_be_built_and_what_may():
    variant = load_variant(Path(__file__).parents[1] / "cases" / "dipwork" / "boards" / "grounds")
    owners = {"LVP": "ENGLAND", "SEV": "RUSSIA", "STP": "RUSSIA"}
    orders = {
        "ENGLAND": [scan_order("BUILD A LVP", variant.board, "A")],
        "RUSSIA": [
            scan_order("BUILD F SEV", variant.board, "A"),
            scan_order("BUILD F STP/SC", variant.board, "A"),
        ],
    }
    resolution = process(variant, Position(Phase.parse("W1901A"), (), owners), orders)
    source = " [DipWork UNITLIST]"

    def told(unit, language="en"):
        return explain(variant, resolution, unit, language)

    first = "Build A Lvp was not possible: A Lvp may not be built, only F Lvp."
    assert told("A LVP") == first + source
    assert "F Sev may not be built, nor anything else there." in told("F SEV")
    assert "F Stp/sc may not be built, only A Stp or F Stp/nc." in told("F STP/SC")
    assert "darf nicht aufgebaut werden, nur A Stp oder F Stp/nc." in told("F STP/SC", "de")
