"""Builds the wheels of all platforms into ``dist``: ``make wheels``.

The machine code is translated to C here, once, and built for each platform by ziglang, of the
version in ``constraints.txt``: the same sources come to the same bytes on every machine. Each wheel
holds one library beside the package; the one for ``any`` platform holds none, and builds what it
needs where there is a C compiler. The source distribution holds the C.

    python tools/wheels.py [PLATFORM ...]

builds those of some platforms, by the names in ``PLATFORMS``, or ``any`` or ``sources``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dragoman.bots.batch_evaluator import evaluator_for
from dragoman.bots.compiled import unit_of_evaluator
from dragoman.env.game_rows import unit_of_env
from dragoman.formats import load_variant
from dragoman.formats.records import compiled_scanner
from dragoman.formats.records.turn_machine import turn_modules
from dragoman.machiavelli.batch.compile_campaigns import CAMPAIGNS
from dragoman.native.functions import unit_of_modules
from dragoman.native.library import FLAGS, CodeUnit
from dragoman.rules.batch import Batch
from dragoman.rules.batch.arrays import KernelSize
from dragoman.rules.batch.compile import RULES, unit_of
from dragoman.rules.batch.row_machine import row_modules

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
SOURCES: Final = ROOT / "src/dragoman/native/shipped"
"""Where the C lies while a source distribution is built."""
SMALL: Final = KernelSize(127, 1)
LARGE: Final = KernelSize(254, 1)


class Platform(NamedTuple):
    """A platform that wheels are built for."""

    target: str
    """The name of it for ziglang, and of the oldest processor that has what is built, ..."""
    library: str
    """... of the library there, ..."""
    tags: str
    """... and of the platforms whose installers take the wheel."""


_X86: Final = "-mcpu=x86_64_v2"
PLATFORMS: Final = {
    "linux-x86-64": Platform(
        f"x86_64-linux-musl {_X86}",
        "dragoman.so",
        "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    ),
    "linux-arm64": Platform(
        "aarch64-linux-musl",
        "dragoman.so",
        "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    ),
    "macos-arm64": Platform("aarch64-macos.11.0", "dragoman.dylib", "macosx_11_0_arm64"),
    "macos-x86-64": Platform(f"x86_64-macos.11.0 {_X86}", "dragoman.dylib", "macosx_11_0_x86_64"),
    "windows-x64": Platform(f"x86_64-windows-gnu {_X86}", "dragoman.dll", "win_amd64"),
    "windows-arm64": Platform("aarch64-windows-gnu", "dragoman.dll", "win_arm64"),
}
_LINUX: Final = ("-nostdlib",)
"""What the code asks of the system, it finds in the process that loads it: so one library serves
with every C library."""


def shipped_units() -> Iterator[CodeUnit]:
    """The parts of the machine code that wheels hold: all that the shipped variants need."""
    yield unit_of(RULES, SMALL)
    yield unit_of(CAMPAIGNS, SMALL)
    yield unit_of(CAMPAIGNS, LARGE)
    bits = SMALL.cell_bits
    for modules in (compiled_scanner.modules(), row_modules(bits), turn_modules(bits)):
        yield unit_of_modules(modules)
    yield unit_of_evaluator(evaluator_for(Batch(load_variant("standard").board)))
    yield unit_of_env(load_variant("standard"))


def write_c(folder: Path) -> None:
    """Write the C of each part into a folder."""
    folder.mkdir(exist_ok=True)
    for unit in shipped_units():
        (folder / f"{unit.name}.c").write_text(unit.source(), "utf-8")


def build_library(platform: Platform, sources: Path, library: Path) -> None:
    """Build the library of a platform of the C in a folder.

    Raises:
        subprocess.CalledProcessError: if that fails.
    """
    target = platform.target.split()
    parts = sorted(one.name for one in sources.glob("*.c"))
    own = _LINUX if "linux" in platform.target else ()
    command = (sys.executable, "-m", "ziglang", "cc", "-target", *target, *FLAGS, *own)
    independent = () if "windows" in platform.target else ("-fPIC",)
    # By their names alone, for what stands in the library must not hang on where it was built.
    named = ("-o", library.name, *parts)
    subprocess.run([*command, *independent, *named], cwd=sources, check=True)
    shutil.move(sources / library.name, library)


def build(*arguments: str, **variables: str) -> None:
    """Build a wheel or the source distribution into ``dist``."""
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, *arguments, ROOT)
    time = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    known = {"SOURCE_DATE_EPOCH": time} if time else {}
    subprocess.run(command, env={**known, **os.environ, **variables}, check=True)


def main(wanted: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="dragoman-") as folder:
        sources = Path(folder, "c")
        write_c(sources)
        for name, platform in PLATFORMS.items():
            if not wanted or name in wanted:
                library = Path(folder, platform.library)
                build_library(platform, sources, library)
                build("--wheel", DRAGOMAN_LIBRARY=str(library), DRAGOMAN_PLATFORM=platform.tags)
                print(f"{name}: a library of {library.stat().st_size:,} bytes")
        if not wanted or "any" in wanted:
            build("--wheel")
        if not wanted or "sources" in wanted:
            build("--sdist", DRAGOMAN_C=str(sources))


if __name__ == "__main__":
    main(sys.argv[1:])
