"""``dragoman dipwork printtif``: DipWork's program for maps on screens and printers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import write_keeping_backup
from dragoman.formats.dipwork import PARAMETERS, KeywordFile, read_keywords, read_text_file
from dragoman.games.dipwork.workspace import dos_path
from dragoman.quick_dataclass import dataclass
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
    """True if there is a graphical desktop; under X and Wayland the environment tells."""
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
    """The reason why a file cannot be written to, if it cannot."""
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


# The command line of PRINTTIF and its parameter file, as DipWork's manual gives them

LIST = "?"
"""Asks for the list of resolutions, in the place of one."""
_KEYWORDS = {
    "-": "PRINTOUTPUT",
    ":": "PRINTDRIVER",
    "X": "PRINTSCALEX",
    "Y": "PRINTSCALEY",
    "R": "PRINTRESOLUTION",
    "$": "BGIPATH",
}
"""The options that have a keyword in the parameter file, by their signs."""
_LETTERS = re.compile(
    r"(?P<scale>[XY])(?P<factor>[-+]?[0-9.,]+)|R(?P<dots>\?|[0-9]+d?(?:/8)?)|(?P<screen>M\++|I[0-9]+)"
)
_SMALLEST, _LARGEST = 0.01, 50.0
"""The scales there are."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """A request to print; its fields are None, or empty, where nothing was given.

    ``old_screens`` are the options for screens of 1993, which no longer have any effect.
    """

    picture: Path | None
    target: str
    driver: str
    resolution: str | None
    scale: tuple[float, float]
    help: bool
    parameter_file: Path | None
    old_screens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """A value and its place in a file; no place where it is from the command line."""

    value: str
    place: tuple[str, int, int] = ("", 0, 0)


@dataclass(slots=True)
class _Words:
    """The words of a command line: options by their signs, and all else."""

    by_sign: dict[str, _Said] = field(default_factory=dict[str, _Said])
    old_screens: list[str] = field(default_factory=list[str])
    help: bool = False


def read_print_options(
    words: Sequence[str], here: Path
) -> tuple[PrintOptions, tuple[Diagnostic, ...]]:
    """The options in a command line and in the parameter file it names, and what is wrong with
    them.

    Paths are taken from ``here`` on; a picture that the file names may also lie beside it.
    """
    line, faults = _sorted(words)
    signs = line.by_sign
    file, keywords, more = _parameter_file(signs, here)
    faults += more
    for sign, keyword in _KEYWORDS.items():
        found = keywords.values.get(keyword) if keywords else None
        if sign not in signs and found:
            signs[sign] = _Said(found.word, (found.source, found.line, found.column))
        signs.setdefault(sign, _Said(PARAMETERS[keyword].usual))
    picture, more = _picture(signs, file, keywords, here)
    faults += more
    scale = _number(signs["X"].value), _number(signs["Y"].value)
    for sign, number in zip("XY", scale, strict=True):
        if not _SMALLEST <= number <= _LARGEST:
            what = said(
                "a scale is a number from {SMALLEST} to {LARGEST:g}",
                SMALLEST=_SMALLEST,
                LARGEST=_LARGEST,
            )
            what = said("{scale}, not {value!r}", scale=what, value=signs[sign].value)
            remedy = "1.00 is the size of the picture, 0.5 half of it"
            faults.append(Diagnostic("bad-scale", what, remedy, *signs[sign].place))
    if signs["$"].value:
        line.old_screens.append(f"${signs['$'].value}")
    options = PrintOptions(
        picture,
        signs["-"].value,
        signs[":"].value,
        signs["R"].value or None,
        scale,
        line.help,
        file,
        tuple(line.old_screens),
    )
    return options, tuple(faults)


def _sorted(words: Sequence[str]) -> tuple[_Words, list[Diagnostic]]:
    found, faults = _Words(), list[Diagnostic]()
    for word in words:
        letters = _LETTERS.fullmatch(word)
        if word in ("/?", "/??"):
            found.help = True
        elif letters and letters["screen"]:
            found.old_screens.append(word)
        elif letters:
            found.by_sign[letters["scale"] or "R"] = _Said(letters["factor"] or letters["dots"])
        elif word[0:1] in ("#", "-", ":", "!", "=", "$"):
            if word[1:]:
                found.by_sign[word[0]] = _Said(word[1:])
            else:
                faults.append(
                    Diagnostic(
                        "bad-option", said("nothing stands behind {word}", word=word), "see /?"
                    )
                )
        elif "#" not in found.by_sign:  # shells of today take # for a comment: a bare word will do
            found.by_sign["#"] = _Said(word)
        else:
            what = said("{word!r} is not an option, and a picture is named already", word=word)
            faults.append(Diagnostic("bad-option", what, "see /?; letter case matters"))
    return found, faults


def _parameter_file(
    signs: dict[str, _Said], here: Path
) -> tuple[Path | None, KeywordFile | None, list[Diagnostic]]:
    if "!" not in signs:
        return None, None, []
    path = dos_path(here, signs["!"].value)
    try:
        text = read_text_file(path.read_bytes(), path.name)
    except OSError as error:
        what = said("cannot be read: {lower}", lower=(error.strerror or str(error)).lower())
        return None, None, [Diagnostic("missing-file", what, "name a parameter file", str(path))]
    keywords, faults = read_keywords(text, PARAMETERS)
    # A list in pieces, as a VARIANT.TXT may have, is no reason not to print.
    return path, keywords, [replace(fault, severity=Severity.WARNING) for fault in faults]


def _picture(
    signs: dict[str, _Said], file: Path | None, keywords: KeywordFile | None, here: Path
) -> tuple[Path | None, list[Diagnostic]]:
    if "#" in signs:
        return dos_path(here, signs["#"].value), []
    if "=" not in signs:
        return None, []
    keyword = signs["="].value
    if file is None or keywords is None:
        what, remedy = (
            said("={keyword} is looked for in no file", keyword=keyword),
            "name one: !variant.txt",
        )
        return None, [Diagnostic("no-parameter-file", what, remedy)]
    found = keywords.values.get(keyword)
    if found is None or not found.word:
        what, remedy = (
            said("there is no {keyword}", keyword=keyword),
            "name the keyword of a picture, as in =FNMAP",
        )
        return None, [Diagnostic("missing-value", what, remedy, str(file))]
    path = dos_path(here, found.word)
    return (path if path.exists() else dos_path(file.parent, found.word)), []


def _number(text: str) -> float:
    """The text as a number; 0 if it is not one."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0.0
