"""Powers by what players wish: lists of preferences, bids, and the links by which they say it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from directing import POWERS, Hall

from dragoman.tournament.actions import power_wishes, seating
from dragoman.tournament.actions.lookup import digest
from dragoman.tournament.commands.people import WishPowers
from dragoman.tournament.commands.rounds import DrawRound, GiveVotingCodes, PublishRound
from dragoman.tournament.desk.session import TournamentSession, carry_out
from dragoman.tournament.hall.display import hall as display
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.correcting import cancelled
from dragoman.tournament.log.store import Store
from dragoman.tournament.rules.preset import preset_text, read_preset
from dragoman.tournament.seeding import in_turn, to_the_highest

NAMES = tuple(power.title() for power in POWERS)


def by(how: str, **more: str) -> str:
    text = preset_text("nz1999").replace('powers_by = "lot"', f'powers_by = "{how}"')
    for key, value in more.items():
        usual = next(line for line in text.splitlines() if line.startswith(f"{key} = "))
        text = text.replace(usual, f"{key} = {value}")
    assert not read_preset(text)[1]
    return text


def here(text: str, count: int = 7) -> Hall:
    hall = Hall(text)
    hall.people(count)
    hall.add(ev.CheckedIn(1, tuple(range(1, count + 1))))
    return hall


def wish(hall: Hall, player: int, *words: str, round_: int | None = None) -> None:
    hall.do(power_wishes.wish, WishPowers(str(player), words, round_))


def drawn(hall: Hall, number: int = 1, seed: int = 5) -> dict[int, str]:
    t = hall.do(seating.draw, DrawRound(number, seed=seed))
    seats = t.rounds[number].tables.values()
    return {player: power for table in seats for power, player in table.seats.items()}


def test_each_has_the_first_of_his_list_that_is_left() -> None:
    hall = here(by("wishes"))
    for player, word in enumerate(("A", "E", "F", "G", "I", "R"), 1):
        wish(hall, player, word)
    assert drawn(hall) == dict(zip(range(1, 8), POWERS, strict=True)), "Turkey is nobody's wish"
    wish(hall, 1, "tAE")
    wish(hall, 7, "Turkey", "A")
    assert seating.stale(hall.t, 1) == ["these wish other powers since: Player Nr1, Player Nr7"]
    assert hall.refused(seating.publish, PublishRound(1)) == "stale-draw"
    assert {drawn(hall)[1], drawn(hall)[7]} == {"TURKEY", "AUSTRIA"}
    assert not seating.stale(hall.t, 1)
    # For one round alone; and taken back.
    wish(hall, 1, "I", round_=1)
    wish(hall, 5)
    assert drawn(hall)[1] == "ITALY"
    assert hall.t.wish_of(1, 2) == ev.PowersWished(1, ("TURKEY", "AUSTRIA", "ENGLAND"))
    assert hall.t.wish_of(5, 1) is None


@pytest.mark.parametrize(("choice", "happy"), [("last", 7), ("first", 1)])
def test_who_stands_last_chooses_first_or_as_the_preset_says(choice: str, happy: int) -> None:
    """dipvis lets the last choose first; the SuperPastis tournament of 2021 the first."""
    hall = here(by("wishes", first_choice=f'"{choice}"'))
    hall.boards(1)
    hall.add(ev.SentElsewhere("1A", "a site"))
    counts = dict(zip(POWERS, (10, 8, 7, 5, 3, 1, 0), strict=True))
    hall.add(ev.ResultTaken("1A", {"1906": counts}, {"TURKEY": 1906}))
    hall.add(ev.GameEnded("1A", "time-draw", "F1906"))
    hall.add(ev.CheckedIn(2, tuple(range(1, 8))))
    for player in range(1, 8):
        wish(hall, player, "F")
    assert drawn(hall, 2)[happy] == "FRANCE"


def test_powers_go_to_the_highest_bids() -> None:
    hall = here(by("bids"))
    wish(hall, 1, "F=60", "E=40")
    wish(hall, 2, "F=70", "E=30")
    wish(hall, 3, "Turkey=1")
    found = drawn(hall)
    assert (found[2], found[1], found[3]) == ("FRANCE", "ENGLAND", "TURKEY")
    refused = [
        hall.refused(power_wishes.wish, WishPowers("4", words))
        for words in (("F=60", "E=41"), ("F", "E"), ("F=x",), ("F=1", "france=2"), ("Spain=3",))
    ]
    assert refused == ["bad-wish", "bad-wish", "bad-wish", "named-twice", "unknown-power"]
    assert hall.refused(power_wishes.wish, WishPowers("4", ("F=1",), 9)) == "unknown-round"
    plain = here(by("wishes"))
    assert plain.refused(power_wishes.wish, WishPowers("4", ("F=60",))) == "bad-wish"
    assert here(preset_text("nz1999")).refused(power_wishes.wish, WishPowers("4", ("F",))) == (
        "by-lot"
    )


def test_equals_go_by_lot_and_a_seed_says_which() -> None:
    one = [to_the_highest(NAMES, {}, NAMES, seed) for seed in range(40)]
    assert one == [to_the_highest(NAMES[::-1], {}, NAMES, seed) for seed in range(40)]
    assert {found["Austria"] for found in one} == set(NAMES)
    assert in_turn(NAMES, {}, NAMES, 3) == in_turn(NAMES, {}, NAMES, 3)
    assert {in_turn(NAMES, {}, NAMES, seed)["Austria"] for seed in range(40)} == set(NAMES)
    # Who has no wish left waits until all others have chosen.
    lists = {"Austria": ["Italy"], "England": ["Italy"], "France": ["Russia"]}
    found = in_turn(("Austria", "England", "France"), lists, ("Italy", "Russia", "Turkey"), 1)
    assert found == {"Austria": "Italy", "England": "Turkey", "France": "Russia"}


def test_a_wish_of_somebody_whose_registration_is_cancelled_counts_no_more() -> None:
    hall = Hall(by("wishes"))
    hall.people(1)
    action = hall.action
    wish(hall, 1, "F")
    hall.amend(cancelled(action), anyway=True)
    assert not hall.t.wishes and len(hall.t.set_aside) == 1


@pytest.fixture
def session(tmp_path: Path) -> TournamentSession:
    store = Store(tmp_path)
    store.found([ev.Founded("Cup", by("wishes"))])
    people = [ev.Registered(n, "Player", f"Nr{n}", f"n{n}@dip.example") for n in (1, 2)]
    store.act(lambda t: people)
    return TournamentSession(store)


def test_players_wish_by_a_link_of_their_own(session: TournamentSession) -> None:
    given = carry_out(session, GiveVotingCodes(address="http://10.0.0.5:8099/"))
    links: dict[str, str] = given.data["links"]
    assert links.keys() == {"1", "2"} and "n2@dip.example" in given.text
    page, code = links["1"].split("#")
    assert page == "http://10.0.0.5:8099/powers"
    app = display(session.store.load, act=session.store.act)

    async def talk() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://hall") as phone:
            found = [await phone.get("/powers"), await phone.get(f"/powers/{code}.json")]
            for wishes in (["France", "Turkey"], ["Spain"]):
                found.append(await phone.post(f"/powers/{code}", json={"wishes": wishes}))
            found.append(await phone.get("/powers/nonsense.json"))
            return found

    shown, before, done, wrong, nobody = asyncio.run(talk())
    assert "text/html" in shown.headers["content-type"] and "#" not in str(shown.url)
    assert before.json()["wished"] == [] and before.json()["by"] == "wishes"
    assert done.json()["wished"] == ["France", "Turkey"]
    assert wrong.status_code == nobody.status_code == 400
    assert session.store.load().wish_of(1, 1) == ev.PowersWished(1, ("FRANCE", "TURKEY"))
    public = json.dumps(dict(_public(session)))
    assert "wish" not in public and digest(code) not in public


def _public(session: TournamentSession) -> dict[str, Any]:
    from dragoman.tournament.publishing.public_view import published_view

    return published_view(session.store.load())
