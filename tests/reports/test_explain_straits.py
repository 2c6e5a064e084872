"""What is told of straits: who closed them, and who let pass."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.reports import explain

VARIANT = load_variant("machiavelli")
START = Game(VARIANT, seed=7).position
NAPLES, TURKEY, FLORENCE, PAPACY = "Naples", "Turkey", "Florence", "Papacy"


def told(unit: str, orders: dict[str, str]) -> str:
    """What is told of a unit where only those units stand that have orders."""
    units = tuple(
        Unit(power.upper(), words[0], words[1].upper())
        for power, given in orders.items()
        for words in (one.split() for one in given.split(", "))
        if words[0] in "AF"
    )
    game = Game(VARIANT, position=replace(START, units=units))
    for power, given in orders.items():
        game.order(power, given)
    return explain(VARIANT, game.process(), unit)


CONVOY = "F ion C A dur - nap, F gon C A dur - nap, A dur - ion - gon - nap"


@pytest.mark.parametrize(
    ("unit", "orders", "closer"),
    [
        ("F ION", {NAPLES: "F mes H", TURKEY: "F ion - gon"}, "F Mes of Naples closed it."),
        ("A DUR", {NAPLES: "F mes H", TURKEY: CONVOY}, "F Mes of Naples closed it."),
        ("A DUR", {NAPLES: "F pal - mes", TURKEY: CONVOY}, "F Mes of Naples closed it."),
        (
            "A PSA",
            {PAPACY: "F pio H", FLORENCE: "A psa - mes, F ets C A psa - mes"},
            "F Pio of Papacy closed it.",
        ),
        (
            "F ION",
            {NAPLES: "A mes - pal, F ets - mes", TURKEY: "F ion - gon"},
            "F Mes of Naples closed it.",
        ),
    ],
)
def test_who_closed_it(unit: str, orders: dict[str, str], closer: str) -> None:
    said = told(unit, orders)
    assert "the strait was closed to it" in said
    assert said.count(closer) == 1


def test_who_let_pass() -> None:
    passed = "Naples let it pass the strait that F Mes held."
    orders = {NAPLES: "F mes H, ally turkey", TURKEY: "F ion - gon, F tiv S F ion - gon"}
    assert passed in told("F ION", orders)
    assert "let it pass" not in told("F TIV", orders)
    support = {
        NAPLES: "F mes H, ally turkey, F gon H",
        TURKEY: "F tiv - gon, F ion S F tiv - gon",
    }
    assert passed in told("F ION", support)
    other = {NAPLES: "F mes H, ally venice, ally turkey, unally turkey", TURKEY: "F ion - gon"}
    assert "F Mes of Naples closed it." in told("F ION", other)


def test_who_was_let_pass() -> None:
    orders = {NAPLES: "F mes H, ally turkey, ally venice", TURKEY: "F ion - gon"}
    said = told("NAPLES: ALLY TURKEY", orders)
    assert "Naples let the fleets of Turkey pass, and F Ion did." in said
    assert "of Venice pass; none came by." in told("Naples: ally Venice", orders)
    without_fleet = {NAPLES: "A mes H, ally turkey", TURKEY: "F ion - gon"}
    assert "had no fleet at a strait" in told("ally Turkey", without_fleet)


def test_own_fleets_need_no_leave() -> None:
    assert "strait" not in told("F ION", {NAPLES: "F mes H, F ion - gon"})


def test_no_fleet_becomes_an_army_at_once() -> None:
    assert "by way of the city" in told("F MES", {NAPLES: "F mes C A"})
    assert "by way of the city" in told("A DUR", {TURKEY: "A dur C F"})
    assert "no garrison can stand" in told("A ALB", {TURKEY: "A alb C G"})
