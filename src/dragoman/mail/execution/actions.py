"""Commands of players besides orders and press (wishes, absences, votes), and those of masters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from dragoman.declared import declared
from dragoman.judge.commands import command as c
from dragoman.judge.log.state import JudgedGame, VoteProposal
from dragoman.mail.execution.lookup import (
    game_meant,
    moment_named,
    person_called,
    phase_named,
    power_named,
    powers_named,
)
from dragoman.mail.execution.orders import settle
from dragoman.mail.execution.session import CommandOutcome, MailSession
from dragoman.mail.language.parser import MailCommand
from dragoman.refusal import ActionRefused

# Players

_TO: Final = re.compile(
    r"\s*(?:\bto\b|\buntil\b|\btill\b|\bbis\b|\bthrough\b|\s[-–]\s|\.\.)\s*", re.I
)
_ANY: Final = frozenset(("", "any", "none", "*", "egal", "keine"))


def preference(s: MailSession, text: str) -> CommandOutcome:
    """The powers that one would like to play, best first."""
    game_meant(s)
    g = s.g()
    wishes = wishes_named(s, g, text)
    names = ", ".join(s.book(g).power(one) for one in wishes) or s.say("any-power")
    seat = g.seats.get(g.players.get(s.person, "")) or g.applicants.get(s.person)
    if wishes and seat is not None and seat.wishes == wishes:
        return CommandOutcome((s.say("wishes", powers=names),))  # it was known when he signed on
    if s.person not in g.applicants:
        raise ActionRefused("not-waiting", s.say("not-waiting"))
    return s.outcome(s.act(c.Join(wishes, g.settings.code)), "wishes", powers=names)


def wishes_named(s: MailSession, g: JudgedGame, text: str) -> tuple[str, ...]:
    """The powers of a list of wishes, best first; none where any will do.

    Raises:
        ActionRefused: if one of them is nobody here.
    """
    bare = text.strip().strip("[]*")
    return () if bare.casefold() in _ANY else powers_named(s, g, bare)


def absence(s: MailSession, text: str, is_on: bool) -> CommandOutcome:
    """Say ahead when one is away, or that one is back."""
    game_meant(s)
    if not is_on:
        return s.outcome(s.act(c.EndAbsence()), "back")
    first, *rest = _TO.split(
        re.sub(r"^(?:from|von|vom)\s+", "", text.strip(), flags=re.I), maxsplit=1
    )
    if not rest:
        # "2026-01-10 2026-01-20", or how long from now on.
        dates = first.split()
        first, rest = (dates[0], dates[1:]) if len(dates) == 2 and "-" in first else ("", [first])
    start = moment_named(s, first) if first else s.now
    end = moment_named(s, rest[0], latest=True) if rest and rest[0] else None
    if start is None or end is None:
        raise ActionRefused("no-moment", s.say("no-moment", text=text), s.say("absence-remedy"))
    came = s.act(c.AnnounceAbsence(start, end))
    return s.outcome(came, "away", start=s.moment(max(start, s.now)), end=s.moment(end))


def appeal(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Appeal against a decision of the moderators: the one that is named, or the latest that can
    be appealed against."""
    if s.bound:
        raise ActionRefused("bound", s.say("bound", game=s.bound), s.say("bound-remedy"))
    sanctions = s.judge.moderation.sanctions
    found = sanctions.of(s.actor, s.person)
    open_ = [one.number for one in found if one.holds(s.now) and one.appeal is None]
    number = int(command.part("number") or next(iter(open_), 0))
    if not number:
        raise ActionRefused("no-sanction", s.say("no-appeal"))
    sanctions.appeal(s.actor, number, "\n".join(command.body), s.now)
    return CommandOutcome((s.say("appealed"),))


def draw(s: MailSession, text: str, is_on: bool) -> CommandOutcome:
    """Vote for a draw, and propose it where nobody has; or vote for none."""
    game_meant(s)
    g = s.g()
    return _agree(s, g, "draw", _of_list(s, g, text), is_on)


def _of_list(s: MailSession, g: JudgedGame, text: str) -> tuple[str, ...]:
    if text.strip().casefold() in ("", "dias", "all", "alle"):
        return ()
    return powers_named(s, g, text)


def concede(s: MailSession, text: str, is_on: bool) -> CommandOutcome:
    """Vote to give the game to a power, and propose it where nobody has."""
    game_meant(s)
    g = s.g()
    bare = re.sub(r"^(?:to|an)\s+", "", text.strip(), flags=re.I)
    powers = powers_named(s, g, bare) if bare else ()
    if is_on and len(powers) != 1:
        raise ActionRefused("one-power", s.say("concede-to-whom"), "", tuple(g.game.survivors))
    return _agree(s, g, "concession", powers, is_on)


