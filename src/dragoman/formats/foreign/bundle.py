"""The files that somebody brings: a folder, or an archive of one, read with limits.

Nothing is unpacked onto the disk. A file that is too large, or an archive with too many of them, is
refused; links, and names that lead out of the folder, are passed over.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass

MOST_FILES = 2_000
LARGEST_FILE = 16_000_000
LARGEST_SUM = 64_000_000
"""Bytes that are read of all files together."""
_DEEPEST = 5
"""So many folders lie within each other at most."""
_READ = frozenset(
    (".php", ".xml", ".svg", ".go", ".json", ".toml", ".png", ".gif", ".csv", ".txt", ".html")
)
"""The endings of files that any reader has a use for."""


class BundleRefused(Exception):
    """Files that are not read. ``diagnostic`` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files by their names, with ``/`` between folders; ``root`` is the folder that is meant."""

    files: Mapping[str, bytes]
    root: str = ""
    name: str = ""
    """The name of the folder, or of the archive without its ending."""

    def __iter__(self) -> Iterator[str]:
        """The names of the files within the root, as seen from there."""
        start = f"{self.root}/" if self.root else ""
        return (name[len(start) :] for name in self.files if name.startswith(start))

    def get(self, name: str) -> bytes | None:
        """The content of a file within the root."""
        return self.files.get(f"{self.root}/{name}" if self.root else name)

    def first(self, *endings: str) -> str:
        """The name of the first file with one of these endings; empty where there is none."""
        found = (name for name in sorted(self) if name.lower().endswith(endings))
        return next(found, "")

    def at(self, folder: str) -> Bundle:
        """The same files, seen from a folder within the root."""
        root = f"{self.root}/{folder}" if self.root and folder else self.root or folder
        name = PurePosixPath(root).name if folder else self.name
        return Bundle(self.files, root, name)

    def beside(self, folder: str) -> Bundle:
        """The same files, seen from a folder that lies beside the root."""
        around = str(PurePosixPath(self.root).parent)
        root = folder if around in (".", "") else f"{around}/{folder}"
        return Bundle(self.files, root, folder)

    def folders(self) -> list[str]:
        """The folders within the root that hold files, the root itself (an empty name) first."""
        return [*dict.fromkeys(file.rpartition("/")[0] for file in sorted(self))]


def read_folder(folder: Path) -> Bundle:
    """The files of a folder, and of those beside it that it may build on.

    Raises:
        BundleRefused: if they are too many or too large.
    """
    here = folder.resolve()
    files: dict[str, bytes] = {}
    size = 0
    for path in _walk(here, 1):
        size += path.stat().st_size
        _check(len(files), path.stat().st_size, size, str(path))
        files[f"{here.name}/{path.relative_to(here).as_posix()}"] = path.read_bytes()
    return Bundle(_Beside(files, here.parent), here.name, here.name)


class _Beside(dict[str, bytes]):
    """Files, and those of folders beside theirs: these are read when somebody asks for them."""

    def __init__(self, files: Mapping[str, bytes], around: Path) -> None:
        super().__init__(files)
        self._around = around

    def get(self, name: str, default: bytes | None = None) -> bytes | None:  # type: ignore[override]
        if name not in self and _is_plain(name) and PurePosixPath(name).suffix in _READ:
            path = self._around / name
            is_near = path.is_file() and path.resolve().is_relative_to(self._around)
            if is_near and path.stat().st_size <= LARGEST_FILE:
                return path.read_bytes()
        return super().get(name, default)


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or path.name.startswith("."):
            continue
        if path.is_dir() and depth < _DEEPEST:
            yield from _walk(path, depth + 1)
        elif path.is_file() and path.suffix.lower() in _READ:
            yield path


def read_archive(content: bytes, name: str) -> Bundle:
    """The files of a ZIP archive.

    Raises:
        BundleRefused: if it is none, or its files are too many or too large.
    """
    files: dict[str, bytes] = {}
    size = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check(len(archive.infolist()), 0, 0, name)
            for entry in archive.infolist():
                inside = entry.filename.replace("\\", "/")
                wanted = PurePosixPath(inside).suffix.lower() in _READ
                if entry.is_dir() or not wanted or not _is_plain(inside):
                    continue
                with archive.open(entry) as stream:  # what it says of its size need not be true
                    found = stream.read(LARGEST_FILE + 1)
                size += len(found)
                _check(len(files), len(found), size, inside)
                files[inside] = found
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        what = f"this is no archive that can be read: {error}"
        remedy = "pack the folder anew, as a plain ZIP file without a password"
        raise BundleRefused(Diagnostic("bad-archive", what, remedy, name)) from None
    except (ValueError, OverflowError, OSError) as error:
        what = f"this archive is broken: {error}"
        raise BundleRefused(Diagnostic("bad-archive", what, "pack it anew", name)) from None
    return Bundle(files, "", PurePosixPath(name).stem)


def _is_plain(name: str) -> bool:
    """True for a name that leads into the folder, and not out of it."""
    parts = name.split("/")
    return not (name.startswith("/") or ".." in parts or ":" in name or len(parts) > _DEEPEST + 2)


def _check(count: int, size: int, together: int, name: str) -> None:
    if count > MOST_FILES:
        what = f"there are more than {MOST_FILES} files"
    elif size > LARGEST_FILE:
        what = f"a file is larger than {LARGEST_FILE // 1_000_000} MB"
    elif together > LARGEST_SUM:
        what = f"the files are larger than {LARGEST_SUM // 1_000_000} MB together"
    else:
        return
    raise BundleRefused(Diagnostic("too-large", what, "leave out what is no part of it", name))
