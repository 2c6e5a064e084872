"""Which powers players wish, said by links of their own: to the director alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dragoman.web.limits import Rate, RequestLimits
from tests.web.conftest import House
from tests.web.pages.reader import Reader, reader

CALL = {"title": "The Autumn Cup", "players": {"1": "Ann Lee", "2": "Ben <b>Fox</b>"}}


def called(house: House, **more: Any) -> dict[str, str]:
    """The codes of the players of a call, by their names."""
    answer = house.person(1)("PUT", "/tournaments/cup/wishes", {**CALL, **more})
    assert answer.status_code == 200, answer.text
    return {one["name"]: one["code"] for one in answer.json()["players"]}


def wished(house: House) -> dict[str, Any]:
    found = house.person(1).get("/tournaments/cup/wishes")["players"]
    return {one["name"]: (one["wished"], one["bids"]) for one in found}


def send(visitor: Reader, code: str, **fields: Any) -> Any:
    path = f"/powers/{code}"
    return visitor.send(visitor.get(path).form(path), **fields)


def test_a_player_makes_his_list_on_a_page(house_on_both: House) -> None:
    house = house_on_both
    code = called(house)["Ann Lee"]
    visitor = reader(house)
    page = visitor.get(f"/powers/{code}")
    assert "This is the list of Ann Lee." in page.text and "The Autumn Cup" in page.text
    answer = send(visitor, code, choice=["FRANCE", "", "TURKEY"])
    assert answer.status == 200 and "Noted." in answer.text
    assert wished(house)["Ann Lee"] == (["FRANCE", "TURKEY"], [])
    twice = send(visitor, code, choice=["FRANCE", "FRANCE"])
    assert twice.status == 422 and "named twice" in twice.text
    assert wished(house)["Ann Lee"] == (["FRANCE", "TURKEY"], [])
    assert send(visitor, code, choice=[""]).status == 200
    assert wished(house)["Ann Lee"] == ([], [])
    assert visitor.get("/powers").status == 200
    sloppy = code.lower().replace("-", "")
    led = house.browser().request("GET", f"/powers?code={sloppy}")
    assert (led.status_code, led.headers["Location"]) == (303, f"/powers/{code}")


def test_bids_are_no_more_than_one_has(house: House) -> None:
    code, visitor = called(house, bid_points=100)["Ann Lee"], reader(house)
    assert send(visitor, code, **{"bid:FRANCE": "60", "bid:TURKEY": "40"}).status == 200
    assert wished(house)["Ann Lee"] == (["FRANCE", "TURKEY"], [60, 40])
    over = send(visitor, code, **{"bid:FRANCE": "60", "bid:TURKEY": "41"})
    assert over.status == 422 and "these bids add to 101" in over.text
    assert over.form(f"/powers/{code}").fields["bid:TURKEY"] == ["41"], "what was typed is there"
    german = visitor.browser.request(
        "POST",
        f"/powers/{code}",
        data={"bid:FRANCE": "101"},
        headers={"Origin": "http://judge", "Accept-Language": "de"},
    )
    assert "diese Gebote ergeben 101" in german.text and "biete weniger" in german.text
    for bad in ("-1", "many", "1" * 30):
        assert send(visitor, code, **{"bid:FRANCE": bad}).status == 422, bad
    assert wished(house)["Ann Lee"] == (["FRANCE", "TURKEY"], [60, 40])


def test_who_was_asked_keeps_his_link_and_what_he_said(house: House) -> None:
    before = called(house)
    answer = house.visitor("PUT", f"/wishes/{before['Ann Lee']}", {"wished": ["F", "T"]})
    assert answer.status_code == 200 and answer.json()["wished"] == ["FRANCE", "TURKEY"]
    after = called(house, players={"1": "Ann B. Lee", "3": "Cara Hill"})
    assert after["Ann B. Lee"] == before["Ann Lee"] and "Ben <b>Fox</b>" not in after
    assert wished(house)["Ann B. Lee"][0] == ["FRANCE", "TURKEY"]
    assert house.visitor("GET", f"/wishes/{before['Ben <b>Fox</b>']}").status_code == 404
    called(house, players={"1": "Ann B. Lee"}, is_open=False)
    closed = house.visitor("PUT", f"/wishes/{before['Ann Lee']}", {"wished": ["T"]})
    assert closed.status_code == 422, closed.text
    page = reader(house).get(f"/powers/{before['Ann Lee']}").text
    assert "No wishes are taken any more" in page and "France" in page
    assert house.person(1)("DELETE", "/tournaments/cup/wishes").status_code == 204
    assert reader(house).get(f"/powers/{before['Ann Lee']}").status == 404


def test_only_the_director_reads_what_was_said(house: House) -> None:
    codes = called(house)
    for person in (house.visitor, house.person(2)):
        for method, body in (("GET", None), ("PUT", CALL), ("DELETE", None)):
            answer = person(method, "/tournaments/cup/wishes", body)
            assert answer.status_code in (401, 403), (method, answer.text)
    own = house.visitor.get(f"/wishes/{codes['Ann Lee']}")
    assert "Fox" not in str(own) and codes["Ben <b>Fox</b>"] not in str(own)
    page = house.browser().request("GET", f"/powers/{codes['Ben <b>Fox</b>']}").text
    assert "Ben &lt;b&gt;Fox" in page and "<b>Fox" not in page


def test_an_admin_asks_on_in_the_name_of_the_director(house_on_both: House) -> None:
    house = house_on_both
    codes = called(house)
    admin = house.person(99, "read", "play", "master", "admin")
    assert admin("PUT", "/tournaments/cup/wishes", {**CALL, "title": "Cup"}).status_code == 200
    assert called(house) == codes, "it is the director's still"


def test_the_terms_of_what_was_wished_stay(house_on_both: House) -> None:
    house = house_on_both
    code = called(house)["Ann Lee"]
    assert called(house, bid_points=10)["Ann Lee"] == code, "nobody has wished yet"
    house.visitor("PUT", f"/wishes/{code}", {"wished": ["FRANCE=6"]})
    for more in ({"bid_points": 0}, {"variant": "fleet_rome"}):
        answer = house.person(1)(
            "PUT", "/tournaments/cup/wishes", {**CALL, "bid_points": 10} | more
        )
        assert answer.status_code == 422 and "other terms" in answer.text
    assert wished(house)["Ann Lee"] == (["FRANCE"], [6])


def test_what_is_said_while_a_call_is_closed_is_refused_or_counts(house_on_both: House) -> None:
    """Whoever closes a call and reads it has all that players were told is noted."""
    house = house_on_both
    names = {str(number): f"Player {number}" for number in range(1, 9)}
    codes = called(house, players=names)

    def say(code: str) -> int:
        return house.visitor("PUT", f"/wishes/{code}", {"wished": ["FRANCE"]}).status_code

    with ThreadPoolExecutor(9) as pool:
        saying = [pool.submit(say, code) for code in codes.values()]
        closed = pool.submit(called, house, players=names, is_open=False)
        closed.result()
        found = wished(house)
        statuses = [one.result() for one in saying]
    assert set(statuses) <= {200, 422}
    assert sum(bool(one) for one, _ in found.values()) == statuses.count(200)
    assert found == wished(house)


def test_links_are_not_guessed(house: House) -> None:
    called(house)
    house.app.state.web.limits = RequestLimits(sign_ins=Rate(3, 1))
    tried = [house.visitor("GET", f"/wishes/WRCNG-2222{n}").status_code for n in range(3, 7)]
    assert tried == [404] * 3 + [429]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"variant": "nowhere"}, 404),
        ({"players": {"x": "Ann"}}, 422),
        ({"players": {"1": "A" * 20_000_000}}, 413),
        ({"title": ""}, 422),
        ({"bid_points": -1}, 422),
    ],
)
def test_a_call_that_cannot_be_is_refused(house: House, more: dict[str, Any], status: int) -> None:
    answer = house.person(1)("PUT", "/tournaments/cup/wishes", {**CALL, **more})
    assert answer.status_code == status, answer.text
    assert house.person(1)("GET", "/tournaments/cup/wishes").status_code == 404
    assert house.person(1)("PUT", "/tournaments/A B/wishes", CALL).status_code == 422
