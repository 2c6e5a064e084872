"""What somebody wrote as an order is not passed over as press, however it got torn."""

import pytest

from dragoman.formats import load_variant
from dragoman.orders import scan

BOARD = load_variant("standard").board


@pytest.mark.parametrize(
    "text",
    [
        "**North Fleet Sea holds",
        "North Fleet Sea H",
        "Sea Fleet North holds",
        "> North Fleet Sea holds",
        "please: F <ENG H>",
        "(c) F ENGH",
        "Bob> F ENGH",
        "our fleet holds the north sea",
    ],
)
def test_a_torn_order_is_an_error(text):
    found = scan(text, BOARD, "M")
    assert not found.orders
    assert [fault.code for fault in found.diagnostics if fault.is_error] == ["order-in-press"]


@pytest.mark.parametrize(
    "text",
    [
        "F Mao - Spain Coast) (South",
        "F Mao - Spain (please South Coast)",
        "F Mao - Spain (Suth Coastt)",
        "F Mao - Spain (Südküüste)",
        "F Bla S F Aeg - Bulgaria (Coast South)",
    ],
)
def test_a_garbled_coast_is_an_error(text):
    """Without it the order would be another."""
    found = scan(text, BOARD, "M")
    assert not found.orders
    assert any(fault.is_error for fault in found.diagnostics)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("F Mao - Spain (as agreed)", "F Mao - Spa"),
        ("A Ser S A Gre - Bulgaria (thanks a lot)", "A Ser S A Gre - Bul"),
        ("A Mar - Bur (see you at the coast)", "A Mar - Bur"),
    ],
)
def test_a_remark_stays_a_remark(text, order):
    (scanned,) = scan(text, BOARD, "M").orders
    assert str(scanned.order) == order


@pytest.mark.parametrize(
    "text",
    [
        "I think the North Fleet will hold",
        "The North Sea fleet will hold out forever",
        "the army supports the queen",
        "the coast is clear",
    ],
)
def test_a_sentence_is_press(text):
    found = scan(text, BOARD, "M")
    assert not found.orders
    assert not found.diagnostics
