"""Bots in the judge's seats as pages show them: what they are, and what they say."""

from __future__ import annotations

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader


def at_a_table(house: House, bot: str) -> tuple[int, Reader]:
    """A game of Austria and Turkey and five bots, and Turkey's player."""
    master = house.person(1)
    made = master("POST", "/games", {"title": "Friends", "bot": bot})
    game = made.json()["game"]
    for number, power in ((2, "AUSTRIA"), (3, "TURKEY")):
        house.person(number).do(game, "join", wishes=[power])
    master.do(game, "begin")
    house.judge.games.load(game).lot = 5  # with this two powers trust Turkey
    while house.judge.games.tick(house.clock()) is not None:
        pass
    one = reader(house, 3)
    return game, one


@pytest.mark.parametrize(("bot", "name"), [("dumbbot", "Bruno"), ("loeb:press", "Ludwig")])
def test_a_page_says_what_plays_a_power(house: House, bot: str, name: str) -> None:
    game, turkey = at_a_table(house, bot)
    for one in (turkey, reader(house), reader(house, 1)):
        assert f"France {name}, a bot" in one.get(f"/games/{game}").text
        one.browser.client.headers["Accept-Language"] = "de"
        german = one.get(f"/games/{game}").text
        assert f"Frankreich {name}, ein Bot" in german


def test_who_writes_to_a_bot_is_told_what_it_reads(house: House) -> None:
    game, turkey = at_a_table(house, "dumbbot")
    page = turkey.get(f"/games/{game}?thread=FRANCE%2BTURKEY")
    assert "France is played by Bruno, a bot that reads no letters." in page.text
    game, turkey = at_a_table(house, "loeb:press")
    page = turkey.get(f"/games/{game}?thread=FRANCE%2BTURKEY")
    assert "France is played by Ludwig, a bot It understands the orders" in page.text
    page = turkey.get(f"/games/{game}?thread=AUSTRIA%2BTURKEY")
    assert "a bot. It understands" not in page.text


def test_what_a_bot_says_are_sentences_in_the_readers_language(house: House) -> None:
    game, turkey = at_a_table(house, "loeb:press")
    page = f"/games/{game}?thread=FRANCE%2BTURKEY"
    english = turkey.get(page).text
    assert "This turn I am going to order " in english and " → " in english
    assert "In the words of programs" in english and "DPP: (IDO " in english
    turkey.browser.client.headers["Accept-Language"] = "de"
    german = turkey.get(page).text
    assert "In diesem Zug werde ich befehlen: " in german
    assert "This turn I am going" not in german
    form = turkey.get(page).form("/do/send")
    assert "Was sollen meine Einheiten tun?" in turkey.send(form, text="(WHT)").text


def test_what_a_person_wrote_stays_as_he_wrote_it(house: House) -> None:
    game, turkey = at_a_table(house, "loeb:press")
    page = turkey.get(f"/games/{game}?thread=FRANCE%2BTURKEY")
    letter = "I shall order: A Con–Bul\nDPP: (IDO ((AMY CON) MTO BUL))"
    page = turkey.send(page.form("/do/send"), text=f"Listen! {letter}")
    assert "Listen! I shall order: A Con–Bul DPP: (IDO" in page.text
