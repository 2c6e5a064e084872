"""Games in all their phases, played at random: what texts of them are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dragoman.board import Unit, province_of
from dragoman.env.text import parse
from dragoman.env.text.prompts import orders_of
from dragoman.game import Game
from dragoman.orders import Move, Order, Support

STANDARD, DUEL, LARGE = "standard", "france_austria", "world_war_4"


def phases(variant: str, count: int, seed: int = 0) -> Iterator[Game]:
    """The game of a variant as it stands in so many phases, of which each power that has something
    to order is tried. Units are ordered at random."""
    dice = Random(f"{variant} {seed}")
    game = Game(variant)
    for _ in range(count):
        if game.is_over:
            game = Game(variant)
        yield game
        for power in game.survivors:
            game.order(power, orders_at_random(game, power, dice))
        game.process()


def orders_at_random(game: Game, power: str, dice: Random) -> list[Order]:
    """Orders for all units, among them attacks with support on what stands near, and as many builds
    or removals as are due."""
    legal = {unit: orders for unit, orders in orders_of(game, power).items() if unit.kind}
    chosen = {unit: dice.choice(orders) for unit, orders in legal.items()}
    if left := parse(game, power, "").left:
        places = {unit.location[:3]: order for unit, order in chosen.items()}
        return dice.sample([*places.values()], min(left, len(places)))
    taken = game.position.by_province
    helped = [
        (unit, order)
        for unit, orders in legal.items()
        for order in orders
        if isinstance(order, Support)
        and (there := taken.get(province_of(order.target or ""))) is not None
        and there.power != power
    ]
    dice.shuffle(helped)
    attacking = set[Unit]()
    for unit, order in helped:
        attack = [
            (one, move)
            for one, moves in legal.items()
            for move in moves
            if isinstance(move, Move)
            and (one.location, move.target) == (order.supported.location, order.target)
        ]
        if attack and not {unit, attack[0][0]} & attacking:
            chosen |= {unit: order, attack[0][0]: attack[0][1]}
            attacking |= {unit, attack[0][0]}
    return [*chosen.values()]
