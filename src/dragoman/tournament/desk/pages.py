"""The desk as pages: a form for each command, made of its declaration, for a laptop and for the
phones of those who help, in the language that each of them reads; nothing is loaded from elsewhere,
and no script is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import extra
from dragoman.files.form_parts import WITH_FILES
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
from dragoman.tournament.publishing.templates import language_of, rendered
from dragoman.words import LANGUAGES, in_language, refusal_in_language, said

with extra("tournament"):
    from fastapi import FastAPI, Request
    from fastapi.concurrency import run_in_threadpool
    from fastapi.responses import HTMLResponse, RedirectResponse, Response

COOKIE: Final = "dragoman-desk"
LANGUAGE: Final = "dragoman-language"
_LARGEST_FORM: Final = 2 * LARGEST
_TOO_LARGE: Final = "too-large"
CODE_GUESSES: Final = Doubling(free=5, longest=300, forgotten=900)
_MOST_ADDRESSES: Final = 1000
_NEW: Final = "new"
"""The command that makes a tournament."""
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
        given, _ = await _form(request)
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
        given, faults = await _form(request)
        return await run_in_threadpool(desk.act, request, command, given, faults)

    return app


async def _form(request: Request) -> tuple[dict[str, list[str]], tuple[Diagnostic, ...]]:
    """The fields of a form that was sent, files as their texts; and what is wrong with it."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > _LARGEST_FORM:
            return {}, (_too_large(),)
    kind = request.headers.get("Content-Type", "")
    if kind.startswith(WITH_FILES):
        return await run_in_threadpool(forms.with_files, found, kind)
    return parse_qs(found.decode("utf-8", "replace"), keep_blank_values=True), ()


