"""Pages as an app on a device: the manifest, the service worker, and the page without network."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from typing import Final

from dragoman.extras import extra
from dragoman.web.pages.html.rendering import VisitHere, page
from dragoman.web.pages.html.static_files import colours_of, content_of, static_url
from dragoman.web.pages.html.wording import in_words
from dragoman.web.problems import page_router
from dragoman.web.responses import json_bytes

with extra("judge"):
    from fastapi.responses import Response


router = page_router()

_SHELL: Final = (
    "pages.css",
    "pages.js",
    "install.js",
    "offline.js",
    "dip-board.js",
    "dip-judge.js",
    "judge.wasm",
    "mark.svg",
)
"""Files of the pages that are looked at every day, which are kept for use without a network."""
_NO_CACHE: Final = {"Cache-Control": "no-cache"}


@router.get("/manifest.webmanifest")
def read_manifest(visit: VisitHere) -> Response:
    """The web app manifest."""
    title, language = visit.site.title, visit.language
    data = {
        "id": "/",
        "name": title,
        "short_name": title[:12],
        "description": in_words("Diplomacy and Machiavelli", language),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": colours_of("light")["paper"],
        "theme_color": visit.site.colour or colours_of("light")["accent"],
        "icons": [
            _icon("mark.svg", "any", "image/svg+xml"),
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            {**_icon("icon-maskable-512.png", "512x512"), "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": in_words(name, language), "url": url}
            for name, url in (("Your games", "/"), ("Games", "/games"))
        ],
    }
    return Response(json_bytes(data), headers=_NO_CACHE, media_type="application/manifest+json")


@router.get("/service-worker.js")
def read_service_worker() -> Response:
    """The service worker. It stands at the root, for all pages are its own."""
    # A worker fetches by the policy that it came with.
    headers = {**_NO_CACHE, "Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
    return Response(_service_worker(), headers=headers, media_type="text/javascript")


@router.get("/offline")
def show_offline(visit: VisitHere) -> Response:
    """The page that is shown without a network. It is kept on the device, so it is nobody's."""
    return page(visit, "offline.html")


@cache
def _service_worker() -> str:
    shell = [*map(static_url, _SHELL), "/offline"]
    text = content_of("service-worker.js").decode()
    version = blake2b("\n".join([*shell, text]).encode(), digest_size=6).hexdigest()
    return f"const SHELL = {json.dumps(shell)};\nconst VERSION = {json.dumps(version)};\n{text}"


def _icon(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": static_url(name), "sizes": sizes, "type": kind}
