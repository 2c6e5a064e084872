"""What a mail says in its subject and in files of text that came with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from dragoman.mail.execution.answering import answer
from dragoman.mail.reading.mail import message_of, read_mail
from tests.mail.house import House, open_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = open_house(tmp_path)
    yield found
    found.judge.close()


def on_file(house: House) -> list[str]:
    sheet = house.judge.games.load(1).sheets.get(("FRANCE", "S1901M"))
    return sheet.text.split("\n") if sheet is not None else []


@pytest.mark.parametrize(
    ("subject", "text", "kept"),
    (
        ("SIGNON F1; A PAR-BUR; f bre-mao", "", ["A PAR-BUR", "f bre-mao"]),
        ("SIGNON Ffriends; A PAR-BUR", "Dear judge,\nplease.", ["A PAR-BUR"]),
        ("A PAR-BUR", "SIGNON F1\nA MAR-SPA", ["A PAR-BUR", "A MAR-SPA"]),
        ("A PAR-BIR", "", ["A PAR-BIR"]),
        ("Re: A PAR-BUR", "F BRE H", ["F BRE H"]),
        ("Re: press from England", "F BRE H", ["F BRE H"]),
        ("SV: Dip: a; RESIGN; A PAR-BUR: results", "F BRE H", ["F BRE H"]),
        ("Why did A Par-Bur fail?", "F BRE H", ["F BRE H"]),
        ("Resign", "F BRE H", ["F BRE H"]),
        ("my orders", "F BRE H", ["F BRE H"]),
    ),
)
def test_a_subject_is_read_that_was_written_for_the_judge(
    house: House, subject: str, text: str, kept: list[str]
) -> None:
    told = house.write("france", text, subject)
    assert on_file(house) == kept, told.text
    assert "Vacated" not in house.log(1)
    assert ("subject of your mail was read" in told.text) == (kept != ["F BRE H"])


def test_a_subject_that_looks_like_an_order_is_not_dropped_unseen(house: House) -> None:
    told = house.write("france", "F BRE H", "A PAR-BIR")
    assert (
        on_file(house) == ["F BRE H"]
        and 'Not read: the subject of your mail, "A PAR-BIR"' in told.text
    )


def test_files_of_text_are_read_and_others_are_told(house: House) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = (
        "France <france@post.example>",
        "judge@dip.example",
        "orders",
    )
    mail.set_content("Dear judge, orders are attached.\n\n-- \nFrance\n")
    mail.add_attachment("A PAR-BUR\n", filename="spring.txt", disposition="inline")
    mail.add_attachment(
        "A MAR-SPA\n".encode("utf-16"), "application", "octet-stream", filename="ö.TXT"
    )
    mail.add_attachment("land, l lan\n", filename="map.tiny.txt")
    mail.add_attachment(b"PK", "application", "msword", filename="rest.doc")
    mail.add_attachment(b"x", "application", "pgp-signature", filename="signature.asc")
    read = read_mail(message_of(mail.as_bytes()))
    assert [one.name for one in read.written] == ["spring.txt", "ö.TXT"]
    assert read.unread[-1] == "rest.doc"
    given = answer(house.judge, replace(read, is_verified=True), house.now)
    assert on_file(house) == ["A PAR-BUR", "A MAR-SPA"], given.text
    assert "stands the file spring.txt" in given.text and "rest.doc" in given.text
    assert "signature.asc" not in given.text
