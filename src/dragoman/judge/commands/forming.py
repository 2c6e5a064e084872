"""Games before they begin: settings, players, and the powers that are dealt out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.game import Find, Game, find_variant
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision, check_value
from dragoman.judge.commands.guests import is_public
from dragoman.judge.commands.judging import after, first_deadline
from dragoman.judge.commands.lookup import power_called
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import (
    check_entry,
    has_link,
    is_asked_in,
    no_master_plays,
    refill,
    take_kept_seat,
    waiting,
)
from dragoman.judge.commands.settings_check import check_settings
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event
from dragoman.judge.log.plain_data import read_settings, settings_data
from dragoman.judge.log.settings import Beginning, Entry, Seating
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.log.table import TABLE
from dragoman.refusal import ActionRefused

_OF_THE_BOARD: Final = ("variant", "rules", "switches", "start")
WHILE_FORMING: Final = (
    *_OF_THE_BOARD, "entry", "seating", "begins", "programs", "reliability", "rated", "anonymous",
    "blind", "draws", "time_votes", "last_year", "scoring", "scoring_settings",
    "press_opens",
)  # fmt: skip
"""Settings that nobody may change under the players' hands."""
_LOT_BITS: Final = 62
FARTHEST_BEGINNING: Final = timedelta(days=60)


def create(settings: Mapping[str, Any], find: Find = find_variant) -> Decision:
    """Set up a game: its first event, or what is wrong with its settings."""
    try:
        check_value("settings", settings)
    except ActionRefused as refused:
        return Decision((), (refused.diagnostic,), refused=True)
    wished, faults = read_settings(settings)
    game, more = check_settings(wished, find)
    faults += more
    if faults or game is None:
        return Decision((), faults, refused=True)
    lot = secrets.randbits(_LOT_BITS)
    return Decision((ev.Created(settings_data(wished), _beginning(game), lot),))


def _beginning(game: Game) -> dict[str, Any]:
    """The position in which a game begins. Nobody knows what is secret in it, whatever position he
    handed in."""
    table = TABLE.of(game.variant)
    return table.with_other_secrets(game.position, lambda power: True).to_dict()


def change_settings(
    g: JudgedGame, command: c.ChangeSettings, actor: Actor, now: datetime
) -> Decision:
    given = dict(command.settings)
    before = settings_data(g.settings)
    wished, faults = read_settings({**before, **given})
    if g.stage is not Stage.FORMING:
        late = [
            name for name in WHILE_FORMING if getattr(wished, name) != getattr(g.settings, name)
        ]
        for name in late:
            what = f"{name} cannot be changed any more"
            faults += (Diagnostic("game-has-begun", what, "set up another game").at(name),)
    playing = {*g.players, *g.applicants}
    what = no_master_plays(wished)
    if what and what != no_master_plays(g.settings) and not playing.isdisjoint(g.masters):
        faults += (Diagnostic("master-plays", what, "let another be master"),)
    if actor.is_guest and is_public(wished) and not is_public(g.settings):
        what = "a game that everybody sees in lists takes an account"
        faults += (Diagnostic("guest", what, "register first").at("listed"),)
    game, more = check_settings(wished, g.find, g.settings)
    faults += more
    if faults or game is None:
        return Decision((), faults, refused=True)
    settled = settings_data(wished)
    if settled == before:
        return Decision()
    same_board = all(getattr(wished, one) == getattr(g.settings, one) for one in _OF_THE_BOARD)
    position = {} if same_board else _beginning(game)
    return Decision((ev.SettingsChanged(settled, position),))


# Players.


