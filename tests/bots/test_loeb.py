"""Loeb's program, by his description of it."""

from __future__ import annotations

import pytest

from dragoman.board import Unit
from dragoman.bots import LoebBot, Stages, View, loeb_book
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Hold, Move, Order, Retreat, Support, UnitRef
from dragoman.rules import Dislodged, PhaseKind, Position, legal_orders
from dragoman.values import FrozenMap

STANDARD = load_variant("standard")
SPRING, FALL = STANDARD.calendar.phase(0, 1903), STANDARD.calendar.phase(2, 1903)


def moved(power: str, where: str, to: str, owners: dict[str, str]) -> Resolution:
    unit = Unit(power, "A", where)
    before = Position(SPRING, (unit, Unit("GERMANY", "A", "SWE")), FrozenMap(owners))
    orders = {power: (Move(UnitRef(where, "A"), to),)}
    return process(STANDARD, before, orders, STANDARD.rule_set)


def trust(*history: Resolution, bot: LoebBot | None = None) -> list[str]:
    view = View(STANDARD, STANDARD.start, "GERMANY", 5, game=8, history=history)
    return (bot or LoebBot()).trust(view)


def test_whoever_moves_into_an_own_centre_is_trusted_least() -> None:
    first = trust()
    assert len(first) == 6 and "GERMANY" not in first
    offender = first[0]
    after = trust(moved(offender, "TYR", "MUN", {"MUN": "GERMANY"}))
    assert after == [*first[1:], offender]
    assert trust(moved(offender, "TYR", "BOH", {"MUN": "GERMANY"})) == first
    assert trust(moved(offender, "TYR", "MUN", {"MUN": "ITALY"})) == first


def test_a_power_may_win_back_its_home_where_that_is_switched_on() -> None:
    win_back = moved("FRANCE", "PIC", "PAR", {"PAR": "GERMANY"})
    assert trust(win_back) == trust()
    assert trust(win_back, bot=LoebBot(allies_may_recover=False))[-1] == "FRANCE"


def test_trust_is_one_for_all_phases_of_a_game() -> None:
    lists = {
        tuple(LoebBot().trust(View(STANDARD, STANDARD.start, "ITALY", seed))) for seed in range(9)
    }
    assert len(lists) == 1
    other = View(STANDARD, STANDARD.start, "ITALY", 1, game=3)
    assert tuple(LoebBot().trust(other)) not in lists


@pytest.mark.parametrize("power", STANDARD.board.powers)
def test_the_book_is_of_legal_orders(power: str) -> None:
    legal = legal_orders(STANDARD.board, STANDARD.start, STANDARD.rule_set)
    units = {unit.location: set(map(str, orders)) for unit, orders in legal.items()}
    for opening in loeb_book.SPRING[power]:
        assert {unit.location for unit in STANDARD.start.units_of(power)} == set(opening.targets)
    for game in range(20):
        orders = list(LoebBot()(View(STANDARD, STANDARD.start, power, 1, game=game)))
        assert all(str(order) in units[order.unit.location] for order in orders)  # type: ignore
        said = {order.unit.location: getattr(order, "target", "") or "" for order in orders}  # type: ignore
        assert any(
            {place: to.rpartition("-")[2] for place, to in opening.targets.items()} == said
            for opening in loeb_book.SPRING[power]
        )


def foes() -> int:
    """The number of a game in which Turkey trusts neither Italy nor Germany."""
    for game in range(100):
        trusted = LoebBot().trust(View(STANDARD, STANDARD.start, "TURKEY", 1, game=game))
        if {"ITALY", "GERMANY"} == set(trusted[-2:]):
            return game
    raise AssertionError


def orders_of(
    units: tuple[Unit, ...], owners: dict[str, str], stages: Stages, seed: int = 3
) -> dict[str, Order]:
    position = Position(FALL, units, FrozenMap(owners))
    view = View(STANDARD, position, "TURKEY", seed, game=foes())
    orders = LoebBot(stages, uses_book=False)(view)
    return {order.unit.location: order for order in orders}  # type: ignore[union-attr]


def all_but_greece() -> dict[str, str]:
    """Who owns the centres: Italy Greece, and all others a power that Turkey trusts."""
    view = View(STANDARD, STANDARD.start, "TURKEY", 1, game=foes())
    ally = LoebBot().trust(view)[0]
    provinces = STANDARD.board.provinces.items()
    return {place: ally for place, province in provinces if province.is_center} | {"GRE": "ITALY"}


ATTACK = (
    Unit("TURKEY", "A", "BUL"),
    Unit("TURKEY", "A", "SER"),
    Unit("ITALY", "A", "GRE"),
    Unit("GERMANY", "A", "BUD"),
)
"""The support of the one in Serbia can be cut, that of the one in Bulgaria not."""


def test_a_space_that_must_be_beaten_is_aimed_at_by_several() -> None:
    orders = orders_of(ATTACK, all_but_greece(), Stages())
    assert orders["SER"] == Move(UnitRef("SER", "A"), "GRE")
    assert orders["BUL"] == Support(UnitRef("BUL", "A"), UnitRef("SER", "A"), "GRE")


def test_the_unit_moves_whose_support_would_be_cut() -> None:
    """Without that extension it is the one that comes from where least is at stake."""
    owners = all_but_greece()
    movers = {
        where
        for seed in range(6)
        for where, order in orders_of(ATTACK, owners, Stages(uncut_movers=False), seed).items()
        if isinstance(order, Move)
    }
    assert "BUL" in movers


def test_units_that_would_only_hold_support_where_that_is_switched_on() -> None:
    units = tuple(Unit("TURKEY", "A", place) for place in ("BUL", "CON", "SMY", "ANK"))
    owners = {place: "TURKEY" for place in ("BUL", "CON", "SMY", "ANK")}
    still = orders_of(units, owners, Stages(reassigned=False))
    busy = orders_of(units, owners, Stages())
    assert [type(still[place]) for place in still].count(Hold) >= [
        type(busy[place]) for place in busy
    ].count(Hold)
    assert any(isinstance(order, Move) for order in busy.values())


def test_nobody_disbands_who_can_retreat() -> None:
    out = Dislodged(Unit("TURKEY", "A", "BUL"), ("RUM", "GRE"), "SER")
    position = Position(
        STANDARD.calendar.phase(3, 1903),
        (Unit("ITALY", "A", "BUL"),),
        FrozenMap({"GRE": "TURKEY"}),
        (out,),
    )
    (order,) = LoebBot()(View(STANDARD, position, "TURKEY", 1))
    assert position.phase.kind is PhaseKind.RETREAT and isinstance(order, Retreat)


@pytest.mark.parametrize("switch", ["weighted_forces", "by_season", "by_kind", "reassigned"])
def test_every_switch_changes_what_is_ordered_somewhere(switch: str) -> None:
    otherwise = LoebBot(Stages(**{switch: not getattr(Stages(), switch)}))
    for game in range(4):
        position: Position = STANDARD.start
        history: tuple[Resolution, ...] = ()
        for phase in range(10):
            views = [
                View(
                    *(STANDARD, position, power, 997 * game + 10 * phase + number),
                    game=7 * game + number,
                    history=history,
                )
                for number, power in enumerate(STANDARD.board.powers)
            ]
            orders = {view.power: tuple(LoebBot()(view)) for view in views}
            if any(tuple(otherwise(view)) != orders[view.power] for view in views):
                return
            resolution = process(STANDARD, position, orders, STANDARD.rule_set)
            position, history = resolution.position, (*history, resolution)
    pytest.fail(f"{switch} changes nothing")
