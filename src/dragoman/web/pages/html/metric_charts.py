"""Charts of a judge's metrics over the last hour or day, as points to be drawn by a template, with
the same in numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Final, TypeAlias

from dragoman.judge.running.metrics_history import OF_THE_DATABASE, MetricsNote, percentile
from dragoman.quick_dataclass import dataclass

WIDTH: Final = 320
HEIGHT: Final = 120
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 8, 20
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
"""A scale ends with one of these, times a power of ten."""
_ROWS: Final = 6
"""So many moments stand in the table of a chart."""
_MEGABYTE: Final = 1e6


class Span(Enum):
    """A span that charts cover, and its number of steps."""

    HOUR = "hour", timedelta(hours=1), 30
    DAY = "day", timedelta(days=1), 96

    def __init__(self, key: str, length: timedelta, steps: int) -> None:
        self.key, self.length, self.steps = key, length, steps


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of a chart: ``counts`` of all processes together, ``rates`` of them a second,
    ``levels`` each the mean of a process and the sum of those, and ``database`` as it stood."""

    counts: Mapping[str, float]
    rates: Mapping[str, float]
    levels: Mapping[str, float]
    database: Mapping[str, float]


Value: TypeAlias = float | None
"""None where nobody noted anything, or where there was nothing to measure."""


@dataclass(frozen=True, slots=True)
class MetricLine:
    """A line of a chart: ``pieces`` are the points of SVG polylines, one for each stretch without
    gaps; ``last``, ``mean`` and ``most`` are its values, and ``rows`` some of them, oldest
    first."""

    key: str
    pieces: tuple[str, ...]
    last: Value
    mean: Value
    most: Value
    rows: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class MetricChart:
    """``marks`` are numbers along the left edge, each with where it stands."""

    key: str
    lines: tuple[MetricLine, ...]
    marks: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ProcessMetrics:
    """A process over a span: when it last noted anything, how many requests and phases it had, the
    seconds within which 95 of 100 requests stayed, errors, and what it holds now."""

    name: str
    seen: datetime
    requests: int
    slow: Value
    judged: int
    errors: int
    streams: int
    megabytes: int


def metric_charts(notes: Iterable[MetricsNote], now: datetime, span: Span) -> list[MetricChart]:
    """All charts of what was noted in a span that ends now."""
    steps = _steps(notes, now, span)

    def rate(*keys: str, each: float = 1.0) -> Callable[[_Step], Value]:
        return lambda step: sum(step.rates.get(key, 0.0) for key in keys) * each

    def count(*keys: str) -> Callable[[_Step], Value]:
        return lambda step: sum(step.counts.get(key, 0.0) for key in keys)

    def within(what: str, share: float, each: float = 1.0) -> Callable[[_Step], Value]:
        def found(step: _Step) -> Value:
            seconds = percentile(step.counts, what, share)
            return None if seconds is None else seconds * each

        return found

    def level(key: str, each: float = 1.0) -> Callable[[_Step], Value]:
        return lambda step: step.levels[key] * each if key in step.levels else None

    def stored(key: str) -> Callable[[_Step], Value]:
        return lambda step: step.database.get(key)

    asked: dict[str, dict[str, Callable[[_Step], Value]]] = {
        "requests": {"requests": rate(*(f"status {digit}" for digit in "12345"))},
        "times": {
            "p50": within("took", 0.5, 1000),
            "p95": within("took", 0.95, 1000),
            "p99": within("took", 0.99, 1000),
        },
        "errors": {
            "failed": count("status 5"),
            "failures": count("failures"),
            "unsent": count("unsent"),
        },
        "streams": {"streams": level("streams"), "connections": level("connections")},
        "judged": {"judged": rate("judged", each=60)},
        "lateness": {
            "p50": within("late", 0.5),
            "p95": within("late", 0.95),
            "p99": within("late", 0.99),
        },
        "late": {"late": stored("late"), "aside": stored("aside")},
        "games": {"running": stored("running"), "due": stored("due")},
        "outbox": {"outbox": stored("outbox"), "mails": stored("mails")},
        "registered": {"registered": count("registered")},
        "memory": {"memory": level("memory", each=1 / _MEGABYTE)},
    }
    return [
        _chart(key, {
            line: [None if step is None else ask(step) for step in steps]
            for line, ask in lines.items()
        })
        for key, lines in asked.items()
    ]  # fmt: skip


