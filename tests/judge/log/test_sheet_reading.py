"""A sheet that was read before comes to what it comes to when it is read anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from dragoman.diagnostics import Diagnostic
from dragoman.game import Game
from dragoman.judge.log.sheet_reading import give_sheet
from dragoman.remembered import USUAL_LIMIT, remember_at_most

SHEETS = (
    "",
    " \n",
    "A par-bur\nA par-pic\nF bre X",
    "A mar S A par-bur",
    "A mar S A par-bur\nA par-bur",
    "Build A par",
    "nonsense",
)


def winter() -> Game:
    """A game in which France has two builds."""
    game = Game("standard")
    for orders in (("A mar-spa", "A par-bur", "F bre-mao"), ("A bur-bel", "F mao-por")):
        for one in orders:
            assert game.order("FRANCE", one) == ()
        game.process()
    return game


GAMES: tuple[Callable[[], Game], ...] = (
    lambda: Game("standard"),
    winter,
    lambda: Game("standard", replace(Game("standard").rule_set, standing_orders="yes")),
    lambda: Game("standard", replace(Game("standard").rule_set, two_orders="first")),
    lambda: Game("machiavelli_1983", seed=1),
)


def come_to(game: Game, power: str, standing: str, text: str) -> tuple[object, ...]:
    """What a sheet comes to in a game of one's own, and what is said of it."""
    own = game.copy()
    told: tuple[Diagnostic, ...] = give_sheet(own, power, standing, text)
    return told, own.orders(power), own.pending


def test_it_comes_to_the_same() -> None:
    asked = [
        (game(), power, standing, text)
        for game in GAMES
        for power in ("FRANCE",)
        for standing in ("", "A par H\nF bre-eng")
        for text in SHEETS
        if not standing or game().rule_set.standing_orders != "no"
    ]
    try:
        anew: list[tuple[object, ...]] = []
        for one in asked:
            remember_at_most(0)
            remember_at_most(USUAL_LIMIT)
            anew.append(come_to(*one))
        # Then from what was kept of any of the others, and of itself.
        for _ in range(2):
            assert [come_to(*one) for one in asked] == anew
    finally:
        remember_at_most(USUAL_LIMIT)
    assert len({str(one) for one in anew}) > len(SHEETS), "the games differ"


def test_what_is_ordered_later_is_ones_own() -> None:
    first, second = Game("standard"), Game("standard")
    for game in (first, second):
        assert give_sheet(game, "FRANCE", "", "A par-bur") == ()
    first.order("FRANCE", "A mar-spa")
    assert len(first.orders("FRANCE")) == 2 and len(second.orders("FRANCE")) == 1
    third = Game("standard")
    give_sheet(third, "FRANCE", "", "A par-bur")
    assert third.orders("FRANCE") == second.orders("FRANCE")


@pytest.mark.parametrize("text", ["A par-bur", ""])
def test_in_a_game_that_is_over_nothing_is_ordered(text: str) -> None:
    game = Game("standard")
    give_sheet(game.copy(), "FRANCE", "", text)
    assert game.draw() == ()
    told = give_sheet(game, "FRANCE", "", text)
    assert not game.orders("FRANCE") and game.is_over and bool(told) == bool(text)
