"""The operator's own: texts, logo and colour, and files for robots and for finders of holes."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.house_texts import LARGEST_LOGO
from dragoman.judge.running.house_colours import house_colour, nearest_readable
from dragoman.values import FrozenMap
from dragoman.web.pages.html.house_markdown import html_of, title_of
from dragoman.web.pages.html.rendering import LINKED, TITLES, Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import tagged

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import PlainTextResponse, Response

router = page_router()

_KINDS: Final = FrozenMap({".svg": "image/svg+xml", ".png": "image/png"})
_INERT: Final = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}
"""A picture that is opened by itself runs nothing."""
_CLOSED: Final = ("/account", "/admin", "/api/", "/decisions", "/desk", "/moderation", "/settings")
"""Where robots find nothing."""
_ROBOTS: Final = "\n".join(
    ("User-agent: *", *(f"Disallow: {one}" for one in (*_CLOSED, "/j/", "/register")), "")
)
_GOOD_FOR: Final = timedelta(days=180)


@router.get("/house/{name}")
def show_house_text(visit: VisitHere, name: str) -> Response:
    """A text of the operator, in the reader's language where there is one."""
    found = visit.site.texts.text(name, visit.language) if name in LINKED else None
    if found is None:
        raise refused("no-page", "there is nothing at this address")
    title = title_of(found.text)
    called = title or in_words(TITLES[name], visit.language)
    shown: dict[str, Any] = {
        "called": called,
        "has_title": bool(title),
        "language_told": found.language,
    }
    return page(visit, "house_text.html", text=html_of(found.text), **shown)


@router.get("/house.css")
def read_house_style(request: Request, visit: VisitHere) -> Response:
    """The operator's colour, which is put over that of the style."""
    site = visit.site
    if not site.colour:
        raise refused("no-page", "there is nothing at this address")
    day = house_colour(site.colour, "light")
    night = house_colour(site.colour_dark or nearest_readable(site.colour, "dark"), "dark")
    rules = "".join(
        f"--{name}: light-dark({one}, {other});"
        for name, one, other in (
            ("accent", day.accent, night.accent),
            ("accent-ink", day.ink, night.ink),
            ("accent-tint", day.tint, night.tint),
        )
    )
    return tagged(request, f":root {{{rules}}}\n".encode(), "text/css; charset=utf-8")


@router.get("/house/picture/logo")
def read_logo(request: Request, visit: VisitHere) -> Response:
    """The operator's logo."""
    path = Path(visit.site.logo or "-")
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST_LOGO else b""
    except OSError:
        content = b""
    if not content:
        raise refused("no-page", "there is nothing at this address")
    return tagged(request, content, _KINDS[path.suffix.lower()], _INERT)


@router.get("/robots.txt")
def read_robots(visit: VisitHere) -> Response:
    """The rules for robots: the operator's own, or those that keep them from private pages."""
    return PlainTextResponse(_own_file(visit, "robots.txt") or _ROBOTS)


@router.get("/.well-known/security.txt")
def read_security(visit: VisitHere) -> Response:
    """The way to whoever mends holes (RFC 9116): the operator's own file, or one with the contact
    that he configured."""
    if own := _own_file(visit, "security.txt"):
        return PlainTextResponse(own)
    contact = visit.site.security_contact
    if not contact:
        raise refused("no-page", "there is nothing at this address")
    until = (visit.now + _GOOD_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    where = visit.address("/.well-known/security.txt")
    told = (
        f"Contact: {contact if contact.startswith('https://') else f'mailto:{contact}'}",
        f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}",
        f"Canonical: {where}",
        f"Preferred-Languages: {visit.site.language}",
    )
    return PlainTextResponse("\n".join(told) + "\n")


def _own_file(visit: Visit, name: str) -> str:
    """A file of the operator as lines; empty where there is none."""
    found = visit.site.texts.file(name)
    return f"{found}\n" if found is not None else ""
