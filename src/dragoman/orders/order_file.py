"""A whole file of orders, headed by the names of the powers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.errors import checked
from dragoman.orders.faults import PhaseLetter
from dragoman.orders.line import OrderLine
from dragoman.orders.order import Order, unit_of
from dragoman.orders.scanner import (
    DEFAULT,
    Lost,
    Press,
    Scanned,
    ScanOptions,
    lines_of,
    scan_lines,
    too_long,
    vocabulary_of,
)
from dragoman.orders.vocabulary import Vocabulary
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


@dataclass(frozen=True, slots=True)
class OrderFile:
    """The orders of each power that has any in the file, by its key, in the order of the file.

    ``lost`` are those that could not be read, by the power under whose name they stand.
    """

    sections: Mapping[str, tuple[Scanned, ...]]
    diagnostics: tuple[Diagnostic, ...] = ()
    press: tuple[Press, ...] = ()
    lost: Mapping[str, tuple[Lost, ...]] = field(default_factory=dict[str, tuple[Lost, ...]])

    @property
    def orders(self) -> dict[str, tuple[Order, ...]]:
        """The bare orders of each power."""
        return {
            power: tuple(scanned.order for scanned in section)
            for power, section in self.sections.items()
        }


@checked
def scan_file(
    text: str, board: Board, phase: PhaseLetter = "M", options: ScanOptions = DEFAULT
) -> OrderFile:
    """Read the orders of all powers from one text. Never raises, whatever the text.

    The name of a power on a line of its own, with or without a colon, heads its orders; so do
    ``England: F Lon-Nth`` and DipWork's ``NATION En``. An order above all headings has to
    name the power of its unit. A line ``END`` ends the text. All else is as in ``scan``.
    """
    if fault := too_long(text, options):
        return OrderFile({}, (fault,))
    words = vocabulary_of(board, options)
    parts: dict[str | None, list[tuple[int, str]]] = {None: []}
    faults: list[Diagnostic] = []
    lines = parts[None]
    for number, line in lines_of(text):
        if line.strip() == "END":
            break
        heading = heading_in(line, words)
        if isinstance(heading, Diagnostic):
            faults.append(heading.at(line=number))
            lines = []  # whose orders these are nobody knows
        elif heading is not None:
            power, end = heading
            lines = parts.setdefault(power, [])
            lines.append((number, " " * end + line[end:]))
        else:
            lines.append((number, line))
    scans = {power: scan_lines(part, words, phase, options) for power, part in parts.items()}
    sections = {power: list(scan.orders) for power, scan in scans.items() if power is not None}
    for scanned in scans[None].orders:
        unit = unit_of(scanned.order)
        power = None if unit is None else unit.power
        if power is None:
            faults.append(
                Diagnostic(
                    "no-power",
                    said("nothing says whose order {written!r} is", written=scanned.text),
                    "put the name of the power on a line above it",
                    line=scanned.line,
                    column=scanned.column,
                )
            )
        else:
            sections.setdefault(power, []).append(scanned)
    everything = scans.values()
    faults += (diagnostic for scan in everything for diagnostic in scan.diagnostics)
    press = (passage for scan in everything for passage in scan.press)
    return OrderFile(
        {power: tuple(sorted(section, key=_place)) for power, section in sections.items()},
        tuple(sorted(faults, key=_place)),
        tuple(sorted(press, key=_place)),
        {power: scan.lost for power, scan in scans.items() if power is not None and scan.lost},
    )


def _place(found: Scanned | Diagnostic | Press) -> tuple[int, int]:
    return found.line, found.column


def heading_in(text: str, words: Vocabulary) -> tuple[str, int] | Diagnostic | None:
    """The power this line is the heading of, and where the heading ends.

    A diagnostic if the line is a heading but the power is unknown.
    """
    line = OrderLine(text, words)
    start = line.past_signs(0)
    begin = line.past_heading(start)
    announced = begin > start
    found = line.power_at(begin)
    end = found[1] if found else line.past_words(begin)
    if end == begin:
        return None
    behind = line.past_remark(end)
    rest = line.past_signs(behind)
    alone = rest == line.count
    if found is not None:
        colon = next((i for i in range(behind, rest) if line.sign_at(i) == ":"), None)
        if colon is None and not announced and not alone:
            return None
        return found[0], line.span(begin, end if colon is None else colon + 1)[1]
    if not alone or end - begin > 2:
        return None
    near = words.near_powers("".join(token.folded for token in line.tokens[begin:end]))
    is_order = line.place_at(begin) is not None or line.money_at(begin) is not None
    if announced or (near and not is_order):
        return Diagnostic(
            "unknown-power",
            said("{written!r} is not a power in this game", written=line.written(begin, end)),
            "name the power as the game does; the orders below it were not read",
            column=line.column(begin),
            candidates=near or tuple(power.name for power in words.board.powers.values()),
        )
    return None
