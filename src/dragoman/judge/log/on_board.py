"""The game on the board that settings mean, and positions in plain data."""

from __future__ import annotations

import json

from dragoman.board import AUTONOMOUS
from dragoman.game import (
    Find,
    Game,
    JsonObject,
    Variant,
    find_variant,
    parse,
    position_json,
    read_phase,
    read_position,
)
from dragoman.judge.log.events import Data
from dragoman.judge.log.settings import Settings
from dragoman.rules import Position, RuleSet


def rules_of(settings: Settings, variant: Variant) -> RuleSet:
    """The rule set that settings mean.

    Raises:
        ValueError: if there is no such preset, switch or answer.
    """
    chosen = RuleSet.preset(settings.rules) if settings.rules else variant.rule_set
    return chosen.with_settings(*(f"{name}={answer}" for name, answer in settings.switches.items()))


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
    return read_position(fields, phase, variant.board, variant.ground)


def start_of(variant: Variant, rules: RuleSet, text: str) -> Position:
    """A starting position as people hand it in: as JSON, in the form of ``position_json``, or as
    the text of a position, in the form of ``Position.text``.

    Raises:
        FormatError, PositionError: if there can be no such position.
    """
    if text.lstrip().startswith("{"):
        return position_of(variant, rules, parse(text).values)
    # By way of the plain data, so that the same is asked of it.
    position = Position.parse(text, variant.board)
    return position_of(variant, rules, json.loads(json.dumps(position_json(position))))


def players_powers(game: Game) -> tuple[str, ...]:
    """The powers that people play: all but the one that stands for places without a lord."""
    return tuple(power for power in game.variant.board.powers if power != AUTONOMOUS)