def join(g: JudgedGame, command: c.Join, actor: Actor, now: datetime) -> Decision:
    check_entry(g, actor, command.code)
    of_kind = [power for power in g.seats if g.is_programs(power) == actor.is_program]
    if not of_kind:
        what = "no power of this game is played by programs"
        raise ActionRefused("no-programs", what, "join another one")
    wishes = tuple(dict.fromkeys(power_called(g, name) for name in command.wishes))
    for power in wishes:
        if power not in of_kind:
            who = "programs" if g.is_programs(power) else "people"
            raise ActionRefused("programs-seat", f"{power} is for {who}", candidates=of_kind)
    before = g.applicants.get(actor.user)
    lets_in = g.settings.entry is Entry.MASTER and has_link(g, command.code)
    if before is not None and before.wishes == wishes and not (lets_in and not before.admitted):
        return Decision()
    joined: tuple[Event, ...] = (ev.Joined(actor.user, wishes, actor.is_program),)
    if lets_in:
        joined += (ev.Admitted(actor.user),)
    later = after(g, joined, actor.user, now)
    told: tuple[Diagnostic, ...] = ()
    if g.settings.entry is Entry.MASTER and not is_asked_in(g, actor.user, command.code):
        told = (_told("asked-to-join", "the master is asked whether to let you in"),)
    elif g.stage is not Stage.FORMING or len(waiting(later, actor.is_program)) > len(of_kind):
        told = (_told("waiting-list", "the seats are taken; you are on the waiting list"),)
    follows = _follows(later, now)
    if any(isinstance(one, ev.Seated) and one.user == actor.user for one in follows):
        told = ()
    return Decision((*joined, *follows), told)


def _told(code: str, what: str) -> Diagnostic:
    return Diagnostic(code, what, "you will be told", severity=Severity.WARNING)


def leave(g: JudgedGame, command: c.Leave, actor: Actor, now: datetime) -> Decision:
    return Decision((ev.Left(actor.user),))


def admit(g: JudgedGame, command: c.Admit, actor: Actor, now: datetime) -> Decision:
    _check_applicant(g, command.user)
    if g.applicants[command.user].admitted:
        return Decision()
    admitted = ev.Admitted(command.user)
    return Decision((admitted, *_follows(after(g, (admitted,), actor.user, now), now)))


def turn_away(g: JudgedGame, command: c.TurnAway, actor: Actor, now: datetime) -> Decision:
    _check_applicant(g, command.user)
    return Decision((ev.Left(command.user),))


def observe(g: JudgedGame, command: c.Observe, actor: Actor, now: datetime) -> Decision:
    if not g.settings.observers:
        raise ActionRefused("no-observers", "nobody looks on at this game")
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game")
    return Decision(() if actor.user in g.observers else (ev.Observing(actor.user),))


def stop_observing(
    g: JudgedGame, command: c.StopObserving, actor: Actor, now: datetime
) -> Decision:
    return Decision((ev.ObservingEnded(actor.user),))


def seat_player(g: JudgedGame, command: c.SeatPlayer, actor: Actor, now: datetime) -> Decision:
    power = power_called(g, command.power)
    _check_applicant(g, command.user)
    if g.seats[power].user is not None:
        raise ActionRefused("seat-taken", f"{power} has a player", "eject the player first")
    if g.is_programs(power) != g.applicants[command.user].program:
        who = "programs" if g.is_programs(power) else "people"
        raise ActionRefused("programs-seat", f"{power} is for {who}")
    seated = ev.Seated(power, command.user)
    return Decision((seated, *_follows(after(g, (seated,), actor.user, now), now)))


def take_seat(g: JudgedGame, command: c.TakeSeat, actor: Actor, now: datetime) -> Decision:
    """Take a seat: the last one of a game that forms may begin it."""
    taken = take_kept_seat(g, command, actor)
    if g.stage is not Stage.FORMING:
        return Decision(taken)
    return Decision((*taken, *_follows(after(g, taken, actor.user, now), now)))


def _check_applicant(g: JudgedGame, user: int) -> None:
    if user not in g.applicants:
        raise ActionRefused("no-applicant", "this player does not wait for a seat")


# Powers.


def begin(g: JudgedGame, command: c.Begin, actor: Actor, now: datetime) -> Decision:
    if g.settings.seating is Seating.MASTER and (waiting(g, False) or waiting(g, True)):
        raise ActionRefused("not-all-seated", "players wait for a power", "seat them")
    begun = _begun(g, now)
    if not g.players and not any(isinstance(one, ev.Seated) for one in begun):
        raise ActionRefused("no-players", "nobody has joined yet", "wait, or invite players")
    return Decision(begun)


