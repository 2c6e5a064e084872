"""A table for friends, set up by a title and a pace: with an account or, by a name, without."""

from __future__ import annotations

from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.command import Join, MakeLink
from dragoman.refusal import ActionRefused
from dragoman.web.pages.game.new_game import PACES
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.pages.people.guests import Arrival, arrive
from dragoman.web.problems import Problem, page_router, status_of

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response


router = page_router("/table")

TITLE: Final = "%(name)s's table"
"""The title of a table that is given none."""


@router.get("")
def show_table(visit: VisitHere) -> Response:
    """The page for setting up a table for friends."""
    return _table_page(visit, SentForm({"plays": ["yes"]}))


@router.post("")
def set_table(visit: VisitHere, form: FormHere) -> Response:
    """Set up a game that stands in no list and has a link; whoever does is its host, and sits down
    if he says so. Others than his friends can but ask to be let in."""
    judge = visit.state.judge
    arrival = Arrival(visit.caller.actor)
    try:
        if visit.caller.is_visitor and not form.text("name").strip():
            raise ActionRefused("no-name", "the others need a name to call you by", "write one")
        with judge.database.together():
            arrival = arrive(visit, form.text("name"))
            name = visit.name or judge.accounts.people.person(arrival.actor.user).name
            settings = {
                "title": form.text("title").strip()
                or in_words(TITLE, visit.language) % {"name": name},
                "variant": form.text("variant") or "standard",
                "movement": form.text("movement") or PACES[0][0],
                "listed": False,
                "entry": "master",
            }
            game, answer = judge.create(settings, arrival.actor, visit.now)
            if game is None:
                raise Problem(answer.told)
            judge.act(game, MakeLink(), arrival.actor, visit.now)
            link = judge.games.load(game).link
            if form.text("plays") == "yes":
                judge.act(game, Join((), link), arrival.actor, visit.now)
    except ActionRefused as fault:
        return _table_page(visit, form, (fault.diagnostic,))
    except Problem as problem:
        return _table_page(visit, form, problem.diagnostics)
    return arrival.keep(visit, RedirectResponse(f"/games/{game}#bring", 303))


def _table_page(visit: Visit, form: SentForm, told: tuple[Diagnostic, ...] = ()) -> Response:
    shown: dict[str, Any] = {
        "form": form,
        "paces": PACES,
        "variants": variant_choices(visit),
        "may_come": visit.user or visit.state.judge.accounts.guests.may_come(visit.now),
        "told": told,
    }
    return page(visit, "friends_table.html", status_of(told) if told else 200, **shown)
