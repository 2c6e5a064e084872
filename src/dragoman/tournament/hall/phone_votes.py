"""Votes on draws from players' phones: each with his own code, each on a device of his own.

Ballots are numbers in this program's memory and nowhere else: how many are for and how many
against, and beside that who has voted, and on which devices. What a player voted is written down
nowhere, not even here. A vote that a power cut breaks off is held anew.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import at_tables, phone_voting
from dragoman.tournament.actions.lookup import digest
from dragoman.tournament.commands.tables import VoteOnDraw
from dragoman.tournament.hall.own_codes import OwnCodes
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.correcting import Decide
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.publishing.templates import language_of, rendered, told
from dragoman.tournament.rules.round_clock import Season
from dragoman.words import said

with extra("tournament"):
    import fastapi
    from fastapi import FastAPI, Request
    from fastapi.responses import HTMLResponse, JSONResponse, Response

DEVICE: Final = "dragoman-device"
_WISHES: Final = ("propose", "agree", "refuse", "for", "against")


@dataclass(slots=True)
class _Box:
    """The box of one vote. ``opened`` is the vote as the log has it."""

    opened: ev.VoteOpened
    voted: set[str] = field(default_factory=set[str])
    devices: set[str] = field(default_factory=set[str])
    against: int = 0


class PhoneVotes:
    """The proposals and votes that are going on, by board."""

    def __init__(
        self,
        load: Callable[[], Tournament],
        now: Callable[[], datetime],
        act: Callable[[Decide], Tournament],
    ) -> None:
        self._load, self._now, self._act = load, now, act
        self._agreed: dict[str, set[str]] = {}
        self._boxes: dict[str, _Box] = {}
        self._lock = threading.Lock()

    def seen(self, code: str, device: str) -> dict[str, Any]:
        """The vote as the player of a code sees it, for JSON: how many have agreed, how many
        ballots are in, what came of the last vote. Never whose, and never what they were."""
        with self._lock:
            t = self._load()
            table, power = phone_voting.seat_of(t, digest(code))
            return self._seen(t, table, power, device)

    def wish(self, code: str, device: str, wish: str) -> dict[str, Any]:
        """Do what a player wishes: propose a vote, agree to hold it or refuse, vote for the draw or
        against it.

        Raises:
            ActionRefused: if he may not, or not now.
        """
        with self._lock:
            table, power = phone_voting.seat_of(self._load(), digest(code))
            if table.ending:
                raise ActionRefused("game-over", f"the game on board {table.key} is over")
            if power not in table.survivors:
                what = f"{power.title()} has no centre, and no vote"
                raise ActionRefused("no-survivor", what)
            match wish:
                case "propose":
                    self._propose(table, power)
                case "agree" | "refuse":
                    self._answer(table, power, agrees=wish == "agree")
                case "for" | "against":
                    self._vote(table, power, device, against=wish == "against")
                case _:
                    what = f"{wish!r} is nothing that a player can do here"
                    raise ActionRefused("unknown-wish", what, candidates=_WISHES)
            t = self._load()
            return self._seen(t, t.table(table.key), power, device)

    def _propose(self, table: TournamentTable, power: str) -> None:
        if table.vote_open is not None:
            raise ActionRefused("vote-open", f"a vote is open on board {table.key}")
        if table.key in self._agreed:
            what = "a vote is proposed already"
            raise ActionRefused("proposed-already", what, "agree to hold it, or refuse")
        # It is asked for nothing that the rules would not let them have.
        at_tables.vote(self._load(), VoteOnDraw(table.key, agreed=True), self._now())
        self._agreed[table.key] = {power}
        self._open_if_agreed(table)

    def _answer(self, table: TournamentTable, power: str, *, agrees: bool) -> None:
        if table.key not in self._agreed or table.vote_open is not None:
            raise ActionRefused("no-vote", "no vote is proposed", "propose one")
        if not agrees:
            del self._agreed[table.key]
            refused = VoteOnDraw(table.key, refused=True)
            self._act(lambda t: at_tables.vote(t, refused, self._now()))
            return
        self._agreed[table.key].add(power)
        self._open_if_agreed(table)

    def _open_if_agreed(self, table: TournamentTable) -> None:
        if self._agreed[table.key] >= set(table.survivors):
            del self._agreed[table.key]
            agreed = VoteOnDraw(table.key, agreed=True)
            self._act(lambda t: at_tables.vote(t, agreed, self._now()))

    def _vote(self, table: TournamentTable, power: str, device: str, *, against: bool) -> None:
        box = self._box(table)
        if box is None:
            raise ActionRefused("no-vote", f"no vote is open on board {table.key}", "propose one")
        if power in box.voted:
            raise ActionRefused("cast-twice", "you have voted, and a ballot cannot be changed")
        if device in box.devices:
            what = "somebody has voted on this device"
            raise ActionRefused("device-used", what, "vote on another: each on one of his own")
        box.voted.add(power)
        box.devices.add(device)
        box.against += against
        if box.voted >= set(box.opened.survivors):
            number = box.against
            del self._boxes[table.key]
            self._act(lambda t: at_tables.close_vote(t, table.key, number))

    def _box(self, table: TournamentTable) -> _Box | None:
        """The box of the vote that is open on a board; a new one for each."""
        if table.vote_open is None:
            self._boxes.pop(table.key, None)
            return None
        box = self._boxes.get(table.key)
        if box is None or box.opened != table.vote_open:
            box = self._boxes[table.key] = _Box(table.vote_open)
        return box

    def _seen(
        self, t: Tournament, table: TournamentTable, power: str, device: str
    ) -> dict[str, Any]:
        if table.vote_open is not None or table.ending:
            self._agreed.pop(table.key, None)
        agreed, box = self._agreed.get(table.key), self._box(table)
        state = "open" if box is not None else "proposed" if agreed is not None else "none"
        found: dict[str, Any] = {
            "board": table.key,
            "power": said(power.title()),
            "player": t.players[table.seats[power]].name,
            "state": "over" if table.ending else state,
            "of": len(table.survivors),
            "survivor": power in table.survivors,
        }
        if box is not None:
            among = box.opened.among or box.opened.survivors
            found |= {"in": len(box.voted), "done": power in box.voted}
            found |= {"used": device in box.devices, "among": [said(one.title()) for one in among]}
        elif agreed is not None:
            found |= {"in": len(agreed), "done": power in agreed}
        if table.votes:
            last = table.votes[-1]
            told = {} if last.against is None else {"against": last.against}
            found["last"] = {
                "season": Season.parse(last.season).spoken,
                "carried": last.carried,
                **told,
            }
        return found


def serve_votes(app: FastAPI, votes: PhoneVotes, headers: Mapping[str, str]) -> None:
    """Give the hall's program the page ``/vote``, and what it asks."""
    codes = OwnCodes(headers)

    def answered(
        request: Request, asked: str | None, answer: Callable[[str], dict[str, Any]]
    ) -> JSONResponse:
        language = language_of(asked, request.headers.get("Accept-Language", ""))
        device = request.cookies.get(DEVICE, "")

        def on_this_device() -> dict[str, Any]:
            if not device:
                what = "this device takes no cookie: open the page again, or use another"
                raise ActionRefused("no-cookie", said(what))
            return told(answer(device), language)

        return codes.answered(request, language, on_this_device)

    @app.get("/vote")
    def ask(request: Request, language: str | None = None) -> Response:  # pyright: ignore[reportUnusedFunction]
        reads = language_of(language, request.headers.get("Accept-Language", ""))
        page = HTMLResponse(rendered("hall", "vote", reads), headers=headers)
        if not request.cookies.get(DEVICE):
            page.set_cookie(
                DEVICE, secrets.token_urlsafe(16), path="/vote", httponly=True, samesite="strict"
            )
        return page

    @app.get("/vote/{code}.json")
    def seen(  # pyright: ignore[reportUnusedFunction]
        request: Request, code: str, language: str | None = None
    ) -> JSONResponse:
        return answered(request, language, lambda device: votes.seen(code, device))

    @app.post("/vote/{code}")
    def wish(  # pyright: ignore[reportUnusedFunction]
        request: Request,
        code: str,
        body: Annotated[dict[str, Any], fastapi.Body()],
        language: str | None = None,
    ) -> JSONResponse:
        wished = str(body.get("wish", ""))
        return answered(request, language, lambda device: votes.wish(code, device, wished))
