"""Pages for the hall on the local network: the display with clock and boards, the page on
which phones tell counts and score sheets, and to the director alone his own screen."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, TypeAlias, TypeGuard, cast

from dragoman.extras import extra
from dragoman.guesses import Doubling, WrongGuesses, network_of
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import center_counts
from dragoman.tournament.hall.director_view import director_view
from dragoman.tournament.hall.phone_votes import PhoneVotes, serve_votes
from dragoman.tournament.hall.phone_wishes import serve_wishes
from dragoman.tournament.log.correcting import Decide
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing.public_view import ToldStandings, told, view
from dragoman.tournament.publishing.templates import language_of, rendered, told as in_words
from dragoman.words import in_language, refusal_in_language, said

with extra("tournament"):
    import fastapi
    from fastapi import FastAPI, HTTPException, Request
    from fastapi.responses import HTMLResponse, JSONResponse

_HEADERS = {
    "Cache-Control": "no-store",
    # Nothing from elsewhere: a hall has no network, and a page no reason to talk.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; connect-src 'self'; img-src data:",
}

CODE_GUESSES = Doubling(free=5, longest=300, forgotten=900)
"""Wrong codes of boards from one address."""
_MOST_ADDRESSES = 1000


def _reader(request: Request, language: str | None = None) -> str:
    return language_of(language, request.headers.get("Accept-Language", ""))


Reader: TypeAlias = Annotated[str, fastapi.Depends(_reader)]
"""The language of who asks: ``?language=de``, or what his browser says."""
Body: TypeAlias = Annotated[dict[str, Any], fastapi.Body()]


def hall(
    load: Callable[[], Tournament],
    now: Callable[[], datetime] = datetime.now,
    act: Callable[[Decide], Tournament] | None = None,
    director: Director | None = None,
) -> FastAPI:
    """The program behind the display: the page, and ``/hall.json``, which the page fetches every
    second.

    ``load`` reads the tournament anew; everything the hall is served comes through
    ``public_view.view``. With ``act`` tables tell their counts at ``/board``, players
    vote at ``/vote`` and wish for powers at ``/powers``, with ``director`` his own screen is there.
    """
    app = FastAPI(title="Dragoman hall display", docs_url=None, redoc_url=None, openapi_url=None)

    @app.get("/")
    def show(reads: Reader) -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        return _page("display", reads)

    known: list[tuple[Tournament, ToldStandings]] = []

    @app.get("/hall.json")
    def data(reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        # Every screen asks every second, and standings are a long calculation.
        t = load()
        if not known or known[0][0] is not t:
            known[:] = [(t, told(t))]
        return JSONResponse(in_words(view(t, now(), known[0][1]), reads), headers=_HEADERS)

    if act is not None:
        _serve_tables(app, load, now, act)
        serve_votes(app, PhoneVotes(load, now, act), _HEADERS)
        serve_wishes(app, load, act, _HEADERS)
    if director is not None:
        _serve_director(app, load, now, director)
    return app


@dataclass(frozen=True, slots=True)
class Director:
    """The director's own screen: the ``key`` in its address, which nobody else knows, and what runs
    a command that he types, in the language that he reads: whether it was good, and its answer."""

    key: str
    run: Callable[[str, str], tuple[bool, str]]


def _serve_tables(
    app: FastAPI,
    load: Callable[[], Tournament],
    now: Callable[[], datetime],
    act: Callable[[Decide], Tournament],
) -> None:
    guesses = WrongGuesses(CODE_GUESSES, _MOST_ADDRESSES)

    def with_code(
        request: Request, code: str, reads: str, answer: Callable[[], dict[str, Any]]
    ) -> JSONResponse:
        """The answer to who knows a code; whoever tries wrong ones has to wait."""
        address = network_of(request.client.host if request.client is not None else "")
        if wait := guesses.begin(address):
            what = said("too many wrong codes; try again in {wait} s", wait=wait)
            return JSONResponse(
                {"error": in_language(what, reads)}, 429, {**_HEADERS, "Retry-After": str(wait)}
            )
        try:
            center_counts.board_of(load(), code)
            guesses.right(address)
            return JSONResponse(in_words(answer(), reads), headers=_HEADERS)
        except ActionRefused as refused:
            return _refused(refused, reads)

    def taken(decide: Decide) -> dict[str, Any]:
        """Thanks for what was told, also to a phone that sends it again because it never heard
        that it had come."""
        try:
            act(decide)
        except ActionRefused as refused:
            if refused.diagnostic.code != "told-already":
                raise
            return {"said": said("The director has it already: nothing was lost. Thank you.")}
        return {"said": said("The director has it. Thank you.")}

    @app.get("/board")
    def ask(reads: Reader) -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        return _page("phone", reads)

    @app.get("/board/{code}.json")
    def seats(request: Request, code: str, reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return with_code(request, code, reads, lambda: table_view(load(), code))

    @app.post("/board/{code}")
    def tell(request: Request, code: str, told: Body, reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        def answer() -> dict[str, Any]:
            counts, year = told.get("counts"), told.get("year")
            if not _are_counts(counts) or type(year) is not int:
                raise ActionRefused("bad-counts", "these are no counts")
            return taken(lambda t: center_counts.report(t, code, counts, year, now()))

        return with_code(request, code, reads, answer)

    @app.post("/board/{code}/sheet")
    def hand_in(request: Request, code: str, told: Body, reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        def answer() -> dict[str, Any]:
            game, places, unsigned = told.get("game"), told.get("places"), told.get("unsigned", [])
            if not isinstance(game, str) or not _are_texts(places) or not _are_texts(unsigned):
                raise ActionRefused("bad-sheet", "this is no score sheet")
            return taken(lambda t: center_counts.report_sheet(t, code, game, places, unsigned))

        return with_code(request, code, reads, answer)


def _serve_director(
    app: FastAPI,
    load: Callable[[], Tournament],
    now: Callable[[], datetime],
    director: Director,
) -> None:
    def known(request: Request, key: str) -> bool:
        local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
        return local and secrets.compare_digest(key, director.key)

    # A page of another site may not even ask: it cannot know the key.
    @app.get("/director/{key}.json")
    def everything(request: Request, key: str, reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        if not known(request, key):
            raise HTTPException(404)
        return JSONResponse(in_words(director_view(load(), now()), reads), headers=_HEADERS)

    @app.get("/director/{key}")
    def screen(request: Request, key: str, reads: Reader) -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        if not known(request, key):
            raise HTTPException(404)
        return _page("director", reads)

    @app.post("/director/{key}")
    def run(request: Request, key: str, typed: Body, reads: Reader) -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        line = typed.get("line")
        if not known(request, key) or not isinstance(line, str):
            raise HTTPException(404)
        good, answer = director.run(line, reads)
        return JSONResponse({"good": good, "said": answer}, headers=_HEADERS)


def table_view(t: Tournament, code: str) -> dict[str, Any]:
    """A board as a phone sees it that knows its code: the seats, the year that is wanted, and for
    score sheets the board games and who is here."""
    table = center_counts.board_of(t, code)
    told = [one.year for one in center_counts.counts_waiting(t, table)]
    board_games = t.settings.board_games
    return {
        "board": table.key,
        "letter": table.letter,
        "year": max([table.last_year, *told]) + 1,
        "centers": table.variant.centers,
        "seats": [
            {
                "key": power,
                "power": said(power.title()),
                "player": t.players[player].name,
                "centers": table.last_counts[power],
            }
            for power, player in table.seats.items()
        ],
        "games": list(board_games.minutes) if board_games is not None else [],
        "most": max(board_games.points) if board_games is not None else 0,
        "players": [
            {"number": one.number, "name": one.name}
            for one in t.players.values()
            if not one.gm and not one.withdrawn
        ],
    }


def _page(name: str, language: str) -> HTMLResponse:
    return HTMLResponse(rendered("hall", name, language), headers=_HEADERS)


def _refused(refused: ActionRefused, language: str) -> JSONResponse:
    told = refused.diagnostic.told(lambda text: refusal_in_language(text, language))
    return JSONResponse({"error": told}, 400, headers=_HEADERS)


def _are_counts(found: object) -> TypeGuard[dict[str, int]]:
    if not isinstance(found, dict):
        return False
    counts = cast(dict[object, object], found)
    return all(type(one) is int and 0 <= one <= 999 for one in counts.values())


def _are_texts(found: object) -> TypeGuard[list[str]]:
    if not isinstance(found, list):
        return False
    texts = cast(list[object], found)
    return len(texts) <= _MOST_TEXTS and all(
        isinstance(one, str) and len(one) <= _LONGEST_TEXT for one in texts
    )


_MOST_TEXTS, _LONGEST_TEXT = 100, 500


def addresses(port: int) -> list[str]:
    """Addresses of the display for other machines, then for this one."""
    found: list[str] = []
    try:
        # Sends nothing: it only asks which address this machine has on the local network.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.168.255.255", 9))
            found.append(probe.getsockname()[0])
    except OSError:
        pass
    return [f"http://{host}:{port}/" for host in dict.fromkeys((*found, "127.0.0.1"))]
