"""Values kept from one run to the next, where reading them back is quicker than making them anew.

They lie in the user's cache folder, each in a file of its own, together with a stamp of all that
they were made of and made by. A file that is damaged, is not this user's own or has another stamp
is as good as none; so is a folder that cannot be written.
"""

from __future__ import annotations

import io
import os
import pickle
import stat
import sys
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from dragoman.files.writing import write_atomically

_Value = TypeVar("_Value")

_OWN = 0o600
_OTHERS_WRITE = 0o022
_OURS = __name__.partition(".")[0]


def kept(name: str, stamp: bytes, packages: Iterable[str], make: Callable[[], _Value]) -> _Value:
    """The value that was kept under this name with this stamp; else a new one, which is kept.

    Of several installations each has its own. The value may hold what Python has built in and
    instances of data classes, enumerations and classes that say how they are made anew, of these
    packages of ours ("" for the topmost): whatever stands in a file, no other code is run by
    reading it.
    """
    installed = zlib.crc32(os.fsencode(__file__))
    path = cache_folder() / f"{name}-{installed:08x}.kept"
    known = frozenset(f"{_OURS}.{one.replace('/', '.')}".rstrip(".") for one in packages)
    content = _content(path)
    if content is not None and content.startswith(stamp):
        with suppress(Exception):  # whatever a file that somebody tampered with may cause
            return cast(_Value, _Reader(content[len(stamp) :], known).load())
    value = make()
    with suppress(OSError, pickle.PickleError):
        written = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        _Reader(written, known).load()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = stamp + written
        write_atomically(path, zlib.crc32(content).to_bytes(4) + content, _OWN)
    return value


def kept_toml(file: Path) -> dict[str, Any]:
    """The contents of a TOML file of our own, such as the words of a language."""

    def read() -> dict[str, Any]:
        import tomllib  # only now: it takes as long to load as most files to read

        return tomllib.loads(file.read_text("utf-8"))

    package = file.parent.parent.name
    return kept(f"{package}-{file.stem}", stamp_of([file.parent]), (), read)


def stamp_of(folders: Iterable[Path]) -> bytes:
    """A stamp that differs as soon as any file in these folders is changed: names, sizes and times,
    by which Python also knows whether its own bytecode is out of date."""
    found: list[tuple[str, int, int, int]] = []
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_file():
                    file = entry.stat()
                    found.append((entry.path, file.st_size, file.st_mtime_ns, file.st_ctime_ns))
    return repr((sys.version, sorted(found))).encode()


def cache_folder() -> Path:
    """The folder in which values are kept: DRAGOMAN_CACHE, else the user's cache folder. It need
    not exist."""
    if wanted := os.environ.get("DRAGOMAN_CACHE"):
        return Path(wanted)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "dragoman"


def folder_to_keep_in() -> Path:
    """The cache folder, made; where it cannot be written, a temporary folder of this user's.

    Raises:
        OSError: if neither can be written.
    """
    import tempfile  # only now: it brings a good deal with it

    user = os.getuid() if hasattr(os, "getuid") else 0
    for folder in (cache_folder(), Path(tempfile.gettempdir()) / f"dragoman-{user}"):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise OSError(
        "no folder to keep compiled code in; set DRAGOMAN_CACHE to one that can be written"
    )


def is_own(path: Path) -> bool:
    """True if a file or a folder is there, is this user's, and no other may write it."""
    try:
        return _is_own(path.stat())
    except OSError:
        return False


def _is_own(found: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE


def _content(path: Path) -> bytes | None:
    """The content of a file of this user's; none where it is damaged, or others may write it."""
    try:
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            if not _is_own(found):
                return None
            if not stat.S_ISREG(found.st_mode):
                return None
            total, content = file.read(4), file.read()
    except OSError:
        return None
    return content if zlib.crc32(content).to_bytes(4) == total else None


class _Reader(pickle.Unpickler):
    """Reads what was pickled; no class is found outside of these packages."""

    def __init__(self, written: bytes, packages: frozenset[str]) -> None:
        super().__init__(io.BytesIO(written))
        self._packages = packages

    def find_class(self, module: str, name: str, /) -> type:
        if module.rpartition(".")[0] in self._packages:
            found = getattr(import_module(module), name, None)
            if isinstance(found, type) and found.__module__ == module and _is_of_values(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that is kept")


def _is_of_values(found: type) -> bool:
    """True for classes whose instances are nothing but the values that they are made of."""
    own = vars(found)
    return "__dataclass_fields__" in own or "__reduce__" in own or issubclass(found, Enum)
