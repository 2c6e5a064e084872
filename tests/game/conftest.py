"""A game to play with, and a way to play it at random."""

import random
from collections.abc import Callable

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, Variant
from dragoman.orders import Move, Order
from dragoman.rules import Phase, Position

Play = Callable[[Game, int, int], None]
Stage = Callable[..., Position]


@pytest.fixture(scope="session")
def standard() -> Variant:
    return load_variant("standard")


@pytest.fixture
def game(standard: Variant) -> Game:
    return Game(standard)


@pytest.fixture(scope="session")
def play() -> Play:
    """Play some phases of a game at random: mostly moves, all legal, some units without any."""

    def choose(chance: random.Random, orders: tuple[Order, ...]) -> Order:
        moves = [order for order in orders if isinstance(order, Move) and not order.via_convoy]
        return chance.choice(moves if moves and chance.random() < 0.6 else orders)

    def play_on(game: Game, seed: int, phases: int) -> None:
        chance = random.Random(seed)
        for _ in range(phases):
            if game.ending is not None:
                return
            legal = game.legal_orders()
            for power in game.variant.board.powers:
                options = [orders for unit, orders in legal.items() if unit.power == power]
                chosen = [choose(chance, orders) for orders in options if chance.random() < 0.95]
                assert game.order(power, chosen) == ()
            game.process()

    return play_on


@pytest.fixture(scope="session")
def stage(standard: Variant) -> Stage:
    """A position from texts: ``stage("F1901M", FRANCE="A PAR, F BRE", owners={"PAR": "FRANCE"})``.

    Without ``owners`` every power owns its home centres.
    """

    def staged(phase: str, *, owners: dict[str, str] | None = None, **units: str) -> Position:
        homes = standard.start.owners if owners is None else owners
        return Position(
            Phase.parse(phase),
            tuple(
                Unit(power, *unit.split())
                for power, listed in units.items()
                for unit in listed.split(",")
            ),
            homes,
        )

    return staged
