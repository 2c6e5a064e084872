"""What a Machiavelli map says besides its shape: cities, straits, disasters, money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dragoman.formats.njudge import MapCity, MapDisasterTable, MapFile
from dragoman.words import counted

_KINDS = {".": "open", "f": "fortified", "p": "open port", "P": "fortified port"}


def cities_text(map_file: MapFile) -> str:
    """Cities by kind and power, straits, disasters, trade and unit limits."""
    return "\n".join(_lines(map_file))


def _lines(map_file: MapFile) -> Iterator[str]:
    cities = {p.key: p.city for p in map_file.provinces if p.city is not None}
    worth = {key: city.income for key, city in cities.items() if city.income}
    kinds = Counter(_kind(cities[key]) for key in worth)
    yield (
        f"{counted(len(worth), 'city', 'cities')} worth {sum(worth.values())} ducats: "
        + ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    )
    major = [f"{key} {income}" for key, income in worth.items() if income > 1]
    yield f"Major cities: {', '.join(major) or 'none'}"
    fortresses = [key for key, city in cities.items() if not city.income and city.is_fortified]
    yield f"Fortresses: {', '.join(fortresses) or 'none'}"
    for letter in map_file.home_letters:
        home = [p.key for p in map_file.provinces if p.home_letter == letter]
        own = [key for key in home if key in worth]
        ducats = len(home) + sum(worth[key] for key in own)
        lands = f"{counted(len(home), 'home province')}, {counted(len(own), 'city', 'cities')}"
        yield f"{letter}: {lands}, {ducats} ducats a year"
    straits = [
        f"{moves.source}-{step.target} by {step.gatekeeper}"
        for moves in map_file.moves
        for step in moves.steps
        if step.gatekeeper
    ]
    yield f"Straits that a fleet can close: {', '.join(straits) or 'none'}"
    options = map_file.options
    for name, table in (
        ("Famine", options.famine),
        ("Plague", options.plague),
        ("Storms", options.storms),
    ):
        yield f"{name}: {_table(table)}"
    trade = [f"{income.city} {income.dice}" for income in options.incomes]
    yield f"Variable income (city, dice): {', '.join(trade) or 'none'}"
    yield f"Unit limits: {', '.join(row.power for row in options.limits) or 'none'}"


def _kind(city: MapCity) -> str:
    return f"{_KINDS[city.kind]}{' (Venice)' if city.is_venice else ''}"


def _table(table: MapDisasterTable | None) -> str:
    if table is None:
        return "no table"
    throws = sum(bool(cell) for row in table.cells for cell in row)
    return f"{throws} of {sum(map(len, table.cells))} throws, {len(table.provinces)} provinces"
