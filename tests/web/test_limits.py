"""How much somebody may ask for at once."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from dragoman.judge.service import Judge
from dragoman.judge.storage.database import Database
from dragoman.web.app import make_app
from dragoman.web.limits import Buckets, Rate, RequestLimits
from dragoman.web.problems import Problem
from dragoman.web.shared_buckets import SharedBuckets
from tests.databases import Cluster
from tests.web.conftest import House
from tests.web.contract import Contract
from tests.web.people import Browser, Caller, portal


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


def test_servers_on_one_postgresql_count_together(
    cluster: Cluster, postgresql_template: str
) -> None:
    with cluster.lent(postgresql_template) as address:
        databases = [Database(address) for _ in range(4)]
        asked = 0

        def count(*_: object) -> None:
            nonlocal asked
            asked += 1

        for one in databases:
            event.listen(one.engine, "before_cursor_execute", count)
        doors = [SharedBuckets(one) for one in databases]
        few, many = Rate(10, 6), Rate(240, 6)
        passed = sum(doors[n % 4].wait("sign in", "there", few) == 0 for n in range(40))
        assert passed == 10, "to the letter, where there is little"
        asked = 0
        passed = sum(doors[n % 4].wait("requests", "Ann", many) == 0 for n in range(600))
        assert 240 <= passed <= 240 + 4 * 15 + 30
        assert doors[0].wait("requests", "Ann", many) > 1
        assert doors[0].wait("requests", "Bob", many) == 0, "nobody uses up what is another's"
        assert asked <= 25, "also those that were refused"
        before = asked
        for number in range(15 * 20):
            assert doors[number % 4].wait("requests", f"visitor {number % 20}", many) == 0
        assert asked == before, "who asks now and then costs no statement"
        for one in databases:
            one.close()


def test_whoever_asks_too_much_at_one_server_is_refused_at_another(
    cluster: Cluster, postgresql_template: str
) -> None:
    with cluster.lent(postgresql_template) as address, portal() as loop:
        judges = [Judge(address) for _ in range(2)]
        limits = RequestLimits(requests=Rate(8, 0.1))
        doors = [make_app(one, limits=limits) for one in judges]
        contract = Contract(doors[0])
        people = [Browser(loop, one, contract, "10.0.0.9") for one in doors]
        statuses = [people[n % 2].request("GET", "/api/variants").status_code for n in range(10)]
        assert statuses == [200] * 8 + [429] * 2
        other = Browser(loop, doors[1], contract, "10.0.0.10")
        assert other.request("GET", "/api/variants").status_code == 200, "nobody else is kept out"
        for one in judges:
            one.close()
