"""Explanations name the DipWork switch that decided."""

from pathlib import Path

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import scan_order
from dragoman.reports import explain
from dragoman.rules import Phase, Position, RuleSet

STANDARD = load_variant("standard")
DIPWORK = RuleSet.preset("dipwork")


def told(unit, rules, **orders):
    given = {
        power.upper(): [scan_order(line, STANDARD.board) for line in lines]
        for power, lines in orders.items()
    }
    units = tuple(Unit(p, o.unit.kind, o.unit.location) for p, os in given.items() for o in os)
    resolution = process(STANDARD, Position(Phase.parse("S1901M"), units), given, rules)
    return explain(STANDARD, resolution, unit)


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
    source = " [DipWork UNITLIST, AllowedIn=]"

    def told(unit, language="en"):
        return explain(variant, resolution, unit, language)

    first = "Build A Lvp was not possible: A Lvp may not be built, only F Lvp."
    assert told("A LVP") == first + source
    assert "F Sev may not be built, nor anything else there." in told("F SEV")
    assert "F Stp/sc may not be built, only A Stp or F Stp/nc." in told("F STP/SC")
    assert "darf nicht aufgebaut werden, nur A Stp oder F Stp/nc." in told("F STP/SC", "de")
