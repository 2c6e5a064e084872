"""Just's right-hand rule: the first open way clockwise from where the attack came."""

import pytest

from dragoman.board import Unit
from dragoman.rules import Dislodged, right_hand_retreat

AROUND = ("KIE", "BER", "SIL", "BOH", "TYR", "BUR", "RUH")
"""What lies around Munich, clockwise."""


@pytest.mark.parametrize(
    ("came_from", "options", "expected"),
    [
        ("BER", ("SIL", "BOH", "KIE"), "SIL"),
        ("BER", ("BOH", "KIE"), "BOH"),
        ("BER", ("KIE",), "KIE"),
        ("RUH", ("TYR", "BER"), "BER"),
        ("BER", (), None),
        ("ROM", ("SIL",), None),  # from no neighbour
        (None, ("SIL",), None),
    ],
)
def test_the_first_open_way_to_the_right(came_from, options, expected):
    dislodged = Dislodged(Unit("GERMANY", "A", "MUN"), options, came_from)
    assert right_hand_retreat(dislodged, AROUND) == expected


def test_an_attacker_is_told_by_its_province():
    dislodged = Dislodged(Unit("FRANCE", "F", "MAO"), ("POR", "GAS"), "SPA")
    assert right_hand_retreat(dislodged, ("GAS", "SPA/NC", "POR", "SPA/SC")) == "POR"


@pytest.mark.parametrize(("coast", "expected"), [("SPA/NC", "POR"), ("SPA/SC", "GAS")])
def test_the_coast_of_an_attacker_counts(coast, expected):
    dislodged = Dislodged(Unit("FRANCE", "F", "MAO"), ("POR", "GAS"), "SPA")
    around = ("GAS", "SPA/NC", "POR", "SPA/SC")
    assert right_hand_retreat(dislodged, around, coast) == expected
