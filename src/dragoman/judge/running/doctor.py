"""The doctor: checks of a judge as it stands on its machine, with remedies."""

from __future__ import annotations

import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import islice
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.results.ratings import unlike_the_logs
from dragoman.judge.running.configuration import Configuration, without_password
from dragoman.judge.running.doctor_house import look_at_house
from dragoman.judge.running.doctor_mail import look_at_mail, look_at_mail_coming_in
from dragoman.judge.running.findings import Finding, advice, fault, look_at_machine
from dragoman.judge.running.kept_backups import backups_in
from dragoman.judge.running.metrics import count_database
from dragoman.judge.storage.consistency import inconsistent_games
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import games_set_aside
from dragoman.judge.storage.migrations import REVISION
from dragoman.judge.storage.quiet import Quiet, quiet_since
from dragoman.judge.storage.tables import incoming, outbox
from dragoman.judge.storage.upkeep import Standstill, StandstillMode, upkeep_of
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.refusal import ActionRefused
from dragoman.words import said

with extra("judge"):
    import sqlalchemy as sa

_ROOM: Final = 500_000_000
"""Bytes that should be left on the disk of a database in a file."""

_SKEW: Final = timedelta(seconds=2)
"""How far the clocks of this machine and of the database may be apart."""

_UNSENT: Final = timedelta(minutes=15)
"""How late a letter may leave while a worker runs."""

_MOST_LOOKED_AT: Final = 1000
"""Mails in a folder that are looked at."""

_MOST_TOLD: Final = 20
"""Games that are named one by one."""

_OLD: Final = timedelta(days=2)
"""How old the last backup may be where a timer makes one each night."""

_PATIENCE: Final = timedelta(minutes=2)
"""How late games may be while a worker runs."""

_RUN_A_WORKER: Final = "see that a worker runs: `dragoman judge worker`, or `serve` with workers"


def examine(
    told: Configuration, file: Path | None, now: datetime, logs: bool = False
) -> Iterator[Finding]:
    """Look at everything, one thing after the other; nothing is changed. With ``logs`` every game
    is compared with its log, which takes some ten milliseconds for each."""
    yield from look_at_machine()
    yield _secrets(told, file)
    yield from _database(told, now, logs)
    yield from _backups(told, now)
    yield _address(told)
    yield from look_at_house(told)
    yield look_at_mail(told)
    yield from look_at_mail_coming_in(told, now)


def look_over(database: Database, now: datetime) -> Iterator[Finding]:
    """Findings of a judge at work about its own database: its room, its clock, its games and what
    waits to be sent.

    Raises:
        ActionRefused: if the database does not answer.
    """
    if database.is_sqlite:
        yield _room(Path(database.url.database or ""))
        yield _journal(database)
    else:
        yield _clock(database)
    quiet = quiet_since(database)
    if quiet is not None:
        yield _quiet(quiet)
    if (still := upkeep_of(database).standstill) is not None:
        yield _still(still)
    yield from _games(database, now, quiet is not None)
    yield _letters(database, now, quiet is not None)


def _quiet(found: Quiet) -> Finding:
    what = said(
        "the judge is quiet, as a copy of {made}: it judges nothing and mails nobody",
        made=f"{found.made:%Y-%m-%d %H:%M} UTC",
    )
    return Finding("quiet", advice("quiet", what, "dragoman judge go-live"))


def _still(found: Standstill) -> Finding:
    since = f"{found.since:%Y-%m-%d %H:%M} UTC"
    what = said("all clocks stand still since {since}", since=since)
    if found.mode is StandstillMode.READ_ONLY:
        what = said("the judge can only be read since {since}", since=since)
    return Finding("standstill", advice("standstill", what, "dragoman judge maintenance resume"))


def _secrets(told: Configuration, file: Path | None) -> Finding:
    """A finding on files whose contents open accounts and games: passwords, the database, mails
    with the codes by which a password is set anew."""
    has_password = any(without_password(one) != one for one in (told.database, told.mail_server))
    kept = [file] if file is not None and has_password else []
    if told.database.startswith("sqlite:"):
        kept += [Path(f"{told.database.removeprefix('sqlite:///')}{end}") for end in ("", "-wal")]
    if not told.mail_server:
        folder = Path(told.mail_folder)
        kept += [folder, *islice(folder.glob("*.eml"), _MOST_LOOKED_AT)]
    faults: tuple[Diagnostic, ...] = ()
    for one in filter(_others_may_read, kept):
        if not (one.parent == Path(told.mail_folder) and faults):
            what = f"everybody on this machine may read {one}"
            faults += fault("open-file", what, f"chmod -R o= {one}")
    return Finding(f"files: {len(kept)} checked for who can read them", faults)


