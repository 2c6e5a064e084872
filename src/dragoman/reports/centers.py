"""Centres: their owners, their numbers over the years, and the builds or removals due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dragoman.game import Resolution, Variant
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, say
from dragoman.reports.story import STORY
from dragoman.rules import Position, RuleSet

NOBODY = ""
"""Stands for the power that owns the centres nobody owns."""


@dataclass(frozen=True, slots=True)
class PlayedPower:
    """A power, as people call it, with who plays it, if that is known."""

    key: str
    name: str
    player: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.player})" if self.player else self.name


@dataclass(frozen=True, slots=True)
class PowerCenters:
    """The centres a power owns, and in words those it gained and lost (``gained Hol``)."""

    power: PlayedPower
    centers: tuple[str, ...]
    changes: str = ""


@dataclass(frozen=True, slots=True)
class CenterChart:
    """The number of centres each power had at the end of each year, and at the start before
    them."""

    heading: str
    years: tuple[str, ...]
    rows: tuple[tuple[PlayedPower, tuple[int, ...]], ...]


NO_CHART = CenterChart("", (), ())
"""Stands where nobody knows the years before."""


def year_ended(variant: Variant, resolution: Resolution) -> bool:
    """True if the owners of the centres were counted anew after this phase."""
    return variant.calendar.counts_centers(resolution.phase, resolution.position.phase)


def center_rows(
    phrasebook: Phrasebook,
    named: Iterable[PlayedPower],
    position: Position,
    before: Position | None = None,
) -> Iterator[PowerCenters]:
    """The centres of each power and of nobody; with a position before, the changes since."""
    order = phrasebook.variant.center_order or phrasebook.variant.board.centers
    for power in named:
        now = [center for center in order if position.owners.get(center) == power.key]
        changes = "" if before is None else _changes(phrasebook, before, now, power.key)
        if now or changes:
            yield PowerCenters(power, _names(phrasebook, now), changes)
    if free := [center for center in order if center not in position.owners]:
        nobody = PlayedPower(NOBODY, phrasebook.word("report.nobody"))
        yield PowerCenters(nobody, _names(phrasebook, free))


def centers_owned(variant: Variant, position: Position, power: str) -> tuple[str, ...]:
    """The centres of a power, without other land that it owns."""
    centers = variant.board.centers
    return tuple(place for place in position.centers_of(power) if place in centers)


def as_known(phrasebook: Phrasebook, centers: Iterable[str]) -> tuple[LocationKey, ...]:
    """Centres as the reader knows them: cities by the provinces that they lie in."""
    provinces = phrasebook.variant.board.provinces
    return tuple(LocationKey(provinces[center].city_of or center) for center in centers)


def _names(phrasebook: Phrasebook, centers: Iterable[str]) -> tuple[str, ...]:
    return tuple(phrasebook.place(key.location) for key in as_known(phrasebook, centers))


def _changes(phrasebook: Phrasebook, before: Position, now: Sequence[str], power: str) -> str:
    then = centers_owned(phrasebook.variant, before, power)
    changes: list[str] = []
    if gained := as_known(phrasebook, (c for c in now if c not in then)):
        changes.append(phrasebook.say(say("report.gained", places=gained)))
    if lost := as_known(phrasebook, (c for c in then if c not in now)):
        changes.append(phrasebook.say(say("report.lost", places=lost)))
    return "; ".join(changes)


def balance_lines(
    phrasebook: Phrasebook, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[str]:
    """The builds or removals of each power: ``England: 4 centres, 3 units, builds 1``."""
    story = STORY.of(phrasebook.variant)
    for said in story.balances(phrasebook.variant, position, before, rule_set):
        yield phrasebook.say(said)


def center_chart(
    phrasebook: Phrasebook, named: Iterable[PlayedPower], phases: Sequence[Resolution]
) -> CenterChart:
    over = [resolution for resolution in phases if year_ended(phrasebook.variant, resolution)]
    counted = [phases[0].before, *(resolution.position for resolution in over)]
    years = [phrasebook.word("report.start"), *(phrasebook.year(one.phase) for one in over)]
    rows = (
        (power, tuple(len(centers_owned(phrasebook.variant, p, power.key)) for p in counted))
        for power in named
    )
    heading = phrasebook.word("report.chart")
    return CenterChart(heading, tuple(years), tuple(row for row in rows if any(row[1])))
