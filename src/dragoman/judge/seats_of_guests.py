"""The seats of a guest who signs in to an account that he has: they are handed over to it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import Part, parts_of

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

Step = tuple[int, c.Command]
"""An account, and a command that it gives."""


def games_of_guest(judge: Judge, guest: int) -> dict[int, JudgedGame]:
    """The games that go on in which a guest has a part."""
    found = {game: judge.games.load(game) for game, _ in parts_of(judge.database, guest)}
    return {game: g for game, g in found.items() if g.stage is not Stage.OVER}


def hand_over(judge: Judge, guest: int, account: int, now: datetime) -> tuple[int, ...]:
    """Give an account all parts that a guest has in games that go on: both were shown to be one
    person. The games in which that cannot be; there he stays what he is."""
    going_on = games_of_guest(judge, guest)
    left: list[int] = []
    # A master hands over last: until then he may.
    parts = sorted(parts_of(judge.database, guest), key=lambda one: one[1] == "master")
    for game, part in parts:
        if game not in going_on:
            continue
        for who, command in _steps(judge.games.load(game), part, guest, account):
            if judge.act(game, command, Actor(who), now).refused:
                left.append(game)
                break
    return tuple(dict.fromkeys(left))


def _steps(g: JudgedGame, part: Part, guest: int, account: int) -> tuple[Step, ...]:
    """Commands that give an account a part of a guest."""
    code = g.settings.code or g.link
    if part == "player":
        offer = (guest, c.OfferSeat(account))
        return (offer, (account, c.TakeSeat(g.players[guest], code)))
    if part == "waiting":
        wishes = g.applicants[guest].wishes
        return ((account, c.Join(wishes, code)), (guest, c.Leave()))
    if part == "master":
        promote = () if account in g.masters else ((guest, c.Promote(account)),)
        return (*promote, (guest, c.StepDown()))
    if part == "observer":
        return ((account, c.Observe()), (guest, c.StopObserving()))
    return ()
