"""Mails that went wrong on the way: nothing is lost, nobody gets two answers, and no error is met.

``DRAGOMAN_TEST_MAILS=20000`` tries so many.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from dragoman.judge.outbox.letters import Mail
from dragoman.judge.storage.tables import incoming
from dragoman.mail.execution.answering import answer
from dragoman.mail.reading.mail import message_of, read_mail
from dragoman.mail.server import answerer
from tests.judge.accounts.letterbox import PASSWORD
from tests.judge.stores import NOW
from tests.mail.post import OWN, PostOffice, written

MAILS = sorted((Path(__file__).parent / "reading" / "mails").glob("*.eml"))
COUNT = int(os.environ.get("DRAGOMAN_TEST_MAILS", "80"))
SAYINGS = (
    "SIGNON ?friends {password}\nSET WAIT\n", "A mun-kie\nF kie-den\n", "LIST\nHELP SIGNON\n",
    "SIGNON M1 {password}\nSET MOVE CLOCK 23:00 NEXT 72\n", "PRESS TO ALL\nHello.\nENDPRESS\n",
    "SUMMARY 1\nHISTORY 1\nWHOGAME 1\nGET MAP 1\n", "IF A mun\nA mun-kie\nELSE\nENDIF\n",
    "CREATE ?{n} {password} standard gunboat\n", "PHASE F1901M\nCLEAR\nORDERS\n",
    "REGISTER Someone {n}\nPassword: {password}\nEND\n", "GET map.standard\nGET seed.standard\n",
    "BECOME F\nEJECT F\nROLLBACK\nPROCESS\nPAUSE\nRESUME\n",
)  # fmt: skip
PIECES = (
    b"\n", b"\r\n\r\n", b"\x00", b"\xff\xfe", b"=?utf-8?b?w7w=?=", b"--b1--", b"Content-Type: ",
    b"multipart/mixed; boundary=", b"charset=utf-7", b"> ", b"-- \n", b"ENDPRESS", b"ENDIF",
    b"PHASE", b"SIGNON F1 x", b"{}%s\\", b"\xe2\x80\xae", b"A" * 3_000, b"<a@b.cc>", b"<!--",
    b"=\n", b"1" * 60,
)  # fmt: skip


def mutated(raw: bytes, dice: Random) -> bytes:
    """A mail with some of it cut, doubled, exchanged or replaced."""
    found = bytearray(raw)
    for _ in range(dice.choice((0, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(found) + 1)
        to = min(len(found), at + dice.choice((1, 2, 10, 80)))
        match dice.randrange(5):
            case 0:
                del found[at:to]
            case 1:
                found[at:at] = found[at:to]
            case 2:
                found[at:at] = dice.choice(PIECES)
            case 3:
                found[at:to] = dice.randbytes(to - at)
            case _:
                other = dice.choice(MAILS).read_bytes()
                found[at:to] = other[: dice.randrange(len(other) + 1)]
    return bytes(found)


def original(dice: Random, number: int) -> bytes:
    if dice.random() < 0.3:
        return dice.choice(MAILS).read_bytes()
    sender = dice.choice(("ann@example.org", "stranger@example.net", f"s{number}@example.net"))
    said = "".join(dice.sample(SAYINGS, dice.randrange(1, 4)))
    text = said.replace("{password}", PASSWORD).replace("{n}", str(number))
    return written(text, sender, To=dice.choice((OWN, f"judge+{'a' * 36}@dip.example")))


def test_reading_never_fails() -> None:
    dice = Random(1)
    for number in range(COUNT * 4):
        mail = read_mail(message_of(mutated(original(dice, number), dice)))
        mail.text.encode()
        (mail.subject + mail.quoted + mail.signature + mail.sender).encode()


@pytest.mark.slow
def test_each_mail_is_answered_once_or_passed_over(
    office_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FROM_ONE", "FROM_STRANGER"):
        monkeypatch.setattr(answerer, name, answerer.RateLimit(name, 1_000_000, 1_000_000))
    office = PostOffice(office_address, answer)
    office.game()
    dice = Random(2)
    now, taken, answers = NOW, 0, list[Mail]()
    for number in range(COUNT):
        taken += office.take(mutated(original(dice, number), dice))
        while office.answerer.work(now):
            pass
        answers += office.letters.new(now)
        now += timedelta(seconds=1)
    with office.judge.database.reading() as connection:
        rows = connection.execute(sa.select(incoming.c.outcome, incoming.c.due)).all()
    outcomes = Counter(row.outcome for row in rows)
    assert len(rows) == taken and all(row.due is None for row in rows), outcomes
    answered = [mail for mail in answers if mail.headers.get("Auto-Submitted") == "auto-replied"]
    assert len(answered) == outcomes["answered"]
    assert set(outcomes) <= {
        "answered", "no-sender", "own-address", "machine", "bounce", "auto-submitted", "precedence",
        "mailing-list", "report",
    }  # fmt: skip
    assert all(mail.to != OWN for mail in answers)
    office.close()


MISTYPED = (
    "SINGON M1 {password}\nA mun-kie\n", "SIGNON1 {password}\n",
    "please sign0n M1 {password}\n", "SIGNIN M1 {password}\n",
    "My password is: {password}\n", "REGSITER ann {password}\n", "Pasword {password}\n",
)  # fmt: skip


@pytest.mark.parametrize("said", (*SAYINGS, *MISTYPED))
def test_no_password_is_mailed_back(office_address: str, said: str) -> None:
    office = PostOffice(office_address, answer)
    office.game()
    text = said.replace("{password}", PASSWORD).replace("{n}", "friends")
    for sender in ("ann@example.org", "stranger@example.net"):
        for mail in office.asked(text, sender):
            for part in (PASSWORD, *PASSWORD.split(", ")):
                assert part not in mail.text and part not in mail.html, mail.text
    office.close()
