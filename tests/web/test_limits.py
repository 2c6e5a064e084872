"""How much somebody may ask for at once."""

from __future__ import annotations

import pytest

from dragoman.web.limits import Buckets, Rate, RequestLimits
from dragoman.web.problems import Problem
from tests.web.conftest import House
from tests.web.people import Caller


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again() -> None:
    clock = Seconds()
    buckets, rate = Buckets(clock), Rate(burst=3, a_minute=60)
    assert [buckets.wait("x", "ann", rate) for _ in range(4)] == [0, 0, 0, 1]
    assert buckets.wait("x", "bob", rate) == 0 and buckets.wait("y", "ann", rate) == 0
    clock.now = 2.0
    assert [buckets.wait("x", "ann", rate) for _ in range(3)] == [0, 0, 1]
    clock.now = 1000.0
    assert [buckets.wait("x", "ann", rate) for _ in range(4)] == [0, 0, 0, 1]
    with pytest.raises(Problem) as told:
        buckets.take("x", "ann", rate)
    assert told.value.status == 429 and int(told.value.headers["Retry-After"]) >= 1


def test_only_so_many_are_remembered() -> None:
    buckets, rate = Buckets(Seconds(), most=2), Rate(1, 1)
    for who in ("ann", "bob", "cid"):
        assert buckets.wait("x", who, rate) == 0
    assert buckets.wait("x", "cid", rate) > 0 and buckets.wait("x", "ann", rate) == 0


def test_who_asks_too_much_is_told_when_to_come_back(house: House) -> None:
    state = house.app.state.web
    state.limits = RequestLimits(requests=Rate(5, 1), writes=Rate(2, 1), sign_ins=Rate(3, 1))
    answers = [house.visitor("GET", "/games").status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    assert house.person(1)("GET", "/games").status_code == 200, "others are not held up by it"
    made = [house.person(1)("POST", "/games", {"title": "T"}).status_code for _ in range(3)]
    assert made == [201, 201, 429]
    late = house.person(1)("POST", "/games", {"title": "T"})
    assert int(late.headers["Retry-After"]) >= 1


def test_people_are_not_looked_up_by_name_without_end(house: House) -> None:
    state = house.app.state.web
    state.limits = RequestLimits(names=Rate(2, 1))
    asked = [
        house.person(11)("GET", f"/people/called?name=guess{number}").status_code
        for number in range(3)
    ]
    assert asked == [404, 404, 429]
    assert house.person(12)("GET", "/people/called?name=player 12").status_code == 200


def test_one_network_counts_as_one(house: House) -> None:
    state = house.app.state.web
    state.limits = RequestLimits(requests=Rate(1, 1))
    there, beside, elsewhere = (
        house.browser(address) for address in ("2001:db8::1", "2001:db8::2", "2001:db8:1::1")
    )
    assert there.request("GET", "/api/games").status_code == 200
    assert beside.request("GET", "/api/games").status_code == 429
    assert elsewhere.request("GET", "/api/games").status_code == 200


def test_tokens_are_not_guessed_without_end(house: House) -> None:
    state = house.app.state.web
    state.limits = RequestLimits(sign_ins=Rate(2, 1))
    guesses = [
        house.visitor("GET", "/games", Authorization=f"Bearer dragoman_{number}").status_code
        for number in range(3)
    ]
    assert guesses == [401, 401, 429]


def test_games_that_are_not_there_are_not_asked_for_without_end(house: House) -> None:
    caller, state = house.person(11), house.app.state.web
    state.limits = RequestLimits(requests=Rate(2, 1))
    assert [caller("GET", "/games/77").status_code for _ in range(3)] == [404, 404, 429]


def test_who_asks_is_known_before_what_he_asks_for_is_looked_up(house: House) -> None:
    stranger = Caller(house.browser(), "dragoman_made_up")
    assert stranger("GET", "/games/77").status_code == 401
