"""Lists of games: to join, running, over, one's own, watched; by variant, pace, press; and their
cards and thumbnails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from dragoman.drawing import Options, scene_of
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.drawing.scene.thumbnail import thumbnail
from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.game import Variant
from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, PressAsked, find_games
from dragoman.judge.time.rhythm import Pace, pace_of
from dragoman.judge.wording.wording import rhythm_said
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.rules import Phase, Position
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.pictures import SchemeAsked, map_drawn_on
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import tagged
from dragoman.web.variants import variant_called
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere, WebState

with extra("judge"):
    from fastapi import Path, Query, Request
    from fastapi.responses import Response


# Cards: what everybody may know of a game, in the words of the reader

PACES: Final = {
    Pace.LIVE: "Live: up to an hour",
    Pace.DAILY: "Up to a day",
    Pace.SLOW: "More than a day",
}
"""Lengths of a movement, as lists say them."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game of a list. ``free`` is how many seats nobody has; ``phase`` and ``variant`` are in
    words."""

    game: int
    title: str
    stage: str
    variant: str
    phase: str
    movement: str
    is_live: bool
    deadline: str | None
    seats: int
    free: int
    is_open: bool
    picture: str
    """The address of its thumbnail."""
    marks: tuple[str, ...]


def game_cards(visit: Visit, listed: Sequence[ListedGame]) -> list[GameCard]:
    """The cards of a list of games."""
    return [_card(visit, one) for one in listed]


def variant_title(visit: Visit, name: str) -> str:
    """The title of a variant; of an uploaded one with its number, for titles may repeat."""
    try:
        title = visit.state.judge.variants.find(name).title
    except VariantError:
        return name  # it was taken away with the account of whoever brought it
    return f"{title} ({name})" if BROUGHT in name else title


def _card(visit: Visit, one: ListedGame) -> GameCard:
    summary = one.summary
    taken = summary["players"] + (summary["waiting"] if one.stage == Stage.FORMING.value else 0)
    return GameCard(
        one.game,
        one.title,
        one.stage,
        variant_title(visit, one.variant),
        _phase(visit, one),
        rhythm_said(visit.language, summary["movement"]),
        pace_of(summary["movement"]) is Pace.LIVE,
        summary["deadline"] if one.stage == Stage.RUNNING.value else None,
        summary["seats"],
        max(0, summary["seats"] - taken),
        one.is_open,
        _picture(one),
        tuple(in_words(mark, visit.language) for mark in _marks(one)),
    )


def _picture(one: ListedGame) -> str:
    """The address of the thumbnail of a game: as it stands, if all may see that, else as it
    began."""
    phase, is_over = one.summary["phase"], one.stage == Stage.OVER.value
    if phase and (is_over or not one.summary["blind"]):
        return f"/games/{one.game}/thumbnail.svg?at={phase}"
    return f"/variants/{one.variant}/thumbnail.svg"


def _phase(visit: Visit, one: ListedGame) -> str:
    text = one.summary["phase"]
    if not text:
        return ""
    try:
        variant = visit.state.judge.variants.find(one.variant)
    except VariantError:
        return str(text)
    found = Phrasebook(variant, visit.language).phase(Phase.parse(text))
    return found[:1].upper() + found[1:]


MARKS: Final = {
    "anonymous": "anonymous",
    "blind": "blind",
    "rated": "rated",
    "moderated": "judged by the game master",
}
"""Further marks of games in lists, by the field of the summary."""
NO_PRESS: Final = "no press"
PUBLIC_PRESS: Final = "public press only"
ENTRIES: Final = {"code": "with a code", "master": "the game master lets players in"}


def _marks(one: ListedGame) -> list[str]:
    summary = one.summary
    found = [words for name, words in MARKS.items() if summary[name]]
    if not summary["press"]:
        found.append(NO_PRESS)
    elif "private" not in summary["press"]:
        found.append(PUBLIC_PRESS)
    if one.is_open and (entry := ENTRIES.get(summary["entry"])):
        found.append(entry)
    return found


# Lists

router = page_router()

MOST_LISTED: Final = 30
_KINDS: Final[dict[str, GameSearch]] = {
    "open": GameSearch(is_open=True),
    "running": GameSearch(stage=Stage.RUNNING.value),
    "over": GameSearch(stage=Stage.OVER.value),
    "mine": GameSearch(part="any"),
    "watched": GameSearch(part="observer"),
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
    search = GameSearch(
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


# Thumbnails of games and variants

_KEPT_AN_HOUR: Final = {"Cache-Control": "private, max-age=3600"}
"""The address of a game's stamp names its phase, so it seldom changes there."""
_BARE: Final = Options(title=False, legend=False)
_thumbnails: Remembered[tuple[Variant, Position, str], str] = Remembered()


@router.get("/games/{game}/thumbnail.svg")
def draw_game(
    request: Request,
    viewer: ViewerHere,
    visit: VisitHere,
    game: GameNumber,
    scheme: SchemeAsked = "light",
) -> Response:
    """A game as it stands, for whoever sees all of it."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    return _answered(request, _thumbnail(visit.state, g.game.variant, g.game.position, scheme))


@router.get("/variants/{variant}/thumbnail.svg")
def draw_variant(
    request: Request,
    state: StateHere,
    variant: Annotated[str, Path(max_length=60)],
    scheme: SchemeAsked = "light",
) -> Response:
    """A variant as a game of it begins."""
    found = variant_called(state, variant)
    return _answered(request, _thumbnail(state, found, found.start, scheme))


def _thumbnail(state: WebState, variant: Variant, position: Position, scheme: str) -> str:
    if (known := _thumbnails.get((variant, position, scheme))) is not None:
        return known
    geometry = map_drawn_on(state, variant).geometry
    options = replace(_BARE, scheme=MapScheme(scheme))
    made = thumbnail(scene_of(variant, geometry, position, options=options))
    return _thumbnails.keep((variant, position, scheme), made, len(made))


def _answered(request: Request, picture: str) -> Response:
    return tagged(request, picture.encode(), "image/svg+xml", _KEPT_AN_HOUR)
