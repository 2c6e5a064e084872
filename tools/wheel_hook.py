"""The machine code and the maps in a wheel, and the C in a source distribution, for hatchling.

    DRAGOMAN_LIBRARY=FILE DRAGOMAN_PLATFORM=TAGS   a wheel with this library, for these platforms
    DRAGOMAN_C=FOLDER                              sources with the C in this folder

as ``tools/wheels.py`` has them built. Without them a wheel is for any platform, and holds no
library; but where sources with the C are installed and a C compiler is there, it is built.

Maps of shipped variants and catalogues of words go into a wheel compressed, as
``geometry.json.gz`` and ``de.po.gz``: they are most of what it would take on a disk.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = "src/dragoman/native/shipped"
PACKED = ("variants/*/geometry.json", "**/*.po", "**/*.pot")
FLAGS = ("-std=gnu11", "-O3", "-fwrapv", "-ffp-contract=off", "-fvisibility=hidden", "-w")
NAMES = {"win32": "dragoman.dll", "darwin": "dragoman.dylib"}


class WhatIsMade(BuildHookInterface[Any]):
    """Puts a library, and maps and words compressed, into wheels, and C into sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            for one in sorted(Path(os.environ.get("DRAGOMAN_C", "none")).glob("*.c")):
                build_data["force_include"][str(one)] = f"{SHIPPED}/{one.name}"
            return
        if version == "standard":
            self._packed = tempfile.TemporaryDirectory()  # it goes with the builder
            build_data["force_include"] |= self._compressed(Path(self._packed.name))
        library, platform = os.environ.get("DRAGOMAN_LIBRARY"), os.environ.get("DRAGOMAN_PLATFORM")
        if library is None and version == "standard":
            library, platform = self._built(), sysconfig.get_platform()
        if library and platform:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform.replace('-', '_')}"
            build_data["force_include"][library] = f"dragoman/native/shipped/{Path(library).name}"

    def _compressed(self, folder: Path) -> dict[str, str]:
        """Files compressed into a folder, and where they belong in a wheel. The same files come to
        the same bytes."""
        found: dict[str, str] = {}
        source = Path(self.root, "src")
        for pattern in PACKED:
            for number, one in enumerate(sorted((source / "dragoman").glob(pattern))):
                packed = folder / f"{one.suffix[1:]}-{number}.gz"
                packed.write_bytes(gzip.compress(one.read_bytes(), mtime=0))
                found[str(packed)] = f"{one.relative_to(source).as_posix()}.gz"
        return found

    def _built(self) -> str | None:
        """The library, built of the C that lies in the sources; None where there is none, or no
        compiler."""
        sources = sorted(Path(self.root, SHIPPED).glob("*.c"))
        compiler = next((one for one in ("cc", "gcc", "clang") if shutil.which(one)), None)
        if not sources or compiler is None:
            return None
        library = Path(self.root, SHIPPED, NAMES.get(sys.platform, "dragoman.so"))
        independent = () if sys.platform == "win32" else ("-fPIC",)
        command = (compiler, *FLAGS, *independent, "-shared", "-o", library, *sources)
        done = subprocess.run(command, check=False)
        return None if done.returncode else str(library)
