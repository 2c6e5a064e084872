"""Who may ask what, for every route that is no command: by what somebody is in the game or to what
he asks for, in a game that goes on, in one that others may not look at, and in one that is over."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.conftest import House
from tests.web.people import Caller
from tests.web.tables import begun, seats

ROLES = "vuopma"
"""Visitor, user, observer of the game, player (who owns the board), master, admin."""
ALL, SIGNED_IN, NOBODY = "vuopma", "uopma", ""
LOOKERS = {"running": ALL, "closed": "pma", "over": ALL}
"""Those who may look at a game."""

TABLE: dict[str, str | dict[str, str]] = {
    "GET /games/{game}": ALL,
    "GET /games/{game}/events": ALL,
    "GET /games/{game}/legal-orders": LOOKERS,
    "GET /games/{game}/board": LOOKERS,
    "GET /games/{game}/map.svg": LOOKERS,
    "GET /games/{game}/map.png": LOOKERS,
    "GET /games/{game}/summary": LOOKERS,
    "GET /games/{game}/turns/S1901M": LOOKERS,
    "GET /games/{game}/turns/S1901M/board": LOOKERS,
    "GET /games/{game}/turns/S1901M/map.svg": LOOKERS,
    "GET /games/{game}/turns/S1901M/map.png": LOOKERS,
    "GET /games/{game}/turns/S1901M/report": LOOKERS,
    "GET /games/{game}/turns": LOOKERS,
    "GET /games/{game}/report": LOOKERS,
    "GET /games/{game}/turns/S1901M/explanations": LOOKERS,
    "GET /games/{game}/judge-tables": LOOKERS,
    "POST /games/{game}/what-if": {"running": ALL, "closed": "pma", "over": NOBODY},
    "POST /games/{game}/what-if/board": {"running": ALL, "closed": "pma", "over": NOBODY},
    "POST /games/{game}/sandboxes": {"running": SIGNED_IN, "closed": "pma", "over": SIGNED_IN},
    "GET /games/{game}/press": ALL,
    "GET /games/{game}/press/held": ALL,
    "GET /games/{game}/threads": ALL,
    "PUT /games/{game}/threads/read": SIGNED_IN,
    "GET /games/{game}/notes": ALL,
    "GET /games/{game}/reports": "ma",
    "GET /games/{game}/orders?power=FRANCE": "pma",
    "GET /games/{game}/sheets/FRANCE/S1902M": "pma",
    "POST /games/{game}/check": "pma",
    "GET /games/{game}/readings": {"running": NOBODY, "closed": NOBODY, "over": "pma"},
    "GET /games/{game}/webhooks": "ma",
    "POST /games/{game}/webhooks": "ma",
    "DELETE /games/{game}/webhooks/99": NOBODY,
    "POST /games/{game}/invitations": {"running": "ma", "closed": "ma", "over": NOBODY},
    "GET /games/{game}/result": {"running": NOBODY, "closed": NOBODY, "over": ALL},
    "GET /games/{game}/board-result": {"running": NOBODY, "closed": NOBODY, "over": ALL},
    "GET /games/{game}/board-counts": {"running": ALL, "closed": "pma", "over": ALL},
    "GET /games/{game}/file": {"running": "a", "closed": "a", "over": "ma"},
    "GET /games": ALL,
    "GET /archive": ALL,
    "GET /statistics?by=power": ALL,
    "GET /ratings": ALL,
    "GET /ratings/standard": ALL,
    "GET /people?number=1": ALL,
    "GET /people/1": ALL,
    "GET /people/called?name=Player%201": SIGNED_IN,
    "GET /people/1/statistics": ALL,
    "GET /people/1/ratings/standard": ALL,
    "GET /clubs": ALL,
    "GET /me/clubs": SIGNED_IN,
    "GET /me/people": SIGNED_IN,
    "PUT /me/people/99999": NOBODY,
    "DELETE /me/people/99999": SIGNED_IN,
    # There is no such club; who may found one is told what is wrong with it. Tests of their own
    # say what heads and members may.
    "GET /clubs/none": NOBODY,
    "GET /clubs/none/ladder": NOBODY,
    "POST /clubs": SIGNED_IN,
    "PUT /clubs/none": NOBODY,
    "DELETE /clubs/none": NOBODY,
    "POST /clubs/none/members": NOBODY,
    "PUT /clubs/none/members/1": NOBODY,
    "DELETE /clubs/none/members/1": NOBODY,
    "POST /clubs/none/heads/1": NOBODY,
    "DELETE /clubs/none/heads/me": NOBODY,
    "POST /clubs/none/games": NOBODY,
    "DELETE /clubs/none/games/1": NOBODY,
    "POST /clubs/none/dates": NOBODY,
    "DELETE /clubs/none/dates/1": NOBODY,
    "GET /maintenance": ALL,
    "GET /tournaments": ALL,
    # Nothing is published under this name; who may publish is told what is wrong with the log.
    "GET /tournaments/none": NOBODY,
    "PUT /tournaments/none": SIGNED_IN,
    "DELETE /tournaments/none": NOBODY,
    "GET /tournaments/none/wishes": NOBODY,
    "PUT /tournaments/none/wishes": SIGNED_IN,
    "DELETE /tournaments/none/wishes": NOBODY,
    "GET /wishes/none": NOBODY,
    "PUT /wishes/none": NOBODY,
    "GET /variants": ALL,
    "GET /variants/standard": ALL,
    "GET /variants/standard/map.svg": ALL,
    # No map has this tag; who has a game's board is told the right one, and all may fetch that.
    "GET /variants/standard/grounds/0/map.svg": NOBODY,
    "GET /variants/standard/grounds/0": NOBODY,
    "GET /variants/standard/names/0?step=0": NOBODY,
    "POST /variants": SIGNED_IN,
    "POST /variants/check": SIGNED_IN,
    "POST /games": SIGNED_IN,
    "POST /game-files": "a",
    "POST /board-games": "a",
    "GET /admin/people": "a",
    "POST /admin/people": "a",
    "PUT /admin/people/99999/admin": NOBODY,
    "PUT /admin/people/99999/blocked": NOBODY,
    "PUT /admin/people/99999/password": NOBODY,
    "GET /admin/audit": "a",
    "PUT /admin/people/99999/moderator": NOBODY,
    # Tests of their own say what is reported, and what moderators do; nobody here is one.
    "POST /reports": NOBODY,
    "GET /me/reports": SIGNED_IN,
    "GET /me/household": SIGNED_IN,
    "PUT /me/household/99999": NOBODY,
    "DELETE /me/household/99999": NOBODY,
    "GET /moderation/people/99999/signals": NOBODY,
    "GET /me/sanctions": SIGNED_IN,
    "POST /me/sanctions/99999/appeal": NOBODY,
    "GET /moderation/reports": NOBODY,
    "GET /moderation/reports/99999": NOBODY,
    "POST /moderation/reports/99999/decision": NOBODY,
    "GET /moderation/people/99999/sanctions": NOBODY,
    "POST /moderation/people/99999/sanctions": NOBODY,
    "POST /moderation/sanctions/99999/lift": NOBODY,
    "POST /moderation/sanctions/99999/appeal": NOBODY,
    "GET /sandboxes": SIGNED_IN,
    "POST /sandboxes": SIGNED_IN,
    "GET /sandboxes/{sandbox}": "p",
    "GET /sandboxes/{sandbox}/judge-tables": "p",
    "POST /sandboxes/{sandbox}/copies": "p",
    "GET /sandboxes/{sandbox}/nodes/2": "p",
    "GET /sandboxes/{sandbox}/nodes/2/board": "p",
    "GET /sandboxes/{sandbox}/nodes/2/came-by/board": "p",
    "GET /sandboxes/{sandbox}/nodes/2/map.svg": "p",
    "GET /sandboxes/{sandbox}/nodes/2/possible-orders?power=FRANCE": "p",
    "GET /sandboxes/{sandbox}/nodes/2/came-by/map.svg": "p",
    "GET /sandboxes/{sandbox}/nodes/2/came-by/explanations": "p",
    "POST /sandboxes/{sandbox}/commands/retitle": "p",
    "POST /sandboxes/{sandbox}/commands/order": "p",
    "POST /sandboxes/{sandbox}/commands/adjudicate": "p",
    "POST /sandboxes/{sandbox}/commands/step-back": "p",
    "POST /sandboxes/{sandbox}/commands/go-to": "p",
    "POST /sandboxes/{sandbox}/commands/name": "p",
    "POST /sandboxes/{sandbox}/commands/prune": NOBODY,
    "POST /sandboxes/{sandbox}/commands/share": "p",
    "DELETE /sandboxes/99999": NOBODY,
    "GET /sandboxes/lesson-1/nodes/1/board": ALL,
    "POST /sandboxes/lesson-1/commands/order": ALL,
    "GET /shared-sandboxes/{link}": ALL,
    "POST /shared-sandboxes/{link}/copies": SIGNED_IN,
    "GET /shared-sandboxes/{link}/nodes/2": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/board": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/came-by/board": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/map.svg": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/possible-orders?power=FRANCE": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/came-by/map.svg": ALL,
    "GET /shared-sandboxes/{link}/nodes/2/came-by/explanations": ALL,
    "GET /me": SIGNED_IN,
    "GET /me/webhooks": SIGNED_IN,
    "POST /me/webhooks": SIGNED_IN,
    "DELETE /me/webhooks/99": NOBODY,
    # What changes how somebody signs in takes a session, and nobody here has one.
    "DELETE /me": NOBODY,
    "PATCH /me": NOBODY,
    "GET /me/addresses": NOBODY,
    "GET /me/look": NOBODY,
    "PUT /me/look": NOBODY,
    "POST /me/addresses": NOBODY,
    "DELETE /me/addresses/1": NOBODY,
    "PUT /me/addresses/1/first": NOBODY,
    "GET /me/export": NOBODY,
    "GET /me/passkeys": NOBODY,
    "POST /me/passkeys": NOBODY,
    "POST /me/passkeys/offer": NOBODY,
    "DELETE /me/passkeys/1": NOBODY,
    "PUT /me/password": NOBODY,
    "GET /me/sessions": NOBODY,
    "DELETE /me/sessions": NOBODY,
    "DELETE /me/sessions/1": NOBODY,
    "GET /me/tokens": NOBODY,
    "POST /me/tokens": NOBODY,
    "DELETE /me/tokens/1": NOBODY,
    "GET /me/mails": SIGNED_IN,
    "PUT /me/mails": NOBODY,
    "GET /me/programs": NOBODY,
    "POST /me/programs": NOBODY,
    "DELETE /me/programs/1": NOBODY,
    "GET /me/programs/1/tokens": NOBODY,
    "POST /me/programs/1/tokens": NOBODY,
    "DELETE /me/programs/1/tokens/1": NOBODY,
    # Whoever has the link of a mail; nobody here has one.
    "GET /mails/stop/1": NOBODY,
    "POST /mails/stop/1": NOBODY,
    "GET /invitations/stop/1": NOBODY,
    "POST /invitations/stop/1": NOBODY,
}
"""Who may ask it: one string for all stages, or one for each. A game is in the address as
``{game}``, a board of the player's as ``{sandbox}``, which he shares by ``{link}``."""
OF_ACCOUNTS = ("/accounts", "/session")
"""Registering and signing in are for everybody; tests of their own have them."""
BODIES: dict[str, Any] = {
    "POST /games/{game}/check": {"text": "", "power": "FRANCE"},
    "POST /games/{game}/what-if": {},
    "POST /games/{game}/what-if/board": {},
    "POST /games/{game}/sandboxes": {},
    "POST /games/{game}/webhooks": {"url": "https://hooks.example/a"},
    "POST /me/webhooks": {"url": "https://hooks.example/a"},
    "POST /games/{game}/invitations": {"address": "nobody"},
    "PUT /me/people/99999": {"relation": "follow"},
    "PUT /clubs/none": {"title": "None"},
    "POST /clubs/none/games": {"game": 1},
    "POST /clubs/none/dates": {"at": "2026-02-01T00:00:00Z", "title": "Evening"},
    "PUT /games/{game}/threads/read": {"thread": "", "number": 1},
    "POST /game-files": {"file": ""},
    "POST /board-games": {"tournament": "", "board": "1A", "accounts": {}},
    "PUT /tournaments/none": {"tournament": ""},
    "PUT /tournaments/none/wishes": {"title": "None", "players": {"x": "nobody"}},
    "PUT /wishes/none": {"wished": []},
    "POST /sandboxes/lesson-1/commands/order": {"power": "FRANCE", "text": ""},
    "POST /sandboxes": {},
    "PUT /admin/people/99999/admin": {"admin": True},
    "PUT /admin/people/99999/blocked": {},
    "PUT /admin/people/99999/moderator": {"moderator": True},
    "POST /reports": {"ground": "other", "why": "x", "person": 99999},
    "POST /me/sanctions/99999/appeal": {"text": "x"},
    "POST /moderation/reports/99999/decision": {},
    "POST /moderation/people/99999/sanctions": {"kind": "warning", "why": "x"},
    "POST /moderation/sanctions/99999/lift": {"why": "x"},
    "POST /moderation/sanctions/99999/appeal": {"granted": True, "answer": "x"},
    "PUT /admin/people/99999/password": {"password": "twelve little owls"},
    "POST /sandboxes/{sandbox}/copies": {},
    "POST /shared-sandboxes/{link}/copies": {},
    "POST /sandboxes/{sandbox}/commands/retitle": {"title": "T"},
    "POST /sandboxes/{sandbox}/commands/order": {"power": "FRANCE", "text": ""},
    "POST /sandboxes/{sandbox}/commands/adjudicate": {},
    "POST /sandboxes/{sandbox}/commands/step-back": {},
    "POST /sandboxes/{sandbox}/commands/go-to": {"node": 2},
    "POST /sandboxes/{sandbox}/commands/name": {"node": 1, "name": "N"},
    "POST /sandboxes/{sandbox}/commands/prune": {"node": 99999},
    "POST /sandboxes/{sandbox}/commands/share": {"shared": True},
}
"""What is sent; for all others nothing, which those who may not are not even told."""


