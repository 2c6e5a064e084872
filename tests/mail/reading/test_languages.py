"""Who is not known is answered in the language that he writes in, where that is plain."""

from __future__ import annotations

import pytest

from dragoman.mail.execution.answering import answer
from dragoman.mail.reading.mail import language_of
from tests.mail.post import PostOffice


@pytest.mark.parametrize(
    ("text", "language"),
    (
        ("Hallo, ich möchte gerne mitspielen. Wie geht das?\nViele Grüße\nKlaus", "de"),
        ("HILFE", "de"),
        ("ANMELDEN F1 geheim", "de"),
        ("hier sind meine Züge:\nA PAR - BUR", "de"),
        ("Hello, I would like to join a game. How do I do that?", "en"),
        ("Dear judge, here are my orders for spring:\nA Mün-Bur", "en"),
        ("Die Hard is not my game", "en"),
        ("SIGNON F1 secret\nA PAR-BUR\nF BRE-MAO", ""),
        ("A Mün-Ruh", ""),
        ("CONFIRM H2RC3-Y77WR", ""),
        ("", ""),
    ),
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "said"),
    (
        (
            "Hallo, wie kann ich hier mitspielen?",
            "Um mitzuspielen, schick REGISTER und deinen Namen",
        ),
        ("Hello, how can I join a game here?", "To play, send REGISTER and your name"),
        ("LISTE", "Was du geschrieben hast"),
        ("Ahoj!", "Auf Deutsch: HILFE."),
        ("Bonjour, je voudrais jouer ici", "Pour jouer, envoie REGISTER et ton nom"),
        ("Ich bin dabei:\nSIGNON F99 geheim", "LIST nennt die Partien"),
    ),
)
def test_strangers_are_answered_in_their_language(
    office_address: str, text: str, said: str
) -> None:
    office = PostOffice(office_address, answer)
    [mail] = office.asked(text, "klaus@example.net")
    assert said in mail.text
    office.close()


def test_who_registers_in_german_is_written_to_in_german(office_address: str) -> None:
    office = PostOffice(office_address, answer)
    mails = office.asked(
        "Hallo, ich möchte gern mitspielen.\nREGISTER Klaus\nEND", "klaus@example.net"
    )
    [code] = [mail for mail in mails if "REGISTER" not in mail.text]
    assert "dein Code" in code.subject, code.subject
    office.close()


def test_who_has_an_account_is_answered_in_the_language_that_he_chose(office: PostOffice) -> None:
    to = office.reply_address(office.ann, office.game())
    [mail] = office.asked("Hallo, ich weiß nicht, wie das geht.", "bob@example.org", To=to)
    assert "gehört jemand anderem" in mail.text, "Bob is a stranger"
    [mail] = office.asked(
        "Hallo, ich weiß nicht, wie das geht.", To=f"judge+{'a' * 36}@dip.example"
    )
    assert "good no longer" in mail.text, "Ann is not"
