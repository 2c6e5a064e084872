"""A gatekeeper is ordered by whoever controls it."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.reports import explanations
from dragoman.rules import RuleSet

ISTHMUS = load_variant("isthmus")
UNITS = (Unit("ALDER", "F", "TWI"), Unit("BRINE", "F", "LAN"), Unit("CINDER", "A", "EMB"))


@pytest.fixture
def game() -> Game:
    return Game(replace(ISTHMUS, start=replace(ISTHMUS.start, units=UNITS)))


def test_its_controller_lets_a_unit_pass(game):
    assert game.order("Alder", "F lok S F lan M prl; F twi H") == ()
    assert game.order("Brine", "F lan - prl") == ()
    resolution = game.process()
    assert resolution.outcome("F LAN").moved_to == "PRL"
    told = [e.text() for e in explanations(game.variant, resolution)]
    assert (
        "F Lok S F Lan–Prl let the unit through. [in this game a gateway opens only by leave of "
        "the unit that controls it: nJudge GATEWAYS]"
    ) in told


def test_nobody_else_can(game):
    (fault,) = game.order("Brine", "F lok S F lan M prl")
    assert fault.code == "not-your-unit"


def test_it_can_be_undone_and_recorded(game):
    game.order("Alder", "F lok S F lan M prl")
    game.order("Brine", "F lan - prl")
    game.process()
    game.undo()
    assert len(game.orders("Alder")) == 1


def test_without_gateways_it_cannot_be_ordered():
    variant = replace(ISTHMUS, start=replace(ISTHMUS.start, units=UNITS))
    game = Game(variant, RuleSet(gateways="no"))
    (fault,) = game.order("Alder", "F lok S F lan M prl")
    assert fault.code == "no-such-unit"
