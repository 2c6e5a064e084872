"""``dragoman dipwork printtif``: DipWork's program for maps on screens and printers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import write_keeping_backup
from dragoman.games.dipwork.dos_paths import dos_path
from dragoman.games.dipwork.print_options import LIST, PrintOptions, read_print_options
from dragoman.words import said

if TYPE_CHECKING:
    from PIL.Image import Image

HELP = """\
[#]PICTURE [OPTIONS]: print a picture, as the map step draws it, or look at it.
  :DRIVER    screen, hplj, hpdj500, epson9 or epson24
  R300       dots per inch; R? lists those of the driver
  X0.5 Y0.5  as part of the picture's width and height; 1.00 is a dot for a pixel
  -FILE      where the data goes, else into a file PRN
  !FILE      a file with PRINTDRIVER, PRINTRESOLUTION, PRINTSCALEX, PRINTSCALEY, PRINTOUTPUT;
             what the command line says counts first
  =KEYWORD   the keyword in that file that names the picture: !VARIANT.TXT =FNMAP
  M+ M++ I1 $PATH  for screens of 1993; change nothing here       /? /??  this help
In most shells # ! $ and ? want quotes: '#STANDARD.TIF' 'R?'."""

SCREEN = "screen"
_DEVICES = re.compile(r"(PRN|CON|AUX|NUL|LPT[1-9]|COM[1-9]):?", re.IGNORECASE)
_PATIENCE = 3.0
"""Seconds within which a desktop says that it cannot open a picture."""

Say = Callable[[str], None]
Ask = Callable[[str, str], str]
Show = Callable[["Image"], None]
"""Shows a picture in the terminal."""


def print_tif(
    words: Sequence[str], say: Say, ask: Ask, show: Show | None, here: Path
) -> tuple[Diagnostic, ...]:
    """Carry out a command line of PRINTTIF.

    Asks for the picture and the driver where they are not given. ``show`` is None where
    there is no terminal. Nothing is written if anything is wrong.
    """
    from dragoman.games.pictures import scaled_picture

    options, faults = read_print_options(words, here)
    if options.help or not words:
        say(HELP)
        return ()
    if options.resolution == LIST:
        for line in _list_of(options.driver):
            say(line)
        return faults
    if has_errors(faults):
        return faults
    if options.picture is None:
        answer = ask("Which picture?", "")
        options = replace(options, picture=dos_path(here, answer) if answer else None)
    if not options.driver:
        options = replace(options, driver=ask("Which driver?", SCREEN) or SCREEN)
    if options.picture is None:
        what, remedy = "no picture is named", "write as in: #standard.tif"
        return (*faults, Diagnostic("no-picture", what, remedy))
    if options.old_screens:
        words_of_1993 = " ".join(options.old_screens)
        say(
            said(
                "{words_of_1993}: for the screens of 1993; it has no effect here",
                words_of_1993=words_of_1993,
            )
        )
    picture = scaled_picture(options.picture, options.scale)
    if isinstance(picture, Diagnostic):
        return (*faults, picture)
    if options.driver == SCREEN:
        return (*faults, *_shown(options, picture, say, show))
    return (*faults, *_printed(options, picture, say, here))


def _shown(
    options: PrintOptions, picture: Image, say: Say, show: Show | None
) -> tuple[Diagnostic, ...]:
    """Shown by the desktop's program for pictures; without a desktop, in the terminal."""
    if options.resolution:
        say(
            said("R{resolution}: a screen has the resolution it has", resolution=options.resolution)
        )
    if _is_desktop() and _open_on_desktop(picture):
        say(
            said(
                "{picture}: opened with this machine's program for pictures",
                picture=options.picture,
            )
        )
    elif show is not None:
        show(picture)
    else:
        what, remedy = "there is no screen to show a picture on", "name a printer, as in :hplj"
        return (Diagnostic("no-screen", what, remedy),)
    return ()


def _is_desktop() -> bool:
    """Whether there is a graphical desktop; under X and Wayland the environment tells."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_on_desktop(picture: Image) -> bool:
    """Open a picture with the program that the desktop has for it; False if there is none.

    The temporary file is kept, as nobody knows when the program is done with it.
    """
    handle, file = tempfile.mkstemp(".png", "map-")
    with open(handle, "wb") as content:
        picture.save(content, "PNG")
    if sys.platform == "win32":
        os.startfile(file)
        return True
    opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if opener is None:
        return False
    quiet = subprocess.DEVNULL
    started = subprocess.Popen([opener, file], stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        return started.wait(_PATIENCE) == 0
    except subprocess.TimeoutExpired:  # some stay as long as the picture is open
        return True


def _printed(options: PrintOptions, picture: Image, say: Say, here: Path) -> tuple[Diagnostic, ...]:
    from dragoman.drawing.files.printer_data import printer_data
    from dragoman.games.pictures import chosen_resolution, too_large

    resolution, faults = chosen_resolution(options.driver, options.resolution, (SCREEN,))
    if not resolution:
        return faults
    target = dos_path(here, options.target.removesuffix(":"))
    if fault := _unfit(options, target):
        return (fault,)
    data = printer_data(picture, options.driver, resolution)
    write_keeping_backup(target, data)
    say(
        said(
            "{target}: {number} bytes for {driver} at {resolution} dpi",
            target=target,
            number=len(data),
            driver=options.driver,
            resolution=resolution,
        )
    )
    say(said("This is a file; send it to the printer as it is: lp -o raw {target}", target=target))
    return too_large(picture, options.driver, resolution)


def _unfit(options: PrintOptions, target: Path) -> Diagnostic | None:
    """Why a file cannot be written to, if it cannot."""
    if os.name == "nt" and _DEVICES.fullmatch(options.target):
        what, remedy = (
            said("{target} is a device", target=options.target),
            "name a file: -printer.prn",
        )
    elif target.exists() and not target.is_file():
        what, remedy = "this is not a file", "name a file, and send it to the printer afterwards"
    elif any(_are_one(target, read) for read in (options.picture, options.parameter_file)):
        what, remedy = "this file is needed for printing", "name another file: -printer.prn"
    else:
        return None
    return Diagnostic("bad-target", what, remedy, str(target))


def _are_one(target: Path, read: Path | None) -> bool:
    return read is not None and target.exists() and read.exists() and target.samefile(read)


def _list_of(driver: str) -> Iterator[str]:
    """The resolutions of a driver, or of all, a message for each."""
    from dragoman.drawing.files.printer_data import DRIVERS

    chosen = {driver: DRIVERS[driver]} if driver in DRIVERS else DRIVERS
    for name, found in chosen.items():
        yield said("{driver}, usually {resolution}:", driver=name, resolution=found.usual)
        for word, dots in found.resolutions.items():
            yield said(
                "  R{word:<5} {across} by {down} dots per inch{way}{pins}",
                word=word,
                across=dots.across,
                down=dots.down,
                way=" in two passes" if dots.twice else "",
                pins=", 8 of 24 pins" if name == "epson24" and dots.pins == 8 else "",
            )
