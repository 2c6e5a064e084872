"""Accounts of programs: whose they are, how they come in, which seats they take."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.judge.accounts.tokens import MOST_PROGRAMS
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, PASSWORD, person
from tests.judge.stores import NOW


def bot(judge: Judge, owner: int, name: str = "Albert") -> int:
    return judge.accounts.programs.make(Actor(owner), owner, name, "plays at random", NOW)


def test_a_program_comes_in_by_its_token_alone(judge: Judge) -> None:
    accounts, ann = judge.accounts, person(judge, "Ann")
    number = bot(judge, ann)
    told = accounts.people.person(number)
    assert (told.owner, told.about) == (ann, "plays at random")
    secret, _ = accounts.programs.make_token(Actor(ann), number, "here", ["play"], NOW)
    found = accounts.tokens.holder(secret, NOW)
    assert found is not None and (found.user, found.is_program) == (number, True)
    accounts.sign_ins.set_password(ADMIN, number, PASSWORD, NOW)
    with pytest.raises(ActionRefused, match="no account has this name"):
        accounts.sign_ins.sign_in("Albert", PASSWORD, "", "", NOW)
    with pytest.raises(ActionRefused, match="is not an admin"):
        accounts.people.set_admin(ADMIN, number, True)
    with pytest.raises(ActionRefused, match="belongs to a person"):
        bot(judge, number, "Bertha")
    accounts.own_data.sweep(NOW + timedelta(days=9))
    assert accounts.programs.of(Actor(ann), ann), "nobody has to confirm it"


def test_what_a_program_does_it_does_for_its_owner(judge: Judge) -> None:
    accounts, ann, bob = judge.accounts, person(judge, "Ann"), person(judge, "Bob")
    number = bot(judge, ann)
    secret, token = accounts.programs.make_token(Actor(ann), number, "here", ["play"], NOW)
    for attempt in (
        lambda: accounts.programs.make_token(Actor(bob), number, "mine", ["play"], NOW),
        lambda: accounts.programs.tokens(Actor(bob), number),
        lambda: accounts.programs.revoke_token(Actor(bob), number, token.number),
        lambda: accounts.programs.make_token(Actor(ann), bob, "mine", ["play"], NOW),
    ):
        with pytest.raises(ActionRefused, match="no such program"):
            attempt()
    accounts.people.block(ADMIN, ann, "spam")
    assert accounts.tokens.holder(secret, NOW) is None, "who is out is not let in by his programs"
    accounts.people.block(ADMIN, ann, "")
    assert accounts.tokens.holder(secret, NOW) is not None
    accounts.programs.revoke_token(Actor(ann), number, token.number)
    assert accounts.tokens.holder(secret, NOW) is None


def test_programs_take_the_seats_that_a_master_gives_them(judge: Judge) -> None:
    ann = person(judge, "Ann")
    number = bot(judge, ann)
    program, settings = Actor(number, is_program=True), {"title": "Mixed", "programs": ["ITALY"]}
    game, _ = judge.games.create({"title": "People"}, ann, NOW)
    assert (
        game is not None and judge.act(game, c.Join(), program, NOW).told[0].code == "no-programs"
    )
    game, _ = judge.games.create(settings, ann, NOW)
    assert game is not None
    assert judge.act(game, c.Join(("France",)), program, NOW).refused
    assert judge.act(game, c.Join(("Italy",)), Actor(person(judge, "Bob")), NOW).refused
    assert judge.act(game, c.Join(), program, NOW).events
    assert judge.act(game, c.Begin(), Actor(ann), NOW).events
    assert judge.games.load(game).players == {number: "ITALY"}

    # It goes with its owner, and its seat is open.
    judge.forget(Actor(ann), ann, NOW)
    assert not judge.games.load(game).players
    assert judge.accounts.people.person(number).is_deleted


def test_programs_that_cannot_be(judge: Judge) -> None:
    ann = person(judge, "Ann")
    programs = judge.accounts.programs
    for name, about, code in (
        ("Ann", "x", "name-taken"),
        ("Bot", " ", "wrong-about"),
        ("Bot", "x" * 501, "wrong-about"),
        ("B", "x", "wrong-name"),
    ):
        with pytest.raises(ActionRefused) as refused:
            programs.make(Actor(ann), ann, name, about, NOW)
        assert refused.value.diagnostic.code == code
    for one in range(MOST_PROGRAMS):
        bot(judge, ann, f"Bot {one}")
    with pytest.raises(ActionRefused, match="10 programs at most"):
        bot(judge, ann)
    assert len(judge.accounts.own_data.export(Actor(ann), ann)["programs"]) == MOST_PROGRAMS


def test_who_is_invited_or_promoted_is_there(judge: Judge) -> None:
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    game, _ = judge.games.create({"title": "Friends"}, ann, NOW)
    assert game is not None
    judge.accounts.own_data.delete(ADMIN, bob, NOW)
    for command in (c.Invite(99), c.Invite(bob), c.Promote(99), c.Promote(bob)):
        with pytest.raises(ActionRefused, match="there is no account"):
            judge.act(game, command, Actor(ann), NOW)
