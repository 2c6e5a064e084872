"""Connections to PostgreSQL that keep their statements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from dragoman.judge.storage import prepared_statements
from dragoman.judge.storage.database import Database
from tests.databases import Cluster


@pytest.fixture
def database(cluster: Cluster) -> Iterator[Database]:
    database = Database(cluster.address("postgres"))
    yield database
    database.close()


def test_more_statements_than_are_kept_are_answered_rightly(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared_statements, "_MOST", 3)
    texts = [f"SELECT {number} + $1::INTEGER" for number in range(7)]
    with database.asking() as connection:
        for given in (10, 20):
            for number, text in enumerate([*texts, *reversed(texts)]):
                wanted = number if number < 7 else 13 - number
                found = connection.exec_driver_sql(text, (given,)).scalar_one()
                assert found == wanted + given
        kept = "SELECT count(*) FROM pg_prepared_statements"
        assert connection.exec_driver_sql(kept).scalar_one() == 3


def test_a_question_alone_is_in_no_transaction(database: Database) -> None:
    at = sa.select(sa.cast(sa.func.now(), sa.Text), sa.func.pg_sleep(0.002))
    with database.asking() as connection:
        assert connection.execute(at).one()[0] != connection.execute(at).one()[0]
    with database.reading() as connection:
        assert connection.execute(at).one()[0] == connection.execute(at).one()[0]
    with pytest.raises(sa.exc.DBAPIError, match="read-only"), database.reading() as connection:
        connection.exec_driver_sql("CREATE TABLE new (id INTEGER)")
