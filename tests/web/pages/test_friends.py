"""One's people on pages: following, friends, whom one shuns; and who plays now."""

from __future__ import annotations

from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_joining import made
from tests.web.tables import begun


def test_people_follow_each_other_and_are_friends(house: House) -> None:
    ann, ben = reader(house, 1), reader(house, 2)
    page = ann.send(ann.get("/friends").form("/friends/called"), name="player 2")
    assert "You follow" in page.text and "Player 2" in page.text
    page = ann.send(page.form("/friends/called"), name="Nobody here")
    assert page.status == 404 and page.form("/friends/called").fields["name"] == ["Nobody here"]
    page = ben.get(f"/people/{house.account(1)}")
    assert "follows you" in page.text
    page = ben.send(page.form("/friends/follow/1"))
    assert "a friend" in page.text
    assert "Nobody yet whom you follow" not in ann.get("/friends").text
    page = ben.send(ben.get("/friends").form("/friends/forget/1"))
    assert "a friend" not in ben.get("/people/1").text


def test_the_list_tells_who_plays_now(house: House) -> None:
    one = reader(house, 1)
    for number in (11, 40):
        house.account(number)
        one.send(one.get("/friends").form("/friends/called"), name=f"Player {number}")
    game = begun(house, title="Kaiser's Table")
    page = one.get("/friends")
    assert "plays Kaiser's Table" in page.text and f"/games/{game}" in page.links
    assert page.text.index("Player 11") < page.text.index("Player 40"), "those who play first"


def test_who_is_blocked_neither_follows_nor_invites(house: House) -> None:
    game, _ = made(house)
    house.account(2)
    host, other = reader(house, 1), reader(house, 2)
    other.send(other.get("/people/1").form("/friends/shun/1"))
    page = host.get("/people/2")
    assert "Block" in page.text and "Unblock" not in page.text, "he is not told"
    page = host.send(page.form("/friends/follow/2"))
    assert page.status == 403 and "not followed by you" in page.text
    page = host.send(host.get(f"/games/{game}").form("/do/invite"), **{"user:called": "Player 2"})
    assert page.status == 422 and "not asked by you" in page.text
    assert house.judge.games.load(game).invited == set()
    other.send(other.get("/friends").form("/friends/forget/1"))
    page = host.send(host.get(f"/games/{game}").form("/do/invite"), **{"user:called": "Player 2"})
    assert "Player 2 invited" in page.text


def test_a_host_invites_friends_by_a_button_each(house: House) -> None:
    game, _ = made(house)
    house.account(2)
    host, friend = reader(house, 1), reader(house, 2)
    host.send(host.get("/people/2").form("/friends/follow/2"))
    assert "Your friends" not in host.get(f"/games/{game}").text
    friend.send(friend.get("/people/1").form("/friends/follow/1"))
    page = host.get(f"/games/{game}")
    page = host.send(page.form("/do/invite", 1))
    assert "Player 2 invited" in page.text and "Invite Player 2" not in page.text


def test_it_is_for_people_with_an_account(house: House) -> None:
    assert reader(house).get("/friends").status == 401
