"""All that a judge keeps as one file, and back: on the same kind of database, or the other.

A backup is a zip file: ``judge.json`` says of which revision it is, and what is in it; then there
is a file for each table, a row on each line. Of each table it has the fingerprint as well, which is
the same wherever these rows are, in whatever sequence.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from dragoman.extras import extra
from dragoman.files import write_atomically
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.migrations import REVISION, revision_of, upgrade
from dragoman.judge.storage.quiet import be_quiet
from dragoman.judge.storage.upkeep import go_on, only_paused
from dragoman.long_work import tell
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

FORMAT: Final = "dragoman judge backup"
_HEADER: Final = "judge.json"
_NOT_OURS: Final = "alembic_version"
_ROWS: Final = 1000
"""How many are in memory at once."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup: the revision of its tables, how many rows each has, and their
    fingerprints, which older backups lack."""

    revision: str
    made: datetime
    rows: dict[str, int]
    fingerprints: dict[str, str]


def write_backup(database: Database, path: Path, now: datetime) -> Backup:
    """Write all that is in a database at one moment into a file, while others go on working. The
    file is there whole or not at all, and only its owner can read it.

    Raises:
        ActionRefused: if the database does not answer, or the file cannot be written.
    """
    made: list[Backup] = []

    def write(out: IO[bytes]) -> None:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            made.append(_write(database, file, now))

    try:
        write_atomically(path, write, mode=0o600)
    except OSError as error:
        what = f"the backup cannot be written: {error.strerror or error}"
        raise ActionRefused("no-backup", what, "name another file") from None
    return made[0]


def restore_backup(database: Database, path: Path, quiet: datetime | None = None) -> Backup:
    """Put all of a backup into a database that is empty; all of it or nothing. What an older
    version wrote is brought up to this one. With a moment the judge is quiet from then on.

    Raises:
        ActionRefused: if the database is not empty, or the file is no backup or damaged.
    """
    try:
        with zipfile.ZipFile(path) as file, database.maintaining() as connection:
            backup = _read_header(file)
            _empty(connection)
            upgrade(connection, backup.revision, is_stopped=True)
            done, rows = 0, sum(backup.rows.values())
            for table in _tables(connection):
                tell("Restoring", done, rows)
                _fill(connection, table, _lines(file, table.name), backup.rows.get(table.name))
                done += backup.rows.get(table.name, 0)
            tell("")
            upgrade(connection, is_stopped=True)
            # A copy of a judge that is only read can be written; its clocks wait for a word.
            only_paused(connection)
            if quiet is not None:
                go_on(connection)
                be_quiet(connection, quiet, backup.made)
        database.check()
    except OSError as error:
        what = f"the backup cannot be read: {error.strerror or error}"
        raise ActionRefused("no-backup", what) from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError) as error:
        what = f"this file is no backup, or it is damaged: {error}"
        raise ActionRefused("wrong-backup", what, "take another") from None
    return backup


def fingerprints_in(database: Database) -> dict[str, str]:
    """The fingerprint of every table of a database.

    Raises:
        ActionRefused: if it does not answer.
    """
    with database.reading() as connection:
        found: dict[str, str] = {}
        for table in _tables(connection):
            sum_of_rows = 0
            for row in _rows_of(connection, table):
                sum_of_rows += _number_of(_by_name(table, row))
            found[table.name] = _as_fingerprint(sum_of_rows)
    return found


def _write(database: Database, file: zipfile.ZipFile, now: datetime) -> Backup:
    counts: dict[str, int] = {}
    fingerprints: dict[str, str] = {}
    with database.reading() as connection:
        revision = revision_of(connection)
        tables = _tables(connection)
        counted = (sa.select(sa.func.count()).select_from(one) for one in tables)
        among = sum(connection.execute(one).scalar_one() for one in counted)
        for table in tables:
            tell("Writing the backup", sum(counts.values()), among)
            counts[table.name] = sum_of_rows = 0
            with file.open(f"{table.name}.jsonl", "w", force_zip64=True) as out:
                for row in _rows_of(connection, table):
                    values = _by_name(table, row)
                    line = json.dumps([*values.values()], ensure_ascii=True)
                    out.write(line.encode() + b"\n")
                    counts[table.name] += 1
                    sum_of_rows += _number_of(values)
            fingerprints[table.name] = _as_fingerprint(sum_of_rows)
            columns = [one.name for one in table.columns]
            file.writestr(f"{table.name}.columns.json", json.dumps(columns))
        tell("")
    header = {
        "format": FORMAT,
        "revision": revision,
        "made": now.isoformat(),
        "rows": counts,
        "fingerprints": fingerprints,
    }
    file.writestr(_HEADER, json.dumps(header))
    return Backup(revision, now, counts, fingerprints)


def _by_name(table: sa.Table, row: Any) -> dict[str, object]:
    return {one.name: _plain(value) for one, value in zip(table.columns, row, strict=True)}


def _number_of(values: Mapping[str, object]) -> int:
    text = json.dumps(values, ensure_ascii=True, sort_keys=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest())


def _as_fingerprint(sum_of_rows: int) -> str:
    """A sum is the same in whatever sequence rows come: each kind of database has its own."""
    return f"{sum_of_rows % 2**256:064x}"


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """The tables that there are, those first that others point to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [one for one in found.sorted_tables if one.name != _NOT_OURS]