def set_beginning(g: JudgedGame, command: c.SetBeginning, actor: Actor, now: datetime) -> Decision:
    if command.at is None:
        return Decision((ev.BeginningSet(""),) if g.begins_at else ())
    if command.at <= now:
        raise ActionRefused("beginning-is-over", "this moment is over", "choose a later one")
    if command.at - now > FARTHEST_BEGINNING:
        what = f"that is more than {FARTHEST_BEGINNING.days} days away"
        raise ActionRefused("beginning-too-far", what, "choose an earlier moment")
    return Decision((ev.BeginningSet(command.at.isoformat()),) if command.at != g.begins_at else ())


def begins_by_itself(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Events of a game at the moment for which its beginning was set. It does not begin while
    nobody is there, or a master has yet to say who plays what."""
    if g.stage is not Stage.FORMING or g.begins_at is None or g.begins_at > now:
        return ()
    begun = _begun(g, now)
    is_unseated = g.settings.seating is Seating.MASTER and (waiting(g, False) or waiting(g, True))
    if is_unseated or not (g.players or any(isinstance(one, ev.Seated) for one in begun)):
        return (ev.BeginningSet(""),)
    return begun


def _begun(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Deal out the seats that are left, and begin."""
    # The same players are dealt the same powers, should two processes begin a game at once.
    lot = Random(f"{g.lot} {g.number}")
    seated: list[Event] = []
    for programs in (False, True):
        left = _left(g, programs)
        players = waiting(g, programs)[: len(left)]
        wishes = {user: g.applicants[user].wishes for user in players}
        if g.settings.seating is Seating.LOT:
            wishes = dict.fromkeys(players, ())
        dealt = assign_seats(wishes, left, lot)
        seated += (ev.Seated(power, user) for user, power in dealt.items())
    return (*seated, ev.Began(first_deadline(g, now)))


def _left(g: JudgedGame, programs: bool) -> list[str]:
    """The seats for people, or for programs, that nobody has yet."""
    return [
        power
        for power, seat in g.seats.items()
        if seat.user is None and g.is_programs(power) == programs
    ]


def _follows(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Events that follow at once when there is one more who may have a seat: the game begins, or
    he takes over."""
    if g.stage is not Stage.FORMING:
        return refill(g, g.free)
    if g.settings.begins is not Beginning.FULL:
        return ()
    if g.settings.seating is Seating.MASTER:
        is_full = not _left(g, False) and not _left(g, True)
    else:
        is_full = all(len(waiting(g, one)) >= len(_left(g, one)) for one in (False, True))
    return _begun(g, now) if is_full else ()


def assign_seats(
    wishes: Mapping[int, Sequence[str]], powers: Sequence[str], lot: Random
) -> dict[int, str]:
    """A power for each player, so that the sum of the squares of the places in which they wished
    for what they get is least; the lot decides between equals. A power that somebody did not name
    counts as named after all that he did.

    There are at least as many powers as players.
    """
    with extra("judge"):
        import scipy.optimize as _optimize  # type: ignore[reportMissingTypeStubs]

    assign: Callable[[list[list[int]]], tuple[Iterable[int], Iterable[int]]]
    assign = getattr(_optimize, "linear_sum_assignment")  # noqa: B009  it has no types

    players = lot.sample(list(wishes), len(wishes))
    open_powers = lot.sample(list(powers), len(powers))
    costs = [
        [
            (list(wishes[player]).index(power) if power in wishes[player] else len(wishes[player]))
            ** 2
            for power in open_powers
        ]
        for player in players
    ]
    if not costs:
        return {}
    rows, columns = assign(costs)
    dealt = {players[row]: open_powers[column] for row, column in zip(rows, columns, strict=True)}
    return {player: dealt[player] for player in wishes}
