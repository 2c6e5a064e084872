"""On which devices one is told by push, and of what."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from dragoman.extras import extra
from dragoman.judge.notices.push_devices import KINDS
from dragoman.web.callers import by_session
from dragoman.web.pages.account import device_name
from dragoman.web.pages.forms import FormHere
from dragoman.web.pages.owner import OwnVisit, Told, done
from dragoman.web.pages.rendering import Visit, page
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import APIRouter, Depends, Path
    from fastapi.responses import Response

router = APIRouter(
    include_in_schema=False, prefix="/settings/push", dependencies=[Depends(by_session)]
)
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
_HERE = "/settings/push"


@router.get("")
def show_devices(visit: OwnVisit, done: bool = False) -> Response:
    """The devices on which one is told."""
    return _devices_page(visit, is_done=done)


@router.post("")
def add_device(visit: OwnVisit, form: FormHere) -> Response:
    """Be told on a device from now on: what its browser says of its push service."""
    devices, request = visit.state.judge.push_devices, visit.request
    said = (form.text(one) for one in ("endpoint", "key", "auth"))
    name = device_name(request.headers.get("User-Agent", ""))
    act = partial(devices.add, visit.caller.actor, visit.user, *said, name, visit.now)
    return done(act, _HERE, partial(_again, visit))


@router.post("/{number}/kinds")
def choose_kinds(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Choose what one is told of on a device."""
    devices = visit.state.judge.push_devices
    act = partial(devices.choose, visit.caller.actor, visit.user, number, form.every("kinds"))
    return done(act, _HERE, partial(_again, visit))


@router.post("/{number}/remove")
def remove_device(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Be told on a device no more."""
    devices = visit.state.judge.push_devices
    act = partial(devices.remove, visit.caller.actor, visit.user, number)
    return done(act, _HERE, partial(_again, visit))


def _again(visit: Visit, told: Told, status: int) -> Response:
    return _devices_page(visit, status, told)


def _devices_page(
    visit: Visit, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    devices = visit.state.judge.push_devices
    shown: dict[str, Any] = {
        "devices": devices.of(visit.caller.actor, visit.user),
        "key": devices.public_key(),
        "kinds": KINDS,
    }
    return page(visit, "push.html", status, told=told, is_done=is_done, **shown)
