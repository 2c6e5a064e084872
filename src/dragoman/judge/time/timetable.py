"""The times of a judged game: a rhythm for each kind of phase, and what bends it."""

from __future__ import annotations

from dataclasses import field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from dragoman.judge.time.rhythm import Length, Rhythm
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind

_A_DAY = Length(timedelta(days=1))


@dataclass(frozen=True, slots=True)
class Timetable:
    """The timetable of a game's phases.

    A phase is judged at its deadline, which is ``least`` after it began or later; or before, when
    all have been ready for ``delay``, but never before ``not_before`` has passed since it began.
    Orders are taken for ``grace`` longer from those who are late. On days off, of the week
    (Monday is 0) or by date, nothing is due: a deadline that would fall on one moves to the same
    time of the next day that is none, by the clock of ``zone``. Press ends ``press_closes``
    before a deadline. A game of which nobody has given a sign for ``abandoned`` is over.
    """

    movement: Rhythm = _A_DAY
    retreat: Rhythm = _A_DAY
    adjustment: Rhythm = _A_DAY
    least: timedelta = timedelta()
    not_before: timedelta = timedelta()
    delay: timedelta = timedelta()
    grace: timedelta = timedelta()
    press_closes: timedelta = timedelta()
    abandoned: timedelta = timedelta(days=30)
    days_off: tuple[int, ...] = ()
    dates_off: tuple[date, ...] = field(default=())
    zone: str = "UTC"

    def rhythm(self, kind: PhaseKind) -> Rhythm:
        """The rhythm of phases of a kind."""
        match kind:
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment
            case _:
                return self.movement

    def deadline(self, kind: PhaseKind, began: datetime) -> datetime:
        """The deadline of a phase that began at a moment: an aware moment in UTC."""
        rhythm, earliest = self.rhythm(kind), began + max(self.not_before, self.least)
        due = rhythm.after(began)
        if due < earliest:
            due = earliest if isinstance(rhythm, Length) else rhythm.after(earliest)
        return self._off_days_off(due)

    def earliest(self, began: datetime) -> datetime:
        """The earliest moment when a phase may be judged, should all be ready."""
        return began + self.not_before

    def _off_days_off(self, due: datetime) -> datetime:
        local = due.astimezone(ZoneInfo(self.zone))
        # Somebody may have every day of the week off: then there are no days off.
        while len(self.days_off) < 7 and (
            local.weekday() in self.days_off or local.date() in self.dates_off
        ):
            local += timedelta(days=1)
        return local.astimezone(UTC)
