"""The end of a year: who owns what, who has won, and whether there is anything to adjust."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dragoman.board import Board, Unit
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import G_POWERS, NONE
from dragoman.rules.engine.packing import (
    C_UNITS,
    C_WINNER,
    OWNERS,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
    block,
    cells_needed,
)
from dragoman.rules.engine.tables import numbers, rule_codes, terms_of
from dragoman.rules.engine.year_end import adjusts, settle_owners, settle_victory


class YearEnd(NamedTuple):
    """Who owns each centre now, who has won (None: nobody yet), and whether any power has to
    remove a unit, or may build one and has room for it."""

    owners: Mapping[str, str]
    winner: str | None
    adjusts: bool


def end_year(
    board: Board,
    rule_set: RuleSet,
    victory_centers: int,
    units: Iterable[Unit],
    owners: Mapping[str, str],
) -> YearEnd:
    """Settle the ownership of the centres: each belongs to the power whose unit stands there,
    else to whom it belonged before. The power with ``victory_centers`` of them has won, if no
    other has as many."""
    n = numbers(board)
    ground = n.ground_under(terms_of(rule_set, ice=False))
    rules = rule_codes(rule_set)
    places = len(n.places)
    cells = [NONE] * cells_needed(places)
    locations = block(ground, 0, UNIT_LOCATIONS)
    powers = block(ground, 0, UNIT_OWNERS)
    kinds = block(ground, 0, UNIT_KINDS)
    centers = block(ground, 0, OWNERS)
    count = 0
    for unit in units:
        cells[locations + count] = n.location[unit.location]
        cells[powers + count] = n.power[unit.power]
        cells[kinds + count] = n.kind[unit.kind]
        count += 1
    cells[C_UNITS] = count
    cells[C_WINNER] = 0
    for center, owner in owners.items():
        cells[centers + n.location[center]] = n.power[owner]
    settle_owners(ground, rules, cells, 0)
    tally, full = [0] * ground[G_POWERS], [0] * places
    won = settle_victory(ground, victory_centers, cells, 0, tally)
    return YearEnd(
        {
            n.places[place]: n.powers[owner]
            for place, owner in enumerate(cells[centers : centers + places])
            if owner != NONE
        },
        n.powers[cells[C_WINNER] - 1] if won else None,
        adjusts(ground, rules, cells, 0, tally, full),
    )
