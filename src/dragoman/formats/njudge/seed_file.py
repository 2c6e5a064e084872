"""Seed files: the turn a game starts with, the units, and who owns what.

One wrong line costs that line and one diagnostic, nothing else. They are written in the form of the
manual.
"""

from __future__ import annotations

import re
from dataclasses import field

from dragoman.diagnostics import Diagnostic
from dragoman.formats.text_source import Lines, Source
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase

BLOCK = 77
"""The number of provinces a row of the Machiavelli record holds before the next block begins."""
SPECIAL_KINDS = {"c": "citizen militia", "m": "mercenaries", "p": "professionals"}
"""The meaning of the letter before a unit's kind, in Machiavelli."""
OWNER_ROWS = {"O": "provinces", "C": "cities", "H": "home countries"}
"""Rows of the Machiavelli record that say who owns what."""
NEW_OWNER_ROWS = {"o": "provinces", "c": "cities"}
"""Rows that say who owns what since the moves, in a retreat phase."""
FLAGS = "".join(map(chr, range(ord("0"), ord("0") + 16)))
"""The characters of the row ``F``: 0 and the sum of a province's flags, ``:`` for ten to ``?``."""
LOANS = 6
"""The number of campaigns ahead for which a treasury's loans are listed."""
NOBODY = ".&="
"""Owners that are no power: nobody, autonomous, neutral."""


@dataclass(frozen=True, slots=True)
class SeedUnit:
    """One line of the unit list.

    ``owner`` is the letter of a power, ``.`` nobody, ``&`` autonomous, ``=`` neutral.
    ``status`` is ``:`` for a unit that stands, ``r`` for a dislodged one, whose
    ``retreats`` may follow, ``m`` for one maintained in the opening winter. ``place`` and
    ``retreats`` are as written. ``special`` is a letter of ``SPECIAL_KINDS``, or empty.
    """

    owner: str
    status: str
    kind: str
    place: str
    retreats: tuple[str, ...] = ()
    special: str = ""
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeedRow:
    """A row of the Machiavelli record, which a letter and a colon begin.

    ``O``, ``C``, ``H``: who owns province and city, and whose home it is; ``o``, ``c``: who
    has owned them since the moves. ``F``: one of ``FLAGS``, the sum of 1 famine, 2 and 4
    rebellion of province and city, 8 siege. ``S``: units held since last turn. ``N``, ``n``:
    three letters of each name, for people to read downwards.
    """

    tag: str
    text: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeedLoan:
    """The debt of a power to the bank in one campaign, in ducats."""

    principal: int
    interest: int


