"""A running game of another judge gone on with here: its log, and its players brought to their
seats.

The game comes with its history, as turns that were judged, and stands paused at the phase at hand:
its clock goes on when its master says so. Nobody is seated unasked. Each power is open, kept for an
account that is invited, or kept for whoever has the link to it, which may be mailed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Any, Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game import dice_json
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.forming import create
from dragoman.judge.commands.judging import first_deadline
from dragoman.judge.commands.permissions import Actor, check_account
from dragoman.judge.commands.playing import LONGEST_SHEET
from dragoman.judge.imports.running_game import RunningGame, placed
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event, GameLogEntry
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.settings import LONGEST_TITLE
from dragoman.judge.service import Judge
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

SETTLED: Final = FrozenMap[str, Any](
    {"entry": "master", "seating": "master", "begins": "master", "rated": False}
)
"""Settings of every game that is taken over, which its master may change as those of any other."""


class Bringing(Enum):
    """Ways of bringing a player to his seat."""

    OPEN = "open"
    """The seat is for whoever may come in."""
    LINK = "link"
    """It is kept for whoever has the link to it."""
    MAIL = "mail"
    """The link goes to an address by mail."""
    ACCOUNT = "account"
    """Somebody who has an account is invited, and it is kept for him."""


@dataclass(frozen=True, slots=True)
class SeatBrought:
    """The way in which the player of a power is brought to his seat: to which address, or by which
    account."""

    how: Bringing = Bringing.OPEN
    to: str = ""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A game that was taken over: its number here, and what is to be said of it. ``told`` are
    invitations that could not be made or sent."""

    game: int
    told: tuple[Diagnostic, ...] = ()


def settings_for(running: RunningGame, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a game that is taken over: what its files say, and what is chosen instead."""
    return {
        "title": storable(running.name)[:LONGEST_TITLE],
        **SETTLED,
        **running.settings,
        **chosen,
    }


def first_events(running: RunningGame, chosen: Mapping[str, Any], judge: Judge) -> Decision:
    """The events with which the game begins here, or what is wrong with its settings."""
    settings = settings_for(running, chosen)
    if not settings.get("movement"):
        what = "nothing says how long a phase lasts"
        fault = Diagnostic("no-pace", what, "write a pace, as 2 d").at("movement")
        return Decision((), (fault,), refused=True)
    if any(len(text) > LONGEST_SHEET for text in running.sheets.values()):
        what = f"a sheet of orders has at most {LONGEST_SHEET} letters"
        return Decision((), (Diagnostic("sheet-too-long", what),), refused=True)
    start = json.dumps(running.game.start.to_dict())
    wished = {**settings, "variant": running.game.variant.name, "start": start}
    made = create(wished, judge.games.find)
    if made.refused:
        return made
    imported = ev.Imported(
        running.source.value,
        storable(running.name),
        tuple(storable(one.name) for one in running.masters),
        {power: storable(one.name) for power, one in running.players.items()},
        tuple((one.code, storable(placed(one)), storable(one.remedy)) for one in running.told),
        {power: storable(text, "\n") for power, text in running.sheets.items()},
    )
    return Decision((*made.events, *_history(running), imported), made.told)


def storable(text: str, also: str = "") -> str:
    """A text from a file without letters that no database stores, or that are not to be seen."""
    return "".join(
        one if one.isprintable() or one in also else "\N{REPLACEMENT CHARACTER}" for one in text
    )


def _history(running: RunningGame) -> Iterator[Event]:
    for one in running.game.history:
        orders = {power: tuple(map(write, given)) for power, given in one.orders.items()}
        dice = tuple(dice_json(running.game.variant, one.account).get("thrown", ()))
        yield ev.Judged(str(one.phase), orders, one.position.to_dict(), dice=dice)


def take_over(
    judge: Judge,
    running: RunningGame,
    chosen: Mapping[str, Any],
    seats: Mapping[str, SeatBrought],
    actor: Actor,
    language: str,
    now: datetime,
) -> tuple[TakenOver | None, tuple[Diagnostic, ...]]:
    """Go on here with a game, whose master somebody is then; None where settings that he chose are
    wrong, and what is to be said of it.

    Everybody is invited once the game is there: what cannot be sent then is told, and can be done
    again.

    Raises:
        ActionRefused: if it takes an account, a seat is for nobody, or the database does not
            answer.
    """
    check_account(actor)
    if actor.is_program:
        raise ActionRefused("not-allowed", "programs take no games over")
    people = _accounts(judge, seats)
    made = first_events(running, chosen, judge)
    if made.refused:
        return None, made.told
    rows = [
        GameLogEntry(number, now.isoformat(), actor.user, event)
        for number, event in enumerate(made.events, 1)
    ]
    g = rebuild(rows, judge.games.find)
    # The clock has as long for the phase at hand as it is given there, and stands still.
    begun = (ev.Began(first_deadline(g, now)), ev.Paused())
    game = judge.games.keep(Decision((*made.events, *begun)), actor.user, now)
    told: list[Diagnostic] = []
    for power in g.seats:
        brought = seats.get(power, SeatBrought())
        try:
            _bring(judge, game, power, brought, people, actor, language, now)
        except ActionRefused as refused:
            told.append(replace(refused.diagnostic, severity=Severity.WARNING).at(power))
    return TakenOver(game, tuple(told)), made.told


def _accounts(judge: Judge, seats: Mapping[str, SeatBrought]) -> dict[str, int]:
    """The accounts that are invited, by power.

    Raises:
        ActionRefused: if there is none of a name, or one is invited to two seats.
    """
    found: dict[str, int] = {}
    for power, brought in seats.items():
        if brought.how in (Bringing.MAIL, Bringing.ACCOUNT) and not brought.to.strip():
            what = f"nobody is named to be invited to {power}"
            raise ActionRefused("no-person", what, "name somebody, or keep it by a link")
        if brought.how is not Bringing.ACCOUNT:
            continue
        person = judge.accounts.people.called(brought.to.strip())
        if person is None:
            what = f"{power}: there is no account called {brought.to!r}"
            raise ActionRefused("no-person", what, "invite him by mail or by a link")
        if person.number in found.values():
            raise ActionRefused("two-seats", f"{brought.to} is invited to two seats")
        found[power] = person.number
    return found


def _bring(
    judge: Judge,
    game: int,
    power: str,
    brought: SeatBrought,
    people: Mapping[str, int],
    actor: Actor,
    language: str,
    now: datetime,
) -> None:
    match brought.how:
        case Bringing.ACCOUNT:
            _do(judge, game, c.OfferSeat(people[power], power), actor, now)
        case Bringing.LINK:
            _do(judge, game, c.MakeLink(power), actor, now)
        case Bringing.MAIL:
            _do(judge, game, c.MakeLink(power), actor, now)
            judge.invite_by_mail(game, brought.to.strip(), actor, language, now, power)
        case Bringing.OPEN:
            pass


def _do(judge: Judge, game: int, command: c.Command, actor: Actor, now: datetime) -> None:
    """Carry out a command.

    Raises:
        ActionRefused: if it is refused.
    """
    answer = judge.act(game, command, actor, now)
    if answer.refused:
        fault = answer.told[0]
        raise ActionRefused(fault.code, fault.what, fault.remedy, fault.candidates)
