"""Picture lists (``PICLST64.TXT``): which file holds the picture of whose unit.

A Fr VARIANTS\\UNITPICS\\fr_a_64.tif
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.keywords import END, Row
from dragoman.formats.dipwork.tables import Nation, UnitType
from dragoman.formats.dipwork.text_file import TextFile


@dataclass(frozen=True, slots=True)
class Picture:
    """The file with the picture of a unit, as a path from where the program stands."""

    unit: str
    nation: str
    path: str
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.unit} {self.nation} {self.path}"


def read_pictures(
    file: TextFile, units: Sequence[UnitType], nations: Sequence[Nation]
) -> tuple[tuple[Picture, ...], tuple[Diagnostic, ...]]:
    """The pictures of a list, and what is wrong with it: every unit of each nation needs one."""
    faults: list[Diagnostic] = []
    found: dict[tuple[str, str], Picture] = {}
    kinds = [unit.word for unit in units]
    words = [nation.word for nation in nations]
    for number, line in file.read():
        cells = Row(line, number).words
        if not cells or cells[0][0].startswith("%"):
            continue
        if cells[0][0] == END:
            break
        if len(cells) < 3:
            what, remedy = "a unit, a nation and a file are wanted", "write: A Fr fr_a_64.tif"
            faults.append(Diagnostic("bad-picture", what, remedy, file.name, number, 1))
            continue
        (unit, _), (nation, column), (path, _) = cells[:3]
        if unit not in kinds:
            what, remedy = f"there is no unit {unit}", "write a first word of UNITLIST"
            faults.append(
                Diagnostic("unknown-unit-type", what, remedy, file.name, number, 1, (*kinds,))
            )
        elif nation not in words:
            what, remedy = f"there is no nation {nation}", "write a first word of NATIONLIST"
            faults.append(
                Diagnostic("unknown-nation", what, remedy, file.name, number, column, (*words,))
            )
        elif (unit, nation) in found:
            what = f"{unit} {nation} has a picture already, in line {found[unit, nation].line}"
            remedy = "take one of them out"
            faults.append(Diagnostic("picture-twice", what, remedy, file.name, number, 1))
        else:
            found[unit, nation] = Picture(unit, nation, path, number)
    missing = [
        f"{unit.word} {nation.word}"
        for nation in nations
        for unit in units
        if (unit.word, nation.word) not in found
    ]
    if missing:
        what, remedy = f"no picture for {', '.join(missing)}", "add a line for each"
        faults.append(
            Diagnostic("missing-picture", what, remedy, file.name, severity=Severity.WARNING)
        )
    return tuple(found.values()), tuple(faults)


def picture_lines(pictures: Iterable[Picture]) -> tuple[str, ...]:
    """A picture list as it is written."""
    return (*map(str, pictures), END)
