"""The workshop on one's own machine: one folder, served to the browser here and to nobody else."""

from __future__ import annotations

import secrets
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import typer

from dragoman.diagnostics import Diagnostic
from dragoman.drawing import GEOMETRY, map_of
from dragoman.drawing.files.geometry_file import save_geometry
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.formats import read_variant
from dragoman.game.json_object import FormatError
from dragoman.games.requests import Answer
from dragoman.games.variants import maps
from dragoman.games.workshop.folders import WorkshopFolder, workshop_folder
from dragoman.games.workshop.saving import texts_of
from dragoman.games.workshop.session import looked_over, opened, read_asked, refusal, version_of
from dragoman.refusal import ActionRefused
from dragoman.words import in_language

with extra("judge"):
    import uvicorn
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
    from starlette.routing import Route

MOST_BYTES: Final = 8_000_000
_PLAY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; "
    "style-src 'unsafe-inline'; img-src data:; connect-src data:"
)
"""The policy of the page on which a variant is tried: it holds its own scripts."""


def lay_out(name: str, is_replaced: bool) -> Answer:
    """Write a variant's map, as it is laid out, into its folder."""
    variant, faults = maps.find(name)
    found, more = workshop_folder(name)
    if variant is None or found is None:
        return Answer(diagnostics=(*faults, *more))
    target = found.folder / GEOMETRY
    if target.exists() and not is_replaced:
        what, remedy = f"{target} is there already", "give --replace to have it laid out anew"
        return Answer(diagnostics=(Diagnostic("file-exists", what, remedy),))
    target.unlink(missing_ok=True)
    drawn_on, wrong = map_of(variant, found.folder)
    if drawn_on is None:
        return Answer(diagnostics=(*faults, *wrong))
    save_geometry(drawn_on.geometry, target)
    return Answer(f"{target}: edit it with --edit", {"file": str(target)}, (*faults, *wrong))


def edit(name: str, port: int, opens: bool, language: str) -> Answer:
    """Serve the workshop for a folder until somebody stops it."""
    found, faults = workshop_folder(name)
    if found is None:
        return Answer(diagnostics=faults)
    try:
        opened(found.texts(), lambda one: one, language, found.folder)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic.at(name),))
    key = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        application(found, key, language), host="127.0.0.1", port=port, log_level="warning"
    )
    try:
        listening = config.bind_socket()
    except SystemExit:
        what, remedy = f"port {port} cannot be used", "name another with --port"
        return Answer(diagnostics=(Diagnostic("port-taken", what, remedy),))
    listening.listen()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{key}/"
    typer.echo(f"the workshop, on this machine only: {address}\nCtrl+C ends it")
    if opens:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return Answer()


def application(found: WorkshopFolder, key: str, language: str) -> Starlette:
    """The server of a folder: whoever has not the key, or comes from another page, gets nothing."""
    from dragoman.web.pages.html.rendering import POLICY, part
    from dragoman.web.pages.html.static_files import content_of, is_static, type_of

    def say(fault: Diagnostic) -> Diagnostic:
        what, remedy = (in_language(text, language) for text in (fault.what, fault.remedy))
        return replace(fault, what=what, remedy=remedy)

    def show(request: Request) -> Response:
        texts = found.texts()
        text = part("workshop_here.html", language, name=texts.name, folder=str(found.folder))
        return HTMLResponse(text, headers={"Content-Security-Policy": POLICY})

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        if not is_static(name):
            return _nothing()
        return Response(content_of(name), media_type=type_of(name))

    def design(request: Request) -> Response:
        return JSONResponse(opened(found.texts(), say, language, found.folder))

    def try_(body: str) -> Response:
        status, answer = looked_over(found.texts(), read_asked(body), say, found.folder)
        return JSONResponse(answer, status)

    def save(body: str) -> Response:
        asked = read_asked(body)
        texts = found.texts()
        status, answer = looked_over(texts, asked, say, found.folder)
        if status != 200:
            return JSONResponse(answer, status)
        found.save(texts, texts_of(texts, asked.design))
        now = found.texts()
        return JSONResponse(
            {**opened(now, say, language, found.folder), "seen": version_of(now)}, 200
        )

    def play(request: Request) -> Response:
        return HTMLResponse(sandbox(found, language), headers={"Content-Security-Policy": _PLAY})

    async def to_play(request: Request) -> Response:
        return RedirectResponse(f"/{key}/play", 303)

    def guarded(
        answer: Callable[[Request], Response | Awaitable[Response]],
    ) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            given = request.path_params["key"]
            if not secrets.compare_digest(given.encode(), key.encode()) or not _is_here(request):
                return _nothing()
            try:
                if request.method == "GET":
                    response = await run_in_threadpool(answer, request)
                else:
                    response = answer(request)
                return response if isinstance(response, Response) else await response
            except (FormatError, ActionRefused) as refused:
                return JSONResponse(refusal((refused.diagnostic,), say), 422)
            except DragomanError as error:
                return JSONResponse(refusal((Diagnostic("refused", str(error)),), say), 422)

        return answered

    def with_body(answer: Callable[[str], Response]) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            body = await request.body()
            if len(body) > MOST_BYTES or not body:
                fault = Diagnostic("too-large", f"a design has at most {MOST_BYTES} bytes")
                return JSONResponse(refusal((fault,), say), 413)
            return await run_in_threadpool(answer, body.decode("utf-8", "replace"))

        return answered

    return Starlette(
        routes=[
            Route("/{key}/", guarded(show)),
            Route("/{key}/static/{name}", guarded(static)),
            Route("/{key}/design", guarded(design)),
            Route("/{key}/try", guarded(with_body(try_)), methods=["POST"]),
            Route("/{key}/save", guarded(with_body(save)), methods=["POST"]),
            Route("/{key}/play", guarded(to_play), methods=["POST"]),
            Route("/{key}/play", guarded(play)),
        ]
    )


def sandbox(found: WorkshopFolder, language: str) -> str:
    """The page on which the variant in a folder is played by one person for all sides.

    Raises:
        ActionRefused: if it has errors.
    """
    from dragoman.web.pages.alone import sandbox_page  # the web framework: only now

    variant, faults = read_variant(found.folder, found.name)
    drawn_on, wrong = (None, ()) if variant is None else map_of(variant, found.folder)
    if variant is None or drawn_on is None:
        first = next(one for one in (*faults, *wrong) if one.is_error)
        raise ActionRefused(first.code, first.what, first.remedy)
    if not variant.players:
        raise ActionRefused("no-powers", "nobody plays in it yet", "give it powers first")
    return sandbox_page(variant, drawn_on, None, language)


def _is_here(request: Request) -> bool:
    """True for what this machine's own browser asks from a page of this server: not by a name that
    somebody has lead here, nor from another site."""
    host = request.headers.get("Host", "")
    if host.partition(":")[0] not in ("127.0.0.1", "localhost"):
        return False
    origin = request.headers.get("Origin")
    return request.method == "GET" or origin == f"http://{host}"


def _nothing() -> Response:
    return Response("there is nothing here", 404, media_type="text/plain")
