"""A designer mails a variant: the checker's report comes back, and a game of it can be created."""

from __future__ import annotations

from collections.abc import Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.diagnostics import Diagnostic
from dragoman.formats import shipped_folder
from dragoman.games.variants import trial
from dragoman.games.variants.trial import VariantTrial
from dragoman.judge.outbox.letters import Mail
from dragoman.mail.execution.answering import answer
from dragoman.mail.message import Attachment
from dragoman.mail.server import mailed_variant
from dragoman.mail.server.mailed_variant import files_of_a_variant
from tests.judge.accounts.letterbox import PASSWORD
from tests.mail.post import OWN, PostOffice, written

NAME = "white_winter"
FOLDER = shipped_folder() / NAME
FILES = {
    name: (FOLDER / name).read_bytes() for name in (f"map.{NAME}", f"seed.{NAME}", "variant.toml")
}


def with_files(
    text: str, files: Mapping[str, bytes], sender: str = "ann@example.org", to: str = OWN
) -> bytes:
    message = message_from_bytes(written(text, sender, To=to), policy=default)
    assert isinstance(message, EmailMessage)
    for name, data in files.items():
        message.add_attachment(data, "application", "octet-stream", filename=name)
    return message.as_bytes()


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(f"{NAME}/{name}", data)
    return out.getvalue()


@pytest.fixture
def designers(office_address: str) -> PostOffice:
    return PostOffice(office_address, answer)


def sent(office: PostOffice, raw: bytes) -> Mail:
    assert office.take(raw)
    [mail] = office.answers()
    return mail


@pytest.mark.slow
def test_a_variant_is_mailed_and_played(designers: PostOffice) -> None:
    mine = designers.reply_address(designers.ann)
    mail = sent(designers, with_files("My new variant.", FILES, to=mine))
    assert "Nothing is wrong with it." in mail.text or "What is wrong" in mail.text
    assert f"{NAME}.1" in mail.text and "provinces" in mail.text
    created = sent(designers, written(f"CREATE second {NAME}.1", To=mine))
    games = designers.judge.games
    assert games.load(1).settings.variant == f"{NAME}.1", created.text
    designers.close()


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What was tried; each is found to be as it should be, unless its map says "wrong"."""
    found: list[tuple[str, ...]] = []
    facts = {"powers": {"A": 1}, "provinces": {"x": {"center": True}}, "victory_centers": 3}

    def quickly(name: str, files: tuple[str, str, str]) -> VariantTrial:
        found.append((name, *files))
        if "wrong" in files[0]:
            fault = Diagnostic("unknown-place", "there is no atlantis", "mend it", "map.tiny", 7)
            return VariantTrial((fault,))
        return VariantTrial((), "Tiny", {**facts, "start": "S1901M"})

    monkeypatch.setattr(mailed_variant, "try_variant", quickly)
    return found


TINY = {"map.tiny": b"land, l lan\n-1\n", "Seed.TINY.txt": b"S1901M\n"}


def test_of_whom_the_judge_does_not_know_it_takes_none(
    designers: PostOffice, tried: list[tuple[str, ...]]
) -> None:
    mail = sent(designers, with_files("", TINY, "stranger@example.net"))
    assert "not taken" in mail.text and tried == [("tiny", "land, l lan\n-1\n", "S1901M\n", "")]
    mail = sent(designers, with_files("", TINY))
    assert "not taken" in mail.text, "whoever likes can write an address into a mail"
    designers.game()
    signed = sent(designers, with_files(f"SIGNON M1 {PASSWORD}", TINY))
    assert "tiny.1" in signed.text and "master" in signed.text, "who has the password is known"
    designers.close()


def test_what_is_wrong_is_told_with_its_place(
    designers: PostOffice, tried: list[tuple[str, ...]]
) -> None:
    mail = sent(designers, with_files("", {**TINY, "map.tiny": b"wrong"}))
    assert "map.tiny:7" in mail.text and "there is no atlantis" in mail.text
    assert "not taken" not in mail.text and list(designers.judge.variants.listed()) == []
    mail = sent(designers, with_files("", {"map.tiny": b"x"}))
    assert "seed.NAME" in mail.text and len(tried) == 1
    designers.close()


def test_too_many_variants_are_not_tried(
    designers: PostOffice, tried: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailed_variant, "VARIANTS_OF_ONE", mailed_variant.RateLimit("few", 1, 1))
    assert "checked" in sent(designers, with_files("", TINY)).text
    assert "too many attempts" in sent(designers, with_files("", TINY)).text and len(tried) == 1
    designers.close()


def test_files_in_a_zip_are_found() -> None:
    packed = Attachment("winter.zip", "application/zip", zipped(FILES))
    found = files_of_a_variant((packed,))
    assert found is not None and found.name == NAME
    assert found.map == FILES[f"map.{NAME}"].decode() and found.toml
    assert files_of_a_variant((Attachment("orders.txt", "text/plain", b"A mun H"),)) is None


@pytest.mark.parametrize(
    ("begin", "end"), [(0, 0), (0, 4), (0, -40), (0, 300), (40, None)]
)  # and not the bytes: a zip says when it was made, and all workers must know a test by one name
def test_damaged_zips_hold_nothing(begin: int, end: int | None) -> None:
    files_of_a_variant((Attachment("winter.zip", "application/zip", zipped(FILES)[begin:end]),))


def test_what_swells_is_not_unpacked() -> None:
    packed = Attachment("x.zip", "application/zip", zipped({"map.x1": b"0" * 50_000_000}))
    assert len(packed.data) < 100_000 and files_of_a_variant((packed,)) is None
    damaged = bytearray(zipped(FILES))
    for at in range(0, len(damaged), 97):
        damaged[at] ^= 0xFF
    files_of_a_variant((Attachment("winter.zip", "application/zip", bytes(damaged)),))


def test_an_admin_takes_a_variant_in(
    designers: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        trial,
        "try_variant",
        lambda *_: VariantTrial((), "Tiny", {"powers": {"A": 1}, "provinces": {}}),
    )
    for name, data in TINY.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "tiny.zip").write_bytes(zipped(TINY))
    environment = {"DRAGOMAN_JUDGE_DATABASE": designers.address}

    def called(*options: str) -> tuple[int, str]:
        ran = CliRunner().invoke(app, ["judge", "bring", *options], env=environment)
        return ran.exit_code, " ".join(ran.output.split())

    assert called(str(tmp_path), "--owner", "Ann") == (0, "tiny.1: Tiny, 1 powers")
    assert called(str(tmp_path / "tiny.zip"), "--owner", "ann") == (0, "tiny.2: Tiny, 1 powers")
    assert designers.judge.variants.brought("tiny.1") is not None
    for wrong, told in (
        ((str(tmp_path / "map.tiny"), "--owner", "Ann"), "seed.NAME"),
        ((str(tmp_path / "nowhere"), "--owner", "Ann"), "seed.NAME"),
        ((str(tmp_path), "--owner", "Nobody"), "nobody is called"),
    ):
        status, said = called(*wrong)
        assert status == 2 and told in said, said
    designers.close()
