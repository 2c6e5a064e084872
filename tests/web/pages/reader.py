"""Somebody with a browser that runs no script: pages, their links and forms, nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

import httpx

from dragoman.web.callers import COOKIE
from tests.web.conftest import PASSWORD, House
from tests.web.people import Browser

VOID = {"source", "meta", "link", "input", "img", "br", "hr"}


@dataclass
class PageForm:
    """A form as it stands on a page: where it goes, and what each field says."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    offered: dict[str, list[str]] = field(default_factory=dict)
    """What each list offers, and buttons elsewhere on the page that send it."""
    name: str = ""


class Page(HTMLParser):
    """A page as it was answered. ``place`` is the part of it that one was led to."""

    def __init__(self, answer: httpx.Response, place: str = "") -> None:
        super().__init__()
        self.place = place
        self.answer, self.status, self.source = answer, answer.status_code, answer.text
        self.forms: list[PageForm] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.told: list[str] = []
        self._select = self._area = ""
        self._in_form = False
        self._apart: list[tuple[str, str, str]] = []
        self.feed(answer.text)
        self.close()
        assert self.open == [], f"not closed: {self.open}"

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def running_text(self) -> str:
        """The words of the page, without those that a term shows when it is asked for."""
        shown = re.sub(r"<span popover.*?</span>", "", self.source)
        return unescape(" ".join(re.sub(r"<[^>]*>", "", shown).split()))

    def close(self) -> None:
        """Buttons apart from their forms belong to these, wherever they stand."""
        super().close()
        for form, name, value in self._apart:
            (of,) = (one for one in self.forms if one.name == form)
            of.offered.setdefault(name, []).append(value)

    def form(self, action: str, number: int = 0) -> PageForm:
        found = [one for one in self.forms if one.action.endswith(action)]
        assert found, f"no form for {action} among {[one.action for one in self.forms]}"
        return found[number]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        assert "style" not in given, "styles are in files"
        assert not any(name.startswith("on") for name in given), "scripts are in files"
        form = self.forms[-1] if self._in_form else None
        if tag == "form":
            self._in_form = True
            made = PageForm(given.get("action", ""), given.get("method", "get"))
            made.name = given.get("id", "")
            self.forms.append(made)
        elif tag == "a":
            self.links.append(given.get("href", ""))
        elif tag == "script":
            assert given.get("src", "").startswith("/static/")
        elif tag == "button" and "form" in given:
            self._apart.append((given["form"], given["name"], given["value"]))
        elif form is not None and tag == "input" and "name" in given:
            ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if ticked:
                form.fields.setdefault(given["name"], []).append(given.get("value", ""))
        elif form is not None and tag == "select":
            self._select = given["name"]
        elif form is not None and tag == "option" and self._select:
            form.offered.setdefault(self._select, []).append(given.get("value", "\0"))
            if "selected" in given or self._select not in form.fields:
                form.fields[self._select] = [given.get("value", "\0")]
        elif form is not None and tag == "textarea":
            self._area = given["name"]
            form.fields[self._area] = [""]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open and self.open[-1] == tag, (self.open, tag)
            self.open.pop()
        if tag == "form":
            self._in_form = False
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        form = self.forms[-1] if self._in_form else None
        if form is not None and self._area:
            form.fields[self._area][0] += data
        elif (
            form is not None and self._select in form.offered
        ):  # an option without a value is worth its text
            for values in (form.fields[self._select], form.offered[self._select]):
                values[:] = [data.strip() if one == "\0" else one for one in values]


class Reader:
    """Follows links and sends forms."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The page he is on: the home page, until he goes elsewhere."""
        return self._page or self.get("/")

    @page.setter
    def page(self, page: Page) -> None:
        self._page = page

    def get(self, path: str) -> Page:
        self._page = Page(self.browser.request("GET", path))
        return self._page

    def send(self, form: PageForm, **changed: str | list[str]) -> Page:
        """Send a form with some fields filled in; where it leads on, the page it leads to."""
        fields = {**form.fields, **{name.rstrip("_"): _many(v) for name, v in changed.items()}}
        answer = self.browser.request(
            "POST", form.action, data=fields, headers={"Origin": "http://judge"}
        )
        place = ""
        while answer.status_code == 303:
            where, _, place = answer.headers["Location"].partition("#")
            answer = self.browser.request("GET", where)
        self._page = Page(answer, place)
        return self._page

    def sign_in(self, who: str, password: str = PASSWORD) -> Page:
        form = self.get("/sign-in").form("/sign-in")
        return self.send(form, who=who, password=password)


def reader(house: House, number: int = 0) -> Reader:
    """A reader; signed in where he has a number. He is so without the form, which tests of signing
    in send themselves: it asks for three pages."""
    found = Reader(house.browser())
    if number:
        client, account = found.browser.client, house.account(number)
        sign_ins = house.judge.accounts.sign_ins
        secret = sign_ins.begin(account, client.headers["User-Agent"], house.clock())
        client.cookies.set(COOKIE, secret, domain="judge.local")
    return found


def number_in(path: str) -> int:
    found = re.search(r"/games/(\d+)", path)
    assert found is not None
    return int(found.group(1))


def _many(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
