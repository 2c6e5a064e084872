"""Accounts of what happened besides orders: sieges, rebellions, losses, disasters, control."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.board import Unit
from dragoman.kinds.machiavelli import scenario_of
from dragoman.kinds.machiavelli.reports.dice import (
    account_of_famine,
    dice_of_income,
    lines_as_part,
    lines_struck,
)
from dragoman.machiavelli import (
    Account,
    DisasterTable,
    Event,
    RollFor,
    Scenario,
    What,
)
from dragoman.reports.accounts.account import OrderAccount, strength_met, strength_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say

_DISASTERS = {"famine": RollFor.FAMINE, "plague": RollFor.PLAGUE, "storm": RollFor.STORM}

_LOST = {
    "order": "lost.order",
    "bribe": "lost.bribe",
    "surrender": "lost.surrender",
    "unordered": "lost.unordered",
    "unpaid": "lost.unpaid",
    "removed": "lost.removed",
    "elimination": "lost.elimination",
    "surplus": "lost.surplus",
}

_LOST_TO = {"plague": "lost.plague", "storm": "lost.storm"}

DISASTERS = {
    "famine": "disaster.famine",
    "plague": "disaster.plague",
    "storm": "disaster.storm",
}
"""What each is called."""

_SIEGES = {
    "begun": "siege.begun",
    "won": "siege.won",
    "lifted": "siege.lifted",
    "broken": "siege.broken",
}

_WEIGHED = {"won": "siege.weighed-won", "too-weak": "siege.weighed-too-weak"}

_FREED = {
    "peace": "freed.peace",
    "hold": "freed.hold",
    "siege": "freed.siege",
    "entry": "freed.entry",
    "purchase": "freed.purchase",
    "change": "freed.change",
}


def explain_event(account: OrderAccount, event: Event) -> None:
    """Say what happened, and by which rule."""
    match event.what:
        case What.LOST:
            _tell_loss(account, event)
        case What.REBELLED:
            _tell_rebellion(account, event)
        case What.FREED:
            account.say(_FREED[event.detail], place=place_of(event))
            account.cite("rebellion")
        case What.SIEGE:
            tell_siege(account, event)
        case What.STRUCK:
            happened = account.turn.resolution.account
            lines = lines_of(account.turn, event.place or "", event.detail, happened)
            disaster = say(DISASTERS[event.detail])
            account.say("disaster.struck", disaster=disaster, place=place_of(event), lines=lines)
            account.cite("disaster")
        case What.EARNED:
            ducats, power = say("count.ducats", count=event.ducats), PowerKey(event.power or "")
            account.say("income.earned", place=place_of(event), ducats=ducats, power=power)
            account.cite("income")
        case What.TRADED:
            tell_trade(account, event)
        case _:
            _tell_of_power(account, event)


def place_of(event: Event) -> LocationKey:
    """Where something happened."""
    return LocationKey(event.place or "")


def owner_part(power: str | None) -> Part:
    """Who owns a place, or that nobody does."""
    return say("realm.nobody") if power is None else PowerKey(power)


# Units.


def _tell_loss(account: OrderAccount, event: Event) -> None:
    unit, turn = event.unit, account.turn
    assert unit is not None
    power = PowerKey(unit.power)
    if event.detail == "siege":
        _tell_starved_out(account, unit)
        return
    if event.detail in _LOST:
        account.say(_LOST[event.detail], unit=unit, power=power)
        rule = {
            "surrender": "assassination",
            "elimination": "elimination",
            "surplus": "basic-builds",
        }
        by_money = "expenses" if event.detail == "bribe" else "upkeep"
        account.cite(rule.get(event.detail, by_money))
        return
    area = turn.area(unit.location)
    if event.detail == "famine":
        lines = famine_lines(turn, area)
        account.say(
            "lost.famine" if lines else "lost.famine-old", unit=unit, power=power, lines=lines
        )
    else:
        lines = lines_of(turn, area, event.detail, turn.resolution.account)
        account.say(_LOST_TO[event.detail], unit=unit, power=power, lines=lines)
    account.cite("disaster")


def _tell_starved_out(account: OrderAccount, unit: Unit) -> None:
    """Say who starved a garrison out, and how strong both were where that decided."""
    turn, happened = account.turn, account.turn.resolution.account
    assert happened is not None
    area = turn.area(unit.location)
    besieger = turn.outcomes[area].unit
    sieges = (event for event in happened.events if event.what is What.SIEGE)
    siege = next(event for event in sieges if event.place == area)
    parts: dict[str, Part] = {"unit": unit, "power": PowerKey(unit.power), "by": besieger}
    if siege.weighed is None:
        account.say("lost.siege", **parts)
    else:
        outside, inside = siege.weighed
        force, met = strength_of(account.turn, outside), strength_met(turn, inside)
        account.say("lost.weighed-siege", force=force, met=met, **parts)
    account.cite_switch("siege_strength")


def famine_lines(turn: ResolvedPhase, area: str) -> tuple[Part, ...]:
    """Which row and column of the table brought the famine that is in an area; none where nobody
    knows."""
    return lines_of(turn, area, "famine", account_of_famine(turn.earlier))


def lines_of(
    turn: ResolvedPhase, area: str, disaster: str, happened: Account | None
) -> tuple[Part, ...]:
    """By which row and column of its table a disaster struck an area."""
    table = _table(scenario_of(turn.variant), disaster)
    if happened is None:
        return ()
    row, column = lines_struck(happened, _DISASTERS[disaster])
    is_in_row = row is not None and area in table.struck(row=row)
    is_in_column = column is not None and area in table.struck(column=column)
    return lines_as_part(row if is_in_row else None, column if is_in_column else None)


def _table(scenario: Scenario, disaster: str) -> DisasterTable:
    return {"famine": scenario.famine, "plague": scenario.plague, "storm": scenario.storms}[
        disaster
    ]


# Cities and provinces.


def _tell_rebellion(account: OrderAccount, event: Event) -> None:
    turn, happened = account.turn, account.turn.resolution.account
    assert happened is not None
    key = "realm.rebelled" if event.power else "realm.rebelled-nobody"
    account.say(key, place=place_of(event), power=owner_part(event.power))
    for place, die in rebellion_dice(turn, happened, event.power):
        if place == event.place:
            account.say("realm.rebellion-die", die=die)
    account.cite("rebellion")


def rebellion_dice(
    turn: ResolvedPhase, happened: Account, power: str | None
) -> Iterable[tuple[str, int]]:
    """The provinces that were rolled for after an assassination, each with its die."""
    places = tuple(turn.board.provinces)
    return [
        (places[roll.number], roll.die)
        for roll in happened.rolls
        if roll.purpose is RollFor.REBELLION and roll.power == power
    ]


def tell_siege(account: OrderAccount, event: Event) -> None:
    """Say what became of a siege."""
    parts: dict[str, Part] = {"place": place_of(event), "power": owner_part(event.power)}
    if event.weighed is not None:
        besieger, garrison = event.weighed
        parts["force"] = strength_met(account.turn, besieger)
        parts["met"] = strength_met(account.turn, garrison)
        account.say(_WEIGHED[event.detail], **parts)
        account.cite_switch("siege_strength")
    else:
        account.say(_SIEGES[event.detail], **parts)
        account.cite("siege")


# Powers.


def _tell_of_power(account: OrderAccount, event: Event) -> None:
    power = owner_part(event.power)
    match event.what:
        case What.CHANGED_HANDS:
            before = owner_part(event.detail or None)
            account.say("realm.changed-hands", place=place_of(event), power=power, before=before)
            account.cite_switch("control")
        case What.HOME_CHANGED:
            account.say("realm.home-changed", power=power, country=PowerKey(event.detail))
            account.cite("home")
        case What.OUT:
            account.say("realm.out", power=power)
            account.cite("elimination")
        case What.DEFAULTED:
            account.say("bank.defaulted", power=power, ducats=_ducats(event))
            account.cite("bank")
        case What.COLLECTED:
            account.say("bank.collected", power=power, ducats=_ducats(event))
            account.cite("bank")
        case What.ASSASSINATED:
            key = "realm.assassinated" if event.detail == "player" else "realm.killed-by-bank"
            account.say(key, power=power)
            account.cite("assassination")
        case _:
            account.say("realm.more-cities", number=event.ducats)
            account.cite("victory")


def _ducats(event: Event) -> Statement:
    return say("count.ducats", count=event.ducats)


# Income.


def tell_trade(account: OrderAccount, event: Event) -> None:
    """Say what a variable income brought, with its dice."""
    turn, happened = account.turn, account.turn.resolution.account
    assert happened is not None
    entry = entry_of(turn, event)
    dice = () if entry is None else dice_of_income(happened, event.power or "", entry)
    parts: dict[str, Part] = {
        "place": LocationKey(turn.area(event.place or "")),
        "power": owner_part(event.power),
        "ducats": _ducats(event),
    }
    if dice:
        account.say("income.traded", dice=dice, **parts)
    else:
        account.say("income.traded-fixed", **parts)
        account.cite_switch("dice")
    account.cite("income")


def entry_of(turn: ResolvedPhase, event: Event) -> int | None:
    """Which of the scenario's variable incomes an event tells of."""
    scenario = scenario_of(turn.variant)
    places = [scenario.cities[entry.city].place for entry in scenario.incomes]
    return places.index(event.place) if event.place in places else None
