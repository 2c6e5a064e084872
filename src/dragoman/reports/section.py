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

    def named_cells(self, row: tuple[str, ...]) -> str:
        """The cells of a row behind the first, each with its column's title, where there is no
        room for a table."""
        named = zip(self.columns[1:], row[1:], strict=True)
        return ", ".join(f"{title} {cell}" for title, cell in named if cell)

    @property
    def numbers(self) -> tuple[bool, ...]:
        """For each column whether it holds numbers, which stand at its right."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        return tuple(bool(cells) and all(cell.isdigit() for cell in cells) for cells in columns)
