"""Orders that no unit gets, such as those for money in Machiavelli, by forms: each puts one order
more on the sheet, or takes one off it."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.extras import extra
from dragoman.judge.commands.command import SaveOrders
from dragoman.judge.views.orders_view import ordered
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from dragoman.web.callers import ViewerHere
from dragoman.web.games import carry_out, sheet_tag
from dragoman.web.pages.forms import FormHere
from dragoman.web.pages.game_page import refused_page
from dragoman.web.pages.kind_page import PAGE
from dragoman.web.pages.rendering import Visit, VisitHere
from dragoman.web.problems import Problem, refused
from dragoman.web.requests import model_of
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response

router = APIRouter(include_in_schema=False, prefix="/games/{game}")


@router.post("/money")
def order_besides(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Put an order on the sheet."""
    power = _power(viewer)
    sheet = ordered(viewer, power)
    try:
        order = PAGE.of(viewer.g.game.variant).order(sheet, power, form)
        lines = [*sheet.text.splitlines(), write(order)]
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


@router.post("/money/take-back")
def take_back(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Take an order off the sheet."""
    power = _power(viewer)
    sheet = ordered(viewer, power)
    lines, gone = sheet.text.splitlines(), form.text("line")
    found = PAGE.of(viewer.g.game.variant).orders_besides(sheet)
    try:
        if not any(one["line"] == gone for one in found):
            what = "these orders were changed meanwhile, here or elsewhere"
            raise refused("changed-meanwhile", what, "look at what is on file now")
        lines.remove(gone)
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


def _power(viewer: Viewer) -> str:
    if viewer.power is None:
        raise refused("not-allowed", "only who plays a power orders for it")
    return viewer.power


def _save(visit: Visit, game: int, viewer: Viewer, power: str, lines: Sequence[str]) -> None:
    # What somebody saved since it was read is not overwritten.
    tag = sheet_tag(viewer.g, power, str(viewer.g.phase))
    body = model_of(SaveOrders).model_validate({"text": "\n".join(lines)})
    carry_out(SaveOrders, body, game, visit.caller, visit.state, tag)
