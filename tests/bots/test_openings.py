"""Openings by their names: all of them are legal, and a power plays those that fit and are good."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.bots import View, openings
from dragoman.bots.agreements import Agreement
from dragoman.bots.openings import chosen_opening, lines_for, opening_name, openings_of
from dragoman.formats import load_variant
from dragoman.orders import Move, UnitRef, scan_order
from dragoman.rules import Position

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled_bots")]

STANDARD = load_variant("standard")
POWERS = list(STANDARD.board.powers)


def test_lines_are_those_that_a_map_has_places_for() -> None:
    larger = load_variant("abstraction_2")
    names = {power: [one.name for one in openings_of(STANDARD.board, power)] for power in POWERS}
    assert all(len(names[power]) == len(openings._written()[power]) for power in POWERS)
    found = {power: [one.name for one in openings_of(larger.board, power)] for power in POWERS}
    assert found != names
    assert all(set(found[power]) <= set(names[power]) for power in POWERS)
    for power in larger.board.powers:
        assert {one.name for one in lines_for(View(larger, larger.start, power, 1))} <= set(
            found[power]
        )


def test_every_line_can_be_played() -> None:
    fall = STANDARD.calendar.phase(2, 1901)
    for power in POWERS:
        view = View(STANDARD, STANDARD.start, power, 1)
        lines = lines_for(view)
        assert lines == list(openings_of(STANDARD.board, power)) and len(lines) >= 4
        assert len({line.name for line in lines}) == len(lines)
        for line in lines:
            assert opening_name(STANDARD.board, power, line.orders.values()) == line.name
            reached = {
                goal
                for unit, order in line.orders.items()
                for goal in (unit.location, getattr(order, "target", None))
            }
            for then in line.then:
                assert {unit.location for unit in then.orders} <= reached
                position = Position(fall, tuple(then.orders), STANDARD.start.owners)
                assert then in lines_for(replace(view, position=position))


def test_other_boards_have_none() -> None:
    for name in ("chaos", "machiavelli", "1898"):
        variant = load_variant(name)
        for power in variant.board.powers:
            assert lines_for(View(variant, variant.start, power, 1)) == []


def test_an_opening_is_drawn_among_those_that_fit_what_is_agreed() -> None:
    views = [View(STANDARD, STANDARD.start, "ITALY", seed) for seed in range(12)]
    found = [chosen_opening(view, evaluations=300) for view in views]
    names = {one.name for one in found if one is not None}
    assert len(names) > 1, "there is more than one way to begin"
    ally = Agreement(allies=frozenset({"AUSTRIA"}))
    for view in views[:4]:
        line = chosen_opening(view, ally, 300)
        assert line is None or line.name not in ("Austrian Attack", "Key Lepanto")
    agreed = Agreement({Unit("ITALY", "A", "ROM"): Move(UnitRef("ROM", "A"), "APU")})
    assert {line.name for line in lines_for(views[0], agreed)} == {"Lepanto", "Key Lepanto"}


def test_what_people_play_is_known_by_its_name() -> None:
    orders = [
        scan_order(text, STANDARD.board) for text in ("F Nap - Ion", "A Rom - Apu", "A Ven H")
    ]
    assert opening_name(STANDARD.board, "ITALY", orders) == "Lepanto"
    assert opening_name(STANDARD.board, "ITALY", orders[:2]) is None
