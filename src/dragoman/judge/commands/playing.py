"""Orders and readiness of players while the game runs."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game import Game, told_by_words
from dragoman.game.sight import as_seen
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.judging import (
    after,
    all_ready,
    judge_phase,
    ready_at,
    waited_for,
)
from dragoman.judge.commands.lookup import own_power, phase_called
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.conditional_orders import (
    all_branches,
    condition_faults,
    is_conditional,
    orders_chosen,
)
from dragoman.judge.log.events import Event
from dragoman.judge.log.sheet_reading import give_sheet
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.log.unseen_units import supposed
from dragoman.orders import scan, unremarked
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase, PhaseKind

LONGEST_SHEET: Final = 100_000


@dataclass(frozen=True, slots=True)
class SheetRead:
    """A sheet as the judge reads it: how many orders it has, and diagnostics about it."""

    orders: int
    told: tuple[Diagnostic, ...]


def save_orders(g: JudgedGame, command: c.SaveOrders, actor: Actor, now: datetime) -> Decision:
    """Keep a sheet as it was written. What the judge cannot understand is told and stays on the
    sheet, for nothing that a player wrote is thrown away; it is not judged. But a sheet of which
    the conditions cannot be read is refused: nobody could say what it orders."""
    power = own_power(g, actor, command.power)
    phase = phase_called(g, command.phase)
    if phase < g.phase:
        raise ActionRefused("phase-is-over", f"{phase} has been judged", "order for a later one")
    _check_length(command.text)
    if faults := condition_faults(command.text, g.game.variant):
        return Decision((), faults, refused=True)
    read = read_sheet(g, power, command.text, phase)
    before = g.sheets.get((power, str(phase)))
    if before is not None and before.text == command.text and before.by == actor.user:
        return Decision((), read.told)
    saved = ev.OrdersSaved(power, str(phase), command.text, read.orders)
    if phase != g.phase:
        return Decision((saved,), read.told)
    return Decision((saved, *_then(g, saved, actor, now)), read.told)


def read_sheet(g: JudgedGame, power: str, text: str, phase: Phase) -> SheetRead:
    """A sheet read for the phase at hand by the rules, for a later one by the words alone. In a
    blind game the judge says no more than the power can see."""
    if phase != g.phase:
        words = all_branches(text, g.game.variant)
        # Of a sheet with conditions one branch may order what another does.
        return _by_words(g, words, phase, tells_of_repeated=not is_conditional(text))
    game, told = with_sheet(g, power, text)
    return SheetRead(sum(len(one.orders) for one in game.pending.sets.get(power, ())), told)


def with_sheet(g: JudgedGame, power: str, text: str) -> tuple[Game, tuple[Diagnostic, ...]]:
    """The game with a power's orders by a sheet, in a blind one with what the power sees alone; and
    what is to be said of the sheet."""
    game = _as_seen_by(g, power)
    chosen = orders_chosen(text, g.known_to(power))
    told = give_sheet(game, power, g.standing.get(power, ""), chosen)
    if told and g.is_blind and g.phase.kind is PhaseKind.MOVEMENT:
        told = _doubts(game, power, chosen)
    if is_conditional(text):
        # What does not count now may do so yet, should the position be put right.
        words = _by_words(g, all_branches(text, g.game.variant), g.phase).told
        told += tuple(one for one in words if one.is_error and one not in told)
        told = tuple(sorted(told, key=lambda one: (one.line, one.column)))
    return game, told


def _doubts(game: Game, power: str, text: str) -> tuple[Diagnostic, ...]:
    """Diagnostics of orders in fog: none doubts that a unit stands where the power does not see."""
    variant, rules = game.variant, game.rule_set
    orders = (one.order for one in scan(text, variant.board, game.phase.kind.value).orders)
    standing = game.pending.standing.get(power, ())
    supposing = Game(variant, rules, supposed(game, power, orders))
    if standing:
        supposing.order(power, standing, standing=True)
    return supposing.order(power, text)


def _by_words(
    g: JudgedGame, text: str, phase: Phase, *, tells_of_repeated: bool = False
) -> SheetRead:
    board = g.game.variant.board
    found = scan(text, board, phase.kind.value)
    again = told_by_words(found.orders, board, g.game.rule_set) if tells_of_repeated else ()
    press = (
        Diagnostic(
            "no-order",
            f"{one.text!r} was not taken for an order",
            line=one.line,
            column=one.column,
            severity=Severity.WARNING,
        )
        for one in unremarked(found.press, found.diagnostics)
    )
    told = sorted((*found.diagnostics, *press, *again), key=lambda one: (one.line, one.column))
    return SheetRead(len(found.orders), tuple(told))


def _as_seen_by(g: JudgedGame, power: str) -> Game:
    """A copy of the game, in a blind one with nothing on the board that the power cannot see."""
    if not g.is_blind:
        return g.game.copy()
    variant, rules = g.game.variant, g.game.rule_set
    return Game(variant, rules, as_seen(variant.board, g.game.position, power, rules))


def save_standing(g: JudgedGame, command: c.SaveStanding, actor: Actor, now: datetime) -> Decision:
    power = own_power(g, actor, command.power)
    _check_length(command.text)
    if is_conditional(command.text):
        what = "orders that stand depend on nothing"
        raise ActionRefused("conditional-standing", what, "order for later phases instead")
    if g.game.rule_set.standing_orders == "no" and command.text.strip():
        what = "orders that stand for every turn are not allowed in this game"
        raise ActionRefused("not-allowed", what, "order each turn")
    if not command.text.strip():
        told: tuple[Diagnostic, ...] = ()
    else:
        told = _as_seen_by(g, power).order(power, command.text, standing=True)
        # For units that may yet be there an order may stand already.
        told = tuple(one for one in told if one.code != "no-such-unit")
    if g.standing.get(power, "") == command.text:
        return Decision((), told)
    saved = ev.StandingSaved(power, command.text)
    return Decision((saved, *_then(g, saved, actor, now)), told)


def set_ready(g: JudgedGame, command: c.SetReady, actor: Actor, now: datetime) -> Decision:
    power = own_power(g, actor, command.power)
    if power not in tuple(g.has_to_order()):
        what = f"{power} has nothing to order in {g.phase}"
        raise ActionRefused("nothing-to-order", what)
    if g.ready.get(power) == command.ready:
        return Decision()
    said = ev.ReadySet(power, command.ready)
    return Decision((said, *_then(g, said, actor, now)))


def _check_length(text: str) -> None:
    if len(text) > LONGEST_SHEET:
        what = f"a sheet of orders has at most {LONGEST_SHEET} letters"
        raise ActionRefused("sheet-too-long", what)


def _then(g: JudgedGame, event: Event, actor: Actor, now: datetime) -> tuple[Event, ...]:
    """The judging that follows at once when with this event nobody is awaited any more."""
    if g.stage is not Stage.RUNNING or g.settings.moderated or g.is_homemade:
        return ()
    later = after(g, (event,), actor.user, now)
    return judge_phase(later, now) if _is_complete(later, now) else ()


def _is_complete(g: JudgedGame, now: datetime) -> bool:
    # A game that waits goes on as soon as the last who was late has ordered.
    if g.waits:
        return not waited_for(g) and not (g.settings.strict_grace and g.grace is not None)
    return all_ready(g) and ready_at(g) <= now
