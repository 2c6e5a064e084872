"""What is told of orders before they are judged."""

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game.order_checks import hopeless_orders
from dragoman.orders import scan_order
from dragoman.rules import Phase, Position, RuleSet

STANDARD = load_variant("standard")
UNITS = ("A LON", "A WAL", "F ENG", "F NTH", "F NWG", "F IRI")


@pytest.mark.parametrize("preset", ["njudge", "nz1999", "datc"])
@pytest.mark.parametrize(
    ("text", "is_path"),
    [
        ("A lon-eng-nth-bel", True),
        ("A lon-bel via nth, eng", True),
        ("A wal-iri-eng-nth-nwg-nwy", True),
        ("A wal-nth-bel", False),
        ("A lon-nth-iri-eng-bel", False),
        ("A lon-eng-nth-eng-bel", False),
        ("A lon-yor-nth-bel", False),
    ],
)
def test_a_route_that_is_no_path_is_told(preset: str, text: str, is_path: bool) -> None:
    position = Position(
        Phase.parse("S1901M"), tuple(Unit("ENGLAND", *unit.split()) for unit in UNITS)
    )
    order = scan_order(text, STANDARD.board, "M")
    found = hopeless_orders(STANDARD, position, "ENGLAND", [order], RuleSet.preset(preset))
    told = [fault.what for _, fault in found if "route no path" in fault.what]
    assert bool(told) == (not is_path and preset != "datc")
