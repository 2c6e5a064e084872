"""The hall display: one page, served on the local network, with clock, boards and counts."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import datetime
from importlib.resources import files

from dragoman.extras import extra
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.publishing.public_view import view

with extra("tournament"):
    from fastapi import FastAPI
    from fastapi.responses import HTMLResponse, JSONResponse

_HEADERS = {
    "Cache-Control": "no-store",
    # Nothing from elsewhere: a hall has no network, and a page no reason to talk.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; connect-src 'self'; img-src data:",
}


def hall(load: Callable[[], Tournament], now: Callable[[], datetime] = datetime.now) -> FastAPI:
    """The program behind the display: the page, and ``/hall.json``, which the page fetches every
    second.

    ``load`` reads the tournament anew; everything served comes through ``public_view.view``.
    """
    app = FastAPI(title="Dragoman hall display", docs_url=None, redoc_url=None, openapi_url=None)
    page = (files("dragoman.tournament.hall") / "display.html").read_text("utf-8")

    @app.get("/")
    def show() -> HTMLResponse:  # pyright: ignore[reportUnusedFunction]
        return HTMLResponse(page, headers=_HEADERS)

    @app.get("/hall.json")
    def data() -> JSONResponse:  # pyright: ignore[reportUnusedFunction]
        return JSONResponse(view(load(), now()), headers=_HEADERS)

    return app


def addresses(port: int) -> list[str]:
    """Where the display can be reached from other machines, then from this one."""
    found: list[str] = []
    try:
        # Sends nothing: it only asks which address this machine has on the local network.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.168.255.255", 9))
            found.append(probe.getsockname()[0])
    except OSError:
        pass
    return [f"http://{host}:{port}/" for host in dict.fromkeys((*found, "127.0.0.1"))]
