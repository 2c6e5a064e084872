"""Income: land, cities, seas, and what the dice give (rules 5.2 and 5.3)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    EARNED,
    FACES,
    INCOME_BY_CITY,
    ROLL_INCOME,
    TRADED,
    VENICE_AS_SEA,
)
from dragoman.machiavelli.engine.dice import roll
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.telling import tell
from dragoman.machiavelli.engine.units import garrison, is_fleet
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def pay_income(t: Turn, r: Realm, is_first: bool) -> None:
    """Pay every power its income. ``is_first`` says that it is the one before the game begins, in
    which the first die of each recipient counts 2 at least (T-4)."""
    for power in range(r.ground.nobody):
        r.income[power] = 0
    for area in range(t.board.province_count):
        if r.ground.area_of[area] == NONE:
            earn(r, t.owners[area], area, income_of_area(t, r, area))
            city = r.ground.city_of[area]
            unit = t.at[area]
            if (
                city != NONE
                and t.board.is_water[area] == 1
                and r.codes.venice_ducat != VENICE_AS_SEA
            ):
                earn(r, keeper_of_venice(t, r, area), area, 1)
            elif unit != NONE and t.board.is_water[area] == 1 and is_fleet(t, unit):
                earn(r, t.owner[unit], area, 1)
            if city != NONE:
                earn(r, t.owners[city], city, income_of_city(t, r, area, city))
    for entry in range(r.ground.entry_count):
        recipient = recipient_of(t, r, entry)
        if recipient != NONE and r.is_out[recipient] == 0:
            amount = variable_income(t, r, entry, recipient, is_first)
            r.income[recipient] += amount
            tell(r, TRADED, r.ground.entry_city[entry], recipient, amount)
    for power in range(r.ground.nobody):
        r.treasury[power] += r.income[power]


def earn(r: Realm, power: int, place: int, amount: int) -> None:
    """Count what a power earns; nobody's property pays nobody."""
    if amount > 0 and power not in (NONE, r.ground.nobody):
        r.income[power] += amount
        tell(r, EARNED, place, power, amount)


def keeper_of_venice(t: Turn, r: Realm, area: int) -> int:
    """Who has Venice of 1995 as if it were land: who has the fleet there, if nobody else has the
    garrison, else who has the city."""
    outside = t.at[area]
    inside = garrison(t, r, area)
    if outside == NONE:
        return t.owners[r.ground.city_of[area]]
    if inside != NONE and t.owner[inside] != t.owner[outside]:
        return NONE
    return t.owner[outside]


def income_of_area(t: Turn, r: Realm, area: int) -> int:
    """A ducat for land, unless famine or rebellion is there."""
    is_fruitful = r.famine[area] == 0 and r.rebels[area] == 0
    return 1 if r.ground.is_land[area] == 1 and is_fruitful else 0


def income_of_city(t: Turn, r: Realm, area: int, city: int) -> int:
    """What a city pays (table E-2): nothing while it rebels; with a garrison nothing while it is
    besieged; without one nothing in famine, and if it has no walls nothing in a rebellion of its
    province."""
    if r.rebels[city] == 1:
        return 0
    if garrison(t, r, area) != NONE:
        return 0 if r.siege[area] == 1 else r.ground.value[city]
    if r.famine[area] == 1:
        return 0
    if r.ground.has_walls[city] == 0 and r.rebels[area] == 1:
        return 0
    return r.ground.value[city]


def recipient_of(t: Turn, r: Realm, entry: int) -> int:
    """Who receives a variable income: the owner of the home country, else of the key city, in the
    edition of 1983 only with the land around it. NONE for nobody."""
    country = r.ground.entry_country[entry]
    if country != NONE:
        return r.home_owner[country]
    city = r.ground.entry_city[entry]
    owner = t.owners[city]
    area = r.ground.area_of[city]
    if r.codes.city_income != INCOME_BY_CITY and r.ground.is_land[area] == 1:
        return owner if t.owners[area] == owner else NONE
    return owner


def variable_income(t: Turn, r: Realm, entry: int, power: int, is_first: bool) -> int:
    """What the dice of a variable income give; without dice, the face for 4 in odd years and for 3
    in even ones."""
    if is_first and has_initial(r):
        return r.ground.entry_initial[entry]
    total = 0
    for number in range(r.ground.entry_dice[entry]):
        if r.codes.dice == 1:
            die = roll(t, r, ROLL_INCOME, power, entry * FACES + number)
        else:
            die = 3 + t.year % 2
        if is_first and number == 0 and is_first_entry(t, r, entry, power):
            die = max(die, 2)
        total += r.ground.entry_faces[entry * FACES + die - 1]
    return total


def has_initial(r: Realm) -> bool:
    """Whether the map tells what the first income is, of any variable income (VI-6)."""
    for entry in range(r.ground.entry_count):
        if r.ground.entry_initial[entry] != 0:
            return True
    return False


def is_first_entry(t: Turn, r: Realm, entry: int, power: int) -> bool:
    """Whether none before it is paid to the same power."""
    for before in range(entry):
        if recipient_of(t, r, before) == power:
            return False
    return True
