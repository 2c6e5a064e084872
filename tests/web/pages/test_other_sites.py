"""Games on other sites: frames, oEmbed, feeds; and that nothing else may be framed."""

from __future__ import annotations

from datetime import datetime
from xml.etree import ElementTree

import httpx
import pytest

from tests.web.conftest import House
from tests.web.pages.reader import Page, reader
from tests.web.pages.test_watching import told

SITE = "http://127.0.0.1:8080"
ATOM = "{http://www.w3.org/2005/Atom}"


def got(house: House, path: str, number: int = 0) -> httpx.Response:
    return reader(house, number).browser.request("GET", path)


def test_only_the_frame_of_a_game_may_stand_on_other_sites(house: House) -> None:
    game = told(house)
    frame = got(house, f"/games/{game}/embed")
    assert frame.status_code == 200
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame.headers
    for path in (f"/games/{game}", "/", f"/games/{game}/embed/map.svg", "/games/99/embed"):
        answer = got(house, path)
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path


def test_a_frame_shows_the_last_turn_and_nothing_to_press(house: House) -> None:
    game = told(house)
    page = Page(got(house, f"/games/{game}/embed"))
    assert page.forms == [] and "Friends" in page.text and "Fall 1901" in page.text
    assert f"/games/{game}/embed/map.svg?at=S1901M" in page.source
    assert f'data-follow="/api/games/{game}/stream?after=' in page.source
    assert page.links == [f"/games/{game}"] * 2
    arrows = got(house, f"/games/{game}/embed/map.svg")
    assert arrows.headers["Content-Type"] == "image/svg+xml"
    turn = got(house, f"/api/games/{game}/turns/S1901M/map.svg")
    assert arrows.content == turn.content, "with the arrows of its orders"


def test_a_frame_shows_a_player_what_everybody_sees(house: House) -> None:
    game = told(house, blind=True)
    for number in (0, 11):
        page = Page(got(house, f"/games/{game}/embed", number))
        assert "In a blind game" in page.text and "embed/map.svg" not in page.source
        assert got(house, f"/games/{game}/embed/map.svg", number).status_code == 403


def test_a_game_without_onlookers_has_neither_frame_nor_feed(house: House) -> None:
    game = told(house, observers=False)
    for path in ("embed", "embed/map.svg", "feed.atom"):
        assert got(house, f"/games/{game}/{path}", 11).status_code == 403, path
    address = f"{SITE}/games/{game}"
    assert got(house, f"/oembed?url={address}").status_code == 403


# oEmbed


def test_oembed_tells_the_frame_of_a_game(house: House) -> None:
    game = told(house, title='A "quoted" <b>')
    page = reader(house).get(f"/games/{game}")
    assert 'type="application/json+oembed"' in page.source
    answer = got(house, f"/oembed?url={SITE}/games/{game}&format=json")
    data = answer.json()
    assert (data["version"], data["type"]) == ("1.0", "rich")
    assert data["title"] == 'A "quoted" <b>'
    frame = ElementTree.fromstring(data["html"])
    assert frame.get("src") == f"{SITE}/games/{game}/embed"
    assert frame.get("title") == 'A "quoted" <b>'
    assert frame.get("width") == str(data["width"]) == "640"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(("wide", "high"), [(300, 10**6), (1000, 240), (150, 150)])
def test_a_frame_is_no_larger_than_there_is_room_for(house: House, wide: int, high: int) -> None:
    game = told(house)
    asked = f"/oembed?url={SITE}/games/{game}&maxwidth={wide}&maxheight={high}"
    data = got(house, asked).json()
    assert data["width"] <= wide and data["height"] <= high


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("https://elsewhere.example/games/1", 404),
        (f"{SITE}/variants/standard", 404),
        (f"{SITE}/games/77", 404),
        (f"{SITE}/games/9999999999", 404),
        ("//[", 404),
    ],
)
def test_oembed_says_what_it_cannot_tell(house: House, url: str, status: int) -> None:
    assert got(house, f"/oembed?url={url}").status_code == status


def test_oembed_is_told_as_json_alone(house: House) -> None:
    """The standard asks for 501, which no page of ours answers otherwise."""
    asked = f"/oembed?url={SITE}/games/1&format=xml"
    client = house.browser().client
    assert house.portal.call(client.get, asked).status_code == 501


# Feeds


def entries(answer: httpx.Response) -> list[dict[str, str]]:
    """The entries of a feed, which has all that Atom demands."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    found: list[dict[str, str]] = []
    for one in (feed, *feed.iter(f"{ATOM}entry")):
        said = {name: one.findtext(f"{ATOM}{name}") or "" for name in ("id", "title", "updated")}
        assert all(said.values())
        assert datetime.fromisoformat(said["updated"]).tzinfo is not None
        link = one.find(f"{ATOM}link")
        assert link is not None and link.get("rel") == "alternate"
        text = one.findtext(f"{ATOM}content") or ""
        found.append({**said, "link": link.get("href", ""), "text": text})
    assert len({one["id"] for one in found}) == len(found)
    return found[1:]


def test_the_feed_of_a_game_has_its_turns_with_their_results(house: House) -> None:
    game = told(house)
    page = reader(house).get(f"/games/{game}")
    assert f'type="application/atom+xml" title="Friends" href="/games/{game}/feed.atom"' in (
        page.source
    )
    last, first = entries(got(house, f"/games/{game}/feed.atom"))
    assert last["title"] == "Friends: Spring 1901, movement"
    assert last["link"] == f"{SITE}/games/{game}/turns/S1901M"
    assert "Bur" in last["text"]
    assert "The game begins" in first["title"]


def test_what_was_rolled_back_is_in_the_feed_once_and_only_if_it_stands(house: House) -> None:
    game = told(house)
    master = house.person(1)
    master.do(game, "roll-back", phase="S1901M")
    titles = [one["title"] for one in entries(got(house, f"/games/{game}/feed.atom"))]
    assert titles[0] == "Friends: Back to Spring 1901, movement"
    assert "Friends: Spring 1901, movement" not in titles
    house.clock.wait(hours=1)
    master.do(game, "process-now")
    titles = [one["title"] for one in entries(got(house, f"/games/{game}/feed.atom"))]
    assert titles.count("Friends: Spring 1901, movement") == 1


def test_the_feed_of_a_blind_game_tells_no_results(house: House) -> None:
    game = told(house, blind=True)
    last, _ = entries(got(house, f"/games/{game}/feed.atom", 11))
    assert last["text"] == "" and last["link"] == f"{SITE}/games/{game}"


def test_the_feed_of_somebody_has_his_results(house: House) -> None:
    game = told(house)
    hidden = told(house, listed=False, title="Secret")
    for one in (game, hidden):
        house.person(1).do(one, "terminate", why="all went home")
    number = house.account(11)
    (ended,) = entries(got(house, f"/people/{number}/feed.atom"))
    assert ended["title"] == "Friends: ended by the game master"
    assert entries(got(house, f"/people/{house.account(40)}/feed.atom")) == []
