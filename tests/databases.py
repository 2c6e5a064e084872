"""A database for every test that wants one, of both kinds.

PostgreSQL's tests run wherever its server is installed: a cluster of their own is made in a
temporary folder, one for each process of the test run, and every test has a database in it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final

import pytest


def server_programs() -> Path | None:
    """Where PostgreSQL's ``initdb`` and ``postgres`` are: Debian keeps them out of the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name))
    return debian[-1] if debian else None


_EMPTY: Final = (
    """SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()""",
    "SET session_replication_role = replica",  # in whatever sequence, with no regard to references
    """DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT quote_ident(tablename) FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP EXECUTE 'DELETE FROM ' || one; END LOOP; END $$""",
    """SELECT setval(quote_ident(sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public'""",
)
"""Nobody is there any more, no rows are, and numbers begin anew."""
_LIKENESS: Final = """SELECT md5(string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid,
    attnotnull, attisdropped), ' ' ORDER BY attrelid, attnum))
  || (SELECT string_agg(version_num, ' ') FROM alembic_version)
  || pg_database_size(current_database()) / 20000000
FROM pg_attribute WHERE attrelid IN
  (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)"""
"""The shape of a database's tables and indexes, and roughly its size."""


class Cluster:
    """A PostgreSQL server that listens in a folder."""

    def __init__(self, folder: Path, control: Callable[..., None]) -> None:
        self._folder, self._control = folder, control
        self._emptied: list[str] = []
        self._likeness = ""

    def stop(self) -> None:
        self._control("stop", "-m", "fast")

    def start(self) -> None:
        self._control("start")

    def address(self, name: str) -> str:
        return f"postgresql://judge@/{name}?host={self._folder}"

    def run(self, *statements: str, name: str = "postgres") -> str:
        """Carry out statements in a database; the answer to the last, in a word."""
        from dragoman.judge.storage.database import Database

        database = Database(self.address(name))
        with database.asking() as connection:  # outside of transactions, as such statements want it
            answers = [connection.exec_driver_sql(one) for one in statements]
            word = str(answers[-1].scalar()) if answers[-1].returns_rows else ""
        database.close()
        return word

    @contextmanager
    def copied(self, template: str) -> Iterator[str]:
        """A copy of a database for as long as the ``with`` lasts."""
        name = self._copy(template)
        yield self.address(name)
        self._drop(name)

    @contextmanager
    def lent(self, template: str) -> Iterator[str]:
        """A database like one with nothing in its tables, for as long as the ``with`` lasts. It is
        emptied for whoever comes next, for to copy one takes a processor a fifth of a second."""
        name = self._emptied.pop() if self._emptied else self._copy(template)
        yield self.address(name)
        self._likeness = self._likeness or self.run(_LIKENESS, name=template)
        if self.run(*_EMPTY, _LIKENESS, name=name) == self._likeness:
            self._emptied.append(name)
        else:
            self._drop(name)

    def _copy(self, template: str) -> str:
        name = f"judge_{token_hex(6)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return name

    def _drop(self, name: str) -> None:
        self.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server of PostgreSQL for this process of the test run."""
    programs = server_programs()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed")
    # A socket's path has a hundred letters at most, and pytest's folders are deep.
    with TemporaryDirectory(prefix="judge-pg-") as text:
        folder = Path(text)
        # The server does not run as root.
        user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(folder, user)
        as_user = {"user": user} if os.getuid() == 0 else {}

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [programs / program, *arguments],
                check=True,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                **as_user,
            )

        data = str(folder / "data")
        run("initdb", "-D", data, "-U", "judge", "-A", "trust", "-E", "UTF8", "-N", "--locale=C")
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
            " -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
            " -c shared_buffers=16MB -c autovacuum=off"
        )

        def control(*what: str) -> None:
            run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, *what)

        control("start")
        try:
            yield Cluster(folder, control)
        finally:
            control("stop", "-m", "immediate")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with all tables, for tests to copy."""
    path = tmp_path_factory.mktemp("template") / "judge.db"
    create_tables(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgresql_template(cluster: Cluster) -> str:
    """The name of a database with all tables, for tests to copy."""
    cluster.run("CREATE DATABASE judge_template STRATEGY FILE_COPY")
    create_tables(cluster.address("judge_template"))
    return "judge_template"


def create_tables(address: str) -> None:
    from dragoman.judge.storage.database import Database

    database = Database(address)
    database.create()
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without tables: the test runs on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    with request.getfixturevalue("cluster").copied("template0") as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with nothing in its tables: the test runs on each kind."""
    if request.param == "sqlite":
        path = tmp_path / "judge.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    template: str = request.getfixturevalue("postgresql_template")
    with request.getfixturevalue("cluster").lent(template) as address:
        yield address
