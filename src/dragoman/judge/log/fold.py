"""From the log to the judged game: a fold over the events.

Whether an event was allowed was decided before it was logged; here it is only carried out. One
function does so for each kind of event: those about people and seats are in ``fold_people``,
orders, time and votes in ``fold_play``, press and notes in ``fold_press``, what masters do in
``fold_masters``.
"""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.game import Find, find_variant
from dragoman.judge.log import events as ev, fold_masters, fold_people, fold_play, fold_press
from dragoman.judge.log.events import Logged
from dragoman.judge.log.fold_registry import RULES, Entry, moment
from dragoman.judge.log.on_board import on_the_board, players_powers
from dragoman.judge.log.plain_data import read_settings
from dragoman.judge.log.state import JudgedGame, Seat

_ENTERED = (fold_masters, fold_people, fold_play, fold_press)
"""The modules that enter their functions among ``RULES``."""


def rebuild(log: Iterable[Logged], find: Find = find_variant) -> JudgedGame:
    """The game that a log describes. ``find`` looks its variant up.

    Raises:
        ValueError: if the log does not begin with the creation of a game.
    """
    entries = iter(log)
    first = next(entries, None)
    if first is None or not isinstance(first.event, ev.Created):
        raise ValueError("the log of a game begins with its creation")
    g = _created(first, first.event, find)
    for one in entries:
        apply(g, one)
    return g


def apply(g: JudgedGame, logged: Logged) -> None:
    """Carry out one more event on a game."""
    at = moment(logged.at)
    RULES[type(logged.event)](g, logged.event, Entry(at, logged.by))
    g.number = logged.number
    if logged.by:
        g.sign, g.warned = at, None


def _created(logged: Logged, event: ev.Created, find: Find) -> JudgedGame:
    settings, _ = read_settings(event.settings)
    game = on_the_board(settings, event.position, find)
    at = moment(logged.at)
    g = JudgedGame(settings, game, find, at, logged.number, event.lot)
    g.masters, g.sign = [logged.by], at
    g.seats = {power: Seat(power) for power in players_powers(game)}
    return g
