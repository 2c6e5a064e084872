"""Turns as the judge in a browser is given them, and what the judge in Python makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from case_files import CASES, read_all
from case_judging import orders_of, position_of, variant_of
from random_turns import (
    loosened,
    random_adjustments,
    random_orders,
    random_position,
    random_retreats,
)

from dragoman.board import Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Core, Order, write
from dragoman.reports import Phrasebook
from dragoman.reports.accounts.account import reason_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.short_reasons import short_reason
from dragoman.reports.judge_tables import judge_tables, judge_words, why_not_in_browsers
from dragoman.rules import (
    Force,
    Outcome,
    Phase,
    PhaseKind,
    PhaseResult,
    Position,
    Result,
    RuleSet,
    legal_orders,
    resolve,
)
from dragoman.rules.model.position import Dislodged

Orders = Mapping[str, Iterable[Order]]
Turn = tuple[Position, Orders]
Groups = dict[tuple[Variant, RuleSet], list[Turn]]
"""Turns by the variant and the rules that they are for."""
VARIANTS = (
    *("standard", "abstraction_2", "isthmus", "archipelago", "white_winter", "chaos"),
    *(str(CASES / "cores/boards" / name) for name in ("coring", "settled_homes")),
)
LANGUAGE = "de"
SIZES = (6, 14, 22, 34, 50, 110)
"""How many units stand; of boards with so many provinces."""


def turns_of_cases() -> Groups:
    """The turns of all rule cases."""
    found: Groups = {}
    for case in read_all():
        for trial in case.trials:
            variant = variant_of(trial)
            rules = RuleSet.preset(case.rules).with_settings(*trial.settings)
            if why_not_in_browsers(variant, rules):
                continue
            for steps in trial.scenarios:
                settled: PhaseResult | None = None
                for step in steps:
                    position = position_of(variant.board, step)
                    if settled is not None and step.units is None:
                        position = Position(
                            step.phase,
                            settled.units,
                            position.owners,
                            settled.dislodged,
                            settled.contested,
                        )
                    orders = orders_of(variant.board, step)
                    if is_possible(variant, position):
                        found.setdefault((variant, rules), []).append((position, orders))
                    settled = resolve(variant.board, position, orders, rules)
    return found


def is_possible(variant: Variant, position: Position) -> bool:
    return variant.kind == "diplomacy" and not position.faults(variant.board)


def random_turns(variant: Variant, rules: RuleSet, count: int, seed: int) -> Iterator[Turn]:
    """Turns that begin anywhere, with careful and careless orders, and the phases behind them."""
    dice, board = Random(seed), variant.board
    for number in range(count):
        phase = Phase.parse(dice.choice(("S1901M", "F1901M")))
        size = min(dice.choice(SIZES), len(board.provinces) - 8)
        position = random_position(board, dice, size, phase, powers=min(7, len(board.powers)))
        for _ in range(3):
            match position.phase.kind:
                case PhaseKind.MOVEMENT:
                    orders = random_orders(board, position, dice)
                    orders = loosened(board, orders, dice) if number % 2 else orders
                    if rules.build_in == "cores":
                        orders = with_new_cores(variant, rules, position, orders)
                case PhaseKind.RETREAT:
                    orders = random_retreats(board, position, dice)
                case PhaseKind.ADJUSTMENT:
                    orders = random_adjustments(board, position, dice)
            yield position, orders
            position = resolve(board, position, orders, rules, variant.calendar).position


def with_new_cores(
    variant: Variant, rules: RuleSet, position: Position, orders: Orders
) -> dict[str, list[Order]]:
    """The orders, and of all units that could the order to make a core."""
    found = {power: [*given] for power, given in orders.items()}
    for unit, legal in legal_orders(variant.board, position, rules, variant.calendar).items():
        found.setdefault(unit.power, []).extend(one for one in legal if isinstance(one, Core))
    return found


def asked(variant: Variant, rules: RuleSet, turns: Iterable[Turn]) -> dict[str, Any]:
    """Turns as JSON, with the tables of their variant and words to tell of them."""
    return {
        "tables": judge_tables(variant, rules),
        "words": judge_words(variant, LANGUAGE),
        "turns": [
            {
                "position": position.to_dict(),
                "orders": {power: [*map(write, given)] for power, given in orders.items()},
            }
            for position, orders in turns
        ],
    }


def answers(variant: Variant, rules: RuleSet, turns: Iterable[Turn]) -> Iterator[Any]:
    """What the judge in Python makes of turns, in the form of the other's."""
    board, calendar = variant.board, variant.calendar
    for position, orders in turns:
        given = {power: tuple(some) for power, some in orders.items()}
        found = resolve(board, position, given, rules, calendar, variant.victory_centers)
        yield {
            "phase": str(position.phase),
            "outcomes": [*map(_outcome, found.outcomes)],
            "unused": sorted([one.power, write(one.order), one.reason] for one in found.unused),
            "dislodged": [*map(_dislodged, found.dislodged)],
            "contested": sorted(found.contested),
            "position": found.position.to_dict(),
            "winner": found.winner,
            "told": [*_told(variant, rules, position, given, found)],
            "legal": [
                [unit.power, unit.exact, [*map(write, some)]]
                for unit, some in legal_orders(board, position, rules, calendar).items()
            ],
        }


