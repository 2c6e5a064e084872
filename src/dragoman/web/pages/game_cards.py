"""Games as lists show them: what everybody may know of each, in the words of its reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.formats import VariantError
from dragoman.judge.log.settings import BROUGHT
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.listing import Listed
from dragoman.judge.time.pace import Pace, pace_of
from dragoman.judge.wording.wording import rhythm_said
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.web.pages.page_words import in_words
from dragoman.web.pages.rendering import Visit

PACES: Final = {
    Pace.LIVE: "Live: up to an hour",
    Pace.DAILY: "Up to a day",
    Pace.SLOW: "More than a day",
}
"""How long a movement lasts, as lists say it."""


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
    """Where its map is, as small as a stamp."""
    marks: tuple[str, ...]


def game_cards(visit: Visit, listed: Sequence[Listed]) -> list[GameCard]:
    """What a list shows of its games."""
    return [_card(visit, one) for one in listed]


def variant_title(visit: Visit, name: str) -> str:
    """What people call a variant; of one that somebody brought the number as well, for there may be
    several of its title."""
    try:
        title = visit.state.judge.variants.find(name).title
    except VariantError:
        return name  # it was taken away with the account of whoever brought it
    return f"{title} ({name})" if BROUGHT in name else title


def _card(visit: Visit, one: Listed) -> GameCard:
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


def _picture(one: Listed) -> str:
    """Where a small picture of a game is: of how it stands, if all may see that; else of how it
    began."""
    phase, is_over = one.summary["phase"], one.stage == Stage.OVER.value
    if phase and (is_over or not one.summary["blind"]):
        return f"/games/{one.game}/thumbnail.svg?at={phase}"
    return f"/variants/{one.variant}/thumbnail.svg"


def _phase(visit: Visit, one: Listed) -> str:
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
"""What lists say of a game besides, by the field of its summary."""
NO_PRESS: Final = "no press"
PUBLIC_PRESS: Final = "public press only"
ENTRIES: Final = {"code": "with a code", "master": "the game master lets players in"}


def _marks(one: Listed) -> list[str]:
    summary = one.summary
    found = [words for name, words in MARKS.items() if summary[name]]
    if not summary["press"]:
        found.append(NO_PRESS)
    elif "private" not in summary["press"]:
        found.append(PUBLIC_PRESS)
    if one.is_open and (entry := ENTRIES.get(summary["entry"])):
        found.append(entry)
    return found
