"""The metrics of a judge, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.tables import aside, games, incoming, outbox, people
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa
    from prometheus_client import (
        CollectorRegistry,
        Counter,
        Gauge,
        Histogram,
        ProcessCollector,
        generate_latest,
    )
    from prometheus_client.core import GaugeMetricFamily


CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
FAILURES: Final = ("database", "worker", "halted", "game", "outbox")
"""What may go wrong in a worker."""
OUTCOMES: Final = ("sent", "failed")
"""What may become of a mail or a webhook call."""
_HOUR: Final = timedelta(hours=1)
LATE: Final = (0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600)


@dataclass(frozen=True, slots=True)
class DatabaseCounts:
    """Counts of the database at a moment: games by stage, those that wait for the clock, those of
    them that are late, those set aside, what waits in the outbox, mails that came in and wait
    for their answers, and people who registered within the last hour."""

    stages: dict[str, int]
    due: int
    late: int
    aside: int
    outbox: int
    mails: int = 0
    registered: int = 0


class Metrics:
    """The figures of one process; those of the database are counted when they are asked for.

    A registry of its own: two judges in one process, as in tests, do not mix.
    """

    def __init__(self, count: Callable[[], DatabaseCounts] | None = None) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "dragoman_requests_total",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "dragoman_request_seconds",
            "How long requests took.",
            ("method", "route"),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.phases = Counter(
            "dragoman_phases_judged_total", "Phases judged by the clock.", registry=self.registry
        )
        self.ticks = Counter(
            "dragoman_ticks_total",
            "Games of which something was due, whatever became of it.",
            registry=self.registry,
        )
        self.lateness = Histogram(
            "dragoman_lateness_seconds",
            "How long after its time a game was looked at.",
            buckets=LATE,
            registry=self.registry,
        )
        self.tick_seconds = Histogram(
            "dragoman_tick_seconds",
            "How long it took to do what was due in a game.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.failures = Counter(
            "dragoman_failures_total",
            "What went wrong in the worker.",
            ("what",),
            registry=self.registry,
        )
        self.delivered = Counter(
            "dragoman_delivered_total",
            "Mails and webhook calls that left, or did not.",
            ("outcome",),
            registry=self.registry,
        )
        self.worked = Gauge(
            "dragoman_worker_last_look_seconds",
            "When the worker last looked for what is due, as seconds since 1970.",
            registry=self.registry,
        )
        # Else the first of each would be no increase of anything, and no alarm.
        for what in FAILURES:
            self.failures.labels(what)
        for outcome in OUTCOMES:
            self.delivered.labels(outcome)
        # Memory, processor's time and open descriptors, as every client of Prometheus names them.
        ProcessCollector(registry=self.registry)
        if count is not None:
            self.registry.register(_OfTheDatabase(count))

    def watch(self, connections: Callable[[], int], streams: Callable[[], int]) -> None:
        """Tell of a server's connections, and of those on which somebody follows a game."""
        for name, what, count in (
            ("dragoman_connections", "Connections that are open.", connections),
            ("dragoman_streams", "Streams of news that are open.", streams),
        ):
            Gauge(name, what, registry=self.registry).set_function(count)

    def text(self) -> bytes:
        """Everything, in the text form of Prometheus."""
        return generate_latest(self.registry)


class _OfTheDatabase:
    """Figures that are counted in the database whenever somebody asks. Where it does not answer
    they are left out, and the others told all the same."""

    def __init__(self, count: Callable[[], DatabaseCounts]) -> None:
        self._count = count

    def describe(self) -> Iterable[Any]:
        return ()  # else registering would count

    def collect(self) -> Iterable[Any]:
        up = GaugeMetricFamily("dragoman_database_up", "Whether the database answers.")
        try:
            found = self._count()
        except ActionRefused:
            up.add_metric((), 0)
            yield up
            return
        up.add_metric((), 1)
        yield up
        stages = GaugeMetricFamily("dragoman_games", "Games by stage.", labels=("stage",))
        for stage, count in found.stages.items():
            stages.add_metric((stage,), count)
        yield stages
        for name, what, count in (
            (
                "dragoman_games_due",
                "Games with a moment at which the clock looks at them.",
                found.due,
            ),
            ("dragoman_games_late", "Games whose moment is over.", found.late),
            ("dragoman_games_set_aside", "Games that could not be judged.", found.aside),
            ("dragoman_outbox_waiting", "Mails and webhook calls that wait.", found.outbox),
            ("dragoman_mails_waiting", "Mails that wait for their answers.", found.mails),
            (
                "dragoman_registrations_last_hour",
                "People who registered within the last hour.",
                found.registered,
            ),
        ):
            one = GaugeMetricFamily(name, what)
            one.add_metric((), count)
            yield one


# Counts of the database, made without folding a game


def count_database(database: Database, now: datetime) -> DatabaseCounts:
    """Games by stage, those that wait for the clock, those that are late and those set aside; what
    waits to be sent or answered, and who registered.

    Raises:
        ActionRefused: if the database does not answer.
    """
    by_stage = sa.select(games.c.stage, sa.func.count()).group_by(games.c.stage)
    waiting = sa.select(sa.func.count()).select_from(games).where(games.c.due.is_not(None))
    with database.reading() as connection:
        stages = {stage: count for stage, count in connection.execute(by_stage)}
        due: int = connection.execute(waiting).scalar_one()
        late: int = connection.execute(waiting.where(games.c.due <= now)).scalar_one()
        left: int = connection.execute(sa.select(sa.func.count()).select_from(aside)).scalar_one()
        letters = sa.select(sa.func.count()).where(outbox.c.due.is_not(None))
        waits: int = connection.execute(letters).scalar_one()
        mails = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
        unanswered: int = connection.execute(mails).scalar_one()
        newcomers: int = connection.execute(registered(now - _HOUR, now)).scalar_one()
    return DatabaseCounts(stages, due, late, left, waits, unanswered, newcomers)


def registered(after: datetime, until: datetime) -> sa.Select[int]:
    """The question how many people have registered between two moments: neither guests nor
    programs."""
    is_person = people.c.owner.is_(None) & ~people.c.is_guest
    meanwhile = (people.c.created > after) & (people.c.created <= until)
    return sa.select(sa.func.count()).where(meanwhile, is_person)
