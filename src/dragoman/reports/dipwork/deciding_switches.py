"""DipWork's switches, and those that decided the outcome of an order.

A switch decided where another value of it would have made something else of the order; so the
phase is resolved again with each.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import Unit
from dragoman.formats.dipwork import RULE_SWITCHES, Atlas
from dragoman.game import Resolution, Variant, process
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Outcome


@dataclass(frozen=True, slots=True)
class SwitchDecision:
    """A switch by its keyword and value, and what became of a unit with another ``other`` value."""

    unit: Unit
    keyword: str
    value: str
    other: str
    instead: Outcome

    def text(self, atlas: Atlas) -> str:
        """``F Bre: SELF_CUT_OK nein decided; with ja cut``."""
        unit = f"{self.unit.kind} {atlas.field_of[self.unit.location]}"
        result = self.instead.result.value
        dislodged = self.instead.dislodged_by is not None
        also = ", driven out" if dislodged and result != "dislodged" else ""
        return f"{unit}: {self.keyword} {self.value} decided; with {self.other} {result}{also}"


def decisions(variant: Variant, resolution: Resolution) -> Iterator[SwitchDecision]:
    """The outcomes that each switch decided in a movement phase, in the order of the manual."""
    for switch in RULE_SWITCHES:
        value = next(
            (
                written
                for written, name, answer in switch.answers
                if getattr(resolution.rule_set, name) == answer
            ),
            None,
        )
        if value is None:  # a choice that DipWork does not have
            continue
        for other, name, answer in switch.answers:
            if other == value:
                continue
            rule_set = resolution.rule_set.with_settings(f"{name}={answer}")
            instead = process(variant, resolution.before, resolution.orders, rule_set)
            for was, would_be in zip(resolution.outcomes, instead.outcomes, strict=True):
                if _end(was) != _end(would_be):
                    yield SwitchDecision(was.unit, switch.keyword, value, other, would_be)


def _end(outcome: Outcome) -> tuple[object, ...]:
    return outcome.result, outcome.moved_to, outcome.dislodged_by
