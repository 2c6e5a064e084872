"""Files are replaced as a whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from dragoman.files import read_text, write_atomically, write_keeping_backup


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game"
    write_atomically(path, "Müller\n")
    write_atomically(path, "Käse\r\n")
    assert path.read_bytes() == "Käse\r\n".encode()
    assert read_text(path) == ("Käse\r\n", ())


def test_one_backup_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "PLAIN.TXT"
    for content in ("one", "two", "two", "three"):
        write_keeping_backup(path, content)
    assert (path.read_text(), (tmp_path / "PLAIN.BAK").read_text()) == ("three", "two")
    assert len([*tmp_path.iterdir()]) == 2


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "after \ud800")
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


def test_a_failing_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game"
    path.write_text("before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_atomically(path, "after")
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "game", "text")


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("before")
    path.chmod(0o640)
    write_atomically(path, "after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_the_wrong_encoding_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "orders"
    path.write_bytes("Österreich\nA Mün-Köl\n".encode("latin-1"))
    text, (fault,) = read_text(path)
    assert (text, fault.code, fault.line, fault.column) == ("", "wrong-encoding", 1, 1)
    path.write_bytes("A vie-gal\nA ä".encode() + "ü".encode("latin-1"))
    _, (fault,) = read_text(path)
    assert (fault.line, fault.column) == (2, 4)


def test_a_mark_of_byte_order_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "orders"
    path.write_bytes(b"\xef\xbb\xbfA vie-gal")
    assert read_text(path) == ("A vie-gal", ())


def test_what_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        text, (fault,) = read_text(path)
        assert (text, fault.code, fault.source) == ("", "unreadable-file", str(path))
