"""Who can watch at a game: what he sees, what he may do; and what of a game is taken away."""

from __future__ import annotations

import json
import re
from contextlib import closing

import pytest

from dragoman.judge.commands.command import Send
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.tables import begun, seats


def told(house: House, **settings: object) -> int:
    """A game with a turn behind it, and press."""
    game = begun(house, **settings)
    who = seats(house, game)
    who["FRANCE"].do(game, "save-orders", text="A par-bur")
    who["FRANCE"].do(game, "send", text="Peace to all", to=[])
    who["FRANCE"].do(game, "send", text="Between us", to=["GERMANY"])
    house.person(1).do(game, "process-now")
    who["GERMANY"].do(game, "save-orders", text="A ber-kie")
    return game


def test_a_visitor_is_shown_what_all_may_see_and_nothing_to_fill_in(house: House):
    game = told(house)
    page = reader(house).get(f"/games/{game}")
    assert "You are watching" in page.text
    assert "A Par–Bur" in page.text, "what the last turn came to"
    assert "Peace to all" in page.text
    assert "Between us" not in page.text
    posted = [one.action for one in page.forms if one.method == "post"]
    assert posted == [], "there is nothing to order, to write or to press"
    assert f"/sign-in?next=/games/{game}" in page.links
    assert f"/games/{game}/replay" in page.links
    assert "have ordered" not in page.text, "who has ordered is secret"
    follows = f'data-follow="/api/games/{game}/stream?after='
    assert follows in page.source, "the page moves with the game"


def test_a_page_knows_what_another_process_wrote_as_far_as_its_reader_may(house: House):
    game = told(house)
    url = house.judge.database.url.render_as_string(hide_password=False)
    with closing(Judge(url)) as other:
        author = other.games.load(game).seats["FRANCE"].user
        assert author is not None

        def marked() -> tuple[str, str]:
            page = reader(house).get(f"/games/{game}")
            (mark,) = re.findall(r'stream\?after=([^"]+)', page.source)
            return page.text, mark

        def send(text: str, *to: str) -> None:
            other.act(game, Send(text, to), Actor(author), house.clock())

        _, at_first = marked()
        send("From elsewhere")
        text, then = marked()
        assert "From elsewhere" in text
        assert then != at_first
        send("In secret", "GERMANY")
        text, at_last = marked()
        assert "In secret" not in text
        assert at_last == then, "what he may not know moves nothing"


def test_who_is_ready_is_told_where_all_may_know(house: House):
    game = told(house, readiness_shown=True)
    assert "1 of 7 have ordered, 0 are ready" in reader(house).get(f"/games/{game}").text


def test_watching_is_begun_and_ended(house: House):
    game = told(house)
    one = reader(house, 30)
    page = one.get(f"/games/{game}")
    assert "listed-orders" not in page.source
    page = one.send(page.form("/do/observe"))
    assert "You are watching this game" in page.text
    assert f"/games/{game}" in one.get("/games?kind=watched").links
    page = one.send(one.get(f"/games/{game}").form("/do/stop-observing"))
    assert page.form("/do/observe")
    assert f"/games/{game}" not in one.get("/games?kind=watched").links


@pytest.mark.parametrize("may_write", [False, True])
def test_who_watches_writes_to_whom_he_may(house: House, may_write: bool):
    game = told(house, observers_write=may_write)
    one = reader(house, 30)
    assert not any(f.action.endswith("/do/send") for f in one.get(f"/games/{game}").forms)
    page = one.send(one.get(f"/games/{game}").form("/do/observe"))
    form = page.form("/do/send")
    assert form.fields["to"] == ([""] if may_write else ["MASTER"])
    page = one.send(form, text="Well played")
    assert "has been sent" in page.text
    assert ("Well played" in page.text) is may_write
    if may_write:
        assert "An observer" in page.text
    assert "Well played" in reader(house, 1).get(f"/games/{game}").text, "the master reads it"