def _agree(
    s: MailSession, g: JudgedGame, what: str, powers: tuple[str, ...], is_on: bool
) -> CommandOutcome:
    """Agree to what is put to the vote, or put it there; or agree to it no more."""
    found = [one for one in g.open_proposals() if one.what == what]
    if not is_on:
        if powers:
            found = [one for one in found if set(one.powers) == set(powers)]
        if not found:
            return CommandOutcome((s.say("nothing-to-vote"),))
        answered: list[str] = []
        for one in found:
            came = s.act(c.Vote(one.number, False))
            answered += s.outcome(came, "voted-no", number=one.number, what=_said(s, g, one)).told
        return CommandOutcome(tuple(answered))
    wanted = set(() if what == "pause" else powers or g.game.survivors)
    same = [one for one in found if set(one.powers) == wanted]
    if same:
        return _vote(s, g, same[0], True)
    came = s.act(c.Propose(what, powers))
    told = s.outcome(came)
    if told.is_wrong:
        return told
    after = s.g()
    mine = next((one for one in reversed(after.proposals) if one.what == what), None)
    name = _said(s, after, mine) if mine is not None else what
    return CommandOutcome(
        (s.say("proposed", number=mine.number if mine else 0, what=name), *told.told)
    )


def vote(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Agree to a proposal by its number, or not."""
    game_meant(s)
    g, number = s.g(), int(command.part("number"))
    agrees = command.part("how").casefold() in ("yes", "ja")
    if not 1 <= number <= len(g.proposals):
        return s.outcome(s.act(c.Vote(number, agrees)))
    return _vote(s, g, g.proposals[number - 1], agrees)


def _vote(s: MailSession, g: JudgedGame, one: VoteProposal, agrees: bool) -> CommandOutcome:
    key = "voted-yes" if agrees else "voted-no"
    came = s.act(c.Vote(one.number, agrees))
    told = s.outcome(came, key, number=one.number, what=_said(s, g, one))
    if not came.refused and s.g().proposals[one.number - 1].outcome == "carried":
        return CommandOutcome((*told.told, s.say("carried")))
    return told


def propose(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Put something to the vote."""
    game_meant(s)
    g, rest = s.g(), command.part("rest")
    match command.part("what").casefold():
        case "draw" | "remis":
            return draw(s, rest, True)
        case "concession":
            return concede(s, rest, True)
        case "pause":
            return _agree(s, g, "pause", (), True)
        case _:
            until = moment_named(s, rest, latest=True) if rest else None
            if until is None:
                what = s.say("no-moment", text=rest or "?")
                raise ActionRefused("no-moment", what, s.say("moment-remedy"))
            came = s.act(c.Propose("extension", (), until))
            number = len(s.g().proposals)
            return s.outcome(came, "proposed", number=number, what=s.say("vote-extension"))


def _said(s: MailSession, g: JudgedGame, one: VoteProposal) -> str:
    """A proposal in words."""
    powers = ", ".join(s.book(g).power(power) for power in one.powers)
    return s.say(f"vote-{one.what}", powers=powers)


# Masters


def become(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Speak for a power from here on, or for oneself again."""
    settle(s)
    game_meant(s)
    g = s.g()
    if s.person not in g.masters:
        raise ActionRefused("not-master", s.say("not-master", game=s.game))
    named = command.part("power")
    if named.casefold() in ("master", "m", "gm", "spielleiter"):
        s.become = ""
        return CommandOutcome((s.say("as-master", game=s.game, title=g.settings.title),))
    if s.person in g.players:
        raise ActionRefused("plays-himself", s.say("plays-himself"))
    s.become = power_named(s, g, named)
    return CommandOutcome((s.say("became", power=s.book(g).power(s.become)),))


def process(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Judge the phase at hand."""
    settle(s)
    game_meant(s)
    phase = s.g().phase
    came = s.act(c.ProcessNow())
    asked = any(type(one).__name__ == "JudgingAsked" for one in came.events)
    return s.outcome(came, "processing" if asked else "", phase=phase)


def roll_back(s: MailSession, command: MailCommand) -> CommandOutcome:
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


def judge_command(
    kind: type[c.Command], key: str
) -> Callable[[MailSession, MailCommand], CommandOutcome]:
    """A function that gives a command of the judge: its fields are the parts of what was
    written."""

    def do(s: MailSession, command: MailCommand) -> CommandOutcome:
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


_INVITE_BY_NAME: Final = judge_command(c.Invite, "invited")


def invite(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Invite somebody who has an account by his name; anybody else by a mail to his address, with
    the link of the game."""
    to = command.part("name").strip("<> ")
    if "@" not in to:
        return _INVITE_BY_NAME(s, command)
    settle(s)
    game = game_meant(s)
    made: tuple[str, ...] = ()
    if not s.g().link:
        came = s.act(c.MakeLink())
        if came.refused:
            return s.outcome(came)
        made = (s.say("link-made"),)
    try:
        s.judge.invite_by_mail(game, to, s.actor, s.language, s.now)
    except ActionRefused:
        if made:
            s.act(c.CloseLink())  # it was for this letter alone, which is not written
        raise
    return CommandOutcome((s.say("mailed", address=to), *made))


def dice(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Say what dice showed that were thrown on a table (Machiavelli)."""
    settle(s)
    game_meant(s)
    if not command.is_closed:
        raise ActionRefused("dice-not-ended", s.say("dice-not-ended"))
    return s.outcome(s.act(c.ThrowDice("\n".join(command.body))), "dice-thrown")
