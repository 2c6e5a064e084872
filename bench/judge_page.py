"""The tables of the page on the judge's speed, from the file of results beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bench.page import DOCS, between, table

PAGE, RESULTS = DOCS / "judge-bench.md", DOCS / "judge-bench.json"


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
        f"{here['games']:,} games of seven; {here['rounds']} rounds of {here['seconds']} s at "
        f"{here['rate']} requests a second, in all {here['minutes']:.1f} minutes; load "
        f"{here['load'][0]:.1f} at the beginning and {here['load'][1]:.1f} at the end."
    )
    yield ""
    ended = ", ".join(f"{count} of {name}" for name, count in here["ended while idle"].items())
    yield f"Connections that a server had closed while nothing was asked, opened anew: {ended}."
    if lost := here.get("not answered"):
        lacking = ", ".join(f"{count} of {name}" for name, count in lost.items())
        yield f"Requests that were not answered, and are in no figure: {lacking}."
    yield ""
    for part in results["parts"]:
        yield from table(part)
