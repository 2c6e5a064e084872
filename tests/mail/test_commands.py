"""``dragoman judge mail``: from a pipe, a port and a folder, as processes."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.judge.outbox.letters import Mail
from dragoman.judge.running.configuration import Configuration
from dragoman.judge.running.doctor import examine
from dragoman.judge.running.findings import Finding
from dragoman.judge.service import Judge
from dragoman.mail.server import receivers
from dragoman.mail.server.inbox import Inbox
from dragoman.mail.server.receivers import Maildir
from tests.judge.accounts.letterbox import Letterbox
from tests.judge.certificates import self_made
from tests.judge.stores import NOW
from tests.mail.post import OWN, PostOffice, written
from tests.patience import SECONDS

pytestmark = pytest.mark.slow


class Place:
    """A folder in which a judge is run."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.settings = {"MAIL_ADDRESS": OWN, "DATABASE": address, "LOG_LEVEL": "warning"}

    def environment(self, **more: str) -> dict[str, str]:
        known = {name: value for name, value in os.environ.items() if "DRAGOMAN" not in name}
        named = {f"DRAGOMAN_JUDGE_{name}": value for name, value in self.settings.items()}
        return {**known, **named, **more}

    def told(self, *options: str, given: bytes = b"") -> tuple[int, str]:
        """The command in this process: its exit status, and all that it said."""
        environment = {name: None for name in os.environ if "DRAGOMAN" in name}
        environment |= {f"DRAGOMAN_JUDGE_{name}": one for name, one in self.settings.items()}
        ran = CliRunner().invoke(app, ["judge", "mail", *options], input=given, env=environment)
        return ran.exit_code, ran.output

    def mail(self, *options: str, given: bytes = b"", **environment: str) -> tuple[int, str]:
        """The command as a process: its exit status, and all that it said."""
        ran = subprocess.run(
            [sys.executable, "-m", "dragoman", "judge", "mail", *options],
            input=given, cwd=self.folder, env=self.environment(**environment), timeout=SECONDS,
            capture_output=True, check=False,
        )  # fmt: skip
        return ran.returncode, (ran.stdout + ran.stderr).decode()

    @contextmanager
    def serving(
        self, *options: str, command: Sequence[str] = ("mail", "--serve")
    ) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [sys.executable, "-m", "dragoman", "judge", *command, *options],
            cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE, text=True,
        ) as running:  # fmt: skip
            try:
                yield running
            finally:
                running.send_signal(signal.SIGTERM)
                assert running.wait(SECONDS) == 0

    def letters(self) -> list[Mail]:
        """The mails that wait to leave."""
        judge = Judge(self.address)
        try:
            return Letterbox(judge).new(datetime.now(UTC))
        finally:
            judge.close()

    def awaited(self, count: int) -> list[Mail]:
        """So many mails, as soon as they are there."""
        found: list[Mail] = []
        for _ in range(3_000):
            found += self.letters()
            if len(found) >= count:
                break
            time.sleep(0.1)
        return found


@pytest.fixture
def place(office_address: str, tmp_path: Path) -> Place:
    return Place(tmp_path, office_address)


def test_a_mail_from_a_pipe_is_answered(place: Place) -> None:
    raw = written("HELP", "stranger@example.net")
    assert place.mail(given=raw) == (0, "")
    [answer] = place.letters()
    assert answer.to == "stranger@example.net" and "SIGNON" in answer.text
    status, said = place.mail(given=raw)
    assert status == 0 and "came before" in said and place.letters() == []
    assert place.mail(given=written("HELP"), SENDER="", RECIPIENT=OWN)[0] == 0
    assert place.letters() == [], "it is a report of the post itself"


