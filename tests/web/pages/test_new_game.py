"""Setting up a game on its page: every setting of the judge, without script."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from dragoman.judge.log.settings import Settings
from dragoman.rules.choices.switches import SWITCHES
from dragoman.web.pages.game.new_game import FIRST, SECTIONS
from tests.web.conftest import House
from tests.web.pages.reader import Page, PageForm, number_in, reader

START = "F1901M | FRANCE: A PAR, F BRE; GERMANY: A MUN | FRANCE: PAR, BRE; GERMANY: MUN"
WISHED: dict[str, Any] = {
    "title": "All of it",
    "variant": "standard",
    "movement": "Tue and Fri 20:00",
    "entry": "code",
    "code": "open sesame",
    "listed": "no",
    "observers": "no",
    "reliability": "80",
    "seating": "lot",
    "begins": "full",
    "anonymous": "yes",
    "moderated": "yes",
    "bot": "dumbbot",
    "programs": "GERMANY",
    "press": ["public", "grey"],
    "press_in": ["movement"],
    "press_closes": "1 h",
    "late_silent": "yes",
    "press_approved": "yes",
    "press_opens": "players",
    "observers_write": "yes",
    "retreat": "12 h",
    "adjustment": "18 h",
    "least": "1 d",
    "not_before": "2 h",
    "delay": "10 min",
    "early": "never",
    "readiness_shown": "yes",
    "days_off": "Sat and Sun",
    "dates_off": "2026-12-24, 2026-12-25",
    "zone": "Europe/Berlin",
    "missed": "disorder",
    "misses": "3",
    "grace": "2 h",
    "strict_grace": "yes",
    "strict_wait": "yes",
    "abandoned": "60 d",
    "rules": "2023",
    "start": START,
    "switch:convoy_paradox": "szykman",
    "draws": "listed",
    "time_votes": "majority",
    "households": "apart",
    "last_year": "1907",
    "scoring": "c-diplo-100",
}
KEPT: dict[str, Any] = {
    "reliability": 80,
    "last_year": 1907,
    "misses": 3,
    "listed": False,
    "observers": False,
    "dates_off": ["2026-12-24", "2026-12-25"],
    "programs": ["GERMANY"],
    "switches": {"convoy_paradox": "szykman"},
}
"""What is kept otherwise than it was typed."""
LEFT_OUT = {"rated", "blind", "scoring_settings"}
"""What does not go with the rest: a game with bots, by no standard position."""


def set_up(house: House, **chosen: Any) -> tuple[Page, PageForm]:
    one = reader(house, 1)
    form = one.get("/games/new").form("/games/new")
    return one.send(form, **chosen), form


def test_every_setting_stands_in_the_form_and_is_kept(house: House) -> None:
    every = {one.name for one in fields(Settings)}
    placed = [*FIRST, *(name for names in SECTIONS.values() for name in names)]
    assert sorted(placed) == sorted(every)
    one = reader(house, 1)
    page = one.get("/games/new")
    source = page.source
    for name in every - {"switches"}:
        assert f'name="{name}"' in source, name
    for name in SWITCHES:
        assert f'name="switch:{name}"' in source, name
    assert every - LEFT_OUT == {"switches" if n.startswith("switch:") else n for n in WISHED}
    page = one.send(page.form("/games/new"), **WISHED)
    faults = re.findall(r"-fault-\d+\" role=\"alert\">([^<]*)", page.source)
    assert (page.status, faults) == (200, [])
    settings = house.person(1).get(f"/games/{number_in(str(page.answer.url))}")["settings"]
    plain = {
        name: True if value == "yes" else value
        for name, value in WISHED.items()
        if not name.startswith("switch:")
    }
    assert {"variant": "standard", **settings} == {**plain, **KEPT}


def test_what_is_wrong_is_said_beside_its_field(house: House) -> None:
    page, _ = set_up(
        house,
        title="Wrong",
        movement="never ever",
        reliability="101",
        last_year="soon",
        press=["fake", "all-grey"],
        start="nonsense",
        rules="2023",
        **{"switch:convoy_paradox": "1971"},
    )
    assert page.status == 422
    for name in ("movement", "reliability", "last_year", "press", "start"):
        assert f'id="{name}-fault-1"' in page.source, name
    for name in ("movement", "reliability", "last_year", "start"):
        assert f'id="{name}"' in page.source
        tag = page.source.split(f'id="{name}"')[1].partition(">")[0]
        assert 'aria-invalid="true"' in tag and f"{name}-fault-1" in tag, name
    again = page.form("/games/new").fields
    assert again["movement"] == ["never ever"] and again["last_year"] == ["soon"]
    assert again["press"] == ["", "all-grey", "fake"]
    assert again["switch:convoy_paradox"] == ["1971"]
    for one in ("who", "press", "rules", "end"):
        assert page.source.count('class="section" open') >= 4, one


def test_a_game_is_looked_over_without_being_set_up(house: House) -> None:
    page, _ = set_up(house, title="Only to look", check="yes")
    assert page.status == 200 and "No problems found." in page.text
    page, _ = set_up(house, title="Only to look", check="yes", grace="soon")
    assert page.status == 422 and 'id="grace-fault-1"' in page.source
    assert house.person(1).get("/games")["items"] == []


def test_scoring_systems_are_set_line_by_line(house: House) -> None:
    page, _ = set_up(
        house, title="Scored", scoring="sum-of-squares", scoring_settings="nothing = 1"
    )
    assert page.status == 422 and 'id="scoring_settings-fault-1"' in page.source
    page, _ = set_up(house, title="Scored", scoring="", scoring_settings="x = 1")
    assert page.status == 422


def test_only_those_who_are_signed_in_set_up_games(house: House) -> None:
    answer = reader(house).browser.request("GET", "/games/new")
    assert answer.status_code == 303 and answer.headers["Location"].startswith("/sign-in")
