"""Before a game begins: settings, who plays, who plays what."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.formats import VariantError
from dragoman.game import Find, Game, find_variant, position_json
from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.deal import deal
from dragoman.judge.commands.finding import power_called
from dragoman.judge.commands.judging import first_deadline
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.plain_data import read_settings, settings_data
from dragoman.judge.log.settings import (
    LONGEST_TITLE,
    PRESS_KINDS,
    Entry,
    Seating,
    Settings,
    time_faults,
)
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet

_OF_THE_BOARD = ("variant", "rules", "switches")
_WHILE_FORMING = (*_OF_THE_BOARD, "entry", "seating", "anonymous", "blind")
"""Settings that nobody may change under the players' hands."""


def create(settings: Mapping[str, Any], find: Find = find_variant) -> Answer:
    """Set up a game: its first event, or what is wrong with its settings."""
    wished, faults = read_settings(settings)
    game, more = _checked(wished, find)
    faults += more
    if faults or game is None:
        return Answer((), faults, refused=True)
    return Answer((ev.Created(settings_data(wished), position_json(game.position)),))


def change_settings(
    g: JudgedGame, command: c.ChangeSettings, actor: Actor, now: datetime
) -> Answer:
    given = dict(command.settings)
    before = settings_data(g.settings)
    wished, faults = read_settings({**before, **given})
    if g.stage is not Stage.FORMING:
        late = [
            name for name in _WHILE_FORMING if getattr(wished, name) != getattr(g.settings, name)
        ]
        for name in late:
            what = f"{name} cannot be changed any more"
            faults += (Diagnostic("game-has-begun", what, "set up another game").at(name),)
    game, more = _checked(wished, g.find)
    faults += more
    if faults or game is None:
        return Answer((), faults, refused=True)
    after = settings_data(wished)
    if after == before:
        return Answer()
    same_board = all(getattr(wished, one) == getattr(g.settings, one) for one in _OF_THE_BOARD)
    position = {} if same_board else position_json(game.position)
    return Answer((ev.SettingsChanged(after, position),))


def join(g: JudgedGame, command: c.Join, actor: Actor, now: datetime) -> Answer:
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game already")
    if actor.user in g.masters and g.settings.press and g.settings.anonymous:
        what = "the master of an anonymous game knows who plays what"
        raise ActionRefused("master-plays", what, "let another be its master")
    check_entry(g, command.code)
    if g.stage is Stage.FORMING and len(g.applicants) >= len(g.seats):
        full = Diagnostic("waiting-list", "the seats are taken; you are on the waiting list")
        told: tuple[Diagnostic, ...] = (full,)
    else:
        told = ()
    wishes = tuple(dict.fromkeys(power_called(g, name) for name in command.wishes))
    if g.applicants.get(actor.user) == wishes:
        return Answer((), told)
    return Answer((ev.Joined(actor.user, wishes),), told)


def leave(g: JudgedGame, command: c.Leave, actor: Actor, now: datetime) -> Answer:
    return Answer((ev.Left(actor.user),))


def begin(g: JudgedGame, command: c.Begin, actor: Actor, now: datetime) -> Answer:
    taken = set(g.players.values())
    left = [power for power in g.seats if power not in taken]
    players = list(g.applicants)[: len(left)]
    if g.settings.seating is Seating.MASTER and players:
        raise ActionRefused("not-all-seated", "players wait for a power", "seat them")
    if not players and not taken:
        raise ActionRefused("no-players", "nobody has joined yet", "wait, or invite players")
    # The same players are dealt the same powers, should two processes begin a game at once.
    lot = Random(f"{g.number} {g.created.isoformat()}")
    wishes = {user: g.applicants[user] for user in players}
    if g.settings.seating is Seating.LOT:
        wishes = dict.fromkeys(players, ())
    dealt = deal(wishes, left, lot)
    seated = (ev.Seated(power, user) for user, power in dealt.items())
    return Answer((*seated, ev.Began(first_deadline(g, now))))


def seat_player(g: JudgedGame, command: c.SeatPlayer, actor: Actor, now: datetime) -> Answer:
    power = power_called(g, command.power)
    if command.user not in g.applicants:
        raise ActionRefused("no-applicant", "this player does not wait for a seat")
    if g.seats[power].user is not None:
        raise ActionRefused("seat-taken", f"{power} has a player", "eject the player first")
    return Answer((ev.Seated(power, command.user),))


def check_entry(g: JudgedGame, code: str) -> None:
    """See that somebody with this code may come in.

    Raises:
        ActionRefused: if not.
    """
    if g.settings.entry is not Entry.CODE:
        return
    if not hmac.compare_digest(code.encode(), g.settings.code.encode()):
        what = "this game is for those who have its code"
        raise ActionRefused("wrong-code", what, "ask its master for an invitation")


def _checked(settings: Settings, find: Find) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game on the board that settings mean, and what is wrong with them."""
    faults = list(time_faults(settings))
    if not settings.title.strip() or len(settings.title) > LONGEST_TITLE:
        what = f"a title has 1 to {LONGEST_TITLE} letters"
        faults.append(Diagnostic("no-title", what, "give the game another one").at("title"))
    for kind in settings.press:
        if kind not in PRESS_KINDS:
            what = f"{kind!r} is no kind of press"
            faults.append(Diagnostic("unknown-press", what, candidates=PRESS_KINDS).at("press"))
    if settings.entry is Entry.CODE and len(settings.code) < 4:
        faults.append(Diagnostic("no-code", "a code has at least four letters").at("code"))
    if not 1 <= settings.misses <= 20:
        faults.append(Diagnostic("misses-out-of-range", "from 1 to 20 may be missed").at("misses"))
    try:
        variant = find(settings.variant)
    except VariantError as error:
        faults.append(Diagnostic("unknown-variant", str(error)).at("variant"))
        return None, tuple(faults)
    try:
        rules = RuleSet.preset(settings.rules) if settings.rules else variant.rule_set
        rules = rules.with_settings(*(f"{k}={v}" for k, v in settings.switches.items()))
    except ValueError as error:
        faults.append(Diagnostic("unknown-rule", str(error)).at("rules"))
        return None, tuple(faults)
    return Game(variant, rules), tuple(faults)
