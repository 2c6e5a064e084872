"""Pictures as a film, made by ffmpeg where somebody has installed it.

Encoders of the films that places take have licences of their own, so that none comes along; a
program on the machine is asked, as a browser is for PDF.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from dragoman.diagnostics import Diagnostic
from dragoman.drawing.files.raster import sheets

PROGRAM = "ffmpeg"
_FRAMES = 10
"""So many pictures a second a film has: some programs show none that has less than one."""
_PATIENCE = 600
"""For so many seconds the program is waited for."""


def mp4(pictures: Sequence[str], width: int, seconds: float = 2.5) -> bytes | Diagnostic:
    """SVG pictures as a film, each shown so long; or why there is none."""
    program = shutil.which(PROGRAM)
    if program is None:
        what = f"there is no program {PROGRAM} on this machine to make a film with"
        remedy = "install it (apt-get install ffmpeg, brew install ffmpeg), or make a .gif"
        return Diagnostic("no-ffmpeg", what, remedy)
    with tempfile.TemporaryDirectory() as folder:
        for number, sheet in enumerate(sheets(pictures, width), 1):
            sheet.save(Path(folder) / f"{number:05}.png", compress_level=1)
        made = Path(folder) / "film.mp4"
        # Players want an even number of lines and columns, and colours by halves.
        shape = f"pad=ceil(iw/2)*2:ceil(ih/2)*2,fps={_FRAMES},format=yuv420p"
        command = [program, "-nostdin", "-loglevel", "error", "-y"]
        command += ["-framerate", f"{1 / seconds:g}", "-i", str(Path(folder) / "%05d.png")]
        command += ["-vf", shape, "-movflags", "+faststart", str(made)]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=_PATIENCE, text=True
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Diagnostic("no-film", f"{PROGRAM} made no film: {error}", "make a .gif")
        if done.returncode or not made.exists():
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            return Diagnostic("no-film", f"{PROGRAM} made no film: {said}", "make a .gif")
        return made.read_bytes()
