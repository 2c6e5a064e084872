"""The desk over HTTP, for programs and pages: a route for each command, made of its declaration."""

from __future__ import annotations

import inspect
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any, Final, cast, get_args, get_origin

from dragoman import __version__
from dragoman.declared import Says, declared, field_schema, json_schema, made
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.extras import MissingExtra, extra
from dragoman.games.requests import LARGEST, Answer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.lookup import is_number
from dragoman.tournament.commands import NAMES, DeskQuestion, kind_of
from dragoman.tournament.commands.fields import Because
from dragoman.tournament.commands.record import ActionNumber, Anyway, Correction
from dragoman.tournament.desk.pages import desk_pages
from dragoman.tournament.desk.session import TournamentSession, answered, carry_out, correction
from dragoman.tournament.hall.director_view import director_view
from dragoman.tournament.log.store import Store
from dragoman.values import FrozenMap

with extra("tournament"):
    from fastapi import Depends, FastAPI, Request
    from fastapi.concurrency import run_in_threadpool
    from fastapi.responses import JSONResponse
    from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer


PROBLEM_TYPE: Final = "application/problem+json"
_HEADERS: Final = {"Cache-Control": "no-store"}
_VERSION: Final = re.compile(r'(?<!W/)"(\d{1,18})"')
_STATUS: Final[Mapping[str, HTTPStatus]] = {
    "no-token": HTTPStatus.UNAUTHORIZED,
    "no-tournament": HTTPStatus.NOT_FOUND,
    "changed-meanwhile": HTTPStatus.PRECONDITION_FAILED,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "wrong-field": HTTPStatus.UNPROCESSABLE_ENTITY,
    "no-json": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unusable-log": HTTPStatus.SERVICE_UNAVAILABLE,
    "refused-by-system": HTTPStatus.SERVICE_UNAVAILABLE,
    "missing-extra": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of what is wrong, by its code; all else is a refusal (409)."""


_IF_MATCH: Final = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {
        "type": "string",
        "description": "the ETag of an earlier answer: where somebody else came between, nothing "
        "is done, and the answer (412) has what was done since",
    },
}


@dataclass(frozen=True, slots=True)
class CorrectAction:
    """Put an earlier action right: name the command that it should have been, and its value. What
    came after it stays, and is computed again; what that changes is told.

    The time of the command is that of the action, unless the value says another.
    """

    action: ActionNumber
    command: Annotated[str, Says("the name of the command that this should have been")]
    because: Because = ""
    anyway: Anyway = False


class _Wrong(Exception):
    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics


def desk_app(folder: Path, token: str) -> FastAPI:
    """The program behind the desk of a tournament: ``/api/NAME`` for each command, asked with the
    token, the schema of all of them at ``/api/openapi.json``, and the pages at ``/desk/``."""

    def check(
        given: Annotated[
            HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))
        ],
    ) -> None:
        shown = "" if given is None else given.credentials
        if not secrets.compare_digest(shown.encode(), token.encode()):
            remedy = "send the header Authorization: Bearer TOKEN"
            raise _Wrong((Diagnostic("no-token", "the desk is for who has its token", remedy),))

    app = FastAPI(
        title="Dragoman tournament desk",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(check)],
    )
    app.add_exception_handler(_Wrong, _wrong)
    app.add_exception_handler(ActionRefused, _refused)
    app.add_exception_handler(OSError, _by_system)
    app.add_exception_handler(MissingExtra, _missing)
    for name in NAMES:
        kind = kind_of(name)
        make = _question if issubclass(kind, DeskQuestion) else _command
        make(app, folder, name, kind)
    _correct(app, folder)

    @app.get("/api/state", response_model=None)
    def state() -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        """The round in hand: clock, boards, who was late, what waits for the director."""
        store = Store(folder)
        found = director_view(store.load(), datetime.now())
        return JSONResponse(found, headers=_headers(store))

    app.mount("/desk", desk_pages(folder, token))
    return app


def _store(folder: Path, request: Request) -> Store:
    """The log, as far as it is in a version that a request asks for."""
    given = request.headers.getlist("If-Match")
    if not given or "*" in map(str.strip, given):
        return Store(folder)
    return Store(folder, {int(one) for one in _VERSION.findall(",".join(given))})


def _command(app: FastAPI, folder: Path, name: str, kind: type[Any]) -> None:
    async def answer(request: Request) -> JSONResponse:
        wish = _of_query(Correction, request.query_params.multi_items())
        return await _carried_out(request, folder, _made(kind, await _json(request)), wish)

    said = {"requestBody": _body(json_schema(kind)), "parameters": _parameters(Correction)}
    _add(app, "POST", name, kind.__doc__, answer, said)


def _question(app: FastAPI, folder: Path, name: str, kind: type[Any]) -> None:
    async def answer(request: Request) -> JSONResponse:
        question = _of_query(kind, request.query_params.multi_items())
        return await _carried_out(request, folder, question)

    _add(app, "GET", name, kind.__doc__, answer, {"parameters": _parameters(kind)})


def _correct(app: FastAPI, folder: Path) -> None:
    async def answer(request: Request) -> JSONResponse:
        given = dict(await _json(request))
        value: object = given.pop("value", {})
        wish = _made(CorrectAction, given)
        if wish.command not in NAMES or not isinstance(value, dict):
            what, source = "this is no command", "command"
            if wish.command in NAMES:
                what, source = "these are no fields of a command", "value"
            raise _Wrong((Diagnostic("wrong-field", what, source=source),))
        command = _made(kind_of(wish.command), cast(dict[str, Any], value))
        corrects = Correction(wish.action, wish.because, wish.anyway)
        return await _carried_out(request, folder, command, corrects)

    schema = json_schema(CorrectAction)
    schema["properties"]["value"] = {
        "type": "object",
        "description": "the fields of the command, as it takes them at its own address",
    }
    _add(app, "POST", "correct", CorrectAction.__doc__, answer, {"requestBody": _body(schema)})


async def _carried_out(
    request: Request, folder: Path, command: object, wish: Correction | None = None
) -> JSONResponse:
    store = _store(folder, request)

    def carried_out() -> Answer:
        if wish is None or wish.correcting is None:
            return carry_out(TournamentSession(store), command)
        session = correction(store, wish.correcting, wish.because, wish.anyway)
        return carry_out(session, command)

    return _told(request, await run_in_threadpool(answered, carried_out), store)


def _add(
    app: FastAPI,
    method: str,
    name: str,
    about: str | None,
    answer: Callable[[Request], Awaitable[JSONResponse]],
    said: dict[str, Any],
) -> None:
    app.add_api_route(
        f"/api/{name}",
        answer,
        methods=[method],
        operation_id=name,
        name=name,
        tags=[NAMES.get(name, NAMES["cancel"])],
        description=inspect.cleandoc(about or ""),
        response_model=None,
        openapi_extra={**said, "parameters": [*said.get("parameters", ()), _IF_MATCH]},
    )


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}, "required": True}


def _parameters(kind: type) -> list[dict[str, Any]]:
    return [
        {"name": one.name, "in": "query", "required": one.is_required, "schema": field_schema(one)}
        for one in declared(kind)
    ]


async def _json(request: Request) -> Mapping[str, Any]:
    """The object that a request holds; an empty one where it holds nothing."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > 2 * LARGEST:
            raise _Wrong((Diagnostic("too-large", "this is too large", "send less at a time"),))
    try:
        data: object = json.loads(found or b"{}")
    except (ValueError, RecursionError) as error:
        raise _Wrong(
            (Diagnostic("no-json", f"this is not JSON: {error}", "send an object"),)
        ) from None
    if not isinstance(data, dict):
        raise _Wrong((Diagnostic("no-json", "this is not an object", "write {...}"),))
    return cast(dict[str, Any], data)


def _of_query(kind: type[Any], items: Iterable[tuple[str, str]]) -> Any:
    """The value that the address of a request holds, each text as the field of its name takes
    it."""
    types = {one.name: one.type for one in declared(kind)}
    given: dict[str, Any] = {}
    for name, text in items:
        hint = types.get(name)
        if get_origin(hint) is tuple:
            given.setdefault(name, []).append(text)
        elif bool in (hint, *get_args(hint)):
            given[name] = {"true": True, "false": False}.get(text, text)
        elif int in (hint, *get_args(hint)):
            given[name] = int(text) if is_number(text) else text
        else:
            given[name] = text
    return _made(kind, given)


def _made(kind: type[Any], given: Mapping[str, Any]) -> Any:
    found, faults = made(kind, given)
    if faults:
        raise _Wrong(faults)
    return found


def _told(request: Request, answer: Answer, store: Store) -> JSONResponse:
    """An answer: the text that a terminal shows, and the data that its ``--json`` prints."""
    if has_errors(answer.diagnostics):
        return _problem(request, answer.diagnostics, answer.data, _headers(store))
    diagnostics = [one.data() for one in answer.diagnostics]
    found = {"text": answer.text, **answer.data, "diagnostics": diagnostics}
    return JSONResponse(found, headers=_headers(store))


def _headers(store: Store) -> dict[str, str]:
    """The tag of an answer is the version of the log that it is about."""
    return {**_HEADERS, "ETag": f'"{store.version}"'} if store.version else _HEADERS


def _problem(
    request: Request,
    diagnostics: Sequence[Diagnostic],
    data: Mapping[str, Any] = FrozenMap(),
    headers: Mapping[str, str] = _HEADERS,
) -> JSONResponse:
    first = next(one for one in diagnostics if one.is_error)
    status = _STATUS.get(first.code, HTTPStatus.CONFLICT)
    asked = {"WWW-Authenticate": "Bearer"} if status is HTTPStatus.UNAUTHORIZED else {}
    content = {
        **data,
        "type": f"urn:dragoman:problem:{first.code}",
        "title": status.phrase,
        "status": int(status),
        "detail": first.what,
        "instance": request.url.path,
        "diagnostics": [one.data() for one in diagnostics],
    }
    return JSONResponse(content, int(status), {**headers, **asked}, PROBLEM_TYPE)


def _wrong(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, _Wrong)
    return _problem(request, error.diagnostics)


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ActionRefused)
    return _problem(request, (error.diagnostic,))


def _by_system(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, OSError)
    what = f"the system says: {(error.strerror or str(error)).lower()}"
    return _problem(request, (Diagnostic("refused-by-system", what),))


def _missing(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, MissingExtra)
    return _problem(request, (error.diagnostic,))
