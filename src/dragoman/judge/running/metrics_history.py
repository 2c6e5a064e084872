"""The history of a judge's metrics: a day of them, noted minute by minute by every process in the
database, so that several servers are seen together and a restart forgets nothing."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.running.log_lines import log
from dragoman.judge.running.metrics import LATE, SECONDS, Metrics, count_database, registered
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.tables import metrics_history
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

with extra("judge"):
    import sqlalchemy as sa

MINUTE: Final = timedelta(minutes=1)
KEPT: Final = timedelta(days=1)
OF_THE_DATABASE: Final = ""
"""The process under which figures of the database stand, which all tell alike."""
_LONGEST_NAME: Final = 100
_BOUNDS: Final = FrozenMap({"took": SECONDS, "late": LATE})


@dataclass(frozen=True, slots=True)
class MetricsNote:
    """A note of a process at a moment: ``counts`` of what happened in the ``seconds`` since its
    note before, and ``levels`` at that moment.

    Counts are ``status 2`` to ``status 5`` (requests by the first digit of their status), ``took
    S`` and ``late S`` (requests and phases by the bound of seconds they stayed within), ``judged``,
    ``failures``, ``sent``, ``unsent`` and ``registered``. Levels are ``streams``, ``connections``
    and ``memory``; of the database ``running``, ``due``, ``late``, ``aside``, ``outbox`` and
    ``mails``.
    """

    process: str
    at: datetime
    seconds: float
    counts: Mapping[str, float]
    levels: Mapping[str, float]


class MetricsHistory:
    """Notes the metrics of this process once a minute, and whatever the database has to tell if
    nobody else did in that minute. Used as a context, it notes until the end, and once more
    then."""

    def __init__(self, database: Database, metrics: Metrics, process: str) -> None:
        self._database, self._metrics = database, metrics
        self._process = process[:_LONGEST_NAME]
        self._before, self._since = _counts(metrics), time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="metrics history", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def note(self, now: datetime) -> None:
        """Note what happened since the last time, and forget what is a day old.

        Raises:
            ActionRefused: if the database does not answer; the next note has it all.
        """
        counts, since = _counts(self._metrics), time.monotonic()
        new = {key: value - self._before.get(key, 0.0) for key, value in counts.items()}
        data = {
            "seconds": max(0.001, since - self._since),
            "counts": {key: value for key, value in new.items() if value},
            "levels": _levels(self._metrics),
        }
        with self._database.noting() as connection:
            row = {"process": self._process, "at": now, "data": data}
            connection.execute(insert_new(connection, metrics_history).values(row))
            old = metrics_history.c.at < now - KEPT
            connection.execute(sa.delete(metrics_history).where(old))
        self._before, self._since = counts, since
        self._note_database(now)

    def _note_database(self, now: datetime) -> None:
        latest = sa.select(sa.func.max(metrics_history.c.at))
        latest = latest.where(metrics_history.c.process == OF_THE_DATABASE)
        with self._database.asking() as connection:
            before = connection.execute(latest).scalar()
        at = now.replace(second=0, microsecond=0)
        if before is not None and before >= at:
            return
        found = count_database(self._database, now)
        with self._database.noting() as connection:
            new = connection.execute(registered(before or at - MINUTE, at)).scalar_one()
            data = {
                "seconds": (at - before if before else MINUTE).total_seconds(),
                "counts": {"registered": new},
                "levels": {
                    "running": found.stages.get("running", 0),
                    "due": found.due,
                    "late": found.late,
                    "aside": found.aside,
                    "outbox": found.outbox,
                    "mails": found.mails,
                },
            }
            row = {"process": OF_THE_DATABASE, "at": at, "data": data}
            connection.execute(insert_new(connection, metrics_history).values(row))

    def _run(self) -> None:
        while not self._ended.wait(MINUTE.total_seconds()):
            self._try_to_note()
        self._try_to_note()

    def _try_to_note(self) -> None:
        try:
            self.note(datetime.now(UTC))
        except ActionRefused as refused:
            log().warning("metrics are not noted", code=refused.diagnostic.code)
        except Exception:  # nobody shall wait for his turn because of a figure
            log().error("metrics are not noted", exc_info=True)


def read_history(database: Database, since: datetime) -> list[MetricsNote]:
    """The notes of all processes after a moment, oldest first.

    Raises:
        ActionRefused: if the database does not answer.
    """
    table = metrics_history.c
    wanted = sa.select(metrics_history).where(table.at > since).order_by(table.at, table.process)
    with database.asking() as connection:
        rows = connection.execute(wanted).all()
    return [MetricsNote(one.process, one.at, **one.data) for one in rows]


def percentile(counts: Mapping[str, float], what: str, share: float) -> float | None:
    """The number of seconds within which a share of what happened stayed, as Prometheus reckons it
    of a histogram: evenly between two bounds, and the largest bound if it is above that. None
    where nothing happened. ``what`` is ``took`` or ``late``."""
    within = sorted(
        (float(key.partition(" ")[2]), count)
        for key, count in counts.items()
        if key.startswith(f"{what} ")
    )
    wanted = share * sum(count for _, count in within)
    if not wanted:
        return None
    bounds = _BOUNDS[what]
    seen = 0.0
    for bound, count in within:
        if seen + count >= wanted:
            if bound == float("inf"):
                return bounds[-1]
            below = max((one for one in bounds if one < bound), default=0.0)
            return below + (bound - below) * (wanted - seen) / count
        seen += count
    return within[-1][0]


# What the metrics of this process say


def _counts(metrics: Metrics) -> dict[str, float]:
    found = defaultdict[str, float](float)
    for sample in _samples(metrics.requests, "_total"):
        found[f"status {sample.labels['status'][:1]}"] += sample.value
    for what, histogram in (("took", metrics.request_seconds), ("late", metrics.lateness)):
        up_to = defaultdict[float, float](float)
        for sample in _samples(histogram, "_bucket"):
            up_to[float(sample.labels["le"])] += sample.value
        below = 0.0
        for bound in sorted(up_to):
            found[f"{what} {bound}"] = up_to[bound] - below
            below = up_to[bound]
    found["judged"] = sum(one.value for one in _samples(metrics.phases, "_total"))
    found["failures"] = sum(one.value for one in _samples(metrics.failures, "_total"))
    for sample in _samples(metrics.delivered, "_total"):
        found["sent" if sample.labels["outcome"] == "sent" else "unsent"] += sample.value
    return found


def _levels(metrics: Metrics) -> dict[str, float]:
    names = {
        "dragoman_streams": "streams",
        "dragoman_connections": "connections",
        "process_resident_memory_bytes": "memory",
    }
    # Of these alone: the whole registry would count in the database.
    families = metrics.registry.restricted_registry(names).collect()
    return {names[one.name]: one.value for family in families for one in family.samples}


def _samples(metric: Any, ending: str) -> list[Any]:
    found = [sample for family in metric.collect() for sample in family.samples]
    return [one for one in found if one.name.endswith(ending)]
