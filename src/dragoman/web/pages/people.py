"""People as pages: what everybody may know of somebody."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.results.archive import Filters, archive
from dragoman.judge.results.statistics import player_view, ratings_of
from dragoman.web.door import LARGEST_ID
from dragoman.web.pages.rendering import VisitHere, page

with extra("judge"):
    from fastapi import APIRouter, Path
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False, prefix="/people")


@router.get("/{number}")
def show_person(visit: VisitHere, number: Annotated[int, Path(ge=1, le=LARGEST_ID)]) -> Response:
    """Somebody: how long he is here, how reliable he is, his ratings, the games he finished."""
    judge = visit.door.judge
    person = judge.accounts.people.person(number)
    found = archive(judge.database, Filters(player=number), visit.caller.actor, "", 20)
    return page(
        visit,
        "person.html",
        person=person,
        played=player_view(judge.database, number, himself=visit.user == number),
        ratings=ratings_of(judge.database, number),
        games=found.games,
    )
