"""Names, addresses, new accounts: nobody learns who has one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.judge.accounts.credentials import checked_name, checked_password
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Accounts, Judge
from dragoman.judge.storage.name_keys import name_key
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, Letterbox, person
from tests.judge.stores import NOW

HOUR = timedelta(hours=1)


def test_an_account_begins_with_a_mailed_code(accounts: Accounts, letters: Letterbox) -> None:
    number = accounts.people.register("Ann", "Ann@Example.org", PASSWORD, "1.2.3.4", NOW).number
    with pytest.raises(ActionRefused, match="no account has this name"):
        accounts.sign_ins.sign_in("Ann", PASSWORD, "1.2.3.4", "", NOW)
    code = letters.code()
    with pytest.raises(ActionRefused, match="not the code"):
        accounts.people.confirm("ann@example.org", "23456-789BC", NOW)
    typed = code.lower().replace("-", " ")
    assert accounts.people.confirm("ann@example.org", typed, NOW).number == number
    with pytest.raises(ActionRefused, match="not the code"):
        accounts.people.confirm("ann@example.org", code, NOW)
    for name in ("ann", "ANN@example.org"):
        secret = accounts.sign_ins.sign_in(name, PASSWORD, "1.2.3.4", "", NOW)
        session = accounts.sign_ins.session(secret, NOW)
        assert session is not None and session.user == number and not session.is_admin
    [address] = accounts.people.addresses(Actor(number), number)
    assert (address.address, address.is_verified) == ("Ann@Example.org", True)


def test_codes_are_good_for_an_hour(accounts: Accounts, letters: Letterbox) -> None:
    accounts.people.register("Ann", "ann@example.org", PASSWORD, "", NOW)
    code = letters.code()
    with pytest.raises(ActionRefused, match="not the code"):
        accounts.people.confirm("ann@example.org", code, NOW + HOUR)


def test_codes_are_not_to_be_guessed(accounts: Accounts, letters: Letterbox) -> None:
    accounts.people.register("Ann", "ann@example.org", PASSWORD, "", NOW)
    code = letters.code()
    told = []
    for _ in range(12):
        with pytest.raises(ActionRefused) as refused:
            accounts.people.confirm("ann@example.org", "22222-22222", NOW)
        told.append(refused.value.diagnostic.code)
    assert told == ["wrong-code"] * 10 + ["too-many-attempts"] * 2
    with pytest.raises(ActionRefused, match="too many attempts"):
        accounts.people.confirm("ann@example.org", code, NOW)
    accounts.people.confirm("ann@example.org", code, NOW + timedelta(minutes=7))


def test_who_has_an_address_is_not_told_to_who_asks(judge: Judge, letters: Letterbox) -> None:
    people = judge.accounts.people
    ann = person(judge, "Ann")
    number = people.register("Eve", "ANN@example.org", PASSWORD, "", NOW).number
    [mail] = letters.new()
    assert mail.to == "ANN@example.org" and mail.person == ann
    assert "already belongs to Ann" in mail.text and "Eve" not in mail.text
    with pytest.raises(ActionRefused, match="not the code"):
        people.confirm("ann@example.org", "22222-22222", NOW)
    with pytest.raises(ActionRefused, match="no account has this name"):
        judge.accounts.sign_ins.sign_in("Eve", PASSWORD, "", "", NOW)
    assert not people.addresses(Actor(number), number)[0].is_verified
    other = people.register("Bob", "bob@example.org", PASSWORD, "", NOW).number
    assert isinstance(other, int), "what is answered looks the same"


def test_an_address_is_whose_who_confirms_it_first(accounts: Accounts, letters: Letterbox) -> None:
    accounts.people.register("Ann", "ann@example.org", PASSWORD, "", NOW)
    first = letters.code()
    bob = accounts.people.register("Bob", "ann@example.org", PASSWORD, "", NOW).number
    second = letters.code()
    assert accounts.people.confirm("ann@example.org", second, NOW).number == bob
    with pytest.raises(ActionRefused, match="not the code"):
        accounts.people.confirm("ann@example.org", first, NOW)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        ("Pl", "P1"), ("Bill", "BiII"), ("Bob 10", "Bob 1O"), ("Bob 10", "Bob \u0661\u0660"),
        ("Corner", "COMER"), ("coco", "\u0441\u043e\u0441\u043e"), ("Ann", "\uff21nn"),
    ],
)  # fmt: skip
def test_nobody_takes_a_name_that_looks_like_anothers(
    accounts: Accounts, name: str, like: str
) -> None:
    number = accounts.people.register(name, "ann@example.org", PASSWORD, "", NOW).number
    told = "called" if name_key(name) == name_key(like) else "looks like"
    with pytest.raises(ActionRefused, match=told):
        accounts.people.register(like, "eve@example.org", PASSWORD, "", NOW)
    eve = accounts.people.register("Eve", "eve@example.org", PASSWORD, "", NOW).number
    with pytest.raises(ActionRefused, match=told):
        accounts.people.rename(Actor(eve), eve, like)
    accounts.people.rename(Actor(number), number, like)
    assert accounts.people.person(number).name, "his own he may write otherwise"


@pytest.mark.parametrize("name", ["Moderator", "M0derator", "rnod", "Support", "STAFF"])
def test_nobody_is_called_like_who_keeps_order(accounts: Accounts, name: str) -> None:
    with pytest.raises(ActionRefused, match="nobody may be called"):
        accounts.people.register(name, "eve@example.org", PASSWORD, "", NOW)


def test_accounts_that_nobody_confirmed_are_forgotten(accounts: Accounts) -> None:
    accounts.people.register("Ann", "ann@example.org", PASSWORD, "", NOW)
    with pytest.raises(ActionRefused, match="called ANN already"):
        accounts.people.register("ANN", "eve@example.org", PASSWORD, "", NOW)
    accounts.own_data.sweep(NOW + timedelta(days=1))
    assert accounts.people.called("ann") is not None
    accounts.own_data.sweep(NOW + timedelta(days=3))
    assert accounts.people.called("ann") is None
    accounts.people.register("ANN", "eve@example.org", PASSWORD, "", NOW + timedelta(days=3))


def test_mails_to_an_address_are_few(accounts: Accounts, letters: Letterbox) -> None:
    for number in range(4):
        accounts.people.register(f"Ann {number}", "ann@example.org", PASSWORD, "", NOW)
    with pytest.raises(ActionRefused, match="too many attempts"):
        accounts.people.register("Ann 5", "ann@example.org", PASSWORD, "", NOW)
    assert len(letters.new()) == 4
    assert accounts.people.called("Ann 5") is None


def test_several_addresses(judge: Judge, letters: Letterbox) -> None:
    people, ann = judge.accounts.people, person(judge, "Ann")
    me = Actor(ann)
    people.add_address(me, ann, "ann@work.example", NOW)
    old, new = people.addresses(me, ann)
    assert (old.is_first, new.is_first, new.is_verified) == (True, False, False)
    with pytest.raises(ActionRefused, match="not confirmed"):
        people.set_first_address(me, ann, new.number, NOW)
    people.confirm("ann@work.example", letters.code(), NOW)
    people.set_first_address(me, ann, new.number, NOW)
    assert [one.address for one in people.addresses(me, ann)] == [new.address, old.address]
    assert [mail.to for mail in letters.new()] == [old.address], "who had it is told"
    with pytest.raises(ActionRefused, match="stays"):
        people.remove_address(me, ann, new.number, NOW)
    people.remove_address(me, ann, old.number, NOW)
    assert [mail.to for mail in letters.new()] == [new.address]
    with pytest.raises(ActionRefused, match="no such address"):
        people.remove_address(me, ann, old.number, NOW)
    with pytest.raises(ActionRefused, match="no account has this name"):
        judge.accounts.sign_ins.sign_in(old.address, PASSWORD, "", "", NOW)
    assert judge.accounts.sign_ins.sign_in(new.address, PASSWORD, "", "", NOW)
    with pytest.raises(ActionRefused, match="no such address"):
        people.remove_address(Actor(bob := person(judge, "Bob")), bob, new.number, NOW)


def test_names(judge: Judge) -> None:
    people = judge.accounts.people
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    people.rename(Actor(ann), ann, "Anna  Maria")
    assert people.names(frozenset((ann, bob, 99))) == {ann: "Anna Maria", bob: "Bob"}
    people.rename(Actor(ann), ann, "anna-maria")
    with pytest.raises(ActionRefused, match="called"):
        people.rename(Actor(bob), bob, "ANNA MARIA")
    found = people.called("Anna Maria")
    assert found is not None and found.number == ann
    assert [one.name for one in people.all(ADMIN)] == ["anna-maria", "Bob"]
    assert [one.name for one in people.all(ADMIN, after=ann)] == ["Bob"]


@pytest.mark.parametrize(
    ("one", "other"),
    (
        ("Ann", "ANN"),
        ("Strauß", "STRAUSS"),
        ("Zoë", "Zoe\u0308"),
        ("Ann", "Ａｎｎ"),
        ("ﬁnn", "finn"),
        ("Ann Lee", "ann_lee"),
        ("Ⅸ", "ix"),
        ("ΣΑΣ", "σας"),
    ),
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("good", ("Ann", "O'Neil", "Žofie 2", "Иван", "山田 たろう", "ᏣᎳᎩ"))
def test_names_that_are_good(good: str) -> None:
    assert checked_name(f" {good} ") == good


@pytest.mark.parametrize(
    "bad",
    (
        *("", "A", "--", "A" * 31, "Ann\u200b", "Ann\nLee", "<b>", "a@b.cd", "Ann\u202e", "A\x00n"),
        *("Pаul", "Τim", "admin", "J-u-d-g-e", "ＧＭ"),
    ),
)
def test_names_that_nobody_may_have(bad: str) -> None:
    with pytest.raises(ActionRefused):
        checked_name(bad)


@pytest.mark.parametrize("bad", ("short", "x" * 257, "aaaaaaaaaaaa", "Leopold von Ann"))
def test_passwords_that_are_too_easy(bad: str) -> None:
    with pytest.raises(ActionRefused):
        checked_password(bad, "Leopold von Ann")
