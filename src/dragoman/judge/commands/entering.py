"""Who may come into a game."""

from __future__ import annotations

import hmac

from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log.settings import Entry
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused


def check_entry(g: JudgedGame, actor: Actor, code: str) -> None:
    """See that somebody may come in with this code.

    Raises:
        ActionRefused: if not.
    """
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game already")
    if actor.user in g.masters and g.settings.anonymous:
        what = "the master of an anonymous game knows who plays what"
        raise ActionRefused("master-plays", what, "let another be its master")
    if actor.user in g.masters and g.settings.rated:
        what = "the master of a rated game does not play in it"
        raise ActionRefused("master-plays", what, "let another be its master")
    if any(one.user == actor.user and one.why == "ejected" for one in g.departures):
        raise ActionRefused("ejected", "a master took your seat from you", "write to the master")
    if actor.reliability < g.settings.reliability:
        what = f"this game is for those who keep {g.settings.reliability} of a hundred deadlines"
        raise ActionRefused("not-reliable-enough", what, f"you have kept {actor.reliability}")
    if g.settings.entry is not Entry.CODE:
        return
    if not hmac.compare_digest(code.encode(), g.settings.code.encode()):
        what = "this game is for those who have its code"
        raise ActionRefused("wrong-code", what, "ask its master for an invitation")
