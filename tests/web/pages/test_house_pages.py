"""The operator's own: texts, name, logo, colour, language and zone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.accounts.house_texts import HouseTexts
from dragoman.judge.running.configuration import Configuration, read_configuration
from dragoman.judge.running.doctor_house import look_at_house
from dragoman.judge.running.house_colours import (
    GROUNDS,
    READABLE,
    least_contrast,
    nearest_readable,
    wrong_with,
)
from dragoman.judge.service import Judge
from dragoman.web.pages.html.static_files import colours_of
from tests.web.conftest import HASHER, House
from tests.web.pages.reader import reader
from tests.web.test_accounts import ANN, mailed

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>1</script></svg>'


@pytest.fixture
def own(house: House, tmp_path: Path) -> Iterator[House]:
    """A house with everything that is its own."""
    texts = {
        "imprint.md": "Ann Lee, Main Street 1",
        "rules.md": "# Unsere Regeln\n\nSei [fair](https://dip.example).",
        "rules.en.md": "# Our rules\n\nBe *fair*. <img src=x onerror=y>",
        "welcome.md": "Willkommen im **Klub**.",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "logo.svg").write_bytes(LOGO)
    site = Site(
        "https://dip.example",
        "Klub der Sieben",
        texts=HouseTexts(str(tmp_path), "de"),
        logo=str(tmp_path / "logo.svg"),
        colour="#8a1c4b",
        language="de",
        zone="Europe/Berlin",
        security_contact="security@dip.example",
    )
    judge = Judge(str(house.judge.database.url), site=site, passwords=Passwords(HASHER))
    house.app.state.web = replace(house.app.state.web, judge=judge)
    house.judge.close()
    house.judge = judge
    yield house
    judge.close()


def test_each_page_bears_the_name_and_leads_to_the_texts(own: House) -> None:
    ann = reader(own)
    ann.browser.client.headers["Accept-Language"] = "en"
    page = ann.get("/games")
    assert "Klub der Sieben</title>" in page.source and ">Dragoman<" not in page.source
    assert {"/house/imprint", "/house/rules"} <= set(page.links)
    assert "/house/privacy" not in page.links
    assert "Our rules" in page.text and "Imprint" in page.text
    rules = ann.get("/house/rules")
    assert "Be fair" in rules.text and "<img src=x" not in rules.source
    assert "Main Street 1" in ann.get("/house/imprint").text
    for path in ("/house/privacy", "/house/welcome", "/house/notice", "/house/..%2fx"):
        assert ann.get(path).status == 404
    front = ann.get("/")
    assert "Willkommen im Klub" in front.text
    assert 'content="Klub der Sieben"' in front.source


def test_whoever_says_nothing_has_the_language_and_the_zone_of_the_house(own: House) -> None:
    ann = reader(own)
    for asked in ("", "nl, xx"):
        ann.browser.client.headers["Accept-Language"] = asked
        page = ann.get("/house/rules")
        assert 'lang="de"' in page.source and "Unsere Regeln" in page.text
    answer = own.visitor("POST", "/accounts", ANN)
    assert answer.status_code == 201
    with own.judge.database.reading() as connection:
        told = connection.exec_driver_sql("SELECT language, zone FROM wishes").one()
    assert tuple(told) == ("de", "Europe/Berlin")
    assert "Klub der Sieben" in mailed(own)[ANN["address"]]


def test_the_logo_and_the_colour_are_the_operators(own: House) -> None:
    browser = own.browser()
    page = browser.request("GET", "/").text
    logo = browser.request("GET", "/house/picture/logo")
    assert '<img src="/house/picture/logo?' in page
    assert logo.content == LOGO and "sandbox" in logo.headers["Content-Security-Policy"]
    style = browser.request("GET", "/house.css")
    assert "--accent: light-dark(#8a1c4b, " in style.text
    assert style.headers["Content-Type"].startswith("text/css")


def test_robots_and_finders_of_holes_are_told_where_to_go(own: House, tmp_path: Path) -> None:
    browser = own.browser()
    assert "Disallow: /api/" in browser.request("GET", "/robots.txt").text
    told = browser.request("GET", "/.well-known/security.txt").text.splitlines()
    assert "Contact: mailto:security@dip.example" in told
    assert "Expires: 2026-07-04T00:00:00Z" in told
    assert "Canonical: https://dip.example/.well-known/security.txt" in told
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /\n")
    assert browser.request("GET", "/robots.txt").text == "User-agent: *\nDisallow: /\n"


def test_a_house_without_anything_of_its_own_shows_none(house: House) -> None:
    browser = house.browser()
    assert "<footer" not in browser.request("GET", "/games").text
    paths = ("/house/imprint", "/house.css", "/house/picture/logo", "/.well-known/security.txt")
    for path in paths:
        assert browser.request("GET", path).status_code == 404


def test_a_colour_that_cannot_be_read_is_refused_with_one_that_can(tmp_path: Path) -> None:
    for scheme in ("light", "dark"):
        found = colours_of(scheme)
        assert GROUNDS[scheme] == (found["paper"], found["card"], found["mark"])
    for colour in ("#ffcc00", "#777777", "#1f5575", "#ffffff", "#000000"):
        for scheme in ("light", "dark"):
            near = nearest_readable(colour, scheme)
            assert least_contrast(near, scheme) >= READABLE
            assert bool(wrong_with(colour, scheme)) is (near != colour)
    file = tmp_path / "judge.toml"
    file.write_text('colour = "#ffcc00"\n')
    told, [fault] = read_configuration(file, {})
    assert told.colour == "" and "needs 4.5: take #" in fault.what
    file.write_text('colour = "red"\nlogo = "x.gif"\nzone = "Mars"\nlanguage = "nl"\n')
    assert len(read_configuration(file, {})[1]) == 4


def test_the_doctor_looks_at_the_texts(tmp_path: Path) -> None:
    (tmp_path / "impressum.md").write_text("x")
    (tmp_path / "rules.md").write_bytes(b"\xff\xfe")
    told = Configuration(pages=str(tmp_path), logo=str(tmp_path / "none.svg"))
    [found] = look_at_house(told)
    assert {one.code for one in found.faults} == {"unknown-text", "no-utf-8", "no-logo"}
    assert not list(look_at_house(Configuration()))
