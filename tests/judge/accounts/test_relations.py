"""What people are to each other: following, friends, shunning; and what it keeps from others."""

from __future__ import annotations

import pytest

from dragoman.judge.accounts.rate_limits import INVITE
from dragoman.judge.accounts.relations import FOLLOW, playing_now
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.stores import NOW

ROOT = Actor(is_admin=True)


def people(judge: Judge, number: int) -> list[int]:
    made = judge.accounts.people.create
    return [
        made(ROOT, f"Player {one}", f"p{one}@dip.example", "correct horse battery", NOW)
        for one in range(number)
    ]


def code_of(judge: Judge, game: int, command: c.Command, by: int) -> str:
    try:
        answer = judge.act(game, command, Actor(by), NOW)
    except ActionRefused as fault:
        return fault.diagnostic.code
    return answer.told[0].code if answer.refused else ""


def test_who_follows_each_other_are_friends(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    relations = judge.accounts.relations
    relations.follow(Actor(ann), ben, NOW)
    relations.follow(Actor(ann), ben, NOW)
    assert relations.circle(ann).follows == {ben} and not relations.circle(ann).friends
    assert relations.circle(ben).followers == {ann}
    relations.follow(Actor(ben), ann, NOW)
    assert relations.circle(ann).friends == {ben} and relations.circle(ben).friends == {ann}
    relations.forget(Actor(ben), ann)
    assert not relations.circle(ann).friends


def test_whom_nobody_follows(judge: Judge) -> None:
    (ann,) = people(judge, 1)
    relations = judge.accounts.relations
    for actor, other, code in (
        (Actor(ann), ann, "oneself"),
        (Actor(ann), 99, "no-person"),
        (Actor(ann, is_guest=True), 99, "guest"),
    ):
        with pytest.raises(ActionRefused) as refused:
            relations.follow(actor, other, NOW)
        assert refused.value.diagnostic.code == code


def test_who_is_shunned_follows_no_more_and_cannot_invite(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    relations = judge.accounts.relations
    game, _ = judge.games.create({"title": "Friends"}, ben, NOW)
    assert game is not None
    relations.follow(Actor(ben), ann, NOW)
    relations.follow(Actor(ann), ben, NOW)
    relations.shun(Actor(ann), ben, NOW)
    assert relations.circle(ben).follows == frozenset()
    assert relations.circle(ann).shuns == {ben} and not relations.circle(ann).follows
    with pytest.raises(ActionRefused, match="not followed by you"):
        relations.follow(Actor(ben), ann, NOW)
    assert code_of(judge, game, c.Invite(ann), ben) == "not-invitable"
    relations.forget(Actor(ann), ben)
    assert code_of(judge, game, c.Invite(ann), ben) == ""


def test_nobody_invites_or_follows_without_end(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    game, _ = judge.games.create({"title": "Friends"}, ben, NOW)
    assert game is not None
    for number in range(INVITE.at_once):
        command = c.Uninvite(ann) if number % 2 else c.Invite(ann)
        judge.act(game, command, Actor(ben), NOW)
    for _ in range(INVITE.at_once // 2):
        code_of(judge, game, c.Invite(99), ben)
    assert code_of(judge, game, c.Invite(ann), ben) == "too-many-attempts"
    for _ in range(FOLLOW.at_once):
        judge.accounts.relations.follow(Actor(ben), ann, NOW)
    with pytest.raises(ActionRefused, match="too many attempts"):
        judge.accounts.relations.follow(Actor(ben), ann, NOW)


def test_who_plays_now_where_everybody_may_know(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    shown = {}
    for title, settings in (
        ("Open", {}),
        ("Unlisted", {"listed": False}),
        ("Anonymous", {"anonymous": True}),
        ("Closed", {"observers": False}),
        ("Not begun", {}),
    ):
        game, _ = judge.games.create({"title": title, **settings}, ben, NOW)
        assert game is not None
        judge.act(game, c.Join(), Actor(ann, shown=frozenset((game,))), NOW)
        if title != "Not begun":
            judge.act(game, c.Begin(), Actor(ben), NOW)
        shown[title] = game
    assert playing_now(judge.database, frozenset({ann, ben})) == {ann: [(shown["Open"], "Open")]}


def test_what_somebody_was_to_others_goes_with_his_account(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    relations = judge.accounts.relations
    relations.follow(Actor(ann), ben, NOW)
    relations.follow(Actor(ben), ann, NOW)
    exported = judge.accounts.own_data.export(Actor(ann), ann)
    assert [row["other"] for row in exported["relations"]] == [ben]
    judge.forget(Actor(ann), ann, NOW)
    assert relations.circle(ben).follows == relations.circle(ben).followers == frozenset()
