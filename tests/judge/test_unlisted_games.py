"""Who may know of a game that stands in no list, on either database, folded before or not."""

from __future__ import annotations

import pytest

from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import person
from tests.judge.stores import NOW, Opened


def knows(judge: Judge, game: int, actor: Actor) -> bool:
    """True if somebody finds a game, which is the same whether it was folded before or not."""
    found: list[bool] = []
    for is_cold in (True, False):
        if is_cold:
            judge.games._folded.clear()
        else:
            judge.games.load(game)
        try:
            found.append(judge.game(game, actor).settings.title == "Hidden")
        except ActionRefused as refused:
            assert refused.diagnostic.code == "no-game"
            found.append(False)
    assert found[0] == found[1]
    return found[0]


@pytest.fixture
def judge(opened: Opened) -> Judge:
    return opened()


def test_who_may_know_of_a_game_in_no_list(judge: Judge) -> None:
    names = ("Host", "Player", "Guest", "Watcher", "Member", "Asker", "Stranger")
    host, player, invited, watcher, member, asker, stranger = (
        Actor(person(judge, name)) for name in names
    )
    game, _ = judge.create({"title": "Hidden", "listed": False}, host, NOW)
    assert game is not None
    by_key = Actor(stranger.user, shown=frozenset((game,)))
    assert judge.act(game, c.Observe(), Actor(watcher.user, shown=by_key.shown), NOW).events
    judge.act(game, c.MakeLink(), host, NOW)
    code = judge.games.load(game).link
    assert judge.act(game, c.Join((), code), player, NOW).events
    judge.games._folded.clear()
    with pytest.raises(ActionRefused):
        judge.act(game, c.Join((), "GUES-SED2"), stranger, NOW)
    assert judge.games.remembered(game) is None, "a wrong code takes no longer than no game"
    judge.act(game, c.Invite(invited.user), host, NOW)
    judge.clubs.found(host, "oslo", "Oslo", "", is_open=False, now=NOW)
    club = judge.clubs.club("oslo").number
    for actor in (member, asker):
        judge.clubs.join(actor, club, NOW)
    judge.clubs.admit(host, club, member.user, NOW)
    judge.clubs.add_game(host, club, game, [host.user])
    for actor in (host, player, invited, watcher, member, by_key, Actor(is_admin=True)):
        assert knows(judge, game, actor), actor
    for actor in (Actor(), stranger, asker, Actor(asker.user, shown=frozenset((game + 1,)))):
        assert not knows(judge, game, actor), actor
    judge.act(game, c.Uninvite(invited.user), host, NOW)
    assert not knows(judge, game, invited)


def test_who_is_offered_a_seat_finds_its_game(judge: Judge) -> None:
    people = [Actor(person(judge, f"Player{number}")) for number in range(8)]
    host, *players = people
    game, _ = judge.create({"title": "Hidden", "listed": False}, host, NOW)
    assert game is not None
    shown = frozenset((game,))
    for one in players:
        judge.act(game, c.Join(), Actor(one.user, shown=shown), NOW)
    judge.act(game, c.Begin(), host, NOW)
    follower = Actor(person(judge, "Follower"))
    assert not knows(judge, game, follower)
    judge.act(game, c.OfferSeat(follower.user), players[0], NOW)
    assert knows(judge, game, follower)
    judge.act(game, c.WithdrawOffer(), players[0], NOW)
    assert not knows(judge, game, follower)
