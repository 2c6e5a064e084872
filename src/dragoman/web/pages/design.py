"""The design on one page: its colours, type and components, for those who build pages."""

from __future__ import annotations

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.web.pages.rendering import VisitHere, page
from dragoman.web.pages.tokens import PAIRS, colours_of, contrast, tokens

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)


@router.get("/design")
def show_design(visit: VisitHere) -> Response:
    """All tokens and components. Search engines are asked to leave it out."""
    found = [
        (text, ground, least, *(round(_of(text, ground, *one), 1) for one in _SCHEMES))
        for text, ground, least in PAIRS
    ]
    what = "there is no province 'xyz'"
    told = (
        Diagnostic("example", what, "name another", line=3, candidates=("xia",)),
        Diagnostic("example", "nobody is there to convoy", severity=Severity.WARNING),
    )
    headers = {"X-Robots-Tag": "noindex"}
    return page(visit, "design.html", headers=headers, tokens=tokens(), pairs=found, told=told)


_SCHEMES = (("light", False), ("dark", False), ("light", True), ("dark", True))


def _of(text: str, ground: str, scheme: str, apart: bool) -> float:
    colours = colours_of(scheme, apart)
    return contrast(colours[text], colours[ground])
