"""What ``ORDERS.TXT`` says of retreats, builds and removals: answers that nobody has to be asked
for, however often the winterer runs."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork import BUILDUPS, RETREATS, Atlas, OrdersFile, WinterLine
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


@dataclass(frozen=True)
class WrittenWinter:
    """The lines of each power's lists; a power without a list is absent. ``used`` collects the
    numbers of the lines that were answers."""

    retreats: Mapping[str, tuple[WinterLine, ...]]
    builds: Mapping[str, tuple[WinterLine, ...]]
    used: set[int]

    @property
    def is_any(self) -> bool:
        return bool(self.retreats or self.builds)


def written_winter(orders: OrdersFile | None, atlas: Atlas) -> WrittenWinter:
    """The lists of a file of orders."""
    found: dict[str, dict[str, tuple[WinterLine, ...]]] = {RETREATS: {}, BUILDUPS: {}}
    powers = {
        spelling.lower(): atlas.power_of[nation.word]
        for nation in atlas.nations
        for spelling in (nation.name, *nation.spellings)
    }
    for line in orders.winter if orders is not None else ():
        power = powers.get(line.nation.lower())
        if power is not None and line.keyword in found:
            lists = found[line.keyword]
            lists[power] = (*lists.get(power, ()), *([line] if line.text else []))
    return WrittenWinter(found[RETREATS], found[BUILDUPS], set())


def unused(written: WrittenWinter, orders: OrdersFile | None) -> tuple[Diagnostic, ...]:
    """A warning for each line that was no answer to anything."""
    source = "" if orders is None else orders.name
    lines = [
        line
        for lists in (written.retreats, written.builds)
        for rows in lists.values()
        for line in rows
    ]
    return tuple(
        Diagnostic(
            "unused-order",
            said("{text!r} in {keyword} was not used", text=line.text, keyword=line.keyword),
            "mend it, or take it out if it is of another round",
            source,
            line.line,
            1,
            severity=Severity.WARNING,
        )
        for line in sorted(lines, key=lambda line: line.line)
        if line.line not in written.used
    )
