"""Mails by SMTP: over real sockets, as mail servers and programs use it."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from dragoman.judge.running.configuration import Configuration
from dragoman.judge.running.mail_certificate import tls_of
from dragoman.mail.server import receivers
from dragoman.mail.server.inbox import ReceivedMail
from dragoman.mail.server.receivers import MailServer
from dragoman.refusal import ActionRefused
from tests.judge.certificates import self_made
from tests.judge.stores import NOW
from tests.mail.post import OWN, PostOffice, written
from tests.patience import SECONDS

SIZE = 100_000


@dataclass
class Port:
    """The judge's port for mail."""

    number: int
    office: PostOffice

    def connect(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.number, timeout=SECONDS)

    def send(self, raw: bytes, sender: str = "ann@example.org", to: str = OWN) -> None:
        with self.connect() as server:
            server.sendmail(sender, [to], raw.replace(b"\n", b"\r\n"))


@contextmanager
def opened(office: PostOffice, tls: ssl.SSLContext | None = None) -> Iterator[list[Port]]:
    """A port for mail and, with a certificate, one more at which all is encrypted."""
    loop = asyncio.new_event_loop()
    server = MailServer(office.incoming, OWN, SIZE, now=lambda: NOW, tls=tls)
    kinds = (False, True) if tls is not None else (False,)
    open_ones = [
        loop.run_until_complete(server.listen("127.0.0.1", 0, encrypted=one)) for one in kinds
    ]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield [Port(one.sockets[0].getsockname()[1], office) for one in open_ones]
    for one in open_ones:
        loop.call_soon_threadsafe(one.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


@pytest.fixture
def port(office: PostOffice) -> Iterator[Port]:
    with opened(office) as (found,):
        yield found


def test_a_mail_is_taken_and_answered(port: Port) -> None:
    port.send(written("A mün-kie\n.\n..dots\n"), to="Judge+abc@DIP.example")
    [mail] = port.office.answers()
    assert "good no longer" in mail.text
    port.send(written("A mün-kie\n.\n..dots\n"))
    [mail] = port.office.answers()
    assert mail.text.startswith("A mün-kie\n.\n..dots\n")


def test_a_mail_that_is_sent_twice_is_taken_once(port: Port) -> None:
    raw = written("Hello.")
    port.send(raw)
    port.send(raw)
    assert len(port.office.answers()) == 1


def test_only_mails_to_the_judge_are_taken(port: Port) -> None:
    for other in ("root@dip.example", "judge@example.org", "judgeabc@dip.example"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as told:
            port.send(written("Hello."), to=other)
        assert told.value.recipients[other][0] == 550
    assert port.office.answers() == []


def test_what_is_too_large_is_refused(port: Port) -> None:
    with port.connect() as server:
        server.ehlo()
        assert server.esmtp_features["size"] == str(SIZE)
        with pytest.raises(smtplib.SMTPSenderRefused) as told:
            server.sendmail("ann@example.org", [OWN], b"x" * (SIZE + 1))
        assert told.value.smtp_code == 552
        # Whoever does not say how much it is is told afterwards, and nothing of it is kept.
        server.docmd("MAIL", "FROM:<ann@example.org>")
        server.docmd("RCPT", f"TO:<{OWN}>")
        assert server.data(b"x\r\n" * (SIZE // 2))[0] == 552
        server.sendmail("ann@example.org", [OWN], written("Now less."))
    [mail] = port.office.answers()
    assert mail.text.startswith("Now less.")


def test_reports_of_the_post_are_taken_and_not_answered(port: Port) -> None:
    port.send(written("It could not be delivered."), sender="")
    assert port.office.incoming.count() == 1
    assert port.office.answers() == []


def test_lines_without_end_are_taken(port: Port) -> None:
    raw = written("Hello.").replace(b"Hello.", b"Hello. " + b"word " * 10_000)
    with port.connect() as server:
        server.ehlo()
        server.docmd("MAIL", "FROM:<ann@example.org>")
        server.docmd("RCPT", f"TO:<{OWN}>")
        assert server.data(raw)[0] == 250
    [mail] = port.office.answers()
    assert mail.text.count("word") == 10_000


def test_what_cannot_be_kept_now_is_tried_again(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> bool:
        raise ActionRefused("database-away", "the database does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(port.office.incoming, "take_all_in", away)
        with pytest.raises(smtplib.SMTPDataError) as told:
            port.send(written("Hello."))
        assert told.value.smtp_code == 451
    with monkeypatch.context() as patch:
        patch.setattr(port.office.incoming, "take_all_in", lambda *_: 1 / 0)
        with pytest.raises(smtplib.SMTPDataError) as told:
            port.send(written("Hello."))
        assert told.value.smtp_code == 451 and b"Zero" not in told.value.smtp_error
    assert port.office.incoming.count() == 0


def test_mails_that_come_at_once_are_kept_at_once(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever answers them comes to write as well; and one that is at fault is alone."""
    keep, batches = office.incoming.take_all_in, list[int]()
    go_on = threading.Event()

    def slowly(mails: Sequence[ReceivedMail], now: datetime) -> list[bool]:
        batches.append(len(mails))
        assert go_on.wait(SECONDS)
        if any(b"bad" in one.raw for one in mails):
            raise ActionRefused("wrong-letter", "it cannot be kept")
        return keep(mails, now)

    async def all_at_once() -> list[bool | BaseException]:
        taker = receivers.Taker(office.incoming, lambda: NOW)
        raw = written("One.")
        first = asyncio.create_task(taker.take_in(ReceivedMail(raw, (OWN,), "")))
        while not batches:
            await asyncio.sleep(0.01)
        more = [ReceivedMail(one, (OWN,), "") for one in (written("bad"), written("Two."), raw)]
        tasks = [asyncio.create_task(taker.take_in(one)) for one in more]
        await asyncio.sleep(0)
        go_on.set()
        return await asyncio.gather(first, *tasks, return_exceptions=True)

    monkeypatch.setattr(office.incoming, "take_all_in", slowly)
    one, bad, two, again = asyncio.run(all_at_once())
    assert (one, two, again) == (True, True, False) and isinstance(bad, ActionRefused)
    assert batches == [1, 3, 1, 1, 1] and office.incoming.count() == 2


def test_mails_are_taken_by_lmtp_with_an_answer_for_each_recipient(office: PostOffice) -> None:
    async def spoken() -> list[str]:
        server = receivers.MailServer(office.incoming, OWN, SIZE, now=lambda: NOW)
        async with await server.listen("127.0.0.1", 0, local=True) as listening:
            port = listening.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            body = written("Hello.").replace(b"\n", b"\r\n") + b"\r\n.\r\nQUIT\r\n"
            begins = b"EHLO x\r\nLHLO x\r\nMAIL FROM:<ann@example.org>\r\n"
            to = f"RCPT TO:<{OWN}>\r\nRCPT TO:<x@dip.example>\r\nRCPT TO:<judge+a@dip.example>\r\n"
            writer.write(begins + to.encode() + b"DATA\r\n" + body)
            told = (await reader.read()).decode().splitlines()
            writer.close()
            return [one[:3] for one in told if one[3:4] == " "]

    codes = asyncio.run(asyncio.wait_for(spoken(), 60))
    assert codes == ["220", "500", "250", "250", "250", "550", "250", "354", "250", "250", "221"]
    assert office.incoming.count() == 1


def test_whoever_breaks_off_leaves_nothing(port: Port) -> None:
    line = socket.create_connection(("127.0.0.1", port.number))
    line.sendall(
        b"EHLO x\r\nMAIL FROM:<ann@example.org>\r\nRCPT TO:<judge@dip.example>\r\nDATA\r\n"
    )
    line.sendall(b"From: ann@example.org\r\n\r\nhalf a ma")
    line.close()
    with port.connect() as server:
        assert server.noop()[0] == 250
    assert port.office.incoming.count() == 0


@pytest.mark.parametrize(
    "said",
    (
        b"\xff\xfe\x00\r\n", b"MAIL FROM:<\xc3\xbc@x.yz>\r\n", b"RCPT TO:<>\r\n", b"DATA\r\n",
        b"EHLO\r\n", b"AUTH PLAIN x\r\n", b"VRFY root\r\n", b"EXPN all\r\n", b"\r\n" * 50,
        b"x" * 5_000 + b"\r\n", b"MAIL FROM:<a@b.cc> SIZE=x\r\n", b"STARTTLS\r\n",
    ),
)  # fmt: skip
def test_nonsense_does_no_harm(port: Port, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port.number)) as line:
        line.sendall(b"EHLO x\r\n" + said + b"QUIT\r\n")
        while line.recv(4096):
            pass
    port.send(written("Hello."))
    assert len(port.office.answers()) == 1


def test_there_is_a_limit_to_connections(port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receivers, "MOST_CONNECTIONS", 2)
    with port.connect(), port.connect():
        with pytest.raises(smtplib.SMTPException) as told:
            port.connect()
        assert "421" in str(told.value) or "closed" in str(told.value)
    port.send(written("Hello."))


@pytest.fixture
def encrypted(office: PostOffice, tmp_path: Path) -> Iterator[tuple[list[Port], ssl.SSLContext]]:
    """The ports of a judge with a certificate, and whom to believe so that it is good."""
    certificate, key = self_made(tmp_path)
    tls = tls_of(Configuration(mail_certificate=str(certificate), mail_key=str(key)))
    with opened(office, tls) as ports:
        yield ports, ssl.create_default_context(cafile=str(certificate))


def test_mails_come_encrypted_where_there_is_a_certificate(
    encrypted: tuple[list[Port], ssl.SSLContext],
) -> None:
    (plain, always), believed = encrypted
    with plain.connect() as server:
        server.ehlo()
        assert server.has_extn("starttls")
        server.starttls(context=believed)
        server.ehlo()
        assert not server.has_extn("starttls"), "once is enough"
        server.sendmail("ann@example.org", [OWN], written("One."))
        server.sendmail("ann@example.org", [OWN], written("Two."))
    with smtplib.SMTP_SSL("127.0.0.1", always.number, context=believed, timeout=SECONDS) as server:
        server.ehlo()
        assert not server.has_extn("starttls")
        server.sendmail("ann@example.org", [OWN], written("Three."))
    plain.send(written("Four, in clear."))
    answers = [mail.text.partition("\n")[0] for mail in plain.office.answers()]
    assert answers == ["One.", "Two.", "Three.", "Four, in clear."]


def test_what_was_said_in_clear_is_forgotten_when_it_goes_on_encrypted(
    encrypted: tuple[list[Port], ssl.SSLContext],
) -> None:
    """Nobody on the way puts commands before what is said encrypted (RFC 3207, 4.2)."""
    (plain, _), believed = encrypted
    with socket.create_connection(("127.0.0.1", plain.number), timeout=SECONDS) as line:
        heard = line.makefile("rb", buffering=0)
        assert heard.readline().startswith(b"220 ")
        line.sendall(b"EHLO x\r\n")
        while heard.readline().startswith(b"250-"):
            pass
        line.sendall(b"STARTTLS\r\nMAIL FROM:<mallory@example.net>\r\n")
        assert heard.readline().startswith(b"220 ")
        with believed.wrap_socket(line, server_hostname="127.0.0.1") as safe:
            safe.sendall(b"EHLO x\r\nRCPT TO:<judge@dip.example>\r\n")
            with safe.makefile("rb") as answers:
                while answers.readline().startswith(b"250-"):
                    pass
                assert answers.readline().startswith(b"503"), "who writes was not said"


def test_an_encrypted_connection_counts_once(
    encrypted: tuple[list[Port], ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    (plain, _), believed = encrypted
    monkeypatch.setattr(receivers, "MOST_CONNECTIONS", 1)
    for text in ("One.", "Two."):
        with plain.connect() as server:
            server.starttls(context=believed)
            server.sendmail("ann@example.org", [OWN], written(text))
    assert len(plain.office.answers()) == 2


def test_nonsense_at_the_encrypted_port_does_no_harm(
    encrypted: tuple[list[Port], ssl.SSLContext],
) -> None:
    (plain, always), believed = encrypted
    with socket.create_connection(("127.0.0.1", always.number), timeout=SECONDS) as line:
        line.sendall(b"EHLO x\r\n")
        while line.recv(4096):
            pass
    with pytest.raises(ssl.SSLError):
        smtplib.SMTP_SSL(
            "127.0.0.1", always.number, context=ssl.create_default_context(), timeout=SECONDS
        )
    with plain.connect() as server:
        server.starttls(context=believed)
        server.sendmail("ann@example.org", [OWN], written("Hello."))
    assert len(plain.office.answers()) == 1


def test_a_certificate_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    certificate, key = map(str, self_made(tmp_path))
    _, other = map(str, self_made(tmp_path, "other"))
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    for told, code in (
        (Configuration(mail_tls_port=465), "no-certificate"),
        (Configuration(mail_key=key), "no-certificate"),
        (Configuration(mail_certificate=certificate), "wrong-certificate"),
        (Configuration(mail_certificate=certificate, mail_key=other), "wrong-certificate"),
        (Configuration(mail_certificate=str(tmp_path / "away")), "wrong-certificate"),
        (Configuration(mail_certificate=str(nothing)), "wrong-certificate"),
    ):
        with pytest.raises(ActionRefused) as refused:
            tls_of(told)
        assert refused.value.diagnostic.code == code and refused.value.diagnostic.remedy
    assert tls_of(Configuration()) is None
    both = tmp_path / "both.pem"
    both.write_text(Path(certificate).read_text() + Path(key).read_text())
    assert tls_of(Configuration(mail_certificate=str(both))) is not None
