"""Explanations name the DipWork switch that decided."""

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
