"""The desk as pages: a form for each command, made of its declaration, for a laptop and for the
phones of those who help; nothing is loaded from elsewhere, and no script is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from dragoman.diagnostics import has_errors
from dragoman.extras import extra
from dragoman.games.requests import LARGEST, Answer
from dragoman.guesses import Doubling, WrongGuesses, network_of
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands import NAMES, PANELS, DeskQuestion, kind_of
from dragoman.tournament.commands.record import Correction, ShowTournament
from dragoman.tournament.desk import forms
from dragoman.tournament.desk.roles import PANELS_OF, Helper, helper_of
from dragoman.tournament.desk.session import TournamentSession, answered, carry_out, correction
from dragoman.tournament.hall.director_view import director_view
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.log.store import Store

with extra("tournament"):
    from fastapi import FastAPI, Request
    from fastapi.concurrency import run_in_threadpool
    from fastapi.responses import HTMLResponse, RedirectResponse, Response
    from jinja2 import Environment, FunctionLoader, StrictUndefined

COOKIE: Final = "dragoman-desk"
CODE_GUESSES: Final = Doubling(free=5, longest=300, forgotten=900)
_MOST_ADDRESSES: Final = 1000
_HEADERS: Final = {
    "Cache-Control": "no-store",
    # With "no-referrer" a browser would send forms from nowhere: their origin could not be checked.
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "script-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
}


def desk_pages(folder: Path, token: str) -> FastAPI:
    """The pages, to be mounted at ``/desk``: for who shows the ``token``, which is the director's,
    or the code of a helper, in the role that is his."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    desk = _Desk(folder, token)

    @app.get("/")
    async def home(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
        return await run_in_threadpool(desk.home, request)

    @app.post("/enter")
    async def enter(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
        given = await _form(request)
        return await run_in_threadpool(desk.enter, request, given)

    @app.get("/leave")
    async def leave() -> Response:  # pyright: ignore[reportUnusedFunction]
        gone = RedirectResponse("/desk/", 303, _HEADERS)
        gone.delete_cookie(COOKIE, path="/desk")
        return gone

    @app.get("/papers/{name}")
    async def paper(request: Request, name: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        return await run_in_threadpool(desk.paper, request, name)

    @app.get("/{command}")
    async def form(request: Request, command: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        given = parse_qs(request.url.query, keep_blank_values=True)
        return await run_in_threadpool(desk.form, request, command, given)

    @app.post("/{command}")
    async def act(request: Request, command: str) -> Response:  # pyright: ignore[reportUnusedFunction]
        given = await _form(request)
        return await run_in_threadpool(desk.act, request, command, given)

    return app


async def _form(request: Request) -> dict[str, list[str]]:
    """The fields of a form that was sent; none of one that is too large or no text."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > 2 * LARGEST:
            return {}
    return parse_qs(found.decode("utf-8", "replace"), keep_blank_values=True)


class _Desk:
    def __init__(self, folder: Path, token: str) -> None:
        self._folder, self._token = folder, token
        self._guesses = WrongGuesses(CODE_GUESSES, _MOST_ADDRESSES)
        environment = Environment(
            loader=FunctionLoader(_template), autoescape=True, undefined=StrictUndefined
        )
        self._page = environment.get_template("desk.html")

    def enter(self, request: Request, given: forms.Given) -> Response:
        """Let somebody in who shows a code."""
        code = "".join(given.get("code", ()))[:200]
        address = network_of(request.client.host if request.client is not None else "")
        if wait := self._guesses.begin(address):
            return self._door(f"Too many wrong codes; try again in {wait} s.", 429)
        if helper_of(Store(self._folder).load(), code, self._token) is None:
            return self._door("Nobody has this code. Type it again.", 403)
        self._guesses.right(address)
        inside = RedirectResponse("/desk/", 303, _HEADERS)
        # Not over TLS: in the hall there is none. No other site can send it along.
        inside.set_cookie(COOKIE, code.strip(), path="/desk", httponly=True, samesite="strict")
        return inside

    def home(self, request: Request) -> Response:
        """Where the tournament stands, and all that one may do."""
        helper, t = self._who(request)
        if helper is None or t is None:
            return self._door()
        shown = carry_out(TournamentSession(Store(self._folder)), ShowTournament())
        view = director_view(t, datetime.now())
        number = view["round"]
        seen = helper.is_director or (number in t.rounds and t.rounds[number].published)
        return self._render(
            t,
            helper,
            title=t.name,
            text=shown.text if helper.is_director else "",
            boards=view["boards"] if seen and helper.may("count") else [],
            reports=view["reports"] if helper.may("confirm") else [],
            notes=view["notes"] if helper.is_director else [],
            panels=_panels(helper),
        )

    def form(self, request: Request, command: str, given: forms.Given) -> Response:
        """The form of a command; a question that needs nothing more is answered at once."""
        helper, t = self._who(request)
        if helper is None or t is None:
            return self._door()
        if command not in NAMES or not helper.may(command):
            return self._none(t, helper)
        kind = kind_of(command)
        answer = None
        if issubclass(kind, DeskQuestion):
            wish, faults = forms.value(kind, given)
            if not faults:
                answer = self._carried_out(t, helper, wish, given)
            elif given:
                answer = Answer(diagnostics=tuple(faults))
        return self._of_command(t, helper, command, given, answer)

    def act(self, request: Request, command: str, given: forms.Given) -> Response:
        """Do as a form that was sent asks."""
        helper, t = self._who(request)
        origin = request.headers.get("origin", "")
        if origin and urlsplit(origin).netloc != request.headers.get("host"):
            return self._door("This form is from another page.", 403)
        if helper is None or t is None:
            return self._door(status=403)
        if command not in NAMES or not helper.may(command):
            return self._none(t, helper)
        wish, faults = forms.value(kind_of(command), given)
        if faults:
            answer = Answer(diagnostics=tuple(faults))
        else:
            answer = self._carried_out(t, helper, wish, given)
        after = Store(self._folder).load()
        return self._of_command(after, helper, command, given, answer, sent=True)

    def paper(self, request: Request, name: str) -> Response:
        """A page that "print" made."""
        helper, t = self._who(request)
        if helper is None or t is None:
            return self._door()
        printed = self._folder / "print"
        known = {one.name: one for one in printed.glob("*.html")} if helper.is_director else {}
        if name not in known:
            return self._none(t, helper)
        return HTMLResponse(known[name].read_text("utf-8"), headers=_HEADERS)

    def _who(self, request: Request) -> tuple[Helper | None, Tournament | None]:
        code = request.cookies.get(COOKIE, "")
        if not code:
            return None, None
        try:
            t = Store(self._folder).load()
        except ActionRefused:
            return None, None
        return helper_of(t, code, self._token), t

    def _carried_out(
        self, t: Tournament, helper: Helper, wish: object, given: forms.Given
    ) -> Answer:
        store = Store(self._folder)

        def carried_out() -> Answer:
            _check_secret(t, helper, wish)
            corrects, faults = forms.value(Correction, given)
            if faults or corrects.correcting is None:
                return Answer(diagnostics=tuple(faults)) if faults else _done(store, wish)
            if not helper.is_director:
                raise ActionRefused("not-yours", "only the director puts earlier actions right")
            session = correction(store, corrects.correcting, corrects.because, corrects.anyway)
            return carry_out(session, wish)

        return answered(carried_out)

    def _of_command(
        self,
        t: Tournament,
        helper: Helper,
        command: str,
        given: forms.Given,
        answer: Answer | None,
        sent: bool = False,
    ) -> Response:
        kind = kind_of(command)
        diagnostics = answer.diagnostics if answer is not None else ()
        wrong = has_errors(diagnostics)
        fields = forms.controls(t, kind, {} if sent and not wrong else given)
        correcting = "".join(given.get("correcting", ()))
        if correcting and not issubclass(kind, DeskQuestion):
            fields = [*fields, *forms.controls(t, Correction, given)]
        return self._render(
            t,
            helper,
            status=422 if sent and wrong else 200,
            title=command,
            about=forms.about(kind),
            command=command,
            is_question=issubclass(kind, DeskQuestion),
            fields=fields,
            said=answer.text if answer is not None else "",
            good=sent and not wrong,
            diagnostics=diagnostics,
            papers=_papers(answer),
            entries=_entries(answer) if command == "log" else [],
            commands=[name for name in NAMES if not issubclass(kind_of(name), DeskQuestion)],
        )

    def _none(self, t: Tournament, helper: Helper) -> Response:
        said = "There is no such page for you."
        return self._render(t, helper, status=404, title=said, panels=_panels(helper))

    def _door(self, said: str = "", status: int = 200) -> Response:
        return self._render(None, None, status=status, title="The desk", said=said)

    def _render(
        self, t: Tournament | None, helper: Helper | None, status: int = 200, **facts: Any
    ) -> Response:
        usual: dict[str, Any] = dict.fromkeys(
            ("boards", "reports", "notes", "diagnostics", "papers", "entries", "fields"), ()
        )
        usual |= {"text": "", "about": "", "command": "", "said": "", "panels": {}, "good": False}
        usual |= {"is_question": False, "commands": ()}
        page = self._page.render(
            {**usual, **facts, "helper": helper, "tournament": t.name if t is not None else ""}
        )
        return HTMLResponse(page, status, _HEADERS)


def _template(name: str) -> str:
    return (files("dragoman.tournament.desk") / name).read_text("utf-8")


def _done(store: Store, wish: object) -> Answer:
    return carry_out(TournamentSession(store), wish)


def _check_secret(t: Tournament, helper: Helper, wish: object) -> None:
    """Refuse to who only helps what would tell him a draw that is secret."""
    board = getattr(wish, "board", "")
    if helper.is_director or not board:
        return
    table = lookup.table(t, board)
    if not t.rounds[table.round].published:
        what = f"the seats of round {table.round} are not published"
        raise ActionRefused("not-published", what, "ask the director")


def _panels(helper: Helper) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The commands that somebody may use, by panel, each with what it does in a sentence."""
    return {
        panel: [(name, forms.first_sentence(kind_of(name))) for name in PANELS[panel]]
        for panel in PANELS_OF[helper.role]
    }


def _papers(answer: Answer | None) -> list[str]:
    found: Sequence[str] = answer.data.get("files", ()) if answer is not None else ()
    return [Path(one).name for one in found if one.endswith(".html")]


def _entries(answer: Answer | None) -> list[int]:
    """The actions that a log shows, the last first."""
    shown = answer.data.get("log", ()) if answer is not None else ()
    return sorted({one["action"] for one in shown}, reverse=True)
