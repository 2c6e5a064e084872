"""Several accounts of one person: evidence for a moderator, and households that people declare."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.signals import SignalKind
from dragoman.judge.storage.moderation_tables import sightings
from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader
from tests.web.pages.test_moderation import moderator, number_of
from tests.web.tables import begun, seats


def came(house: House, number: int, address: str, browser: Reader | None = None) -> Reader:
    """Somebody signed in from an address, in a browser of his own or in one that is there."""
    house.account(number)
    found = browser or Reader(house.browser(address))
    page = found.sign_in(f"Player {number}")
    assert page.status == 200
    return found


def test_a_shared_browser_and_address_are_told_and_forgotten(house: House) -> None:
    shared = came(house, 5, "10.1.1.1")
    shared.send(shared.get("/").form("/sign-out"))
    came(house, 6, "10.1.1.1", shared)
    came(house, 45, "10.1.1.1")
    came(house, 8, "10.9.9.9")
    judge = moderator(house)
    page = judge.get(f"/moderation/people/{house.account(5)}/signals")
    assert "evidence, and no verdict" in page.text
    assert page.text.index("Player 6") < page.text.index("Player 45"), "who shares more comes first"
    assert "1 of 1 browsers are shared" in page.text and "Player 8" not in page.text
    assert "10.1.1.1" not in page.source
    with house.judge.database.reading() as connection:
        rows = connection.execute(sa.select(sightings)).all()
    assert rows and "10.1.1.1" not in str(rows)
    mine = house.judge.accounts.own_data
    exported = mine.export(_actor(house, 5), house.account(5))
    assert exported["sightings"] and "key" not in exported["sightings"][0]

    house.judge.sweep(house.clock() + timedelta(days=59))
    judge.sign_in("Player 70")
    assert "Player 6" in judge.get(f"/moderation/people/{house.account(5)}/signals").text
    house.judge.sweep(house.clock() + timedelta(days=61))
    judge.sign_in("Player 70")
    page = judge.get(f"/moderation/people/{house.account(5)}/signals")
    assert "Nothing links this account" in page.text
    assert reader(house, 9).get(f"/moderation/people/{house.account(5)}/signals").status == 403


def _actor(house: House, number: int):

    return Actor(house.account(number))


def test_who_plays_for_another_is_told_by_his_orders(house: House) -> None:
    """France and Germany support each other all the time."""
    game = begun(house, missed="hold")
    who, master = seats(house, game), house.person(1)
    for _ in range(3):
        who["FRANCE"].do(game, "save-orders", text="A mar S A mun\nA par S A mun\nF bre H")
        who["GERMANY"].do(game, "save-orders", text="A ber S A mar\nA mun S A par\nF kie H")
        who["ITALY"].do(game, "save-orders", text="A ven S A tri\nA rom S A ven\nF nap H")
        master.do(game, "process-now")
    one, other = number_of(house, game, "FRANCE"), number_of(house, game, "GERMANY")
    judge = moderator(house)
    caller = house.person(70, "read", "moderate")
    found = caller.get(f"/moderation/people/{house.account(one)}/signals")["items"]
    by_account = {it["account"]: {s["kind"]: s for s in it["signals"]} for it in found}
    germany = by_account[house.account(other)]
    supports = germany[SignalKind.SUPPORTS.value]
    assert supports["count"] == supports["total"] == 12 and supports["weight"] > 1.5
    italy = by_account.get(house.account(number_of(house, game, "ITALY")), {})
    assert SignalKind.SUPPORTS.value not in italy
    page = judge.get(f"/moderation/people/{house.account(one)}/signals")
    assert "Good allies support each other as well" in page.text


def test_an_anonymous_game_tells_nothing_while_it_goes_on(house: House) -> None:
    games = [begun(house, title=f"Secret {n}", anonymous=True) for n in range(3)]
    person = house.account(11)
    caller = moderator(house) and house.person(70, "read", "moderate")
    assert caller.get(f"/moderation/people/{person}/signals")["items"] == []
    for game in games:
        house.person(1).do(game, "terminate")
    assert caller.get(f"/moderation/people/{person}/signals")["items"]


def test_a_household_is_one_when_both_say_so(house: House) -> None:
    ann, bob = reader(house, 11), reader(house, 12)
    page = ann.get("/account/household")
    page = ann.send(page.form("/account/household"), name="player 12")
    assert "have not said so yet" in page.text
    households = house.judge.accounts.households
    assert not households.of(house.account(11)).members
    page = bob.get("/account/household")
    page = bob.send(page.form("/confirm"))
    assert "You live with" in page.text and "Player 11" in page.text

    came(house, 11, "10.1.1.1")
    came(house, 12, "10.1.1.1")
    page = moderator(house).get(f"/moderation/people/{house.account(11)}/signals")
    assert "both say that they live together" in page.text
    bob.send(bob.get("/account/household").form("/withdraw"))
    assert not households.of(house.account(11)).members


@pytest.mark.parametrize("rule", ["allowed", "told", "apart"])
def test_games_have_a_rule_about_households(house: House, rule: str) -> None:
    households = house.judge.accounts.households
    households.declare(_actor(house, 11), house.account(12), house.clock())
    households.declare(_actor(house, 12), house.account(11), house.clock())
    master = house.person(1)
    game = master("POST", "/games", {"title": "Friends", "households": rule}).json()["game"]
    house.person(11).do(game, "join")
    answer = house.person(12)("POST", f"/games/{game}/commands/join", {})
    if rule == "apart":
        assert answer.json()["diagnostics"][0]["code"] == "household"
        return
    assert answer.status_code == 200
    for user in range(13, 18):
        house.person(user).do(game, "join")
    master.do(game, "begin")
    said = "say that they live together" in reader(house, 13).get(f"/games/{game}").text
    assert said is (rule == "told")
