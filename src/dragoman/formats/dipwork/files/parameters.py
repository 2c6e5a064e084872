"""The game parameters: what they are called, what they may be, and where they are looked up.

A parameter is searched for in ``ORDERS.TXT``, then in ``GAME.TXT``, ``VARIANT.TXT`` and
``PROJECT.TXT``; the first file that has it counts (DipWork manual, "Partieparameter").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from dragoman.board import fold
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.keywords import KeywordFile, Value
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase
from dragoman.words import said

EMPTY = "%"
"""The sign for an empty text or list of codes."""
_YES = frozenset({"ja", "yes", "j", "y", "1", "+", "on"})
_NO = frozenset({"nein", "no", "n", "0", "-", "off", ""})


class Sort(Enum):
    """The sort of value behind a keyword."""

    NUMBER = "a whole number"
    WORD = "a word"
    TEXT = "a text"
    FLAG = "ja or nein"
    CODES = "ASCII codes as numbers, or %"
    MACRO = "a command"


class Home(Enum):
    """The file a parameter must stand in, where it is not looked up in all of them."""

    ANY = ""
    PROJECT = "PROJECT.TXT"
    GAME = "GAME.TXT"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A keyword of the manual. ``most`` is None where a number may be as large as one likes.

    ``usual`` is what counts where no file has the keyword: the manual's recommendation, but
    for SLOWMOTION.
    """

    keyword: str
    sort: Sort
    usual: str = ""
    least: int = 0
    most: int | None = None
    home: Home = Home.ANY


_N, _W, _T, _F, _C, _M = Sort.NUMBER, Sort.WORD, Sort.TEXT, Sort.FLAG, Sort.CODES, Sort.MACRO

PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        p.keyword: p
        for p in (
            # Interpretations of the rules.
            Parameter("SELF_CUT_OK", _F, "nein"),
            Parameter("IX_3_INTERPRETATION", _N, "0", 0, 2),
            Parameter("IX_7_INTERPRETATION", _N, "0", 0, 2),
            Parameter("X_INTERPRETATION", _N, "0"),
            Parameter("CONVOY_CUTS", _F, "nein"),
            Parameter("PARTIAL_CUT_POSSIBLE", _N, "1", 0, 2),
            # The layout of PLAIN.TXT.
            Parameter("PLAINOUTWIDTH", _N, "80", 20),
            Parameter("TABCOLUMNWIDTH", _N, "12", 4),
            Parameter("UNDERLINE_ON", _C, "91"),
            Parameter("UNDERLINE_OFF", _C, "93"),
            Parameter("COLUMNSEPCODE", _C, "9"),
            Parameter("TABLINEENDSTR", _T, EMPTY),
            Parameter("TABBEGINSTR", _T, EMPTY),
            Parameter("TABENDSTR", _T, EMPTY),
            # Names of files.
            Parameter("EDITOR", _W, home=Home.PROJECT),
            Parameter("FNORDERS", _W, "orders.txt", home=Home.PROJECT),
            Parameter("FNGAME", _W, "game.txt", home=Home.PROJECT),
            Parameter("FNVARIANT", _W, "variant.txt", home=Home.PROJECT),
            Parameter("VARIANTPATH", _W, home=Home.GAME),
            Parameter("FNFIELDS", _W, "fields.dat"),
            Parameter("FNBORDERS", _W, "borders.dat"),
            Parameter("FNSYNONYMS", _W, "synonyms.dat"),
            Parameter("FNPICLIST", _W, "piclst64.txt"),
            Parameter("PICLIST", _W),
            Parameter("FNMAP", _W, "standard.tif"),
            Parameter("FNERRORS", _W, "errors.txt"),
            Parameter("FNPLAINOUT", _W, "plain.txt"),
            Parameter("FNNEWGAME", _W, "newgame.txt"),
            # Commands and what they are made of.
            Parameter("FNSAVE", _M, "game.sav"),
            Parameter("FNFIELDTEXT", _M, "fields.txt"),
            Parameter("SHELL", _M, "command.com"),
            Parameter("SHELLCOPY", _M, "'SHELL' /c copy"),
            Parameter("READTEXT", _M, "readtext.exe"),
            Parameter("EVALGAME", _M, "dip_run.exe 'GAMEPATH'"),
            Parameter("FIELDENV", _M, "dip_fldc.exe"),
            Parameter("PRINTMAP", _M, "printtif.exe #'GAMEPATH'\\'FNMAP'"),
            # How PRINTTIF prints: words, for it takes numbers like 0.5 and resolutions like 120d.
            Parameter("PRINTOUTPUT", _W, "PRN"),
            Parameter("PRINTDRIVER", _W),
            Parameter("PRINTSCALEX", _W, "1.00"),
            Parameter("PRINTSCALEY", _W, "1.00"),
            Parameter("PRINTRESOLUTION", _W),
            Parameter("BGIPATH", _W),
            # The rest.
            Parameter("EXACT_MATCH", _F, "nein"),
            Parameter("SPELLCHECK", _N, "3"),
            Parameter("CONVOY_RELEVANT_UNITNR", _N, "3", 1),
            Parameter("NSU_CHECKING_OFF", _F, "nein"),
            Parameter("ERROR_NR_OUTPUT", _F, "nein"),
            # The manual recommends 1, with a key between the steps; but what has gone by can be
            # scrolled back to on a screen of today.
            Parameter("SLOWMOTION", _N, "0", -1, 65000),
            Parameter("VARNAME", _T, "Standard"),
            Parameter("NAME", _T),
            Parameter("YEAR", _T),
            Parameter("ZAT", _T),
            Parameter("MASTER", _T),
        )
    }
)
"""Every parameter by its keyword."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of a game, from its files: that which is searched first comes first.

    Reading one that no file has, or that is not what it should be, gives the usual value.
    """

    files: Sequence[KeywordFile]

    def find(self, keyword: str) -> Value | None:
        """The value that counts, and where it stands."""
        for file in self.files:
            if found := file.values.get(keyword):
                return found
        return None

    def number(self, keyword: str) -> int:
        """A whole number within its bounds."""
        found = self.find(keyword)
        number = _number(PARAMETERS[keyword], found.word) if found else None
        return int(PARAMETERS[keyword].usual) if number is None else number

    def flag(self, keyword: str) -> bool:
        """Yes or no."""
        found = self.find(keyword)
        answer = _flag(found.word) if found else None
        return _flag(PARAMETERS[keyword].usual) is True if answer is None else answer

    def word(self, keyword: str) -> str:
        """A word, such as the name of a file."""
        found = self.find(keyword)
        return (found.word if found else "") or PARAMETERS[keyword].usual

    def text(self, keyword: str) -> str:
        """All that stands behind the keyword; empty for ``%``. Any keyword can be asked for."""
        parameter = PARAMETERS.get(keyword)
        found = self.find(keyword)
        text = found.text if found else parameter.usual if parameter else ""
        return "" if text == EMPTY else text

    def codes(self, keyword: str) -> str:
        """The characters that a list of ASCII codes stands for; empty for ``%``."""
        found = self.find(keyword)
        codes = _codes(found.text) if found else None
        return (_codes(PARAMETERS[keyword].usual) or "") if codes is None else codes


