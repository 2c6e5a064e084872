"""A judge is upgraded while people play: revisions keep what they claim, and two doors are
replaced one after the other without a failed request."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.service import Judge
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import entries
from dragoman.judge.storage.migrations import REVISION, steps_after, upgrade
from dragoman.refusal import ActionRefused
from tests.databases import Cluster
from tests.judge.rolling import NEXT, Door, Follower, Load, command, front, next_version
from tests.judge.stores import Opened, begun
from tests.patience import SECONDS, wait_until

# What revisions claim


def shape(connection: sa.Connection) -> dict[str, dict[str, tuple[str, bool]]]:
    """Each table's columns: their types, and whether a program that does not know one may leave it
    out."""
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        found[table] = {
            one["name"]: (
                str(one["type"]),
                one["nullable"] or one["default"] is not None or bool(one.get("autoincrement")),
            )
            for one in inspector.get_columns(table)
        }
    return found


def keys(connection: sa.Connection) -> set[tuple[str, ...]]:
    """What may not be there twice, or has to be there besides."""
    found: set[tuple[str, ...]] = set()
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        for one in inspector.get_unique_constraints(table):
            found.add((table, "unique", *map(str, one["column_names"])))
        for index in inspector.get_indexes(table):
            if index["unique"]:
                found.add((table, "unique", *map(str, index["column_names"])))
        for key in inspector.get_foreign_keys(table):
            found.add((table, "foreign", *key["constrained_columns"]))
    return found


def what_stops(
    before: dict[str, dict[str, tuple[str, bool]]],
    after: dict[str, dict[str, tuple[str, bool]]],
    new_keys: set[tuple[str, ...]],
) -> list[str]:
    """Why a program that knows the tables of before cannot go on with those of after."""
    found: list[str] = []
    for table, columns in before.items():
        if table not in after:
            found.append(f"{table} is gone")
            continue
        for name, (kind, _) in columns.items():
            if name not in after[table]:
                found.append(f"{table}.{name} is gone")
            elif after[table][name][0] != kind:
                found.append(f"{table}.{name} is of another type")
            elif columns[name][1] and not after[table][name][1]:
                found.append(f"{table}.{name} cannot be left out any more")
        for name, (_, may_lack) in after[table].items():
            if name not in columns and not may_lack:
                found.append(f"{table}.{name} is new and cannot be left out")
    for table, kind, *columns_of in new_keys:
        # Of columns that an older program leaves empty nothing is asked.
        if table in before and set(columns_of) <= set(before[table]):
            found.append(f"{table} has a new {kind} key: {columns_of}")
    return found


def test_each_revision_keeps_what_it_claims(empty_address: str) -> None:
    database = Database(empty_address)
    before: dict[str, dict[str, tuple[str, bool]]] = {}
    had: set[tuple[str, ...]] = set()
    for step in steps_after(""):
        with database.maintaining() as connection:
            upgrade(connection, step.revision, is_stopped=True)
            after, has = shape(connection), keys(connection)
        stops = what_stops(before, after, has - had)
        assert bool(stops) <= bool(step.needs_stop), (step, stops)
        before, had = after, has
    database.close()


def test_what_takes_a_stop_is_noticed() -> None:
    before = {"games": {"id": ("INTEGER", True), "title": ("TEXT", False), "due": ("TEXT", True)}}
    for change, why in (
        ({"id": ("INTEGER", True), "title": ("TEXT", False)}, "due is gone"),
        ({**before["games"], "title": ("INTEGER", False)}, "another type"),
        ({**before["games"], "more": ("TEXT", False)}, "cannot be left out"),
        ({**before["games"], "due": ("TEXT", False)}, "any more"),
    ):
        (found,) = what_stops(before, {"games": change}, set())
        assert why in found
    assert what_stops(before, {}, set()) == ["games is gone"]
    assert what_stops(before, before, {("games", "unique", "title")})
    assert not what_stops(before, {"games": {**before["games"], "more": ("TEXT", True)}}, set())


# Plans, and steps that take a stop


def test_a_step_that_needs_a_stop_waits_for_it_and_ends_older_programs(
    address: str, opened: Opened, tmp_path: Path
) -> None:
    judge = opened()
    game = begun(judge.games)
    env = {"DATABASE_URL": address}
    there = tmp_path / "next"
    there.mkdir()
    program = next_version(there, needs_stop="nobody knows why")
    plan = command("upgrade", "--plan", folder=tmp_path, program=program, **env)
    assert f"of revision {REVISION}, this program of {NEXT}" in plan
    assert "needs a stop: nobody knows why" in plan and "--stopped" in plan
    assert "needs a stop" in command("upgrade", folder=tmp_path, program=program, **env)
    assert judge.database.check() == REVISION, "nothing was done"
    told = command("upgrade", "--stopped", folder=tmp_path, program=program, **env)
    assert f"of revision {NEXT}" in told
    # This program is the older one now.
    with pytest.raises(ActionRefused, match=f"of revision {NEXT}"):
        judge.database.check()
    with pytest.raises(ActionRefused, match=f"takes a program of revision {NEXT}"):
        judge.games.act(game, c.Send("hello"), Actor(11), datetime.now(UTC))
    assert judge.games.load(game).number


# Two doors, one after the other

ROOT = Actor(is_admin=True)


@pytest.mark.slow
def test_two_doors_are_upgraded_without_a_failed_request(
    tmp_path: Path, cluster: Cluster, postgresql_template: str
) -> None:
    with cluster.copied(postgresql_template) as address:
        _upgrade_two_doors(tmp_path, address)


def _upgrade_two_doors(tmp_path: Path, address: str) -> None:
    env = {"DATABASE_URL": address, "DRAGOMAN_JUDGE_DRAIN": "2"}
    judge = Judge(address)
    game = begun(judge.games, datetime.now(UTC))
    now = datetime.now(UTC)
    tokens: list[str] = []
    for number in range(1, 15):
        people, name = judge.accounts.people, f"Player {number}"
        made = people.create(
            Actor(is_admin=True), name, f"{name[7:]}@x.example", "twelve little owls", now
        )
        token = judge.accounts.tokens.make(Actor(made), made, "x", ("read", "press"), now)
        tokens.append(token[0])
    there = tmp_path / "next"
    there.mkdir()
    program = next_version(there)
    with front() as shared:
        shared.doors += [Door(tmp_path, **env), Door(tmp_path, **env)]
        wait_until(lambda: all(one.is_ready for one in shared.doors))
        follower = Follower(shared.at, game, tokens[10])
        follower.start()
        assert follower.is_there.wait(SECONDS)
        people = [Load(shared.at, game, token) for token in tokens[10:14]]
        for one in people:
            one.start()
        plan = command("upgrade", "--plan", folder=tmp_path, program=program, **env)
        assert "while everything runs" in plan and "needs a stop" not in plan
        assert NEXT in command("upgrade", folder=tmp_path, program=program, **env)
        old = list(shared.doors)
        for one in old:
            wait_until(lambda one=one: "outdated" in one.ask("/readyz")[1])
            assert one.ask("/healthz")[0] == 200 and "outdated" in one.ask("/healthz")[1]
            new = Door(tmp_path, program, **env)
            shared.doors.append(new)
            wait_until(lambda new=new: new.is_ready)
            assert one.end() == 0
            shared.doors.remove(one)
            one.close()
        for one in people:
            count = len(one.confirmed)
            wait_until(lambda one=one, count=count: len(one.confirmed) > count + 5)
            one.ended.set()
            one.join()
        confirmed = [text for one in people for text in one.confirmed]
        sent = [
            one.event
            for one in entries(judge.database, game, most=100_000)
            if isinstance(one.event, ev.MessageSent)
        ]
        wait_until(lambda: len(set(follower.heard)) >= len(sent))
        follower.ended.set()
        follower.join()
        assert not shared.failed and not [wrong for one in people for wrong in one.wrong]
        assert sorted(one.text for one in sent) == sorted(confirmed), "each once"
        assert sorted(set(follower.heard)) == [one.number for one in sent]
        assert follower.streams >= 2 and all(500 <= int(one) <= 3000 for one in follower.waits)
    judge.close()
