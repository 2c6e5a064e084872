"""``FIELDS.TXT``: the fields of a map, the borders between them, and other spellings.

    # Bud 860 810 - L 1 Au       a field: place on the map, coast of, kind, points, home of
    - Gas Spa ja SpN ja          a border: may unit types 1, 2, 3, ... cross it?
    = Pet StP                    synonyms of a field

A field of which another is a coast has the coast's own name as a "sub-field" (``SpN`` of
``Spa``). At a border stands for each unit type ``ja``, ``nein``, ``-`` (it cannot be in the
field at all), ``imp`` (it would have to say which coast), or the name of the sub-field it
arrives in. One of the types may be imaginary: it says where a convoy goes
(``CONVOY_RELEVANT_UNITNR``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.keyword_lists import NO_HOME
from dragoman.formats.dipwork.files.keywords import END
from dragoman.formats.dipwork.files.text_file import TextFile, by_place
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

YES, NO, ABSENT, AMBIGUOUS = "ja", "nein", "-", "imp"
"""The entries for a unit type at a border, besides the name of a field."""
OCEAN, COAST, LAND = "O", "C", "L"
"""The letters of a field's kind that mean something by themselves: where a unit convoys from,
where a convoy begins and ends, and dry land."""

_WAYS = {"ja": YES, "yes": YES, "nein": NO, "no": NO, "-": ABSENT, "imp": AMBIGUOUS}
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[\w/():,=^]+")
_PLAIN_NAME = re.compile(r"[^\W_]\w*")


@dataclass(frozen=True, slots=True)
class MapField:
    """A field: a province, or a coast of one (``coast_of`` is then the province's name).

    ``x`` and ``y`` are where a unit in it is drawn, in the points of the map picture;
    ``kind`` the letters of what it is and of what may be built in it.
    """

    name: str
    x: int = 0
    y: int = 0
    coast_of: str | None = None
    kind: str = ""
    points: int = 0
    home: str | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        over = self.coast_of or "-"
        return (
            f"# {self.name} {self.x} {self.y} {over} {self.kind} {self.points} {self.home or '-'}"
        )


@dataclass(frozen=True, slots=True)
class Border:
    """A way from a field to another; ``ways`` has a word for each unit type."""

    start: str
    target: str
    ways: tuple[str, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return " ".join(("-", self.start, self.target, *self.ways))


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Other spellings of a field."""

    name: str
    spellings: tuple[str, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return " ".join(("=", self.name, *self.spellings))


@dataclass(frozen=True)
class Geography:
    """Everything a ``FIELDS.TXT`` says, in its order."""

    fields: tuple[MapField, ...] = ()
    borders: tuple[Border, ...] = ()
    synonyms: tuple[Synonyms, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, MapField]:
        return {one.name: one for one in self.fields}

    @cached_property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """The sub-fields of each field that has some."""
        found: dict[str, tuple[str, ...]] = {}
        for one in self.fields:
            if one.coast_of is not None:
                found[one.coast_of] = (*found.get(one.coast_of, ()), one.name)
        return found

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The name of each field's place: its first synonym if that is a longer name than its own
        (``= ENG English_Channel``), and else its own."""
        first = {row.name: row.spellings[0] for row in reversed(self.synonyms) if row.spellings}
        return {name: _title(name, first.get(name, name)) for name in self.by_name}

    def province(self, name: str) -> str:
        """The field that a field is a coast of, or itself."""
        return self.by_name[name].coast_of or name

    def arrival(self, border: Border, unit_type: int) -> str | None:
        """The place at which a unit of a type, counted from 1, arrives by a border; None if it
        cannot go."""
        way = border.ways[unit_type - 1] if unit_type <= len(border.ways) else NO
        if way == YES:
            return border.target
        return None if way in (NO, ABSENT, AMBIGUOUS) else way

    @property
    def lines(self) -> Iterator[str]:
        """The file as it is written."""
        yield from map(str, self.fields)
        yield ""
        yield from map(str, self.borders)
        if self.synonyms:
            yield ""
            yield from map(str, self.synonyms)
        yield ""
        yield END


def _title(name: str, spelling: str) -> str:
    is_title = spelling[0].isupper() and not any(sign in spelling for sign in "/():,=^")
    return spelling.replace("_", " ") if is_title and len(spelling) > len(name) else name


def read_geography(file: TextFile) -> tuple[Geography, tuple[Diagnostic, ...]]:
    """The fields, borders and synonyms of a file, and what is wrong with its lines.

    Never raises: a line that cannot be understood is left out and has a diagnostic.
    """
    reading = _Reading(file)
    reading.read()
    return Geography(
        tuple(reading.fields.values()), tuple(reading.borders.values()), tuple(reading.synonyms)
    ), by_place(reading.faults)


class _Reading:
    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.fields: dict[str, MapField] = {}
        self.borders: dict[tuple[str, str], Border] = {}
        self.synonyms: list[Synonyms] = []
        self.faults: list[Diagnostic] = []
        self.line = 0

    def read(self) -> None:
        has_end = False
        for number, text in self.file.read():
            self.line = number
            words = [(m.group(), m.start() + 1) for m in _WORD.finditer(text)]
            if not words:
                continue
            if has_end:
                self._fault("behind-end", "nothing behind END is read", "", is_warning=True)
                return
            match words[0][0]:
                case "#":
                    self._field(words[1:])
                case "-":
                    self._border(words[1:])
                case "=":
                    self._synonyms(words[1:])
                case "END":
                    has_end = True
                case head if (
                    head[0] in "#-=" and len(words) > 2 and _PLAIN_NAME.fullmatch(head[1:])
                ):
                    what = said("a space is missing behind {head}", head=head[0])
                    self._fault(
                        "bad-line",
                        what,
                        said("write: {line}", line=f"{head[0]} {text.strip()[1:]}"),
                    )
                case _:  # every other line is a comment
                    pass
        if not has_end:
            what = "the file does not end with END"
            remedy = "add a line END, so that nobody wonders whether something is missing"
            self._fault("no-end", what, remedy, is_warning=True)

    def _field(self, words: list[tuple[str, int]]) -> None:
        usual = "write as in: # Bud 860 810 - L 1 Au"
        if len(words) < 5:
            what = "a field needs a name, two coordinates, what it is a coast of, and its kind"
            self._fault("bad-field", what, usual)
            return
        (name, column), x, y, (over, _), (kind, _), *rest = words
        if not _NAME.fullmatch(name):
            what = said("{name} cannot be the name of a field", name=name)
            remedy = "use letters, digits and _ / ( ) : , = ^"
            self._fault("bad-field", what, remedy, column)
            return
        if name in self.fields:
            what = said(
                "{name} is a field already (line {line})", name=name, line=self.fields[name].line
            )
            self._fault("field-twice", what, "take one of them out", column)
            return
        home = rest[1][0] if len(rest) > 1 and rest[1][0] not in NO_HOME else None
        points = self._number(*rest[0], "supply points") if rest else 0
        self.fields[name] = MapField(
            name,
            self._number(*x, "a coordinate"),
            self._number(*y, "a coordinate"),
            None if over == "-" else over,
            kind,
            points,
            home,
            self.line,
        )

    def _border(self, words: list[tuple[str, int]]) -> None:
        if len(words) < 3:
            what = "a border needs two fields and a word for each unit type"
            self._fault("bad-border", what, "write as in: - Kie Mun ja nein")
            return
        (start, column), (target, _), *ways = (word for word in words)
        border = Border(start, target, tuple(_WAYS.get(w.lower(), w) for w, _ in ways), self.line)
        other = self.borders.setdefault((start, target), border)
        if other is not border:
            what = said(
                "the border {start} {target} stands in line {line} already",
                start=start,
                target=target,
                line=other.line,
            )
            self._fault("border-twice", what, "take one of them out", column)

    def _synonyms(self, words: list[tuple[str, int]]) -> None:
        if len(words) < 2:
            what = "a line of synonyms needs a field and another spelling of it"
            self._fault("bad-synonyms", what, "write as in: = MID MAO")
            return
        spellings = tuple(word for word, _ in words[1:])
        self.synonyms.append(Synonyms(words[0][0], spellings, self.line))

    def _number(self, word: str, column: int, wanted: str) -> int:
        digits = word.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) <= 6:
            return int(word)
        what = said("{word} stands where {wanted} should", word=word, wanted=wanted)
        self._fault("bad-field", what, "write a whole number of up to six digits", column)
        return 0

    def _fault(
        self, code: str, what: str, remedy: str, column: int = 1, is_warning: bool = False
    ) -> None:
        severity = Severity.WARNING if is_warning else Severity.ERROR
        self.faults.append(
            Diagnostic(code, what, remedy, self.file.name, self.line, column, severity=severity)
        )
