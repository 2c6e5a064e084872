"""The results of the turns that were judged since somebody opened a game: they come first, once,
and the present after them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, TypedDict

from dragoman.board import Unit
from dragoman.drawing.scene.contents import Options
from dragoman.drawing.scene.marks import shapes, unit_mark
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.game.order_sets import due
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.marks import TURNS, note_turn_shown
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.reports.results import NextStep, TurnResults, next_step
from dragoman.rules import PhaseKind, builds_left
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.rendering import OwnVisit, Visit
from dragoman.web.problems import page_router
from dragoman.web.turns_in_words import results_in_words
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import Depends, Query
    from fastapi.responses import Response
    from markupsafe import Markup

TurnSeen = Annotated[str, Query(max_length=20, description="The turn that one comes from.")]


@dataclass(frozen=True, slots=True)
class ResultsPlace:
    """Where somebody stands with results: he wants to see the last ``again``, or has just ``seen``
    those of a turn."""

    again: bool = False
    seen: str = ""


async def _place(results: bool = False, seen: TurnSeen = "") -> ResultsPlace:
    return ResultsPlace(results, seen)


ResultsPlaceHere = Annotated[ResultsPlace, Depends(_place)]


class UnitSigns(TypedDict):
    """The shapes of a variant's units, once for a page, and for each kind the sign made of them;
    its colour is that of what it stands in, what is drawn on it has the colour of text there."""

    shapes: Markup
    signs: Mapping[str, Markup]


@lru_cache(maxsize=64)
def unit_signs(variant: Variant) -> UnitSigns:
    """The signs of a variant's units, as they stand on its map."""
    options, kinds = Options(prefix="sign-"), variant.board.kinds.values()
    signs = {one.letter: Markup(unit_mark(one.letter, "", (0, 0), 100, options)) for one in kinds}
    return {"shapes": Markup(shapes(kinds, options)), "signs": signs}


class ResultsShown(TypedDict):
    """``results`` are there where they come first, with the next step; ``last_judged`` is the last
    turn, which can be looked at again."""

    results: TurnResults | None
    step: NextStep | None
    last_judged: str
    pieces: UnitSigns | None


NO_RESULTS: Final[ResultsShown] = {
    "results": None,
    "step": None,
    "last_judged": "",
    "pieces": None,
}


def results_shown(
    visit: Visit,
    game: int,
    viewer: Viewer,
    marks: Mapping[str, int],
    place: ResultsPlace,
    peeks: bool,
) -> ResultsShown:
    """The results that a page of a game begins with: those of the turns that were judged since its
    reader was shown some, as his marks have it. Who looks on is shown the last ones always. Who
    ``peeks`` was not shown them."""
    g = viewer.g
    is_told = viewer.may_look and (viewer.sees_board or bool(viewer.power))
    if not g.history or g.stage not in (Stage.RUNNING, Stage.PAUSED) or not is_told:
        return NO_RESULTS
    last = str(g.history[-1].phase)
    takes_part = bool(viewer.power) or viewer.is_master
    known = marks.get(TURNS, 0) if takes_part else 0
    if takes_part and not peeks and known != g.judged[-1]:
        note_turn_shown(visit.state.judge.database, visit.user, game, g.judged[-1])
    if not place.again and (place.seen == last or known >= g.judged[-1]):
        return {**NO_RESULTS, "last_judged": last}
    first = _first_of_round(g, known)
    with visit.state.map_queue.working_on(g.settings.variant):
        results = results_in_words(
            g.game.variant,
            g.history,
            first,
            viewer.power or "",
            visit.language,
            whole=viewer.sees_board,
            notation=visit.caller.look.notation,
        )
        step = _step(visit, viewer)
    return {
        "results": results,
        "step": step,
        "last_judged": last,
        "pieces": unit_signs(g.game.variant) if results.orders else None,
    }


def _first_of_round(g: JudgedGame, known: int) -> int:
    """The first turn of which the results are told, by its place in the history: the last movement
    with what followed it, or of that what he was not shown yet."""
    kinds = [one.phase.kind for one in g.history]
    movement = max((n for n, kind in enumerate(kinds) if kind is PhaseKind.MOVEMENT), default=0)
    unknown = next((n for n, event in enumerate(g.judged) if event > known), movement)
    return max(movement, unknown)


def _step(visit: Visit, viewer: Viewer) -> NextStep:
    g = viewer.g
    others = [power for power in g.has_to_order() if power != viewer.power]
    return next_step(
        g.game.variant,
        g.game.position,
        _due(g, viewer.power or ""),
        others if viewer.sees_board else (),
        visit.language,
    )


def _due(g: JudgedGame, power: str) -> Sequence[Unit] | int | None:
    """The units that a power has to order, or its builds and removals, as ``next_step`` takes
    them."""
    position, variant, rules = g.game.position, g.game.variant, g.game.rule_set
    if power not in g.seats:
        return ()
    match g.phase.kind:
        case PhaseKind.MOVEMENT:
            return position.units_of(power)
        case PhaseKind.RETREAT:
            return [one.unit for one in position.dislodged if one.unit.power == power]
        case PhaseKind.ADJUSTMENT:
            count = due(variant, position, power, rules)
            if count is None and power not in g.game.survivors:
                return ()
            if count is not None and count > 0:
                return builds_left(variant.board, position, power, (), rules)
            return count


router = page_router("/games/{game}")


@router.post("/results-shown")
def note_results_shown(
    visit: OwnVisit, viewer: ViewerHere, game: GameNumber, seen: TurnSeen
) -> Response:
    """Take note that somebody was shown the results of turns up to one, on a page that was open
    while that was judged."""
    g = viewer.g
    names = [str(one.phase) for one in g.history]
    if seen in names and (viewer.power or viewer.is_master):
        number = g.judged[names.index(seen)]
        note_turn_shown(visit.state.judge.database, visit.user, game, number)
    return Response(status_code=204)
