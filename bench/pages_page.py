"""The tables of the page on the speed of pages, from the file of results beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bench.page import DOCS, between, table

PAGE, RESULTS = DOCS / "pages-bench.md", DOCS / "pages-bench.json"

NONE_YET = "No run of the whole on a quiet machine is on file yet.\n"


def on_file() -> str:
    """What stands on the page: the tables of the file, or that there is none yet."""
    return tables(json.loads(RESULTS.read_text("utf-8"))) if RESULTS.exists() else NONE_YET


def keep(results: Mapping[str, Any]) -> None:
    """Write the results into their file, and their tables into the page."""
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    PAGE.write_text(between(PAGE.read_text("utf-8"), tables(results)), "utf-8")


def tables(results: Mapping[str, Any]) -> str:
    """Everything that was measured, as Markdown."""
    return "\n".join(_lines(results))


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    here = results["machine"]
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['memory_gb']:.0f} GB, "
        f"{here['system']}, Python {here['python']}; {here['date']}, commit {here['commit']}. "
        f"{here['rounds']} rounds; {here['games']:,} live games of seven, {here['rate']} requests "
        f"a second for {here['seconds']} s; load {here['load'][0]:.1f} at the beginning and "
        f"{here['load'][1]:.1f} at the end."
    )
    yield ""
    for part in results["parts"]:
        yield from table(part)
