"""The record of a game that systems score by: the centre counts of its years, and how it ended.

As plain data it is how a game that was played elsewhere comes into a tournament.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind

if TYPE_CHECKING:
    from dragoman.game import Resolution
    from dragoman.rules import Position

START_YEAR = 1900
"""The year under which the centres are counted that each power starts with."""


class ResultEnding(Enum):
    """The ways in which a game ends."""

    SOLO = "solo"
    """One power has the centres that win."""
    VOTED_DRAW = "voted draw"
    TIME_DRAW = "time draw"
    """The director ended it at a deadline; all survivors share it."""
    ABANDONED = "abandoned"
    """It ended in no way the rules know. Nobody scores (NZ1999, rule 13)."""


def yearly_counts(
    start: Position, history: Iterable[Resolution], powers: tuple[str, ...]
) -> dict[int, tuple[int, ...]]:
    """The centres of these powers after each year of a game, the first of which is 1901 here; years
    of which the autumn was not judged do not count."""
    first = start.phase.year
    found = {START_YEAR: _counts(start, powers)}
    for past in history:
        year, after = past.phase.year, past.position.phase
        if after.year > year or after.kind is PhaseKind.ADJUSTMENT or past.winners:
            found[START_YEAR + 1 + year - first] = _counts(past.position, powers)
    return found


def _counts(position: Position, powers: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(len(position.centers_of(power)) for power in powers)


class MissingData(DragomanError):
    """A system needs to know something that the record of a game does not say.

    ``diagnostic`` says what it is, in a director's words.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def _no_years() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class GameResult:
    """The record of one finished game.

    ``counts`` are the centres of all powers, in the order of ``powers``, after the Fall of each
    year that is known; 1900 is the start. The last year must be there, all others may be left
    out. ``eliminated`` is the year of the Fall in which a power lost its last centre, for powers
    of which the counts do not say it. ``drawn`` are the powers that share a voted draw; empty
    for all survivors. ``unranked`` are the powers that the game masters played to fill the
    table.

    Raises:
        ValueError: if the record contradicts itself; ``check_result`` says so politely first.
    """

    powers: tuple[str, ...]
    counts: Mapping[int, tuple[int, ...]]
    ending: ResultEnding
    soloist: str = ""
    drawn: frozenset[str] = frozenset()
    eliminated: Mapping[str, int] = field(default_factory=_no_years)
    unranked: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.counts:
            raise ValueError("a game needs the centre counts of its last year")
        if any(len(counts) != len(self.powers) for counts in self.counts.values()):
            raise ValueError(f"each year needs {len(self.powers)} counts, one for each power")
        if (self.ending is ResultEnding.SOLO) != (self.soloist in self.powers):
            raise ValueError("a solo, and nothing else, has a soloist")
        if self.drawn and self.ending is not ResultEnding.VOTED_DRAW:
            raise ValueError("only those who vote for a draw can leave somebody out of it")
        for power in (*self.drawn, *self.eliminated, *self.unranked):
            if power not in self.powers:
                raise ValueError(f"no power of this game is called {power}")

    @property
    def last_year(self) -> int:
        """The last year whose Fall was completed."""
        return max(self.counts)

    @property
    def centers(self) -> tuple[int, ...]:
        """The centres of each power when the game ended."""
        return self.counts[self.last_year]

    @property
    def is_drawn(self) -> bool:
        return self.ending in (ResultEnding.VOTED_DRAW, ResultEnding.TIME_DRAW)

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that owned a centre at the end; units do not matter."""
        return tuple(p for p, count in zip(self.powers, self.centers, strict=True) if count)

    @property
    def sharers(self) -> tuple[str, ...]:
        """The powers that share the draw; none where the game was not drawn."""
        if not self.is_drawn:
            return ()
        return tuple(p for p in self.survivors if not self.drawn or p in self.drawn)

    def center_count(self, power: str, year: int | None = None) -> int:
        """The centres of a power after the Fall of a year; without one, at the end."""
        return self.counts[self.last_year if year is None else year][self.powers.index(power)]

    def elimination_year(self, power: str) -> int | None:
        """The year of the Fall in which a power lost its last centre; None for a survivor.

        Raises:
            MissingData: if neither ``eliminated`` nor the counts say it.
        """
        if self.center_count(power):
            return None
        if power in self.eliminated:
            return self.eliminated[power]
        first = min(year for year in self.counts if not self.center_count(power, year))
        if first - 1 in self.counts or first == START_YEAR + 1:
            return first
        raise MissingData(
            Diagnostic(
                "elimination-year",
                f"it is not known when {power} was eliminated",
                f"enter the year, or the centres of {first - 1} and the years before",
            )
        )

    def require_all_years(self) -> None:
        """Make sure that the counts of every year from 1901 are there.

        Raises:
            MissingData: if a year is not.
        """
        for year in range(START_YEAR + 1, self.last_year):
            if year not in self.counts:
                raise MissingData(
                    Diagnostic(
                        "missing-year",
                        f"the centres of {year} are not known",
                        "enter the counts of every year",
                    )
                )

    def held_center_after(self, power: str, year: int) -> bool:
        """True if a power owned a centre after the Fall of a year that was completed.

        Raises:
            MissingData: if the record does not say it.
        """
        if year in self.counts:
            return self.center_count(power, year) > 0
        gone = self.elimination_year(power)
        return gone is None or gone > year

    def years_played(self, power: str) -> int:
        """The years a power was in play, that of its elimination among them: out in 1905 is 5.

        For a survivor those of the whole game.

        Raises:
            MissingData: if the year of an elimination is not known.
        """
        return (self.elimination_year(power) or self.last_year) - START_YEAR

    def years_survived(self, power: str) -> int:
        """The years a power ended with a centre: out in 1905 is 4.

        A survivor's last year does not count either, so that living to the end of a game that
        was lost is worth as much as going out in its last Fall.

        Raises:
            MissingData: if the year of an elimination is not known.
        """
        return max(self.years_played(power) - 1, 0)


def check_result(result: GameResult, centers: int, victory: int) -> tuple[Diagnostic, ...]:
    """Faults of a result on a map with so many centres, so many of which win."""
    faults: list[Diagnostic] = []

    def fault(code: str, what: str, remedy: str) -> None:
        faults.append(Diagnostic(code, what, remedy))

    before = 0
    alive = set(result.powers)
    for year in sorted(result.counts):
        counts = result.counts[year]
        owned = sum(counts)
        if year < START_YEAR:
            fault("bad-year", f"{year} is before the game begins", f"count from {START_YEAR}")
        if min(counts) < 0:
            fault("bad-count", f"{year}: a count is less than 0", "count again")
        if owned > centers:
            fault(
                "too-many-centers",
                f"{year}: {owned} centres are owned, and the map has {centers}",
                "count again",
            )
        if owned < before:
            fault(
                "lost-centers",
                f"{year}: {owned} centres are owned, and {before} were earlier",
                "count again: a centre that was taken always has an owner",
            )
        for power, count in zip(result.powers, counts, strict=True):
            if count and power not in alive:
                fault(
                    "back-from-the-dead",
                    f"{year}: {power} has {count} and had none before",
                    "correct the earlier year or this one",
                )
        alive = {p for p, count in zip(result.powers, counts, strict=True) if count}
        before = max(before, owned)
        winners = [p for p, count in zip(result.powers, counts, strict=True) if count >= victory]
        if winners and (year < result.last_year or result.is_drawn):
            fault(
                "game-was-won",
                f"{year}: {winners[0]} has {result.center_count(winners[0], year)} centres and won",
                "record the solo, and no years after it",
            )
    if result.ending is ResultEnding.SOLO and result.center_count(result.soloist) < victory:
        fault(
            "no-solo",
            f"{result.soloist} has {result.center_count(result.soloist)} centres, "
            f"and a solo needs {victory}",
            "count again, or record a draw",
        )
    for power in result.drawn - set(result.survivors):
        fault("dead-in-draw", f"{power} has no centre and cannot share the draw", "leave it out")
    if result.is_drawn and len(result.sharers) == 1:
        fault(
            "draw-of-one",
            f"{result.sharers[0]} alone cannot share a draw",
            "name all who share it; a game cannot be conceded",
        )
    for power, year in result.eliminated.items():
        if result.center_count(power):
            fault("alive", f"{power} has centres at the end and was not eliminated", "mend it")
        elif not START_YEAR < year <= result.last_year:
            fault(
                "bad-year",
                f"{power} cannot be out in {year}: the game went from 1901 to {result.last_year}",
                "correct the year",
            )
        elif any(result.center_count(power, y) for y in result.counts if y >= year) or any(
            not result.center_count(power, y) for y in result.counts if y < year
        ):
            fault(
                "bad-year",
                f"the counts do not let {power} be out in {year}",
                "correct the year or the counts",
            )
    return tuple(faults)


# As plain data


def result_data(result: GameResult) -> dict[str, Any]:
    """The record as JSON has it: counts by year and power."""
    return {
        "powers": list(result.powers),
        "counts": {
            str(year): dict(zip(result.powers, counts, strict=True))
            for year, counts in sorted(result.counts.items())
        },
        "ending": result.ending.value,
        "soloist": result.soloist,
        "drawn": sorted(result.drawn),
        "eliminated": dict(result.eliminated),
    }


def read_result(data: object) -> GameResult:
    """The record that ``result_data`` took apart.

    Raises:
        ActionRefused: if it is none, or contradicts itself.
    """
    try:
        found = cast(Mapping[str, Any], data)
        powers = tuple(str(one) for one in found["powers"])
        counts = {
            int(year): tuple(_count(of[power]) for power in powers)
            for year, of in found["counts"].items()
        }
        eliminated = {str(power): _count(year) for power, year in found["eliminated"].items()}
        return GameResult(
            powers,
            counts,
            ResultEnding(found["ending"]),
            str(found["soloist"]),
            frozenset(str(one) for one in found["drawn"]),
            eliminated,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"this is no result of a game: {type(error).__name__}: {error}"
        raise ActionRefused("wrong-result", what, "ask the judge for it anew") from None


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a number of anything")
    return value
