"""What players say besides orders and press: wishes, absences, votes."""

from __future__ import annotations

import re
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.log.state import JudgedGame, VoteProposal
from dragoman.mail.carrying.finding import game_meant, moment_named, powers_named
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.reading import Command
from dragoman.refusal import ActionRefused

_TO: Final = re.compile(
    r"\s*(?:\bto\b|\buntil\b|\btill\b|\bbis\b|\bthrough\b|\s[-–]\s|\.\.)\s*", re.I
)
_ANY: Final = frozenset(("", "any", "none", "*", "egal", "keine"))


def preference(s: Session, text: str) -> Outcome:
    """The powers that one would like to play, best first."""
    game_meant(s)
    g = s.g()
    wishes = wishes_named(s, g, text)
    names = ", ".join(s.book(g).power(one) for one in wishes) or s.say("any-power")
    seat = g.seats.get(g.players.get(s.person, "")) or g.applicants.get(s.person)
    if wishes and seat is not None and seat.wishes == wishes:
        return Outcome((s.say("wishes", powers=names),))  # it was known when he signed on
    if s.person not in g.applicants:
        raise ActionRefused("not-waiting", s.say("not-waiting"))
    return s.outcome(s.act(c.Join(wishes, g.settings.code)), "wishes", powers=names)


def wishes_named(s: Session, g: JudgedGame, text: str) -> tuple[str, ...]:
    """The powers of a list of wishes, best first; none where any will do.

    Raises:
        ActionRefused: if one of them is nobody here.
    """
    bare = text.strip().strip("[]*")
    return () if bare.casefold() in _ANY else powers_named(s, g, bare)


def absence(s: Session, text: str, is_on: bool) -> Outcome:
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


def draw(s: Session, text: str, is_on: bool) -> Outcome:
    """Vote for a draw, and propose it where nobody has; or vote for none."""
    game_meant(s)
    g = s.g()
    return _agree(s, g, "draw", _of_list(s, g, text), is_on)


def _of_list(s: Session, g: JudgedGame, text: str) -> tuple[str, ...]:
    if text.strip().casefold() in ("", "dias", "all", "alle"):
        return ()
    return powers_named(s, g, text)


def concede(s: Session, text: str, is_on: bool) -> Outcome:
    """Vote to give the game to a power, and propose it where nobody has."""
    game_meant(s)
    g = s.g()
    bare = re.sub(r"^(?:to|an)\s+", "", text.strip(), flags=re.I)
    powers = powers_named(s, g, bare) if bare else ()
    if is_on and len(powers) != 1:
        raise ActionRefused("one-power", s.say("concede-to-whom"), "", tuple(g.game.survivors))
    return _agree(s, g, "concession", powers, is_on)


def _agree(s: Session, g: JudgedGame, what: str, powers: tuple[str, ...], is_on: bool) -> Outcome:
    """Agree to what is put to the vote, or put it there; or agree to it no more."""
    found = [one for one in g.open_proposals() if one.what == what]
    if not is_on:
        if powers:
            found = [one for one in found if set(one.powers) == set(powers)]
        if not found:
            return Outcome((s.say("nothing-to-vote"),))
        answered: list[str] = []
        for one in found:
            came = s.act(c.Vote(one.number, False))
            answered += s.outcome(came, "voted-no", number=one.number, what=_said(s, g, one)).told
        return Outcome(tuple(answered))
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
    return Outcome((s.say("proposed", number=mine.number if mine else 0, what=name), *told.told))


def vote(s: Session, command: Command) -> Outcome:
    """Agree to a proposal by its number, or not."""
    game_meant(s)
    g, number = s.g(), int(command.part("number"))
    agrees = command.part("how").casefold() in ("yes", "ja")
    if not 1 <= number <= len(g.proposals):
        return s.outcome(s.act(c.Vote(number, agrees)))
    return _vote(s, g, g.proposals[number - 1], agrees)


def _vote(s: Session, g: JudgedGame, one: VoteProposal, agrees: bool) -> Outcome:
    key = "voted-yes" if agrees else "voted-no"
    came = s.act(c.Vote(one.number, agrees))
    told = s.outcome(came, key, number=one.number, what=_said(s, g, one))
    if not came.refused and s.g().proposals[one.number - 1].outcome == "carried":
        return Outcome((*told.told, s.say("carried")))
    return told


def propose(s: Session, command: Command) -> Outcome:
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


def _said(s: Session, g: JudgedGame, one: VoteProposal) -> str:
    """What is put to the vote, in words."""
    powers = ", ".join(s.book(g).power(power) for power in one.powers)
    return s.say(f"vote-{one.what}", powers=powers)
