"""Who may come into a game."""

from __future__ import annotations

import hmac

from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log.settings import Entry, Settings
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused


def check_entry(g: JudgedGame, actor: Actor, code: str) -> None:
    """See that somebody may come in with this code.

    Raises:
        ActionRefused: if not.
    """
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game already")
    check_kept_apart(g, actor.user)
    check_not_ejected(g, actor.user)
    if actor.user in g.invited:
        return
    if actor.reliability < g.settings.reliability:
        what = f"this game is for those who keep {g.settings.reliability} of a hundred deadlines"
        raise ActionRefused("not-reliable-enough", what, f"you have kept {actor.reliability}")
    if g.settings.entry is not Entry.CODE:
        return
    if not hmac.compare_digest(code.encode(), g.settings.code.encode()):
        what = "this game is for those who have its code"
        raise ActionRefused("wrong-code", what, "ask its master for an invitation")


def check_kept_apart(g: JudgedGame, user: int) -> None:
    """See that a master does not play where that would tell him too much, or count for him.

    Raises:
        ActionRefused: if he would.
    """
    if user in g.masters and (why := no_master_plays(g.settings)):
        raise ActionRefused("master-plays", why, "let another be its master")


def no_master_plays(settings: Settings) -> str:
    """Why no master of a game plays in it; empty where he may."""
    if settings.anonymous:
        return "the master of an anonymous game knows who plays what"
    if settings.rated:
        return "the master of a rated game does not play in it"
    if settings.press_approved:
        return "the master who lets press through reads all of it"
    return ""


def check_not_ejected(g: JudgedGame, user: int) -> None:
    """See that no master took a seat of this game from somebody.

    Raises:
        ActionRefused: if one did.
    """
    if any(one.user == user and one.why == "ejected" for one in g.departures):
        raise ActionRefused("ejected", "a master took this player's seat", "write to the master")
