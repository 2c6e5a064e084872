"""The log of a judge's game as what happens at a table."""

from __future__ import annotations

from typing import Final

from dragoman.game import Resolution
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import MASTER, OBSERVER, JudgedGame, PressMessage, Stage
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import entries
from dragoman.judge.views.viewer import Viewer
from dragoman.press.press_texts import read_press
from dragoman.rules import Position
from dragoman.sockets.table import (
    Event,
    Moved,
    PressSpoken,
    Remarked,
    SeatLeft,
    SeatTaken,
    TableBegan,
    TableEnded,
    Turned,
)

_PAGE: Final = 1000


def logged_after(judge: Judge, number: int, seen: int, last: int) -> list[ev.Event]:
    """Entries of the log of a game behind one, up to another."""
    found: list[ev.Event] = []
    while seen < last:
        page = entries(judge.database, number, seen, _PAGE)
        if not page:
            break
        found += [one.event for one in page if one.number <= last]
        seen = page[-1].number
    return found


def happened(event: ev.Event, g: JudgedGame) -> tuple[Event, ...]:
    """Events for everybody at the table from an entry of the log, in the game as it stands."""
    is_running = g.stage in (Stage.RUNNING, Stage.PAUSED)
    match event:
        case ev.Began():
            return (TableBegan(),)
        case ev.Judged(phase):
            past = [one for one in g.history if str(one.phase) == phase]
            return (Turned(past[-1], eliminated(past[-1])),) if past else ()
        case ev.Ended():
            return (ended,) if (ended := ended_of(g)) else ()
        case ev.RolledBack() | ev.PositionSet():
            return (Moved(),)
        case ev.Vacated(power) if is_running:
            return (SeatLeft(power),)
        case ev.Seated(power) if is_running:
            return (SeatTaken(power),)
        case ev.Paused(why):
            return (Remarked("judge", f"the game is paused: {why}" if why else "paused"),)
        case ev.Resumed():
            return (Remarked("judge", "the game goes on"),)
        case _:
            return ()


def ended_of(g: JudgedGame) -> TableEnded | None:
    """The end of a game, if it is over."""
    match g.ending:
        case None:
            return None
        case "draw" | "limit", powers:
            return TableEnded("draw", powers or g.game.survivors)
        case "victory" | "concession" as how, powers:
            return TableEnded(how, powers)
        case _:
            return TableEnded("")


def as_heard(message: PressMessage, g: JudgedGame, power: str) -> tuple[Event, ...]:
    """Press as the player of a power hears it; nothing where he must not, or cannot, be told."""
    user = g.seats[power].user
    if user is None or message.sender == power:
        return ()
    viewer = Viewer(g, Actor(user))
    if not viewer.reads(message):
        return ()
    sender = viewer.sender_of(message)
    if sender in (MASTER, OBSERVER):
        return (Remarked(sender.lower(), message.text),)
    if not sender:  # press that nobody signs cannot be told in these languages
        return ()
    variant = g.game.variant
    others = tuple(one for one in variant.players if one != sender)
    to = message.to or others
    return tuple(PressSpoken(sender, to, said) for said in read_press(message.text, variant))


def eliminated(resolution: Resolution) -> tuple[str, ...]:
    """The powers that had something before a phase and have nothing after it."""
    gone = _alive(resolution.before) - _alive(resolution.position)
    return tuple(sorted(gone))


def _alive(position: Position) -> set[str]:
    units = (*position.units, *(one.unit for one in position.dislodged))
    return {*position.owners.values(), *(unit.power for unit in units)}
