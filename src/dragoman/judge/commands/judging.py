"""Judging the phase at hand, and the moment when that is due."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from dragoman.game import Game, Resolution, dice_json
from dragoman.judge.commands.seats import refill
from dragoman.judge.commands.voting import bots_to_vote
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import bots_are_due, bots_to_speak
from dragoman.judge.log.conditional_orders import orders_chosen
from dragoman.judge.log.events import Event, GameLogEntry
from dragoman.judge.log.fold import apply
from dragoman.judge.log.settings import Early, Missed
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.log.times import timetable
from dragoman.orders import write


def next_due(g: JudgedGame) -> datetime | None:
    """The moment when the clock has to look at a game again; None while only people can move it
    on."""
    found = [due for _, due in bots_to_speak(g)]
    if (due := phase_due(g)) is not None:
        found.append(due)
    return min(found, default=None)


def phase_due(g: JudgedGame) -> datetime | None:
    """The moment when the phase at hand goes on; None while only people can move it on."""
    found = (g.begins_at, g.asked, _bots_due(g), _due(g), abandoned_at(g))
    return min((due for due in found if due is not None), default=None)


def _bots_due(g: JudgedGame) -> datetime | None:
    """The moment since when a bot has something to do."""
    if g.began is None or not _bots_have_work(g):
        return None
    return g.began if g.sign is None else max(g.began, g.sign)


def _bots_have_work(g: JudgedGame) -> bool:
    return bots_are_due(g) or any(True for _ in bots_to_vote(g))


def abandoned_at(g: JudgedGame) -> datetime | None:
    """The moment when somebody has to be asked for a sign, or a game is over because nobody gave
    one; None while there is somebody to be seen.

    A game that runs is asked about only when a whole phase went by in silence: so none is given
    up because nobody could reach the judge.
    """
    if g.stage is Stage.OVER or g.sign is None:
        return None
    if g.warned is not None:
        return g.warned
    runs = g.stage is Stage.RUNNING and g.players and not (g.waits or g.settings.moderated)
    if runs and g.began is not None and g.began <= g.sign:
        return None
    if any(g.has_ordered(power) or g.ready.get(power) for power in _players_to_order(g)):
        return None
    return g.sign + timetable(g.settings).abandoned


def _due(g: JudgedGame) -> datetime | None:
    """The moment when the phase at hand is judged, or the judge begins or ends to wait for
    somebody."""
    if g.stage is not Stage.RUNNING or g.deadline is None or g.settings.moderated:
        return None
    if not g.players:
        return None
    if not g.waits:
        return min(ready_at(g), g.deadline) if all_ready(g) else g.deadline
    if waited_for(g) or (g.settings.strict_grace and g.grace is not None):
        return g.grace
    return g.settled or g.deadline


def all_ready(g: JudgedGame) -> bool:
    """True if the phase may be judged before its deadline, as far as the players go."""
    if g.settings.early is Early.NEVER or not any(map(g.awaits, g.game.survivors)):
        return False
    if _bots_have_work(g):
        return False
    return all(g.is_ready(power) for power in g.has_to_order() if g.awaits(power))


def ready_at(g: JudgedGame) -> datetime:
    """The earliest moment when the phase at hand may be judged, if all are ready."""
    assert g.began is not None
    table = timetable(g.settings, g.phase.kind)
    return max(table.earliest(g.began), (g.settled or g.began) + table.delay)


def absent(g: JudgedGame) -> tuple[str, ...]:
    """The powers that have to order, have a player, and gave no sign."""
    return tuple(
        power
        for power in _players_to_order(g)
        if not g.has_ordered(power) and not g.ready.get(power)
    )


def lacking(g: JudgedGame) -> tuple[str, ...]:
    """Those of them that are waited for."""
    return tuple(filter(g.awaits, absent(g)))


def waited_for(g: JudgedGame) -> tuple[str, ...]:
    """The powers for which the judge waits when the deadline is over."""
    found = set(lacking(g))
    if g.settings.strict_wait:
        found |= {power for power, ready in g.ready.items() if not ready and g.awaits(power)}
    return tuple(power for power in g.seats if power in found)


def what_is_due(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Events that the clock brings about now: it judges, waits for those who are late, or gives
    up."""
    due = phase_due(g)
    if due is None or due > now:
        return ()
    if g.asked is not None:
        return judge_phase(g, now)
    gone = abandoned_at(g)
    if gone is not None and gone <= now:
        if g.warned is not None:
            return (ev.Ended("abandoned"),)
        return (ev.Warned(_last_chance(g, now).isoformat()),)
    missing = waited_for(g)
    is_over = g.deadline is not None and g.deadline <= now
    if not is_over or not missing:
        return judge_phase(g, now)
    if not g.waits:
        if back := _back_from_absence(g, missing, now):
            return (ev.DeadlineSet(back.isoformat(), "absence"),)
        if grace := timetable(g.settings, g.phase.kind).grace:
            return (ev.Awaited(lacking(g), (now + grace).isoformat()),)
    late = lacking(g)
    if g.settings.missed is Missed.WAIT and late:
        return (ev.Awaited(late),)
    return judge_phase(g, now)


