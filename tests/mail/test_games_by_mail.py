"""Whole games by mail, over real SMTP, from the first mail to the last."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dragoman.bots import random_legal
from dragoman.bots.bot import View
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.views.orders_view import orders_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from tests.mail.players import ByMail, Player, by_mail, text_of

NAMES = ("Bert", "Cora", "Dave", "Emma", "Fred", "Gina", "Hugo", "Ines")


@pytest.fixture
def post(office_address: str) -> Iterator[ByMail]:
    with by_mail(office_address) as found:
        yield found


def registered(post: ByMail, name: str) -> Player:
    """Somebody new to the judge, with an account without a password."""
    player = post.player(name)
    player.writes(f"REGISTER {name}\nEND\n")
    post.goes_round()
    [code] = set(re.findall(r"[2-9B-Z]{5}-[2-9B-Z]{5}", text_of(player.last("code"))))
    player.writes(f"CONFIRM {code}")
    post.goes_round()
    return player


def state(post: ByMail, game: int) -> JudgedGame:
    return post.judge.games.load(game)


def power_of(post: ByMail, game: int, player: Player) -> str:
    return state(post, game).players[player_number(post, player)]


@pytest.mark.slow
def test_seven_play_by_mail_alone_to_the_end(post: ByMail) -> None:
    players = [registered(post, name) for name in NAMES[:7]]
    first, *others = players
    first.writes("CREATE ?friends standard MIN 0, DELAY 0\nSIGNON ?friends", answers=first.last())
    post.goes_round()
    for one in others:
        one.writes("SIGNON ?friends", answers=one.last())
    post.goes_round()
    game = 1
    assert state(post, game).stage is Stage.RUNNING, text_of(others[0].last())
    powers = {power_of(post, game, one): one for one in players}
    assert len(powers) == 7
    # Each answers the mail that told him of the beginning, or of the phase before.
    while len((g := state(post, game)).history) < 4:
        before = len(g.history)
        for power, player in powers.items():
            view = View(g.game.variant, g.game.position, power, before)
            text = "\n".join(map(write, random_legal(view)))
            answered = player.last("judged") if before else player.last("begins")
            player.writes(f"{text}\nSET NOWAIT\n", answers=answered)
        post.goes_round()
        assert len(state(post, game).history) == before + 1, text_of(first.last())
    assert not state(post, game).misses
    phases = len(state(post, game).history)
    for one in players:
        results = one.about("judged")
        assert len(results) == phases, "each phase is told once"
        assert len({mail["References"] for mail in results}) == 1
    talk(post, game, powers)
    for one in players:
        one.writes("SET DRAW", answers=one.last("judged"))
    post.goes_round()
    g = state(post, game)
    assert g.stage is Stage.OVER and g.ending is not None and g.ending[0] == "draw"
    for one in players:
        assert one.about("over")
        names = [mail["Message-ID"] for mail in one.box]
        assert len(names) == len({*names}), "no mail comes twice"
    first.writes("A par-bur", answers=first.last("judged"))
    post.goes_round()
    assert "over" in text_of(first.last()), "who orders after the end is told"


@pytest.mark.slow
def test_a_year_of_machiavelli_is_played_by_mail(post: ByMail) -> None:
    """Campaigns with something spent in the first of them, and what is due in winter."""
    players = [registered(post, name) for name in NAMES]
    first, *others = players
    first.writes("CREATE ?italy machiavelli MIN 0 DELAY 0\nSIGNON ?italy", answers=first.last())
    post.goes_round()
    for one in others:
        one.writes("SIGNON ?italy", answers=one.last())
    post.goes_round()
    game = 1
    assert state(post, game).stage is Stage.RUNNING, text_of(others[0].last())
    powers = {power_of(post, game, one): one for one in players}
    year = state(post, game).game.phase.year
    paid = 0
    while (g := state(post, game)).game.phase.year == year:
        before = len(g.history)
        for power, player in powers.items():
            asked = orders_view(Viewer(g, Actor(player_number(post, player))), power)
            lines = [texts[-1] for texts in asked["possible"].values() if texts]
            if not before and asked["means"]["treasury"] >= 3:
                to = next(one for one in powers if one != power)
                lines.append(f"pay 3 to {g.game.variant.power_name(to)}")
                paid += 1
            answered = player.last("judged") if before else player.last("begins")
            player.writes("\n".join((*lines, "SET NOWAIT")), answers=answered)
        post.goes_round()
        assert len(state(post, game).history) == before + 1, text_of(first.last())
    g = state(post, game)
    assert paid and not g.misses
    assert {str(one.phase)[-1] for one in g.history} >= {"M", "A"}
    for one in players:
        assert len(one.about("judged")) == len(g.history), "each phase is told once"
    assert "ducats" in text_of(first.about("judged")[0])


def player_number(post: ByMail, player: Player) -> int:
    number = post.judge.accounts.sign_ins.person_at(player.address)
    assert number is not None
    return number


def talk(post: ByMail, game: int, powers: dict[str, Player]) -> None:
    """Press goes forth and back by answering mails."""
    austria, italy, turkey = (powers[one] for one in ("AUSTRIA", "ITALY", "TURKEY"))
    austria.writes("PRESS TO ITALY\nShall we be friends?\nENDPRESS", answers=austria.last("judged"))
    post.goes_round()
    italy.writes("Gladly.", answers=italy.last("press from Austria"))
    post.goes_round()
    austria.writes("So be it.\n-- \nAustria", answers=austria.last("press from Italy"))
    post.goes_round()
    said = [(one.sender, one.to, one.text) for one in state(post, game).messages]
    assert said == [
        ("AUSTRIA", ("ITALY",), "Shall we be friends?"),
        ("ITALY", ("AUSTRIA",), "Gladly."),
        ("AUSTRIA", ("ITALY",), "So be it."),
    ]
    assert not turkey.about("press")
    threads = {mail["References"] for mail in (*italy.about("press"), *austria.about("press"))}
    assert len(threads) == 1
