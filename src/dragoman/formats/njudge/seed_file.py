"""Seed files: the turn a game starts with, the units, and who owns what."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dragoman.diagnostics import Diagnostic
from dragoman.formats.source import Lines, Source
from dragoman.rules import Phase


@dataclass(frozen=True, slots=True)
class SeedUnit:
    """One line of the unit list.

    ``owner`` is the letter of a power, ``.`` nobody, ``&`` autonomous, ``=`` neutral.
    ``status`` is ``:`` for a unit that stands, ``r`` for a dislodged one, whose
    ``retreats`` may follow, ``m`` for one maintained in the opening winter. ``place`` and
    ``retreats`` are as written.
    """

    owner: str
    status: str
    kind: str
    place: str
    retreats: tuple[str, ...] = ()
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class SeedFile:
    """What could be read of a seed file.

    ``ownership`` has one character for each province of the map, in its order; None
    means that home centres and units say who owns what.
    """

    phase: Phase | None = None
    units: tuple[SeedUnit, ...] = ()
    ownership: str | None = None
    ownership_line: int = 0
    name: str = ""


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
    phase = _read_phase(source, lines)
    units = _read_units(source, lines)
    ownership, ownership_line = _read_ownership(source, lines)
    if lines:
        source.warn(
            "after-end",
            "the file goes on after its last end line; the rest was not read",
            "take out the -1 that is too many",
            lines[0][0],
        )
    return SeedFile(phase, units, ownership, ownership_line, name), source.diagnostics


# Each of these takes the lines it reads from the front of the list.

_UNIT = re.compile(r"(?P<owner>\S)(?P<status>[:rm]) ?(?P<unit>.*)")
_KIND = re.compile(r"\s*(?P<special>[cmp]?)\s*(?P<kind>[A-Za-z])\s+(?P<place>\S.*)")
_SPECIAL = {"c": "citizen militia", "m": "mercenaries", "p": "professionals"}


def _read_phase(source: Source, lines: Lines) -> Phase | None:
    if lines and not lines[0][1].startswith("-") and not _UNIT.match(lines[0][1]):
        number, line = lines.pop(0)
        try:
            return Phase.parse(line)
        except ValueError:
            what = f"{line.strip()!r} is no turn"
    else:
        number, what = lines[0][0] if lines else 1, "the file does not say which turn it is"
    source.error("bad-phase", what, "begin with season, year and phase, as in S1901M", number, 1)
    return None


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
    if head is None or body is None:
        source.error(
            "bad-unit-line",
            f"{line.strip()!r} is no unit",
            "write the power's letter, a colon, a space, A or F, and the province: E: F London",
            number,
            1,
        )
        return None
    column = head.start("unit") + 1
    if body["special"]:
        source.error(
            "not-supported",
            f"{_SPECIAL[body['special']]} ({body['special']}) cannot be played yet",
            "",
            number,
            column + body.start("special"),
        )
        return None
    place, *retreats = (part.strip() for part in body["place"].split(","))
    return SeedUnit(
        head["owner"],
        head["status"],
        body["kind"].upper(),
        place,
        tuple(filter(None, retreats)),
        number,
        column + body.start("place"),
    )


def _read_ownership(source: Source, lines: Lines) -> tuple[str | None, int]:
    ownership, ownership_line = None, 0
    is_reported = False
    while lines:
        number, line = lines.pop(0)
        if line.startswith("-"):
            return ownership, ownership_line
        if line[1:2] == ":":
            if not is_reported:
                source.error(
                    "not-supported",
                    f"rows with a letter before them ({line[:2]}) cannot be played yet",
                    "write one row with a character for each province",
                    number,
                    1,
                )
            is_reported = True
        elif ownership is None:
            ownership, ownership_line = line.split()[0], number
        else:
            source.error(
                "bad-ownership",
                "a second row of owners was not read",
                "write one row, with a character for each province",
                number,
                1,
            )
    if not any(fault.code == "cut-short" for fault in source.faults):
        source.warn(
            "missing-end",
            "the file ends without its last end line",
            "end it with a line -1",
            max(len(source.lines), 1),
        )
    return ownership, ownership_line
