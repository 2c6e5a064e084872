"""Who owns which centres, how many each power had over the years, and what it builds or removes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dragoman.game import Resolution, Variant
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say
from dragoman.rules import Position, RuleSet, build_sites, builds_due

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
    """How many centres each power had at the end of each year, and at the start before them."""

    heading: str
    years: tuple[str, ...]
    rows: tuple[tuple[PlayedPower, tuple[int, ...]], ...]


NO_CHART = CenterChart("", (), ())
"""Stands where nobody knows the years before."""


def year_ended(variant: Variant, resolution: Resolution) -> bool:
    """Whether the owners of the centres were counted anew after this phase."""
    return variant.calendar.counts_centers(resolution.phase, resolution.position.phase)


def centers_heading(phrasebook: Phrasebook) -> str:
    """What stands above the centres: in Machiavelli they are cities."""
    is_campaign = phrasebook.variant.ground is not None
    return phrasebook.word("report.cities" if is_campaign else "report.centers")


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


def _centers_of(variant: Variant, position: Position, power: str) -> tuple[str, ...]:
    """The centres of a power: in Machiavelli, where land is owned as well, its cities."""
    owned = position.centers_of(power)
    if variant.ground is None:
        return owned
    return tuple(place for place in owned if place in variant.board.centers)


def since_last_count(
    variant: Variant, resolution: Resolution, earlier: Sequence[Resolution]
) -> Position:
    """The position that changes of the centres are counted from: in Machiavelli, where they change
    hands in every campaign, that of a year ago."""
    if variant.ground is None:
        return resolution.before
    over = [one.position for one in earlier if year_ended(variant, one)]
    begun = [one.before for one in (*earlier, resolution)]
    return over[-1] if over else begun[0]


def _keys(phrasebook: Phrasebook, centers: Iterable[str]) -> tuple[LocationKey, ...]:
    """Centres as the reader knows them: cities by the provinces that they lie in."""
    provinces = phrasebook.variant.board.provinces
    return tuple(LocationKey(provinces[center].city_of or center) for center in centers)


def _names(phrasebook: Phrasebook, centers: Iterable[str]) -> tuple[str, ...]:
    return tuple(phrasebook.place(key.location) for key in _keys(phrasebook, centers))


def _changes(phrasebook: Phrasebook, before: Position, now: Sequence[str], power: str) -> str:
    then = _centers_of(phrasebook.variant, before, power)
    changes: list[str] = []
    if gained := _keys(phrasebook, (c for c in now if c not in then)):
        changes.append(phrasebook.say(say("report.gained", places=gained)))
    if lost := _keys(phrasebook, (c for c in then if c not in now)):
        changes.append(phrasebook.say(say("report.lost", places=lost)))
    return "; ".join(changes)


def balance_lines(
    phrasebook: Phrasebook, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[str]:
    """What each power builds or removes: ``England: 4 centres, 3 units, builds 1``."""
    if phrasebook.variant.ground is not None:
        from dragoman.reports.affairs.winter import balances  # Diplomacy does without it

        yield from map(phrasebook.say, balances(phrasebook.variant, position, before, rule_set))
        return
    for power in phrasebook.variant.board.powers:
        alive = bool(position.centers_of(power) or position.units_of(power))
        if alive:
            yield phrasebook.say(_balance_of(phrasebook, position, power, rule_set))
        elif before.centers_of(power) or before.units_of(power):
            yield phrasebook.say(say("report.eliminated", power=PowerKey(power)))


def _balance_of(
    phrasebook: Phrasebook, position: Position, power: str, rule_set: RuleSet
) -> Statement:
    due = builds_due(phrasebook.variant.board, position, power, rule_set)
    room = room_of(phrasebook.variant, position, power, rule_set)
    parts: dict[str, Part] = {
        "power": PowerKey(power),
        "centers": say("count.centers", count=len(position.centers_of(power))),
        "units": say("count.units", count=len(position.units_of(power))),
    }
    if due == 0:
        return say("report.even", **parts)
    if due < 0:
        return say("report.removes", count=-due, **parts)
    if room < due:
        return say("report.builds-room", count=due, room=room, **parts)
    return say("report.builds", count=due, **parts)


def room_of(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> int:
    """In how many provinces a power could build."""
    board = variant.board
    return len({board.province_of[site] for site in build_sites(board, position, power, rule_set)})


def center_chart(
    phrasebook: Phrasebook, named: Iterable[PlayedPower], phases: Sequence[Resolution]
) -> CenterChart:
    over = [resolution for resolution in phases if year_ended(phrasebook.variant, resolution)]
    counted = [phases[0].before, *(resolution.position for resolution in over)]
    years = [phrasebook.word("report.start"), *(phrasebook.year(one.phase) for one in over)]
    rows = (
        (power, tuple(len(_centers_of(phrasebook.variant, p, power.key)) for p in counted))
        for power in named
    )
    key = "report.chart" if phrasebook.variant.ground is None else "report.city-chart"
    return CenterChart(
        phrasebook.word(key), tuple(years), tuple(row for row in rows if any(row[1]))
    )
