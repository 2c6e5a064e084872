"""Who is how strong, and how powers fare: ratings by variant, and statistics."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Final, cast, get_args

from dragoman.extras import extra
from dragoman.judge.results.statistics import FEWEST, By, FaredBy, leaders, rating_pools, tally
from dragoman.web.pages.game_cards import variant_title
from dragoman.web.pages.people import power_name
from dragoman.web.pages.rendering import VisitHere, page
from dragoman.web.pages.variant_choices import variant_choices
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import APIRouter, Path, Query
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)

MOST_LISTED: Final = 50
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
    found = leaders(visit.state.judge.database, pool, after, MOST_LISTED + 1, fewest)
    users = frozenset(int(one["user"]) for one in found)
    shown: dict[str, Any] = {
        "pool": pool,
        "title": variant_title(visit, pool),
        "leaders": found[:MOST_LISTED],
        "names": visit.state.judge.accounts.people.names(users),
        "fewest": fewest,
        "after": after,
        "more": after + MOST_LISTED if len(found) > MOST_LISTED else 0,
    }
    return page(visit, "leaders.html", **shown)


@router.get("/statistics")
def show_statistics(
    visit: VisitHere,
    by: By = "power",
    variant: Annotated[str, Query(max_length=60)] = "standard",
    after: After = 0,
) -> Response:
    """How powers fared in games that were played to their end."""
    kinds = cast(list[By], ["variant", by] if by in ("power", "rules") else [by])
    database = visit.state.judge.database
    asked = "" if by == "variant" else variant
    found = tally(database, kinds, variant=asked, after=after, most=MOST_LISTED + 1)
    users = frozenset(one["player"] for one in found if "player" in one)
    names = visit.state.judge.accounts.people.names(users)
    rows = [
        {
            **one,
            "share": float(Fraction(one["share"]) * 100 / one["games"]),
            "title": variant_title(visit, one["variant"]) if "variant" in one else "",
            "name": _name(visit, by, one, names),
        }
        for one in found[:MOST_LISTED]
    ]
    shown: dict[str, Any] = {
        "by": by,
        "variant": variant,
        "rows": rows,
        "after": after,
        "more": after + MOST_LISTED if len(found) > MOST_LISTED else 0,
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
