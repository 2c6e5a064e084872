"""``dragoman judge user``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.judge.service import Judge


@pytest.fixture
def judge(call, tmp_path: Path):
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    yield judge
    judge.close()


def test_accounts(call, judge: Judge) -> None:
    made = call("judge", "user", "add", "Ann", "ann@example.org", "--admin", "--json").data
    now = datetime.now(UTC)
    ann = judge.accounts.people.called("ann")
    assert ann is not None and ann.number == made["number"] and ann.is_admin
    judge.accounts.sign_ins.sign_in("Ann", made["password"], "here", "test", now)

    own = call("judge", "user", "password", "Ann", "--password", stdin=b"correct horse battery\n")
    assert own.status == 0 and "correct" not in own.out
    judge.accounts.sign_ins.sign_in("Ann", "correct horse battery", "here", "test", now)

    listed = call("judge", "user", "list")
    assert "Ann" in listed.out and "admin" in listed.out and "example.org" not in listed.out
    last = call("judge", "user", "admin", "Ann", "--no", "--json")
    assert last.status == 2 and last.codes == ["last-admin"]
    call("judge", "user", "add", "Root", "root@example.org", "--admin")
    assert call("judge", "user", "admin", "Ann", "--no").status == 0
    assert call("judge", "user", "block", "Ann", "spam").status == 0
    row, _ = call("judge", "user", "list", "--json").data["people"]
    assert (row["admin"], row["blocked"]) == (False, "spam")
    assert call("judge", "user", "unblock", "Ann").status == 0
    token = call("judge", "user", "token", "Ann", "--scope", "read").out.strip()
    found = judge.accounts.tokens.holder(token, now)
    assert found is not None and (found.user, found.scopes) == (made["number"], ("read",))


def test_what_cannot_be_is_told(call, judge: Judge) -> None:
    call("judge", "user", "add", "Ann", "ann@example.org")
    again = call("judge", "user", "add", "Ann", "other@example.org", "--json")
    assert again.status == 2 and again.codes == ["name-taken"]
    assert call("judge", "user", "block", "Bob", "spam", "--json").codes == ["no-person"]
    wrong = call("judge", "user", "token", "Ann", "--scope", "all", "--json")
    assert wrong.codes == ["unknown-scope"]
    short = call("judge", "user", "password", "Ann", "--password", "--json", stdin=b"short\n")
    assert short.codes == ["wrong-password-length"]


def test_accounts_of_programs(call, judge: Judge) -> None:
    call("judge", "user", "add", "Ann", "ann@example.org")
    ann = judge.accounts.people.called("Ann")
    assert ann is not None
    program = ("judge", "user", "program")
    made = call(*program, "add", "ann", "Bertha", "plays at random", "--json").data
    assert made["owner"] == ann.number
    assert "Bertha II, a program of Ann" in call(*program, "add", "Ann", "Bertha II", "as well").out

    token = call("judge", "user", "token", "Bertha").out.strip()
    found = judge.accounts.tokens.holder(token, datetime.now(UTC))
    assert found is not None and (found.user, found.is_program) == (made["number"], True)
    listed = call(*program, "list", "Ann", "--json").data["programs"]
    assert [(one["name"], one["about"]) for one in listed] == [
        ("Bertha", "plays at random"), ("Bertha II", "as well"),
    ]  # fmt: skip
    assert f"program of {ann.number}" in call("judge", "user", "list").out

    assert call(*program, "remove", "Bertha").status == 0
    assert judge.accounts.tokens.holder(token, datetime.now(UTC)) is None
    assert "Bertha " not in call(*program, "list", "Ann").out.replace("Bertha II", "")
    for wrong, code in (
        (("add", "Ann", "Bertha II", "again"), "name-taken"),
        (("add", "Ann", "Cid", ""), "wrong-about"),
        (("add", "Nobody", "Cid", "x"), "no-person"),
        (("add", "Bertha II", "Cid", "x"), "no-owner"),
        (("remove", "Ann"), "no-program"),
        (("remove", "Bertha"), "no-person"),
        (("list", "Bertha"), "no-person"),
    ):
        refused = call(*program, *wrong, "--json")
        assert (refused.status, refused.codes) == (2, [code]), wrong
    assert judge.accounts.people.called("Ann") is not None


def test_who_may_register_and_links_for_others(call, judge: Judge) -> None:
    assert call("judge", "user", "registration").out.strip() == "registration: open"
    closed = call("judge", "user", "registration", "closed", "--json").data
    assert (closed["registration"], closed["attack"]) == ("closed", None)
    assert judge.accounts.registration.rules().mode.value == "closed"
    assert call("judge", "user", "registration", "shut", "--json").codes == ["unknown-mode"]
    link = call("judge", "user", "invite", "--people", 2).out.strip()
    code = link.partition("/register?invitation=")[2]
    found = judge.accounts.registration.invitations.check(code, datetime.now(UTC))
    assert (found.most, found.by_admin) == (2, True)


def test_moderation_from_the_machine(call, judge: Judge) -> None:
    for name in ("Ann", "Bob"):
        call("judge", "user", "add", name, f"{name.lower()}@example.org")
    assert call("judge", "user", "moderator", "Ann").status == 0
    ann = judge.accounts.people.called("ann")
    bob = judge.accounts.people.called("bob")
    assert ann is not None and ann.is_moderator and bob is not None
    made = call("judge", "user", "sanction", "Bob", "mute", "Threats", "--days", "7", "--json")
    now = datetime.now(UTC)
    assert made.data["kind"] == "mute"
    (bar,) = judge.moderation.sanctions.bars(bob.number, now)
    assert bar.why == "Threats" and bar.until is not None
    wrong = call("judge", "user", "sanction", "Bob", "jail", "x", "--json")
    assert wrong.codes == ["unknown-kind"]
    assert call("judge", "user", "lift", str(made.data["sanction"]), "A mistake").status == 0
    assert judge.moderation.sanctions.bars(bob.number, now) == ()
    acts = [one["act"] for one in call("judge", "audit", "--json").data["entries"]]
    assert acts[-3:] == ["make-moderator", "sanction", "lift"]
    lines = call("judge", "audit").out.splitlines()
    assert len(lines) == len(acts)
    assert call("judge", "user", "moderator", "Ann", "--no").status == 0
