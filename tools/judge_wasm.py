"""Builds the rules as WebAssembly, for the judge in a browser: ``python tools/judge_wasm.py``.

It takes ziglang of the version in ``constraints.txt``, with which the same sources come to the same
bytes on every machine. What is built is committed: whoever installs Dragoman needs no compiler, and
a test compares the digest in it with the sources.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from dragoman.native.library import FLAGS
from dragoman.rules.batch.web_judge import web_judge

OUT: Final = Path(__file__).parents[1] / "src/dragoman/web/pages/static/judge.wasm"
_FOR_PROCESSORS: Final = ("-O3", "-shared", "-s")
_FOR_BROWSERS: Final = (
    "-target",
    "wasm32-freestanding",
    "-Oz",
    "-mbulk-memory",
    "-nostdlib",
    "-Wl,--no-entry",
    "-Wl,--export-dynamic",
    "-Wl,--export=__heap_base",
    "-Wl,--strip-all",
)


def built() -> bytes:
    """The rules as WebAssembly.

    Raises:
        subprocess.CalledProcessError: if they do not build.
    """
    flags = (*(one for one in FLAGS if one not in _FOR_PROCESSORS), *_FOR_BROWSERS)
    with tempfile.TemporaryDirectory(prefix="dragoman-") as folder:
        Path(folder, "judge.c").write_text(web_judge().source(), "utf-8")
        command = (sys.executable, "-m", "ziglang", "cc", *flags, "-o", "judge.wasm", "judge.c")
        subprocess.run(command, cwd=folder, check=True)
        return Path(folder, "judge.wasm").read_bytes()


if __name__ == "__main__":
    OUT.write_bytes(built())
    print(f"{OUT.name}: {OUT.stat().st_size} bytes")