def test_a_mail_server_learns_what_to_do(place: Place) -> None:
    place.settings["MAIL_SIZE"] = "10000"
    status, said = place.told(given=written("x" * 20_000))
    assert status == 69 and "10000 bytes" in said
    place.settings["DATABASE"] = f"sqlite:///{place.folder / 'elsewhere.db'}"
    assert place.told(given=written("HELP"))[0] == 75
    del place.settings["MAIL_ADDRESS"]
    status, said = place.told(given=written("HELP"))
    assert status == 75 and "mail_address" in said


@pytest.mark.parametrize(
    ("options", "told"),
    (
        (("--port", "2525"), "go with --serve"),
        (("--serve",), "neither a port nor a folder"),
        (("--serve", "--maildir", "nowhere"), "no folder of mails"),
        ((), "no mail on standard input"),
        (("--serve", "--port", "99999999"), "65535"),
        (("--serve", "--port", "-1"), "--port"),
        (("--nonsense",), "--nonsense"),
    ),
)
def test_what_cannot_be_is_told(place: Place, options: tuple[str, ...], told: str) -> None:
    status, said = place.told(*options)
    assert status != 0 and told in said and "Traceback" not in said


def test_a_port_and_a_folder_are_served(place: Place) -> None:
    folder = place.folder / "Maildir"
    for part in ("new", "cur", "tmp"):
        (folder / part).mkdir(parents=True)
    (folder / "new" / "1.host").write_bytes(written("HELP", "one@example.net"))
    with place.serving("--port", "0", "--maildir", "Maildir") as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        port = int(line.rpartition(":")[2])
        with smtplib.SMTP("127.0.0.1", port) as server:
            server.sendmail("two@example.net", [OWN], written("LIST", "two@example.net"))
        found = {mail.to for mail in place.awaited(2)}
    assert found == {"one@example.net", "two@example.net"}
    assert [file.name for file in (folder / "cur").iterdir()] == ["1.host:2,S"]


def test_the_mail_service_runs_beside_the_web_server(place: Place) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    place.settings |= {"MAIL_PORT": str(port), "WORKERS": "0", "PORT": "0"}
    with place.serving(command=("serve", "--mail")):
        for _ in range(3_000):
            try:
                with smtplib.SMTP("127.0.0.1", port) as server:
                    server.sendmail("two@example.net", [OWN], written("LIST", "two@example.net"))
                break
            except OSError:
                time.sleep(0.1)
        assert [mail.to for mail in place.awaited(1)] == ["two@example.net"]
    with pytest.raises(OSError, match="refused"):
        smtplib.SMTP("127.0.0.1", port)


def test_a_folder_is_emptied_once(office: PostOffice, tmp_path: Path) -> None:
    for part in ("new", "cur", "tmp"):
        (tmp_path / part).mkdir()
    new = tmp_path / "new"
    (new / "1.host:2,").write_bytes(raw := written("One."))
    (new / "2.host").write_bytes(b"x" * 2_000)
    (new / "3.host").mkdir()
    (new / ".4").write_bytes(written("not yet"))
    folder = Maildir(tmp_path, office.incoming, 1_000)
    assert folder.look(NOW) == 1 and folder.look(NOW) == 0
    assert sorted(one.name for one in new.iterdir()) == [".4", "3.host"]
    # Whoever died before it was moved finds it again.
    (new / "1.host").write_bytes(raw)
    assert folder.look(NOW) == 0 and len(office.answers()) == 1
    assert {one.name for one in (tmp_path / "cur").iterdir()} == {"1.host:2,S", "2.host:2,S"}


