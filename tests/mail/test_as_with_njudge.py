"""Mails with the habits of those who played by mail with nJudge: a password in every sign-on, a
list of preferences below it, resigning and coming back, observers who write to all."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.mail.message import MailAnswer, ReplySeat
from tests.mail.house import PASSWORD, PEOPLE, House, open_house

SHORT, LONG = "wolf", "lone wolf howls"
OTHERS = ("austria", "germany", "italy", "russia", "turkey")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return open_house(tmp_path)


def is_done(answer: object) -> bool:
    return "  !!  " not in str(getattr(answer, "text"))  # noqa: B009


def set_up(house: House, password: str) -> None:
    """Game 2 of Max's, with a player for each power but England and France."""
    answer = house.write("max", f"create ?dt {password}\nsignoff")
    assert "is your password for game 2" in answer.text and password not in answer.text
    for name in OTHERS:
        text = f"signon ?dt {password}\nset preference {name[0]}\nsignoff"
        assert is_done(house.write(name, text))


@pytest.mark.parametrize("password", [SHORT, LONG])
def test_a_game_is_played_with_a_password_in_every_sign_on(house: House, password: str) -> None:
    set_up(house, password)
    assert is_done(house.write("ann", f"signon odt {password}1\npress to M\nI watch\nsignoff"))
    assert is_done(house.write("england", f"signon ?dt {password}\nset preference E\nsignoff"))
    game = house.judge.games.load(2)
    assert game.stage is Stage.FORMING and len(game.applicants) == 6 and set(game.masters) == {1}
    last = house.write("france", f"signon ?dt {password}\nset preference FRAGE\nsignoff")
    game = house.judge.games.load(2)
    assert game.stage is Stage.RUNNING and game.players[PEOPLE["france"]] == "FRANCE"
    assert "as France." in last.text and "You wish for: France, Russia" in last.text
    assert is_done(house.write("ann", "signon odt\nbroadcast\nHear!\nendbroadcast\nsignoff"))
    assert is_done(house.write("max", f"signon mdt {password}\nbroadcast\nHear!\nendbroadcast"))

    assert is_done(house.write("france", f"signon fdt {password}\nresign\nsignoff"))
    assert house.judge.games.load(2).seats["FRANCE"].user is None
    assert is_done(house.write("france", f"signon fdt {password}\nsignoff"))
    assert house.judge.games.load(2).players[PEOPLE["france"]] == "FRANCE"
    assert is_done(house.write("france", f"signon fdt {password}\nresign\nsignoff"))
    assert is_done(house.write("bob", f"signon fdt {password}\nsignoff"))
    assert house.judge.games.load(2).players[PEOPLE["bob"]] == "FRANCE"


def test_another_password_than_the_one_given_is_told_to_who_is_known(house: House) -> None:
    set_up(house, SHORT)
    answer = house.write("max", "signon mdt bear\nset blind\nsignoff")
    assert "nor the one for this game; none was needed" in answer.text
    assert "bear" not in answer.text and house.judge.games.load(2).settings.blind
    assert not is_done(house.write("max", "signon mdt bear\nset no blind", known=False))
    assert is_done(house.write("max", f"signon mdt {PASSWORD}\nlist"))
    assert is_done(house.write("max", "signon mdt\nlist"))


def test_a_long_one_has_one_speak_in_its_game_from_elsewhere_and_in_no_other(house: House) -> None:
    set_up(house, LONG)
    text = f"signon mdt {LONG}\nset gunboat"
    assert is_done(house.write("max", text, known=False))
    assert house.judge.games.load(2).settings.anonymous
    answer = house.write("max", f"signon mdt {LONG}\nsignon M1\nprocess", known=False)
    assert "is known in that game alone" in answer.text
    answer = house.write("max", f"signon M1 {LONG}\nprocess", known=False)
    assert "no account has this name and password" in answer.text
    answer = house.write("max", f"signon mdt {LONG}\ncreate ?mine", known=False)
    assert "is known in that game alone" in answer.text
    for stranger in ("someone@else.example", "bob"):
        answer = house.write(stranger, f"signon mdt {LONG}\nset blind", known=False)
        assert not is_done(answer) and not house.judge.games.load(2).settings.blind


def test_a_short_one_lets_nobody_in_who_is_not_known(house: House) -> None:
    set_up(house, SHORT)
    for known in (False, True):
        answer = house.write("max" if not known else "bob", f"signon mdt {SHORT}", known=known)
        assert not is_done(answer), "a master's, from nowhere or by another"
    seat = ReplySeat(PEOPLE["max"], 1)
    answer = house.write("max", f"signon mdt {SHORT}\nset blind", seat=seat, known=False)
    assert not is_done(answer), "whoever answers a mail about game 1 is known there alone"
    seat = ReplySeat(PEOPLE["max"], 2)
    answer = house.write("max", f"signon mdt {SHORT}\nsignon M1", seat=seat, known=False)
    assert "as its master" in answer.text and "in that game alone" in answer.text


def test_it_is_tried_so_often_and_no_more(house: House) -> None:
    set_up(house, LONG)

    def guess(password: str) -> MailAnswer:
        return house.write("max", f"signon mdt {password}", known=False, came_over="203.0.113.9")

    told = [guess(f"{LONG}{n}").text for n in range(12)]
    assert "too many attempts" in told[-1] and "too many attempts" not in told[0]
    assert not is_done(guess(LONG))
    elsewhere = house.write("max", f"signon mdt {LONG}", known=False, came_over="198.51.100.1")
    assert is_done(elsewhere), "who guesses keeps nobody out who comes from elsewhere"
    assert is_done(house.write("max", f"signon mdt {LONG}")), "who is known is not kept out by that"


def test_it_is_told_to_its_owner_and_forgotten_with_him(house: House) -> None:
    set_up(house, LONG)
    accounts, number = house.judge.accounts, PEOPLE["germany"]
    [row] = accounts.own_data.export(Actor(number), number)["game_passwords"]
    assert row["game"] == 2 and "password" not in row
    accounts.own_data.delete(Actor(number), number, house.now)
    assert not accounts.game_passwords.is_set(number, 2)
    assert accounts.game_passwords.is_set(PEOPLE["italy"], 2)