def test_a_seat_that_is_free_is_offered(house: House):
    game = told(house)
    seats(house, game)["ITALY"].do(game, "resign")
    assert "A seat is free" in reader(house).get(f"/games/{game}").text
    one = reader(house, 30)
    page = one.send(one.get(f"/games/{game}").form("/do/take-seat"))
    assert "You play Italy" in page.text


def test_of_a_blind_game_those_who_look_on_see_nothing_of_the_board(house: House):
    game = told(house, blind=True)
    page = reader(house).get(f"/games/{game}")
    assert "when it is over" in page.text
    assert "Par–Bur" not in page.text
    assert not any("/report" in link or "/replay" in link for link in page.links)


def test_a_game_that_is_closed_says_so(house: House):
    game = told(house, observers=False)
    page = reader(house).get(f"/games/{game}")
    assert "Only players see the board" in page.text
    assert not any("/api/" in link for link in page.links)


def test_turns_are_named_in_words_and_keep_their_addresses(house: House):
    game = told(house)
    one = reader(house)
    for page in (one.get(f"/games/{game}"), one.get(f"/games/{game}/record")):
        assert "Spring 1901, movement" in page.text
        assert "S1901M" not in page.text
        assert f"/games/{game}/turns/S1901M" in page.links
    one.browser.client.headers["Accept-Language"] = "de"
    for path in (f"/games/{game}", f"/games/{game}/turns/S1901M", f"/games/{game}/record"):
        page = one.get(path)
        assert "Frühjahr 1901, Züge" in page.text
        assert "S1901M" not in page.text


def test_everything_that_is_offered_can_be_taken_away(house: House):
    game = told(house)
    house.person(1).do(game, "process-now")
    one = reader(house)
    offered = set[str]()
    for path in (f"/games/{game}", f"/games/{game}/turns/S1901M"):
        page = one.get(path)
        offered |= {link for link in page.links if link.startswith("/api/")}
        assert f'value="http://127.0.0.1:8080{path}"' in page.source, "the address to share"
    begins = {
        "/map.svg": b"<svg",
        "/map.png": b"\x89PNG",
        "/report?form=pdf": b"%PDF-",
        "/report?form=html": b"<!doctype html>",
    }
    for link in sorted(offered):
        answer = one.browser.request("GET", link)
        assert answer.status_code == 200, (link, answer.text)
        start = next((sign for end, sign in begins.items() if link.endswith(end)), b"")
        assert answer.content.lstrip().startswith(start), link
    whole = one.browser.request("GET", f"/api/games/{game}/report").text
    assert "Spring 1901" in whole or "spring 1901" in whole
    assert "fall 1901" in whole.lower()
    turns = one.browser.request("GET", f"/api/games/{game}/turns").json()
    assert [turn["phase"] for turn in turns["items"]] == ["S1901M", "F1901M"]
    assert "Between us" not in json.dumps(turns)


def test_games_that_run_are_shown_on_maps_as_everybody_may_see_them(house: House):
    game = told(house)
    told(house, title="Unlisted", listed=False)
    told(house, title="Blind", blind=True)
    told(house, title="Closed", observers=False)
    over = told(house, title="Over")
    house.person(1).do(over, "terminate")
    for number in (0, 1):
        page = reader(house, number).get("/live")
        assert f"/games/{game}/thumbnail.svg?at=F1901M" in page.source
        assert page.source.count(" data-game=") == 1
        assert "/thumbnail.svg?at=F1901M&amp;scheme=dark" in page.source, (
            "a map of its own by night"
        )
        assert not [one for one in ("Unlisted", "Blind", "Closed", "Over") if one in page.text]
    asked = reader(house).browser
    first = asked.request("GET", "/live/phases")
    assert first.json() == [[game, "F1901M"]]
    tag = {"If-None-Match": first.headers["ETag"]}
    assert asked.request("GET", "/live/phases", headers=tag).status_code == 304
    house.person(1).do(game, "process-now")
    assert asked.request("GET", "/live/phases", headers=tag).json() == [[game, "S1902M"]]
