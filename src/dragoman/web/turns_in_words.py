"""Turns in words, remembered: a turn that was judged does not change, and many read of it.

They are kept by all that they are made of. The turns themselves say which ones are meant: after a
roll back others stand in their place, even under the same name.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from dragoman.game import Resolution, Variant
from dragoman.orders import Notation
from dragoman.remembered import Itself, Remembered
from dragoman.reports import TurnFacts, turn_facts
from dragoman.reports.facts_in_sight import facts_in_sight
from dragoman.reports.results import TurnResults, turn_results

_BYTES_AN_ORDER: Final = 600

_facts: Remembered[tuple[Hashable, ...], TurnFacts] = Remembered()
_results: Remembered[tuple[Hashable, ...], TurnResults] = Remembered()


def facts_in_words(
    variant: Variant,
    turns: Sequence[Resolution],
    language: str,
    *,
    title: str,
    notation: Notation | None,
    explained: bool = False,
    for_master: bool = False,
) -> TurnFacts:
    """The facts of the last of some turns; the others are all that came before."""
    key = (variant, *map(Itself, turns), language, title, notation, explained, for_master)
    if (known := _facts.get(key)) is not None:
        return known
    *earlier, last = turns
    made = turn_facts(
        variant,
        last,
        language,
        title=title,
        explained=explained,
        earlier=earlier,
        for_master=for_master,
        notation=notation,
    )
    return _facts.keep(key, made, _BYTES_AN_ORDER * (1 + len(last.outcomes)))


def told_in_words(
    variant: Variant,
    told: Resolution,
    power: str,
    language: str,
    *,
    title: str,
    notation: Notation | None,
) -> TurnFacts:
    """The facts of a turn as far as a power was ``told`` of it in fog."""
    key = (variant, Itself(told), power, language, title, notation)
    if (known := _facts.get(key)) is not None:
        return known
    made = facts_in_sight(variant, told, power, language, title=title, notation=notation)
    return _facts.keep(key, made, _BYTES_AN_ORDER * (1 + len(told.outcomes)))


def results_in_words(
    variant: Variant,
    turns: Sequence[Resolution],
    first: int,
    power: str,
    language: str,
    *,
    whole: bool,
    notation: Notation | None,
) -> TurnResults:
    """The results of turns from the one numbered ``first`` on, for who plays a power, or for
    somebody who looks on; of others than his own units only where he sees the ``whole`` board."""
    key = (variant, *map(Itself, turns), first, power, language, whole, notation)
    if (known := _results.get(key)) is not None:
        return known
    told = turns[first:]
    made = turn_results(
        variant, told, power, language, earlier=turns[:first], whole=whole, notation=notation
    )
    return _results.keep(key, made, _BYTES_AN_ORDER * sum(1 + len(one.outcomes) for one in told))