def _rows_of(connection: sa.Connection, table: sa.Table) -> Iterator[Any]:
    """All rows of a table, some of them in memory at a time."""
    key = list(table.primary_key.columns)
    wanted = sa.select(table).order_by(*key).limit(_ROWS)
    rows = connection.execute(wanted).all()
    while rows:
        yield from rows
        last = [getattr(rows[-1], one.name) for one in key]
        after = sa.tuple_(*key) > sa.tuple_(*(sa.literal(v) for v in last))
        rows = connection.execute(wanted.where(after)).all()


def _read_header(file: zipfile.ZipFile) -> Backup:
    found: Any = json.loads(file.read(_HEADER))
    if found["format"] != FORMAT:
        raise ValueError("it is of another kind")
    if not "" < found["revision"] <= REVISION:
        what = f"the backup is of revision {found['revision']}, and this program of {REVISION}"
        raise ActionRefused("newer-backup", what, "install the version that wrote it")
    made = datetime.fromisoformat(found["made"])
    return Backup(found["revision"], made, dict(found["rows"]), found.get("fingerprints", {}))


def _empty(connection: sa.Connection) -> None:
    """Remove tables that hold nothing, so that those of the backup can be made.

    Raises:
        ActionRefused: if they hold something.
    """
    tables = _tables(connection)
    for table in tables:
        if connection.execute(sa.select(table).limit(1)).first() is not None:
            what = f"the database is not empty: there is something in {table.name}"
            raise ActionRefused("not-empty", what, "restore into an empty database")
    for table in reversed(tables):
        table.drop(connection)
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {_NOT_OURS}")


def _lines(file: zipfile.ZipFile, name: str) -> Iterator[dict[str, Any]]:
    columns: list[str] = json.loads(file.read(f"{name}.columns.json"))
    with file.open(f"{name}.jsonl") as lines:
        for line in lines:
            yield dict(zip(columns, json.loads(line), strict=True))


def _fill(
    connection: sa.Connection,
    table: sa.Table,
    lines: Iterator[dict[str, Any]],
    expected: int | None,
) -> None:
    count = 0
    while some := list(islice(lines, _ROWS)):
        rows = [{one.name: _typed(one, line[one.name]) for one in table.columns} for line in some]
        connection.execute(sa.insert(table), rows)
        count += len(rows)
    if count != expected:
        raise ValueError(f"{table.name} has {count} rows instead of {expected}")
    if connection.dialect.name == "postgresql" and "id" in table.columns and count:
        # Numbers that are given out from here on begin after those that are taken.
        sequence = sa.func.pg_get_serial_sequence(table.name, "id")
        last = sa.select(sa.func.max(table.c.id)).scalar_subquery()
        connection.execute(sa.select(sa.func.setval(sequence, last)))


def _plain(value: object) -> object:
    match value:
        case datetime():
            # SQLite forgets zones: all moments are in UTC.
            return (
                value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
            ).isoformat()
        case bytes():
            return b64encode(value).decode()
        case _:
            return value


def _typed(column: sa.Column[Any], value: Any) -> Any:
    if value is None:
        return None
    match column.type:
        case sa.DateTime():
            return datetime.fromisoformat(value).astimezone(UTC)
        case sa.LargeBinary():
            return b64decode(value)
        case _:
            return value
