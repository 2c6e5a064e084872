"""``GAME.TXT`` and ``NEWGAME.TXT``: parameters of a game, then a section for each nation.

    NATION Au
    PLAYER Heinz Rad
    UNITS
    A Vie
    %
    CENTERS
    Vie
    %

The sections stand in the order of ``NATIONLIST``; what is written behind ``NATION`` is for
people. ``NEWGAME.TXT`` also lists the orders, retreats and builds of the turn that led to it.
The manual says that they stand there and how orders that failed are marked, but not what the
lists are called: here they are ``ORDERS``, ``RETREATS`` and ``BUILDUPS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.keywords import END, KeywordFile, Row, read_keywords
from dragoman.formats.dipwork.files.parameters import EMPTY, PARAMETERS, Home, check_parameters
from dragoman.formats.dipwork.files.text_file import TextFile, by_place
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position
from dragoman.words import said

NATION, PLAYER, UNITS, CENTERS = "NATION", "PLAYER", "UNITS", "CENTERS"
ORDERS, RETREATS, BUILDUPS = "ORDERS", "RETREATS", "BUILDUPS"
_LISTS = (UNITS, CENTERS, ORDERS, RETREATS, BUILDUPS)


@dataclass(frozen=True, slots=True)
class NationSection:
    """The section of one nation: its word, its player, and the lines of its lists."""

    nation: str
    player: str = ""
    lists: Mapping[str, tuple[Row, ...]] = field(default_factory=dict[str, tuple[Row, ...]])
    line: int = field(default=0, compare=False)

    def rows(self, keyword: str) -> tuple[Row, ...]:
        return self.lists.get(keyword, ())


@dataclass(frozen=True, slots=True)
class GameFile:
    """The contents of a game file: the parameters above the first nation, and the sections."""

    keywords: KeywordFile
    sections: tuple[NationSection, ...]

    @property
    def name(self) -> str:
        return self.keywords.name

    @property
    def header(self) -> tuple[str, ...]:
        """The lines above the first nation, comments and all."""
        first = self.sections[0].line if self.sections else self.keywords.end
        lines = self.keywords.file.lines
        return lines[: first - 1] if first else lines


def read_game_file(file: TextFile) -> tuple[GameFile, tuple[Diagnostic, ...]]:
    """Read a game file. Never raises; a file that was cut short has a diagnostic.

    Its end is as good as ``END`` where its last line is whole (the manual, "Keyword END").
    """
    keywords, faults = read_keywords(file, PARAMETERS, NATION)
    reading = _Reading(file)
    reading.read()
    game = GameFile(keywords, tuple(reading.sections))
    checks = [*faults, *check_parameters(keywords, Home.GAME), *reading.faults]
    return game, by_place(checks)


def position_of(
    game: GameFile, atlas: Atlas, board: Board, phase: Phase
) -> tuple[Position, tuple[Diagnostic, ...]]:
    """The units and owners, and everything that is wrong with it.

    The nations are told by their order, as DipWork tells them.
    """
    placing = _Placing(game, atlas, board)
    placing.place()
    position = Position(phase, tuple(placing.units), placing.owners)
    return position, by_place(placing.faults)


def game_lines(header: Iterable[str], sections: Iterable[NationSection]) -> Iterator[str]:
    """A game file as it is written: each list ends with a line that holds ``%`` alone."""
    yield from header
    for section in sections:
        yield f"{NATION} {section.nation}"
        if section.player:
            yield f"{PLAYER} {section.player}"
        for keyword in _LISTS:
            if keyword in section.lists or keyword in (UNITS, CENTERS):
                yield keyword
                yield from (row.text for row in section.rows(keyword))
                yield EMPTY
    yield END


def nation_sections(
    position: Position,
    atlas: Atlas,
    players: Mapping[str, str],
    entries: Mapping[str, Mapping[str, Sequence[str]]],
) -> tuple[NationSection, ...]:
    """The sections of a position.

    ``players`` goes by the nation's word; ``entries`` holds for each of the lists ``ORDERS``,
    ``RETREATS`` and ``BUILDUPS`` the lines of each power, by its key.
    """
    sections: list[NationSection] = []
    for nation in atlas.nations:
        power = atlas.power_of[nation.word]
        lists = {
            UNITS: tuple(Row(unit_row(u, atlas)) for u in position.units_of(power)),
            CENTERS: tuple(Row(atlas.field_of[key]) for key in position.centers_of(power)),
        }
        for keyword, rows in entries.items():
            lists[keyword] = tuple(map(Row, rows.get(power, ())))
        sections.append(NationSection(nation.word, players.get(nation.word, ""), lists))
    return tuple(sections)


def unit_row(unit: Unit, atlas: Atlas) -> str:
    """A unit as a game file lists it: ``A Vie``."""
    return f"{unit.kind} {atlas.field_of[unit.location]}"


class _Reading:
    def __init__(self, file: TextFile) -> None:
        self.file = file
        self.sections: list[NationSection] = []
        self.faults: list[Diagnostic] = []
        self.nation, self.line, self.player = "", 0, ""
        self.lists: dict[str, list[Row]] = {}
        self.order: list[str] = []

    def read(self) -> None:
        open_list: list[Row] | None = None
        opened = ""
        number, line, has_end = 0, "", False
        for number, line in self.file.read():
            head, _, rest = line.strip().partition(" ")
            if head == NATION:
                self._close()
                self.nation, self.line, self.player = rest.strip(), number, ""
                self.lists, self.order, open_list = {}, [], None
            elif head == END:
                has_end, open_list = True, None
                break
            elif not self.line:
                continue
            elif head in _LISTS and (not rest or head in (UNITS, CENTERS)):
                if head in self.lists:
                    what = said("{head} stands here for a second time", head=head)
                    self._error("list-twice", what, "take one of them out", number)
                open_list, opened = self.lists.setdefault(head, []), head
                self.order.append(head)
            elif line.strip() in ("", EMPTY):
                open_list = None
            elif head == PLAYER and open_list is None:
                self.player = rest.strip()
            elif open_list is not None:
                open_list.append(Row(line, number))
        if open_list is not None:
            what = said("the file ends in the middle of the list {opened}", opened=opened)
            self._error("list-without-end", what, "restore it from a copy", number)
        elif self.line and not has_end and line.strip() and self.file.ends[-1] == "":
            what = "the file ends in the middle of a line, so something may be missing"
            self._error("cut-short", what, "add a line END if all is there", number)
        elif self.line and not has_end:
            what = "the file does not end with END"
            remedy = "add a line END, so that nobody wonders whether something is missing"
            self._warn("no-end", what, remedy, number)
        self._close()

    def _close(self) -> None:
        if not self.line:
            return
        for keyword in (UNITS, CENTERS):
            if keyword not in self.lists:
                what = said("NATION {nation} has no {keyword}", nation=self.nation, keyword=keyword)
                remedy = "write the keyword, even if the list is empty"
                self._error("missing-list", what, remedy, self.line)
        if self.order[:2] == [CENTERS, UNITS]:
            what = said("CENTERS stands before UNITS for NATION {nation}", nation=self.nation)
            self._error("list-order", what, "put UNITS first", self.line)
        rows = {keyword: tuple(found) for keyword, found in self.lists.items()}
        self.sections.append(NationSection(self.nation, self.player, rows, self.line))

    def _error(self, code: str, what: str, remedy: str, line: int) -> None:
        self.faults.append(Diagnostic(code, what, remedy, self.file.name, line, 1))

    def _warn(self, code: str, what: str, remedy: str, line: int) -> None:
        name, severity = self.file.name, Severity.WARNING
        self.faults.append(Diagnostic(code, what, remedy, name, line, 1, severity=severity))


class _Placing:
    def __init__(self, game: GameFile, atlas: Atlas, board: Board) -> None:
        self.game = game
        self.atlas = atlas
        self.board = board
        self.units: list[Unit] = []
        self.owners: dict[str, str] = {}
        self.faults: list[Diagnostic] = []
        self.taken: dict[str, str] = {}

    def place(self) -> None:
        nations = self.atlas.nations
        sections = self.game.sections
        for number, (section, nation) in enumerate(zip(sections, nations, strict=False), 1):
            self._check_name(number, section, nation.word)
            power = self.atlas.power_of[nation.word]
            for row in section.rows(UNITS):
                self._unit(power, row)
            for row in section.rows(CENTERS):
                self._center(power, row)
        for section in sections[len(nations) :]:
            what = said("NATION {nation} is one more than NATIONLIST has", nation=section.nation)
            self._error(
                "nation-order", what, "take it out, or put it into NATIONLIST", section.line
            )
        missing = [nation.word for nation in nations[len(sections) :]]
        if missing:
            what = said("there is no NATION for {missing}", missing=", ".join(missing))
            remedy = "every nation needs its section, even without units and centres"
            self._error("missing-nation", what, remedy, len(self.game.keywords.file.lines))

    def _check_name(self, number: int, section: NationSection, expected: str) -> None:
        spellings = {section.nation.lower(), *section.nation.lower().split(maxsplit=1)[:1]}
        found = [
            nation.word
            for nation in self.atlas.nations
            if any(spelling.lower() in spellings for spelling in nation.spellings)
        ]
        if expected in found:
            return
        if found:
            what = said(
                "NATION {nation} is in place {number}, where NATIONLIST has {expected}",
                nation=section.nation,
                number=number,
                expected=expected,
            )
            remedy = "put the nations in the order of NATIONLIST"
            self._error("nation-order", what, remedy, section.line)
        else:
            what = said(
                "NATION {nation!r} is taken for {expected} by its place",
                nation=section.nation,
                expected=expected,
            )
            remedy = said("write NATION {expected}", expected=expected)
            self._error("unknown-nation", what, remedy, section.line, is_warning=True)

    def _unit(self, power: str, row: Row) -> None:
        words = row.words
        if len(words) < 2:
            what = said("{strip!r} is not a unit in a field", strip=row.text.strip())
            self._error("bad-unit", what, "write as in: A Vie", row.line)
            return
        (kind, at), (name, column), *_ = words
        if kind not in self.board.kinds:
            near = tuple(k for k in self.board.kinds if k.lower() == kind.lower())
            what = said("there is no unit {kind}", kind=kind)
            remedy = "capitals count here" if near else "write the first word of its line"
            self._error("unknown-unit-type", what, remedy, row.line, at, near or self._kinds())
            return
        location = self._location(name, row.line, column)
        if location is None:
            return
        if location not in self.board.stands[kind]:
            what = said("{kind} cannot stand in {name}", kind=kind, name=name)
            near = tuple(
                self.atlas.field_of[one]
                for one in self.board.provinces[self.board.province_of[location]].locations
                if one in self.board.stands[kind]
            )
            remedy = "name the coast" if near else "see FIELDS.TXT"
            self._error("bad-unit", what, remedy, row.line, column, near)
            return
        province = self.board.province_of[location]
        if province in self.taken:
            what = said(
                "{kind} {name} stands where {taken} does",
                kind=kind,
                name=name,
                taken=self.taken[province],
            )
            self._error("two-units", what, "take one of them out", row.line)
            return
        self.taken[province] = f"{kind} {name}"
        self.units.append(Unit(power, kind, location))

    def _center(self, power: str, row: Row) -> None:
        for name, column in row.words[:1]:
            location = self._location(name, row.line, column)
            if location is None:
                continue
            if location not in self.board.centers:
                what = said("{name} is not a supply centre", name=name)
                self._error("no-center", what, "take it out", row.line, column)
            elif location in self.owners:
                nation = self.atlas.nation_of[self.owners[location]]
                what = said("{name} belongs to {nation} already", name=name, nation=nation)
                self._error("two-owners", what, "take one of them out", row.line, column)
            else:
                self.owners[location] = power

    def _location(self, name: str, line: int, column: int) -> str | None:
        location = self.atlas.location_of.get(name)
        if location is None:
            near = tuple(f for f in self.atlas.location_of if f.lower() == name.lower())
            remedy = "capitals count here" if near else "see FIELDS.TXT for the names of fields"
            self._error(
                "unknown-field",
                said("there is no field {name}", name=name),
                remedy,
                line,
                column,
                near,
            )
        return location

    def _kinds(self) -> tuple[str, ...]:
        return tuple(self.board.kinds)

    def _error(
        self,
        code: str,
        what: str,
        remedy: str,
        line: int,
        column: int = 1,
        candidates: tuple[str, ...] = (),
        is_warning: bool = False,
    ) -> None:
        severity = Severity.WARNING if is_warning else Severity.ERROR
        self.faults.append(
            Diagnostic(code, what, remedy, self.game.name, line, column, candidates, severity)
        )
