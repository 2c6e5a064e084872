"""The outcome if orders had been others, with money, cities and the rest of Machiavelli."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dragoman.board import Unit
from dragoman.game import Resolution
from dragoman.machiavelli import Spending, Spent, What
from dragoman.orders import Order, Purpose, write
from dragoman.reports.statements.statement import (
    Data,
    LocationKey,
    Part,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.rules import Affairs, Outcome

_MARKS = (
    ("sieges", "otherwise.besieged", "otherwise.unbesieged"),
    ("rebellions", "otherwise.rebels", "otherwise.calm"),
    ("famine", "otherwise.hungry", "otherwise.fed"),
)
"""Where these are in one of the two positions alone: what is said where they are, and where they
would be."""


def pairs_of_units(
    was: Resolution, instead: Resolution
) -> Iterator[tuple[Outcome | None, Outcome | None]]:
    """The outcomes of the same unit in both: it may belong to somebody else in one of them, or be
    gone before anything moves."""
    other = {_name(outcome.unit): outcome for outcome in instead.outcomes}
    for outcome in was.outcomes:
        yield outcome, other.pop(_name(outcome.unit), None)
    for outcome in other.values():
        yield None, outcome


def _name(unit: Unit) -> tuple[str, str]:
    return unit.kind, unit.location


def changes_of_spending(
    was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
) -> Iterator[tuple[Spending, Spending]]:
    """The expenditures that would have come to something else; not those taken away."""
    left = list(_spendings(instead))
    for spending in _spendings(was):
        if (spending.power, spending.order) in taken:
            continue
        same = [s for s in left if (s.power, s.order) == (spending.power, spending.order)]
        if same:
            left.remove(same[0])
            if same[0].result is not spending.result:
                yield spending, same[0]


def _spendings(resolution: Resolution) -> tuple[Spending, ...]:
    return resolution.account.spendings if resolution.account else ()


def say_changes(
    was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
) -> Iterator[Statement]:
    """A line for each expenditure, treasury, loss, siege, rebellion and famine that would have come
    out otherwise. After the moves nothing is compared where only one has retreats to come."""
    for one, other in changes_of_spending(was, instead, taken):
        if _came_to(one) == _came_to(other):
            continue  # it came to nothing, only for another reason
        yield say(
            "otherwise.line",
            what=WrittenOrder(one.order),
            power=PowerKey(one.power),
            was=_came_to(one),
            would=_came_to(other),
        )
    if was.position.phase != instead.position.phase:
        return
    for power, (now, then) in treasuries(was, instead).items():
        ducats, would = say("count.ducats", count=now), say("count.ducats", count=then)
        yield say("otherwise.ducats", power=PowerKey(power), was=ducats, would=would)
    for power, (now, then) in _differing(_debts(was), _debts(instead)).items():
        owed, would = say("count.ducats", count=now), say("count.ducats", count=then)
        yield say("otherwise.debt", power=PowerKey(power), was=owed, would=would)
    killed, would_be = _killed(was), _killed(instead)
    for key, powers in (
        ("otherwise.killed", killed - would_be),
        ("otherwise.alive", would_be - killed),
    ):
        for power in sorted(powers):
            yield say(key, power=PowerKey(power))
    lost, spared = _losses(was), _losses(instead)
    for key, units in (("otherwise.lost", lost), ("otherwise.spared", spared)):
        for unit in units:
            if unit not in (spared if units is lost else lost):
                yield say(key, unit=unit, power=PowerKey(unit.power))
    yield from _marks(_affairs(was), _affairs(instead))


def treasuries(was: Resolution, instead: Resolution) -> dict[str, tuple[int, int]]:
    """The ducats of each power that would have more or fewer, as they are and as they would be."""
    return _differing(_affairs(was).treasuries, _affairs(instead).treasuries)


def _debts(resolution: Resolution) -> dict[str, int]:
    """The debt of each power to the bank, with the interest."""
    return {
        power: sum(loan.principal + loan.interest for loan in loans)
        for power, loans in _affairs(resolution).loans.items()
    }


def _differing(now: Mapping[str, int], then: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    both = {power: (now.get(power, 0), then.get(power, 0)) for power in {**now, **then}}
    return {power: pair for power, pair in both.items() if pair[0] != pair[1]}


def _killed(resolution: Resolution) -> set[str]:
    """The powers whose rulers were assassinated."""
    events = resolution.account.events if resolution.account else ()
    return {event.power or "" for event in events if event.what is What.ASSASSINATED}


def _affairs(resolution: Resolution) -> Affairs:
    return resolution.position.affairs or Affairs()


def _losses(resolution: Resolution) -> list[Unit]:
    """The units lost after the moves, as they stood before; those disbanded before them have no
    outcome."""
    if resolution.account is None:
        return []
    came = {o.moved_to: o.unit for o in resolution.outcomes if o.moved_to is not None}
    lost = (event for event in resolution.account.events if event.what is What.LOST)
    units = [event.unit for event in lost if event.unit is not None and event.detail != "bribe"]
    return [came.get(unit.location, unit) for unit in units]


def _marks(now: Affairs, then: Affairs) -> Iterator[Statement]:
    for name, is_there, would_be in _MARKS:
        here: frozenset[str] = getattr(now, name)
        there: frozenset[str] = getattr(then, name)
        for key, places in ((is_there, here - there), (would_be, there - here)):
            if places:
                keys: tuple[Part, ...] = tuple(map(LocationKey, sorted(places)))
                yield say(key, places=keys)


def _came_to(spending: Spending) -> Statement:
    match spending.result:
        case Spent.DONE if spending.order.purpose is Purpose.COUNTER:
            return say("fared.idle")
        case Spent.DONE:
            return say("fared.came-off")
        case Spent.COUNTED:
            return say("fared.counted")
        case _:
            return say("fared.wasted")


def data_of_changes(
    was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
) -> dict[str, Data]:
    """The same as JSON can hold it."""
    return {
        "spendings": [
            {
                "power": one.power,
                "order": write(one.order),
                "was": one.result.value,
                "instead": other.result.value,
            }
            for one, other in changes_of_spending(was, instead, taken)
        ],
        "treasuries": {
            power: {"was": now, "instead": then}
            for power, (now, then) in treasuries(was, instead).items()
        },
    }
