"""Bots that sit in a judge's game by tokens of accounts, like the programs of others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from dragoman.arena import entrant_called
from dragoman.cli.sockets.serving import (
    SeatedBot,
    ServedAddresses,
    check_models,
    seating as seated_bot,
    serve_table,
)
from dragoman.judge.commands.permissions import Actor
from dragoman.refusal import ActionRefused
from dragoman.sockets import server
from dragoman.sockets.judged_table import JudgedTable
from tests.bots.model_server import served
from tests.patience import SECONDS
from tests.web.conftest import House

pytestmark = pytest.mark.slow
QUIET = ServedAddresses("0", None, None, "aiclient", is_quiet=True)
PLAYERS = range(11, 18)


@pytest.fixture
def forming(house: House, monkeypatch) -> Iterator[JudgedTable]:
    """A game with press that has not begun."""
    monkeypatch.setattr(server, "_PAUSE", 0.3)
    asked = {"title": "Friends", "press": ["private"]}
    game = house.person(1)("POST", "/games", asked).json()["game"]
    table = JudgedTable(house.judge, game, 130, house.clock)
    yield table
    table.close()


def seating(name: str, token: str, power: str | None = None) -> SeatedBot:
    return SeatedBot(name, entrant_called(name).made(), power, token)


def test_they_ask_for_seats_talk_and_order(house: House, forming: JudgedTable) -> None:
    async def play() -> None:
        bots = [seating("loeb:press", house.token(n)) for n in PLAYERS]
        serving = asyncio.create_task(serve_table(forming, QUIET, bots))
        async with asyncio.timeout(SECONDS):
            while len(house.judge.games.load(1).applicants) < 7:
                await asyncio.sleep(0.05)
            house.person(1).do(1, "begin")
            while not forming.game.history:
                await asyncio.sleep(0.05)
        serving.cancel()

    asyncio.run(play())
    judged = house.judge.games.load(1)
    orders = judged.history[0].orders
    assert {*orders} == {*forming.seats} and any("-" in str(o) for o in orders["FRANCE"])
    texts = [one.text for one in judged.messages]
    assert any("\nDPP: (IDO " in text for text in texts)
    assert all(text.splitlines()[0] and "DPP" not in text.splitlines()[0] for text in texts)


def test_a_token_that_is_none_ends_it(house: House, forming: JudgedTable) -> None:
    for number in PLAYERS:
        house.person(number).do(1, "join")
    house.person(1).do(1, "begin")
    with pytest.raises(ActionRefused, match="no token of the judge"):
        asyncio.run(serve_table(forming, QUIET, [seating("random", "nonsense")]))
    stranger = house.token(18)
    with pytest.raises(ActionRefused, match="no power is without a player"):
        asyncio.run(serve_table(forming, QUIET, [seating("random", stranger)]))


def test_a_language_model_plays_for_a_program_and_answers_letters(
    house: House, monkeypatch
) -> None:
    monkeypatch.setattr(server, "_PAUSE", 0.1)
    asked = {"title": "Mixed", "programs": ["ITALY"], "press": ["private"]}
    game = house.person(1)("POST", "/games", asked).json()["game"]
    owner, programs = house.account(1), house.judge.accounts.programs
    number = programs.make(Actor(owner), owner, "Llama", "a language model", house.clock())
    scopes = ("read", "play", "press")
    token, _ = programs.make_token(Actor(owner), number, "here", scopes, house.clock())
    persons = {power: house.person(n) for n, power in enumerate("ABCDEF", 11)}
    for one in persons.values():
        one.do(game, "join")
    table = JudgedTable(house.judge, game, 130, house.clock)

    async def play(address: str) -> None:
        bot = seated_bot(f"model:llama@{address}", table.variant, token)
        with pytest.raises(ActionRefused, match="would play for a person's account"):
            check_models(house.judge, [(f"ITALY=model:x@{address}", house.token(11))])
        check_models(house.judge, [(f"ITALY=model:x@{address}", token)])
        serving = asyncio.create_task(serve_table(table, QUIET, [bot]))
        async with asyncio.timeout(SECONDS):
            while len(house.judge.games.load(game).applicants) < 7:
                await asyncio.sleep(0.05)
            house.person(1).do(game, "begin")
            while not house.judge.games.load(game).sheets:
                await asyncio.sleep(0.05)
            persons["A"].do(game, "send", to=["ITALY"], text="Frieden? Ich helfe dir nach Triest.")
            while not house.judge.games.load(game).messages[1:]:
                await asyncio.sleep(0.05)
        serving.cancel()

    with served() as model:
        model.answers = lambda asked: json.dumps(
            {"letters": [{"to": p, "text": "Gern!"} for p in house.judge.games.load(game).seats]}
            if "Before you order" in asked["messages"][1]["content"]
            and "Triest" in asked["messages"][1]["content"]
            else {"letters": [], "orders": {"A": "A VEN-TRI", "F": "F NAP-ION", "R": "A ROM-VEN"}}
        )
        try:
            asyncio.run(play(model.address))
        finally:
            table.close()
    g = house.judge.games.load(game)
    asker, answer = g.messages[0], g.messages[1]
    assert answer.sender == "ITALY" and answer.text == "Gern!" and answer.to == (asker.sender,)
    assert "A VEN-TRI" in g.sheets["ITALY", str(g.phase)].text.upper().replace(" - ", "-")
