"""Tables for the judge in a browser's tab: with them a board's page tries orders without asking."""

from __future__ import annotations

from typing import Annotated

from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.judge.views.viewer import Viewer
from dragoman.reports.judge_tables import (
    TablesShape,
    WordsShape,
    judge_tables,
    judge_words,
    why_not_in_browsers,
)
from dragoman.rules import RuleSet
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, ViewerHere, may, signed_in
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.problems import api_router, refused
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.sandboxes import OwnNumber
from dragoman.web.web_state import StateHere

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import Response

router = api_router("orders")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Owner = Annotated[Caller, Depends(signed_in(Scope.READ))]


class JudgeTables(View):
    """The variant of a game under its rules, and words to tell of its turns."""

    tables: TablesShape
    words: WordsShape


def knows_as_much(viewer: Viewer) -> bool:
    """True if the judge in somebody's tab would know as much of the phase at hand as this one tells
    him: not of a blind game, nor what all have ordered, which masters see."""
    is_told_all = viewer.sees_board and not viewer.is_master
    return is_told_all and why_not_in_browsers(viewer.g.game.variant, viewer.g.game.rule_set) == ""


@router.get("/games/{game}/judge-tables", response_model=JudgeTables)
def read_tables(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Language = ENGLISH,
) -> Response:
    """The variant of a game under its rules as tables, for the judge in a browser: the npm package
    `dragoman-judge`, or the page of the game."""
    if not viewer.may_look:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    game = viewer.g.game
    with state.map_queue.working_on(viewer.g.settings.variant):
        return _answer(request, game.variant, game.rule_set, language)


@router.get("/sandboxes/{sandbox}/judge-tables", response_model=JudgeTables, tags=["sandboxes"])
def read_tables_of_sandbox(
    request: Request,
    sandbox: OwnNumber,
    caller: Owner,
    state: StateHere,
    language: Language = ENGLISH,
) -> Response:
    """The same of a private board."""
    s = state.judge.sandboxes.load(sandbox, caller.actor.user)
    game = s.game(s.at)
    with state.map_queue.working_on(s.origin.variant):
        return _answer(request, game.variant, game.rule_set, language)


def _answer(request: Request, variant: Variant, rule_set: RuleSet, language: Language) -> Response:
    try:
        tables = judge_tables(variant, rule_set)
    except DragomanError as error:
        raise refused("not-in-browsers", str(error), "ask here what would come of orders") from None
    found: JudgeTables = {"tables": tables, "words": judge_words(variant, language.value)}
    return tagged(request, json_bytes(found))
