"""The first page and the lists of games, as somebody without script sees them."""

from __future__ import annotations

import pytest

from dragoman.web.pages import home
from dragoman.web.pages.lists import games
from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_words import GERMAN
from tests.web.tables import begun, seats


def test_a_first_page_says_what_to_do(house: House) -> None:
    page = reader(house, 1).get("/")
    assert "You are not in any games yet. Three ways to start:" in page.text
    assert {"/games", "/games/new", "/tutorial"} <= set(page.links)


def test_the_first_page_says_what_waits(house: House) -> None:
    game = begun(house, entry="open")
    who = seats(house, game)
    user = next(
        n for n, made in house.accounts.items() if made == who["FRANCE"].get("/me")["account"]
    )
    one = reader(house, user)
    assert "One game is waiting for you." in one.get("/").text
    assert f"/games/{game}#orders" in one.page.links
    who["FRANCE"].do(game, "save-orders", text="A par H")
    assert "ready?" in one.get("/").text
    who["FRANCE"].do(game, "set-ready", ready=True)
    assert "Nothing is waiting for you." in one.get("/").text
    who["ENGLAND"].do(game, "propose", what="draw")
    page = one.get("/")
    assert "a vote" in page.text and f"/games/{game}#votes" in page.links
    assert "master" in reader(house, 1).get("/").text


def test_a_master_is_told_whom_to_let_in(house: House) -> None:
    master = house.person(1)
    made = master("POST", "/games", {"title": "Closed", "entry": "master"}).json()["game"]
    house.person(11).do(made, "join")
    page = reader(house, 1).get("/")
    assert "players to let in" in page.text
    master.do(made, "admit", user=house.account(11))
    assert "Nothing is waiting for you." in reader(house, 1).get("/").text
    master.do(made, "invite", user=house.account(12))
    assert "you are invited" in reader(house, 12).get("/").text


def test_lists_have_filters_that_links_keep(house: House) -> None:
    master = house.person(1)
    for number in range(32):
        settings = {"title": f"Game {number}", "movement": "10 min", "press": []}
        master("POST", "/games", settings)
    master("POST", "/games", {"title": "Another", "variant": "machiavelli"})
    one = reader(house)
    page = one.get("/games")
    assert "Another" in page.text and "Game 31" in page.text
    page = one.get("/games?pace=live&press=none&title=Game&anonymous=no&variant=standard")
    assert "Another" not in page.text and page.text.count("Game ") >= 30
    (older,) = [link for link in page.links if "before=" in link]
    assert "pace=live" in older and "press=none" in older and "title=Game" in older
    page = one.get(older)
    assert "Game 1 " in page.text + " " and "Game 31" not in page.text
    assert "No games match." in one.get("/games?pace=slow&press=none").text
    assert one.get("/games?pace=fast").status == 422
    for kind, said in (
        ("running", "Nothing is being played just now"),
        ("over", "No game has been played to its end yet"),
    ):
        assert said in one.get(f"/games?kind={kind}").text
    assert "You are not watching any games" in reader(house, 3).get("/games?kind=watched").text


def test_days_of_the_week_are_in_the_words_of_the_reader(house: House) -> None:
    for movement in ("Tue and Fri 20:00", "di, FR 20.00 Europe/Berlin", "täglich 19:30", "36 h"):
        house.person(1)("POST", "/games", {"title": "In time", "movement": movement})
    page, german = reader(house).get("/games"), reader(house)
    for said in ("Tue and Fri 20:00 ·", "Tue and Fri 20:00 Europe/Berlin", "daily 19:30", "36 h"):
        assert said in page.text.replace("\xa0", " ")
    german.browser.client.headers["Accept-Language"] = "de"
    page = german.get("/games")
    for said in ("Di und Fr 20:00 ·", "Di und Fr 20:00 Europe/Berlin", "täglich 19:30", "36 h"):
        assert said in page.text.replace("\xa0", " ")


def test_small_maps_show_what_all_may_see(house: House) -> None:
    one = reader(house).browser
    for settings, status in (({}, 200), ({"blind": True}, 403), ({"observers": False}, 403)):
        game = begun(house, **settings)
        answer = one.request("GET", f"/games/{game}/thumbnail.svg?at=S1901M")
        assert answer.status_code == status, settings
        page = reader(house).get("/games?kind=running")
        shown = f"/games/{game}/thumbnail.svg?at=S1901M" in page.source
        assert shown == (status == 200), settings
    assert "/variants/standard/thumbnail.svg" in page.source
    answer = one.request("GET", "/variants/standard/thumbnail.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml" and b"<circle" in answer.content
    assert one.request("GET", "/variants/none/thumbnail.svg").status_code == 404


def test_words_of_lists_have_german() -> None:
    said = {*home.TASKS, *home.PARTS, *games.PACES.values(), *games.MARKS.values()}
    said |= {games.NO_PRESS, games.PUBLIC_PRESS, *games.ENTRIES.values()}
    assert said <= set(GERMAN)


@pytest.mark.parametrize("signed_in", [0, 3])
@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("/games", "/games/new"),
        ("/games?kind=running", "/games"),
        ("/games?kind=over", "/games?kind=running"),
        ("/archive", "/games?kind=running"),
        ("/tournaments", "/help"),
        ("/ratings", "/games"),
        ("/statistics", "/games"),
    ],
)
def test_an_empty_page_says_what_one_can_do(
    house: House, path: str, button: str, signed_in: int
) -> None:
    """Each of them with buttons, also that to play at once, where it is about playing."""
    page = reader(house, signed_in).get(path)
    there = page.source.partition('inviting">')[2].partition("</section>")[0]
    wanted = "/register?next=/games/new" if button == "/games/new" and not signed_in else button
    if path == "/tournaments" and signed_in:
        wanted = "/tournaments/new"
    assert f'href="{wanted}"' in there
    if path.startswith(("/games", "/archive")):
        assert 'action="/play"' in there


def test_a_date_stands_beside_what_is_left_until_then(house: House) -> None:
    begun(house, movement="2 d")
    page = reader(house).get("/games?kind=running")
    assert "2 d 0 h Wed 7 Jan 2026, 12:00 (UTC)" in page.text
