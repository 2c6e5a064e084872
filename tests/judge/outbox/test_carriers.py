"""Mails through a server and into a folder; calls to the web."""

from __future__ import annotations

import hmac
import socket
import ssl
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from dragoman.judge.outbox import mail_carriers
from dragoman.judge.outbox.letters import Mail, WebhookCall
from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.judge.outbox.sending import LetterDelivery, Undelivered
from dragoman.judge.outbox.web_carriers import CallCarrier
from dragoman.refusal import ActionRefused
from tests.judge.certificates import self_made
from tests.judge.stores import NOW

MAIL = Mail(
    "ann@example.org", "Fällig:\r\nBcc: x@y.zz", "Grüße\nfrom Vienna\n", headers={"List-Id": "<17>"}
)


class Box:
    """A mail server that says what it is told to, and keeps what it takes."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.answer_to = self.answer_data = "250 OK"
        self.users: list[bytes] = []

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.answer_to.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer_to

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answer_data.startswith("250"):
            assert isinstance(envelope.content, bytes)
            found = message_from_bytes(envelope.content, policy=default)
            assert isinstance(found, EmailMessage)
            assert (envelope.mail_from, envelope.rcpt_tos) == ("judge@dip.example", [found["To"]])
            self.taken.append(found)
        return self.answer_data

    def let_in(self, *given: Any) -> AuthResult:
        data = given[-1]
        assert isinstance(data, LoginPassword)
        self.users.append(data.login)
        return AuthResult(success=data.password == b"p@ss", handled=False)


@pytest.fixture
def box() -> Iterator[tuple[Box, int]]:
    """A mail server, and its port."""
    handler = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    controller = Controller(
        handler,
        hostname="127.0.0.1",
        port=port,
        authenticator=handler.let_in,
        auth_require_tls=False,
    )
    controller.start()
    yield handler, port
    controller.stop()


@pytest.fixture
def encrypted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Box, str, Path]]:
    """A mail server that is encrypted, ``smtps`` or ``smtp``, as it is known, and its certificate,
    which nobody vouches for."""
    scheme: str = request.param
    certificate, key = self_made(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    handler = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    settings: dict[str, Any] = {"hostname": "127.0.0.1", "port": port}
    if scheme == "smtps":
        # Its own ``auth_require_tls`` knows of STARTTLS alone.
        settings |= {"ssl_context": context, "auth_require_tls": False}
    else:
        settings |= {"tls_context": context, "require_starttls": True}
    controller = Controller(handler, authenticator=handler.let_in, **settings)
    controller.start()
    yield handler, f"{scheme}://judge:p%40ss@127.0.0.1:{port}", certificate
    controller.stop()


def sent(letter: Mail | WebhookCall, number: int = 7) -> LetterDelivery:
    return LetterDelivery(number, letter, NOW, NOW, b"secret")


def test_a_mail_goes_through_the_server(box: tuple[Box, int], tmp_path: Path) -> None:
    handler, port = box
    carry = mail_carrier(f"smtp://judge:p%40ss@127.0.0.1:{port}", "judge@dip.example", tmp_path)
    carry(sent(MAIL))
    carry(sent(MAIL))
    assert handler.users == [b"judge", b"judge"]
    first, second = handler.taken
    assert first["Subject"] == "Fällig: Bcc: x@y.zz" and first["Bcc"] is None
    assert first.get_content().replace("\r\n", "\n") == MAIL.text
    assert (first["From"], first["List-Id"]) == ("judge@dip.example", "<17>")
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["Message-ID"] == second["Message-ID"], "whoever gets it twice can tell"
    assert first["Date"].datetime == NOW
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("encrypted", ("smtps", "smtp"), indirect=True)
def test_mails_leave_encrypted_to_a_server_whose_certificate_is_good(
    encrypted: tuple[Box, str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, server, certificate = encrypted
    monkeypatch.setattr(mail_carriers, "_ON_THIS_MACHINE", ())
    with pytest.raises(Undelivered, match="CERTIFICATE_VERIFY_FAILED") as told:
        mail_carrier(server, "judge@dip.example", tmp_path)(sent(MAIL))
    assert not told.value.for_good and not handler.users and not handler.taken
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    mail_carrier(server, "judge@dip.example", tmp_path)(sent(MAIL))
    assert handler.users == [b"judge"] and len(handler.taken) == 1


@pytest.mark.parametrize("encrypted", ("smtps", "smtp"), indirect=True)
def test_a_server_on_this_machine_has_any_certificate(
    encrypted: tuple[Box, str, Path], tmp_path: Path
) -> None:
    handler, server, _ = encrypted
    mail_carrier(server, "judge@dip.example", tmp_path)(sent(MAIL))
    assert handler.users == [b"judge"] and len(handler.taken) == 1


def test_no_password_goes_to_another_machine_in_clear(
    box: tuple[Box, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, port = box
    monkeypatch.setattr(mail_carriers, "_ON_THIS_MACHINE", ())
    carry = mail_carrier(f"smtp://judge:p%40ss@127.0.0.1:{port}", "judge@dip.example", tmp_path)
    with pytest.raises(Undelivered, match="offers no encryption"):
        carry(sent(MAIL))
    assert not handler.users and not handler.taken


@pytest.mark.parametrize(
    ("says", "nobody"),
    (
        ("550 5.1.1 no such user", True),
        ("550 User unknown", True),
        ("550 5.4.1 Recipient address rejected: Access denied", True),
        ("550 5.7.1 blocked using zen.spamhaus.org", False),
        ("550 blocked by our policy", False),
        ("552 5.2.2 mailbox full", False),
        ("554 5.7.1 no", False),
        ("450 4.2.1 later", False),
    ),
)
def test_of_whom_a_server_says_that_nobody_is_there(
    box: tuple[Box, int], tmp_path: Path, says: str, nobody: bool
) -> None:
    handler, port = box
    handler.answer_to = says
    carry = mail_carrier(f"smtp://127.0.0.1:{port}", "judge@dip.example", tmp_path)
    with pytest.raises(Undelivered) as told:
        carry(sent(MAIL))
    assert (told.value.for_good, told.value.nobody) == (says[0] == "5", nobody)


@pytest.mark.parametrize(
    ("to", "data", "for_good"),
    (
        ("550 5.1.1 nobody of that name", "250 OK", True),
        ("451 greylisted", "250 OK", False),
        ("250 OK", "554 looks like spam", True),
        ("250 OK", "452 out of room", False),
    ),
)
def test_what_a_server_refuses(
    box: tuple[Box, int], tmp_path: Path, to: str, data: str, for_good: bool
) -> None:
    handler, port = box
    handler.answer_to, handler.answer_data = to, data
    with pytest.raises(Undelivered) as told:
        mail_carrier(f"smtp://127.0.0.1:{port}", "judge@dip.example", tmp_path)(sent(MAIL))
    assert told.value.for_good is for_good
    assert str(told.value) in (to, data)
    assert not handler.taken


def test_a_server_that_does_not_let_us_in_or_is_away(box: tuple[Box, int], tmp_path: Path) -> None:
    _, port = box
    wrong = mail_carrier(f"smtp://judge:wrong@127.0.0.1:{port}", "judge@dip.example", tmp_path)
    with pytest.raises(Undelivered, match="535") as told:
        wrong(sent(MAIL))
    assert not told.value.for_good
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        away = mail_carrier(
            f"smtp://127.0.0.1:{taken.getsockname()[1]}", "judge@dip.example", tmp_path
        )
        with pytest.raises(Undelivered, match="refused") as told:
            away(sent(MAIL))
    assert not told.value.for_good


def test_without_a_server_mails_are_files(tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    carry = mail_carrier("", "", folder)
    carry(sent(MAIL, 7))
    carry(sent(MAIL, 7))
    carry(sent(MAIL, 8))
    assert [path.name for path in sorted(folder.iterdir())] == ["00000007.eml", "00000008.eml"]
    found = message_from_bytes((folder / "00000007.eml").read_bytes(), policy=default)
    assert found["To"] == "ann@example.org"
    (tmp_path / "file").write_text("")
    with pytest.raises(Undelivered, match="Not a directory"):
        mail_carrier("", "", tmp_path / "file" / "x")(sent(MAIL))


@pytest.mark.parametrize(
    ("server", "sender"),
    (("http://x", "a@b.cd"), ("smtp://", "a@b.cd"), ("smtp://h:x", "a@b.cd"), ("smtp://h", "me")),
)
def test_settings_that_cannot_be(server: str, sender: str, tmp_path: Path) -> None:
    with pytest.raises(ActionRefused):
        mail_carrier(server, sender, tmp_path)


CALL = WebhookCall(
    "https://hooks.example/a?b=c", '{"phase": "F1901M"}', "s3cret", headers={"X-A": "1"}
)


def carrier(*answers: int | Exception, at: str = "93.184.216.34") -> tuple[CallCarrier, list[Any]]:
    """A carrier to a web that gives these answers, and what it was asked."""
    given, asked = list(answers), list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        request.read()
        asked.append(request)
        one = given.pop(0)
        if isinstance(one, Exception):
            raise one
        return httpx.Response(one, headers={"Location": "http://127.0.0.1/"})

    web = httpx.MockTransport(answer)
    return CallCarrier(look_up=lambda host: frozenset(at.split()), transport=web), asked


def test_a_call_is_signed_and_goes_where_it_was_looked_up() -> None:
    carry, asked = carrier(204)
    carry.carry(sent(CALL))
    [request] = asked
    assert str(request.url) == "https://93.184.216.34/a?b=c"
    assert request.headers["Host"] == "hooks.example"
    assert request.extensions["sni_hostname"] == "hooks.example"
    at, _, given = request.headers["Dragoman-Signature"].removeprefix("t=").partition(",v1=")
    signed = f"{at}.{CALL.text}".encode()
    assert given == hmac.new(b"s3cret", signed, sha256).hexdigest()
    assert int(at) == NOW.timestamp()
    assert request.headers["Dragoman-Delivery"] == "7" and request.headers["X-A"] == "1"
    assert request.content == CALL.text.encode()


@pytest.mark.parametrize(
    ("answer", "for_good"),
    (
        (500, False),
        (429, False),
        (301, False),
        (410, True),
        (404, True),
        (httpx.ReadTimeout("slow"), False),
        (httpx.ConnectError("away"), False),
    ),
)
def test_a_call_that_is_not_taken(answer: int | Exception, for_good: bool) -> None:
    carry, asked = carrier(answer)
    with pytest.raises(Undelivered) as told:
        carry.carry(sent(CALL))
    assert told.value.for_good is for_good
    assert len(asked) == 1, "nobody follows where it leads"
    assert "b=c" not in str(told.value)


@pytest.mark.parametrize(
    "at", ("127.0.0.1", "10.0.0.5", "169.254.169.254", "::1", "fe80::1%eth0", "8.8.8.8 10.0.0.1")
)
def test_calls_go_to_the_public_web_alone(at: str) -> None:
    carry, asked = carrier(204, at=at)
    with pytest.raises(Undelivered, match="public web"):
        carry.carry(sent(CALL))
    assert not asked


@pytest.mark.parametrize("url", ("file:///etc/passwd", "gopher://x/", "http://", "here"))
def test_what_is_no_address_on_the_web(url: str) -> None:
    carry, _ = carrier(204)
    with pytest.raises(Undelivered, match="not an address"):
        carry.carry(sent(WebhookCall(url, "{}")))
