"""The peer: PyPI's `diplomacy`, played at random, with what it did and how long it took.

All times are processor time of this thread.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time

from diplomacy import Game  # type: ignore[import-not-found]

from bench.turns import Record

LAST_YEAR = 1912


@dataclass
class Timed:
    """Phases, and the seconds that each step took."""

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

    @property
    def listing_rate(self) -> float:
        return self.phases / self.listing


@dataclass
class Played:
    """Random games of the peer: what happened in each phase, and how long it took."""

    games: list[list[Record]] = field(default_factory=list[list[Record]])
    all: Timed = field(default_factory=Timed)
    movements: Timed = field(default_factory=Timed)


def play(games: int, seed: int) -> Played:
    """Random legal orders for every unit, from the start to ``LAST_YEAR``."""
    dice = random.Random(seed)
    played = Played()
    for _ in range(games):
        game = Game()
        record: list[Record] = []
        while not game.is_game_done and int(game.get_current_phase()[1:5]) <= LAST_YEAR:
            phase = game.get_current_phase()
            begin = thread_time()
            possible = game.get_all_possible_orders()
            orders = {
                power: [
                    dice.choice(possible[place])
                    for place in game.get_orderable_locations(power)
                    if possible[place]
                ]
                for power in game.powers
            }
            listed = thread_time()
            units = {name: list(power.units) for name, power in game.powers.items()}
            before = thread_time()
            for power, list_ in orders.items():
                game.set_orders(power, list_)
            given = thread_time()
            game.process()
            done = thread_time()
            for timed in (played.all, played.movements) if phase[-1] == "M" else (played.all,):
                timed.phases += 1
                timed.listing += listed - begin
                timed.setting += given - before
                timed.processing += done - given
            record.append((phase, units, orders))
        played.games.append(record)
    return played


def judge_turns(turns: Sequence[tuple[dict[str, list[str]], dict[str, list[str]]]]) -> Timed:
    """Turns out of nowhere: their units, and their orders."""
    timed = Timed()
    for units, orders in turns:
        game = Game()
        game.clear_units()
        for power, list_ in units.items():
            game.set_units(power, list_)
        begin = thread_time()
        for power, list_ in orders.items():
            game.set_orders(power, list_)
        given = thread_time()
        game.process()
        done = thread_time()
        timed.phases += 1
        timed.setting += given - begin
        timed.processing += done - given
    return timed


def copies(seconds: float) -> float:
    """Copies a second of a game that has just begun, by ``copy.deepcopy``."""
    game = Game()
    done, begun = 0, thread_time()
    while (spent := thread_time() - begun) < seconds or not done:
        copy.deepcopy(game)
        done += 1
    return done / spent
