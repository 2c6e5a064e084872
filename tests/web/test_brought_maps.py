"""A crowded sea that somebody brings keeps nobody waiting, and he is told that it is too much."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

from dragoman.formats import read_variant_files
from dragoman.games.variants import trial
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.sandbox import sandbox_store
from dragoman.web import limits, sandboxes
from dragoman.web.limits import MapQueue
from dragoman.web.problems import Problem
from dragoman.web.web_state import WebState
from tests.web.conftest import House
from tests.web.test_variants import ocean

SIDE = 7
"""A sea on which it takes tenths of a second to list what a crowd can do, and to judge what it is
ordered some thousandths. What takes seconds takes them in each test, too."""


@pytest.fixture(scope="module")
def crowded() -> tuple[tuple[str, str, str], str]:
    """The files of the sea, and a position with as many units on it as it feeds."""
    files = ocean(SIDE)
    sea, _ = read_variant_files("sea", *(one.encode() for one in files))
    assert sea is not None
    crowd = trial.crowd(sea, len(sea.board.centers))
    units = [f"{one.kind} {one.location.upper()}" for one in crowd]
    return files, json.dumps({"phase": "S1901M", "units": {"F": units}})


@pytest.fixture
def sea(house: House, crowded: tuple[tuple[str, str, str], str]) -> str:
    files, _ = crowded
    return house.judge.variants.keep("sea", "Sea", 1, house.clock(), files, "", {}).key


@pytest.fixture
def state(house: House) -> Iterator[WebState]:
    """An application that gives each so little time that this is too much."""
    state: WebState = house.app.state.web
    before, state.map_queue = state.map_queue, MapQueue(0.001)
    yield state
    state.map_queue = before


def without_end(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same again and again, as if the sea were larger still."""

    def again(*given: Any) -> Any:
        while True:
            work(*given)

    return again


@pytest.mark.slow
def test_a_private_board_on_a_crowded_sea(
    house: House,
    sea: str,
    crowded: tuple[tuple[str, str, str], str],
    state: WebState,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = house.person(11)
    made = owner("POST", "/sandboxes", {"variant": sea, "position": crowded[1]})
    board = made.json()["sandbox"]
    at = f"/sandboxes/{board}"
    units = json.loads(crowded[1])["units"]["F"]
    sheet = "\n".join(f"{one} H" for one in units)

    little, state.map_queue = state.map_queue, MapQueue(60)
    assert owner("GET", f"{at}/nodes/1/possible-orders?power=F").status_code == 200
    state.map_queue = little
    monkeypatch.setattr(sandbox_store, "decide", without_end(sandbox_store.decide))
    for method, path, body in (
        ("GET", f"{at}/nodes/1/possible-orders?power=F", None),
        ("POST", f"{at}/commands/order", {"power": "F", "text": sheet}),
    ):
        answer = owner(method, path, body)
        told = answer.json()
        assert answer.status_code == 422, told
        assert told["diagnostics"][0]["code"] == "too-much-work"
        assert "0.001 s" in told["detail"] and told["diagnostics"][0]["remedy"]
    found = house.judge.sandboxes.load(board, house.account(11))
    assert not found.nodes[1].sheets, "what was given up left nothing behind"

    monkeypatch.undo()
    # What is shipped is judged as long as it takes, and the board is as good as before.
    assert owner("POST", "/sandboxes", {"variant": "standard"}).status_code == 201
    state.map_queue = MapQueue(60)
    assert owner("GET", f"{at}/nodes/1").status_code == 200
    answer = owner("POST", f"{at}/commands/order", {"power": "F", "text": sheet})
    assert answer.status_code == 200 and answer.json()["changed"]


@pytest.mark.slow
def test_what_if_on_a_crowded_sea(
    house: House,
    sea: str,
    crowded: tuple[tuple[str, str, str], str],
    state: WebState,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wished = {"title": "At sea", "variant": sea, "start": crowded[1], "movement": "1 d"}
    number, answer = house.judge.games.create(wished, house.account(1), house.clock())
    assert number is not None, answer.told
    player = house.account(11)
    house.judge.games.act(number, c.Join(), Actor(player), house.clock())
    house.judge.games.act(number, c.Begin(), Actor(house.account(1)), house.clock())
    before = house.judge.games.load(number).number

    units = json.loads(crowded[1])["units"]["F"]
    guesses = {"orders": {"F": "\n".join(f"{one} H" for one in units)}}
    little, state.map_queue = state.map_queue, MapQueue(60)
    answer = house.person(11)("POST", f"/games/{number}/what-if", guesses)
    assert answer.status_code == 200 and answer.json()["after"]["phase"] == "F1901M"
    state.map_queue = little
    monkeypatch.setattr(sandboxes, "what_if", without_end(sandboxes.what_if))
    for method, path, body in (
        ("POST", f"/games/{number}/what-if", guesses),
        ("GET", f"/games/{number}/orders", None),
    ):
        answer = house.person(11)(method, path, body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["diagnostics"][0]["code"] == "too-much-work"
    assert house.judge.games.load(number).number == before
    assert house.person(11)("GET", f"/games/{number}").status_code == 200


def test_who_waits_for_a_place_is_not_one_of_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WAITING", 1)
    queue, leave, inside = MapQueue(60), Event(), [Event() for _ in range(limits.AT_ONCE)]

    def stay(entered: Event) -> None:
        with queue.slot():
            entered.set()
            leave.wait()

    stays = [Thread(target=stay, args=(one,)) for one in inside]
    for one, entered in zip(stays, inside, strict=True):
        one.start()
        entered.wait()
    third = Event()
    waits = Thread(target=stay, args=(third,))
    waits.start()
    while not queue.waiting:
        pass
    with pytest.raises(Problem, match="busy") as met, queue.slot():
        pass
    assert met.value.status == 503 and met.value.headers == {"Retry-After": "5"}
    assert not third.is_set()
    with queue.working_on("standard"):
        pass  # what is shipped needs no place
    leave.set()
    for one in (*stays, waits):
        one.join()
    assert third.is_set() and queue.waiting == 0