def test_every_route_stands_in_the_table(house: House) -> None:
    known = set[str]()
    for row in TABLE:
        method, path = row.split()
        known.add(f"{method} {route_of(house, method, path)}")
    for path, operations in house.contract.document["paths"].items():
        route = path.removeprefix("/api")
        if route.startswith(OF_ACCOUNTS) or route.startswith("/games/{game}/commands/"):
            continue
        for method in operations:
            row = f"{method.upper()} {route}"
            assert row in known or route == "/games/{game}/stream", row


def route_of(house: House, method: str, path: str) -> str:
    """The route that an address of the table is one of."""
    parts = path.partition("?")[0].split("/")
    for found, operations in house.contract.document["paths"].items():
        theirs = found.removeprefix("/api").split("/")
        fits = len(parts) == len(theirs) and all(
            re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one), mine) is not None
            for mine, one in zip(parts, theirs, strict=True)
        )
        if fits and method.lower() in operations:
            return "/".join(theirs)
    raise AssertionError(f"no route for {path}")


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["running", "closed", "over"])
def test_the_table_is_what_is_answered(house: House, stage: str) -> None:
    master = house.person(1)
    game = begun(house, observers=stage != "closed")
    if stage != "closed":
        house.person(61).do(game, "observe")
    player = seats(house, game)["FRANCE"]
    master.do(game, "process-now")
    if stage == "over":
        master.do(game, "terminate")
    board = player("POST", "/sandboxes", {}).json()["sandbox"]
    player("POST", f"/sandboxes/{board}/commands/adjudicate", {})
    player("POST", f"/sandboxes/{board}/commands/share", {})
    link = player.get(f"/sandboxes/{board}")["link"]
    who: dict[str, Caller] = {
        "v": house.visitor,
        "u": house.person(60),
        "o": house.person(61),
        "p": player,
        "m": master,
        "a": house.person(99, "read", "play", "press", "master", "admin"),
    }
    wrong: list[tuple[str, str, int]] = []
    for row, may in TABLE.items():
        if stage != "running" and "{game}" not in row:
            continue  # no game has a part in it
        allowed = may if isinstance(may, str) else may[stage]
        method, path = row.split()
        named = path.format(game=game, sandbox=board, link=link)
        for role, caller in who.items():
            if role in "om" and "{game}" not in row:
                continue  # where there is no game they are users
            answer = caller(method, named, BODIES.get(row))
            # Who may ask, and asks for nonsense, is told that (422).
            is_answered = answer.status_code < 300 or answer.status_code == 422
            if row == "PUT /games/{game}/threads/read" and answer.status_code == 404:
                is_answered = True  # there is no thread yet
            if is_answered != (role in allowed):
                wrong.append((row, role, answer.status_code))
            if role == "v" and role not in allowed:
                assert answer.status_code in (401, 403, 404, 409), (row, answer.text)
    assert not wrong, "\n".join(map(str, wrong))
