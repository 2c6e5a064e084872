"""Orders as somebody likes to write them are read as the orders that they are."""

from __future__ import annotations

import pytest

from dragoman.formats import load_variant
from dragoman.game import Game, handwriting
from dragoman.orders import NOTATIONS, Move, UnitRef, scan, scan_order

VARIANTS = ("standard", "1898", "machiavelli_1983", "pure", "seismic")


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_legal_order_is_read_as_it_was_meant(name, notation):
    variant = load_variant(name)
    game, hand = Game(variant), handwriting(variant, notation)
    for orders in game.legal_orders().values():
        for order in orders:
            text = hand.order(order)
            found = scan(text, variant.board, game.phase.kind.value)
            assert [one.order for one in found.orders] == [order], text
            assert found.diagnostics == ()


def test_what_a_notation_lacks_is_written_in_another():
    variant = load_variant("standard")
    order = Move(UnitRef("YOR", "A"), "NWY", via_convoy=True)
    text = handwriting(variant, "njudge").order(order)
    assert text == "A YOR-NWY VIA"
    assert scan_order(text, variant.board) == order


def test_names_are_those_of_the_language():
    variant = load_variant("standard")
    assert handwriting(variant, "german").unit(UnitRef("STP/SC", "F")) == (
        "Flotte Sankt Petersburg (Südküste)"
    )
    assert handwriting(variant, "english").place("NTH") == "North Sea"
