"""What is asked all the time is found by an index, however many games there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.judge.outbox.sending import Outbox
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import entries
from tests.judge.stores import NOW, Opened, begun

MANY = 100_000


@pytest.fixture(scope="module")
def questions() -> list[tuple[str, Callable[[Judge], object], str]]:
    """What is asked, how, and the index that answers it."""
    return [
        ("due games", lambda judge: judge.games.tick(NOW), "ix_games_due"),
        ("the next deadline", lambda judge: judge.games.next_due(), "ix_games_due"),
        ("a game's log", lambda judge: entries(judge.database, 1), "log"),
        ("letters", lambda judge: Outbox(judge.database).send(never, never, NOW), "ix_outbox_due"),
        ("a session", lambda judge: judge.accounts.sign_ins.session("x", NOW), "sessions"),
        ("a token", lambda judge: judge.accounts.tokens.holder("x", NOW), "tokens"),
    ]


def never(delivery: object) -> None:
    raise AssertionError


def fill(connection: sa.Connection) -> None:
    """Store many games, most of which wait for a deadline, with people, letters and log."""
    later = (NOW + timedelta(hours=1)).replace(tzinfo=None).isoformat(" ", "microseconds")
    numbers = (
        f"WITH RECURSIVE many(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM many"
        f" WHERE n < {1000 + MANY})"
    )
    moment = f"'{later}'" if connection.dialect.name == "sqlite" else f"'{later}+00'::timestamptz"
    for into in (
        "games (id, title, variant, stage, version, due)"
        f" {numbers} SELECT n, 'many', 'standard', 'running', 1, {moment} FROM many",
        "people (id, name, name_key, created, is_admin)"
        f" {numbers} SELECT n, 'p' || n, 'p' || n, {moment}, FALSE FROM many",
        "looks (person, language, zone, scheme, apart, is_still)"
        f" {numbers} SELECT n, '', '', '', FALSE, FALSE FROM many",
        "sessions (hash, person, created, seen, device)"
        f" {numbers} SELECT 'h' || n, n, {moment}, {moment}, '' FROM many",
        "tokens (hash, prefix, person, name, scopes, created)"
        f" {numbers} SELECT 'h' || n, '', n, '', '', {moment} FROM many",
        "log (game, number, at, by, kind, data)"
        f" {numbers} SELECT n, 1, '', 0, '', '{{}}' FROM many",
        'outbox (kind, "to", data, created, due, tries, error)'
        f" {numbers} SELECT 'mail', '', '{{}}', {moment}, {moment}, 0, '' FROM many",
    ):
        connection.exec_driver_sql(f"INSERT INTO {into}")
    connection.exec_driver_sql("ANALYZE")


def plan(connection: sa.Connection, statement: str, given: Any) -> str:
    how = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    rows = connection.exec_driver_sql(f"{how} {statement}", given).all()
    return "\n".join(" ".join(str(part) for part in row) for row in rows)


@pytest.mark.slow
def test_no_question_looks_at_all_of_them(
    opened: Opened, questions: list[tuple[str, Callable[[Judge], object], str]]
) -> None:
    judge = opened()
    begun(judge.games)
    with judge.database.writing() as connection:
        fill(connection)
    for what, ask, index in questions:
        asked: list[tuple[str, Any]] = []

        def listen(connection: Any, cursor: Any, statement: str, given: Any, *more: Any) -> None:
            asked.append((statement, given))  # noqa: B023

        sa.event.listen(judge.database.engine, "before_cursor_execute", listen)
        ask(judge)
        sa.event.remove(judge.database.engine, "before_cursor_execute", listen)
        selects = [one for one in asked if one[0].startswith("SELECT ")]
        assert selects, what
        with judge.database.reading() as connection:
            plans = "\n".join(plan(connection, *one) for one in selects)
        assert index in plans, (what, plans)
        for line in plans.splitlines():
            looks_at_all = "Seq Scan" in line or ("SCAN " in line and "USING" not in line)
            # Games that a worker cannot judge, and acts of whoever runs the judge.
            has_few_rows = any(one in line for one in ("aside", "upkeep", "shifts"))
            assert not looks_at_all or has_few_rows, (what, plans)
