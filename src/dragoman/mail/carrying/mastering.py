"""What masters do by mail."""

from __future__ import annotations

from collections.abc import Callable

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


def _plain(make: Callable[[Command], c.Command], key: str) -> Callable[[Session, Command], Outcome]:
    """What does something to the game as a whole."""

    def do(s: Session, command: Command) -> Outcome:
        settle(s)
        game_meant(s)
        return s.outcome(s.act(make(command)), key)

    return do


pause = _plain(lambda command: c.Pause(command.part("why")), "paused")
resume = _plain(lambda command: c.Resume(), "resumed")
terminate = _plain(lambda command: c.Terminate(command.part("why")), "terminated")
begin = _plain(lambda command: c.Begin(), "begun")
release = _plain(lambda command: c.LetThrough(int(command.part("number"))), "released")
turn_back = _plain(
    lambda command: c.TurnBack(int(command.part("number")), command.part("why")), "turned-back"
)


def eject(s: Session, command: Command) -> Outcome:
    """Take a power from its player."""
    settle(s)
    game_meant(s)
    g = s.g()
    power = power_named(s, g, command.part("power"))
    came = s.act(c.Eject(power, command.part("why")))
    return s.outcome(came, "ejected", power=s.book(g).power(power))


def seat(s: Session, command: Command) -> Outcome:
    """Give a power to somebody who waits for a seat."""
    settle(s)
    game_meant(s)
    g = s.g()
    power = power_named(s, g, command.part("power"))
    who = person_called(s, command.part("name"))
    came = s.act(c.SeatPlayer(power, who))
    return s.outcome(came, "seated", power=s.book(g).power(power), name=command.part("name"))


def _with_person(
    make: Callable[[int], c.Command], key: str
) -> Callable[[Session, Command], Outcome]:
    """What is done with somebody."""

    def do(s: Session, command: Command) -> Outcome:
        settle(s)
        game_meant(s)
        name = command.part("name")
        return s.outcome(s.act(make(person_called(s, name))), key, name=name)

    return do


promote = _with_person(c.Promote, "promoted")
invite = _with_person(c.Invite, "invited")
admit = _with_person(c.Admit, "admitted")
turn_away = _with_person(c.TurnAway, "turned-away")


def dice(s: Session, command: Command) -> Outcome:
    """Say what dice showed that were thrown on a table (Machiavelli)."""
    settle(s)
    game_meant(s)
    if not command.is_closed:
        raise ActionRefused("dice-not-ended", s.say("dice-not-ended"))
    return s.outcome(s.act(c.ThrowDice("\n".join(command.body))), "dice-thrown")
