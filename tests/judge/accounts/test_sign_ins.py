"""Signing in and out: sessions, attempts, forgotten passwords."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.credentials import Passwords
from dragoman.judge.accounts.sign_ins import IDLE, LONGEST
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Accounts, Judge
from dragoman.judge.storage.tables import people
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, Letterbox, person
from tests.judge.conftest import CHEAP
from tests.judge.stores import NOW

OTHER = "another good password"


def test_each_sign_in_has_a_session_of_its_own(judge: Judge) -> None:
    ins, ann = judge.accounts.sign_ins, person(judge, "Ann")
    first = ins.sign_in("Ann", PASSWORD, "1.2.3.4", "Firefox", NOW)
    second = ins.sign_in("Ann", PASSWORD, "1.2.3.4", "Firefox", NOW, before=first)
    assert first != second
    assert ins.session(first, NOW) is None, "what was there before the sign-in is good no more"
    session = ins.session(second, NOW)
    assert session is not None and (session.user, session.device) == (ann, "Firefox")
    chosen = "a secret that somebody planted"
    third = ins.sign_in("Ann", PASSWORD, "1.2.3.4", "", NOW, before=chosen)
    assert third != chosen and ins.session(chosen, NOW) is None
    assert len(ins.sessions(Actor(ann), ann)) == 2
    ins.sign_out(second)
    assert ins.session(second, NOW) is None
    ins.end_session(Actor(ann), ann)
    assert ins.session(third, NOW) is None


def test_sessions_end(judge: Judge) -> None:
    ins, now = judge.accounts.sign_ins, NOW
    person(judge, "Ann")
    secret = ins.sign_in("Ann", PASSWORD, "", "", NOW)
    while now < NOW + LONGEST:
        assert ins.session(secret, now) is not None, "who comes often stays signed in"
        now += IDLE - timedelta(days=1)
    assert ins.session(secret, NOW + LONGEST) is None
    secret = ins.sign_in("Ann", PASSWORD, "", "", NOW)
    assert ins.session(secret, NOW + IDLE) is None


def test_no_secret_is_in_the_database(judge: Judge, letters: Letterbox) -> None:
    ann = person(judge, "Ann")
    accounts = judge.accounts
    secrets = [PASSWORD, accounts.sign_ins.sign_in("Ann", PASSWORD, "1.2.3.4", "", NOW)]
    secrets.append(accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW)[0])
    accounts.sign_ins.ask_reset("ann@example.org", "1.2.3.4", NOW)
    secrets.append(letters.code())
    metadata = sa.MetaData()
    with judge.database.reading() as connection:
        metadata.reflect(connection)
        tables = metadata.sorted_tables
        dump = str([connection.execute(sa.select(one)).all() for one in tables])
    assert "ann@example.org" in dump
    assert not [one for one in secrets if one in dump]
    assert "1.2.3.4" not in dump, "where people come from is nobody's business later"


class CountingHasher(PasswordHasher):
    """Counts what it looks at, and with which cost."""

    looked: list[str]

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:
        self.looked.append(str(hash).rpartition("$")[0].rpartition("$")[0])
        return super().verify(hash, password)


def test_an_unknown_name_costs_as_much_as_a_wrong_password(judge: Judge) -> None:
    hasher = CountingHasher(time_cost=1, memory_cost=8, parallelism=1)
    hasher.looked = []
    accounts = Accounts(judge.database, Site(), Passwords(hasher))
    person(judge, "Ann")
    keyless = person(judge, "Bob")
    accounts.people.register("Eve", "eve@example.org", PASSWORD, "", NOW)
    with judge.database.writing() as connection:
        mine = people.c.id == keyless
        connection.execute(sa.update(people).where(mine).values(password=None))
    told = set[str]()
    cases = ("Ann", "ann@example.org", "nobody", "nobody@example.org", "Bob", "Eve", "")
    cases += ("\x00", "\ud800", "\x00@y.zz", "\ud800@y.zz")
    for who in cases:
        with pytest.raises(ActionRefused) as refused:
            accounts.sign_ins.sign_in(who, OTHER + who, who, "", NOW)
        told.add(str(refused.value))
    assert len(told) == 1
    assert len(hasher.looked) == len(cases) and len(set(hasher.looked)) == 1
    with pytest.raises(ActionRefused, match="no account has this name"):
        accounts.sign_ins.sign_in("Eve", PASSWORD, "eve", "", NOW)


def test_attempts_are_few(judge: Judge) -> None:
    ins = judge.accounts.sign_ins
    person(judge, "Ann")
    told = []
    for _ in range(12):
        with pytest.raises(ActionRefused) as refused:
            ins.sign_in("Ann", OTHER, "6.6.6.6", "", NOW)
        told.append(refused.value.diagnostic.code)
    assert told == ["wrong-sign-in"] * 10 + ["too-many-attempts"] * 2
    with pytest.raises(ActionRefused, match="try again in 2 min"):
        ins.sign_in("ANN", PASSWORD, "6.6.6.6", "", NOW)
    assert ins.sign_in("Ann", PASSWORD, "1.2.3.4", "", NOW), "Ann herself is not locked out"
    for number in range(30):
        with pytest.raises(ActionRefused, match="no account has this name"):
            ins.sign_in(f"user {number}", OTHER, "6.6.6.6", "", NOW)
    with pytest.raises(ActionRefused, match="too many attempts"):
        ins.sign_in("user 99", OTHER, "6.6.6.6", "", NOW)
    assert ins.sign_in("Ann", PASSWORD, "6.6.6.6", "", NOW + timedelta(minutes=3))


def test_others_cannot_keep_an_owner_out(judge: Judge) -> None:
    ins, ann, ben = judge.accounts.sign_ins, person(judge, "Ann"), person(judge, "Ben")
    hers, his = ins.know(ann, "", NOW), ins.know(ben, "", NOW)
    assert ins.know(ann, hers, NOW) == hers and ins.know(ann, his, NOW) != his
    for number in range(102):
        with pytest.raises(ActionRefused):
            ins.sign_in("Ann", OTHER, f"10.6.6.{number}", "", NOW)
    for known in ("", his, "made up"):
        with pytest.raises(ActionRefused, match="too many attempts"):
            ins.sign_in("Ann", PASSWORD, "1.2.3.4", "", NOW, known=known)
    assert ins.sign_in("ann@example.org", PASSWORD, "1.2.3.4", "", NOW, known=hers)
    ins.check_password(ann, PASSWORD, NOW)
    told = []
    for _ in range(11):
        with pytest.raises(ActionRefused) as refused:
            ins.sign_in("Ann", OTHER, "1.2.3.4", "", NOW, known=hers)
        told.append(refused.value.diagnostic.code)
    assert told[-1] == "too-many-attempts", "who found her browser guesses no more than others"
    judge.accounts.own_data.sweep(NOW + timedelta(days=401))
    assert ins.know(ann, hers, NOW + timedelta(days=401)) != hers, "it is forgotten"


def test_a_clock_that_was_put_back_locks_nobody_out(judge: Judge) -> None:
    ins, ahead = judge.accounts.sign_ins, NOW + timedelta(days=400)
    person(judge, "Ann")
    for _ in range(10):
        ins.sign_in("Ann", PASSWORD, "", "", ahead)
    with pytest.raises(ActionRefused, match="too many attempts"):
        ins.sign_in("Ann", PASSWORD, "", "", NOW)
    secret = ins.sign_in("Ann", PASSWORD, "", "", ahead + timedelta(minutes=2))
    with pytest.raises(ActionRefused, match="too many attempts"):
        ins.sign_in("Ann", PASSWORD, "", "", NOW)
    ins.sign_out(secret)


def test_another_password(judge: Judge, letters: Letterbox) -> None:
    ins, ann = judge.accounts.sign_ins, person(judge, "Ann")
    here = ins.sign_in("Ann", PASSWORD, "", "", NOW)
    there = ins.sign_in("Ann", PASSWORD, "", "", NOW)
    with pytest.raises(ActionRefused, match="no account has this name"):
        ins.change_password(Actor(ann), ann, OTHER, OTHER, NOW, here)
    with pytest.raises(ActionRefused, match="letters"):
        ins.change_password(Actor(ann), ann, PASSWORD, "short", NOW, here)
    ins.change_password(Actor(ann), ann, PASSWORD, OTHER, NOW, here)
    assert ins.session(here, NOW) and not ins.session(there, NOW)
    [mail] = letters.new()
    assert mail.to == "ann@example.org" and "password was changed" in mail.text
    assert ins.sign_in("Ann", OTHER, "", "", NOW)


def test_a_forgotten_password(judge: Judge, letters: Letterbox) -> None:
    accounts, ann = judge.accounts, person(judge, "Ann")
    ins = accounts.sign_ins
    here = ins.sign_in("Ann", PASSWORD, "", "", NOW)
    token, _ = accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW)
    ins.ask_reset("nobody@example.org", "", NOW)
    accounts.people.register("Eve", "eve@example.org", PASSWORD, "", NOW)
    letters.new()
    ins.ask_reset("eve@example.org", "", NOW)
    assert not letters.new(), "an address that was not confirmed is nobody's"
    ins.ask_reset("ANN@example.org ", "", NOW)
    code = letters.code()
    with pytest.raises(ActionRefused, match="not the code"):
        ins.reset("ann@example.org", "22222-22222", OTHER, NOW)
    with pytest.raises(ActionRefused, match="not the code"):
        ins.reset("eve@example.org", code, OTHER, NOW)
    with pytest.raises(ActionRefused, match="not the code"):
        accounts.people.confirm("ann@example.org", code, NOW)
    with pytest.raises(ActionRefused, match="letters"):
        ins.reset("ann@example.org", code, "short", NOW)
    assert ins.reset("ann@example.org", code, OTHER, NOW) == ann
    with pytest.raises(ActionRefused, match="not the code"):
        ins.reset("ann@example.org", code, PASSWORD, NOW)
    assert ins.session(here, NOW) is None and accounts.tokens.holder(token, NOW) is None
    assert ins.sign_in("Ann", OTHER, "", "", NOW)


def test_who_is_blocked_is_out_at_once(judge: Judge) -> None:
    accounts, ann = judge.accounts, person(judge, "Ann")
    secret = accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    token, _ = accounts.tokens.make(Actor(ann), ann, "bot", ["read"], NOW)
    accounts.people.block(ADMIN, ann, "plays twice")
    assert accounts.sign_ins.session(secret, NOW) is None
    assert accounts.tokens.holder(token, NOW) is None
    with pytest.raises(ActionRefused, match="plays twice"):
        accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    with pytest.raises(ActionRefused, match="no account has this name"):
        accounts.sign_ins.sign_in("Ann", OTHER, "", "", NOW)
    accounts.people.block(ADMIN, ann, "")
    assert accounts.sign_ins.session(secret, NOW) is None, "what was ended stays so"
    assert accounts.tokens.holder(token, NOW) is None
    assert accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)


def test_an_admin_is_one_as_long_as_he_is(judge: Judge) -> None:
    accounts, ann = judge.accounts, person(judge, "Ann")
    secret = accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    accounts.people.set_admin(ADMIN, ann, True)
    session = accounts.sign_ins.session(secret, NOW)
    assert session is not None and session.is_admin
    accounts.people.set_admin(ADMIN, person(judge, "Root"), True)
    accounts.people.set_admin(ADMIN, ann, False)
    session = accounts.sign_ins.session(secret, NOW)
    assert session is not None and not session.is_admin
    with pytest.raises(ActionRefused, match="no account 99"):
        accounts.people.set_admin(ADMIN, 99, True)


def test_passwords_are_hashed_anew_when_that_is_done_otherwise(judge: Judge) -> None:
    ann = person(judge, "Ann")
    stronger = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    accounts = Accounts(judge.database, Site(), Passwords(stronger))

    def kept() -> str:
        with judge.database.reading() as connection:
            mine = sa.select(people.c.password).where(people.c.id == ann)
            return str(connection.execute(mine).scalar_one())

    assert not CHEAP.check_needs_rehash(kept())
    accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
    assert not stronger.check_needs_rehash(kept())
    assert accounts.sign_ins.sign_in("Ann", PASSWORD, "", "", NOW)
