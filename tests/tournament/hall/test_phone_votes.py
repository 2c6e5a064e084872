"""Votes on draws from phones: own codes, one ballot a device, and nothing says whose it is."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from directing import POWERS, START, Hall

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions.lookup import digest
from dragoman.tournament.hall.display import hall as display
from dragoman.tournament.hall.phone_votes import DEVICE, PhoneVotes
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import preset_text


class Phones:
    """A board of seven phones; player 3 has the code ``code3``, and his device ``phone3``."""

    def __init__(self, numbers: bool = False) -> None:
        told = ("numbers_told = false", f"numbers_told = {str(numbers).lower()}")
        self.hall = Hall(preset_text("nz1999").replace(*told))
        self.hall.boards()
        self.hall.add(ev.VotingCodesGiven({str(n): digest(f"code{n}") for n in range(1, 8)}))
        self.now = START
        self.votes = PhoneVotes(lambda: self.hall.t, lambda: self.now, self.act)

    def act(self, decide: Any) -> Tournament:
        return self.hall.do(decide)

    def __call__(self, number: int, wish: str, device: str = "") -> dict[str, Any]:
        return self.votes.wish(f"code{number}", device or f"phone{number}", wish)

    def refused(self, number: int, wish: str, device: str = "") -> str:
        with pytest.raises(ActionRefused) as why:
            self(number, wish, device)
        return why.value.diagnostic.code

    def agreed(self) -> None:
        self(1, "propose")
        for number in range(2, 8):
            self(number, "agree")


def test_a_vote_is_proposed_agreed_to_and_carried() -> None:
    phones = Phones()
    before = len(phones.hall.log)
    assert phones(1, "propose")["state"] == "proposed"
    assert phones.refused(2, "propose") == "proposed-already"
    for number in range(2, 7):
        assert phones(number, "agree")["in"] == number
    assert len(phones.hall.log) == before, "nothing is logged before all have agreed"
    assert phones(7, "agree")["state"] == "open"
    for number in range(1, 7):
        assert phones(number, "for")["in"] == number
    assert phones.hall.table().ending == ""
    last = phones(7, "for")
    assert last["state"] == "over" and last["last"] == {"season": "Spring 1901", "carried": True}
    kinds = [type(one.event).__name__ for one in phones.hall.log[before:]]
    assert kinds == ["VoteOpened", "VoteClosed"]


@pytest.mark.parametrize("numbers", [False, True])
def test_how_many_were_against_is_told_only_where_the_rules_say_so(numbers: bool) -> None:
    phones = Phones(numbers)
    phones.agreed()
    for number in range(1, 8):
        seen = phones(number, "against" if number in (2, 5) else "for")
        assert "against" not in json.dumps(seen) or number == 7, "not before the last is in"
    told = {"season": "Spring 1901", "carried": False} | ({"against": 2} if numbers else {})
    assert seen["last"] == told
    assert phones.hall.table().votes[-1].against == (2 if numbers else None)


def test_no_ballot_is_anywhere_with_a_name() -> None:
    """Two votes that differ in who was against leave the same: in the log, and in memory."""
    left: list[str] = []
    for against in (1, 6):
        phones = Phones()
        phones.agreed()
        for number in range(1, 7):
            phones(number, "against" if number == against else "for")
        [box] = phones.votes._boxes.values()  # pyright: ignore[reportPrivateUsage]
        seen = [phones.votes.seen(f"code{n}", f"phone{n}") for n in range(1, 8)]
        left.append(repr((sorted(box.voted), sorted(box.devices), box.against, seen)))
        phones(7, "for")
        assert not phones.votes._boxes  # pyright: ignore[reportPrivateUsage]
        left[-1] += repr([one.event for one in phones.hall.log])
    assert left[0] == left[1]


def test_one_who_refuses_ends_it_and_is_not_named() -> None:
    phones = Phones()
    phones(1, "propose")
    assert phones(4, "refuse")["state"] == "none"
    event = phones.hall.log[-1].event
    assert isinstance(event, ev.CallRefused) and "4" not in f"{event.board}"
    assert phones.refused(2, "agree") == "no-vote"
    assert phones(2, "propose")["state"] == "proposed", "a call that was refused uses up no vote"


def test_one_ballot_for_each_and_one_for_a_device() -> None:
    phones = Phones()
    assert phones.refused(1, "for") == "no-vote"
    phones.agreed()
    phones(1, "for")
    assert phones.refused(1, "against") == "cast-twice"
    assert phones.refused(1, "against", "another") == "cast-twice"
    assert phones.refused(2, "for", "phone1") == "device-used"
    assert phones.votes.seen("code2", "phone1")["used"]
    assert phones.refused(2, "dance") == "unknown-wish"
    assert phones.refused(9, "for") == "no-code"
    assert phones(2, "for")["in"] == 2


def test_only_survivors_vote_and_once_a_season() -> None:
    phones = Phones()
    phones.hall.count(1901, "7 7 5 5 5 5 0")
    phones.now = START.replace(hour=9, minute=45)
    assert phones.refused(7, "propose") == "no-survivor"
    phones(1, "propose")
    for number in range(2, 7):
        phones(number, "agree")
    for number in range(1, 7):
        phones(number, "for" if number > 1 else "against")
    assert phones.refused(1, "propose") == "voted-already"


def test_the_director_opens_one_and_phones_vote_on_it_or_he_takes_it_back() -> None:
    phones = Phones()
    phones.hall.add(ev.VoteOpened("1A", "S1901", POWERS))
    assert phones(1, "against")["state"] == "open"
    phones.hall.log.pop()
    assert phones.votes.seen("code1", "phone1")["state"] == "none"
    phones.hall.add(ev.VoteOpened("1A", "S1901", POWERS, at="later"))
    assert phones(1, "for")["in"] == 1, "the ballots of the other vote are gone"


def test_over_http_a_device_is_known_by_its_cookie_and_codes_are_not_guessed() -> None:
    phones = Phones()
    app = display(lambda: phones.hall.t, lambda: START, phones.act)

    async def asked() -> list[tuple[int, str]]:
        transport = httpx.ASGITransport(app, client=("10.0.0.7", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://hall") as phone:
            early = await phone.get("/vote/code1.json")
            page = await phone.get("/vote")
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            cookie = page.headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=strict" in cookie and DEVICE in cookie
            found = [early, await phone.post("/vote/code1", json={"wish": "propose"})]
            found.append(await phone.get("/vote/CODE2.json"))
            found += [await phone.get(f"/vote/wrong{n}.json") for n in range(8)]
            return [(one.status_code, one.text) for one in found]

    found = asyncio.run(asked())
    assert [status for status, _ in found[:3]] == [400, 200, 200]
    assert '"state":"proposed"' in found[2][1]
    assert found[-1][0] == 429