def _told(
    variant: Variant,
    rules: RuleSet,
    position: Position,
    given: Mapping[str, tuple[Order, ...]],
    found: PhaseResult,
) -> Iterator[list[str]]:
    """What pages say of each order: the order with what it failed by, and why in short."""
    book = Phrasebook(variant, LANGUAGE)
    resolution = Resolution(
        position, given, rules, found.outcomes, found.unused, found.position, account=None
    )
    turn = ResolvedPhase(variant, resolution)
    is_movement = position.phase.kind is PhaseKind.MOVEMENT
    for one in found.outcomes:
        order = one.treated_as
        if one.result in (Result.ILLEGAL, Result.FAILS) and one.order is not None:
            order = one.order
        text, mark = book.order(order), book.word("marks.destroyed")
        if one.result is not Result.SUCCEEDS:
            mark = book.word(f"marks.{one.result.value.replace(' ', '-')}")
            text += f" ({mark})"
        short = book.say(short_reason(turn, one))
        is_void = one.result is Result.VOID and one.dislodged_by is None
        if is_movement and (is_void or short == mark) and one.reason and one.order is not None:
            why = reason_of(turn, one.reason, one.order, one.unit.location, one.unit.power)
            short = f"{mark}: {book.say(why)}"
        yield [text, short]


def _outcome(one: Outcome) -> dict[str, Any]:
    return {
        **_unit(one.unit),
        "order": None if one.order is None else write(one.order),
        "carriedOut": write(one.treated_as),
        "result": one.result.value,
        "reason": one.reason,
        "dislodgedBy": one.dislodged_by and _unit(one.dislodged_by),
        "force": one.force and _force(one.force),
        "met": [*map(_force, one.met)],
        "cutBy": one.cut_by and _unit(one.cut_by),
        "movedTo": one.moved_to,
        "byConvoy": one.by_convoy,
    }


def _force(one: Force) -> dict[str, Any]:
    assert one.unit is not None
    return {
        **_unit(one.unit),
        "role": one.role.value,
        "own": one.own_halves,
        "halves": one.halves,
        "supporters": [
            {
                **_unit(other.unit),
                "halves": other.halves,
                "counted": other.counted,
                "whyNot": other.why_not,
            }
            for other in one.supporters
        ],
        "whyZero": one.why_zero,
    }


def _unit(unit: Unit) -> dict[str, str]:
    return {"power": unit.power, "unit": unit.exact}


def _dislodged(one: Dislodged) -> dict[str, Any]:
    return {
        **_unit(one.unit),
        "retreats": list(one.options),
        "attacker_from": one.came_from,
    }
