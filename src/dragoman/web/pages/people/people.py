"""People, their ratings, and how players and powers fare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, cast, get_args

from dragoman.extras import extra
from dragoman.formats import VariantError
from dragoman.judge.results.archive import Filters, archive
from dragoman.judge.results.statistics import (
    FEWEST,
    MOST_LISTED,
    By,
    FaredBy,
    leaders,
    player_view,
    rating_course,
    rating_pools,
    tally,
)
from dragoman.quick_dataclass import dataclass
from dragoman.web.pages.html.charts import RATING_HEIGHT, RATING_WIDTH, RatingChart, rating_chart
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.lists.archive import archived_games
from dragoman.web.pages.lists.games import variant_title
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import page_router
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import Response


router = page_router()

LAST_GAMES: Final = 10


@dataclass(frozen=True, slots=True)
class FaredWith:
    """Somebody's record with a variant or a power; ``share`` is of a hundred games."""

    name: str
    variant: str
    games: int
    victories: int
    draws: int
    losses: int
    share: float


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating, and how it came about."""

    pool: str
    title: str
    least: float
    sigma: float
    games: int
    chart: RatingChart | None


@router.get("/people/{number}")
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
        circle=judge.accounts.relations.circle(visit.user) if visit.user else None,
        clubs=judge.clubs.of(number),
        reliability=played["reliability"],
        whole=_fared("", "", played["all"]),
        by_variant=[*_by(visit, played["by_variant"])],
        by_power=[*_by(visit, played["by_power"])],
        ratings=[_rated(visit, number, one) for one in played["ratings"]],
        games=archived_games(visit, found.games),
        has_more=bool(found.cursor),
        width=RATING_WIDTH,
        height=RATING_HEIGHT,
    )


def _rated(visit: Visit, number: int, one: Mapping[str, Any]) -> RatingShown:
    pool = str(one["pool"])
    course = rating_course(visit.state.judge.database, number, pool, 0, MOST_LISTED)
    title = variant_title(visit, pool)
    return RatingShown(pool, title, one["least"], one["sigma"], one["games"], rating_chart(course))


def _by(visit: Visit, rows: Iterable[Mapping[str, Any]]) -> Iterable[FaredWith]:
    for one in rows:
        variant = str(one["variant"])
        power = one.get("power")
        name = power_name(visit, variant, str(power)) if power else ""
        yield _fared(name, variant_title(visit, variant), one)


def power_name(visit: Visit, variant: str, power: str) -> str:
    """The name of a power of a variant, also where the variant is gone."""
    try:
        found = visit.state.judge.variants.find(variant)
    except VariantError:
        return power.title()
    known = power in found.board.powers
    return found.power_name(power, visit.language) if known else power.title()


def _fared(name: str, variant: str, one: Mapping[str, Any]) -> FaredWith:
    games = int(one["games"])
    share = float(Fraction(one["share"]) * 100 / games) if games else 0.0
    return FaredWith(name, variant, games, one["victories"], one["draws"], one["losses"], share)


# Ratings and statistics

MOST_ROWS: Final = 50
MOST_POOLS: Final = 100
KINDS: Final[dict[str, str]] = {
    "power": "By power",
    "variant": "By variant",
    "player": "By player",
    "rules": "By rule set",
}
After = Annotated[int, Query(ge=0, le=LARGEST_ID)]


@router.get("/ratings")
def show_pools(visit: VisitHere) -> Response:
    """The variants that have ratings."""
    found = rating_pools(visit.state.judge.database, "", MOST_POOLS)
    pools: list[dict[str, Any]] = [
        {**one, "title": variant_title(visit, one["pool"])} for one in found
    ]
    pools.sort(key=lambda one: (-int(one["games"]), str(one["title"])))
    return page(visit, "ratings.html", pools=pools)


@router.get("/ratings/{pool}")
def show_leaders(
    visit: VisitHere,
    pool: Annotated[str, Path(max_length=60)],
    after: After = 0,
    fewest: Annotated[int, Query(ge=1, le=1000)] = FEWEST,
) -> Response:
    """The players of a variant, the strongest first."""
    found = leaders(visit.state.judge.database, pool, after, MOST_ROWS + 1, fewest)
    users = frozenset(int(one["user"]) for one in found)
    shown: dict[str, Any] = {
        "pool": pool,
        "title": variant_title(visit, pool),
        "leaders": found[:MOST_ROWS],
        "names": visit.state.judge.accounts.people.names(users),
        "fewest": fewest,
        "after": after,
        "more": after + MOST_ROWS if len(found) > MOST_ROWS else 0,
    }
    return page(visit, "leaders.html", **shown)


@router.get("/statistics")
def show_statistics(
    visit: VisitHere,
    by: By = "power",
    variant: Annotated[str, Query(max_length=60)] = "standard",
    after: After = 0,
) -> Response:
    """Results of powers in games that were played to their end."""
    kinds = cast(list[By], ["variant", by] if by in ("power", "rules") else [by])
    database = visit.state.judge.database
    asked = "" if by == "variant" else variant
    found = tally(database, kinds, variant=asked, after=after, most=MOST_ROWS + 1)
    users = frozenset(one["player"] for one in found if "player" in one)
    names = visit.state.judge.accounts.people.names(users)
    rows = [
        {
            **one,
            "share": float(Fraction(one["share"]) * 100 / one["games"]),
            "title": variant_title(visit, one["variant"]) if "variant" in one else "",
            "name": _name(visit, by, one, names),
        }
        for one in found[:MOST_ROWS]
    ]
    shown: dict[str, Any] = {
        "by": by,
        "variant": variant,
        "rows": rows,
        "after": after,
        "more": after + MOST_ROWS if len(found) > MOST_ROWS else 0,
        "variants": variant_choices(visit),
        "kinds": [(one, KINDS[one]) for one in get_args(By)],
    }
    return page(visit, "statistics.html", **shown)


def _name(visit: VisitHere, by: By, one: FaredBy, names: dict[int, str]) -> str:
    match by:
        case "player":
            return names.get(one.get("player", 0), "?")
        case "power":
            return power_name(visit, one.get("variant", ""), one.get("power", ""))
        case "rules":
            return one.get("rules", "")
        case "variant":
            return ""
