"""The words that players use for phases, and records of play for what became of an order.

The latter are those of the saved games of the `diplomacy` package and of the data sets made with
it: no word at all for what succeeded, ``bounce``, ``cut``, ``void``, ``no convoy``,
``disrupted``, ``dislodged`` and ``disband`` for what did not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dragoman.board import Unit
from dragoman.orders import Remove, Waive
from dragoman.rules import Outcome, Phase, PhaseKind, Result
from dragoman.words import said

_SEASONS = {"S": "spring", "U": "summer", "F": "fall", "W": "winter"}
_KINDS = {
    PhaseKind.MOVEMENT: "movement",
    PhaseKind.RETREAT: "retreats",
    PhaseKind.ADJUSTMENT: "adjustments",
}


def spoken(phase: Phase) -> str:
    """The phase as players say it: ``spring 1901, movement``."""
    return said(
        "{season} {year}{era}, {kind}",
        season=_SEASONS[phase.season],
        year=abs(phase.year),
        era=" B.C." if phase.is_bc else "",
        kind=_KINDS[phase.kind],
    )


_MOVEMENT = {
    Result.SUCCEEDS: (),
    Result.UNUSED: (),
    Result.DISLODGED: (),  # said of any dislodged unit, whatever it was ordered
    Result.BOUNCES: ("bounce",),
    Result.NO_CONVOY: ("no convoy",),
    Result.DISRUPTED: ("no convoy",),
    Result.CUT: ("cut",),
    Result.BLOCKED: ("bounce",),
}
_RETREAT = {
    Result.SUCCEEDS: (),
    Result.BOUNCES: ("bounce", "disband"),
    Result.DISBANDS: ("disband",),
}


def results(
    outcomes: Iterable[Outcome], kind: PhaseKind, destroyed: Collection[Unit] = ()
) -> dict[str, list[str]]:
    """The words for each unit of a phase (``{"F LON": ["bounce"]}``).

    The build that is carried out goes before one that is not, in the same place. Of several
    units with one name on a high sea the second is called ``F GRE #2``, and so on, in the order
    of the outcomes. Of those of a movement phase that are ``destroyed`` is said ``disband``, too:
    saved games of the package leave that to their next phase.
    """
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        name = "WAIVE" if isinstance(outcome.treated_as, Waive) else str(outcome.unit)
        if name in found and _is_another(outcome, found[name], kind):
            number = 2
            while f"{name} #{number}" in found:
                number += 1
            name = f"{name} #{number}"
        if found.get(name) != [""]:
            found[name] = words(outcome, kind)
            if outcome.unit in destroyed:
                found[name].append("disband")
    return found


def _is_another(outcome: Outcome, said: list[str], kind: PhaseKind) -> bool:
    """True if the words said under this name were said of another unit."""
    if kind is not PhaseKind.ADJUSTMENT:
        return bool(outcome.unit.kind)  # a gatekeeper's orders are all told under one name
    removed = isinstance(outcome.treated_as, Remove)
    return removed and outcome.result is Result.SUCCEEDS and said == [""]


def words(outcome: Outcome, kind: PhaseKind) -> list[str]:
    """The words of a record for an outcome. An adjustment carried out is one empty word."""
    match kind:
        case PhaseKind.MOVEMENT:
            return movement_words(outcome.result, outcome.dislodged_by is not None)
        case PhaseKind.RETREAT:
            return retreat_words(outcome.result)
        case PhaseKind.ADJUSTMENT:
            return [""] if outcome.result is Result.SUCCEEDS else ["void"]


def movement_words(result: Result, dislodged: bool) -> list[str]:
    """The words of a record for the order of a unit in a movement phase."""
    said = [*_MOVEMENT.get(result, ("void",))]
    return [*said, "dislodged"] if dislodged else said


def retreat_words(result: Result) -> list[str]:
    """The words of a record for the order of a unit in a retreat phase."""
    return [*_RETREAT.get(result, ("void", "disband"))]
