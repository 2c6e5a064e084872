"""Turns to be drawn, and the maps they are drawn on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dragoman.board import Unit
from dragoman.diagnostics import has_errors
from dragoman.drawing import Geometry, map_of
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant
from dragoman.rules import Phase, Position

sys.path.insert(0, str(Path(__file__).parent))

Judge = Callable[..., Resolution]


@pytest.fixture(scope="session")
def standard() -> Variant:
    return load_variant("standard")


@pytest.fixture(scope="session")
def europe(standard: Variant) -> Geometry:
    drawn_on, faults = map_of(standard)
    assert drawn_on is not None, faults
    return drawn_on.geometry


@pytest.fixture(scope="session")
def judge(standard: Variant) -> Judge:
    """What comes of orders: by power the units that stand, and what they are ordered."""

    def judged(turn: Mapping[str, tuple[str, str]], phase: str = "S1901M") -> Resolution:
        units = tuple(
            Unit(power, *unit.split())
            for power, (standing, _) in turn.items()
            for unit in standing.split(", ")
            if unit
        )
        game = Game(standard, position=Position(Phase.parse(phase), units, standard.start.owners))
        for power, (_, orders) in turn.items():
            assert not has_errors(game.order(power, orders))
        return game.process()

    return judged


@pytest.fixture(scope="session")
def busy(judge: Judge) -> Resolution:
    """A turn with everything in it: bounces, cut supports, a convoy, two dislodgements."""
    return judge(
        {
            "GERMANY": (
                "A MUN, A BER, A SIL, A BOH, A KIE, A RUH",
                "A mun H, A ber S A mun, A sil S A mun, A kie S A mun, A ruh S A mun, "
                "A boh S A mun",
            ),
            "FRANCE": (
                "A BUR, A TYR, A GAS, A MAR",
                "A bur-mun, A tyr S A bur-mun, A gas-bur, A mar S A gas-bur",
            ),
            "AUSTRIA": ("A VIE, A GAL, A BUD", "A vie-boh, A gal S A vie-boh, A bud-vie"),
            "RUSSIA": (
                "A WAR, A PRU, F BAL, F STP/SC",
                "A war-sil, A pru S A war-sil, F bal-ber, F stp/sc-bot",
            ),
            "ENGLAND": ("A YOR, F NTH, F NWG", "A yor-nwy, F nth C A yor-nwy, F nwg S A yor-nwy"),
            "ITALY": ("A PIE, A VEN, F ION", "A pie-tyr, A ven S A pie-tyr, F ion-aeg"),
        },
        "F1905M",
    )
