"""What is read of mails of many shapes: a file for each, and what it comes to in ``mails.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from dragoman.mail.reading.mail import message_of, read_mail

FOLDER = Path(__file__).parent
CASES: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "mails.toml").read_text("utf-8"))
MOST_HAVE: dict[str, Any] = {
    "sender": "ann@example.org",
    "recipients": ["judge@dip.example"],
    "subject": "orders",
    "message_id": "1@example.org",
    "in_reply_to": "",
    "references": [],
    "quoted": "",
    "signature": "",
    "files": [],
}


def test_every_mail_has_its_case() -> None:
    assert {path.stem for path in FOLDER.glob("mails/*.eml")} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_what_is_read(name: str) -> None:
    mail = read_mail(message_of((FOLDER / "mails" / f"{name}.eml").read_bytes()))
    found = {key: getattr(mail, key) for key in ("text", *MOST_HAVE) if key != "files"}
    found |= {key: list(value) for key, value in found.items() if isinstance(value, tuple)}
    found["files"] = [[one.name, one.kind, one.data.decode("latin-1")] for one in mail.attachments]
    assert found == {**MOST_HAVE, **CASES[name]}


def test_recipients_that_the_server_was_told_come_first() -> None:
    message = message_of((FOLDER / "mails" / "plain.eml").read_bytes())
    mail = read_mail(message, ("judge+abc@dip.example", "judge@dip.example"))
    assert mail.recipients == ("judge+abc@dip.example", "judge@dip.example")


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 100_000,
        "<a href='" * 100_000,
        "<!--" * 100_000,
        "<" + "a" * 1_000_000,
        "&" * 9_999,
    ],
)
def test_pages_that_are_hard_to_read_take_no_long(page: str) -> None:
    raw = b"From: a@b.cc\nContent-Type: text/html\n\n" + page.encode() + b"A mun-kie"
    read_mail(message_of(raw))


@pytest.mark.parametrize(
    "line",
    ["a@b.cc wrote: <a@b.cc> wrote:", "-- ", "> a", "From: x", "On 2026 wrote", "____________"],
)
def test_many_lines_of_one_kind_take_no_long(line: str) -> None:
    read_mail(message_of(b"From: a@b.cc\n\n" + f"{line}\n".encode() * 30_000 + b"ENDPRESS\n"))


def test_a_mail_of_many_parts_is_not_taken_apart() -> None:
    frames = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(5_000)
    )
    mail = read_mail(message_of(b"From: a@b.cc\n" + frames.encode()))
    assert (mail.sender, mail.text) == ("a@b.cc", "")


@pytest.mark.parametrize(
    "declared",
    (
        "base64", "hex", "rot13", "zlib", "bz2", "undefined", "idna", "unicode_escape",
        "raw-unicode-escape",
    ),
)  # fmt: skip
@pytest.mark.parametrize(
    "data", (b"A par\\x2dbur\nA m\xfcn-kie", b"A par\\x2dbur\nA m\xc3\xbcn-kie")
)
def test_what_is_no_set_of_letters_declares_none(declared: str, data: bytes) -> None:
    raw = f"From: a@b.cc\nContent-Type: text/plain; charset={declared}\n\n".encode() + data
    assert read_mail(message_of(raw)).text == "A par\\x2dbur\nA mün-kie"
