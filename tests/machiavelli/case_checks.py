"""What a case of Machiavelli expects, key by key. A key that nothing here knows is an error, so
that no expectation goes unchecked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from realm_cases import GIVEN, begun, judge_in, place, places, stands

from dragoman.machiavelli import What
from dragoman.machiavelli.account import CAUSES

QUIET = ("sieges_after", "rebellions_after", "famine_after")
"""What is nowhere unless a case says where."""


def assert_case(case: dict[str, Any], expected: dict[str, Any] | None = None) -> None:
    """Judge a case and compare what came of it with what it, or ``expected``, says; one of several
    steps step by step."""
    variant, rules, position = begun(case)
    for step in case.get("steps", [case]):
        while str(position.phase) != step.get("at", str(position.phase)):
            position = judge_in(variant, rules, position, {}).result.position
        judged = judge_in(variant, rules, position, step)
        position = judged.result.position
        told = (expected or {}) | {k: v for k, v in step.items() if k not in GIVEN}
        assert told, "the case expects nothing"
        wanted = ({key: [] for key in QUIET} if step is case else {}) | told
        for key, value in wanted.items():
            if key != "owned" or case["edition"] in step.get("owned_in", [case["edition"]]):
                CHECKS[key](variant, judged, value)


def assert_cases(
    cases: dict[str, dict[str, Any]], expected: dict[str, dict[str, Any]] | None = None
) -> None:
    """Judge all of them, and name those of which something else came than they expect."""
    wrong: dict[str, str] = {}
    for name, case in cases.items():
        try:
            assert_case(case, (expected or {}).get(name))
        except AssertionError as fault:
            wrong[name] = str(fault)
    assert wrong == {}


def after(variant, judged, value):
    """Who stands when everybody has moved, before the retreats."""
    assert set(judged.result.units) == stands(variant, value)


def after_campaign(variant, judged, value):
    """Who stands in the next phase."""
    assert set(judged.result.position.units) == stands(variant, value)


def dislodged(variant, judged, value):
    """Where those dislodged may go, of the places that the map has; who may go nowhere is left
    out."""
    found = {str(d.unit): sorted(d.options) for d in judged.result.dislodged if d.options}
    assert found == {
        text.replace(text.split()[1], text.split()[1].upper()): sorted(
            key for key in map(place, ways) if key in variant.board.province_of
        )
        for text, ways in value.items()
    }


def destroyed(variant, judged, value):
    """Who is dislodged and has nowhere to go."""
    found = {str(d.unit) for d in judged.result.dislodged if not d.options}
    assert found == {f"{t.split()[0]} {t.split()[1].upper()}" for t in value}


def contested(variant, judged, value):
    assert judged.result.contested == places(value)


def owned(variant, judged, value):
    owners = judged.result.position.owners
    for name, owner in value.items():
        assert owners.get(place(name), "") == owner, name


def spent(variant, judged, value):
    for power, results in value.items():
        found = [s.result.value for s in judged.account.spendings if s.power == power]
        assert found == results, power


def minimums(variant, judged, value):
    for power, wanted in value.items():
        assert [s.minimum for s in judged.account.spendings if s.power == power] == wanted


def ducats_after(variant, judged, value):
    """All treasuries that are not empty."""
    left = affairs_after(judged).treasuries
    assert {power: ducats for power, ducats in left.items() if ducats} == value


def income(variant, judged, value):
    """What powers earned, and nobody else anything."""
    found = Counter()
    for event in judged.account.events:
        if event.what in (What.EARNED, What.TRADED):
            found[event.power] += event.ducats
    assert dict(found) == value


def earned(variant, judged, value):
    """What places paid to whom."""
    events = judged.account.events
    found = {e.place.lower(): [e.power, e.ducats] for e in events if e.what is What.EARNED}
    assert {name: found.get(name, []) for name in value} == value


def trade(variant, judged, value):
    """What variable incomes brought to whom, by their key cities."""
    found = {
        f"{variant.scenario.city_at[e.place].province.lower()}": [e.power, e.ducats]
        for e in judged.account.events
        if e.what is What.TRADED
    }
    assert {city: found.get(city, []) for city in value} == value


def loans_after(variant, judged, value):
    for power, rows in value.items():
        loans = affairs_after(judged).loans.get(power, ())
        found = [[one.principal, one.interest, one.campaigns] for one in loans]
        assert sorted(found) == sorted(rows)


def lendings(variant, judged, value):
    found = {e.power: [e.result.value, e.lent] for e in judged.account.lendings}
    assert found == value


def payments(variant, judged, value):
    found: dict[str, list[Any]] = {}
    for row in judged.account.payments:
        found.setdefault(row.power, []).append([row.result.value, row.paid])
    assert found == value


def chits_after(variant, judged, value):
    """How many chits a power has, or for whom."""
    for power, held in value.items():
        found = affairs_after(judged).chits.get(power, ())
        assert (len(found) if isinstance(held, int) else sorted(found)) == held


def bank(variant, judged, value):
    """Who could not pay the bank, and owes nothing any more."""
    assert value in affairs_after(judged).defaulters
    assert value not in affairs_after(judged).loans


def sieges_after(variant, judged, value):
    assert affairs_after(judged).sieges == places(value)


def rebellions_after(variant, judged, value):
    assert affairs_after(judged).rebellions == places(value)


def famine_after(variant, judged, value):
    if value != "any":
        assert affairs_after(judged).famine == places(value)


def homes_after(variant, judged, value):
    homes = affairs_after(judged).homes
    assert {country: homes.get(country, "") for country in value} == value


def out_after(variant, judged, value):
    assert affairs_after(judged).eliminated == set(value)


def victory_after(variant, judged, value):
    assert affairs_after(judged).victory_cities == value


def winner(variant, judged, value):
    assert (judged.result.winner or "") == value


def kept(variant, judged, value):
    """What came of the orders of an adjustment, as its reasons are called; "" for well."""
    for power, wanted in value.items():
        of_power = [o for o in judged.result.outcomes if o.unit.power == power]
        assert [outcome.reason for outcome in of_power] == wanted, power


def reasons(variant, judged, value):
    """Why units did not do what they were ordered, by where they were."""
    found = {o.unit.location: o.reason for o in judged.result.outcomes}
    assert {name: found.get(place(name)) for name in value} == value


def results(variant, judged, value):
    found = {o.unit.location: o.result.value for o in judged.result.outcomes}
    assert {name: found.get(place(name)) for name in value} == value


def unused(variant, judged, value):
    assert sorted(order.reason for order in judged.result.unused) == sorted(value)


def lost(variant, judged, value):
    """The units that were lost, and to what."""
    found = {str(e.unit): e.detail for e in judged.account.events if e.what is What.LOST}
    assert set(value.values()) <= set(CAUSES)
    assert found == {f"{t.split()[0]} {t.split()[1].upper()}": cause for t, cause in value.items()}


def struck(variant, judged, value):
    """What disasters struck."""
    for disaster, wanted in value.items():
        events = judged.account.events
        found = {e.place for e in events if e.what is What.STRUCK and e.detail == disaster}
        assert found == places(wanted)


def rolled(variant, judged, value):
    """How many dice were rolled for what."""
    found = Counter(roll.purpose.value for roll in judged.account.rolls)
    assert {purpose: found[purpose] for purpose in value} == value


def rebelled(variant, judged, value):
    """Where rebellions broke out."""
    found = [e.place.lower() for e in judged.account.events if e.what is What.REBELLED]
    assert found == value


def siege(variant, judged, value):
    """What became of sieges."""
    found = {e.place.lower(): e.detail for e in judged.account.events if e.what is What.SIEGE}
    assert found == value


def next_phase(variant, judged, value):
    assert str(judged.result.position.phase) == value


def affairs_after(judged):
    affairs = judged.result.position.affairs
    assert affairs is not None
    return affairs


CHECKS = {
    check.__name__: check
    for check in (
        *(after, after_campaign, dislodged, destroyed, contested, owned, spent, minimums),
        *(ducats_after, income, earned, trade, loans_after, lendings, payments, chits_after, bank),
        *(sieges_after, rebellions_after, famine_after, homes_after, out_after, victory_after),
        *(
            winner,
            kept,
            reasons,
            results,
            unused,
            lost,
            struck,
            rolled,
            rebelled,
            siege,
            next_phase,
        ),
    )
}
