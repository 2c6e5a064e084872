"""The design on one page, for those who build pages: its colours, how well they can be read, type
and components."""

from __future__ import annotations

from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.web.pages.html.rendering import VisitHere, page
from dragoman.web.pages.html.static_files import colours_of, tokens
from dragoman.web.problems import page_router

with extra("judge"):
    from fastapi.responses import Response

router = page_router()


TEXT: Final = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
SHAPE: Final = 3.0
"""The least contrast of what is not a text, as the edge of a field (1.4.11)."""

PAIRS: Final = (
    *(("ink", ground, TEXT) for ground in ("paper", "card", "mark", "accent-tint")),
    *(("ink", f"{tint}-tint", TEXT) for tint in ("good", "warn", "bad")),
    *(("quiet", ground, TEXT) for ground in ("paper", "card", "mark")),
    *(("accent", ground, TEXT) for ground in ("paper", "card", "mark", "accent-tint")),
    ("accent-ink", "accent", TEXT),
    ("bad-ink", "bad", TEXT),
    *((one, f"{one}-tint", TEXT) for one in ("good", "warn", "bad")),
    *(("bad", ground, TEXT) for ground in ("paper", "card")),
    *(("edge", ground, SHAPE) for ground in ("paper", "card")),
    *(("focus", ground, SHAPE) for ground in ("paper", "card")),
)
"""A colour, the one below it, and the contrast that they need."""


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


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2's relative luminance)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
