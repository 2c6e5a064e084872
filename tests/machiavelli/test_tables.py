"""The tables of sections 5 to 9, a case for each row of them, under both editions.

The rules are written down here once more, as numbers; the engine has to come to the same.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from case_checks import assert_case, assert_cases
from realm_cases import BOTH, variant_of

from dragoman.machiavelli.scenario import Special

rule = pytest.mark.rule
both = pytest.mark.parametrize("edition", BOTH)


# 5.2: what places pay.

_HELD = {"gen": "MILAN", "gen_city": "MILAN", "cor": "MILAN", "cor_city": "MILAN"}
INCOME = [  # what a row is of, what the column is, and what that makes of it
    ("province", {}, {"gen": 1}),
    ("province", {"famine": ["gen"]}, {"gen": 0}),
    ("province", {"rebellions": ["gen"]}, {"gen": 0}),
    ("province", {"rebellions": ["gen_city"]}, {"gen": 1}),
    ("open city", {}, {"cor": 1, "cor_city": 1}),
    ("open city", {"famine": ["cor"]}, {"cor": 0, "cor_city": 0}),
    ("open city", {"rebellions": ["cor"]}, {"cor": 0, "cor_city": 0}),
    ("walls without a garrison", {}, {"gen_city": 3}),
    ("walls without a garrison", {"famine": ["gen"]}, {"gen_city": 0}),
    ("walls without a garrison", {"rebellions": ["gen"]}, {"gen_city": 3}),
    ("walls without a garrison", {"rebellions": ["gen_city"]}, {"gen_city": 0}),
    ("walls without a garrison", {"rebellions": ["gen", "gen_city"]}, {"gen": 0, "gen_city": 0}),
    ("garrison", {"units": {"MILAN": ["G gen"]}}, {"gen_city": 3}),
    ("garrison", {"units": {"MILAN": ["G gen"]}, "famine": ["gen"]}, {"gen": 0, "gen_city": 3}),
    ("garrison", {"units": {"MILAN": ["G gen"]}, "rebellions": ["gen"]}, {"gen_city": 3}),
    ("fleet at sea", {"units": {"MILAN": ["F ion"]}}, {"ion": 1}),
    ("army on land of nobody's", {"units": {"MILAN": ["A mon"]}}, {"mon": 1, "mon_city": 1}),
]


@rule("E-1", "E-2", "B-2", "D-3", "MB-7")
@both
@pytest.mark.parametrize(("row", "column", "pays"), INCOME)
def test_income(edition, row, column, pays):
    case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no"], "owners": _HELD}
    kept = {
        "sieges_after": [],
        "rebellions_after": column.get("rebellions", []),
        "famine_after": column.get("famine", []),
    }
    earned = {place: ["MILAN", ducats] if ducats else [] for place, ducats in pays.items()}
    assert_case(case | column | kept | {"earned": earned})


@rule("E-2", "G-6", "M23")
@pytest.mark.parametrize("rebels", [[], ["gen"]])
def test_income_of_a_besieged_city(rebels):
    """The province goes to who besieges it, the city pays nothing; without a siege a garrison keeps
    the income of its city, whether or not the province rebels."""
    case = {"edition": "machiavelli", "phase": "F1454M", "rules": ["famine=no"], "owners": _HELD}
    case |= {"units": {"FRANCE": ["A gen"], "MILAN": ["G gen"]}, "rebellions": rebels}
    case |= {"orders": {"FRANCE": ["A gen B"]}, "sieges_after": ["gen"]}
    assert_case(case | {"earned": {"gen": ["FRANCE", 1], "gen_city": []}})


@rule("E-2", "M-5", "M36")
@both
def test_a_fortress_pays_nothing(edition):
    name = "ber" if edition == "machiavelli" else "luc"
    value = 0 if edition == "machiavelli" else 1
    case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no", "fortresses=yes"]}
    case |= {"units": {"MILAN": [f"G {name}"]}, "owners": {name: "MILAN"}}
    earned = {name: ["MILAN", 1], f"{name}_city": ["MILAN", value] if value else []}
    assert_case(case | {"earned": earned})


# 5.3: variable incomes.


@rule("VI-1", "VI-2", "VI-4", "VI-7")
@both
@pytest.mark.parametrize("number", range(9))
def test_variable_income(edition, number):
    """Each face of each die; who holds the home country receives it, else who owns the city."""
    entry = variant_of(edition).scenario.incomes[number]
    who = "MILAN" if entry.country is None else entry.country
    city = entry.city.lower()
    for face in range(1, 7):
        dice = [["income", who, f"{city}:{die}", face] for die in range(entry.dice)]
        case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no"], "dice": dice}
        amount = entry.dice * entry.amounts[face - 1]
        assert_case(case | {"owners": {"gen_city": "MILAN"}, "trade": {city: [who, amount]}})


@rule("VI-1")
@both
def test_two_dice_are_thrown_apart(edition):
    dice = [["income", "VENICE", "ven", 1], ["income", "VENICE", "ven:1", 6]]
    case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no"], "dice": dice}
    assert_case(case | {"trade": {"ven": ["VENICE", 2 + 5]}})


@rule("VI-3")
@both
@pytest.mark.parametrize(
    "trouble",
    [{"famine": ["mil"]}, {"rebellions": ["mil", "mil_city"]}, {"owners": {"mil_city": "FRANCE"}}],
)
def test_trade_does_not_hang_on_its_city(edition, trouble):
    case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no"]}
    kept = {"famine_after": "any", "rebellions_after": trouble.get("rebellions", [])}
    dice = {"dice": [["income", "MILAN", "mil", 6]]}
    assert_case(case | trouble | kept | dice | {"trade": {"mil": ["MILAN", 5]}})


@rule("VI-2")
@both
def test_the_trade_of_a_country_that_nobody_holds_brings_nothing(edition):
    case = {"edition": edition, "phase": "F1454M", "rules": ["famine=no"], "out": ["TURKEY"]}
    assert_case(case | {"homes": {"TURKEY": ""}, "trade": {"dur": [], "gen": []}})


# 5.6: the bank.


@rule("L-2", "M24")
@both
@pytest.mark.parametrize("years", [1, 2])
def test_interest(edition, years):
    for amount in range(1, 26):
        case = {"edition": edition, "orders": {"MILAN": [f"borrow {amount} d for {years} years"]}}
        interest = -(-amount // 5) if years == 1 else -(-amount // 2)
        wanted = {"MILAN": [[amount, interest, 3 * years]]}
        assert_case(case | {"loans_after": wanted, "ducats_after": {"MILAN": amount}})


# Section 6: what money buys, from which amount on.

BRIBES = [  # the order, whose the unit is, the least for an ordinary one, what becomes of it
    ("disband", "AUTONOMOUS", "G", 6),
    ("buy", "AUTONOMOUS", "G", 9),
    ("garrison to autonomous", "FRANCE", "G", 9),
    ("disband", "FRANCE", "G", 12),
    ("disband", "FRANCE", "A", 12),
    ("buy", "FRANCE", "G", 18),
    ("buy", "FRANCE", "A", 18),
]
KINDS = {"": 1, "c": 2, "m": 1, "p": 2}
"""Soldiers, and how often the least is paid for them."""
CITIES = {"pad": ("fer", 1), "fer": ("man", 1), "flo": ("sie", 2)}
"""A place beside each city, and how often the least is paid for its garrison."""


@rule("X-B", "M19", "X-d", "X-e", "X-f", "X-g", "X-h", "X-i", "X-A", "U-3")
@both
@pytest.mark.parametrize(("what", "owner", "kind", "least"), BRIBES)
def test_bribes(edition, what, owner, kind, least):
    """The least for each kind of bribe, of unit and of city; a step below it fails. Venice, who
    buys every kind, stands beside."""
    cases: dict[str, dict[str, Any]] = {}
    for (city, (beside, times)), (soldiers, more), short in product(
        CITIES.items(), KINDS.items(), (0, 3)
    ):
        minimum = least * more * (times if kind == "G" else 1)
        ducats = minimum - short
        unit = f"{kind}{soldiers} {city}"
        case = {"edition": edition, "units": {owner: [unit], "VENICE": [f"A {beside}"]}}
        case |= {"owners": {"pad_city": ""}} if city == "pad" else {}
        case |= {"ducats": {"VENICE": ducats}}
        case |= {"orders": {"VENICE": [f"expense 1: {ducats} d {what} {unit}"]}}
        after = {"VENICE": [f"A {beside}"], owner: [unit]}
        if ducats == minimum:
            del after[owner]
            if what == "buy":
                after["VENICE"].append(unit)
            elif what != "disband":
                after["AUTONOMOUS"] = [unit]
        came = "done" if ducats == minimum else "too-little"
        expected = {"spent": {"VENICE": [came]}, "minimums": {"VENICE": [minimum]}}
        expected |= {"after": after, "ducats_after": {}}
        cases[f"{ducats} d for {unit}"] = case | expected
    assert_cases(cases)


@rule("X-B", "X-j", "X-k", "X-a", "X-b", "X-I")
@both
def test_other_expenditures(edition):
    """Relief, peace and rebellions by their least amounts, which count where none is named."""
    case = {"edition": edition, "phase": "S1455M", "ducats": {"VENICE": 60}, "famine": ["pad"]}
    case |= {"owners": {"mod": "FRANCE", "avi": "FRANCE", "pad": "VENICE"}}
    case |= {"rebellions": ["pad", "pad_city"], "units": {"VENICE": ["A pad"]}}
    texts = ["famine relief pad", "pacify rebellion pad", "cause rebellion mod"]
    texts = [*texts, "cause rebellion avi"]
    case |= {"orders": {"VENICE": [f"expense {n + 1}: {text}" for n, text in enumerate(texts)]}}
    expected = {"minimums": {"VENICE": [3, 12, 9, 15]}, "ducats_after": {"VENICE": 60 - 39}}
    expected |= {"rebellions_after": ["mod", "mod_city", "avi", "avi_city"]}
    assert_case(case | expected | {"after_campaign": {"VENICE": ["A pad"]}})


# Section 7: assassination.


@rule("A-1", "X-l", "A-5", "M25")
@both
@pytest.mark.parametrize(("ducats", "most"), [(12, 1), (24, 2), (36, 3), (48, 3), (35, 2)])
def test_assassination(edition, ducats, most):
    cases: dict[str, dict[str, Any]] = {}
    for die in range(1, 7):
        case = {"edition": edition, "ducats": {"PAPACY": ducats}, "units": {"VENICE": ["A fer"]}}
        case |= {"orders": {"PAPACY": [f"expense 1: {ducats} d assassinate venice"]}}
        case["orders"]["VENICE"] = ["A fer - man"]
        case |= {"dice": [["assassin", "PAPACY", 1, die], ["rebellion", "VENICE", "fer", 6]]}
        is_hit = die <= most
        expected = {"spent": {"PAPACY": ["done" if is_hit else "missed"]}, "ducats_after": {}}
        expected |= {"after": {"VENICE": ["A fer" if is_hit else "A man"]}}
        cases[f"a {die} for {ducats} d"] = case | expected
    assert_cases(cases)


@rule("A-1", "X-l")
@both
def test_less_than_twelve_ducats_hire_nobody(edition):
    case = {"edition": edition, "ducats": {"PAPACY": 11}}
    case |= {"orders": {"PAPACY": ["expense 1: 11 d assassinate venice"]}}
    expected = {"spent": {"PAPACY": ["too-little"]}, "chits_after": {"PAPACY": 7}}
    assert_case(case | expected | {"rolled": {"assassin": 0}})


@rule("A-3", "A-4", "B-1")
@both
@pytest.mark.parametrize(
    ("place", "unit", "most"),
    [
        ("pad", ["A pad"], 1),
        ("pad", ["G pad"], 1),
        ("pad", [], 2),
        ("mod", ["A mod"], 3),
        ("mod", ["G mod"], 3),
        ("mod", [], 5),
    ],
)
def test_provinces_of_the_assassinated(edition, place, unit, most):
    cases: dict[str, dict[str, Any]] = {}
    for die in range(1, 7):
        case = {"edition": edition, "ducats": {"PAPACY": 12}, "units": {"VENICE": unit}}
        case |= {"owners": {place: "VENICE", f"{place}_city": "VENICE", "ven": ""}}
        case |= {"orders": {"PAPACY": ["expense 1: assassinate venice"]}}
        case |= {"dice": [["assassin", "PAPACY", 1, 1], ["rebellion", "VENICE", place, die]]}
        rebels = [place] if die <= most else []
        if rebels and not any(text[0] == "G" for text in unit):
            rebels.append(f"{place}_city")
        cases[f"a {die}"] = case | {"rebellions_after": rebels, "rolled": {"rebellion": 1}}
    assert_cases(cases)


# Section 9: disasters.

SEVERITY = {
    "njudge": {4: "row", 6: "row", 5: "column", 7: "column"} | dict.fromkeys(range(8, 13), "both"),
    "board-game": {4: "row", 7: "row", 5: "column", 6: "column"}
    | dict.fromkeys(range(8, 13), "both"),
    "one-die": {2: "row", 3: "row", 4: "column", 5: "column", 6: "both"},
}


def thrown(disaster: str, severity: list[int], row: int, column: int) -> list[list[Any]]:
    both_dice = [*_two(row), *_two(column)]
    return [
        *([disaster, "", number, die] for number, die in enumerate(severity)),
        *([disaster, "", 2 + number, die] for number, die in enumerate(both_dice)),
    ]


def _two(total: int) -> list[int]:
    return [total - 6, 6] if total > 6 else [1, total - 1]


@rule("D-1", "14.10")
@both
@pytest.mark.parametrize(
    ("answer", "totals"),
    [("njudge", range(2, 13)), ("board-game", range(2, 13)), ("one-die", range(1, 7))],
)
def test_severity(edition, answer, totals):
    table = variant_of(edition).scenario.famine
    cases: dict[str, dict[str, Any]] = {}
    for total in totals:
        severity = [total] if answer == "one-die" else _two(total)
        struck = {
            "": (),
            "row": table.struck(row=4),
            "column": table.struck(column=6),
            "both": table.struck(4, 6),
        }[SEVERITY[answer].get(total, "")]
        case = {"edition": edition, "phase": "F1454M", "rules": [f"disaster_dice={answer}"]}
        case |= {"dice": thrown("famine", severity, 4, 6), "famine_after": "any"}
        cases[f"a {total}"] = case | {"struck": {"famine": [key.lower() for key in struck]}}
    assert_cases(cases)


@rule("D-2", "D-4", "D-5", "D-7")
@both
@pytest.mark.parametrize("disaster", ["famine", "plague", "storm"])
def test_rows_and_columns(edition, disaster):
    """Every row with every column of its number: what the tables name, each province once."""
    ours = variant_of(edition).scenario
    table = {"famine": ours.famine, "plague": ours.plague, "storm": ours.storms}[disaster]
    answers = ["disaster_dice=njudge", "plague=yes", "storms=yes"]
    cases: dict[str, dict[str, Any]] = {}
    for number in range(2, 13):
        case = {"edition": edition, "phase": "S1454M" if disaster == "plague" else "F1454M"}
        case |= {"rules": answers, "dice": thrown(disaster, [6, 6], number, number)}
        struck = [key.lower() for key in table.struck(number, number)]
        cases[f"row and column {number}"] = case | {
            "famine_after": "any",
            "struck": {disaster: struck},
        }
    assert_cases(cases)


# 3: kinds of units that a power may have.

LIMITS = [
    ("machiavelli2", "machiavelli2", power) for power in variant_of("machiavelli2").scenario.limits
]
LIMITS += [("machiavelli2", "mach2_fotl", "LOMBARDY"), ("machiavelli2", "mach2_eai", "EMPIRE")]


@rule("U-7")
@pytest.mark.parametrize(("edition", "scenario", "power"), LIMITS)
def test_unit_limits(edition, scenario, power):
    """What the table of a power says of each kind, when it builds and when it buys."""
    variant = variant_of(scenario)
    limits, ours = variant.scenario.limits[power], variant.scenario
    ports = [
        city
        for city in ours.cities.values()
        if city.is_port
        and city.is_fortified
        and ours.country_of.get(city.province) == power
        and "A" in variant.board.stands
        and city.province in variant.board.stands["A"]
    ]
    inland = next(
        city
        for city in ours.cities.values()
        if city.is_fortified and ours.country_of.get(city.province) == power and city.value
    )
    foreign = next(
        city
        for city in ours.cities.values()
        if city.is_port
        and city.is_fortified
        and ours.country_of.get(city.province) != power
        and not city.is_venice
    )
    for kind, special in product("AFG", Special):
        letter = "" if special is Special.ORDINARY else special.value
        home = ports[0] if kind == "F" and ports else inland
        if kind == "F" and not ports:
            continue
        at = home.province.lower()
        case = {"edition": edition, "scenario": scenario, "phase": "W1454A"}
        case |= {"owners": {at: power, f"{at}_city": power}, "ducats": {power: 60}}
        case |= {"orders": {power: [f"build {kind}{letter} {at}"]}}
        may = limits.may_build(kind, special)
        assert_case(case | {"kept": {power: ["" if may else "elite-limit"]}})
        at = foreign.province.lower()
        unit = f"{kind}{letter} {at}"
        near = {"rules": ["bribe_nearness=anywhere"]}
        case = {"edition": edition, "scenario": scenario, "ducats": {power: 99}} | near
        case |= {"units": {"AUTONOMOUS": [unit]}, "owners": {f"{at}_city": ""}}
        case |= {"orders": {power: [f"expense 1: 72 d buy {unit}"]}}
        may = limits.may_buy(kind, special)
        assert_case(case | {"spent": {power: ["done" if may else "kind-barred"]}})


# 1.3: victory.


@rule("V-1", "V-3")
@pytest.mark.parametrize(
    ("cities", "countries"),
    [(6, 0), (7, 1), (14, 1), (15, 2), (22, 2), (23, 3), (30, 3), (31, 4), (38, 4)],
)
def test_home_countries_for_victory(cities, countries):
    variant = variant_of("machiavelli")
    others = [power for power in variant.scenario.players if power != "MILAN"]
    owned = {key.lower() + "_city": "MILAN" for key in variant.scenario.cities if key != "VEN"}
    for held in {max(countries - 1, 1), max(countries, 1)}:
        homes = dict.fromkeys(others, "") | dict.fromkeys(others[: held - 1], "MILAN")
        case = {"edition": "machiavelli", "phase": "F1454M", "rules": ["famine=no"]}
        case |= {"owners": owned, "out": others, "homes": homes, "victory": cities}
        assert_case(case | {"winner": "MILAN" if held >= countries else ""})