class _Desk:
    def __init__(self, folder: Path, token: str) -> None:
        self._folder, self._token = folder, token
        self._guesses = WrongGuesses(CODE_GUESSES, _MOST_ADDRESSES)

    def enter(self, request: Request, given: forms.Given) -> Response:
        """Let somebody in who shows a code."""
        code = "".join(given.get("code", ()))[:200]
        address = network_of(request.client.host if request.client is not None else "")
        if wait := self._guesses.begin(address):
            what = said("Too many wrong codes; try again in {wait} s.", wait=wait)
            return self._door(request, what, 429)
        if self._helper(code)[0] is None:
            return self._door(request, said("Nobody has this code. Type it again."), 403)
        self._guesses.right(address)
        inside = RedirectResponse("/desk/", 303, _HEADERS)
        # Not over TLS: in the hall there is none. No other site can send it along.
        inside.set_cookie(COOKIE, code.strip(), path="/desk", httponly=True, samesite="strict")
        return inside

    def home(self, request: Request) -> Response:
        """Where the tournament stands, and all that one may do."""
        helper, t = self._who(request)
        asked = request.query_params.get("language", "")
        if asked in LANGUAGES:
            chosen = RedirectResponse("/desk/", 303, _HEADERS)
            chosen.set_cookie(LANGUAGE, asked, path="/desk", httponly=True, samesite="strict")
            return chosen
        if helper is None:
            return self._door(request)
        if t is None:
            return self._of_command(request, None, helper, _NEW, {}, None)
        shown = carry_out(TournamentSession(Store(self._folder)), ShowTournament())
        view = director_view(t, datetime.now())
        number = view["round"]
        seen = helper.is_director or (number in t.rounds and t.rounds[number].published)
        return self._render(
            request,
            t,
            helper,
            title=t.name,
            text=shown.text if helper.is_director else "",
            is_home=True,
            boards=view["boards"] if seen and helper.may("count") else [],
            reports=view["reports"] if helper.may("confirm") else [],
            notes=view["notes"] if helper.is_director else [],
            panels=_panels(helper, self._language(request)),
        )

    def form(self, request: Request, command: str, given: forms.Given) -> Response:
        """The form of a command; a question that needs nothing more is answered at once."""
        helper, t = self._who(request)
        if helper is None:
            return self._door(request)
        if not _is_for(command, helper, t):
            return self._none(request, t, helper)
        kind = kind_of(command)
        answer = None
        if issubclass(kind, DeskQuestion):
            wish, faults = forms.value(kind, given)
            if not faults and t is not None:
                answer = self._carried_out(request, t, helper, wish, given)
            elif given:
                answer = Answer(diagnostics=tuple(faults))
        return self._of_command(request, t, helper, command, given, answer)

    def act(
        self, request: Request, command: str, given: forms.Given, faults: tuple[Diagnostic, ...]
    ) -> Response:
        """Do as a form that was sent asks, unless there are ``faults`` in it already."""
        helper, t = self._who(request)
        origin = request.headers.get("origin", "")
        if origin and urlsplit(origin).netloc != request.headers.get("host"):
            return self._door(request, said("This form is from another page."), 403)
        if helper is None:
            return self._door(request, status=403)
        if not _is_for(command, helper, t):
            return self._none(request, t, helper)
        if faults:
            status = 413 if faults[0].code == _TOO_LARGE else 422
            answer = Answer(diagnostics=faults)
            return self._of_command(request, t, helper, command, given, answer, status=status)
        wish, wrong = forms.value(kind_of(command), given)
        if wrong:
            answer = Answer(diagnostics=tuple(wrong))
        else:
            answer = self._carried_out(request, t, helper, wish, given)
        if t is None and not has_errors(answer.diagnostics):
            return RedirectResponse("/desk/", 303, _HEADERS)
        after = self._helper(request.cookies.get(COOKIE, ""))[1]
        status = 422 if has_errors(answer.diagnostics) else 200
        return self._of_command(request, after, helper, command, given, answer, status=status)

    def paper(self, request: Request, name: str) -> Response:
        """A page that "print" made."""
        helper, t = self._who(request)
        if helper is None or t is None:
            return self._door(request)
        printed = self._folder / "print"
        known = {one.name: one for one in printed.glob("*.html")} if helper.is_director else {}
        if name not in known:
            return self._none(request, t, helper)
        return HTMLResponse(known[name].read_text("utf-8"), headers=_HEADERS)

    def _who(self, request: Request) -> tuple[Helper | None, Tournament | None]:
        return self._helper(request.cookies.get(COOKIE, ""))

    def _helper(self, code: str) -> tuple[Helper | None, Tournament | None]:
        """The holder of a code, and the tournament; before there is one the director comes in
        alone."""
        if not code:
            return None, None
        try:
            t = Store(self._folder).load()
        except ActionRefused as refused:
            if refused.diagnostic.code != "no-tournament":
                return None, None
            t = None
        return helper_of(t, code, self._token), t

    def _language(self, request: Request) -> str:
        chosen = request.cookies.get(LANGUAGE, "")
        return language_of(chosen, request.headers.get("Accept-Language", ""))

    def _carried_out(
        self,
        request: Request,
        t: Tournament | None,
        helper: Helper,
        wish: object,
        given: forms.Given,
    ) -> Answer:
        store = Store(self._folder, by=helper.name)
        session = TournamentSession(store, language=self._language(request))

        def carried_out() -> Answer:
            if t is not None:
                _check_secret(t, helper, wish)
            corrects, faults = forms.value(Correction, given)
            if faults or corrects.correcting is None:
                return Answer(diagnostics=tuple(faults)) if faults else carry_out(session, wish)
            if not helper.is_director:
                raise ActionRefused("not-yours", "only the director puts earlier actions right")
            right = correction(store, corrects.correcting, corrects.because, corrects.anyway)
            return carry_out(replace(right, language=session.language), wish)

        return answered(carried_out)

    def _of_command(
        self,
        request: Request,
        t: Tournament | None,
        helper: Helper,
        command: str,
        given: forms.Given,
        answer: Answer | None,
        status: int = 0,
    ) -> Response:
        """The form of a command. With a ``status`` it was sent, and this is what became of it."""
        kind, sent = kind_of(command), bool(status)
        diagnostics = answer.diagnostics if answer is not None else ()
        wrong = has_errors(diagnostics)
        fields = forms.controls(t, kind, {} if sent and not wrong else given)
        correcting = "".join(given.get("correcting", ()))
        if correcting and not issubclass(kind, DeskQuestion):
            fields = [*fields, *forms.controls(t, Correction, given)]
        language = self._language(request)
        called = forms.desk_words(forms.COMMANDS, command, language)
        return self._render(
            request,
            t,
            helper,
            status=status or 200,
            title=called[:1].upper() + called[1:],
            about=[in_language(one, language) for one in forms.about(kind)],
            command=command,
            is_question=issubclass(kind, DeskQuestion),
            fields=[forms.in_words(one, language) for one in fields],
            said=answer.text if answer is not None else "",
            good=sent and not wrong,
            diagnostics=diagnostics,
            papers=_papers(answer),
            entries=_entries(answer) if command == "log" else [],
            commands=[
                (name, forms.desk_words(forms.COMMANDS, name, language))
                for name in NAMES
                if not issubclass(kind_of(name), DeskQuestion)
            ],
        )

    def _none(self, request: Request, t: Tournament | None, helper: Helper) -> Response:
        what = said("There is no such page for you.")
        return self._render(request, t, helper, 404, title=what)

    def _door(self, request: Request, why: str = "", status: int = 200) -> Response:
        return self._render(request, None, None, status, title=said("The desk"), said=why)

    def _render(
        self,
        request: Request,
        t: Tournament | None,
        helper: Helper | None,
        status: int = 200,
        **facts: Any,
    ) -> Response:
        language = self._language(request)
        usual: dict[str, Any] = dict.fromkeys(
            ("boards", "reports", "notes", "diagnostics", "papers", "entries", "fields", "about"),
            (),
        )
        usual |= {"text": "", "command": "", "said": "", "panels": {}, "good": False}
        usual |= {"is_question": False, "commands": (), "is_home": False}
        if "diagnostics" in facts:
            diagnostics: Sequence[Diagnostic] = facts["diagnostics"]
            facts["diagnostics"] = [
                (one.is_error, one.told(lambda text: refusal_in_language(text, language)))
                for one in diagnostics
            ]

        def called(name: str) -> str:
            return forms.desk_words(forms.COMMANDS, name, language)

        shown = {**usual, **facts, "helper": helper, "called": called}
        shown["tournament"] = t.name if t is not None else said("A new tournament")
        page = rendered("desk", "desk", language, **shown)
        return HTMLResponse(page, status, _HEADERS)


