"""Programs of others, built from their sources: those of the project `daide-client`, the C++ of
David Norman's and John Newbury's AiClient, with its DumbBot.

Its conditions allow no commercial use, so nothing of it comes with this program: whoever wants to
play it gets the sources himself, and names their folder. Nothing is written there: they are copied,
and built beside what else this program keeps, once for each state that they have.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dragoman.files import folder_to_keep_in, locked
from dragoman.refusal import ActionRefused

_SOURCES: Final = frozenset((".cpp", ".h", ".txt"))
_BUILDS_FOR: Final = 900
"""Seconds."""
_MOST_OF_A_COMPLAINT: Final = 300


def peer_command(said: str) -> tuple[str, ...]:
    """The command line of a bot of `daide-client`, built if it is not yet. ``said`` is the folder
    of the sources, with another bot than its DumbBot after a mark: ``~/src/daide-client#randbot``.

    Raises:
        ActionRefused: if there are no such sources, or they cannot be built.
    """
    folder, _, bot = said.partition("#")
    path = _built(Path(folder).expanduser(), bot or "dumbbot")
    # It writes its logs where it runs, which is thrown away after the game.
    start = 'cd "$TMPDIR" && exec "$0" -i"$DRAGOMAN_HOST" -p"$DRAGOMAN_PORT" -l0'
    return ("sh", "-c", start, str(path))


def _built(folder: Path, bot: str) -> Path:
    if not (folder / "bots" / bot / f"{bot}.cpp").is_file() or not bot.isidentifier():
        what = f"there are no sources of daide-client's {bot!r} in {str(folder)!r}"
        raise ActionRefused(
            "no-sources", what, "name the folder with its CMakeLists.txt and its folder bots"
        )
    if missing := [one for one in ("cmake", "c++") if shutil.which(one) is None]:
        what = f"to build {bot} takes {' and '.join(missing)}"
        raise ActionRefused("no-compiler", what, "apt install cmake g++")
    digest = hashlib.sha256()
    for path in _sources(folder):
        digest.update(b"%s\0%s\0" % (os.fsencode(path.relative_to(folder)), path.read_bytes()))
    kept = folder_to_keep_in() / "peers" / digest.hexdigest()[:16]
    kept.mkdir(parents=True, exist_ok=True)
    program = kept / bot
    with locked(kept, f"a build of {bot}", _BUILDS_FOR):
        if not program.is_file():
            _build(folder, bot, program)
    return program


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in _SOURCES and path.is_file():
            yield path


def _build(folder: Path, bot: str, program: Path) -> None:
    with tempfile.TemporaryDirectory(dir=program.parent) as place:
        copy, build = Path(place, "sources"), Path(place, "build")
        for path in _sources(folder):
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        for step in (
            ("cmake", "-S", str(copy), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release"),
            ("cmake", "--build", str(build), "--target", bot),
        ):
            try:
                done = subprocess.run(
                    step,
                    check=False,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=_BUILDS_FOR,
                )
            except subprocess.TimeoutExpired:
                what = f"{bot} was not built within {_BUILDS_FOR // 60} minutes"
                raise ActionRefused("not-built", what, "build it by hand, and use cmd:") from None
            if done.returncode:
                lines = (done.stderr or done.stdout).strip().splitlines()
                of_errors = (line for line in lines if "error" in line.lower())
                told = next(of_errors, lines[-1] if lines else "without a word")
                what = f"{bot} cannot be built: {told[:_MOST_OF_A_COMPLAINT]}"
                raise ActionRefused("not-built", what, "build it by hand, and use cmd:")
        made = copy / "bin" / bot
        if not made.is_file():
            what = f"the sources built no bin/{bot}"
            raise ActionRefused("not-built", what, "build it by hand, and use cmd:")
        os.replace(made, program)
