"""People as pages: what everybody may know of somebody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.judge.results.archive import Filters, archive
from dragoman.judge.results.statistics import MOST_LISTED, player_view, rating_course
from dragoman.quick_dataclass import dataclass
from dragoman.web.pages.archive_pages import archived_games
from dragoman.web.pages.game_cards import variant_title
from dragoman.web.pages.rating_chart import HEIGHT, WIDTH, RatingChart, rating_chart
from dragoman.web.pages.rendering import Visit, VisitHere, page
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import APIRouter, Path
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False, prefix="/people")

LAST_GAMES: Final = 10


@dataclass(frozen=True, slots=True)
class Fared:
    """How somebody fared with something; ``share`` is of a hundred games."""

    name: str
    variant: str
    games: int
    victories: int
    draws: int
    losses: int
    share: float


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating, and how it came about."""

    pool: str
    title: str
    least: float
    sigma: float
    games: int
    chart: RatingChart | None


@router.get("/{number}")
def show_person(visit: VisitHere, number: Annotated[int, Path(ge=1, le=LARGEST_ID)]) -> Response:
    """Somebody: how long he is here, how reliable he is, his ratings, how he fared, with what."""
    judge = visit.state.judge
    person = judge.accounts.people.person(number)
    is_himself = visit.user == number
    played = player_view(judge.database, number, himself=is_himself)
    found = archive(judge.database, Filters(player=number), visit.caller.actor, "", LAST_GAMES)
    return page(
        visit,
        "person.html",
        person=person,
        number=number,
        is_himself=is_himself,
        reliability=played["reliability"],
        whole=_fared("", "", played["all"]),
        by_variant=[*_by(visit, played["by_variant"])],
        by_power=[*_by(visit, played["by_power"])],
        ratings=[_rated(visit, number, one) for one in played["ratings"]],
        games=archived_games(visit, found.games),
        has_more=bool(found.cursor),
        width=WIDTH,
        height=HEIGHT,
    )


def _rated(visit: Visit, number: int, one: Mapping[str, Any]) -> Rated:
    pool = str(one["pool"])
    course = rating_course(visit.state.judge.database, number, pool, 0, MOST_LISTED)
    title = variant_title(visit, pool)
    return Rated(pool, title, one["least"], one["sigma"], one["games"], rating_chart(course))


def _by(visit: Visit, rows: Iterable[Mapping[str, Any]]) -> Iterable[Fared]:
    for one in rows:
        variant = str(one["variant"])
        power = one.get("power")
        name = power_name(visit, variant, str(power)) if power else ""
        yield _fared(name, variant_title(visit, variant), one)


def power_name(visit: Visit, variant: str, power: str) -> str:
    """What a power of a variant is called, also where the variant is gone."""
    try:
        found = visit.state.judge.variants.find(variant)
    except VariantError:
        return power.title()
    known = power in found.board.powers
    return found.power_name(power, visit.language) if known else power.title()


def _fared(name: str, variant: str, one: Mapping[str, Any]) -> Fared:
    games = int(one["games"])
    share = float(Fraction(one["share"]) * 100 / games) if games else 0.0
    return Fared(name, variant, games, one["victories"], one["draws"], one["losses"], share)