@dataclass(frozen=True, slots=True)
class Treasury:
    """A row ``D``: a power's ducats, and its loans by the campaigns in which they are due, the
    next one first, up to ``LOANS``."""

    power: str
    ducats: int
    loans: tuple[SeedLoan, ...] = ()
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pledge:
    """A row ``A`` or ``a``: the powers whose assassination chits a power has (one may come more
    than once), or those it lets through its straits (a retreat phase only). Letters."""

    tag: str
    power: str
    others: str
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeedFile:
    """A seed file as far as it could be read, or as it is to be written.

    ``turn`` is season, year of four digits and phase as nJudge writes them (``F1900B``;
    ``F1498A`` opens Machiavelli), empty where the file does not say. ``ownership`` has one
    character for each province of the map, in its order; None means that ``rows`` or, where
    there are none either, home centres and units say who owns what. ``rows``, ``treasuries``
    and ``pledges`` are the Machiavelli record.
    """

    turn: str = ""
    units: tuple[SeedUnit, ...] = ()
    ownership: str | None = None
    rows: tuple[SeedRow, ...] = ()
    treasuries: tuple[Treasury, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    ownership_line: int = field(default=0, compare=False)
    name: str = field(default="", compare=False)

    @property
    def phase(self) -> Phase | None:
        """The turn; builds and opening adjustments both are adjustments of winter."""
        return Phase.parse(self.turn) if self.turn else None

    @property
    def has_record(self) -> bool:
        """True if it has anything of the Machiavelli record."""
        return bool(self.rows or self.treasuries or self.pledges)

    def record(self, tag: str) -> tuple[tuple[int, SeedRow], ...]:
        """The rows of a tag, one for each block of provinces, with the index of their first.

        The second row ``N`` opens the second block, and so on.
        """
        start = 0
        found: list[tuple[int, SeedRow]] = []
        has_names = False
        for row in self.rows:
            if row.tag == "N":
                start += BLOCK if has_names else 0
                has_names = True
            if row.tag == tag:
                found.append((start, row))
        return tuple(found)


# Reading


def read_seed(text: str | bytes, name: str = "") -> tuple[SeedFile, tuple[Diagnostic, ...]]:
    """Read a seed file. ``name`` is what the diagnostics call it.

    Never raises: what cannot be read is left out and has a diagnostic.
    """
    source = Source(text, name)
    lines = [
        (number, line)
        for number, line in enumerate(source.lines, start=1)
        if line.strip() and not line.startswith("#")
    ]
    turn = _read_turn(source, lines)
    units = _read_units(source, lines)
    record = _Record(source)
    record.read(lines)
    seed_file = SeedFile(
        turn,
        units,
        record.ownership,
        tuple(record.rows),
        tuple(record.treasuries),
        tuple(record.pledges),
        record.ownership_line,
        name,
    )
    return seed_file, source.diagnostics


# Each of these takes the lines it reads from the front of the list.

_TURN = re.compile(r"\s*([SUFW])\s*(\d{1,4})\s*([MRAB])\s*\Z", re.IGNORECASE | re.ASCII)
_UNIT = re.compile(r"(?P<owner>\S)(?P<status>[:rm]) ?(?P<unit>.*)")
_KIND = re.compile(r"\s*(?P<special>[cmp]?)\s*(?P<kind>[A-Za-z])\s+(?P<place>\S.*)")


def _read_turn(source: Source, lines: Lines) -> str:
    if lines and not lines[0][1].startswith("-") and not _UNIT.match(lines[0][1]):
        number, line = lines.pop(0)
        match = _TURN.match(line)
        if match:
            season, year, phase = match.groups()
            season, phase = season.upper(), phase.upper()
            if season == "W" and phase in "AB":  # nJudge has no winter: fall builds
                season, phase = "F", "B"
            return f"{season}{int(year):04d}{phase}"
        what = f"{line.strip()!r} is no turn"
    else:
        number, what = lines[0][0] if lines else 1, "the file does not say which turn it is"
    source.error("bad-phase", what, "begin with season, year and phase, as in S1901M", number, 1)
    return ""


def _read_units(source: Source, lines: Lines) -> tuple[SeedUnit, ...]:
    units: list[SeedUnit] = []
    while lines:
        number, line = lines.pop(0)
        if line.startswith("-"):
            return tuple(units)
        unit = _read_unit(source, number, line)
        if unit is not None:
            units.append(unit)
    source.error(
        "cut-short",
        "the file ends inside its list of units",
        "get the rest of it; the units end with a line -1, and so does the file",
        max(len(source.lines), 1),
    )
    return tuple(units)


def _read_unit(source: Source, number: int, line: str) -> SeedUnit | None:
    head = _UNIT.match(line)
    body = _KIND.match(head["unit"]) if head else None
    place, *retreats = (part.strip() for part in body["place"].split(",")) if body else ("",)
    if head is None or body is None or not place:
        source.error(
            "bad-unit-line",
            f"{line.strip()!r} is no unit",
            "write the power's letter, a colon, a space, A or F, and the province: E: F London",
            number,
            1,
        )
        return None
    return SeedUnit(
        head["owner"],
        head["status"],
        body["kind"].upper(),
        place,
        tuple(filter(None, retreats)),
        body["special"],
        number,
        head.start("unit") + 1 + body.start("place"),
    )


_TAG = re.compile(r"(?:^|(?<=\s))(?P<tag>[A-Za-z]):")
_TAGS = "NnOCHFSocDAa"
_NUMBER = re.compile(r"\d{1,6}\Z", re.ASCII)


class _Record:
    """The last part: a row of owners, or the rows of the Machiavelli record."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.ownership: str | None = None
        self.ownership_line = 0
        self.rows: list[SeedRow] = []
        self.treasuries: list[Treasury] = []
        self.pledges: list[Pledge] = []

    @property
    def has_rows(self) -> bool:
        return bool(self.rows or self.treasuries or self.pledges)

    def read(self, lines: Lines) -> None:
        # The Machiavelli record may have a third part after it, usually empty.
        ends = 0
        for number, line in lines:
            if ends == 2 or (ends == 1 and not self.has_rows):
                self.source.warn(
                    "after-end",
                    "the file goes on after its last end line; the rest was not read",
                    "take out the -1 that is too many",
                    number,
                )
                return
            if line.startswith("-"):
                ends += 1
            elif _TAG.match(line):
                self._read_rows(number, line)
            else:
                self._read_ownership(number, line)
        if not ends and not any(fault.code == "cut-short" for fault in self.source.faults):
            self.source.warn(
                "missing-end",
                "the file ends without its last end line",
                "end it with a line -1",
                max(len(self.source.lines), 1),
            )

    def _read_rows(self, number: int, line: str) -> None:
        """The rows of a line: real files give each its own, or put several behind each other."""
        tags = list(_TAG.finditer(line))
        ends = [tag.start() for tag in tags[1:]] + [len(line)]
        for tag, end in zip(tags, ends, strict=True):
            column = tag.start() + 1
            if tag["tag"] not in _TAGS:
                self.source.error(
                    "unknown-row",
                    f"nobody knows what a row {tag.group()} says",
                    "rows begin with N, n, O, C, H, F, S, o, c, D, A or a",
                    number,
                    column,
                )
            elif tag["tag"] == "D":
                self._read_treasury(line[tag.end() : end], number, tag.end() + 1)
            elif tag["tag"] in "Aa":
                self._read_pledge(tag["tag"], line[tag.end() : end], number, tag.end() + 1)
            else:
                text = line[tag.end() : end].strip()
                self.rows.append(SeedRow(tag["tag"], text, number, column + 2))

    def _read_treasury(self, text: str, number: int, column: int) -> None:
        power, *amounts = text.split() or [""]
        faulty = next((a for a in amounts if not _NUMBER.match(a)), None)
        if len(power) != 1 or not amounts or faulty is not None:
            what = f"{faulty!r} is not an amount" if faulty else f"{text.strip()!r} is no treasury"
        elif len(amounts) % 2 == 0:
            what = f"the last loan of {power} has no interest"
        elif len(amounts) > 2 * LOANS + 1:
            what = f"{power} has {len(amounts) // 2} loans"
        else:
            ducats, *owed = map(int, amounts)
            loans = tuple(map(SeedLoan, owed[::2], owed[1::2]))
            self.treasuries.append(Treasury(power, ducats, loans, number, column))
            return
        self.source.error(
            "bad-treasury",
            what,
            "write the power's letter, its ducats, then loan and interest for each of the next "
            f"{LOANS} campaigns: D:V 12 10 2",
            number,
            column,
        )

    def _read_pledge(self, tag: str, text: str, number: int, column: int) -> None:
        power, *others = text.split() or [""]
        if len(power) == 1:
            self.pledges.append(Pledge(tag, power, "".join(others), number, column))
            return
        self.source.error(
            "bad-pledge",
            f"{text.strip()!r} does not name a power and then others",
            f"write the power's letter, a space, and the letters of the others: {tag}:V FMN",
            number,
            column,
        )

    def _read_ownership(self, number: int, line: str) -> None:
        if self.ownership is None and not self.has_rows:
            self.ownership, self.ownership_line = line.split(maxsplit=1)[0], number
            return
        self.source.error(
            "bad-ownership",
            "a second row of owners was not read",
            "write one row, with a character for each province",
            number,
            1,
        )


# Writing


def write_seed(seed_file: SeedFile) -> str:
    """The text of a seed file, which ``read_seed`` reads back as the same.

    Rows of the Machiavelli record stand one in a line, and an empty third part follows them.
    """
    lines = [seed_file.turn] if seed_file.turn else []
    lines += [_unit(unit) for unit in seed_file.units]
    lines.append("-1")
    lines += [seed_file.ownership] if seed_file.ownership else []
    lines += [f"{row.tag}:{row.text}" for row in seed_file.rows]
    lines += map(_treasury, seed_file.treasuries)
    lines += [
        f"{pledge.tag}:{pledge.power} {pledge.others}".rstrip() for pledge in seed_file.pledges
    ]
    lines += ["-1", "-1"] if seed_file.has_record else ["-1"]
    return "\n".join(lines) + "\n"


def _unit(unit: SeedUnit) -> str:
    places = ", ".join((unit.place, *unit.retreats))
    return f"{unit.owner}{unit.status} {unit.special}{unit.kind} {places}"


def _treasury(treasury: Treasury) -> str:
    owed = (amount for loan in treasury.loans for amount in (loan.principal, loan.interest))
    return "D:" + " ".join((treasury.power, *map(str, (treasury.ducats, *owed))))
