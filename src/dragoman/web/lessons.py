"""The tutorial's lessons: positions with a task, judged as every turn is. Whatever leads to what a
lesson is about is right, whoever thought of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.files import kept_toml
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook, explanations
from dragoman.rules import PhaseKind, Position
from dragoman.values import FrozenMap
from dragoman.web.problems import refused

_FILE: Final = Path(__file__).with_name("lessons.toml")
VARIANT: Final = "standard"


@dataclass(frozen=True)
class Lesson:
    """A position, what is told of it, and what is to come of the learner's orders: units of his
    that ``stand`` afterwards, provinces of which he stands in one (``stand_in``), that are
    ``empty``, centres that he ``owns``. ``orders`` are those of the others."""

    number: int
    title: str
    power: str
    position: Position
    tell: str
    task: str
    hint: str
    good: str
    orders: Mapping[str, str]
    stand: tuple[str, ...]
    stand_in: tuple[str, ...]
    empty: tuple[str, ...]
    owns: tuple[str, ...]


@dataclass(frozen=True)
class Tried:
    """What came of somebody's orders in a lesson: what is wrong with their text, and once they
    could be judged, whether they do what is asked, and why each unit fared as it did."""

    sheet: str
    told: tuple[Diagnostic, ...]
    resolution: Resolution | None = None
    is_solved: bool = False
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """What can be chosen for one unit, or to be built in one place: orders as they are written, and
    in the words of a language."""

    name: str
    orders: tuple[tuple[str, str], ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, the first one first."""
    data: Mapping[str, Any] = kept_toml(_FILE)
    board = _variant().board
    return tuple(
        Lesson(
            number,
            one["title"],
            one["power"],
            Position.parse(one["position"], board),
            one["tell"],
            one["task"],
            one["hint"],
            one["good"],
            FrozenMap(one.get("orders", {})),
            *(tuple(one.get(name, ())) for name in ("stand", "stand_in", "empty", "owns")),
        )
        for number, one in enumerate(data["lessons"], 1)
    )


def lesson_numbered(number: int) -> Lesson:
    """A lesson.

    Raises:
        Problem: if there is none of this number.
    """
    found = lessons()
    if not 1 <= number <= len(found):
        raise refused("no-page", f"there are {len(found)} lessons")
    return found[number - 1]


def choices(lesson: Lesson, language: str) -> list[Choice]:
    """What the learner can order: for each unit its legal orders, in the winter what can be built
    in each place."""
    game, phrasebook = _game(lesson), Phrasebook(_variant(), language)
    is_winter = lesson.position.phase.kind is PhaseKind.ADJUSTMENT
    found: dict[str, list[tuple[str, str]]] = {}
    for unit, orders in game.legal_orders(lesson.power).items():
        if unit.location:
            name = phrasebook.place(unit.location) if is_winter else str(unit)
            pairs = [(write(one), phrasebook.order(one)) for one in orders]
            found.setdefault(name, []).extend(pairs)
    return [Choice(name, tuple(orders)) for name, orders in found.items()]


def attempt(lesson: Lesson, sheet: str, language: str) -> Tried:
    """Judge somebody's orders in a lesson. Where one of them cannot be read, or there is none,
    nothing is judged."""
    game = _game(lesson)
    told = game.order(lesson.power, sheet)
    if any(one.is_error for one in told) or not game.orders(lesson.power):
        return Tried(sheet, told)
    resolution = game.process()
    why = explanations(_variant(), resolution)
    reasons = tuple(one.text(language) for one in why if not one.is_plain)
    return Tried(sheet, told, resolution, _is_solved(lesson, resolution.position), reasons)


def places(lesson: Lesson) -> frozenset[str]:
    """The locations that a lesson is about: where units stand, and where they may be to stand."""
    standing = (*lesson.position.units, *(one.unit for one in lesson.position.dislodged))
    wanted = (one.rpartition(" ")[2] for one in lesson.stand)
    more = (*wanted, *lesson.stand_in, *lesson.empty, *lesson.owns)
    return frozenset((*(one.location for one in standing), *more))


def _game(lesson: Lesson) -> Game:
    variant = _variant()
    game = Game(variant, variant.rule_set, lesson.position)
    for power, text in lesson.orders.items():
        game.order(power, text)
    return game


def _is_solved(lesson: Lesson, after: Position) -> bool:
    standing = {str(one) for one in after.units if one.power == lesson.power}
    taken = {one.location.partition("/")[0] for one in after.units}
    mine = {one.location.partition("/")[0] for one in after.units if one.power == lesson.power}
    return (
        standing.issuperset(lesson.stand)
        and (not lesson.stand_in or not mine.isdisjoint(lesson.stand_in))
        and taken.isdisjoint(lesson.empty)
        and all(after.owners.get(center) == lesson.power for center in lesson.owns)
    )


def _variant() -> Variant:
    return load_variant(VARIANT)
