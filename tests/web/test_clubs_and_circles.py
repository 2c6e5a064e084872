"""Clubs, and the people around one, as JSON: what their pages do, and who may do it."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun


def ask(one: Caller, method: str, path: str, body: Any = None) -> int:
    return one(method, path, body).status_code


def test_a_club_from_founding_it_to_dissolving_it(house: House) -> None:
    head, member, stranger = house.person(1), house.person(2), house.person(3)
    me, other = house.account(1), house.account(2)
    answer = head("POST", "/clubs", {"name": "oslo", "title": "Oslo plays", "open": False})
    assert answer.status_code == 201 and answer.headers["Location"] == "/api/clubs/oslo"
    assert ask(head, "POST", "/clubs", {"name": "oslo", "title": "Again"}) >= 400
    assert member("POST", "/clubs/oslo/members").json() == {"role": "asking"}
    asking = {one["account"]: one["role"] for one in head.get("/clubs/oslo")["members"]}
    assert asking == {me: "head", other: "asking"}
    assert [one["account"] for one in stranger.get("/clubs/oslo")["members"]] == [me]
    assert ask(stranger, "PUT", f"/clubs/oslo/members/{other}") == 403
    assert ask(head, "PUT", f"/clubs/oslo/members/{other}") == 204
    assert [one["name"] for one in member.get("/me/clubs")["items"]] == ["oslo"]
    assert house.visitor.get("/clubs")["items"][0]["members"] == 2

    hidden = begun(house, title="Hidden", listed=False)
    assert ask(member, "POST", "/clubs/oslo/games", {"game": hidden}) == 404, "he knows of none"
    assert ask(head, "POST", "/clubs/oslo/games", {"game": hidden}) == 204
    assert [one["title"] for one in member.get("/clubs/oslo")["games"]] == ["Hidden"]
    assert member.get(f"/games/{hidden}")["title"] == "Hidden"
    assert ask(member, "POST", "/clubs/oslo/games", {"game": hidden}) == 422, "not its master"
    assert stranger.get("/clubs/oslo")["games"] == []
    evening = {"at": "2026-01-13T19:00:00+01:00", "title": "First evening"}
    assert ask(member, "POST", "/clubs/oslo/dates", evening) == 403
    assert ask(head, "POST", "/clubs/oslo/dates", {**evening, "at": "2026-01-13T19:00"}) == 422
    assert ask(head, "POST", "/clubs/oslo/dates", evening) == 204
    (date,) = stranger.get("/clubs/oslo")["dates"]
    assert date["at"] == "2026-01-13T18:00:00+00:00"
    assert ask(head, "DELETE", f"/clubs/oslo/dates/{date['number']}") == 204
    assert ask(head, "DELETE", f"/clubs/oslo/games/{hidden}") == 204
    assert head.get("/clubs/oslo/ladder")["items"] == []

    assert ask(head, "DELETE", f"/clubs/oslo/members/{me}") >= 400, "a club has a head"
    assert ask(head, "POST", f"/clubs/oslo/heads/{other}") == 204
    assert ask(head, "DELETE", "/clubs/oslo/heads/me") == 204
    assert ask(head, "PUT", "/clubs/oslo", {"title": "Mine"}) == 403
    assert ask(member, "PUT", "/clubs/oslo", {"title": "Oslo still plays"}) == 204
    found = stranger.get("/clubs/oslo")
    assert (found["title"], found["open"], found["role"]) == ("Oslo still plays", True, None)
    assert ask(member, "DELETE", f"/clubs/oslo/members/{me}") == 204
    assert ask(head, "DELETE", "/clubs/oslo") == 403
    assert ask(member, "DELETE", "/clubs/oslo") == 204
    assert ask(stranger, "GET", "/clubs/oslo") == 404


def test_reading_takes_no_more_than_its_scope_and_changing_takes_its_own(house: House) -> None:
    founder, reading = house.person(1), house.person(1, "read")
    assert ask(reading, "POST", "/clubs", {"name": "oslo", "title": "Oslo"}) == 403
    assert ask(founder, "POST", "/clubs", {"name": "oslo", "title": "Oslo"}) == 201
    assert reading.get("/clubs/oslo")["role"] == "head"
    assert ask(house.person(2, "read"), "POST", "/clubs/oslo/members") == 403
    assert ask(house.person(2, "play"), "POST", "/clubs/oslo/members") == 200
    other = house.account(2)
    assert ask(reading, "PUT", f"/me/people/{other}", {"relation": "follow"}) == 403


def test_following_friends_and_who_is_shunned(house: House) -> None:
    one, other = house.person(1), house.person(2)
    me, them = house.account(1), house.account(2)

    def around(who: Caller, account: int) -> dict[str, Any] | None:
        found = who.get("/me/people")["items"]
        return next((person for person in found if person["account"] == account), None)

    assert ask(one, "PUT", f"/me/people/{them}", {"relation": "follow"}) == 204
    assert ask(other, "PUT", f"/me/people/{me}", {"relation": "follow"}) == 204
    friend = around(one, them)
    assert friend is not None and friend["name"] == "Player 2"
    assert friend["follows"] and friend["followed_by"] and not friend["shuns"]
    game = begun(house, title="Now")
    player = house.judge.games.load(game)
    seated = next(iter(player.players))
    assert ask(one, "PUT", f"/me/people/{seated}", {"relation": "follow"}) == 204
    followed = around(one, seated)
    assert followed is not None and followed["games"] == [{"game": game, "title": "Now"}]
    assert ask(other, "PUT", f"/me/people/{me}", {"relation": "shun"}) == 204
    assert around(one, them) is None, "he follows no more, and is not told why"
    assert ask(one, "PUT", f"/me/people/{them}", {"relation": "follow"}) == 403
    assert ask(other, "DELETE", f"/me/people/{me}") == 204
    assert around(other, me) is None
    assert ask(one, "PUT", f"/me/people/{me}", {"relation": "follow"}) == 422
    assert ask(one, "PUT", f"/me/people/{them}", {"relation": "love"}) == 422
