"""A judge that has an admin keeps one, whatever is done."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import ADMIN, person
from tests.judge.stores import NOW, Opened


def code_of(judge: Judge, what: str, number: int, actor: Actor) -> str:
    """With which code it is refused; empty where it is not."""
    accounts = judge.accounts
    try:
        match what:
            case "one no more":
                accounts.people.set_admin(actor, number, False)
            case "blocked":
                accounts.people.block(actor, number, "why")
            case "deleted":
                accounts.own_data.delete(actor, number, NOW)
            case _:
                judge.forget(actor, number, NOW)
    except ActionRefused as refused:
        return refused.diagnostic.code
    return ""


@pytest.mark.parametrize("what", ["one no more", "blocked", "deleted", "forgotten"])
def test_the_last_admin_stays(judge: Judge, what: str) -> None:
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    judge.accounts.people.set_admin(ADMIN, ann, True)
    game, _ = judge.games.create({"title": "Friends"}, bob, NOW)
    assert game is not None
    judge.games.act(game, c.Join(), Actor(ann), NOW)
    assert code_of(judge, what, ann, ADMIN) == "last-admin"
    assert judge.accounts.people.person(ann).is_admin
    assert ann in judge.games.load(game).applicants, "nothing of it was done"

    # One who cannot sign in is no help.
    judge.accounts.people.block(ADMIN, bob, "spam")
    judge.accounts.people.set_admin(ADMIN, bob, True)
    assert code_of(judge, what, ann, ADMIN) == "last-admin"
    judge.accounts.people.block(ADMIN, bob, "")
    assert code_of(judge, what, ann, ADMIN) == ""
    assert judge.accounts.people.person(bob).is_admin


def test_of_two_admins_who_remove_each_other_one_is_left(opened: Opened) -> None:
    judge = opened()
    ann, bob = person(judge, "Ann"), person(judge, "Bob")
    for one in (ann, bob):
        judge.accounts.people.set_admin(ADMIN, one, True)
    with ThreadPoolExecutor(2) as threads:
        answers = list(
            threads.map(
                lambda pair: code_of(opened(), "one no more", pair[1], Actor(pair[0], True)),
                ((ann, bob), (bob, ann)),
            )
        )
    assert sorted(answers) == ["", "last-admin"]
