"""What somebody may order in the phase at hand, and what the judge makes of his sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dragoman.diagnostics import Diagnostic
from dragoman.game import Game
from dragoman.judge.commands.playing import read_sheet
from dragoman.judge.log.conditional import condition_faults, orders_chosen
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Means


@dataclass(frozen=True)
class Ordered:
    """A power's sheet for the phase at hand: its text, the game as it comes to by it, in a blind
    one with what the power sees alone, and what is to be said of the text."""

    text: str
    game: Game
    told: tuple[Diagnostic, ...]


def ordered(viewer: Viewer, power: str) -> Ordered:
    """What a power has on file for the phase at hand.

    Raises:
        LookupError: if he may not see it.
    """
    g = viewer.g
    if power not in g.seats or not viewer.sees_orders(power):
        raise LookupError("these orders are not to be seen")
    variant, rules = g.game.variant, g.game.rule_set
    # Also what may be ordered tells of units: in a blind game of those in sight.
    game = Game(variant, rules, g.known_to(power).position)
    sheet = g.sheets.get((power, str(g.phase)))
    text = sheet.text if sheet is not None else ""
    told: tuple[Diagnostic, ...] = condition_faults(text, variant.board)
    if text.strip() and not told:
        told = read_sheet(g, power, text, g.phase).told
        game.order(power, orders_chosen(text, g.known_to(power)))
    if standing := g.standing.get(power):
        game.order(power, standing, standing=True)
    return Ordered(text, game, told)


def orders_view(
    viewer: Viewer, power: str, written: Callable[[Order], str] = write
) -> dict[str, Any]:
    """What a power may order, what it wrote, which orders that are as things stand, and what is
    to be said of them. ``written`` is how orders are told; a sheet is told as it was written.

    Raises:
        LookupError: if he may not see it.
    """
    g, found = viewer.g, ordered(viewer, power)
    game = found.game
    means = game.means.get(power)
    return {
        "power": power,
        "phase": str(g.phase),
        "has_to_order": power in tuple(g.has_to_order()),
        "text": found.text,
        "orders": [written(one) for one in game.orders(power)],
        "told": [diagnostic_data(one) for one in found.told],
        "possible": {
            str(unit): [written(one) for one in orders]
            for unit, orders in game.legal_orders(power).items()
        },
        "ready": g.is_ready(power),
        **({} if means is None else {"means": means_data(means)}),
    }


def means_data(means: Means) -> dict[str, Any]:
    """What a power has, and what it can spend it on (Machiavelli)."""
    return {
        "treasury": means.treasury,
        "credit": means.credit,
        "owes": means.owes,
        "falls_due": means.falls_due,
        "receivers": list(means.receivers),
        "chits": list(means.chits),
        "expenses": [
            {
                "order": write(one.order(1)),
                "minimum": one.minimum,
                "step": one.step,
                "most": one.most,
            }
            for one in means.expenses
        ],
    }


def diagnostic_data(one: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data; what says nothing is left out."""
    found: dict[str, Any] = {
        "code": one.code,
        "severity": one.severity.value,
        "what": one.what,
        "remedy": one.remedy,
        "source": one.source,
        "line": one.line,
        "column": one.column,
        "candidates": list(one.candidates),
    }
    return {key: value for key, value in found.items() if value}
