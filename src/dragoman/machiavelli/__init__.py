"""Machiavelli: cities, money and disasters, on the same board and the same resolver.

The ground it is played on::

    ground = variant.ground            # None where the variant is one of Diplomacy
    ground.cities["MIL"]               # City: of province MIL, its place MIL_CITY, value 3
    ground.city_at["MIL_CITY"]         # the same, by the place where its garrison stands
    ground.famine.struck(4, 6)         # the provinces of row 4 and of column 6
    ground.opening.treasuries          # what the scenario begins with

On the board a city is a province of terrain ``CITY``, with the province that it lies in as its
``city_of``; ``board.conversions`` lead in and out. An open city is a place too, because somebody
owns it, but no conversion leads into it. In the first edition Venice is one place: the city of
``VEN`` is at ``VEN``, and its conversions lead from ``VEN`` to ``VEN``.

Whoever owns units that obey nobody is a power of the board as well, ``AUTONOMOUS``, the last one;
``ground.players`` are the others.
"""

from typing import TYPE_CHECKING

from dragoman.board import AUTONOMOUS, city_place
from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.machiavelli.account import (
        Account,
        Event,
        Gift,
        Kept,
        Lending,
        Payment,
        Roll,
        RollFor,
        Spending,
        Spent,
        Transfer,
        What,
    )
    from dragoman.machiavelli.batch.campaigns import Campaigns
    from dragoman.machiavelli.ground import (
        City,
        Country,
        Edition,
        Ground,
        Strait,
        Victory,
    )
    from dragoman.machiavelli.judge.begin import begin
    from dragoman.machiavelli.judge.legal import legal_orders
    from dragoman.machiavelli.judge.means import Means, PossibleExpense, means
    from dragoman.machiavelli.judge.resolve import Judged, resolve
    from dragoman.machiavelli.judge.upkeep import cost_of_unit, units_due, upkeep_cost
    from dragoman.machiavelli.opening import Opening
    from dragoman.machiavelli.tables import (
        DisasterTable,
        Special,
        UnitLimits,
        VariableIncome,
    )

__all__ = [
    "AUTONOMOUS",
    "Account",
    "Campaigns",
    "City",
    "Country",
    "DisasterTable",
    "Edition",
    "Event",
    "Gift",
    "Ground",
    "Judged",
    "Kept",
    "Lending",
    "Means",
    "Opening",
    "Payment",
    "PossibleExpense",
    "Roll",
    "RollFor",
    "Special",
    "Spending",
    "Spent",
    "Strait",
    "Transfer",
    "UnitLimits",
    "VariableIncome",
    "Victory",
    "What",
    "begin",
    "city_place",
    "cost_of_unit",
    "legal_orders",
    "means",
    "resolve",
    "units_due",
    "upkeep_cost",
]

__getattr__ = looked_up(
    __name__,
    {
        "account": (
            "Account",
            "Event",
            "Gift",
            "Kept",
            "Lending",
            "Payment",
            "Roll",
            "RollFor",
            "Spending",
            "Spent",
            "Transfer",
            "What",
        ),
        "batch.campaigns": ("Campaigns",),
        "ground": (
            "City",
            "Country",
            "Edition",
            "Ground",
            "Strait",
            "Victory",
        ),
        "judge.begin": ("begin",),
        "judge.legal": ("legal_orders",),
        "judge.means": ("Means", "PossibleExpense", "means"),
        "judge.resolve": (
            "Judged",
            "resolve",
        ),
        "judge.upkeep": (
            "cost_of_unit",
            "units_due",
            "upkeep_cost",
        ),
        "opening": ("Opening",),
        "tables": (
            "DisasterTable",
            "Special",
            "UnitLimits",
            "VariableIncome",
        ),
    },
)
