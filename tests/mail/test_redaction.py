"""No password is repeated, where the line that it stands on was not understood."""

from __future__ import annotations

import pytest

from dragoman.mail.execution.redaction import without_secrets
from dragoman.mail.message import AnswerPart, IncomingMail, MailAnswer
from dragoman.mail.server.replies import reply
from tests.mail.post import PostOffice


def shown(text: str, *lines: str) -> list[str]:
    mail = IncomingMail("1@x", "ann@example.org", (), "", text)
    answer = MailAnswer("Re: x", (AnswerPart("", lines), AnswerPart("Nothing", ())), "en")
    return list(without_secrets(answer, mail).parts[0].lines)


@pytest.mark.parametrize(
    ("line", "left"),
    (
        ("SINGON F17 my secret", "SINGON F17 ****"),
        ("please sign0n F17 secret", "please sign0n F17 ****"),
        ("My password is: secret", "My password ****"),
        ("Kennwort: geheim", "Kennwort: ****"),
        ("A par-bur", "A par-bur"),
        ("SIGNOFF", "SIGNOFF"),
        ("my sign is a lion", "my sign is a lion"),
    ),
)
def test_what_stands_behind_such_words_is_left_out(line: str, left: str) -> None:
    assert shown(f"A mun H\n  {line}\n", f"   2: {line}", "  !!  who is that?") == [
        f"   2: {left}",
        "  !!  who is that?",
    ]


def test_what_is_hidden_in_part_is_hidden_to_its_end() -> None:
    found = shown("CREATE ?x a, b", "   1: CREATE ?x ****, b", "  !!  there is nobody")
    assert found[0] == "   1: CREATE ?x ****"
    done = ("   1: CREATE ?x **** standard", "      The game 3 is set up.")
    assert shown("CREATE ?x ab standard", *done) == list(done)


@pytest.mark.parametrize(
    ("subject", "own", "answered"),
    (
        ("SIGNON F17 secret", "What was not read", "Re: SIGNON F17 ****"),
        ("SIGNON F17 secret", "Re: SIGNON F17 secret", "Re: SIGNON F17 ****"),
        ("Re: singon F17 secret", "What was not read", "Re: singon F17 ****"),
        ("SIGNON17 my secret", "What was not read", "Re: SIGNON17 ****"),
        ("AW: Befehle", "AW: Befehle", "AW: Befehle"),
        ("AW: Befehle", "What was not read", "AW: Befehle"),
        ("orders", "What was not read", "Re: orders"),
    ),
)
def test_no_subject_is_answered_with_its_password(
    office: PostOffice, subject: str, own: str, answered: str
) -> None:
    mail = IncomingMail("1@x", "ann@example.org", (), subject, "hello")
    answer = without_secrets(MailAnswer(own, (), "en"), mail)
    assert reply(office.judge, mail, answer).subject == answered