def check_parameters(file: KeywordFile, home: Home | None = None) -> Iterator[Diagnostic]:
    """The faults of the values of the parameters in a file.

    ``home`` is the kind of file it is, to find what would be overlooked in it.
    """
    for keyword, value in file.values.items():
        parameter = PARAMETERS.get(keyword)
        if parameter is None:
            continue
        if home is not None and parameter.home not in (Home.ANY, home):
            yield Diagnostic(
                "wrong-file",
                said(
                    "{keyword} is only looked for in {value}",
                    keyword=keyword,
                    value=parameter.home.value,
                ),
                said("put it into {value}", value=parameter.home.value),
                value.source,
                value.line,
                1,
                severity=Severity.WARNING,
            )
        elif what := _wrong(parameter, value):
            yield Diagnostic(
                "bad-value",
                said(
                    "{keyword} must be {value}{bounds}, not {what}",
                    keyword=keyword,
                    value=parameter.sort.value,
                    bounds=_bounds(parameter),
                    what=what,
                ),
                said("the usual value is {usual}", usual=parameter.usual)
                if parameter.usual
                else "write one",
                value.source,
                value.line,
                value.column,
            )


def _wrong(parameter: Parameter, value: Value) -> str:
    """The text that is not a legal value; empty if all is well."""
    match parameter.sort:
        case Sort.NUMBER:
            good = _number(parameter, value.word) is not None
        case Sort.FLAG:
            good = _flag(value.word) is not None
        case Sort.CODES:
            good = _codes(value.text) is not None
        case Sort.WORD:
            good = bool(value.word)
        case _:
            good = True
    return "" if good else repr(value.text) if value.text else "nothing"


def _bounds(parameter: Parameter) -> str:
    if parameter.sort is not Sort.NUMBER:
        return ""
    if parameter.most is None:
        return said(" of {least} or more", least=parameter.least)
    return said(" from {least} to {most}", least=parameter.least, most=parameter.most)


def _number(parameter: Parameter, word: str) -> int | None:
    digits = word.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        return None
    number = int(word)
    if number < parameter.least or (parameter.most is not None and number > parameter.most):
        return None
    return number


def _flag(word: str) -> bool | None:
    word = word.lower()
    return True if word in _YES else False if word in _NO else None


def _codes(text: str) -> str | None:
    """The characters of the codes at the beginning of a text; None if there are none."""
    words = text.split()
    if words[:1] == [EMPTY]:
        return ""
    signs: list[str] = []
    for word in words:
        if not (word.isascii() and word.isdigit()):
            break  # a comment
        if len(word) > 3 or int(word) > 255:
            return None
        signs.append(bytes([int(word)]).decode("cp437"))
    return "".join(signs) or None


# Turns as game masters call them: ``Frühjahr 1901``, ``Spring 03``, ``H/W1904``, ``F01``

_SEASONS = {
    "S": ("fruhjahr", "fruehjahr", "fruhling", "fruehling", "spring", "fj", "f", "s", "sp"),
    "F": ("herbst", "fall", "autumn", "h"),
    "W": ("winter", "w"),
}
"""Seasons by their letter. A single F is Frühjahr, as the manual has it, not fall."""
_LETTERS = {word: letter for letter, words in _SEASONS.items() for word in words}
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:\d{4}|\d{2})(?!\d)")
_WRITTEN = {"S": "Frühjahr", "F": "Herbst", "W": "Winter"}


def read_turn(text: str) -> Phase | None:
    """The phase that a game master's words mean; None if they cannot be understood.

    The first season named counts: ``H/W1904`` is the movement of fall. Winter alone is an
    adjustment. A year of two digits is of the twentieth century.
    """
    year = _YEAR.search(text)
    seasons = [_LETTERS[w] for word in _WORD.findall(text) if (w := fold(word)) in _LETTERS]
    if year is None or not seasons:
        return None
    number = int(year.group())
    number += 1900 if len(year.group()) == 2 else 0
    return Phase(number, seasons[0], "A" if seasons[0] == "W" else "M")


def write_turn(phase: Phase) -> str:
    """The phase in a game master's words (``Frühjahr 1901``)."""
    return f"{_WRITTEN.get(phase.season, phase.season)} {abs(phase.year):04}"
