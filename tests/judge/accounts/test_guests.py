"""Guests: who plays without an account, and what becomes of him."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.judge.accounts.guests import AN_HOUR
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, Letterbox, person
from tests.judge.stores import NOW, Opened

PRIVATE = {"title": "Alone", "listed": False, "bot": "random"}


def code_of(refused: pytest.ExceptionInfo[ActionRefused]) -> str:
    return refused.value.diagnostic.code


def guest_of(judge: Judge, name: str = "", came_from: str = "10.0.0.1") -> Actor:
    return Actor(judge.accounts.guests.begin(name, came_from, NOW).number, is_guest=True)


def test_a_guest_has_a_name_and_a_session(judge: Judge) -> None:
    accounts = judge.accounts
    guest, named = accounts.guests.begin("", "a", NOW), accounts.guests.begin("Zoe", "a", NOW)
    assert guest.is_guest and guest.name.startswith("Guest ") and named.name == "Zoe"
    session = accounts.sign_ins.session(accounts.sign_ins.begin(guest.number, "", NOW), NOW)
    assert session is not None and session.is_guest and session.called == guest.name
    assert accounts.guests.among(frozenset((guest.number, person(judge)))) == {guest.number}
    with pytest.raises(ActionRefused) as refused:
        accounts.guests.begin("zoe", "b", NOW)
    assert code_of(refused) == "name-taken"


def test_one_address_has_so_many_guests_an_hour_and_others_theirs(judge: Judge) -> None:
    for _ in range(AN_HOUR):
        guest_of(judge)
    with pytest.raises(ActionRefused) as refused:
        guest_of(judge)
    assert code_of(refused) == "too-many-attempts"
    guest_of(judge, came_from="10.0.0.2")
    judge.accounts.guests.begin("", "10.0.0.1", NOW + timedelta(hours=1))


def test_a_judge_may_have_no_guests(judge: Judge) -> None:
    shut = Judge(str(judge.database.url), guests_an_hour=0)
    with pytest.raises(ActionRefused) as refused:
        guest_of(shut)
    assert code_of(refused) == "no-guests"
    shut.close()


def test_registering_makes_the_same_person_a_full_account(judge: Judge, letters: Letterbox) -> None:
    accounts, guest = judge.accounts, guest_of(judge)
    game, _ = judge.create(PRIVATE, guest, NOW)
    assert game is not None
    judge.act(game, c.Join(), guest, NOW)
    for address in ("typo@example.org", "ann@example.org"):
        accounts.guests.register(guest.user, "Ann", address, PASSWORD, "a", NOW)
        code = letters.code()
    assert accounts.people.person(guest.user).is_guest
    assert accounts.people.confirm("ann@example.org", code, NOW).number == guest.user
    ann = accounts.people.person(guest.user)
    assert ann.name == "Ann" and not ann.is_guest
    [address] = accounts.people.addresses(Actor(ann.number), ann.number)
    assert address.address == "ann@example.org" and address.is_first and address.is_verified
    assert guest.user in judge.games.load(game).applicants
    secret = accounts.sign_ins.sign_in("Ann", PASSWORD, "a", "", NOW)
    session = accounts.sign_ins.session(secret, NOW)
    assert session is not None and session.user == guest.user and not session.is_guest
    with pytest.raises(ActionRefused) as refused:
        accounts.guests.register(guest.user, "Ann", "x@example.org", PASSWORD, "a", NOW)
    assert code_of(refused) == "no-guest"


def test_a_guest_cannot_take_another_name_or_address(judge: Judge, letters: Letterbox) -> None:
    person(judge, "Ann", "ann@example.org")
    accounts, guest = judge.accounts, guest_of(judge)
    with pytest.raises(ActionRefused) as refused:
        accounts.guests.register(guest.user, "ANN", "b@example.org", PASSWORD, "a", NOW)
    assert code_of(refused) == "name-taken"
    accounts.guests.register(guest.user, "Bob", "ann@example.org", PASSWORD, "a", NOW)
    [mail] = letters.new()
    assert mail.to == "ann@example.org" and "Ann" in mail.text
    assert accounts.people.person(guest.user).is_guest


def test_a_guest_sets_up_private_games_alone_and_few(judge: Judge) -> None:
    guest = guest_of(judge)
    with pytest.raises(ActionRefused) as refused:
        judge.create({"title": "For all"}, guest, NOW)
    assert code_of(refused) == "guest"
    first, *_ = [judge.create(PRIVATE, guest, NOW)[0] for _ in range(3)]
    with pytest.raises(ActionRefused) as refused:
        judge.create(PRIVATE, guest, NOW)
    assert code_of(refused) == "guest"
    assert first is not None
    told = judge.act(first, c.ChangeSettings({"listed": True}), guest, NOW)
    assert told.refused and [one.code for one in told.told] == ["guest"]
    told = judge.act(first, c.Invite(person(judge)), guest, NOW)
    assert told.refused and [one.code for one in told.told] == ["guest"]
    judge.act(first, c.Terminate("enough"), guest, NOW)
    assert judge.create(PRIVATE, guest, NOW)[0] is not None


def test_a_guest_sits_where_he_was_let_in(judge: Judge) -> None:
    host, guest = person(judge), guest_of(judge)
    open_to_all, _ = judge.create({"title": "For all"}, Actor(host), NOW)
    by_code = {"title": "For friends", "entry": "code", "code": "sesame"}
    friends, _ = judge.create(by_code, Actor(host), NOW)
    assert open_to_all is not None and friends is not None
    told = judge.act(open_to_all, c.Join(), guest, NOW)
    assert told.refused and [one.code for one in told.told] == ["guest"]
    assert not judge.act(friends, c.Join(code="sesame"), guest, NOW).refused
    judge.act(open_to_all, c.Invite(guest.user), Actor(host), NOW)
    assert not judge.act(open_to_all, c.Join(), guest, NOW).refused


def test_guests_who_cannot_come_back_are_forgotten_and_leave_their_games(judge: Judge) -> None:
    accounts = judge.accounts
    idle, player, there = guest_of(judge), guest_of(judge), guest_of(judge)
    game, _ = judge.create(PRIVATE, player, NOW)
    assert game is not None
    judge.act(game, c.Join(), player, NOW)
    later = NOW + timedelta(days=31)
    for one in (idle, player):
        accounts.sign_ins.begin(one.user, "", NOW)
    accounts.sign_ins.begin(there.user, "", later - timedelta(days=1))
    judge.sweep(NOW + timedelta(days=3))
    assert accounts.people.person(idle.user).is_guest
    judge.sweep(later)
    with pytest.raises(ActionRefused):
        accounts.people.person(idle.user)
    assert accounts.people.person(player.user).is_deleted
    assert not judge.games.load(game).applicants
    assert accounts.people.person(there.user).is_guest


def test_a_guest_is_given_his_data_and_deleted_without_a_password(judge: Judge) -> None:
    accounts, guest = judge.accounts, guest_of(judge)
    assert accounts.own_data.export(guest, guest.user)["account"]["is_guest"]
    accounts.sign_ins.check_password(guest.user, "", NOW)
    judge.forget(guest, guest.user, NOW)
    with pytest.raises(ActionRefused):
        accounts.people.person(guest.user)


def test_an_account_still_takes_its_password(opened: Opened) -> None:
    judge = opened()
    with pytest.raises(ActionRefused) as refused:
        judge.accounts.sign_ins.check_password(person(judge), "", NOW)
    assert code_of(refused) == "wrong-sign-in"
    assert judge.accounts.people.all(ADMIN)