def _others_may_read(path: Path) -> bool:
    """True if a user of this machine who is nobody's friend can read a file or list a folder."""
    try:
        path = path.resolve(strict=True)
        may_enter = all(one.stat().st_mode & stat.S_IXOTH for one in path.parents)
        return sys.platform != "win32" and may_enter and bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def _database(told: Configuration, now: datetime, logs: bool) -> Iterator[Finding]:
    shown = without_password(told.database)
    try:
        database = Database(told.database)
    except ActionRefused as refused:
        yield Finding("database", (refused.diagnostic,))
        return
    file = Path(database.url.database or "") if database.is_sqlite else None
    if file is not None and not file.is_file():
        what, remedy = f"there is no database {file}", "make it with `dragoman judge init`"
        yield Finding("database", fault("no-database", what, remedy))
        return
    try:
        yield _schema(database, shown)
        if file is None:
            yield _connections(database, told)
        yield from look_over(database, now)
        yield from _unanswered(database, now)
        if logs:
            yield _logs(database, now)
            yield _ratings(database)
    except ActionRefused as refused:
        yield Finding("database", (refused.diagnostic,))
    finally:
        database.close()


def _schema(database: Database, shown: str) -> Finding:
    found = database.check()
    with database.maintaining():
        pass  # whether it may be written
    if found > REVISION:
        what = f"the database is of revision {found}, and this program of {REVISION}"
        return Finding("database", advice("outdated", what, "start the new version"))
    return Finding(f"database: {shown} answers")


def _room(file: Path) -> Finding:
    free = shutil.disk_usage(file.parent).free
    room = {
        "free": f"{free // 10**6} MB" if free < 10**10 else f"{free // 10**9} GB",
        "file": file.name,
    }
    if free >= _ROOM:
        return Finding(said("disk: {free} free for {file}", **room))
    what = said("only {free} free for {file}", **room)
    remedy = "make room: what cannot be written is refused, and games stand still"
    return Finding("disk", advice("little-room", what, remedy))


def _journal(database: Database) -> Finding:
    with database.reading() as connection:
        mode: str = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    if mode == "wal":
        return Finding("journal: write-ahead")
    what = said(
        "the database keeps a journal of the kind {mode!r}, under which readers wait for writers",
        mode=mode,
    )
    remedy = "put it on a disk of this machine: network drives cannot do better"
    return Finding("journal", advice("no-wal", what, remedy))


def _connections(database: Database, told: Configuration) -> Finding:
    with database.reading() as connection:
        most = int(connection.exec_driver_sql("SHOW max_connections").scalar_one())
    needed = (1 + told.workers) * 20
    said = f"the server takes {most} connections; this configuration may open {needed}"
    if needed <= most - 5:
        return Finding(f"connections: {said}")
    remedy = "raise max_connections, or run fewer workers"
    return Finding("connections", advice("few-connections", said, remedy))


def _clock(database: Database) -> Finding:
    """A finding on the clocks of this machine and of the database: deadlines are of the one, and
    several processes of a judge may run on several machines."""
    with database.asking() as connection:
        before = datetime.now(UTC)
        there: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
        after = datetime.now(UTC)
    # What the question took is nobody's fault.
    apart = max(before - there, there - after, timedelta())
    if apart <= _SKEW:
        return Finding("clock: the same as that of the database")
    what = said(
        "the clocks of this machine and of the database are {seconds} s apart",
        seconds=f"{apart.total_seconds():.0f}",
    )
    return Finding("clock", fault("clock-skew", what, "set both by NTP: deadlines are moments"))


def _letters(database: Database, now: datetime, is_quiet: bool) -> Finding:
    waiting = sa.select(sa.func.count()).where(outbox.c.due.is_not(None))
    lost = sa.select(sa.func.count()).where(outbox.c.due.is_(None), outbox.c.sent.is_(None))
    failing = sa.select(outbox.c.error).where(outbox.c.due.is_not(None), outbox.c.error != "")
    with database.reading() as connection:
        waits: int = connection.execute(waiting).scalar_one()
        late: int = connection.execute(waiting.where(outbox.c.due < now - _UNSENT)).scalar_one()
        gone: int = connection.execute(lost).scalar_one()
        errors = connection.execute(failing.order_by(outbox.c.id.desc())).scalars().all()
    faults: tuple[Diagnostic, ...] = ()
    if late and not is_quiet:
        what = said(
            "{number} mail or call should have left a quarter of an hour ago",
            "{number} mails or calls should have left a quarter of an hour ago",
            number=late,
        )
        faults += fault("outbox-stuck", what, _RUN_A_WORKER)
    if errors:
        what = said(
            "{number} mail or call could not be sent yet: {error}",
            "{number} mails or calls could not be sent yet, the last of them: {error}",
            number=len(errors),
            error=errors[0],
        )
        faults += advice("outbox-failing", what, "they are tried again for two days")
    if gone:
        what = said(
            "{number} mail or call was given up",
            "{number} mails or calls were given up",
            number=gone,
        )
        faults += advice("outbox-given-up", what, "`admin_mail` was told of each")
    return Finding(said("outbox: {waits} waiting", waits=waits), faults)


