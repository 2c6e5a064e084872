"""The page on the judge's speed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.page import Page, parts


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
    yield from parts(results)


PAGE = Page("reference/measured/judge-bench", "reference/measured/judge-bench", _lines)
