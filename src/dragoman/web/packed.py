"""What browsers keep for ever, in little room for those that unpack it."""

from __future__ import annotations

from gzip import compress
from typing import Final

from dragoman.extras import extra
from dragoman.remembered import Remembered

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response

FOR_EVER: Final = "public, max-age=31536000, immutable"

_compressed: Remembered[bytes, bytes] = Remembered()


def packed(request: Request, content: bytes, kind: str, kept: str = FOR_EVER) -> Response:
    """An answer that is the same for everybody; ``kept`` is what is said of how long it holds, for
    ever where its address changes with it."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        known = _compressed.get(content)
        if known is None:
            known = compress(content, 9, mtime=0)
            _compressed.keep(content, known, len(content) + len(known))
        content = known
    return Response(content, 200, headers, kind)
