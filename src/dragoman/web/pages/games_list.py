"""Lists of games: to join, running, over, one's own, watched; by variant, pace, press."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from dragoman.extras import extra
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.listing import PressAsked, Search, find_games
from dragoman.judge.time.pace import Pace
from dragoman.web.pages.game_cards import PACES, game_cards
from dragoman.web.pages.rendering import VisitHere, page
from dragoman.web.pages.variant_choices import variant_choices
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import APIRouter, Query
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)

MOST_LISTED: Final = 30
_KINDS: Final[dict[str, Search]] = {
    "open": Search(is_open=True),
    "running": Search(stage=Stage.RUNNING.value),
    "over": Search(stage=Stage.OVER.value),
    "mine": Search(part="any"),
    "watched": Search(part="observer"),
}
Kind = Literal["open", "running", "over", "mine", "watched"]


@router.get("/games")
def show_games(
    visit: VisitHere,
    kind: Kind = "open",
    title: Annotated[str, Query(max_length=80)] = "",
    variant: Annotated[str, Query(max_length=60)] = "",
    pace: Literal["", "live", "daily", "slow"] = "",
    press: PressAsked = "",
    anonymous: Literal["", "yes", "no"] = "",
    free: Literal["", "yes"] = "",
    before: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
) -> Response:
    """A list of games: of a kind, as the filters say, those before one."""
    if visit.caller.is_visitor and _KINDS[kind].part:
        kind = "open"
    asked = _KINDS[kind]
    search = Search(
        stage=asked.stage,
        variant=variant,
        title=title.strip(),
        is_open=asked.is_open or bool(free),
        part=asked.part,
        before=before,
        pace=Pace(pace) if pace else None,
        press=press,
        anonymous=anonymous == "yes" if anonymous else None,
    )
    found = find_games(visit.state.judge.database, search, visit.caller.actor, MOST_LISTED + 1)
    filters = {
        "title": title.strip(),
        "variant": variant,
        "pace": pace,
        "press": press,
        "anonymous": anonymous,
        "free": free,
    }
    chosen = {name: value for name, value in filters.items() if value}
    older = found[MOST_LISTED - 1].game if len(found) > MOST_LISTED else 0
    shown: dict[str, Any] = {
        "kind": kind,
        "asked": filters,
        "query": urlencode(chosen),
        "is_filtered": bool(chosen),
        "older": urlencode({"kind": kind, **chosen, "before": older}) if older else "",
        "is_first": not before,
        "games": game_cards(visit, found[:MOST_LISTED]),
        "variants": variant_choices(visit),
        "paces": [(one.value, words) for one, words in PACES.items()],
    }
    return page(visit, "games.html", **shown)