def judge_phase(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Judge the phase at hand with what is on file, and open the next."""
    game = with_orders(g)
    missed = absent(g)
    resolution = game.process()
    won = resolution.winners
    last_year = g.settings.last_year
    is_over = bool(won) or 0 != last_year < resolution.position.phase.year
    deadline = "" if is_over else _deadline(g, game, now)
    judged = _judged(game, resolution, missed, deadline)
    if won:
        return (judged, ev.Ended("victory", won))
    if is_over:
        return (judged, ev.Ended("limit", game.survivors))
    if g.settings.bot and g.players and not {*g.players.values()} & {*game.survivors}:
        return (judged, ev.Ended("draw", game.survivors))  # among themselves bots do not play on
    vacated = [
        ev.Vacated(power, "missed")
        for power in missed
        if g.settings.missed is Missed.REPLACE and g.seats[power].missed + 1 >= g.settings.misses
    ]
    open_now = [one.power for one in vacated if one.power in game.survivors]
    return (judged, *vacated, *refill(g, open_now))


def with_orders(g: JudgedGame) -> Game:
    """A copy of the game with the orders on file for the phase at hand."""
    game = g.game.copy()
    for power in g.seats:
        if standing := g.standing.get(power):
            game.order(power, standing, standing=True)
        sheet = g.sheets.get((power, str(g.phase)))
        if sheet is not None:
            game.order(power, orders_chosen(sheet.text, g.known_to(power)))
    if g.dice:
        game.throw(g.dice.splitlines())
    return game


def after(g: JudgedGame, events: Iterable[Event], user: int, now: datetime) -> JudgedGame:
    """The game as it is after these events."""
    twin = g.copy()
    for event in events:
        apply(twin, GameLogEntry(twin.number + 1, now.isoformat(), user, event))
    return twin


def first_deadline(g: JudgedGame, now: datetime) -> str:
    """The deadline of the first phase if the game begins now."""
    return _deadline(g, g.game, now)


def _judged(
    game: Game, resolution: Resolution, missed: tuple[str, ...], deadline: str
) -> ev.Judged:
    orders = {power: tuple(map(write, given)) for power, given in resolution.orders.items()}
    return ev.Judged(
        str(resolution.phase),
        orders,
        resolution.position.to_dict(),
        missed,
        resolution.winners,
        deadline,
        tuple(dice_json(game.variant, resolution.account).get("thrown", ())),
    )


def _players_to_order(g: JudgedGame) -> Iterable[str]:
    return (power for power in g.has_to_order() if g.seats[power].user is not None)


def _last_chance(g: JudgedGame, now: datetime) -> datetime:
    """The moment until when somebody may still give a sign."""
    a_while = now + timetable(g.settings).abandoned / 4
    return a_while if g.deadline is None else max(a_while, g.deadline)


def _deadline(g: JudgedGame, game: Game, now: datetime) -> str:
    return timetable(g.settings, game.phase.kind).deadline(game.phase.kind, now).isoformat()


def _back_from_absence(g: JudgedGame, missing: tuple[str, ...], now: datetime) -> datetime | None:
    """The moment when the last of those is back who said that they would be away."""
    back: list[datetime] = []
    for power in missing:
        user = g.seats[power].user
        if user is None:
            continue
        back += (end for start, end in g.absences.get(user, ()) if start <= now < end)
    return max(back) + timedelta(seconds=1) if back else None
