"""Picture lists (``PICLST64.TXT``): which file holds the picture of whose unit.

A Fr VARIANTS\\UNITPICS\\fr_a_64.tif
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.keyword_lists import Nation, UnitType
from dragoman.formats.dipwork.files.keywords import END
from dragoman.formats.dipwork.files.text_file import TextFile
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


@dataclass(frozen=True, slots=True)
class UnitPicture:
    """The file with the picture of a unit, as a path from where the program stands.

    ``source`` and ``line`` are where the list says so.
    """

    unit: str
    nation: str
    path: str
    source: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.unit} {self.nation} {self.path}"


def read_pictures(file: TextFile) -> tuple[tuple[UnitPicture, ...], tuple[Diagnostic, ...]]:
    """The pictures of a list, and what is wrong with its lines."""
    faults: list[Diagnostic] = []
    found: dict[tuple[str, str], UnitPicture] = {}
    for number, line in file.read():
        words = line.split(maxsplit=2)
        if not words or words[0].startswith("%"):
            continue
        if words[0] == END:
            break
        if len(words) < 3:
            what, remedy = "a unit, a nation and a file are wanted", "write: A Fr fr_a_64.tif"
            faults.append(Diagnostic("bad-picture", what, remedy, file.name, number, 1))
            continue
        unit, nation, path = words
        if before := found.get((unit, nation)):
            what = said(
                "{unit} {nation} has a picture already, in line {line}",
                unit=unit,
                nation=nation,
                line=before.line,
            )
            remedy = "take one of them out"
            faults.append(Diagnostic("picture-twice", what, remedy, file.name, number, 1))
        else:
            found[unit, nation] = UnitPicture(unit, nation, path.strip(), file.name, number)
    return tuple(found.values()), tuple(faults)


def check_pictures(
    pictures: Sequence[UnitPicture], units: Sequence[UnitType], nations: Sequence[Nation], name: str
) -> Iterator[Diagnostic]:
    """Mismatches between a picture list and the tables of its variant.

    Every unit of each nation needs a picture; one that has none is a warning, as long as it
    does not have to be drawn.
    """
    kinds = tuple(unit.word for unit in units)
    words = tuple(nation.word for nation in nations)
    for picture in pictures:
        place = (name, picture.line, 1)
        if picture.unit not in kinds:
            what, remedy = (
                said("there is no unit {unit}", unit=picture.unit),
                "write a first word of UNITLIST",
            )
            yield Diagnostic("unknown-unit-type", what, remedy, *place, kinds)
        elif picture.nation not in words:
            what = said("there is no nation {nation}", nation=picture.nation)
            remedy = "write a first word of NATIONLIST"
            yield Diagnostic("unknown-nation", what, remedy, *place, words)
    listed = {(picture.unit, picture.nation) for picture in pictures}
    missing = [f"{u} {n}" for n in words for u in kinds if (u, n) not in listed]
    if missing:
        what, remedy = (
            said("no picture for {missing}", missing=", ".join(missing)),
            "add a line for each",
        )
        yield Diagnostic("missing-picture", what, remedy, name, severity=Severity.WARNING)


def picture_lines(pictures: Iterable[UnitPicture]) -> tuple[str, ...]:
    """A picture list as it is written."""
    return (*map(str, pictures), END)
