"""Who may give which command, and when, asked over HTTP: the table of the judge is what is
answered, for every role, command and stage."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.judge.commands.permissions import WHO_MAY, GameRole
from dragoman.judge.log.state import Stage
from dragoman.web.callers import COMMAND_SCOPES
from dragoman.web.requests import COMMANDS, route_name
from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun

FIELDS: dict[str, dict[str, Any]] = {
    "ChangeSettings": {"settings": {}},
    "Admit": {"user": 7},
    "TurnAway": {"user": 7},
    "Invite": {"user": 0},
    "Uninvite": {"user": 7},
    "Decline": {},
    "MakeLink": {},
    "CloseLink": {},
    "SetBeginning": {"at": "2026-01-20T20:00:00+00:00"},
    "SeatPlayer": {"power": "NOBODY", "user": 7},
    "TakeSeat": {"power": "NOBODY"},
    "OfferSeat": {"user": 0},
    "Eject": {"power": "NOBODY"},
    "AnnounceAbsence": {"start": "2026-01-06T12:00:00Z", "end": "2026-01-07T12:00:00Z"},
    "SaveOrders": {"text": ""},
    "SaveStanding": {"text": ""},
    "Propose": {"what": "nothing"},
    "Vote": {"number": 99, "agrees": True},
    "Send": {"text": ""},
    "LetThrough": {"number": 99},
    "TurnBack": {"number": 99, "why": "x"},
    "HideMessage": {"number": 99, "why": "x"},
    "ReportMessage": {"number": 99, "why": "x"},
    "ReportPower": {"other": "NOBODY", "why": "x"},
    "DeclareResult": {"how": "nothing"},
    "Silence": {"power": "NOBODY"},
    "Mute": {"other": "NOBODY"},
    "SaveNote": {"text": ""},
    "SetDeadline": {"deadline": "2020-01-01T00:00:00Z"},
    "RollBack": {"phase": "S1999M"},
    "SetPosition": {"position": {"phase": "S1999M"}},
    "ThrowDice": {"text": "nothing"},
    "Promote": {"user": 1},
    "Demote": {"user": 99},
}
"""What each command is given: something that is refused or changes nothing wherever that can be,
so that it can be asked of one game by all."""
CHANGES = ("Join", "Leave", "Begin", "Observe", "StopObserving", "Resign", "ProcessNow", "Pause",
           "Resume", "StepDown", "Terminate", "EndAbsence", "SetReady", "WithdrawOffer",
           "Remind")  # fmt: skip
"""Commands that cannot be given without changing something."""


def test_every_command_has_a_scope_and_a_case() -> None:
    assert set(COMMAND_SCOPES) == set(COMMANDS) == set(FIELDS) | set(CHANGES)


def staged(house: House, stage: Stage) -> int:
    if stage is Stage.FORMING:
        game = house.person(1)("POST", "/games", {"title": "T"}).json()["game"]
        house.person(20).do(game, "join")
        return game
    game = begun(house)
    master = house.person(1)
    if stage is Stage.PAUSED:
        master.do(game, "pause")
    if stage is Stage.OVER:
        master.do(game, "terminate")
    else:
        house.person(20).do(game, "join")
    return game


def callers(house: House, stage: Stage) -> dict[GameRole, Caller]:
    found = {
        GameRole.VISITOR: house.visitor,
        GameRole.USER: house.person(60),
        GameRole.MASTER: house.person(1),
    }
    if stage is not Stage.OVER:
        found[GameRole.APPLICANT] = house.person(20)
    if stage is not Stage.FORMING:
        found[GameRole.PLAYER] = house.person(11)
    found[GameRole.ADMIN] = house.person(99, "read", "play", "press", "master", "admin")
    return found


_ALSO = {
    GameRole.VISITOR: frozenset((GameRole.VISITOR,)),
    GameRole.USER: frozenset((GameRole.USER,)),
    GameRole.MASTER: frozenset((GameRole.USER, GameRole.MASTER)),
    GameRole.APPLICANT: frozenset((GameRole.USER, GameRole.APPLICANT)),
    GameRole.PLAYER: frozenset((GameRole.USER, GameRole.PLAYER)),
    GameRole.ADMIN: frozenset((GameRole.USER, GameRole.MASTER, GameRole.ADMIN)),
}
"""What somebody is besides."""


@pytest.mark.slow
@pytest.mark.parametrize("stage", Stage)
def test_the_table_is_what_is_answered(house: House, stage: Stage) -> None:
    game = staged(house, stage)
    people = callers(house, stage)
    for name, kind in COMMANDS.items():
        roles, stages = WHO_MAY[kind]
        for role, caller in people.items():
            may = bool(roles & _ALSO[role]) and stage in stages
            if may and name in CHANGES:
                continue  # the stories show these
            answer = caller(
                "POST", f"/games/{game}/commands/{route_name(name)}", FIELDS.get(name, {})
            )
            refused = answer.status_code in (401, 403, 409)
            codes = {one["code"] for one in answer.json()["diagnostics"]} if refused else set[str]()
            table = codes & {"not-allowed", "not-signed-in", "wrong-stage"}
            assert bool(table) != may, (name, role, stage, answer.text)
            if role is GameRole.VISITOR:
                assert answer.status_code == 401, (name, answer.text)
