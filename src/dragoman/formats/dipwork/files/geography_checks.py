"""The faults of a geography that show when its lines are read together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.geography import (
    ABSENT,
    AMBIGUOUS,
    NO,
    YES,
    Border,
    Geography,
)
from dragoman.formats.dipwork.files.keyword_lists import EVERYBODY, Nation, UnitType
from dragoman.formats.dipwork.files.text_file import by_place
from dragoman.words import said

_WAYS = frozenset({YES, NO, ABSENT, AMBIGUOUS})


def check_geography(
    geography: Geography,
    nations: Sequence[Nation],
    units: Sequence[UnitType],
    convoy_unit: int,
    source: str = "",
) -> tuple[Diagnostic, ...]:
    """Every contradiction in a geography, and between it and the tables of its variant.

    ``convoy_unit`` is the number of the unit type whose ways convoys take.
    """
    checks = _Checks(geography, nations, units, convoy_unit, source)
    faults = [
        *checks.fields(),
        *checks.borders(),
        *checks.ways_back(),
        *checks.synonyms(),
    ]
    return by_place(faults)


class _Checks:
    def __init__(
        self,
        geography: Geography,
        nations: Sequence[Nation],
        units: Sequence[UnitType],
        convoy_unit: int,
        source: str,
    ) -> None:
        self.geography = geography
        self.nations = {nation.word for nation in nations}
        self.units = units
        self.convoy_unit = convoy_unit
        self.columns = max(len(units), convoy_unit)
        self.source = source

    def fields(self) -> Iterator[Diagnostic]:
        known = self.geography.by_name
        touched = {name for b in self.geography.borders for name in (b.start, b.target)}
        for field in known.values():
            over = field.coast_of
            if over is not None and over not in known:
                what = said(
                    "{name} is a coast of {over}, which is not a field", name=field.name, over=over
                )
                yield self._error("unknown-field", what, "describe it in a line # too", field.line)
            elif over is not None and known[over].coast_of is not None:
                what = said(
                    "{name} is a coast of {over}, which is a coast itself",
                    name=field.name,
                    over=over,
                )
                yield self._error("bad-coast", what, "name the whole field", field.line)
            if field.home is not None and field.home not in (*self.nations, EVERYBODY):
                what = said(
                    "{name} is home of {home}, which is not in NATIONLIST",
                    name=field.name,
                    home=field.home,
                )
                known_nations = tuple(sorted(self.nations))
                remedy = said(
                    "write the first word of its line, {EVERYBODY}, or -", EVERYBODY=EVERYBODY
                )
                yield self._error(
                    "unknown-nation", what, remedy, field.line, candidates=known_nations
                )
            if field.home is not None and field.points <= 0 and over is None:
                what = said(
                    "{name} is home of {home}, but supplies nobody",
                    name=field.name,
                    home=field.home,
                )
                yield self._warning("bad-center", what, "give it points", field.line)
            if field.name not in touched and over not in touched:
                what = said("no border names {name}: nobody can get there", name=field.name)
                yield self._warning("closed-field", what, "add its borders", field.line)

    def borders(self) -> Iterator[Diagnostic]:
        known = self.geography.by_name
        lengths = Counter(len(self._ways(border)) for border in self.geography.borders)
        usual = lengths.most_common(1)[0][0] if lengths else self.columns
        if usual != self.columns:
            first = next(b for b in self.geography.borders if len(self._ways(b)) == usual)
            what = said(
                "most borders have {usual} ways, and there are {columns} unit types",
                usual=usual,
                columns=self.columns,
            )
            remedy = said(
                "see UNITLIST and CONVOY_RELEVANT_UNITNR, which is {convoy_unit}",
                convoy_unit=self.convoy_unit,
            )
            if usual == len(self.units) == self.columns - 1:
                what = said(
                    "borders have no way for the imaginary unit {convoy_unit} that convoys",
                    convoy_unit=self.convoy_unit,
                )
                remedy = "convoys go where convoying units do; add one to say otherwise"
                yield self._warning("no-convoy-unit", what, remedy, first.line)
            else:
                yield self._error("bad-border", what, remedy, first.line)
        stands: dict[tuple[str, int], Border] = {}
        for border in self.geography.borders:
            unknown = [name for name in (border.start, border.target) if name not in known]
            for name in unknown:
                yield self._unknown(name, border.line)
            if (number := len(self._ways(border))) != usual:
                what = said(
                    "the border has {number} ways, and others have {usual}",
                    number=number,
                    usual=usual,
                )
                remedy = said(
                    "write ja, nein, -, imp or a field for each{convoying}",
                    convoying=self._convoying(),
                )
                yield self._error("bad-border", what, remedy, border.line)
            if unknown:
                continue
            for number, way in enumerate(self._ways(border), 1):
                yield from self._way(border, number, way)
                if way not in (ABSENT, NO):
                    stands.setdefault((border.start, number), border)
        for border in self.geography.borders:
            for number, way in enumerate(self._ways(border), 1):
                other = stands.get((border.start, number))
                if way == ABSENT and other is not None:
                    what = said(
                        "{unit} cannot be in {start} here, but leaves it in line {line}",
                        unit=self._unit(number),
                        start=border.start,
                        line=other.line,
                    )
                    yield self._error("bad-border", what, "write nein here", border.line)

    def _ways(self, border: Border) -> tuple[str, ...]:
        """The ways of a border; words behind the last of them that say nothing are a comment."""
        further = border.ways[self.columns :]
        is_comment = _WAYS.isdisjoint(further)
        return border.ways[: self.columns] if is_comment else border.ways

    def _way(self, border: Border, number: int, way: str) -> Iterator[Diagnostic]:
        geography = self.geography
        if way == AMBIGUOUS:
            if border.target not in geography.coasts:
                what = said("imp, and {target} has no coasts to choose from", target=border.target)
                yield self._error("bad-border", what, "write ja or nein", border.line)
        elif way not in (YES, NO, ABSENT):
            if way not in geography.by_name:
                yield self._unknown(way, border.line)
            elif geography.province(way) != geography.province(border.target):
                what = said(
                    "{unit} goes to {target} and arrives in {way}",
                    unit=self._unit(number),
                    target=border.target,
                    way=way,
                )
                remedy = said("name {target}, or a coast of it", target=border.target)
                yield self._error("bad-border", what, remedy, border.line)

    def ways_back(self) -> Iterator[Diagnostic]:
        """Checks that who goes from one field to another comes back, but perhaps by another
        coast."""
        geography = self.geography
        ways: dict[tuple[str, str, int], Border] = {}
        for border in geography.borders:
            for number in range(1, self.columns + 1):
                end = geography.arrival(border, number)
                if (
                    end is not None
                    and end in geography.by_name
                    and border.start in geography.by_name
                ):
                    start = geography.province(border.start)
                    ways.setdefault((start, geography.province(end), number), border)
        for (start, end, number), border in ways.items():
            if (end, start, number) not in ways:
                what = said(
                    "{unit} goes from {start} to {end}, but not back",
                    unit=self._unit(number),
                    start=start,
                    end=end,
                )
                remedy = "a border stands in the file twice, there and back"
                yield self._warning("one-way", what, remedy, border.line)

    def synonyms(self) -> Iterator[Diagnostic]:
        known = self.geography.by_name
        taken: dict[str, str] = {}
        for row in self.geography.synonyms:
            if row.name not in known:
                yield self._unknown(row.name, row.line)
                continue
            for spelling in row.spellings:
                if spelling in known:
                    what = said(
                        "{spelling} is a field, and cannot stand for {name}",
                        spelling=spelling,
                        name=row.name,
                    )
                    yield self._error("bad-synonyms", what, "take it out", row.line)
                elif taken.setdefault(spelling, row.name) != row.name:
                    what = said(
                        "{spelling} stands for {taken} already",
                        spelling=spelling,
                        taken=taken[spelling],
                    )
                    remedy = "give it to one of them only"
                    yield self._error("bad-synonyms", what, remedy, row.line)

    def _unknown(self, name: str, line: int) -> Diagnostic:
        near = tuple(known for known in self.geography.by_name if known.lower() == name.lower())
        remedy = "capitals count here" if near else "describe it in a line # too"
        return self._error(
            "unknown-field", said("there is no field {name}", name=name), remedy, line, near
        )

    def _unit(self, number: int) -> str:
        if number <= len(self.units):
            return self.units[number - 1].word
        return (
            "a convoy" if number == self.convoy_unit else said("unit type {number}", number=number)
        )

    def _convoying(self) -> str:
        if self.convoy_unit <= len(self.units):
            return ""
        return said(
            ", and for the imaginary unit {convoy_unit} that convoys", convoy_unit=self.convoy_unit
        )

    def _error(
        self, code: str, what: str, remedy: str, line: int, candidates: tuple[str, ...] = ()
    ) -> Diagnostic:
        return Diagnostic(code, what, remedy, self.source, line, 1, candidates)

    def _warning(self, code: str, what: str, remedy: str, line: int) -> Diagnostic:
        return Diagnostic(code, what, remedy, self.source, line, 1, severity=Severity.WARNING)
