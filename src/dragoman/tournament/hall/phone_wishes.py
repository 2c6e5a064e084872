"""Wishes for powers from players' phones: each by his own code, as often as he likes, until the
round is drawn. The link that "votecodes --address" makes has the code behind its #, which no
browser sends on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, cast

from dragoman.extras import extra
from dragoman.formats import load_variant
from dragoman.tournament.actions import phone_voting, power_wishes
from dragoman.tournament.actions.lookup import digest
from dragoman.tournament.hall.own_codes import OwnCodes
from dragoman.tournament.log.correcting import Decide
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing.templates import language_of, rendered
from dragoman.tournament.seeding import PowersBy

with extra("tournament"):
    import fastapi
    from fastapi import FastAPI, Request
    from fastapi.responses import HTMLResponse, JSONResponse, Response


def seen(t: Tournament, code: str, language: str = "en") -> dict[str, Any]:
    """The wish of the player of a code for all rounds, and what there is to wish, for JSON; the
    powers by their names in a language, too.

    Raises:
        ActionRefused: if nobody has the code, or powers are drawn by lot.
    """
    player = phone_voting.player_of(t, digest(code))
    rules = t.settings.seeding
    power_wishes.check_by_wishes(rules)
    variant = load_variant(t.settings.variant.name)
    found = t.wishes.get((player, 0))
    powers = [power.title() for power in found.powers] if found else []
    bids = found.bids if found else ()
    return {
        "tournament": t.name,
        "player": t.players[player].name,
        "by": rules.powers_by.value,
        "points": rules.bid_points if rules.powers_by is PowersBy.BIDS else 0,
        "powers": list(rules.powers),
        "names": {
            power.title(): variant.power_name(power, language)
            for power in t.settings.variant.powers
        },
        "wished": powers,
        "bids": dict(zip(powers, bids, strict=False)),
    }


def serve_wishes(
    app: FastAPI,
    load: Callable[[], Tournament],
    act: Callable[[Decide], Tournament],
    headers: Mapping[str, str],
) -> None:
    """Give the hall's program the page ``/powers``, and what it asks."""
    codes = OwnCodes(headers)

    @app.get("/powers")
    def ask(request: Request, language: str | None = None) -> Response:  # pyright: ignore[reportUnusedFunction]
        reads = language_of(language, request.headers.get("Accept-Language", ""))
        return HTMLResponse(rendered("hall", "powers", reads), headers=headers)

    @app.get("/powers/{code}.json")
    def shown(  # pyright: ignore[reportUnusedFunction]
        request: Request, code: str, language: str = "en"
    ) -> JSONResponse:
        return codes.answered(request, language, lambda: seen(load(), code, language))

    @app.post("/powers/{code}")
    def wish(  # pyright: ignore[reportUnusedFunction]
        request: Request,
        code: str,
        told: Annotated[dict[str, Any], fastapi.Body()],
        language: str = "en",
    ) -> JSONResponse:
        wished: object = told.get("wishes")
        words = cast("list[object]", wished) if isinstance(wished, list) else [wished]

        def done() -> dict[str, Any]:
            player = phone_voting.player_of(load(), digest(code))
            wishes = [str(word) for word in words]
            after = act(lambda t: [power_wishes.wished(t, player, wishes, 0)])
            return seen(after, code, language)

        return codes.answered(request, language, done)