def _is_for(command: str, helper: Helper, t: Tournament | None) -> bool:
    """True if somebody may use a command now: to found a tournament only where there is none, and
    nothing else then."""
    return command in NAMES and helper.may(command) and (command == _NEW) == (t is None)


def _too_large() -> Diagnostic:
    what = f"this form is larger than {_LARGEST_FORM // 1024} kB, and nothing of it was taken"
    return Diagnostic(_TOO_LARGE, what, "send less at a time")


def _check_secret(t: Tournament, helper: Helper, wish: object) -> None:
    """Refuse to who only helps what would tell him a draw that is secret."""
    board = getattr(wish, "board", "")
    if helper.is_director or not board:
        return
    table = lookup.table(t, board)
    if not t.rounds[table.round].published:
        what = f"the seats of round {table.round} are not published"
        raise ActionRefused("not-published", what, "ask the director")


def _panels(helper: Helper, language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The commands that somebody may use, by panel, each with what it does in a sentence."""
    return {
        panel: [
            (name, forms.first_sentence(kind_of(name), language))
            for name in PANELS[panel]
            if name != _NEW
        ]
        for panel in PANELS_OF[helper.role]
    }


def _papers(answer: Answer | None) -> list[str]:
    found: Sequence[str] = answer.data.get("files", ()) if answer is not None else ()
    return [Path(one).name for one in found if one.endswith(".html")]


def _entries(answer: Answer | None) -> list[int]:
    """The actions that a log shows, the last first."""
    shown = answer.data.get("log", ()) if answer is not None else ()
    return sorted({one["action"] for one in shown}, reverse=True)
