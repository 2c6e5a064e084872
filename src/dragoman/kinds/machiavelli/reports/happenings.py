"""Accounts of what happened besides orders: sieges, rebellions, losses, disasters, control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    Strait,
    What,
)
from dragoman.orders import Ally, Move, Support
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import OrderAccount, strength_met, strength_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say
from dragoman.rules import Outcome, PhaseKind, Result

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
    """The owner of a place, or that nobody owns it."""
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


# Straits: whose fleets closed them, and who let others pass.


@dataclass(frozen=True, slots=True)
class StraitLeave:
    """A power's order that the fleets of another may pass its straits."""

    power: str
    order: Ally


def leaves(turn: ResolvedPhase) -> Iterator[StraitLeave]:
    """Everybody whom somebody lets pass in a campaign."""
    if turn.before.phase.kind is not PhaseKind.MOVEMENT:
        return
    for power, given in turn.resolution.orders.items():
        for order in dict.fromkeys(one for one in given if isinstance(one, Ally)):
            if order.may_pass and _lets_pass(turn, power, order.power):
                yield StraitLeave(power, order)


def explain_leave(account: OrderAccount, leave: StraitLeave) -> None:
    """Say who passed by somebody's leave."""
    turn, power, ally = account.turn, leave.power, leave.order.power
    held = {gate for gate in _gates(turn) if (f := _fleet(turn, gate)) and f.power == power}
    passed = tuple(
        one.unit
        for one in turn.resolution.outcomes
        if one.unit.power == ally
        and any(s.gate in held for s in _straits_on_way(turn, one))
        and _is_by_leave(one)
    )
    key = "strait.leave-used" if passed else "strait.leave" if held else "strait.no-gate"
    account.say(key, power=PowerKey(power), ally=PowerKey(ally), units=passed)
    account.cite("strait")


def tell_closed_strait(account: OrderAccount, outcome: Outcome) -> None:
    """Say whose fleets kept a unit out of a strait."""
    turn, power = account.turn, outcome.unit.power
    for strait in _straits_on_way(turn, outcome):
        closer = _fleet(turn, strait.gate) or _newcomer(turn, strait.gate)
        if closer is None or closer.power == power or _lets_pass(turn, closer.power, power):
            continue
        account.say("strait.closed", unit=closer, power=PowerKey(closer.power))
    account.cite_switch("strait_entered")


def tell_leave(account: OrderAccount, outcome: Outcome) -> None:
    """Say who let a fleet through a strait."""
    turn, power = account.turn, outcome.unit.power
    if not _is_by_leave(outcome):
        return
    for strait in _straits_on_way(turn, outcome):
        holder = _fleet(turn, strait.gate)
        if holder is not None and holder.power != power and _lets_pass(turn, holder.power, power):
            account.say("strait.passed", unit=holder, power=PowerKey(holder.power))
            account.cite("strait")


def _straits_on_way(turn: ResolvedPhase, outcome: Outcome) -> Iterator[Strait]:
    """The straits that a unit's move or support leads through, or the convoy ordered for it."""
    order, goal = outcome.treated_as, turn.goal(outcome)
    if isinstance(order, Support):
        goal = turn.province(order.target or order.supported.location)
    carriers = turn.carriers(outcome) if isinstance(order, Move) else ()
    way = {goal, *(turn.province(one.unit.location) for one in (outcome, *carriers))}
    return (strait for strait in scenario_of(turn.variant).straits if way.issuperset(strait.ends))


def _gates(turn: ResolvedPhase) -> set[str]:
    return {strait.gate for strait in scenario_of(turn.variant).straits}


def _fleet(turn: ResolvedPhase, gate: str) -> Unit | None:
    """The fleet that was at the gate of a strait before anything moved."""
    unit = turn.unit_at(gate)
    return unit if unit is not None and unit.kind[:1] == "F" else None


def _newcomer(turn: ResolvedPhase, gate: str) -> Unit | None:
    """The fleet that came to the gate of a strait."""
    unit = turn.standing.get(gate)
    return unit if unit is not None and unit.kind[:1] == "F" else None


def _is_by_leave(outcome: Outcome) -> bool:
    """True if a unit was let through a strait on its way: an army that was convoyed may have had
    another way."""
    return not outcome.by_convoy and outcome.result is not Result.ILLEGAL


def _lets_pass(turn: ResolvedPhase, holder: str, power: str) -> bool:
    """True if a power that holds the gate of a strait lets another's fleets through it."""
    given = turn.resolution.orders.get(holder, ())
    leaves = [one.may_pass for one in given if isinstance(one, Ally) and one.power == power]
    return bool(leaves) and leaves[-1]
