"""Routes that do all their work in one thread.

FastAPI goes to another thread for each dependency and for the endpoint, and looks anew, at each
request, at what each of them takes: that was a tenth of a page's time. All this is known when a
route is made. Where a request brings what it should, it is handed on here, and everything is called
in one thread, one after the other. What is wrong with any other FastAPI finds itself, and says so;
nothing was called for it by then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping
from enum import Enum
from inspect import iscoroutine, iscoroutinefunction, isgeneratorfunction
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast, get_origin, get_type_hints

from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    from fastapi import Request
    from fastapi.concurrency import run_in_threadpool
    from fastapi.dependencies.models import Dependant
    from fastapi.params import Body, Form, Header, Param
    from fastapi.responses import Response
    from fastapi.routing import APIRoute
    from pydantic import BaseModel

if TYPE_CHECKING:
    from fastapi._compat import ModelField

_Call = TypeVar("_Call", bound=Callable[..., Any])
_Handler: TypeAlias = Callable[[Request], Coroutine[Any, Any, Response]]
_ASIDE: Final = (
    "cookie_params",
    "http_connection_param_name",
    "websocket_param_name",
    "response_param_name",
    "background_tasks_param_name",
    "security_scopes_param_name",
)
"""Things that a dependency may ask for and none of ours does: where one does, FastAPI answers."""
_PLAIN: Final = (str, int, bool, float, Enum, type(None))
"""Defaults that nobody can change."""
_LACKING: Final = object()


class _NotPlain(Exception):
    """Something that FastAPI has to look at."""


_PLAINLY: Final[dict[Callable[..., Any], Callable[..., Any]]] = {}


def in_one_thread(plain: Callable[..., Any]) -> Callable[[_Call], _Call]:
    """Mark a dependency that goes to another thread: where one is there already it is ``plain``."""

    def mark(call: _Call) -> _Call:
        _PLAINLY[call] = plain
        return call

    return mark


@dataclass(frozen=True, slots=True)
class _Field:
    """A value that a request brings: its ``name`` for whoever takes it, its ``key`` in the request,
    and its value where it is left out."""

    name: str
    key: str
    read: ModelField
    otherwise: Any

    def of(self, given: Mapping[str, Any]) -> Any:
        """Its value in a request.

        Raises:
            _NotPlain: if it lacks, or is none.
        """
        found = given.get(self.key)
        if found is not None:
            return self.value(found)
        if self.otherwise is _LACKING:
            raise _NotPlain
        return self.otherwise

    def value(self, found: Any) -> Any:
        """The value that is meant.

        Raises:
            _NotPlain: if it is none.
        """
        value, faults = self.read.validate(found)
        if faults:
            raise _NotPlain
        return value


@dataclass(frozen=True, slots=True)
class _Step:
    """Something that is called: with fields of the request, with the request itself, and with what
    earlier steps came to, each by its name."""

    call: Callable[..., Any]
    path: tuple[_Field, ...]
    query: tuple[_Field, ...]
    headers: tuple[_Field, ...]
    body: _Field | None
    request: str
    earlier: tuple[tuple[str, int], ...]

    def given(self, request: Request, body: Any) -> dict[str, Any]:
        """The values it is called with, but for what earlier steps come to.

        Raises:
            _NotPlain: if something lacks, or is not as it should be.
        """
        found: dict[str, Any] = {}
        for fields, brought in (
            (self.path, request.path_params),
            (self.query, request.query_params),
            (self.headers, request.headers),
        ):
            for one in fields:
                found[one.name] = one.of(brought)
        if self.body is not None:
            found[self.body.name] = self.body.value(body)
        if self.request:
            found[self.request] = request
        return found


class OneThreadRoute(APIRoute):
    """A route whose dependencies wait for nothing but the body, and whose endpoint answers with a
    ``Response``. Of any other FastAPI takes care."""

    def get_route_handler(self) -> _Handler:
        at_large = super().get_route_handler()
        try:
            steps = _steps(self)
        except _NotPlain:
            return at_large
        takes_body = self.body_field is not None

        async def handle(request: Request) -> Response:
            try:
                content = await request.body()
                body = _read(request, content) if takes_body else None
                given = [one.given(request, body) for one in steps]
            except _NotPlain:
                return await at_large(request)
            return await run_in_threadpool(_carried_out, steps, given)

        return handle


def _read(request: Request, content: bytes) -> Any:
    """The body of a request, as JSON.

    Raises:
        _NotPlain: if it is none.
    """
    if request.headers.get("Content-Type") != "application/json":
        raise _NotPlain
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise _NotPlain from None


def _carried_out(steps: tuple[_Step, ...], given: list[dict[str, Any]]) -> Any:
    """All steps carried out; what the last one came to."""
    found: list[Any] = []
    for step, values in zip(steps, given, strict=True):
        for name, place in step.earlier:
            values[name] = found[place]
        made: Any = step.call(**values)
        found.append(_at_once(made) if iscoroutine(made) else made)
    return found[-1]


def _at_once(made: Coroutine[Any, Any, Any]) -> Any:
    """The value of something that waits for nothing that is not there."""
    try:
        made.send(None)
    except StopIteration as done:
        return done.value
    made.close()
    raise RuntimeError(f"{made!r} waits, which cannot be in one thread")


# What a route takes


def _steps(route: OneThreadRoute) -> tuple[_Step, ...]:
    """All that a request to a route calls, its endpoint last.

    Raises:
        _NotPlain: if it takes more than is done here.
    """
    call = route.endpoint
    kind = get_type_hints(call).get("return")
    if iscoroutinefunction(call) or not (isinstance(kind, type) and issubclass(kind, Response)):
        raise _NotPlain
    found: dict[Any, int] = {}
    steps: list[_Step] = []
    _add(route.dependant, steps, found)
    if sum(one.body is not None for one in steps) > 1:
        raise _NotPlain
    return tuple(steps)


def _add(dependant: Dependant, steps: list[_Step], found: dict[Any, int]) -> int:
    """Add what a dependency calls to the steps, if it is not there; its place among them.

    Raises:
        _NotPlain: if it takes more than is done here.
    """
    call = cast(Callable[..., Any], dependant.call)
    if call in found:
        return found[call]
    if any(getattr(dependant, one) for one in _ASIDE) or isgeneratorfunction(call):
        raise _NotPlain
    earlier = [(one.name or "", _add(one, steps, found)) for one in dependant.dependencies]
    bodies = [_field(one) for one in dependant.body_params]
    if len(bodies) > 1:
        raise _NotPlain
    steps.append(
        _Step(
            _PLAINLY.get(call, call),
            tuple(map(_field, dependant.path_params)),
            tuple(map(_field, dependant.query_params)),
            tuple(map(_field, dependant.header_params)),
            bodies[0] if bodies else None,
            dependant.request_param_name or "",
            tuple(one for one in earlier if one[0]),
        )
    )
    found[call] = len(steps) - 1
    return found[call]


def _field(field: ModelField) -> _Field:
    info = field.field_info
    is_whole = isinstance(info, Body) and not isinstance(info, Form) and not info.embed
    is_single = get_origin(info.annotation) not in (list, set, tuple, frozenset, dict)
    if not (is_whole or (isinstance(info, Param) and is_single)):
        raise _NotPlain
    if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel) != is_whole:
        raise _NotPlain  # of a model each field would be one of the query
    otherwise = _LACKING if info.is_required() else field.default
    if otherwise is not _LACKING and not isinstance(otherwise, _PLAIN):
        raise _NotPlain
    key = field.alias
    if isinstance(info, Header) and key == field.name:
        key = key.replace("_", "-")
    return _Field(field.name, key, field, otherwise)
