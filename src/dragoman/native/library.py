"""Machine code that is called: shipped with the package, or built on this machine.

A part that was shipped is used where it was made of the very sources that are installed. Else a C
compiler builds it, once, and it is kept in the cache folder. Where there is no compiler either,
``NoMachineCode`` says what to do; whoever can do without goes on in plain Python.

What was shipped is loaded in few milliseconds: so what only a build needs is imported by it.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.extras import NoMachineCode, is_installed
from dragoman.files import folder_to_keep_in, is_own, locked, write_atomically
from dragoman.long_work import tell
from dragoman.native.grid import Grid
from dragoman.native.kinds import CELLS
from dragoman.remembered import made_once

FLAGS: Final = (
    "-std=gnu11",
    "-O3",
    "-fwrapv",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-shared",
    "-s",
    "-w",
)
_NAMES: Final = {"win32": "dragoman.dll", "darwin": "dragoman.dylib"}
_SHIPPED: Final = Path(__file__).with_name("shipped") / _NAMES.get(sys.platform, "dragoman.so")
_COMPILERS: Final = ("cc", "gcc", "clang")
_NONE_HERE: Final = "no C compiler"


class CodeUnit(NamedTuple):
    """A part of the machine code, built by itself: its entries begin with its name."""

    name: str
    digest: str
    """Of the sources that it is made of."""
    source: Callable[[], str]
    """Makes its C."""


Entry = Callable[[Any], int]
"""A function of a library: called with the address of what it is given, or an array of
``ctypes`` that holds that (see ``given``)."""


class Library:
    """A unit in machine code."""

    def __init__(self, loaded: ctypes.CDLL, unit: CodeUnit) -> None:
        self._loaded, self._name = loaded, unit.name

    def entry(self, name: str) -> Entry:
        """A function by its name."""
        found = getattr(self._loaded, f"{self._name}_{name}")
        found.argtypes = [ctypes.c_void_p]
        found.restype = ctypes.c_int64
        return found

    @property
    def note(self) -> str:
        """The note that was written when the unit was translated."""
        return _text_in(self._loaded, f"{self._name}_note")

    def address(self, name: str) -> int:
        """Where the machine code of a function begins."""
        found = getattr(self._loaded, f"{self._name}_{name}")
        return ctypes.cast(found, ctypes.c_void_p).value or 0


@made_once
def library_of(unit: CodeUnit) -> Library:
    """The machine code of a unit: as shipped, as kept, or built now.

    Raises:
        NoMachineCode: if there is none, and no compiler here, or it does not build.
    """
    if shipped := _shipped(unit):
        return Library(shipped, unit)
    path = _kept_at(unit)
    if not is_own(path.parent):
        raise NoMachineCode(f"no folder for it that others cannot write: {path.parent}")
    if not is_own(path):
        with locked(path.parent, "compiling", math.inf):
            if not is_own(path):
                _build(unit, path)
    try:
        return Library(ctypes.CDLL(str(path)), unit)
    except OSError as error:
        raise NoMachineCode(f"no loading what was built: {error}") from None


def is_ready(unit: CodeUnit) -> bool:
    """True if a unit need not be built before it is used."""
    return _shipped(unit) is not None or is_own(_kept_at(unit))


def can_be_had(unit: CodeUnit) -> bool:
    """True if there is machine code of a unit, or a compiler here that builds it."""
    return is_ready(unit) or bool(_compiler())


def _shipped(unit: CodeUnit) -> ctypes.CDLL | None:
    """The library that came with the package, if a unit in it is made of these sources."""
    loaded = _loaded_as_shipped()
    if loaded is None or _text_in(loaded, f"{unit.name}_digest") != unit.digest:
        return None
    return loaded


@cache
def _loaded_as_shipped() -> ctypes.CDLL | None:
    """The library that came with the package; None where there is none that this machine can
    load."""
    try:
        return ctypes.CDLL(str(_SHIPPED)) if _SHIPPED.exists() else None
    except OSError:
        return None


def _text_in(loaded: ctypes.CDLL, name: str) -> str:
    """A text in a library; empty where it is not in it."""
    try:
        at = ctypes.addressof(ctypes.c_char.in_dll(loaded, name))
    except ValueError:
        return ""
    return ctypes.string_at(at).decode()


def _kept_at(unit: CodeUnit) -> Path:
    """Where a unit built on this machine is kept."""
    import platform

    built_by = f"{' '.join(_compiler())} {platform.machine()} {sys.platform}"
    mark = f"{hash_of(unit.digest, built_by, *FLAGS)}"
    folder = folder_to_keep_in() / "machine-code"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{unit.name}-{mark}.so"


def hash_of(*texts: str) -> str:
    """A digest of texts."""
    import hashlib

    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:24]


@cache
def _compiler() -> tuple[str, ...]:
    """The command of the C compiler, which may be one that pip installs; empty where there is
    none."""
    import shlex
    import shutil

    if given := shlex.split(os.environ.get("CC", "")):
        return tuple(given) if shutil.which(given[0]) else ()
    if found := next((one for one in _COMPILERS if shutil.which(one)), ""):
        return (found,)
    return (sys.executable, "-m", "ziglang", "cc") if is_installed("ziglang") else ()


def _build(unit: CodeUnit, path: Path) -> None:
    """Compile a unit, and put it in its place when it is whole."""
    import subprocess
    import tempfile

    command = _compiler()
    if not command:
        raise NoMachineCode(_NONE_HERE)
    tell(f"Compiling the machine code of {unit.name}, once for this version")
    with tempfile.TemporaryDirectory(prefix="dragoman-") as folder:
        source, made = Path(folder) / f"{unit.name}.c", Path(folder) / "made"
        source.write_text(unit.source(), "utf-8")
        independent = () if sys.platform == "win32" else ("-fPIC",)
        parts = (*command, *FLAGS, *independent, "-o", str(made), str(source))
        done = subprocess.run(parts, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            fault = next((line for line in said if "error" in line), said[0])
            raise NoMachineCode(f"{command[0]} did not build it: {fault}")
        write_atomically(path, made.read_bytes(), mode=0o600)
    tell("")


def given(numbers: Iterable[int]) -> Any:
    """An array of ``ctypes`` that holds what an entry is given."""
    values = [*numbers]
    return (ctypes.c_int64 * len(values))(*values)


_ARRAYS: Final = {"B": "u1", "H": "u2", "i": "i4", "I": "u4", "q": "i8", "d": "f8", "f": "f4"}
"""The cells of ``array`` by its letters, as NumPy calls them."""


def address_of(cells: Any, cell: str) -> int:
    """Where the cells of an array begin, of ``array``, a ``Grid`` or NumPy's, which C calls so.

    Raises:
        TypeError: if they are others, or do not lie in one piece.
    """
    if isinstance(cells, Grid):
        if CELLS.get(cells.cell) != cell:
            raise TypeError(f"cells of {cells.cell}, not {cell}")
        return cells.address
    if isinstance(cells, array):
        if CELLS.get(_ARRAYS.get(cells.typecode, "")) != cell:
            raise TypeError(f"cells of {cells.typecode!r}, not {cell}")
        return cells.buffer_info()[0]
    held = cells.__array_interface__
    if CELLS.get(held["typestr"][1:]) != cell or held["strides"] is not None:
        raise TypeError(f"cells of {held['typestr']} in strides {held['strides']}, not {cell}")
    return held["data"][0]
