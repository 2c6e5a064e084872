"""Machiavelli: campaigns judged and played, and a game's folder."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

from bench.figures import Results, rate, rate_once
from bench.processes import DRAGOMAN
from dragoman import load_variant
from dragoman.game import process
from dragoman.game.variant import PLAY
from dragoman.machiavelli.batch import campaigns as batch
from dragoman.orders import Build, Order, Remove
from dragoman.rules import PhaseKind, Position

SCENARIO = load_variant("machiavelli")
TITLE = "Machiavelli: Balance of Power"
YEARS = 6
GAMES = 50
_WHOLE = "campaigns, with all phases between them"
_SPENDING_NOTHING = "random orders of units, no spending"

Orders = dict[str, list[Order]]


def game_folder(into: Path) -> Path:
    """A new game that can be adjudicated."""
    folder = into / "machiavelli"
    command = (*DRAGOMAN, "new", SCENARIO.name, str(folder))
    subprocess.run(command, check=True, capture_output=True)
    return folder


def play(results: Results, number: int) -> None:
    """Measure campaigns: the movements of random games, and everything between them."""
    part = results.part(TITLE)
    part.note(f"plain path, {_SPENDING_NOTHING}: {_WHOLE}", rate(_plain_play(number)))
    turns = _movements(number, 90)
    part.note("plain path, those campaigns judged alone", rate_once(_judge, turns[10:], turns[:10]))


class Campaigns:
    """Random play of many games, compiled: units and money."""

    def __init__(self) -> None:
        rules = SCENARIO.rule_set
        calendar = SCENARIO.calendar_under(rules)
        assert SCENARIO.scenario is not None
        self._judge = batch.Campaigns(SCENARIO.board, SCENARIO.scenario, rules, calendar, threads=1)
        begun = [PLAY.of(SCENARIO).begin(SCENARIO, rules, seed)[0] for seed in range(GAMES)]
        self._rows = self._judge.pack(begun)
        self._last_year = begun[0].phase.year + YEARS
        self._judge.play(self._rows[:1], self._last_year)

    def play(self, results: Results) -> None:
        """Measure it."""

        def work() -> int:
            return int(self._judge.play(self._rows, self._last_year)[1].sum())

        results.part(TITLE).note(f"batch, random orders and spending: {_WHOLE}", rate(work))


def _judge(turns: list[tuple[Position, Orders]]) -> int:
    for position, orders in turns:
        process(SCENARIO, position, orders, SCENARIO.rule_set)
    return len(turns)


def _movements(seed: int, count: int) -> list[tuple[Position, Orders]]:
    """Campaigns of random games."""
    found: list[tuple[Position, Orders]] = []
    play = _plain_play(seed, found)
    while len(found) < count:
        play()
    return found


def _plain_play(
    seed: int, movements: list[tuple[Position, Orders]] | None = None
) -> Callable[[], int]:
    """One random game after the other, a phase at a time; its movements are kept."""
    dice, rules = random.Random(seed), SCENARIO.rule_set
    start, _ = PLAY.of(SCENARIO).begin(SCENARIO, rules, seed)
    position = start

    def step() -> int:
        nonlocal position
        orders = _random_orders(position, dice)
        if movements is not None and position.phase.kind is PhaseKind.MOVEMENT:
            movements.append((position, orders))
        resolution = process(SCENARIO, position, orders, rules)
        over = resolution.winners or resolution.position.phase.year > start.phase.year + YEARS
        is_campaign = position.phase.kind is PhaseKind.MOVEMENT
        position = start if over else resolution.position
        return int(is_campaign)

    return step


def _random_orders(position: Position, dice: random.Random) -> Orders:
    """A legal order for each unit; each is maintained, and none is bought."""
    orders: Orders = {}
    for unit, listed in (
        PLAY.of(SCENARIO).legal_orders(SCENARIO, position, SCENARIO.rule_set).items()
    ):
        first = listed[0]
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            if not isinstance(first, Build | Remove):
                orders.setdefault(unit.power, []).append(first)
        else:
            orders.setdefault(unit.power, []).append(dice.choice(listed))
    return orders