def _unanswered(database: Database, now: datetime) -> Iterator[Finding]:
    """Mails that came in and should have been answered long ago."""
    late = sa.select(sa.func.count()).where(incoming.c.due < now - _UNSENT)
    with database.reading() as connection:
        count: int = connection.execute(late).scalar_one()
    if count:
        what = f"{count} mails that came in should have been answered a quarter of an hour ago"
        remedy = "run `dragoman judge mail --serve`, or `serve --mail`"
        yield Finding("mails coming in", fault("mails-stuck", what, remedy))


def _logs(database: Database, now: datetime) -> Finding:
    """A finding on the tables that follow from the logs."""
    found = list(inconsistent_games(database, now + _SKEW, VariantStore(database).find))
    remedy = (
        "the logs are what counts: keep this database as it is, restore the last backup without "
        "the fault elsewhere, and tell whoever wrote this program"
    )
    faults: tuple[Diagnostic, ...] = ()
    for one in found[:_MOST_TOLD]:
        differ = ", ".join(one.tables)
        what = f"game {one.game}: {one.fault or f'its log says otherwise than {differ}'}"
        faults += fault("unlike-its-log", what, remedy)
    if more := len(found) - len(faults):
        faults += fault("unlike-its-log", f"and {more} games more", remedy)
    return Finding("logs: compared", faults)


def _ratings(database: Database) -> Finding:
    found = unlike_the_logs(database, VariantStore(database).find)
    if not found:
        return Finding("ratings: as the logs say")
    named = ", ".join(map(str, found[:_MOST_TOLD]))
    what = f"the ratings are not what the logs come to, in the games {named}"
    remedy = "games that ended just now are counted by the next worker: look again in a minute"
    return Finding("ratings", advice("unlike-the-logs", what, remedy))


def _games(database: Database, now: datetime, is_quiet: bool) -> Iterator[Finding]:
    counts = count_database(database, now)
    yield Finding(said("games: {stages}", stages=_stages(counts.stages)))
    late = count_database(database, now - _PATIENCE).late
    aside = games_set_aside(database)
    if late > len(aside) and not is_quiet:
        what = said(
            "{number} game is late by more than two minutes",
            "{number} games are late by more than two minutes",
            number=late - len(aside),
        )
        yield Finding("clock", fault("games-late", what, _RUN_A_WORKER))
    for one in aside:
        what = said(
            "game {game} has not been judged since {since}, tried {tries} time: {why}",
            "game {game} has not been judged since {since}, tried {tries} times: {why}",
            tries=one.tries,
            game=one.game,
            since=f"{one.since:%Y-%m-%d %H:%M} UTC",
            why=one.places[-1] if one.places else "no reason kept",
        )
        remedy = said("mend it, then: dragoman judge retry {game}", game=one.game)
        yield Finding("game set aside", fault("game-set-aside", what, remedy))


def _stages(stages: Mapping[str, int]) -> str:
    """``2 forming, 1 running``."""
    told = [said(f"{{count}} {stage}", count=count) for stage, count in sorted(stages.items())]
    if not told:
        return "none yet"
    return reduce(lambda before, after: said("{before}, {after}", before=before, after=after), told)


def _backups(told: Configuration, now: datetime) -> Iterator[Finding]:
    """A finding on the folder of backups; none where there is no such folder."""
    if not told.backup_folder:
        return
    remedy = "run `dragoman judge backup`, and see that its timer does"
    try:
        last = max(backups_in(Path(told.backup_folder)).values(), default=None)
    except OSError as error:
        what = f"{told.backup_folder} cannot be read: {error.strerror or error}"
        yield Finding("backups", advice("no-backups", what, remedy))
        return
    if last is None:
        what = f"there is no backup in {told.backup_folder} yet"
        yield Finding("backups", advice("no-backups", what, remedy))
    elif now - last > _OLD:
        what = f"the last backup is of {last:%Y-%m-%d}"
        yield Finding("backups", advice("old-backup", what, remedy))
    else:
        yield Finding(f"backups: the last is of {last:%Y-%m-%d %H:%M} UTC")


def _address(told: Configuration) -> Finding:
    parts = urlsplit(told.address)
    host = parts.hostname or ""
    if parts.scheme == "http" and host not in ("localhost", "127.0.0.1", "::1"):
        what = (
            f"people reach the judge at {told.address}, where everybody on the way may read along"
        )
        remedy = "put a reverse proxy with https in front of it: see the page on hosting"
        return Finding("address", advice("no-https", what, remedy))
    if parts.scheme == "https" and not told.proxies:
        what = "behind a reverse proxy all callers seem to come from it"
        remedy = "name its address in `proxies`, as 127.0.0.1"
        return Finding("address", advice("no-proxies", what, remedy))
    return Finding(f"address: {told.address}")
