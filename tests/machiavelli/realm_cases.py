"""Cases of Machiavelli, read from ``tests/machiavelli/cases``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from dragoman.board import Unit, province_of
from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.machiavelli.account import Roll, RollFor
from dragoman.machiavelli.judge.resolve import Judged, resolve
from dragoman.orders import Order, scan
from dragoman.rules import Affairs, Loan, Phase, Position, RuleSet

FOLDER = Path(__file__).parent / "cases"
VARIANTS: dict[str, Variant] = {}


def read_cases(name: str) -> list[tuple[str, dict[str, Any]]]:
    """The cases of a file, each under each of its editions."""
    found = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))["case"]
    return [(edition, case) for case in found for edition in case["editions"]]


def variant_of(edition: str) -> Variant:
    if edition not in VARIANTS:
        VARIANTS[edition] = load_variant(edition)
    return VARIANTS[edition]


def place(name: str) -> str:
    """``gen_city`` and ``gen`` as keys of the board."""
    return name.upper()


def unit(variant: Variant, power: str, text: str) -> Unit:
    kind, name = text.split()
    location = name.upper()
    if kind[0] == "G":
        location = variant.ground.cities[province_of(location)].place
    return Unit(power, kind, location)


def position(variant: Variant, case: dict[str, Any]) -> Position:
    ground = variant.ground
    units = tuple(unit(variant, p, text) for p, all_ in case["units"].items() for text in all_)
    owners = {place(name): owner for name, owner in case.get("owners", {}).items()}
    affairs = Affairs(
        treasuries=dict.fromkeys(ground.players, 0) | case.get("ducats", {}),
        homes=ground.opening.holders | case.get("homes", {}),
        loans={
            power: tuple(Loan(*row) for row in rows)
            for power, rows in case.get("loans", {}).items()
        },
        chits={
            p: tuple(
                q for q in ground.players if q != p and q not in case.get("no_chits", {}).get(p, [])
            )
            for p in ground.players
        },
        sieges=frozenset(map(place, case.get("sieges", []))),
        rebellions=frozenset(map(place, case.get("rebellions", []))),
        famine=frozenset(map(place, case.get("famine", []))),
        victory_cities=15,
        seed=1,
    )
    homes = {
        city.place: country
        for country in ground.countries
        for key in ground.countries[country].provinces
        if (city := ground.cities.get(key)) is not None
    }
    homes = {at: owner for at, owner in homes.items() if owner in ground.players}
    owners = {at: owner for at, owner in (homes | owners).items() if owner}
    return Position(Phase.parse(case.get("phase", "U1454M")), units, owners, affairs=affairs)


def judge(edition: str, case: dict[str, Any]) -> tuple[Variant, Position, Judged]:
    variant = variant_of(edition)
    before = position(variant, case)
    rules = RuleSet.preset(edition).with_settings(*case.get("rules", []))
    orders: dict[str, list[Order]] = {}
    for power, texts in case["orders"].items():
        found = scan("\n".join(texts), variant.board, before.phase.letter)
        assert not found.diagnostics and not found.press, (found.diagnostics, found.press)
        orders[power] = [scanned.order for scanned in found.orders]
    judged = resolve(
        variant.board,
        variant.ground,
        before,
        orders,
        rules,
        variant.calendar,
        [roll(*row) for row in case.get("dice", [])],
    )
    return variant, before, judged


def roll(purpose: str, power: str, number: int | str, die: int) -> Roll:
    """A die that was thrown: ``number`` may be a place, whose number on the board is meant."""
    return Roll(RollFor(purpose), power or None, int(number), die)
