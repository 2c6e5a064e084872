"""Pages of the docs with tables of what was measured, from files of results beside them."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

_DOCS = Path(__file__).parents[1] / "docs"
_BEGIN, _END = "<!-- tables: begin -->", "<!-- tables: end -->"
_NONE_YET = "No run of the whole on a quiet machine is on file yet.\n"
_PROGRAMS = ("diplomacy", "dipcc")
_CLOCKS = {
    "processor": "Processor time, of one thread.",
    "wall": "Time on the wall.",
    "none": "",
}


class Page:
    """A page of the docs, the file of results beside it, and the lines of Markdown that results
    come to."""

    def __init__(
        self, name: str, results: str, lines: Callable[[Mapping[str, Any]], Iterator[str]]
    ) -> None:
        self._page, self._results = _DOCS / f"{name}.md", _DOCS / f"{results}.json"
        self._lines = lines

    @property
    def text(self) -> str:
        """The page as it stands."""
        return self._page.read_text("utf-8")

    @property
    def results(self) -> dict[str, Any] | None:
        """The results on file; None where there are none yet."""
        return json.loads(self._results.read_text("utf-8")) if self._results.exists() else None

    def tables(self, results: Mapping[str, Any] | None) -> str:
        """Results as Markdown, or that there are none yet."""
        return "\n".join(self._lines(results)) if results is not None else _NONE_YET

    def with_tables(self, results: Mapping[str, Any] | None) -> str:
        """The page with the tables of these results in the place of those that it has."""
        before, _, rest = self.text.partition(_BEGIN)
        _, _, after = rest.partition(_END)
        return f"{before}{_BEGIN}\n\n{self.tables(results)}\n{_END}{after}"

    def keep(self, results: Mapping[str, Any]) -> None:
        """Write results into their file, and their tables into the page."""
        self._results.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
        self._page.write_text(self.with_tables(results), "utf-8")


def parts(results: Mapping[str, Any]) -> Iterator[str]:
    """All that was measured, part by part."""
    for part in results["parts"]:
        yield from table(part)


def table(part: Mapping[str, Any]) -> Iterator[str]:
    """A part of what was measured: medians, their spread, and how many times what others have."""
    figures = {figure["name"]: figure for figure in part["figures"]}
    programs = [
        program
        for program in _PROGRAMS
        if any(figure["beside"].get(program) in figures for figure in figures.values())
    ]
    yield f"### {part['title']}"
    yield ""
    if clock := _CLOCKS[part["clock"]]:
        yield clock
        yield ""
    yield f"| | median | lowest to highest |{''.join(f' to {name} |' for name in programs)}"
    yield f"|---|---:|---:|{'---:|' * len(programs)}"
    for figure in figures.values():
        values = figure["values"]
        cells = [
            figure["name"],
            f"{_number(statistics.median(values))} {figure['unit']}",
            f"{_number(min(values))} to {_number(max(values))}" if len(values) > 1 else "",
            *(_ratio(figure, figures.get(figure["beside"].get(name))) for name in programs),
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""


def _ratio(figure: Mapping[str, Any], other: Mapping[str, Any] | None) -> str:
    """The median of the ratios of each round."""
    if other is None:
        return ""
    ratios = [
        ours / theirs for ours, theirs in zip(figure["values"], other["values"], strict=False)
    ]
    return f"{_number(statistics.median(ratios))} x"


def _number(value: float) -> str:
    """With three figures that count."""
    if value >= 1000:
        digits = 10 ** (len(str(int(value))) - 3)
        return f"{round(value / digits) * digits:,}"
    return f"{value:#.3g}".removesuffix(".") if value else "0"
