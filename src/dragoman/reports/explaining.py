"""Explaining a turn: of every order what it met, what became of it, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.board import Unit, UnknownName
from dragoman.errors import checked
from dragoman.game import Resolution, Variant
from dragoman.reports.accounts.refused_orders import explain_loose_order
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.explanation import Explanation
from dragoman.reports.statements.statement import Data
from dragoman.reports.story import STORY
from dragoman.rules import Outcome


@checked
def explanations(
    variant: Variant, resolution: Resolution, earlier: Sequence[Resolution] = ()
) -> tuple[Explanation, ...]:
    """An explanation of every outcome, in order, of every order that was refused, and of all else
    that happened in the kind of game. ``earlier`` are the phases before, to which the famine of a
    spring goes back."""
    return tuple(_explanations(ResolvedPhase(variant, resolution, tuple(earlier))))


@checked
def explain(
    variant: Variant,
    resolution: Resolution,
    unit: Unit | str,
    language: str = "en",
    earlier: Sequence[Resolution] = (),
) -> str:
    """The outcomes of a unit's orders and the reasons, one line for each of them.

    The unit may be named as ``A BUR`` or by its place, ``BUR``.

        >>> print(explain(variant, game.resolution, "A BUR"))
        A Bur–Mun bounced: strength 1 against 1 of A Mun. [the defence holds: DATC 6.D.1]

    Raises:
        UnknownName: if no order of such a unit was resolved or refused in this phase.
        ValueError: if there are no words for the language.
    """
    found = _about(variant, resolution, unit, earlier)
    return "\n".join(explanation.text(language) for explanation in found)


@checked
def explanation_data(
    variant: Variant,
    resolution: Resolution,
    unit: Unit | str,
    earlier: Sequence[Resolution] = (),
) -> list[dict[str, Data]]:
    """As ``explain``, but as data for programs: one object for each order of the unit.

    Raises:
        UnknownName: if no order of such a unit was resolved or refused in this phase.
    """
    return [found.data() for found in _about(variant, resolution, unit, earlier)]


def explained_outcome(turn: ResolvedPhase, outcome: Outcome) -> Explanation:
    """An explanation of one outcome of a turn."""
    story = STORY.of(turn.variant)
    account = story.account(turn)
    explain_loose_order(account, outcome)
    story.tell(account, outcome)
    return Explanation.of(account, outcome)


def _about(
    variant: Variant, resolution: Resolution, unit: Unit | str, earlier: Sequence[Resolution]
) -> list[Explanation]:
    turn = ResolvedPhase(variant, resolution, tuple(earlier))
    found = [e for e in _explanations(turn) if e.concerns(str(unit))]
    if not found:
        what = f"{unit} had no order in {resolution.phase}"
        raise UnknownName("unit", str(unit), what=what)
    return found


def _explanations(turn: ResolvedPhase) -> Iterator[Explanation]:
    story = STORY.of(turn.variant)
    for outcome in turn.resolution.outcomes:
        yield explained_outcome(turn, outcome)
    for refused in turn.resolution.unused:
        account = story.account(turn)
        story.tell_refused(account, refused)
        yield Explanation.of(account, refused)
    yield from story.besides(turn)
