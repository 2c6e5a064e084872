"""Cases of Machiavelli, read from ``tests/machiavelli/cases``: a position, orders, dice, and what
comes of them, under each edition that the case speaks of."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.board import Unit, province_of
from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.machiavelli.account import Roll, RollFor
from dragoman.machiavelli.judge.resolve import Judged, resolve
from dragoman.orders import Order, scan
from dragoman.rules import Affairs, Dislodged, Loan, Phase, Position, RuleSet

FOLDER = Path(__file__).parent / "cases"
BOTH = ("machiavelli", "machiavelli2")
VARIANTS: dict[str, Variant] = {}

GIVEN = {
    *("id", "name", "covers", "editions", "rules", "phase", "units", "owners", "homes", "ducats"),
    *("loans", "no_chits", "allies", "sieges", "rebellions", "famine", "out", "victory"),
    *("retreating", "orders", "dice", "scenario", "steps", "at", "owned_in", "edition", "under"),
}
"""What a case may tell of the position and the orders."""


def read_cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file, each for each of its editions: with ``edition``, and with what the table
    of that edition's name says instead."""
    found = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))["case"]
    return [one for case in found for one in by_edition(case)]


def by_edition(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for edition in case.get("editions", BOTH):
        common = {key: value for key, value in case.items() if key not in BOTH}
        yield common | case.get(edition, {}) | {"edition": edition}


def id_of(case: dict[str, Any]) -> str:
    return f"{case['id']}-{case['edition']}"


def variant_of(name: str) -> Variant:
    if name not in VARIANTS:
        VARIANTS[name] = load_variant(name)
    return VARIANTS[name]


def place(name: str) -> str:
    """``gen_city`` and ``gen`` as keys of the board."""
    return name.upper()


def places(names: Any) -> frozenset[str]:
    return frozenset(map(place, names))


def unit(variant: Variant, power: str, text: str) -> Unit:
    kind, name = text.split()
    location = name.upper()
    if kind[0] == "G":
        location = variant.scenario.cities[province_of(location)].place
    return Unit(power, kind, location)


def units(variant: Variant, told: dict[str, list[str]]) -> tuple[Unit, ...]:
    return tuple(unit(variant, power, text) for power, all_ in told.items() for text in all_)


def position(variant: Variant, case: dict[str, Any]) -> Position:
    """The position of a case. Who does not own the cities at home that nobody else is said to own
    would be out at once, so everybody does; all other land is nobody's."""
    scenario = variant.scenario
    homes = scenario.opening.holders | {c: p for c, p in case.get("homes", {}).items() if p}
    homes = {c: p for c, p in homes.items() if case.get("homes", {}).get(c) != ""}
    at_home = {
        city.place: country
        for country, one in scenario.countries.items()
        if country in scenario.players
        for key in one.provinces
        if (city := scenario.cities.get(key)) is not None
    }
    told = {place(name): owner for name, owner in case.get("owners", {}).items()}
    no_chits = case.get("no_chits", {})
    out = frozenset(case.get("out", ()))
    affairs = Affairs(
        treasuries=dict.fromkeys(scenario.players, 0) | case.get("ducats", {}),
        homes=homes,
        loans={
            power: tuple(Loan(*row) for row in rows)
            for power, rows in case.get("loans", {}).items()
        },
        chits={
            p: tuple(q for q in scenario.players if q != p and q not in no_chits.get(p, ()))
            for p in scenario.players
        },
        sieges=places(case.get("sieges", ())),
        rebellions=places(case.get("rebellions", ())),
        famine=places(case.get("famine", ())),
        allies={power: tuple(others) for power, others in case.get("allies", {}).items()},
        eliminated=out,
        victory_cities=case.get("victory", 15),
        seed=1,
    )
    return Position(
        Phase.parse(case.get("phase", "U1454M")),
        units(variant, case.get("units", {})),
        {at: owner for at, owner in (at_home | told).items() if owner and owner not in out},
        tuple(
            Dislodged(unit(variant, *row["unit"]), tuple(map(place, row["to"])), place(row["from"]))
            for row in case.get("retreating", ())
        ),
        affairs=affairs,
    )


def begun(case: dict[str, Any]) -> tuple[Variant, RuleSet, Position]:
    """What a case is played on, by which rules, and where it begins."""
    variant = variant_of(case.get("scenario", case["edition"]))
    rules = RuleSet.preset(case["edition"]).with_settings(*case.get("rules", []))
    return variant, rules, position(variant, case)


def judge_in(variant: Variant, rules: RuleSet, before: Position, step: dict[str, Any]) -> Judged:
    """Judge the orders of a case, or of one of its steps, with its dice."""
    orders: dict[str, list[Order]] = {}
    for power, texts in step.get("orders", {}).items():
        found = scan("\n".join(texts), variant.board, before.phase.letter)
        assert not found.diagnostics and not found.press, (found.diagnostics, found.press)
        orders[power] = [scanned.order for scanned in found.orders]
    return resolve(
        variant.board,
        variant.scenario,
        before,
        orders,
        rules,
        variant.calendar_under(rules),
        [roll(variant, *row) for row in step.get("dice", [])],
    )


def roll(variant: Variant, purpose: str, power: str, number: int | str, die: int) -> Roll:
    """A die that was thrown. ``number`` may be a place: the province that may rebel, that of the
    unit bribed, or the key city of a variable income, with ``:1`` for its second die."""
    if isinstance(number, str):
        name, _, which = number.partition(":")
        keys = list(variant.board.provinces)
        if purpose == "income":
            cities = [row.city for row in variant.scenario.incomes]
            number = 6 * cities.index(place(name)) + int(which or 0)
        else:
            number = keys.index(place(name)) * (64 if purpose == "bribe" else 1) + int(which or 0)
    return Roll(RollFor(purpose), power or None, number, die)


def stands(variant: Variant, told: dict[str, list[str]]) -> set[Unit]:
    return set(units(variant, told))
