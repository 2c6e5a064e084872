"""The game on the board that settings mean, and positions in plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from dragoman.diagnostics import Diagnostic
from dragoman.game import (
    Find,
    FormatError,
    Game,
    JsonObject,
    Resolution,
    Variant,
    find_variant,
    parse,
    process,
    read_dice,
    read_phase,
    read_position,
)
from dragoman.game.variant import PLAY
from dragoman.judge.log.events import Data
from dragoman.judge.log.settings import Settings
from dragoman.orders import Order, scan_order
from dragoman.rules import Position, RuleSet


def rules_of(settings: Settings, variant: Variant) -> RuleSet:
    """The rule set that settings mean.

    Raises:
        ValueError: if there is no such preset, switch or answer.
    """
    chosen = RuleSet.preset(settings.rules) if settings.rules else variant.rule_set
    chosen = chosen.with_settings(
        *(f"{name}={answer}" for name, answer in settings.switches.items())
    )
    return chosen.replace(sight="borders") if settings.blind and chosen.sight == "all" else chosen


def on_the_board(settings: Settings, position: Data, find: Find = find_variant) -> Game:
    """The game that settings mean, from a position on.

    Raises:
        ValueError: if the variant or the rules cannot be.
        FormatError: if the position cannot be.
    """
    variant = find(settings.variant)
    rules = rules_of(settings, variant)
    return Game(variant, rules, position_of(variant, rules, position))


def position_of(variant: Variant, rules: RuleSet, data: Data) -> Position:
    """A position from plain data.

    Raises:
        FormatError: if there can be no such position.
    """
    fields = JsonObject(data, "position")
    phase = read_phase(fields, variant.calendar_under(rules))
    return read_position(fields, phase, variant)


def start_of(variant: Variant, rules: RuleSet, text: str) -> Position:
    """A starting position as people hand it in: as JSON, in the form of ``Position.to_dict``, or as
    the text of a position, in the form of ``Position.text``.

    Raises:
        FormatError, PositionError: if there can be no such position.
    """
    if text.lstrip().startswith("{"):
        position = position_of(variant, rules, parse(text).values)
    else:
        # By way of the plain data, so that the same is asked of it.
        data = Position.parse(text, variant.board).to_dict()
        position = position_of(variant, rules, json.loads(json.dumps(data)))
    check_crowd(variant, position)
    return position


def check_crowd(variant: Variant, position: Position) -> None:
    """See that a position that somebody made up has no more units than the map feeds: to list what
    crowds upon crowds of fleets can do would hold up all others.

    Raises:
        FormatError: if it has.
    """
    most = PLAY.of(variant).most_units(variant)
    if most is not None and len(position.units) > most:
        what = f"{len(position.units)} units are too many on this map; {most} may be"
        raise FormatError(Diagnostic("too-many-units", what, "leave some out"))


def players_powers(game: Game) -> tuple[str, ...]:
    """The powers that people play: those with something on the board when the game begins, but
    for the one that stands for places without a lord."""
    start = game.start
    alive = {unit.power for unit in start.units} | set(start.owners.values())
    alive |= {one.unit.power for one in start.dislodged}
    return tuple(p for p in game.variant.players if p in alive)


def replayed(
    variant: Variant,
    rules: RuleSet,
    before: Position,
    orders: Mapping[str, Iterable[str]],
    after: Data,
    winners: tuple[str, ...] = (),
    dice: Iterable[str] = (),
) -> Resolution:
    """A phase that was judged, with its explanations: what was judged stands, also where a rule
    was mended since.

    Raises:
        FormatError: if the position after it cannot be.
    """
    given = {power: _read(variant, before, texts) for power, texts in orders.items()}
    thrown, _ = read_dice(variant, tuple(dice))
    resolution = process(variant, before, given, rules, thrown)
    position = position_of(variant, rules, after)
    return replace(resolution, position=position, winners=winners)


def _read(variant: Variant, position: Position, texts: Iterable[str]) -> tuple[Order, ...]:
    read = (scan_order(text, variant.board, position.phase.kind.value) for text in texts)
    return tuple(order for order in read if not isinstance(order, Diagnostic))
