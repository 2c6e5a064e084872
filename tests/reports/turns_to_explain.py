"""Turns to be explained: written out in a few lines, or taken from the rule cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from case_files import Trial, read_all
from case_judging import orders_of, position_of, variant_of

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Order, scan
from dragoman.reports import explanations
from dragoman.rules import Phase, Position, RuleSet

STANDARD = load_variant("standard")
BOARD = STANDARD.board
DATC = RuleSet.preset("datc")

TRIALS: Mapping[str, Trial] = {trial.id: trial for case in read_all() for trial in case.trials}


def turn(
    rule_set: RuleSet = DATC,
    phase: str = "S1901M",
    units: Mapping[str, str] | None = None,
    **orders: str,
) -> Resolution:
    """A movement phase from the orders of each power; the units are those the orders name,
    and ``units`` of powers besides (``GERMANY="A MUN, A BER"``)."""
    scanned = {power: _orders(text, phase[-1]) for power, text in orders.items()}
    standing = [
        Unit(power, order.unit.kind or "", order.unit.location)
        for power, given in scanned.items()
        for order in given
    ]
    for power, text in (units or {}).items():
        standing += [Unit(power, *unit.split()) for unit in text.split(", ")]
    position = Position(Phase.parse(phase), tuple(standing))
    return process(STANDARD, position, scanned, rule_set)


def told(resolution: Resolution, unit: str, language: str = "en") -> str:
    """What is said about the order of a unit, the only one it has."""
    about = [e for e in explanations(STANDARD, resolution) if e.concerns(unit)]
    (explanation,) = about
    return explanation.text(language)


def resolutions(trial: Trial) -> Iterator[Resolution]:
    """Every phase of a rule case, resolved by the rules it asks for."""
    variant = variant_of(trial)
    rule_set = RuleSet.preset(trial.case.rules).with_settings(*trial.settings)
    for steps in trial.scenarios:
        before: Position | None = None
        for step in steps:
            if before is None or step.units is not None:
                before = position_of(variant.board, step)
            before = replace(before, phase=step.phase)
            resolution = process(variant, before, orders_of(variant.board, step), rule_set)
            yield resolution
            before = resolution.position


def _orders(text: str, letter: str) -> tuple[Order, ...]:
    found = scan(text, BOARD, letter)
    assert not found.diagnostics, found.diagnostics
    return tuple(one.order for one in found.orders)
