"""How pages look and speak to somebody, and in which notation they write orders for him."""

from __future__ import annotations

from typing import Annotated, Literal

from dragoman.extras import extra
from dragoman.judge.accounts.looks import Look, Scheme
from dragoman.orders import Notation
from dragoman.views import View
from dragoman.web.bodies import Body, Text
from dragoman.web.callers import Caller, by_session
from dragoman.web.door import DoorHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.languages import Language

with extra("judge"):
    from fastapi import APIRouter, Depends, Request
    from fastapi.responses import Response
    from pydantic import Field, StrictBool

router = APIRouter(tags=["accounts"])
Owner = Annotated[Caller, Depends(by_session)]


class LookShape(View):
    """How somebody likes pages."""

    language: Language | None
    zone: str
    scheme: Literal["auto", "light", "dark"]
    apart: bool
    is_still: bool
    notation: Notation | None


class LookBody(Body):
    """How one likes pages; what is left out is as it is for everybody at first."""

    language: Language | None = None
    """What the browser says where none is named."""
    zone: Annotated[Text, Field(max_length=60)] = ""
    """By which clock moments are told, as `Europe/Berlin`; the device's where it is empty."""
    scheme: Scheme = Scheme.AUTO
    apart: StrictBool = False
    """Colours for eyes that see some alike."""
    is_still: StrictBool = False
    """Nothing moves."""
    notation: Notation | None = None
    """How orders are written; as pages do where none is named."""


@router.get("/me/look", response_model=LookShape)
def read_look(request: Request, caller: Owner) -> Response:
    """How one likes pages."""
    look = caller.look
    data = {
        "language": look.language or None,
        "zone": look.zone,
        "scheme": look.scheme.value,
        "apart": look.apart,
        "is_still": look.is_still,
        "notation": look.notation,
    }
    return tagged(request, json_bytes(data))


@router.put("/me/look", status_code=204)
def choose_look(body: LookBody, caller: Owner, door: DoorHere) -> Response:
    """Choose how one likes pages."""
    look = Look(
        body.language.value if body.language else "",
        body.zone,
        body.scheme,
        body.apart,
        body.is_still,
        body.notation,
    )
    door.judge.accounts.looks.choose(caller.actor, caller.actor.user, look)
    return Response(status_code=204)
