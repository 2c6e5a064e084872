"""A database for every test that wants one, of both kinds.

PostgreSQL's tests run wherever its server is installed: a cluster of their own is made in a
temporary folder, one for each process of the test run, and every test has a database in it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

import pytest
import sqlalchemy as sa

from dragoman.judge.service import Judge
from tests.judge.stores import Opened


def server_programs() -> Path | None:
    """Where PostgreSQL's ``initdb`` and ``postgres`` are: Debian keeps them out of the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name))
    return debian[-1] if debian else None


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The address of a PostgreSQL server without the name of a database."""
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
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            yield f"postgresql+pg8000://judge@/NAME?unix_sock={folder}/.s.PGSQL.5432"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database: the test runs on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'judge.db'}"
        return
    server: str = request.getfixturevalue("cluster")
    folder = server.partition("unix_sock=")[2].rpartition("/")[0]
    name = f"judge_{token_hex(6)}"
    template = sa.make_url(server.replace("NAME", "template1"))
    engine = sa.create_engine(template, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} STRATEGY FILE_COPY")
    yield f"postgresql://judge@/{name}?host={folder}"
    with engine.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def opened(address: str) -> Iterator[Opened]:
    """Opens the judge of a test, as often as the test wants."""
    judges: list[Judge] = []

    def open_it() -> Judge:
        judges.append(Judge(address))
        judges[-1].database.create()
        return judges[-1]

    yield open_it
    for one in judges:
        one.close()
