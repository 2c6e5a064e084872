"""Webhooks: of a game, for its masters, and one's own."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlsplit

from dragoman.extras import extra
from dragoman.judge.commands.permissions import check_account
from dragoman.judge.hooks.hooks import Hook
from dragoman.judge.hooks.messages import Form
from dragoman.judge.views.viewer import Viewer
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, ViewerHere, signed_in
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field


router = api_router("webhooks")
Master = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
HookNumber = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class HookShape(View):
    """An address that is called."""

    webhook: int
    url: str
    form: Literal["dragoman", "discord", "slack"]
    kinds: list[str]


class HookList(View):
    items: list[HookShape]


class HookAdded(HookShape):
    secret: str
    """Signs the calls; it is shown this once."""


class HookBody(Body):
    """An address to call when something happens."""

    url: Annotated[Text, Field(max_length=2000)]
    form: Form = Form.DRAGOMAN
    kinds: Annotated[list[Text], Field(max_length=50)] = Field(default_factory=list[str])
    """The kinds of events; all that there are where none is named."""


@router.get("/games/{game}/webhooks", response_model=HookList)
def list_hooks(
    request: Request, game: GameNumber, viewer: ViewerHere, caller: Master, state: StateHere
) -> Response:
    """The webhooks of a game, for its masters; without their secrets."""
    _check_master(viewer)
    items = [_data(one) for one in state.judge.hooks.of(caller.actor.user, game)]
    return tagged(request, json_bytes({"items": items}))


@router.post("/games/{game}/webhooks", status_code=201, response_model=HookAdded)
def add_hook(
    body: HookBody, game: GameNumber, viewer: ViewerHere, caller: Master, state: StateHere
) -> JSONResponse:
    """Have an address called with what every visitor may know of a game. The secret that signs the
    calls is shown this once."""
    _check_master(viewer)
    return _added(body, game, caller, state)


@router.delete("/games/{game}/webhooks/{hook}", status_code=204)
def remove_hook(
    game: GameNumber, hook: HookNumber, viewer: ViewerHere, caller: Master, state: StateHere
) -> Response:
    """Call an address no more."""
    _check_master(viewer)
    return _removed(hook, game, caller, state)


@router.get("/me/webhooks", response_model=HookList)
def list_own_hooks(request: Request, caller: Master, state: StateHere) -> Response:
    """One's own webhooks, without their secrets."""
    items = [_data(one) for one in state.judge.hooks.of(caller.actor.user, 0)]
    return tagged(request, json_bytes({"items": items}))


@router.post("/me/webhooks", status_code=201, response_model=HookAdded)
def add_own_hook(body: HookBody, caller: Master, state: StateHere) -> JSONResponse:
    """Have an address called with what one may know of all games that one takes part in, also
    where nobody else may know it."""
    return _added(body, 0, caller, state)


@router.delete("/me/webhooks/{hook}", status_code=204)
def remove_own_hook(hook: HookNumber, caller: Master, state: StateHere) -> Response:
    """Call an address of one's own no more."""
    return _removed(hook, 0, caller, state)


def _added(body: HookBody, game: int, caller: Caller, state: StateHere) -> JSONResponse:
    check_account(caller.actor)
    try:
        parts = urlsplit(body.url)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        is_web = False
    if not is_web:
        raise refused("no-web-address", "this is not an address on the web", "write https://...")
    hook = state.judge.hooks.add(
        caller.actor.user, game, body.url, body.form, tuple(body.kinds), state.now()
    )
    return JSONResponse({**_data(hook), "secret": hook.secret}, 201)


def _removed(hook: int, game: int, caller: Caller, state: StateHere) -> Response:
    if not state.judge.hooks.remove(hook, caller.actor.user, game):
        raise refused("no-hook", "there is no such webhook")
    return Response(status_code=204)


def _check_master(viewer: Viewer) -> None:
    if not (viewer.actor.is_admin or viewer.actor.user in viewer.g.masters):
        raise refused("not-allowed", "only a master of this game may do that")


def _data(hook: Hook) -> HookShape:
    return {
        "webhook": hook.number,
        "url": hook.url,
        "form": hook.form.value,
        "kinds": [*hook.kinds],
    }
