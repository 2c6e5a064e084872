"""What masters do by mail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dragoman.declared import declared
from dragoman.judge.commands import command as c
from dragoman.mail.carrying.finding import game_meant, person_called, phase_named, power_named
from dragoman.mail.carrying.ordering import settle
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.reading import Command
from dragoman.refusal import ActionRefused


def become(s: Session, command: Command) -> Outcome:
    """Speak for a power from here on, or for oneself again."""
    settle(s)
    game_meant(s)
    g = s.g()
    if s.person not in g.masters:
        raise ActionRefused("not-master", s.say("not-master", game=s.game))
    named = command.part("power")
    if named.casefold() in ("master", "m", "gm", "spielleiter"):
        s.become = ""
        return Outcome((s.say("as-master", game=s.game, title=g.settings.title),))
    if s.person in g.players:
        raise ActionRefused("plays-himself", s.say("plays-himself"))
    s.become = power_named(s, g, named)
    return Outcome((s.say("became", power=s.book(g).power(s.become)),))


def process(s: Session, command: Command) -> Outcome:
    """Judge the phase at hand."""
    settle(s)
    game_meant(s)
    phase = s.g().phase
    came = s.act(c.ProcessNow())
    asked = any(type(one).__name__ == "JudgingAsked" for one in came.events)
    return s.outcome(came, "processing" if asked else "", phase=phase)


def roll_back(s: Session, command: Command) -> Outcome:
    """Begin again with a phase that was judged, the last one where none is named."""
    settle(s)
    game_meant(s)
    g, named = s.g(), command.part("phase")
    found = phase_named(g, named) if named else None
    if named and found is None:
        raise ActionRefused(
            "unknown-phase", s.say("no-phase", text=named), s.say("no-phase-remedy")
        )
    if found is None:
        if not g.history:
            raise ActionRefused("nothing-judged", s.say("nothing-judged"))
        found = g.history[-1].phase
    came = s.act(c.RollBack(str(found), command.part("why")))
    return s.outcome(came, "rolled-back", phase=s.book(g).phase(found))


def giving(kind: type[c.Command], key: str) -> Callable[[Session, Command], Outcome]:
    """What gives a command of the judge: its fields are the parts of what was written."""

    def do(s: Session, command: Command) -> Outcome:
        settle(s)
        game_meant(s)
        fields: dict[str, Any] = {}
        told: dict[str, str] = {}
        for one in declared(kind):
            if one.name == "power":
                power = power_named(s, s.g(), command.part("power"))
                fields["power"], told["power"] = power, s.book(s.g()).power(power)
            elif one.name == "user":
                told["name"] = command.part("name")
                fields["user"] = person_called(s, told["name"])
            else:
                text = command.part(one.name)
                fields[one.name] = int(text) if one.type is int else text
        return s.outcome(s.act(kind(**fields)), key, **told)

    return do


def dice(s: Session, command: Command) -> Outcome:
    """Say what dice showed that were thrown on a table (Machiavelli)."""
    settle(s)
    game_meant(s)
    if not command.is_closed:
        raise ActionRefused("dice-not-ended", s.say("dice-not-ended"))
    return s.outcome(s.act(c.ThrowDice("\n".join(command.body))), "dice-thrown")
