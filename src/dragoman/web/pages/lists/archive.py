"""Games that are over, on pages: the archive with its search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.judge.results.archive import Filters, archive
from dragoman.judge.time.rhythm import time_zones
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.web.pages.html.game_words import ENDINGS
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.games import variant_title
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import page_router, refused
from dragoman.web.results import How
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Query
    from fastapi.responses import Response


router = page_router()

MOST_LISTED: Final = 25


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A power of a game that is over: who had it, and what it came to."""

    power: str
    key: str
    user: int
    player: str
    centers: int
    won: bool


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """A game that is over, in the words of its reader; its winners first."""

    game: int
    title: str
    variant: str
    how: str
    ended: str
    last: str
    years: int
    rated: bool
    seats: tuple[SeatRow, ...]


@router.get("/archive")
def show_archive(
    visit: VisitHere,
    title: Annotated[str, Query(max_length=80)] = "",
    variant: Annotated[str, Query(max_length=60)] = "",
    player: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    name: Annotated[str, Query(max_length=80)] = "",
    power: Annotated[str, Query(max_length=60)] = "",
    how: How | Literal[""] = "",
    rated: Literal["", "yes", "no"] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    zone: Annotated[str, Query(max_length=60)] = "",
    cursor: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """Games that are over, the last first, as the filters say. Days are those of the reader's own
    zone, or of his device's."""
    judge = visit.state.judge
    zone = zone if zone in time_zones() else visit.zone
    if name.strip():
        player = _called(visit, name.strip())
    asked: dict[str, str | int] = {
        "title": title.strip(),
        "variant": variant,
        "player": player,
        "power": power.strip(),
        "how": how.value if how else "",
        "rated": rated,
        "since": _day(since),
        "until": _day(until),
    }
    filters = Filters(
        variant,
        None,
        max(0, player),
        power.strip(),
        how.value if how else "",
        rated == "yes" if rated else None,
        title.strip(),
        _beginning(_day(since), zone),
        _beginning(_day(until), zone, timedelta(days=1)),
    )
    nobody = player < 0
    found = archive(judge.database, filters, visit.caller.actor, cursor, MOST_LISTED)
    chosen = {key: value for key, value in asked.items() if value}
    whose = judge.accounts.people.names(frozenset((player,))).get(player, "") if player > 0 else ""
    shown: dict[str, Any] = {
        "asked": asked,
        "zone": zone,
        "whose": name.strip() if nobody else whose,
        "nobody": nobody,
        "is_filtered": bool(chosen),
        "is_first": not cursor,
        "older": urlencode({**chosen, "zone": zone, "cursor": found.cursor})
        if found.cursor
        else "",
        "games": [] if nobody else archived_games(visit, found.games),
        "variants": variant_choices(visit),
        "endings": [*ENDINGS.items()],
    }
    return page(visit, "archive.html", **shown)


def archived_games(visit: Visit, games: Iterable[Mapping[str, Any]]) -> list[ArchiveRow]:
    """Rows of lists for games that are over."""
    found = [*games]
    users = frozenset(seat["user"] for one in found for seat in one["seats"] if seat["user"])
    names = visit.state.judge.accounts.people.names(users)
    return [_archived(visit, one, names) for one in found]


def _archived(visit: Visit, one: Mapping[str, Any], names: Mapping[int, str]) -> ArchiveRow:
    try:
        variant = visit.state.judge.variants.find(one["variant"])
    except VariantError:
        variant = None
    last, words = str(one["last"]), Phrasebook(variant, visit.language) if variant else None
    if words is not None and last:
        last = words.phase(Phase.parse(last))
    rows = [
        SeatRow(
            words.power(seat["power"]) if words else str(seat["power"]).title(),
            str(seat["power"]),
            seat["user"] or 0,
            names.get(seat["user"], ""),
            seat["centers"],
            seat["sharers"] > 0,
        )
        for seat in one["seats"]
    ]
    rows.sort(key=lambda row: (not row.won, -row.centers, row.power))
    return ArchiveRow(
        one["game"],
        one["title"],
        variant_title(visit, one["variant"]),
        in_words(ENDINGS.get(one["how"], str(one["how"])), visit.language),
        one["ended"],
        last[:1].upper() + last[1:],
        one["years"],
        one["rated"],
        tuple(rows),
    )


def _called(visit: Visit, name: str) -> int:
    """The account of a name; -1 where nobody is called so. Those who are signed in may ask, some
    times a minute, as by the API."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    visit.state.buckets.take("names", visit.caller.key, visit.state.limits.names)
    person = visit.state.judge.accounts.people.called(name)
    return -1 if person is None or person.is_deleted else person.number


def _day(text: str) -> str:
    """A day as forms write it; empty where it is none."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat()
    except ValueError:
        return ""


def _beginning(day: str, zone: str, later: timedelta = timedelta()) -> datetime | None:
    """The beginning of a day, or of one that is later, by the clock of a zone."""
    if not day:
        return None
    return (datetime.fromisoformat(day) + later).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
