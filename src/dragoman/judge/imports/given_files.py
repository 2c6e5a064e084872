"""The files that somebody gives of a game elsewhere, one by one or packed together."""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from dragoman.files import decode
from dragoman.judge.imports.running_game import refused_file
from dragoman.quick_dataclass import dataclass

MOST_BYTES: Final = 8_000_000
"""Bytes of all files together, unpacked."""
MOST_FILES: Final = 3000
_PACKED: Final = "give the files themselves, or pack those of this one game anew"


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A file: its name without folders, and its text."""

    name: str
    text: str


def given_files(uploads: Iterable[tuple[str, bytes]]) -> tuple[GivenFile, ...]:
    """The texts of files, those of a ``.zip`` or ``.tar`` one by one. What is no text in there,
    such as a compiled map, is passed over.

    Raises:
        ActionRefused: if they are too large or too many, or cannot be unpacked.
    """
    found: list[GivenFile] = []
    left = MOST_BYTES
    for name, content in _unpacked(uploads):
        left -= len(content)
        if left < 0:
            most = MOST_BYTES // 1_000_000
            what = f"the files are larger than {most} MB together"
            raise refused_file(what, "give those of one game alone")
        if len(found) >= MOST_FILES:
            raise refused_file(f"there are more than {MOST_FILES} files", _PACKED)
        text, encoding = decode(content)
        if encoding and "\0" not in text:
            found.append(GivenFile(name.rsplit("/", 1)[-1], text.replace("\r\n", "\n")))
    if not found:
        raise refused_file("there is no text in what you gave", "choose the file of a game")
    return tuple(found)


def _unpacked(uploads: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for name, content in uploads:
        try:
            if content.startswith(b"PK\x03\x04"):
                yield from _of_zip(content)
            elif _is_tar(content):
                yield from _of_tar(content)
            else:
                yield name, content
        except (
            *(OSError, ValueError, EOFError, RuntimeError, NotImplementedError),
            *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
        ) as error:
            raise refused_file(f"it cannot be unpacked: {error}", _PACKED, name) from None


def _is_tar(content: bytes) -> bool:
    is_squeezed = content.startswith((b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"))
    return is_squeezed or content[257:262] == b"ustar"


def _of_zip(content: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        for one in packed.infolist()[: MOST_FILES + 1]:
            if not one.is_dir():
                with packed.open(one) as member:
                    yield one.filename, member.read(MOST_BYTES + 1)


def _of_tar(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, read from its beginning to its end: nothing of it is unpacked that
    was not asked for."""
    with tarfile.open(fileobj=io.BytesIO(content), mode="r|*") as packed:
        for number, one in enumerate(packed):
            if number > MOST_FILES or one.size > MOST_BYTES:
                raise ValueError(f"there is too much in it, up to {one.name}")
            member = packed.extractfile(one) if one.isfile() else None
            if member is not None:
                yield one.name, member.read(MOST_BYTES + 1)
