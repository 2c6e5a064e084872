"""What moderators decide holds by mail, too, and can be appealed against there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.moderation.sanctions import Sentence
from tests.mail.house import PEOPLE, House, open_house

MODERATOR = Actor(PEOPLE["bob"], is_moderator=True)
WEEK = timedelta(days=7)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = open_house(tmp_path)
    yield found
    found.judge.close()


def impose(house: House, name: str, kind: SanctionKind) -> int:
    sentence = Sentence(kind, "Threats are no press", WEEK)
    return house.judge.impose(MODERATOR, PEOPLE[name], sentence, house.now)


def test_who_is_muted_appeals_by_mail_and_writes_again(house: House) -> None:
    number = impose(house, "france", SanctionKind.MUTE)
    (told,) = (one for one in house.mailed("france@post.example") if "taken press" in one)
    assert "Threats are no press" in told and "bob" not in told.lower()
    press = "SIGNON F1\nPRESS TO ITALY\nhello\nEND PRESS\nA par-bur"
    answer = house.write("france", press)
    assert "Threats are no press" in answer.text
    assert house.log(1).count("MessageSent") == 0
    assert house.log(1).count("OrdersSaved") == 1, "he plays on"
    house.write("france", "SIGNON F1\nPRESS TO MASTER\nis that fair?\nEND PRESS")
    assert house.log(1).count("MessageSent") == 1

    answer = house.write("france", "APPEAL\nIt was a joke.\nAmong friends.\n-- \nFrance")
    assert "Your appeal is with the moderators" in answer.text
    (sanction,) = house.judge.moderation.sanctions.appealed(MODERATOR)
    assert sanction.appeal is not None
    assert sanction.appeal.text == "It was a joke.\nAmong friends."
    assert "nothing is decided" in house.write("france", "APPEAL\nAgain").text.lower()
    house.judge.moderation.sanctions.decide_appeal(MODERATOR, number, True, "They agree", house.now)
    assert "They agree" in house.mailed("france@post.example")[-1]
    house.write("france", press)
    assert house.log(1).count("MessageSent") == 2


def test_bans_hold_by_mail(house: House) -> None:
    impose(house, "france", SanctionKind.BAN)
    impose(house, "italy", SanctionKind.NO_NEW_GAMES)
    answer = house.write("france", "SIGNON F1\nA par-bur\nSET DRAW")
    assert "Threats are no press" in answer.text
    assert not {"OrdersSaved", "Proposed"} & set(house.log(1))
    for name in ("france", "italy"):
        answer = house.write(name, "CREATE Second secret12 standard")
        assert "Threats are no press" in answer.text, name
    house.now += WEEK
    assert "Threats" not in house.write("italy", "CREATE Second secret12 standard").text
