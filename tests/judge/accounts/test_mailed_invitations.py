"""Invitations that the judge mails: once to an address for each game, so many a day, and none to
whoever wants none; nobody who has them mailed learns whose address it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from dragoman.judge.accounts.preferences import MailWishes
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.refusal import ActionRefused
from tests.judge.accounts.letterbox import Letterbox, person
from tests.judge.stores import NOW

TO = "zoe@elsewhere.example"


def table(judge: Judge, host: int, title: str = "Friends") -> int:
    game, _ = judge.create({"title": title}, Actor(host), NOW)
    assert game is not None
    judge.act(game, c.MakeLink(), Actor(host), NOW)
    return game


def refusal(act: Callable[[], None]) -> str:
    with pytest.raises(ActionRefused) as refused:
        act()
    return refused.value.diagnostic.code


def invite(judge: Judge, game: int, host: int, to: str = TO, **passed: float) -> None:
    judge.invite_by_mail(game, to, Actor(host), "en", NOW + timedelta(**passed))


def test_a_letter_has_who_invites_the_link_and_how_to_have_no_more(
    judge: Judge, letters: Letterbox
) -> None:
    host = person(judge)
    game = table(judge, host)
    invite(judge, game, host)
    [mail] = letters.new()
    assert mail.to == TO and mail.subject.endswith(": Ann invites you to a game")
    assert f"/j/{judge.games.load(game).link}" in mail.text and "Friends" in mail.text
    assert "ann@example.org" not in f"{mail.text} {mail.headers}"
    assert mail.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.search(r"/api/invitations/stop/(\w+)", mail.text)
    assert found is not None
    judge.accounts.invitations.stop(found[1], NOW)
    others = table(judge, host), table(judge, host)
    invite(judge, others[0], host)
    assert letters.new() == [], "and its host is told nothing of it"
    judge.accounts.invitations.allow(found[1])
    invite(judge, others[1], host)
    assert len(letters.new()) == 1
    assert not judge.accounts.invitations.is_known("0" * 64)


def test_an_address_is_invited_once_to_a_game_by_whomever_and_however_it_is_written(
    judge: Judge, letters: Letterbox
) -> None:
    host, other = person(judge), person(judge, "Bob")
    game = table(judge, host)
    judge.act(game, c.Promote(other), Actor(host), NOW)

    def once(who: int) -> str:
        try:
            invite(judge, game, who, TO.upper() if who == host else TO)
        except ActionRefused as fault:
            return fault.diagnostic.code
        return ""

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(once, (host, other))) == ["", "mailed-already"]
    assert len(letters.new()) == 1
    assert once(other) == "mailed-already"


def test_one_host_has_ten_letters_a_day_and_one_address_gets_three(
    judge: Judge, letters: Letterbox
) -> None:
    host = person(judge)
    game = table(judge, host)
    for number in range(10):
        invite(judge, game, host, f"{number}@elsewhere.example")
    assert refusal(lambda: invite(judge, game, host)) == "too-many-attempts"
    assert len(letters.new()) == 10
    invite(judge, game, host, days=1)
    for name in ("Bob", "Cid", "Dan"):
        one = person(judge, name)
        invite(judge, table(judge, one), one, days=1)
    tomorrow = NOW + timedelta(days=1)
    assert [mail.to for mail in letters.new(tomorrow)] == [TO] * 3, "the fourth is not written"


def test_nobody_learns_whose_address_it_is(judge: Judge, letters: Letterbox) -> None:
    host = person(judge)
    shunning, quiet = person(judge, "Bob"), person(judge, "Cid")
    judge.accounts.relations.shun(Actor(shunning), host, NOW)
    judge.accounts.wishes.choose(Actor(quiet), quiet, replace(MailWishes(), seats=False), NOW)
    person(judge, "Dan")
    game = table(judge, host)
    for address in ("bob@example.org", "cid@example.org", "dan@example.org", TO):
        invite(judge, game, host, address)
    assert [mail.to for mail in letters.new()] == ["dan@example.org", TO]
    assert judge.games.load(game).invited == set(), "an address is no account to others"


def test_not_everybody_has_letters_written(judge: Judge, letters: Letterbox) -> None:
    host, stranger = person(judge), person(judge, "Bob")
    game = table(judge, host)
    guest = Actor(judge.accounts.guests.begin("", "10.0.0.1", NOW).number, is_guest=True)
    hosted, _ = judge.create({"title": "Mine", "listed": False}, guest, NOW)
    assert hosted is not None
    judge.act(hosted, c.MakeLink(), guest, NOW)
    assert refusal(lambda: judge.invite_by_mail(hosted, TO, guest, "en", NOW)) == "guest"
    assert refusal(lambda: invite(judge, game, stranger)) == "not-allowed"
    for wrong in ("", "zoe", "zoe@elsewhere.example\nBcc: all@example.org", "a@b.c, d@e.f"):
        assert refusal(lambda to=wrong: invite(judge, game, host, to)) == "wrong-address"
    for title in ("Win at www.casino.example", "https://casino.example", "see casino.example"):
        bait = table(judge, host, title)
        assert refusal(lambda game=bait: invite(judge, game, host)) == "like-a-link"
    dotted = person(judge, "casino.example", "dot@example.org")
    assert refusal(lambda: invite(judge, table(judge, dotted), dotted)) == "like-a-link"
    judge.act(game, c.CloseLink(), Actor(host), NOW)
    assert refusal(lambda: invite(judge, game, host)) == "no-link"
    judge.act(game, c.Terminate(""), Actor(host), NOW)
    assert refusal(lambda: invite(judge, game, host)) == "wrong-stage"
    assert letters.new() == []
