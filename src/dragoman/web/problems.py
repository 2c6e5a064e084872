"""Answers to requests that cannot be carried out: ``application/problem+json`` (RFC 9457), with the
diagnostics that say where it went wrong and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.storage.write_guard import ReadOnly
from dragoman.judge.wording.problem_words import in_language
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.views import OPEN, DiagnosticShape, View
from dragoman.web.languages import ENGLISH, Language, reader_of
from dragoman.web.one_thread import OneThreadRoute

with extra("judge"):
    from fastapi import APIRouter, FastAPI, Request
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import JSONResponse, Response
    from starlette.exceptions import HTTPException


# Faults of fields, in the judge's own words: pydantic speaks to programmers

_Words = tuple[str, str]
"""A fault and its remedy."""


def field_fault(fault: Mapping[str, Any]) -> Diagnostic:
    """A fault as the checking of a request tells it: its type, its place, and what it is about."""
    loc: Sequence[Any] = fault.get("loc", ())
    kind = {"body": "field", "header": "header"}.get(str(loc[0]) if loc else "", "parameter")
    context: Mapping[str, Any] = fault.get("ctx") or {}
    what, remedy = _words(str(fault.get("type", "")), loc, context, str(fault.get("msg", "")))
    return Diagnostic(f"wrong-{kind}", what, remedy, _place(loc))


def _words(kind: str, loc: Sequence[Any], context: Mapping[str, Any], message: str) -> _Words:
    name = str(loc[-1]) if loc else ""
    if kind == "extra_forbidden":
        return f"there is no field {name!r} here", NJUDGE_SETTINGS.get(name.lower(), "leave it out")
    if kind == "missing":
        if len(loc) == 1:
            return "this takes fields, and nothing was sent", _AS_JSON
        return f"{name!r} is missing", "give it"
    if kind in _OBJECTS:
        return "this is not an object", _AS_JSON if len(loc) == 1 else "write {...}"
    if kind == "json_invalid":
        return f"this is not JSON from letter {name} on", _AS_JSON
    if kind == "value_error":
        return message.removeprefix("Value error, "), ""
    if kind in ("too_short", "too_long") and context.get("field_type") == "Value":
        kind = f"string_{kind}"  # a text that is looked over otherwise, too
    for beginning, words in _WORDS.items():
        if kind.startswith(beginning):
            return words(context)
    return message, ""


_AS_JSON: Final = "send an object of JSON, with the header Content-Type: application/json"
_OBJECTS: Final = ("model_attributes_type", "model_type", "dict_type", "dataclass_type")


def _said(what: str, remedy: str = "") -> Callable[[Mapping[str, Any]], _Words]:
    """Words with gaps for what a fault is about."""
    return lambda context: (what.format_map(context), remedy.format_map(context))


_WORDS: Final = FrozenMap[str, Callable[[Mapping[str, Any]], _Words]](
    {
        "string_too_short": _said("this is too short", "it has at least {min_length} letters"),
        "string_too_long": _said("this is too long", "it has at most {max_length} letters"),
        "string_unicode": _said("a text holds something that is no letter", "leave it out"),
        "string_": _said("this is not text", 'write it as "..."'),
        "too_short": _said("these are too few", "give at least {min_length}"),
        "too_long": _said("these are too many", "give at most {max_length}"),
        "int_": _said("this is not a whole number", "write it in digits"),
        "float_": _said("this is not a number", "write it in digits"),
        "finite_number": _said("this is not a number", "write it in digits"),
        "bool_": _said("this is neither true nor false", "write one of them"),
        "list_type": _said("this is not a list", "write [...]"),
        "tuple_type": _said("this is not a list", "write [...]"),
        "greater_than_equal": _said("this is too little", "it is at least {ge}"),
        "less_than_equal": _said("this is too much", "it is at most {le}"),
        "greater_than": _said("this is too little", "it is more than {gt}"),
        "less_than": _said("this is too much", "it is less than {lt}"),
        "enum": _said("there is no such choice", "choose {expected}"),
        "literal_error": _said("there is no such choice", "choose {expected}"),
        "timezone_": _said("this does not say in which time zone it is",
                           "write it as 2026-12-24T20:00:00+01:00"),
        "datetime_": _said("this is not a moment", "write it as 2026-12-24T20:00:00+01:00"),
        "date_": _said("this is not a day", "write it as 2026-12-24"),
        "none_required": _said("nothing can be given here", "leave it out"),
    }
)  # fmt: skip
"""By the beginning of a fault's type, the first that fits."""


def _place(loc: Sequence[Any]) -> str:
    """The place in the request: ``body.to[1]`` as ``to[1]``."""
    found = ""
    for part in loc[1:] if len(loc) > 1 else loc:
        found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else str(part)
    return found


