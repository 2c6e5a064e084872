"""The words in which records of play say what became of an order.

They are those of the saved games of the `diplomacy` package and of the data sets made with
it: no word at all for what succeeded, ``bounce``, ``cut``, ``void``, ``no convoy``,
``disrupted``, ``dislodged`` and ``disband`` for what did not.
"""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.orders import Waive
from dragoman.rules import Outcome, PhaseKind, Result

_MOVEMENT = {
    Result.SUCCEEDS: (),
    Result.UNUSED: (),
    Result.DISLODGED: (),  # said of any unit driven out, whatever it was ordered
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


def results(outcomes: Iterable[Outcome], kind: PhaseKind) -> dict[str, list[str]]:
    """The words for each unit of a phase (``{"F LON": ["bounce"]}``).

    The build that is carried out goes before one that is not, in the same place.
    """
    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        name = "WAIVE" if isinstance(outcome.treated_as, Waive) else str(outcome.unit)
        if found.get(name) != [""]:
            found[name] = words(outcome, kind)
    return found


def words(outcome: Outcome, kind: PhaseKind) -> list[str]:
    """What a record says of an outcome. An adjustment carried out is one empty word."""
    match kind:
        case PhaseKind.MOVEMENT:
            return movement_words(outcome.result, outcome.dislodged_by is not None)
        case PhaseKind.RETREAT:
            return [*_RETREAT.get(outcome.result, ("void", "disband"))]
        case PhaseKind.ADJUSTMENT:
            return [""] if outcome.result is Result.SUCCEEDS else ["void"]


def movement_words(result: Result, dislodged: bool) -> list[str]:
    """What a record says of the order of a unit in a movement phase."""
    said = [*_MOVEMENT.get(result, ("void",))]
    return [*said, "dislodged"] if dislodged else said
