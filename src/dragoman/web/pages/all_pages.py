"""All pages, added to the web application."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.refusal import ActionRefused
from dragoman.web.callers import ALL, Caller, address_of, look_up
from dragoman.web.pages import design, home, house, install, sandboxes, tutorial, workshop
from dragoman.web.pages.account import (
    account,
    admin,
    maintenance,
    metrics,
    registration,
    settings,
    sign_in,
)
from dragoman.web.pages.game import (
    coach,
    embedding,
    friends_table,
    game,
    import_game,
    invitations,
    letters,
    mastering,
    new_game,
    over,
    press,
    record,
    results,
)
from dragoman.web.pages.html import static_files
from dragoman.web.pages.html.rendering import Visit, page
from dragoman.web.pages.lists import (
    archive,
    feeds,
    games,
    live,
    master_console,
    power_wishes,
    rules,
    share,
    showcase,
    tournaments,
    variants,
)
from dragoman.web.pages.moderation import audit, queue, reporting, signals
from dragoman.web.pages.people import clubs, friends, guests, people
from dragoman.web.problems import Problem
from dragoman.web.web_state import state_of

with extra("judge"):
    from fastapi import FastAPI, Request
    from fastapi.responses import Response

_ROUTERS: Final = (
    new_game.router,  # at an address like that of a game
    game.router,
    press.router,
    home.router,
    house.router,
    guests.router,
    showcase.router,
    share.router,
    games.router,
    sign_in.router,
    record.router,
    results.router,
    rules.router,
    sandboxes.router,
    workshop.router,
    letters.router,
    live.router,
    master_console.router,
    mastering.router,
    maintenance.router,
    admin.router,
    audit.router,
    queue.router,
    signals.router,
    reporting.router,
    registration.router,
    metrics.router,
    settings.router,
    account.router,
    clubs.router,
    design.router,
    embedding.router,
    feeds.router,
    friends.router,
    friends_table.router,
    import_game.router,
    invitations.router,
    install.router,
    variants.router,
    over.router,
    people.router,
    archive.router,
    tournaments.router,
    power_wishes.router,
    tutorial.router,
    coach.router,
    static_files.router,
)


def add_pages(app: FastAPI) -> None:
    """Have a program answer with pages, also where something cannot be done."""
    for router in _ROUTERS:
        app.router.routes += router.routes
    app.state.problem_page = _problem_page


def _for_people(one: Diagnostic) -> Diagnostic:
    """A fault as pages tell it: what there is for programs helps nobody who looks for a page."""
    return replace(one, remedy="") if one.code == "no-page" else one


def _problem_page(request: Request, problem: Problem) -> Response:
    # Who asks is taken from what is known of him: to look him up may be what went wrong.
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None and problem.status == HTTPStatus.NOT_FOUND:  # nothing went wrong
        with suppress(Problem, ActionRefused):
            caller = look_up(request)
    visitor = Caller(Actor(), ALL, "", address_of(request))
    visit = Visit(request, state_of(request), caller or visitor)
    told = tuple(_for_people(one) for one in problem.diagnostics)
    sign_in = problem.status == HTTPStatus.UNAUTHORIZED
    return page(visit, "problem.html", problem.status, problem.headers, told=told, sign_in=sign_in)
