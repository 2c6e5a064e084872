"""What holds in every game of Machiavelli, tried on random campaigns of all scenarios.

``DRAGOMAN_TEST_CAMPAIGNS`` sets how many campaigns are played; each is judged twice more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from random_campaigns import SCENARIOS, campaigns

from dragoman.board import Board, Terrain
from dragoman.game import Resolution, Variant
from dragoman.machiavelli import Account, Roll, Scenario, What, resolve
from dragoman.machiavelli.engine.codes import DEBT_LIMIT
from dragoman.orders import Order
from dragoman.rules import Affairs, PhaseKind, Position, RuleSet

CAMPAIGNS = int(os.environ.get("DRAGOMAN_TEST_CAMPAIGNS", "300"))
SHARES = 5


COSTS = {"": 3, "c": 6, "m": 6, "p": 9}
"""What units cost each year, by their soldiers."""


def judge(
    variant: Variant,
    rule_set: RuleSet,
    before: Position,
    orders: dict[str, Sequence[Order]],
    thrown: Sequence[Roll] = (),
) -> tuple[Position, Account]:
    calendar = variant.calendar_under(rule_set)
    judged = resolve(variant.board, variant.scenario, before, orders, rule_set, calendar, thrown)
    assert judged.result.position is not None
    return judged.result.position, judged.account


def ducats_are_conserved(resolution: Resolution, board: Board) -> None:
    """Every treasury changes by what the account tells, and by nothing else."""
    before, after, account = (
        resolution.before.affairs,
        resolution.position.affairs,
        resolution.account,
    )
    left = Counter(before.treasuries)
    for payment in account.payments:
        left[payment.power] -= payment.paid
        if payment.order.to is not None:
            left[payment.order.to] += payment.paid
    for lending in account.lendings:
        left[lending.power] += lending.lent
    for event in account.events:
        if event.what is What.DEFAULTED:
            assert event.ducats > left[event.power]
            left[event.power] = 0
        elif event.what is What.COLLECTED:
            left[event.power] -= event.ducats
    for spending in account.spendings:
        left[spending.power] -= spending.paid
        assert 0 <= spending.counts <= spending.paid
    for event in account.events:
        if event.what in (What.EARNED, What.TRADED):
            left[event.power] += event.ducats
        elif event.what is What.OUT:
            left[event.power] = 0
            assert event.power not in after.treasuries
    if resolution.phase.kind is PhaseKind.ADJUSTMENT and resolution.rule_set.money == "yes":
        for unit in resolution.position.units:
            left[unit.power] -= COSTS[unit.kind[1:]]
        del left["AUTONOMOUS"]
    for power, ducats in after.treasuries.items():
        assert left[power] == ducats >= 0, power


def debts_are_conserved(resolution: Resolution) -> None:
    """Nobody owes more than the limit, nor anything who has not borrowed."""
    for power, loans in resolution.position.affairs.loans.items():
        assert sum(loan.principal for loan in loans) <= DEBT_LIMIT
        assert power not in resolution.position.affairs.defaulters
        assert all(1 <= loan.campaigns <= 6 for loan in loans)


def chits_are_conserved(resolution: Resolution) -> None:
    """Chits change hands, and vanish by attempts alone and with the dead."""
    before, after = resolution.before.affairs, resolution.position.affairs
    held = Counter[str]()
    for affairs, sign in ((before, 1), (after, -1)):
        for power, victims in affairs.chits.items():
            gone = {power, *victims} & after.eliminated
            assert not (gone and affairs is after)
            for victim in victims:
                if not {power, victim} & after.eliminated:
                    held[victim] += sign
    tried = Counter(
        spending.order.target
        for spending in resolution.account.spendings
        if spending.result.value in ("done", "missed")
        and spending.order.purpose.value == "assassinate"
    )
    for victim, gone in held.items():
        given_to_dead = bool(after.eliminated - before.eliminated)
        assert gone == tried[victim] or given_to_dead


def places_hold_one_unit(variant: Variant, position: Position) -> None:
    """No place holds two units, and each unit stands where it can."""
    board = variant.board
    places = [board.province_of[unit.location] for unit in position.units]
    assert len(set(places)) == len(places)
    for unit in position.units:
        assert unit.location in board.stands[unit.kind], unit
    assert not [fault for fault in position.faults(board) if fault.is_error]


def elite_units_are_few(resolution: Resolution) -> None:
    """No power comes to have a second unit that is not ordinary."""
    for power in resolution.position.affairs.treasuries:
        now, then = (
            sum(len(unit.kind) > 1 for unit in position.units_of(power))
            for position in (resolution.position, resolution.before)
        )
        assert now <= max(1, then)


def marks_are_where_they_can_be(scenario: Scenario, position: Position, board: Board) -> None:
    """Sieges, rebellions, famine and owners are where the rules put them."""
    affairs = position.affairs
    at = position.by_province
    city_of = {city.province: city for city in scenario.cities.values()}
    for area in affairs.sieges:
        assert area in at and at[area].kind[0] in "AF"
        city = city_of[area]
        assert city.place in at or city.place in affairs.rebellions
    for place in affairs.rebellions:
        city = scenario.city_at.get(place)
        area = place if city is None else city.province
        assert area in position.owners or board.provinces[area].terrain is not Terrain.LAND
        if city is not None and not city.is_one_place:
            assert city.is_fortified and place not in at
    for place, owner in position.owners.items():
        assert owner in affairs.treasuries
        is_city = board.provinces[place].terrain is Terrain.CITY or (
            place in city_of and city_of[place].is_one_place
        )
        assert is_city or board.provinces[place].terrain is Terrain.LAND
    for power in affairs.eliminated:
        assert power not in affairs.treasuries and power not in affairs.loans
        assert not position.units_of(power) and power not in affairs.homes.values()
    assert not affairs.eliminated & set(position.owners.values())


def rolls_are_repeatable(variant: Variant, resolution: Resolution) -> None:
    """Judged again, and judged with other seeds and the dice that were thrown, it comes to the
    same; every die is in the account."""
    before, rule_set = resolution.before, resolution.rule_set
    assert before.affairs is not None
    found = resolution.position, resolution.account
    orders = dict(resolution.orders)
    assert judge(variant, rule_set, before, orders) == found
    other = replace(before, affairs=replace(before.affairs, seed=before.affairs.seed ^ 0x5555))
    thrown = resolution.account.rolls
    after, account = judge(variant, rule_set, other, orders, thrown)
    assert after.affairs is not None
    affairs: Affairs = replace(after.affairs, seed=before.affairs.seed)
    assert (replace(after, affairs=affairs), account) == found


def sequence_is_of_no_account(variant: Variant, resolution: Resolution, dice: Random) -> None:
    """Who hands in first, and the sequence of the orders for units, make no difference."""
    powers = dice.sample(sorted(resolution.orders), len(resolution.orders))
    orders = {power: list(resolution.orders[power]) for power in powers}
    if resolution.phase.kind is not PhaseKind.ADJUSTMENT:
        for given in orders.values():
            of_units = [order for order in given if hasattr(order, "unit")]
            rest = iter(dice.sample(of_units, len(of_units)))
            given[:] = [next(rest) if hasattr(order, "unit") else order for order in given]
    after, account = judge(variant, resolution.rule_set, resolution.before, orders)
    assert after == resolution.position
    assert Counter(account.events) == Counter(resolution.account.events)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_the_laws_hold_in_random_campaigns(share: int) -> None:
    played = seed = 0
    seen = Counter[What]()
    while played < CAMPAIGNS // SHARES:
        name = SCENARIOS[(SHARES * seed + share) % len(SCENARIOS)]
        dice = Random(f"{share} {seed}")
        seed += 1
        for variant, _, resolution in campaigns(name, dice.randrange(1 << 40), 6):
            played += resolution.phase.kind is PhaseKind.MOVEMENT
            list(resolution.outcomes)
            ducats_are_conserved(resolution, variant.board)
            debts_are_conserved(resolution)
            chits_are_conserved(resolution)
            places_hold_one_unit(variant, resolution.position)
            elite_units_are_few(resolution)
            marks_are_where_they_can_be(variant.scenario, resolution.position, variant.board)
            rolls_are_repeatable(variant, resolution)
            sequence_is_of_no_account(variant, resolution, dice)
            seen.update(event.what for event in resolution.account.events)
    assert {What.LOST, What.REBELLED, What.SIEGE, What.EARNED, What.TRADED} <= seen.keys()
