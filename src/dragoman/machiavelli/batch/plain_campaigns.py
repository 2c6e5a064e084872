"""A turn and a realm in plain Python with room for any position of a board."""

from __future__ import annotations

from dataclasses import fields

from dragoman.machiavelli.engine.realm import (
    GROUPS_OF_REALM,
    GroundTables,
    Realm,
    RealmCodes,
    new_realm,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.room import new_turn
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import OrderRows, Turn, columns_of

_ROWS = 4096
"""How many rows there is room for of anything that a phase has."""


def plain_turn(board: BoardTables, rules: RuleCodes, calendar: CalendarTables, listed: int) -> Turn:
    """A turn with a place for a unit in every province."""
    places = board.province_count
    t = new_turn(board, rules, calendar, units=places, more=places, listed=listed)
    t.orders = OrderRows(*([NONE] * (2 * places) for _ in columns_of(OrderRows)))
    t.owners = [NONE] * places
    return t


def plain_realm(ground: GroundTables, codes: RealmCodes) -> Realm:
    """A realm with room for the orders and events of any phase."""
    r = new_realm(ground, codes)
    for name, rows in GROUPS_OF_REALM.items():
        setattr(r, name, rows(*([0] * _ROWS for _ in fields(rows))))
    return r
