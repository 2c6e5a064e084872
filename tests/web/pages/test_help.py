"""The page of help leads to the documentation where the judge knows where that is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dragoman.web.pages
from dragoman.judge.accounts.account_mails import Site
from dragoman.words import LANGUAGES, word_file
from tests.web.conftest import House
from tests.web.pages.reader import reader

BOARD = Path(dragoman.web.pages.__file__).parent / "board"
DOCS = Path(__file__).parents[3] / "docs"


def test_help_links_to_the_documentation_if_there_is_one(house: House):
    one = reader(house)
    assert "Further reading" not in one.get("/help").text
    house.judge.site = Site(documentation="https://docs.example/dragoman/")
    page = one.get("/help")
    assert "Further reading" in page.text
    found = [link for link in page.links if link.startswith("https://")]
    assert len(found) > 5
    for link in found:
        (name,) = re.findall(r"^https://docs.example/dragoman/([a-z/-]+)/$", link)
        assert (DOCS / f"{name}.md").is_file()


def test_help_has_the_signs_of_the_map(house: House):
    one = reader(house)
    assert "The signs on the map" in one.get("/help").text
    light, dark = (
        one.browser.request("GET", f"/help/signs.svg?scheme={scheme}").text
        for scheme in ("light", "dark")
    )
    for picture in (light, dark):
        assert all(f">{word}</text>" in picture for word in ("army", "fleet", "home centre"))
    assert "#15191c" in dark and "#15191c" not in light


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_lessons_call_the_buttons_of_the_board_as_it_does(house: House, language: str):
    board = word_file(BOARD, language)["board"]
    one = reader(house)
    one.browser.client.headers["Accept-Language"] = language
    page = one.get("/help").text
    undo, anyway = board["undo"], board["anyway"].partition(":")[0].strip()
    for word in (undo, anyway, board["support-there"]):
        assert word in page, word
    change = one.get("/tutorial/3").text
    assert undo in change and board["remove"] in change
    assert board["support-there"] in one.get("/tutorial/7?judge=yes").text
