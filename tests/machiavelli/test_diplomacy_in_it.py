"""With everything switched off Machiavelli is Diplomacy on its map: the same orders come to the
same, with the same reasons."""

from __future__ import annotations

import os
from random import Random

import pytest
from realm_cases import BOTH, variant_of

from dragoman.board import Unit
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.machiavelli.judge import resolve as campaigns
from dragoman.orders import Ally, Convoy, Move, Order, Support
from dragoman.rules import Affairs, Phase, Position, RuleSet, resolve

TURNS = int(os.environ.get("DRAGOMAN_TEST_TURNS", "40"))
OFF = ("money", "dice", "famine", "plague", "storms", "loans", "assassination", "elite_units")
OFF = (*OFF, "garrisons", "summer", "fortresses", "movement_disband", "coastal_convoys")


def scattered(variant: Variant, dice: Random) -> tuple[Unit, ...]:
    """Armies and fleets of all powers wherever they can stand, one a province, some of them close
    together."""
    board = variant.board
    places = [(kind, at) for kind in "AF" for at in sorted(board.stands[kind])]
    dice.shuffle(places)
    wanted = dice.randrange(8, 60)
    units: dict[str, Unit] = {}
    for kind, at in places:
        if len(units) < wanted:
            power = dice.choice(list(variant.scenario.players))
            if board.provinces[board.province_of[at]].city_of is None:
                units.setdefault(board.province_of[at], Unit(power, kind, at))
    return tuple(units.values())


def drawn(legal: dict[Unit, tuple[Order, ...]], dice: Random) -> dict[Unit, Order]:
    """An order for each unit: help for a move that is drawn already, where there is one to help."""
    found: dict[Unit, Order] = {}
    goals: dict[str, str] = {}
    for unit in dice.sample(list(legal), len(legal)):
        helping = [
            order
            for order in legal[unit]
            if isinstance(order, Support | Convoy)
            and order.target is not None
            and goals.get(helped(order)) == order.target
        ]
        order = dice.choice(helping or legal[unit])
        if isinstance(order, Move):
            goals[unit.location] = order.target
        found[unit] = order
    return found


def helped(order: Support | Convoy) -> str:
    return (order.convoyed if isinstance(order, Convoy) else order.supported).location


@pytest.mark.rule("F-garrisons", "F-summer", "S-7")
@pytest.mark.parametrize("edition", BOTH)
def test_with_everything_off_it_is_diplomacy(edition: str) -> None:
    whole = variant_of(edition)
    plain = whole.as_diplomacy()
    rules = RuleSet.preset(edition).with_settings(
        *(f"{name}=no" for name in OFF), "partial_cut=whole"
    )
    calendar = whole.calendar_under(rules)
    dice = Random(f"diplomacy in {edition}")
    # No army goes to Venice in 1995, which the Diplomacy in it does not know.
    lister = plain if edition == "machiavelli" else whole
    dislodged = 0
    for _ in range(TURNS):
        units = scattered(whole, dice)
        position = Position(Phase.parse("F1454M"), units, {})
        orders: dict[str, list[Order]] = {power: [] for power in plain.board.powers}
        for unit, order in drawn(
            PLAY.of(lister).legal_orders(lister, position, rules), dice
        ).items():
            orders[unit.power].append(order)
        expected = resolve(plain.board, position, orders, rules, plain.calendar)
        # Straits are a rule of the map that nothing switches off; everybody lets everybody pass.
        leave = {one: [Ally(o, True) for o in orders if o != one] for one in orders}
        given = {power: [*orders[power], *leave[power]] for power in orders}
        before = Position(position.phase, units, {}, affairs=Affairs())
        found = campaigns.resolve(
            whole.board, whole.scenario, before, given, rules, calendar
        ).result
        assert summary(found.outcomes) == summary(expected.outcomes)
        assert set(found.units) == set(expected.units)
        assert found.contested == expected.contested
        assert {(d.unit, d.options) for d in found.dislodged} == {
            (d.unit, d.options) for d in expected.dislodged
        }
        dislodged += len(found.dislodged)
    assert dislodged > TURNS // 10


def summary(outcomes) -> list[tuple[object, ...]]:
    return sorted(
        ((o.unit, str(o.order), o.result, o.reason, o.dislodged_by) for o in outcomes), key=str
    )
