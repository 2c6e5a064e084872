"""Draws, concessions, extensions and pauses by vote.

A vote is secret, and so is who proposed: nobody learns who agreed, nor that somebody did not. A
proposal that all agree to is carried; else it lapses when the phase is judged, and nobody is told
whose fault that was. More time and a pause can be had by a majority, where the settings say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from dragoman.bots import VOTERS
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.lookup import own_power, power_called
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event
from dragoman.judge.log.settings import Draws, TimeVotes
from dragoman.judge.log.state import JudgedGame, Stage, VoteProposal
from dragoman.refusal import ActionRefused

SUBJECTS: Final = ("draw", "concession", "extension", "pause")
ENDINGS: Final = ("draw", "concession")
"""Those that bots have a vote on, too."""
MOST_OPEN: Final = 5
"""Proposals of one power that may be open at once."""


def propose(g: JudgedGame, command: c.Propose, actor: Actor, now: datetime) -> Decision:
    power = own_power(g, actor)
    if not _has_a_say(g, power, command.what):
        raise ActionRefused("no-vote", f"{power} has nothing left to play for")
    powers = tuple(dict.fromkeys(power_called(g, name) for name in command.powers))
    match command.what:
        case "draw":
            powers = _sharers(g, powers)
        case "concession":
            _check_conceded(g, powers)
            if powers == (power,):
                what = "nobody concedes to himself"
                raise ActionRefused("own-power", what, "ask the others to propose it")
        case "extension":
            if g.stage is not Stage.RUNNING or g.deadline is None:
                raise ActionRefused("no-deadline", "the game has no deadline now")
            if command.until is None or command.until <= max(now, g.deadline):
                what = "an extension names a moment after the deadline"
                raise ActionRefused("no-extension", what, f"the deadline is {g.deadline}")
        case "pause":
            if g.stage is not Stage.RUNNING:
                raise ActionRefused("paused-already", "the game is paused")
        case other:
            what = f"nobody can vote on {other!r}"
            raise ActionRefused("unknown-subject", what, candidates=SUBJECTS)
    open_now = g.open_proposals()
    for one in open_now:
        if (one.what, one.powers) == (command.what, powers) and command.what != "extension":
            what = f"proposal {one.number} says the same"
            raise ActionRefused("proposed-already", what, f"vote on {one.number}")
    if sum(one.by == power for one in open_now) >= MOST_OPEN:
        raise ActionRefused("too-many-proposals", f"you have {MOST_OPEN} proposals open")
    number = len(g.proposals) + 1
    until = command.until.isoformat() if command.what == "extension" and command.until else ""
    proposed = ev.Proposed(number, command.what, power, powers, until)
    proposal = VoteProposal(number, command.what, power, powers, command.until, str(g.phase))
    votes = {power: True}
    return Decision((proposed, ev.Voted(number, power, True), *_carried(g, proposal, votes, now)))


def vote(g: JudgedGame, command: c.Vote, actor: Actor, now: datetime) -> Decision:
    power = own_power(g, actor)
    if not 1 <= command.number <= len(g.proposals):
        raise ActionRefused("no-proposal", f"there is no proposal {command.number}")
    proposal = g.proposals[command.number - 1]
    if proposal.outcome:
        what = f"proposal {command.number} is closed: {proposal.outcome}"
        raise ActionRefused("proposal-closed", what, "propose it again")
    if power not in voters(g, proposal):
        raise ActionRefused("no-vote", f"{power} has no vote on this")
    if proposal.votes.get(power) == command.agrees:
        # Somebody may have gone for whom all were waiting.
        return Decision(_carried(g, proposal, proposal.votes, now))
    votes = {**proposal.votes, power: command.agrees}
    voted = ev.Voted(command.number, power, command.agrees)
    return Decision((voted, *_carried(g, proposal, votes, now)))


def declare_result(
    g: JudgedGame, command: c.DeclareResult, actor: Actor, now: datetime
) -> Decision:
    powers = tuple(dict.fromkeys(power_called(g, name) for name in command.powers))
    match command.how:
        case "draw":
            powers = _sharers(g, powers)
        case "concession":
            _check_conceded(g, powers)
        case other:
            what = f"nobody can declare {other!r}"
            raise ActionRefused("unknown-result", what, candidates=("draw", "concession"))
    return Decision((ev.Ended(command.how, powers, command.why, declared=True),))


def voters(g: JudgedGame, proposal: VoteProposal) -> tuple[str, ...]:
    """Powers whose agreement it takes: every one with a player who is there and has something left,
    and those of bots that vote on how a game ends. The power that is conceded to has no vote."""
    return tuple(
        power
        for power in g.seats
        if _has_a_say(g, power, proposal.what)
        and not (proposal.what == "concession" and power in proposal.powers)
    )


def bots_to_vote(g: JudgedGame) -> Iterator[tuple[str, int]]:
    """The powers of bots that have still to vote, each on a proposal."""
    for one in g.open_proposals() if g.stage is Stage.RUNNING else ():
        for power in voters(g, one):
            if g.seats[power].bot and power not in one.votes:
                yield power, one.number


def _has_a_say(g: JudgedGame, power: str, what: str) -> bool:
    votes = g.awaits(power) or (what in ENDINGS and g.seats[power].bot in VOTERS)
    return votes and power in g.game.survivors


def _sharers(g: JudgedGame, named: tuple[str, ...]) -> tuple[str, ...]:
    alive = g.game.survivors
    if g.settings.draws is Draws.SURVIVORS:
        if named and set(named) != set(alive):
            what = "in this game a draw includes all survivors"
            raise ActionRefused("draw-includes-all", what, "name no powers")
        return alive
    for power in named:
        if power not in alive:
            raise ActionRefused("eliminated-power", f"{power} has nothing left")
    return tuple(power for power in alive if power in named) or alive


def _check_conceded(g: JudgedGame, powers: tuple[str, ...]) -> None:
    if len(powers) != 1 or powers[0] not in g.game.survivors:
        what = "a concession names one power that is left"
        raise ActionRefused("one-power", what, candidates=g.game.survivors)


def _carried(
    g: JudgedGame, proposal: VoteProposal, votes: dict[str, bool], now: datetime
) -> tuple[Event, ...]:
    """Events when all have agreed; none where somebody has not."""
    all_voters = voters(g, proposal)
    agree = sum(votes.get(power, False) for power in all_voters)
    by_majority = (
        proposal.what in ("extension", "pause") and g.settings.time_votes is TimeVotes.MAJORITY
    )
    if agree < len(all_voters) and not (by_majority and 2 * agree > len(all_voters)):
        return ()
    closed = ev.ProposalClosed(proposal.number, "carried")
    match proposal.what:
        case "extension":
            assert proposal.until is not None
            return (closed, ev.DeadlineSet(proposal.until.isoformat(), "vote"))
        case "pause":
            return (closed, ev.Paused("vote"))
        case how:
            return (closed, ev.Ended(how, proposal.powers))
