"""Clubs: who founds, joins, runs and leaves one; their games, ladders and dates."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from dragoman.judge.clubs.clubs import MOST_LED, ClubRole, Clubs
from dragoman.judge.clubs.ladder import ladder
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.test_relations import people
from tests.judge.results.over import End, Over
from tests.judge.stores import NOW, Opened


@pytest.fixture
def judge(opened: Opened) -> Judge:
    judge = opened()
    judge.database.create()
    return judge


def founded(judge: Judge, head: int, name: str = "oslo", is_open: bool = True) -> int:
    judge.clubs.found(Actor(head), name, "Oslo plays", "Every Tuesday.", is_open, NOW)
    return judge.clubs.club(name).number


def roles(clubs: Clubs, club: int) -> dict[int, str]:
    return {one.person: one.role.value for one in clubs.members(club)}


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(ActionRefused) as fault:
        act()
    return fault.value.diagnostic.code


def test_a_club_is_founded_joined_run_and_left(judge: Judge) -> None:
    ann, ben, cid = people(judge, 3)
    clubs = judge.clubs
    club = founded(judge, ann)
    assert clubs.join(Actor(ben), club, NOW) is ClubRole.MEMBER
    clubs.change(Actor(ann), club, "Oslo", "", is_open=False)
    assert clubs.join(Actor(cid), club, NOW) is ClubRole.ASKING
    assert [one.name for one in clubs.of(cid)] == []
    clubs.admit(Actor(ann), club, cid, NOW)
    clubs.name_head(Actor(ann), club, ben)
    clubs.step_down(Actor(ann), club)
    assert roles(clubs, club) == {ann: "member", ben: "head", cid: "member"}
    clubs.remove(Actor(ben), club, cid)
    clubs.leave(Actor(ann), club)
    assert roles(clubs, club) == {ben: "head"}
    assert [(one.title, number) for one, number in clubs.all(10)] == [("Oslo", 1)]
    clubs.dissolve(Actor(ben), club)
    assert clubs.all(10) == [] and clubs.members(club) == []


def test_a_club_keeps_a_head(judge: Judge) -> None:
    ann, ben, cid = people(judge, 3)
    clubs = judge.clubs
    club = founded(judge, ann)
    assert refused(lambda: clubs.leave(Actor(ann), club)) == "last-head"
    assert refused(lambda: clubs.step_down(Actor(ann), club)) == "last-head"
    clubs.join(Actor(ben), club, NOW + timedelta(days=1))
    clubs.join(Actor(cid), club, NOW + timedelta(days=2))
    judge.forget(Actor(ann), ann, NOW)
    assert roles(clubs, club) == {ben: "head", cid: "member"}
    judge.forget(Actor(cid), cid, NOW)
    judge.forget(Actor(ben), ben, NOW)
    assert clubs.all(10) == []


def test_of_two_heads_who_step_down_at_once_one_stays(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    clubs = judge.clubs
    club = founded(judge, ann)
    clubs.join(Actor(ben), club, NOW)
    clubs.name_head(Actor(ann), club, ben)

    def step_down(person: int) -> str:
        try:
            clubs.step_down(Actor(person), club)
        except ActionRefused as fault:
            return fault.diagnostic.code
        return ""

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(step_down, (ann, ben))) == ["", "last-head"]
    assert sorted(roles(clubs, club).values()) == ["head", "member"]


def test_only_a_head_does_what_heads_do(judge: Judge) -> None:
    ann, ben, cid = people(judge, 3)
    clubs, by = judge.clubs, Actor(ben)
    club = founded(judge, ann)
    clubs.join(by, club, NOW)
    for act in (
        lambda: clubs.change(by, club, "Mine", "", is_open=True),
        lambda: clubs.admit(by, club, cid, NOW),
        lambda: clubs.remove(by, club, ann),
        lambda: clubs.name_head(by, club, ben),
        lambda: clubs.add_date(by, club, NOW, "Evening", NOW),
        lambda: clubs.remove_game(by, club, 1),
        lambda: clubs.dissolve(by, club),
    ):
        assert refused(act) == "not-allowed"
    assert refused(lambda: clubs.remove(Actor(ann), club, ann)) == "club-head"


def test_what_no_club_is_called_and_who_founds_none(judge: Judge) -> None:
    ann, ben = people(judge, 2)

    def found(name: str = "oslo", title: str = "Oslo", by: Actor | None = None) -> None:
        judge.clubs.found(by or Actor(ann), name, title, "", True, NOW)

    for name in ("", "a", "new", "Oslo", "o slo", "-oslo", "x" * 41, "öslo", "oslo\n"):
        assert refused(lambda name=name: found(name)) == "wrong-club-name"  # type: ignore[misc]
    for title in ("", "two\nlines", "x" * 81):
        assert refused(lambda title=title: found(title=title)) == "wrong-title"  # type: ignore[misc]
    assert refused(lambda: found(by=Actor())) == "not-signed-in"
    assert refused(lambda: found(by=Actor(ann, is_guest=True))) == "guest"
    found()
    assert refused(lambda: found(by=Actor(ben))) == "club-taken"
    for number in range(1, MOST_LED):
        found(f"oslo-{number}")
    assert refused(lambda: found("one-more")) == "too-many-clubs"


def test_a_member_brings_a_game_of_his_own(judge: Judge) -> None:
    ann, ben = people(judge, 2)
    clubs = judge.clubs
    club = founded(judge, ann)
    game, _ = judge.games.create({"title": "Tuesday"}, ben, NOW)
    assert game is not None
    masters = judge.games.load(game).masters
    assert refused(lambda: clubs.add_game(Actor(ben), club, game, masters)) == "no-member"
    clubs.join(Actor(ben), club, NOW)
    assert refused(lambda: clubs.add_game(Actor(ann), club, game, masters)) == "no-master"
    clubs.add_game(Actor(ben), club, game, masters)
    clubs.add_game(Actor(ben), club, game, masters)
    assert clubs.games(club) == [game]
    clubs.remove_game(Actor(ann), club, game)
    assert clubs.games(club) == []


def test_dates_lie_ahead_and_are_taken_out(judge: Judge) -> None:
    (ann,) = people(judge, 1)
    clubs, by = judge.clubs, Actor(ann)
    club = founded(judge, ann)
    for days in (-1, 800):
        at = NOW + timedelta(days=days)
        assert refused(lambda at=at: clubs.add_date(by, club, at, "Never", NOW)) == "wrong-date"  # type: ignore[misc]
    clubs.add_date(by, club, NOW + timedelta(days=9), "Second", NOW)
    clubs.add_date(by, club, NOW + timedelta(days=2), "First", NOW)
    first, second = clubs.dates(club, NOW)
    assert (first.title, second.title) == ("First", "Second")
    clubs.remove_date(by, club, first.number)
    assert clubs.dates(club, NOW) == [second]
    assert clubs.dates(club, second.at + timedelta(minutes=1)) == []


def test_the_ladder_counts_the_games_of_the_club_alone(judge: Judge) -> None:
    numbers = people(judge, 8)
    club = founded(judge, numbers[0])
    users = tuple(numbers[:7])
    ends = [
        End(users, ("FRANCE",), 1),
        End(users, ("FRANCE", "ITALY"), 2, settings=(("rated", False),)),
        End(users, ("TURKEY",), 3, settings=(("listed", False),)),
        End(users, ("TURKEY",), 4),
    ]
    made = Over(judge.database)
    kept = [made.end(end) for end in ends]
    for game in kept[:3]:
        judge.clubs.add_game(Actor(numbers[0]), club, game, [numbers[0]])
    rungs = ladder(judge.database, club, frozenset(numbers))
    assert [one.place for one in rungs] == [1, 2, 3, 4, 5, 6, 7]
    assert (rungs[0].person, rungs[0].games, rungs[0].shared) == (users[2], 2, 2)
    assert (rungs[1].person, rungs[1].shared) == (users[4], 1)
    assert all(one.games == 2 for one in rungs), "not those that are not listed, nor of others"
    only = ladder(judge.database, club, frozenset(numbers[:3]))
    assert {one.person: one.rating for one in only} == {
        one.person: one.rating for one in rungs if one.person in numbers[:3]
    }
