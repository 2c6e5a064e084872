"""Invitations that are addressed to somebody."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.entering import check_kept_apart, check_not_ejected
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused

MOST_INVITED: Final = 100


def invite(g: JudgedGame, command: c.Invite, actor: Actor, now: datetime) -> Answer:
    user = command.user
    if user < 1:
        raise ActionRefused("no-person", f"there is no account {user}")
    if user in g.players:
        raise ActionRefused("plays-already", "this player has a seat already")
    if user in g.applicants:
        what = "this player waits for a seat already"
        raise ActionRefused("waits-already", what, "admit him, or give him a power")
    check_kept_apart(g, user)
    check_not_ejected(g, user)
    if user in g.invited:
        return Answer()
    if len(g.invited) >= MOST_INVITED:
        what = f"no more than {MOST_INVITED} people are invited at once"
        raise ActionRefused("too-many-invited", what, "take some of the invitations back")
    return Answer((ev.Invited(user),))


def uninvite(g: JudgedGame, command: c.Uninvite, actor: Actor, now: datetime) -> Answer:
    if command.user not in g.invited:
        raise ActionRefused("not-invited", "nobody with this account is invited")
    return Answer((ev.InvitationEnded(command.user),))


def decline(g: JudgedGame, command: c.Decline, actor: Actor, now: datetime) -> Answer:
    if actor.user not in g.invited:
        raise ActionRefused("not-invited", "you are not invited to this game")
    return Answer((ev.InvitationEnded(actor.user),))
