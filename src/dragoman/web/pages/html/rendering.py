"""Pages as HTML: the visit, the template, and what browsers may load with it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import parse_qs, urlsplit, urlunsplit

from dragoman.extras import extra
from dragoman.game.kind import package_of
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.preferences import Scheme
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.storage.upkeep import Upkeep
from dragoman.judge.storage.write_guard import READ_ONLY
from dragoman.judge.wording.problem_words import in_language
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports.forms import FORMS
from dragoman.values import FrozenMap
from dragoman.web.callers import Caller, by_session, caller_of
from dragoman.web.game_keys import KEY
from dragoman.web.languages import reader_of
from dragoman.web.pages.html.bots import bot_character, bot_name
from dragoman.web.pages.html.house_markdown import title_of
from dragoman.web.pages.html.live_parts import PARTS
from dragoman.web.pages.html.static_files import colours_of, static_url
from dragoman.web.pages.html.terms import PageTerms
from dragoman.web.pages.html.wording import (
    day,
    decimal,
    in_column,
    in_words,
    in_words_by_number,
    moment,
    until,
)
from dragoman.web.problems import seconds_to
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import HTMLResponse
    from markupsafe import Markup, escape

if TYPE_CHECKING:
    from jinja2 import Environment

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing of other sites, and nothing within a page that is not a file of ours."""
JUDGING: Final = {
    "Content-Security-Policy": POLICY.replace("'self'", "'self' 'wasm-unsafe-eval'", 1)
}
"""The headers of a page that has the judge for the tab: his machine code is a file of ours, too."""

TITLES: Final = FrozenMap({"imprint": "Imprint", "privacy": "Privacy", "rules": "House rules"})
"""The operator's texts that pages link to, as they are called where they have no headings."""
LINKED: Final = tuple(TITLES)

_ON_THE_WAY: Final = ("/sign-in", "/register", "/confirm", "/reset", "/new-password")
"""Pages through which somebody comes back to where he was."""

_AS_ONE: Final = frozenset(("game.html", "watch.html"))
"""Pages that are asked for more than all others."""

_zone: Final = ContextVar("zone", default="")
"""The zone by whose clock moments of the page at hand are told. Macros that a template imports do
not see what the page is made of, and tell moments, too."""


@dataclass(frozen=True)
class Visit:
    """Somebody who asks for a page."""

    request: Request
    state: WebState
    caller: Caller

    @property
    def user(self) -> int:
        """His account; 0 for a visitor."""
        return self.caller.actor.user

    @property
    def is_guest(self) -> bool:
        """True if he plays without an account of his own."""
        return self.caller.actor.is_guest

    @property
    def name(self) -> str:
        """His name; empty for a visitor."""
        return self.caller.called

    @property
    def now(self) -> datetime:
        return self.state.now()

    @property
    def site(self) -> Site:
        return self.state.judge.site

    @property
    def zone(self) -> str:
        """The time zone by whose clock moments are told him: his own, or that of the house."""
        return self.caller.look.zone or self.site.zone

    @property
    def house_texts(self) -> list[tuple[str, str]]:
        """The operator's texts that pages link to: their names and titles."""
        found = ((one, self.site.texts.text(one, self.language)) for one in LINKED)
        return [
            (name, title_of(text.text) or in_words(TITLES[name], self.language))
            for name, text in found
            if text is not None
        ]

    @property
    def here(self) -> str:
        """The page to which he comes back once he is signed in: this one, or where a form of it
        was sent from."""
        asked = urlsplit(str(self.request.url))
        if self.request.method != "GET":
            asked = urlsplit(self.request.headers.get("Referer", ""))
            if asked.netloc != self.request.headers.get("Host", ""):
                return "/"
        if asked.path in _ON_THE_WAY:
            return parse_qs(asked.query).get("next", ["/"])[0]
        return urlunsplit(("", "", asked.path, asked.query, ""))

    def game(self, number: int) -> JudgedGame:
        """A game that he may know of.

        Raises:
            ActionRefused: if there is none.
        """
        return self.state.judge.game(number, self.caller.actor)

    def game_address(self, number: int, more: str = "", query: str = "") -> str:
        """The whole address of a game that he was shown, or of what is below it, by which everybody
        finds it who has it."""
        judge = self.state.judge
        g = judge.games.remembered(number) or self.game(number)
        key = "" if g.settings.listed else f"{KEY}={judge.game_keys.key(number)}"
        asked = "&".join(filter(None, (query, key)))
        return self.address(f"/games/{number}{more}" + (f"?{asked}" if asked else ""))

    def address(self, path: str) -> str:
        """The whole address of a page: where people reach the judge."""
        return self.site.address.rstrip("/") + path

    @property
    def look_attributes(self) -> Markup:
        """The attributes of the page's outermost element: the reader's account, and his choices for
        pages."""
        look = self.caller.look
        said = {
            "scheme": "" if look.scheme is Scheme.AUTO else look.scheme.value,
            "colours": "apart" if look.apart else "",
            "motion": "less" if look.is_still else "",
            "zone": look.zone,
            "account": str(self.user or ""),
        }
        parts = (f' data-{name}="{escape(one)}"' for name, one in said.items() if one)
        return Markup("".join(parts))

    @property
    def upkeep(self) -> Upkeep:
        """The announcement and the standstill of the judge; where the database does not
        answer, as it was last seen."""
        with suppress(ActionRefused):
            return self.state.upkeep.now()
        return self.state.upkeep.last()

    @property
    def language(self) -> str:
        """The language of the pages that he is shown."""
        return reader_of(self.request).value