# Problems

API: Final = "/api"
"""Below which are the routes that programs ask; all else is pages."""
PROBLEM_TYPE: Final = "application/problem+json"

_STATUS: Final[Mapping[str, HTTPStatus]] = FrozenMap(
    {
        "not-signed-in": HTTPStatus.UNAUTHORIZED,
        "wrong-sign-in": HTTPStatus.UNAUTHORIZED,
        "wrong-passkey": HTTPStatus.UNAUTHORIZED,
        "not-allowed": HTTPStatus.FORBIDDEN,
        "no-club": HTTPStatus.NOT_FOUND,
        "not-invitable": HTTPStatus.FORBIDDEN,
        "not-followed": HTTPStatus.FORBIDDEN,
        "guest": HTTPStatus.FORBIDDEN,
        "no-guests": HTTPStatus.FORBIDDEN,
        "registration-closed": HTTPStatus.FORBIDDEN,
        "invitation-needed": HTTPStatus.FORBIDDEN,
        "invitation-over": HTTPStatus.FORBIDDEN,
        "address-needed": HTTPStatus.FORBIDDEN,
        "waits-for-admin": HTTPStatus.FORBIDDEN,
        "not-waiting": HTTPStatus.CONFLICT,
        "no-invitation": HTTPStatus.NOT_FOUND,
        "not-your-power": HTTPStatus.FORBIDDEN,
        "not-to-be-seen": HTTPStatus.FORBIDDEN,
        "session-needed": HTTPStatus.FORBIDDEN,
        "blocked": HTTPStatus.FORBIDDEN,
        "barred": HTTPStatus.FORBIDDEN,
        "no-report": HTTPStatus.NOT_FOUND,
        "no-sanction": HTTPStatus.NOT_FOUND,
        "wrong-code": HTTPStatus.FORBIDDEN,
        "missing-scope": HTTPStatus.FORBIDDEN,
        "no-csrf-header": HTTPStatus.FORBIDDEN,
        "no-game": HTTPStatus.NOT_FOUND,
        "no-such-link": HTTPStatus.NOT_FOUND,
        "no-program": HTTPStatus.NOT_FOUND,
        "no-person": HTTPStatus.NOT_FOUND,
        "no-address": HTTPStatus.NOT_FOUND,
        "no-passkey": HTTPStatus.NOT_FOUND,
        "no-token": HTTPStatus.NOT_FOUND,
        "no-device": HTTPStatus.NOT_FOUND,
        "no-phase": HTTPStatus.NOT_FOUND,
        "no-hook": HTTPStatus.NOT_FOUND,
        "no-thread": HTTPStatus.NOT_FOUND,
        "no-sandbox": HTTPStatus.NOT_FOUND,
        "no-design": HTTPStatus.NOT_FOUND,
        "no-node": HTTPStatus.NOT_FOUND,
        "no-map": HTTPStatus.NOT_FOUND,
        "no-tournament": HTTPStatus.NOT_FOUND,
        "no-page": HTTPStatus.NOT_FOUND,
        "unknown-variant": HTTPStatus.NOT_FOUND,
        "wrong-stage": HTTPStatus.CONFLICT,
        "not-over": HTTPStatus.CONFLICT,
        "game-over": HTTPStatus.CONFLICT,
        "nothing-before": HTTPStatus.CONFLICT,
        "changed-meanwhile": HTTPStatus.PRECONDITION_FAILED,
        "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "too-many-attempts": HTTPStatus.TOO_MANY_REQUESTS,
        "too-many-requests": HTTPStatus.TOO_MANY_REQUESTS,
        "database-away": HTTPStatus.SERVICE_UNAVAILABLE,
        "read-only": HTTPStatus.SERVICE_UNAVAILABLE,
        "wrong-revision": HTTPStatus.SERVICE_UNAVAILABLE,
        "busy": HTTPStatus.SERVICE_UNAVAILABLE,
        "disk-full": HTTPStatus.INSUFFICIENT_STORAGE,
    }
)
"""The status of a refusal by its code; any other is one of what was asked for (422)."""

_OF_THE_DATABASE: Final[Mapping[str, tuple[str, str, str]]] = FrozenMap(
    {
        "database-away": ("the judge's database does not answer", "try again in a moment", "5"),
        "disk-full": ("the judge has no room to store that", "try again later", "60"),
    }
)
"""Answers where the database fails: the fault, the remedy, and the seconds after which to try
again."""


