"""A bot for Machiavelli."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from dragoman.bots.bot import View
from dragoman.bots.prince.campaign import Campaign, orders_of
from dragoman.bots.prince.convoys import carry
from dragoman.bots.prince.outlook import outlook_of
from dragoman.bots.prince.spending import Budget, budget_of
from dragoman.bots.prince.winter import adjustments, retreats
from dragoman.bots.prince.worth import worths_of
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind


@dataclass(frozen=True, slots=True)
class Prince:
    """Sends each unit where it is worth most, lets the others help, besieges what has walls, and
    spends what is left of his money on what brings more than it costs."""

    spends: bool = True
    """True if he buys anything but soldiers."""
    noise: float = 0.05
    """The part by which a worth is taken to be greater or smaller than it is."""

    def __call__(self, view: View) -> Iterable[Order]:
        dice, outlook = Random(view.seed), outlook_of(view)
        phase, means = view.position.phase.kind, view.means
        if phase is PhaseKind.RETREAT:
            return [*retreats(outlook, worths_of(outlook, self.noise, dice))]
        is_paid = view.rule_set.money == "yes" and means is not None
        if phase is PhaseKind.ADJUSTMENT:
            worths = worths_of(outlook, self.noise, dice)
            ducats = max(0, means.treasury - means.owes) if is_paid and means else None
            return adjustments(outlook, worths, view.due, ducats)
        budget = Budget()
        if self.spends and means is not None and means.expenses:
            budget = budget_of(outlook, means, dice)
            outlook = outlook.after(budget.gone, budget.bought, budget.relieved)
        campaign = Campaign(outlook, worths_of(outlook, self.noise, dice), dice)
        campaign.settle()
        carry(outlook, campaign)
        return [*budget.orders, *orders_of(campaign).values()]
