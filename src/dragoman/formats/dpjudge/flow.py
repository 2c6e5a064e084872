"""The year of a ``.map`` file: its lines ``FLOW``, and our calendar.

FLOW NEWYEAR:5                     the years between two rounds; below zero they run down
FLOW A.D.:MOVEMENT,RETREATS        a season, under any name, and what is decided in it
FLOW IFYEARDIV:10                  what follows comes only in years that ten divides (10=5: that
FLOW A.D.:ADJUSTMENTS              leave five), else the first line comes again
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass
from dragoman.rules import DIPLOMACY, Calendar, CalendarPhase, Phase, PhaseKind

SEASONS = {"S": "SPRING", "U": "SUMMER", "F": "FALL", "W": "WINTER"}
KINDS = {
    PhaseKind.MOVEMENT: "MOVEMENT",
    PhaseKind.RETREAT: "RETREATS",
    PhaseKind.ADJUSTMENT: "ADJUSTMENTS",
}
_LETTERS = {1: "S", 2: "SF", 3: "SUF"}
"""The seasons of a year of so many movements."""
_USUAL = ("SPRING:MOVEMENT,RETREATS", "FALL:MOVEMENT,RETREATS", "WINTER:ADJUSTMENTS")
_NUMBER = re.compile(r"-?\d{1,4}")


@dataclass(frozen=True, slots=True)
class _Step:
    """A phase of the flow: its season as the file calls it, and the years before it."""

    season: str
    kind: PhaseKind
    years: int


class FlowError(DragomanError):
    """A flow of which no calendar can be made; the text says why."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A calendar, and how the phases of the file are called in it."""

    calendar: Calendar
    steps: tuple[_Step, ...]
    rounds: int
    """The number of movements before the adjustments."""
    divisor: int
    rest: int
    is_bc: bool

    def phase(self, season: str, year: int, kind: str) -> Phase | None:
        """The phase that the file calls by these words; None where there is none."""
        places = [
            place
            for place, step in enumerate(self.steps)
            if step.season in (season, {"AUTUMN": "FALL"}.get(season)) and KINDS[step.kind] == kind
        ]
        if not places:
            return None
        missing = (year - self.rest if self.is_bc else self.rest - year) % self.divisor
        years = self.divisor // self.rounds
        number = self.rounds - 1 - -(-missing // years)
        at = places[min(max(number, 0), len(places) - 1)]
        found = self.calendar.phases[at]
        return Phase(-year if self.is_bc else year, found.season, found.kind.value)


def read_flow(items: Sequence[str]) -> Flow:
    """The calendar of the words behind ``FLOW``; without any, the usual one.

    Raises:
        FlowError: if there is none.
    """
    head: list[_Step] = []
    tail: list[_Step] = []
    divisor, rest, years, is_bc, has_years = 0, 0, 0, False, False
    for item in items or _USUAL:
        season, _, text = item.upper().partition(":")
        if season == "NEWYEAR":
            if text and not _NUMBER.fullmatch(text):
                raise FlowError(f"{item} names no number of years")
            years += abs(int(text or 1))
            has_years, is_bc = True, is_bc or text.startswith("-")
        elif season == "IFYEARDIV":
            by, _, left = text.partition("=")
            if divisor or not (_NUMBER.fullmatch(by) and _NUMBER.fullmatch(left or "0")):
                raise FlowError(f"nobody knows what {item} means here")
            divisor, rest = abs(int(by)), int(left or 0)
        else:
            for word in text.split(","):
                kind = next((kind for kind, name in KINDS.items() if name == word), None)
                if kind is None:
                    raise FlowError(f"{item} has a phase of another kind than ours")
                (tail if divisor else head).append(_Step(season, kind, years))
                years = 0
    if not head or all(step.kind is not PhaseKind.MOVEMENT for step in (*head, *tail)):
        raise FlowError("there is no movement in the year")
    first_years = head[0].years + years + (0 if has_years else 1)
    head[0] = replace(head[0], years=first_years)
    length = sum(step.years for step in head)
    if divisor and (length == 0 or divisor % length):
        raise FlowError(f"years that go by in steps of {length} are not divided by {divisor}")
    rounds = divisor // length if divisor else 1
    steps = (*head * rounds, *tail)
    return Flow(_calendar(steps), steps, rounds, max(divisor, 1), rest, is_bc)


def _calendar(steps: Sequence[_Step]) -> Calendar:
    movements = sum(step.kind is PhaseKind.MOVEMENT for step in steps)
    if movements not in _LETTERS:
        raise FlowError(f"{movements} movements in a year are more than we have seasons for")
    letters = iter(_LETTERS[movements])
    season = "S"
    phases: list[CalendarPhase] = []
    for place, step in enumerate(steps):
        if step.kind is PhaseKind.MOVEMENT:
            season = next(letters)
        adjusts = step.kind is PhaseKind.ADJUSTMENT
        is_last = adjusts and place == len(steps) - 1
        phases.append(
            CalendarPhase("W" if is_last else season, step.kind, False, adjusts, step.years)
        )
    if [phase.years for phase in phases] == [1] + [0] * (len(phases) - 1):
        phases[0] = replace(phases[0], years=0)  # so it is where nothing is said
    try:
        calendar = Calendar(tuple(phases))
    except ValueError as error:
        raise FlowError(str(error)) from None
    return DIPLOMACY if _plain(calendar) == _plain(DIPLOMACY) else calendar


def write_flow(calendar: Calendar, start: Phase) -> Iterator[str]:
    """The lines of a calendar; none for the usual one."""
    if _plain(calendar) == _plain(DIPLOMACY) and not start.is_bc:
        return
    sign = "-" if start.is_bc else ""
    items: list[list[str]] = []
    for phase, years in zip(calendar.phases, calendar.years, strict=True):
        if years:
            items.append([f"NEWYEAR:{sign}{years}"])
        season = SEASONS[phase.season]
        if years or not items or not items[-1][0].startswith(f"{season}:"):
            items.append([f"{season}:{KINDS[phase.kind]}"])
        else:
            items[-1].append(KINDS[phase.kind])
    for item in items:
        yield f"FLOW {','.join(item)}"


def flow_losses(calendar: Calendar) -> Iterator[str]:
    """Parts of a calendar that its lines cannot say."""
    if any(
        phase.counts_centers != (phase.kind is PhaseKind.ADJUSTMENT) for phase in calendar.phases
    ):
        yield "when centres change hands: whenever there are adjustments"


def _plain(calendar: Calendar) -> tuple[tuple[str, int], ...]:
    """The part of it that lines can say: not ice."""
    codes = (phase.code for phase in calendar.phases)
    return tuple(zip(codes, calendar.years, strict=True))
