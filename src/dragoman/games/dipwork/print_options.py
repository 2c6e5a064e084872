"""The command line of PRINTTIF and its parameter file, as DipWork's manual gives them.

    #cosa\\standard.tif :hplj -printer.prn X0.5 Y0.5 R150 !variant.txt =FNMAP

The command line overrides the file. Letter case matters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork import PARAMETERS, KeywordFile, read_keywords, read_text_file
from dragoman.games.dipwork.dos_paths import dos_path
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

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
    """What to print and how; None, or empty, where it was not given.

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