async def _visit(
    request: Request, state: StateHere, caller: Annotated[Caller, Depends(caller_of)]
) -> Visit:
    return Visit(request, state, caller)


VisitHere = Annotated[Visit, Depends(_visit)]


async def _owner(visit: VisitHere, caller: Annotated[Caller, Depends(by_session)]) -> Visit:
    return visit


OwnVisit = Annotated[Visit, Depends(_owner)]
"""Somebody who is signed in himself."""


def map_picture(visit: Visit, source: str, alt: str, more: str = "") -> Markup:
    """A picture of a map by day or by night: as the reader likes pages, or as his system does.
    ``more`` are attributes of the image."""
    address, hash_, part = source.partition("#")
    by_night = f"{address}{'&' if '?' in address else '?'}scheme=dark{hash_}{part}"
    scheme = visit.caller.look.scheme
    image = Markup('<img src="{}" alt="{}" {}>').format(
        by_night if scheme is Scheme.DARK else source, alt, Markup(more)
    )
    if scheme is not Scheme.AUTO:
        return image
    dark = Markup('<source media="(prefers-color-scheme: dark)" srcset="{}">').format(by_night)
    return Markup("<picture>{}{}</picture>").format(dark, image)


def _logo_url(visit: Visit) -> str:
    """The address of the operator's logo, another for every other file; empty where he has none."""
    try:
        changed = Path(visit.site.logo).stat().st_mtime_ns if visit.site.logo else 0
    except OSError:
        return ""
    return f"/house/picture/logo?{changed}" if changed else ""


def page(
    visit: Visit,
    template: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **shown: Any,
) -> HTMLResponse:
    """A page. ``shown`` is what its template names; ``told`` among it are diagnostics. Where they
    tell that nothing is written now, it says when to try again (503). With ``parts=true`` in its
    address it is asked for its live parts alone."""
    given = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store", **(headers or {})}
    if any(one.code == READ_ONLY for one in shown.get("told", ())):
        still = visit.upkeep.standstill
        given["Retry-After"] = str(seconds_to(still.back if still is not None else None))
        status = HTTPStatus.SERVICE_UNAVAILABLE
    if "told" in shown:
        shown["told"], _ = in_language(shown["told"], reader_of(visit.request).value)
    asked = {
        "visit": visit,
        "now": visit.now,
        "path": visit.request.url.path,
        "glossary": PageTerms(visit.language),
    }
    if visit.request.query_params.get("parts") == "true":
        template = PARTS + template
    found = _templates(visit.language).get_template(template)
    before = _zone.set(visit.zone)
    try:
        text = found.render(**asked, language=visit.language, **shown)
    finally:
        _zone.reset(before)
    return HTMLResponse(text, status, given)


def part(template: str, language: str, **shown: Any) -> Markup:
    """A part of a page, of what it is given alone."""
    return Markup(_templates(language).get_template(template).render(language=language, **shown))


def _of_a_kind(name: str) -> str | None:
    """The template ``KIND/NAME.html`` from the package of a kind of game; None where it is none."""
    kind, _, file = name.partition("/")
    found = files(package_of(kind)) / "templates" / file if file else None
    return found.read_text("utf-8") if found is not None and found.is_file() else None


@cache
def _templates(language: str) -> Environment:
    import jinja2  # slow to import, and the API does without it

    from dragoman.web.pages.html.quick_templates import LoaderOfParts, QuickEnvironment

    def put(text: str) -> str:
        return in_words(text, language)

    def counted(one: str, several: str, number: int) -> str:
        return in_words_by_number(one, several, number, language)

    def until_then(when: datetime | str | None, now: datetime) -> str:
        return put(until(when, now))

    whole = jinja2.ChoiceLoader(
        [jinja2.PackageLoader("dragoman.web.pages"), jinja2.FunctionLoader(_of_a_kind)]
    )
    environment = QuickEnvironment(
        extensions=["jinja2.ext.i18n"],
        loader=LoaderOfParts(whole),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.as_one = _AS_ONE
    names: dict[str, Any] = environment.globals
    report_forms = [form for form in FORMS.values() if form.is_text]
    names |= {"static": static_url, "colours_of": colours_of, "report_forms": report_forms}
    names |= {"bot_name": bot_name, "bot_character": bot_character}
    names |= {"map_picture": map_picture, "logo_url": _logo_url}
    filters: dict[str, Any] = environment.filters

    def moment_there(when: datetime | str | None) -> Markup:
        return moment(when, language, _zone.get())

    def day_there(when: datetime | str | None) -> Markup:
        return day(when, language, _zone.get())

    def decimal_there(number: float | str) -> str:
        return decimal(number, language)

    filters |= {"moment": moment_there, "day": day_there, "until": until_then}
    filters |= {"decimal": decimal_there, "in_column": in_column}
    extended: Any = environment
    extended.install_gettext_callables(put, counted, True)

    def said(text: str, /, **parts: object) -> Markup:
        return Markup(put(text)) % parts

    names["_"] = said
    environment.known = {"_": said, "static": static_url}
    return environment
