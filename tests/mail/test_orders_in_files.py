"""Orders in files that come with a mail, as mail programs send them: over a socket, to the end."""

from __future__ import annotations

from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from dragoman.mail.execution.answering import answer
from dragoman.mail.reading.mail import message_of, read_mail
from tests.mail.post import OWN, PostOffice, written
from tests.mail.server.test_smtp import opened

ORDERS = "Armee München nach Burgund"


def with_parts(text: str, *parts: EmailMessage | MIMEText, **headers: str) -> bytes:
    found = MIMEMultipart()
    usual = {
        "From": "ann@example.org",
        "To": OWN,
        "Subject": "orders",
        "Message-ID": "<a@b.example>",
    }
    for name, value in (usual | headers).items():
        found[name] = value
    if text:
        found.attach(MIMEText(text))
    for part in parts:
        found.attach(part)
    return found.as_bytes()


def part(data: bytes, kind: str, said: str, coding: str = "base64") -> EmailMessage:
    """A part of a mail as it stands in one."""
    found = EmailMessage()
    maintype, _, subtype = kind.partition(";")[0].partition("/")
    found.set_content(data, maintype, subtype, cte=coding)
    found.replace_header("Content-Type", kind)
    if said:
        found["Content-Disposition"] = said
    return found


@pytest.mark.parametrize("coding", ("base64", "quoted-printable"))
@pytest.mark.parametrize(
    ("letters", "kind", "said"),
    (
        ("utf-8", "text/plain; charset=utf-8", "attachment; filename=orders.txt"),
        ("utf-8", "text/plain; charset=us-ascii", "inline; filename=orders.txt"),
        ("latin-1", "text/plain; charset=iso-8859-1", 'attachment; filename="My orders.TXT"'),
        ("cp1252", "text/plain", "attachment; filename=orders.ord"),
        ("utf-16", "text/plain; charset=utf-8", "attachment; filename=orders.txt"),
        ("utf-16", "application/octet-stream", "attachment; filename=orders.txt"),
        ("utf-16-le", "text/plain; charset=utf-16le", "inline; filename=orders.txt"),
        ("utf-8-sig", "application/octet-stream; name=orders.txt", "attachment"),
        ("utf-8", "text/x-log; charset=utf-8", "attachment; filename=orders.txt"),
        ("utf-8", 'text/plain; name="orders.txt"', ""),
    ),
)  # fmt: skip
def test_a_file_of_text_is_read(letters: str, kind: str, said: str, coding: str) -> None:
    raw = with_parts("SIGNON F1", part(ORDERS.encode(letters), kind, said, coding))
    mail = read_mail(message_of(raw))
    assert [one.text.strip() for one in mail.written] == [ORDERS]
    assert mail.text.strip() == "SIGNON F1" and mail.unread == ()


@pytest.mark.parametrize(
    ("kind", "said"),
    (
        ("text/vcard; charset=utf-8", "attachment; filename=ann.vcf"),
        ("text/x-vcard", "inline"),
        ("text/calendar; method=REQUEST", ""),
        ("application/pgp-signature", "attachment; filename=signature.asc"),
        ("application/pkcs7-signature", "attachment; filename=smime.p7s"),
        ("application/octet-stream", "attachment; filename=smime.p7s"),
    ),
)
def test_what_programs_add_is_not_read_and_not_told(kind: str, said: str) -> None:
    mail = read_mail(message_of(with_parts("SIGNON F1", part(b"A PAR-BUR", kind, said))))
    assert mail.text.strip() == "SIGNON F1" and mail.written == () and mail.unread == ()


@pytest.mark.parametrize(
    ("kind", "name"),
    (
        ("text/html", "orders.html"),
        ("text/html", "orders.txt"),
        ("application/pdf", "orders.pdf"),
        ("application/msword", "orders.doc"),
    ),
)
def test_what_is_no_text_is_told(kind: str, name: str) -> None:
    raw = with_parts("SIGNON F1", part(b"A PAR-BUR", kind, f"attachment; filename={name}"))
    mail = read_mail(message_of(raw))
    assert mail.written == () and mail.unread == (name,)


def test_a_mail_within_a_mail_is_not_read() -> None:
    inner = EmailMessage()
    inner.set_content("A PAR-BUR")
    found = message_of(with_parts("SIGNON F1", MIMEMessage(inner)))  # type: ignore[arg-type]
    mail = read_mail(found)
    assert "A PAR-BUR" not in mail.whole and mail.unread == ("message/rfc822",)


def test_nothing_is_read_twice() -> None:
    said = "attachment; filename=orders.txt"
    one, copy = (part(b"PRESS TO ALL\nHi\nENDPRESS", "text/plain", said) for _ in range(2))
    mail = read_mail(message_of(with_parts("SIGNON F1", one, copy)))
    assert mail.whole.count("PRESS TO ALL") == 1
    same = part(b"SIGNON F1", "text/plain", said)
    assert read_mail(message_of(with_parts("SIGNON F1", same))).whole.count("SIGNON") == 1


def test_a_file_is_carried_out_over_a_socket(office_address: str) -> None:
    office = PostOffice(office_address, answer)
    mine = office.reply_address(office.ann)
    file = MIMEApplication("CREATE ?münchen\n".encode("utf-16"), "octet-stream")
    file["Content-Disposition"] = "attachment; filename=setup.txt"
    sheet = MIMEApplication(b"%PDF", "pdf")
    sheet["Content-Disposition"] = "attachment; filename=map.of.mine.pdf"
    with opened(office) as (port,):
        port.send(with_parts("LIST", file, sheet, To=mine), to=mine)  # type: ignore[arg-type]
        [mail] = office.answers()
        assert office.judge.games.load(1).settings.title == "münchen", mail.text
        assert "stands the file setup.txt" in mail.text
        assert "Not read of what came with your mail: map.of.mine.pdf" in mail.text
        port.send(written("", To=mine, Subject="CREATE ?second"), to=mine)
        [mail] = office.answers()
        assert office.judge.games.load(2).settings.title == "second", mail.text
        assert "The subject of your mail was read as well" in mail.text
        port.send(written("", To=mine, Subject="Re: CREATE ?third"), to=mine)
        [mail] = office.answers()
        assert "There is nothing in your mail" in mail.text
    office.close()
