"""The tables of the page on speed, from the file of results beside it."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
PAGE, RESULTS = DOCS / "bench.md", DOCS / "bench.json"
_BEGIN, _END = "<!-- tables: begin -->", "<!-- tables: end -->"
_PROGRAMS = ("diplomacy", "dipcc")
_CLOCKS = {
    "processor": "Processor time, of one thread.",
    "wall": "Time on the wall.",
    "none": "",
}


def keep(results: Mapping[str, Any]) -> None:
    """Write the results into their file, and their tables into the page."""
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), results), "utf-8")


def with_tables(page: str, results: Mapping[str, Any]) -> str:
    """The page with these tables in the place of those that it has."""
    return between(page, tables(results))


def between(page: str, made: str) -> str:
    """A page with these tables in the place of those that it has."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n\n{made}\n{_END}{after}"


def tables(results: Mapping[str, Any]) -> str:
    """Everything that was measured, as Markdown."""
    return "\n".join(_lines(results))


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    here, mix = results["machine"], results["mix"]
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['memory_gb']:.0f} GB, "
        f"{here['system']}, Python {here['python']}, Numba {here['numba']}; {here['date']}, "
        f"commit {here['commit']}. {here['rounds']} rounds in {here['minutes']:.1f} minutes; load "
        f"{here['load'][0]:.1f} at the beginning and {here['load'][1]:.1f} at the end."
    )
    yield ""
    yield (
        f"The phases of random games are {mix['movement']:.0%} movements, {mix['retreat']:.0%} "
        f"retreats and {mix['adjustment']:.0%} adjustments; {mix['units']:.1f} units stand in a "
        f"movement."
    )
    if "dipcc" in here:
        yield f"Of the turns given to dipcc {here['dipcc']} came out as they do here."
    yield ""
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
