"""Tokens for programs, and what people may ask about themselves."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.sandbox.forking import fork_start
from dragoman.judge.service import Judge
from dragoman.judge.storage.database import insert_new
from dragoman.judge.storage.tables import Moment, metadata
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import PASSWORD, Letterbox, person
from tests.judge.stores import NOW, begun, created
from tests.judge.test_migrations import value

DAY = timedelta(days=1)


def test_a_token_is_seen_whole_once(judge: Judge) -> None:
    tokens, ann = judge.accounts.tokens, person(judge, "Ann")
    secret, token = tokens.make(Actor(ann), ann, " my  bot ", ["play", "read", "read"], NOW)
    assert secret.startswith(token.prefix) and len(token.prefix) < len(secret) / 3
    assert (token.name, token.scopes, token.used) == ("my bot", ("play", "read"), None)
    found = tokens.holder(secret, NOW + DAY)
    assert found is not None and (found.user, found.number) == (ann, token.number)
    assert [one.used for one in tokens.of(Actor(ann), ann)] == [NOW + DAY]
    assert tokens.holder(secret[:-1], NOW) is None and tokens.holder("", NOW) is None
    bob = person(judge, "Bob")
    with pytest.raises(ActionRefused, match="no such token"):
        tokens.revoke(Actor(bob), bob, token.number)
    tokens.revoke(Actor(ann), ann, token.number)
    assert tokens.holder(secret, NOW) is None


def test_a_token_ends(judge: Judge) -> None:
    tokens, ann = judge.accounts.tokens, person(judge, "Ann")
    secret, _ = tokens.make(Actor(ann), ann, "bot", ["read"], NOW, NOW + DAY)
    assert tokens.holder(secret, NOW + DAY / 2)
    assert tokens.holder(secret, NOW + DAY) is None
    for name, scopes, until in (("", ["read"], None), ("bot", [], None), ("bot", ["read"], NOW)):
        with pytest.raises(ActionRefused):
            tokens.make(Actor(ann), ann, name, scopes, NOW, until)


def test_everybody_may_have_what_is_known_of_him(judge: Judge, letters: Letterbox) -> None:
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    game = created(judge.games, by=bob)
    judge.games.act(game, c.Join(), Actor(ann), NOW)
    judge.games.act(game, c.Join(), Actor(99), NOW)
    secret = judge.accounts.sign_ins.sign_in("Ann", PASSWORD, "", "Firefox", NOW)
    judge.accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW)
    found = judge.accounts.own_data.export(Actor(ann), ann)
    text = json.dumps(found)
    assert found["account"]["name"] == "Ann"
    assert [one["address"] for one in found["addresses"]] == ["ann@example.org"]
    assert [one["kind"] for one in found["games"]] == ["Joined"]
    assert "Firefox" in text and "bot" in text
    assert "argon2" not in text and "bob" not in text.lower() and secret not in text


def test_who_goes_leaves_his_games_to_others(judge: Judge) -> None:
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    running = begun(judge.games)
    waiting, hers = created(judge.games), created(judge.games, by=ann)
    judge.games.act(running, c.Resign(), Actor(14), NOW)
    (free,) = judge.games.load(running).vacant
    assert judge.games.act(running, c.TakeSeat(free), Actor(ann), NOW).events
    judge.games.act(waiting, c.Join(), Actor(ann), NOW)
    judge.games.act(hers, c.Promote(bob), Actor(ann), NOW)
    with pytest.raises(ActionRefused, match="may not"):
        judge.forget(Actor(bob), ann, NOW)
    assert ann in judge.games.load(running).players
    judge.forget(Actor(ann), ann, NOW)
    assert judge.games.load(running).vacant == (free,)
    assert ann not in judge.games.load(waiting).applicants
    assert judge.games.load(hers).masters == [bob]
    assert judge.accounts.people.person(ann).is_deleted


def test_who_goes_leaves_a_placeholder(judge: Judge) -> None:
    accounts, ann = judge.accounts, person(judge, "Ann")
    game = created(judge.games)
    judge.games.act(game, c.Join(), Actor(ann), NOW)
    secret = accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    token, _ = accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW)
    accounts.people.add_address(Actor(ann), ann, "ann@work.example", NOW)
    judge.sandboxes.create(ann, fork_start("standard", title="Ann's board"), NOW)
    assert "Ann's board" in json.dumps(accounts.own_data.export(Actor(ann), ann)["sandboxes"])
    accounts.own_data.delete(Actor(ann), ann, NOW)
    assert judge.sandboxes.listed(ann) == []
    assert accounts.people.person(ann).name == f"(gone {ann})"
    assert accounts.people.person(ann).is_deleted
    assert accounts.sign_ins.session(secret, NOW) is None
    assert accounts.tokens.holder(token, NOW) is None
    assert judge.outbox.waiting() == 0
    assert "ann" not in json.dumps(accounts.own_data.export(Actor(is_admin=True), ann)).lower()
    assert ann in judge.games.load(game).applicants
    for who in ("Ann", "ann@example.org", f"(gone {ann})"):
        with pytest.raises(ActionRefused, match="no account has this name"):
            accounts.sign_ins.sign_in(who, PASSWORD, "", "", NOW)
    assert person(judge, "Ann") != ann, "her name and address are free"


FROM_THE_LOGS = {"parts", "result_seats", "conduct", "ratings"}
"""What follows from the logs of games, which stay."""
OTHERS_USE_IT = {"variants", "audit"}
"""What somebody brought, and others play on; and what others did, where he is a number."""


def test_nothing_else_is_kept_of_somebody(judge: Judge) -> None:
    ann = person(judge, "Ann")
    about = {
        table: next(table.c[name] for name in ("person", "owner") if name in table.c)
        for table in metadata.sorted_tables
        if "person" in table.c or "owner" in table.c
    }
    judge.clubs.found(Actor(ann), "oslo", "Oslo", "", True, NOW)
    with judge.database.writing() as connection:
        for table, column in about.items():
            if table.name in FROM_THE_LOGS:
                continue
            row = {
                one.name: NOW if isinstance(one.type, Moment) else value(one, 1)
                for one in table.columns
            }
            row[column.name] = ann
            connection.execute(insert_new(connection, table).values(row))
    judge.forget(Actor(ann), ann, NOW)
    with judge.database.reading() as connection:
        left = {
            table.name
            for table, column in about.items()
            if connection.execute(sa.select(table).where(column == ann)).first() is not None
        }
    assert left <= OTHERS_USE_IT
    names = {table.name for table in about}
    assert names >= OTHERS_USE_IT | {"sandboxes", "hooks", "marks", "sessions", "outbox"}
