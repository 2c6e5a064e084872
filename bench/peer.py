"""The peer: PyPI `diplomacy`, played at random, with what it did and how long it took."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from diplomacy import Game  # type: ignore[import-not-found]

LAST_YEAR = 1912


@dataclass
class Played:
    """Random games of the peer: the orders of each phase, and the seconds each step took."""

    games: list[list[tuple[str, dict[str, list[str]], dict[str, list[str]]]]] = field(
        default_factory=list
    )
    phases: int = 0
    listing: float = 0.0
    setting: float = 0.0
    processing: float = 0.0

    @property
    def process_rate(self) -> float:
        return self.phases / self.processing

    @property
    def set_and_process_rate(self) -> float:
        return self.phases / (self.setting + self.processing)

    @property
    def play_rate(self) -> float:
        return self.phases / (self.listing + self.setting + self.processing)


def play(games: int, seed: int) -> Played:
    """Random legal orders for every unit, from the start to ``LAST_YEAR``."""
    dice = random.Random(seed)
    played = Played()
    for _ in range(games):
        game = Game()
        record: list[tuple[str, dict[str, list[str]], dict[str, list[str]]]] = []
        while not game.is_game_done and int(game.get_current_phase()[1:5]) <= LAST_YEAR:
            begin = time.perf_counter()
            possible = game.get_all_possible_orders()
            orders = {
                power: [
                    dice.choice(possible[place])
                    for place in game.get_orderable_locations(power)
                    if possible[place]
                ]
                for power in game.powers
            }
            listed = time.perf_counter()
            units = {name: list(power.units) for name, power in game.powers.items()}
            phase = game.get_current_phase()
            before = time.perf_counter()
            for power, list_ in orders.items():
                game.set_orders(power, list_)
            given = time.perf_counter()
            game.process()
            done = time.perf_counter()
            played.phases += 1
            played.listing += listed - begin
            played.setting += given - before
            played.processing += done - given
            record.append((phase, units, orders))
        played.games.append(record)
    return played


def judge_turns(turns: list[tuple[dict[str, list[str]], dict[str, list[str]]]]) -> float:
    """Turns a second for positions out of nowhere: ``process`` alone."""
    seconds = 0.0
    for units, orders in turns:
        game = Game()
        game.clear_units()
        for power, list_ in units.items():
            game.set_units(power, list_)
        for power, list_ in orders.items():
            game.set_orders(power, list_)
        begin = time.perf_counter()
        game.process()
        seconds += time.perf_counter() - begin
    return len(turns) / seconds
