"""Files that pages load: style, script, pictures, each at an address that changes with its content;
and the colours of the style."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import FOR_EVER, packed
from dragoman.words import LANGUAGES, word_file

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response

router = page_router()

STATIC: Final = "/static"
STYLE: Final = ("tokens", "type", "layout", "controls", "components", "terms", "game")
"""The files of ``style/`` in their order: later rules win. Browsers get them as ``pages.css``."""
_PAGES: Final = Path(__file__).parents[1]
_WORDS: Final = FrozenMap(
    {f"dip-{of}-{one}.js": (of, one) for of in ("board", "workshop") for one in LANGUAGES[1:]}
)
"""The words of elements in other languages than English, which they have themselves."""
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "wasm": "application/wasm",
}


def static_url(name: str) -> str:
    """The address of a file that pages load."""
    return f"{STATIC}/{_digest(name)}/{name}"


@router.get(STATIC + "/{digest}/{name}")
def read_static(request: Request, digest: str, name: str) -> Response:
    """A file that pages load. Under its own digest it is kept for ever; under another, such as a
    page asks for that was made before an update, it is answered as it is by now."""
    if not is_static(name):
        raise refused("no-page", "there is no such file")
    kept = FOR_EVER if digest == _digest(name) else "no-cache"
    return packed(request, content_of(name), type_of(name), kept)


def is_static(name: str) -> bool:
    """True if pages load a file of this name."""
    return name in _names()


def type_of(name: str) -> str:
    """The media type of a file that pages load."""
    return _TYPES[name.rpartition(".")[2]]


@cache
def content_of(name: str) -> bytes:
    """The content of a file."""
    if name == "pages.css":
        parts = (_folder().joinpath("style", f"{one}.css") for one in STYLE)
        return b"\n".join(part.read_bytes() for part in parts)
    if name in _WORDS:
        of, language = _WORDS[name]
        told = word_file(_PAGES / of, language)[of]
        return f"export default {json.dumps(told, ensure_ascii=False)};\n".encode()
    return _folder().joinpath(name).read_bytes()


@cache
def _names() -> frozenset[str]:
    here = (one.name for one in _folder().iterdir() if one.name.rpartition(".")[2] in _TYPES)
    return frozenset(("pages.css", *_WORDS, *here))


@cache
def _digest(name: str) -> str:
    return blake2b(content_of(name), digest_size=6).hexdigest()


def _folder() -> Traversable:
    return files("dragoman.web.pages") / "static"


# Colours of the style sheet

_RULES: Final = re.compile(r':root(\[data-colours="apart"\])? \{([^{}]*)\}')
_COLOUR: Final = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


@dataclass(frozen=True, slots=True)
class ColourToken:
    """A colour by day and by night; ``apart`` where it is for eyes that see some colours alike."""

    name: str
    light: str
    dark: str
    apart: bool


@cache
def tokens() -> tuple[ColourToken, ...]:
    """The colours of the style sheet, in its order."""
    text = content_of("pages.css").decode()
    return tuple(
        ColourToken(name, light, dark, bool(apart))
        for apart, rules in _RULES.findall(text)
        for name, light, dark in _COLOUR.findall(rules)
    )


@cache
def colours_of(scheme: str, apart: bool = False) -> Mapping[str, str]:
    """The colours by name, ``light`` or ``dark``."""
    return FrozenMap({one.name: getattr(one, scheme) for one in tokens() if apart or not one.apart})