def processes(notes: Iterable[MetricsNote]) -> list[ProcessMetrics]:
    """Each process that noted anything, by its name."""
    found: list[ProcessMetrics] = []
    for name, mine in sorted(_by_process(notes).items()):
        counts, levels = _sum(one.counts for one in mine), mine[-1].levels
        requests = sum(value for key, value in counts.items() if key.startswith("status "))
        errors = sum(counts.get(key, 0.0) for key in ("status 5", "failures", "unsent"))
        found.append(
            ProcessMetrics(
                name,
                mine[-1].at,
                round(requests),
                percentile(counts, "took", 0.95),
                round(counts.get("judged", 0.0)),
                round(errors),
                round(levels.get("streams", 0.0)),
                round(levels.get("memory", 0.0) / _MEGABYTE),
            )
        )
    return found


def _steps(notes: Iterable[MetricsNote], now: datetime, span: Span) -> list[_Step | None]:
    """The steps of a span; None where nobody noted anything."""
    step = span.length / span.steps
    of: list[list[MetricsNote]] = [[] for _ in range(span.steps)]
    for one in notes:
        number = span.steps - 1 - (now - one.at) // step
        if 0 <= number < span.steps:
            of[number].append(one)
    return [_together(some) if some else None for some in of]


def _together(notes: Sequence[MetricsNote]) -> _Step:
    database = [one.levels for one in notes if one.process == OF_THE_DATABASE]
    # Of the database the worst counts: a game that was late for a minute is not to be overlooked.
    most = {key: max(one.get(key, 0.0) for one in database) for one in database for key in one}
    rates, levels = defaultdict[str, float](float), defaultdict[str, float](float)
    for mine in _by_process(notes).values():
        seconds = sum(one.seconds for one in mine)
        for key, value in _sum(one.counts for one in mine).items():
            rates[key] += value / seconds
        for key, value in _sum(one.levels for one in mine).items():
            levels[key] += value / len(mine)
    return _Step(_sum(one.counts for one in notes), rates, levels, most)


def _by_process(notes: Iterable[MetricsNote]) -> Mapping[str, list[MetricsNote]]:
    found = defaultdict[str, list[MetricsNote]](list)
    for one in notes:
        if one.process != OF_THE_DATABASE:
            found[one.process].append(one)
    return found


def _sum(counts: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    found = defaultdict[str, float](float)
    for one in counts:
        for key, value in one.items():
            found[key] += value
    return found


def _chart(key: str, of: Mapping[str, Sequence[Value]]) -> MetricChart:
    highest = max((one for values in of.values() for one in values if one is not None), default=0)
    top = _top(highest)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / top, 1)

    lines = tuple(_line(line, values, y) for line, values in of.items())
    return MetricChart(key, lines, tuple((y(at), at) for at in (0, top / 2, top)))


def _top(value: float) -> float:
    """The end of a scale: a round number that is no less than a value."""
    size = 1.0
    while size * 10 <= value:
        size *= 10
    while size > value > 0 and size > 0.01:
        size /= 10
    return next((size * step for step in _STEPS if size * step >= value), 1.0)


def _line(key: str, values: Sequence[Value], y: Callable[[float], float]) -> MetricLine:
    wide = WIDTH - LEFT - RIGHT
    pieces: list[list[str]] = [[]]
    for number, value in enumerate(values):
        if value is None:
            pieces.append([])
        else:
            x = round(LEFT + wide * number / (len(values) - 1), 1)
            pieces[-1].append(f"{x:g},{y(value):g}")
    known = [one for one in values if one is not None]
    every = len(values) // _ROWS
    rows = tuple(_mean(values[at : at + every]) for at in range(0, len(values), every))
    drawn = tuple(" ".join(one if len(one) > 1 else one * 2) for one in pieces if one)
    return MetricLine(key, drawn, values[-1], _mean(known), max(known, default=None), rows)


def _mean(values: Sequence[Value]) -> Value:
    known = [one for one in values if one is not None]
    return sum(known) / len(known) if known else None