class ProblemShape(View):
    """Why a request was not answered as it was meant (RFC 9457)."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    type: str
    title: str
    status: int
    detail: str
    instance: str
    diagnostics: list[DiagnosticShape]


def api_router(tag: str, prefix: str = "") -> APIRouter:
    """A router of the API: its addresses, and how it is said what was wrong."""
    return APIRouter(
        tags=[tag],
        prefix=API + prefix,
        responses={"4XX": {"model": ProblemShape}},
        route_class=OneThreadRoute,
    )


def page_router(prefix: str = "") -> APIRouter:
    """A router of pages, which are no part of the API."""
    return APIRouter(prefix=prefix, include_in_schema=False, route_class=OneThreadRoute)


class Problem(Exception):
    """Raised where a request cannot be answered as it was meant. ``more`` are further members of
    the answer."""

    def __init__(
        self,
        diagnostics: Sequence[Diagnostic],
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(diagnostics, status, headers, more)
        self.diagnostics = tuple(diagnostics)
        self.status = status or status_of(self.diagnostics)
        self.headers = dict(headers or {})
        self.more = dict(more or {})

    def __str__(self) -> str:
        return "; ".join(map(str, self.diagnostics))


def refused(code: str, what: str, remedy: str = "", **headers: str) -> Problem:
    """A problem of one diagnostic."""
    return Problem((Diagnostic(code, what, remedy),), headers=headers)


def status_of(diagnostics: Iterable[Diagnostic]) -> int:
    """The status for what is wrong, by the first diagnostic that has one of its own."""
    found = (_STATUS[one.code] for one in diagnostics if one.code in _STATUS)
    return int(next(found, HTTPStatus.UNPROCESSABLE_ENTITY))


def problem_response(problem: Problem, instance: str, language: Language = ENGLISH) -> JSONResponse:
    """The answer that tells a problem, in a language if there are words for it."""
    status = HTTPStatus(problem.status)
    told, spoken = in_language(problem.diagnostics, language.value)
    first = next(iter(told), None)
    content = {
        "type": f"urn:dragoman:problem:{first.code}" if first else "about:blank",
        "title": status.phrase,
        "status": int(status),
        "detail": first.what if first else status.description or status.phrase,
        "instance": instance,
        "diagnostics": [one.data() for one in told],
        **problem.more,
    }
    headers = {"Content-Language": spoken, "Vary": "Accept-Language", **problem.headers}
    return JSONResponse(content, int(status), headers, PROBLEM_TYPE)


def told_to(request: Request, problem: Problem) -> Response:
    """The answer that tells whoever asked of a problem: a page where he asked for one."""
    if not request.url.path.startswith(API):
        shown: Response = request.app.state.problem_page(request, problem)
        return shown
    return problem_response(problem, request.url.path, reader_of(request))


def add_problems(app: FastAPI) -> None:
    """Have everything that goes wrong told as a problem."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(ActionRefused, _refusal)
    app.add_exception_handler(RequestValidationError, _wrong_fields)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _fault)


def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return told_to(request, error)


def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, ActionRefused)
    problem = Problem((error.diagnostic,))
    if told := _OF_THE_DATABASE.get(error.diagnostic.code):
        # What the database says of itself is for those who keep it.
        what, remedy, seconds = told
        gone = Diagnostic(error.diagnostic.code, what, remedy)
        problem = Problem((gone,), headers={"Retry-After": seconds})
    elif isinstance(error, ReadOnly):
        problem.headers["Retry-After"] = str(seconds_to(error.back))
    return told_to(request, problem)


_AGAIN: Final = (30, 300, 3600)
"""Seconds after which to try again what was not written: the fewest and the most, and in between
those where nobody says when the judge is back."""


def seconds_to(back: datetime | None) -> int:
    """The seconds after which to try again what was not written."""
    least, usual, most = _AGAIN
    if back is None:
        return usual
    return min(max(round((back - datetime.now(UTC)).total_seconds()), least), most)


def _wrong_fields(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    # What several ask for is wrong for each of them, and told once.
    faults = tuple(dict.fromkeys(field_fault(one) for one in error.errors()))
    return told_to(request, Problem(faults, HTTPStatus.UNPROCESSABLE_ENTITY))


_SEE: Final = "see /api/openapi.json for what there is"


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, what, remedy = "bad-request", str(error.detail), ""
    if error.status_code == HTTPStatus.NOT_FOUND:
        code, what, remedy = "no-page", "there is nothing at this address", _SEE
    elif error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        code, what, remedy = "wrong-method", "this address does not take such requests", _SEE
    fault = Diagnostic(code, what, remedy)
    return told_to(request, Problem((fault,), error.status_code, error.headers))


def _fault(request: Request, error: Exception) -> Response:
    what = "something in the judge went wrong; it has been noted"
    return told_to(request, Problem((Diagnostic("fault", what, "try again later"),), 500))
