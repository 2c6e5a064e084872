"""A section of a report: lines, a table, or both."""

from __future__ import annotations

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, lines below it and a table below these, whose first column names the rows."""

    heading: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def numbers(self) -> tuple[bool, ...]:
        """For each column whether it holds numbers, which stand at its right."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        return tuple(bool(cells) and all(cell.isdigit() for cell in cells) for cells in columns)