def test_two_processes_may_empty_one_folder(
    office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another has taken meanwhile is no error, and what cannot be moved still is."""
    for part in ("new", "cur", "tmp"):
        (tmp_path / part).mkdir()
    told: list[str] = []
    noting = SimpleNamespace(error=lambda what, **_: told.append(what))  # pyright: ignore
    monkeypatch.setattr(receivers, "log", lambda: noting)
    for number in range(45):
        (tmp_path / "new" / f"{number}.host").write_bytes(written(f"{number}."))
    kept = office.incoming
    mine = Maildir(tmp_path, kept, 1_000)
    other = Maildir(tmp_path, Inbox(office.judge.database), 1_000)
    take, others = kept.take_all_in, list[int]()

    def meanwhile(*given: Any) -> list[bool]:
        found = take(*given)
        others.append(other.look(NOW))  # between keeping and moving
        return found

    monkeypatch.setattr(kept, "take_all_in", meanwhile)
    assert mine.look(NOW) + sum(others) == 45 and len(list((tmp_path / "cur").iterdir())) == 45
    assert not told and list((tmp_path / "new").iterdir()) == []
    (tmp_path / "new" / "46.host").write_bytes(written("46."))
    (tmp_path / "cur").rename(tmp_path / "away")
    mine.look(NOW)
    assert set(told) == {"a mail of the folder cannot be read or moved"}


def findings(address: str, **settings: object) -> dict[str, Finding]:
    told = Configuration(database=address, mail_folder="mail", **settings)  # type: ignore[arg-type]
    found = examine(told, None, datetime.now(UTC))
    return {one.what.partition(":")[0]: one for one in found}


def test_the_doctor_looks_at_the_mail_port(office: PostOffice, tmp_path: Path) -> None:
    address = office.address
    assert "mail coming in" not in findings(address)
    [fault] = findings(address, mail_port=2525)["mail coming in"].faults
    assert fault.code == "no-mail-address"
    found = findings(address, mail_address=OWN, mail_maildir=str(tmp_path / "no"), mail_port=1)
    assert [found[name].faults[0].code for name in ("mail folder", "mail port")] == [
        "no-maildir",
        "mail-door-closed",
    ]
    for part in ("new", "cur", "tmp"):
        (tmp_path / part).mkdir()
    assert not findings(address, mail_address=OWN, mail_maildir=str(tmp_path))["mail folder"].faults
    assert office.take(written("One."))
    [fault] = findings(address, mail_address=OWN)["mails coming in"].faults
    assert fault.code == "mails-stuck"


def test_the_doctor_finds_an_open_mail_port(place: Place) -> None:
    with place.serving("--port", "0") as running:
        assert running.stdout is not None
        port = int(running.stdout.readline().rpartition(":")[2])
        good = findings(place.address, mail_address=OWN, mail_port=port)
        other = findings(place.address, mail_address="other@x.example", mail_port=port)
    assert not good["mail port"].faults
    assert [one.code for one in other["mail port"].faults] == ["another-mail-door"]
    judge = Judge(place.address)
    assert Inbox(judge.database).count() == 0, "looking leaves nothing"
    judge.close()


def test_encrypted_mails_are_taken_at_a_port_of_their_own(place: Place) -> None:
    certificate, key = self_made(place.folder, days=5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    settings: dict[str, Any] = {"mail_tls_port": port, "mail_key": str(key)}
    settings |= {"mail_address": OWN, "mail_certificate": str(certificate)}
    place.settings |= {name.upper(): str(value) for name, value in settings.items()}
    with place.serving() as running:
        assert running.stdout is not None
        assert running.stdout.readline() == f"mail: smtps://127.0.0.1:{port}\n"
        believed = ssl.create_default_context(cafile=str(certificate))
        with smtplib.SMTP_SSL("127.0.0.1", port, context=believed) as server:
            server.sendmail("two@example.net", [OWN], written("LIST", "two@example.net"))
        found = findings(place.address, **settings)
        assert [mail.to for mail in place.awaited(1)] == ["two@example.net"]
    assert not found["mail port"].faults
    [soon] = found["mail certificate"].faults
    assert soon.code == "old-certificate" and "ends on" in soon.what
    del settings["mail_key"]
    [fault] = findings(place.address, **settings)["mail certificate"].faults
    assert fault.code == "wrong-certificate"
    place.settings["MAIL_KEY"] = "nowhere.key"
    status, said = place.told("--serve")
    assert status != 0 and "certificate cannot be used" in said and "Traceback" not in said
