"""Answers of a kind of game to pages: the rules that matter, and what there is besides units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from dragoman.game.kind import Facet
from dragoman.judge.log.conditional_orders import is_conditional
from dragoman.judge.views.orders_view import Ordered
from dragoman.orders import Order, scan, write
from dragoman.reports import Phrasebook
from dragoman.rules.choices.switch import Switch
from dragoman.rules.choices.switches import DIPLOMACY_SWITCHES
from dragoman.web.pages.html.forms import SentForm
from dragoman.web.problems import refused


class PageKind:
    """A kind of game on pages, answered as in Diplomacy."""

    switches: ClassVar[Mapping[str, Switch]] = DIPLOMACY_SWITCHES
    """The rule choices that matter."""
    besides: ClassVar[tuple[type[Order], ...]] = ()
    """The orders that no unit gets, and that stand in a panel of their own."""
    throws_dice: ClassVar[bool] = False
    """True if dice are thrown in the game, so that a master may say what they showed on a table."""

    def columns(self, position: Mapping[str, Any]) -> Mapping[str, Mapping[str, int]]:
        """Possessions of each power besides centres and units, by the title of its column in the
        table of powers. The position is as ``position_view`` has it."""
        return {}

    def panel(
        self, sheet: Ordered, power: str, words: Phrasebook, looked_at: str
    ) -> Mapping[str, Any]:
        """The context of the panel for orders that no unit gets: ``panel``, the template
        ``KIND/NAME.html`` of the folder ``templates`` in the package of the kind, and the names
        that it uses. ``looked_at`` is the place, or the power, that its reader has chosen there.
        ``purse``, if it is there, stands beside the deadline."""
        return {}

    def order(self, sheet: Ordered, power: str, form: SentForm) -> Order:
        """The order that a form of the panel means.

        Raises:
            Problem: if it is none that can be given.
        """
        raise refused("wrong-field", "there is no money in this game")

    def orders_besides(self, sheet: Ordered) -> list[dict[str, str]]:
        """The orders of the panel that stand on a sheet; ``line`` is that of one which stands on
        it alone, and where nothing depends on conditions: it can be taken off without a change to
        anything else."""
        if not self.besides:
            return []
        lines = sheet.text.splitlines()
        kind = sheet.game.phase.kind.value
        found = scan(sheet.text, sheet.game.variant.board, kind).orders
        count = [sum(other.line == one.line for other in found) for one in found]
        is_free = not is_conditional(sheet.text)
        return [
            {
                "order": write(one.order),
                "line": lines[one.line - 1] if is_free and alone == 1 else "",
            }
            for one, alone in zip(found, count, strict=True)
            if isinstance(one.order, self.besides)
        ]


PAGE: Final = Facet("page", PageKind)
