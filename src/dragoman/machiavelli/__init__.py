"""Machiavelli: cities, money and disasters, on the same board and the same resolver.

A scenario is what is added to the board::

    scenario = variant.scenario          # None where the variant is one of Diplomacy
    scenario.cities["MIL"]               # City: of province MIL, its place MIL_CITY, value 3
    scenario.city_at["MIL_CITY"]         # the same, by the place where its garrison stands
    scenario.famine.struck(4, 6)         # the provinces of row 4 and of column 6
    scenario.opening.treasuries          # what a game begins with

On the board a city is a province of terrain ``CITY``, with the province that it lies in as its
``city_of``; ``board.conversions`` lead in and out. An open city is a place too, because somebody
owns it, but no conversion leads into it. In the first edition Venice is one place: the city of
``VEN`` is at ``VEN``, and its conversions lead from ``VEN`` to ``VEN``.

Whoever owns units that obey nobody is a power of the board as well, ``AUTONOMOUS``, the last one;
``scenario.players`` are the others.
"""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.machiavelli.account import (
        Account as Account,
        Event as Event,
        Gift as Gift,
        Kept as Kept,
        Lending as Lending,
        Payment as Payment,
        Roll as Roll,
        RollFor as RollFor,
        Spending as Spending,
        Spent as Spent,
        Transfer as Transfer,
        What as What,
    )
    from dragoman.machiavelli.batch.campaigns import Campaigns as Campaigns
    from dragoman.machiavelli.judge.begin import begin as begin
    from dragoman.machiavelli.judge.legal import legal_orders as legal_orders
    from dragoman.machiavelli.judge.means import (
        Means as Means,
        PossibleExpense as PossibleExpense,
        cost_of_unit as cost_of_unit,
        means as means,
        units_due as units_due,
        upkeep_cost as upkeep_cost,
    )
    from dragoman.machiavelli.judge.resolve import Judged as Judged, resolve as resolve
    from dragoman.machiavelli.scenario import (
        City as City,
        Country as Country,
        DisasterTable as DisasterTable,
        Edition as Edition,
        Opening as Opening,
        Scenario as Scenario,
        Special as Special,
        Strait as Strait,
        UnitLimits as UnitLimits,
        VariableIncome as VariableIncome,
        Victory as Victory,
    )

__getattr__, __dir__, __all__ = exported(__name__)
