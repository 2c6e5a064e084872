"""What pages load besides themselves: style, script, pictures, each at an address that changes
with what it holds."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from dragoman.extras import extra
from dragoman.web.problems import refused

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)

STATIC: Final = "/static"
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_A_YEAR: Final = "public, max-age=31536000, immutable"


def static_url(name: str) -> str:
    """The address of a file that pages load."""
    return f"{STATIC}/{_digest(name)}/{name}"


@router.get(STATIC + "/{digest}/{name}")
def read_static(digest: str, name: str) -> Response:
    """A file that pages load. Under its own digest it is kept for ever; under another, such as a
    page asks for that was made before an update, it is answered as it is by now."""
    if name not in _names():
        raise refused("no-page", "there is no such file")
    kept = _A_YEAR if digest == _digest(name) else "no-cache"
    kind = _TYPES[name.rpartition(".")[2]]
    return Response(_content(name), media_type=kind, headers={"Cache-Control": kept})


@cache
def _names() -> frozenset[str]:
    return frozenset(
        one.name for one in _folder().iterdir() if one.name.rpartition(".")[2] in _TYPES
    )


@cache
def _content(name: str) -> bytes:
    return _folder().joinpath(name).read_bytes()


@cache
def _digest(name: str) -> str:
    return blake2b(_content(name), digest_size=6).hexdigest()


def _folder() -> Traversable:
    return files("dragoman.web.pages") / "static"
