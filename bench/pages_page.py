"""The page on the speed of pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.page import Page, parts


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    here = results["machine"]
    servers = f" at {here['servers']} servers" if here.get("servers", 1) > 1 else ""
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['memory_gb']:.0f} GB, "
        f"{here['system']}, Python {here['python']}; {here['date']}, commit {here['commit']}. "
        f"{here['rounds']} rounds; {here['games']:,} live games of seven, {here['rate']} requests "
        f"a second for {here['seconds']} s{servers}; load {here['load'][0]:.1f} at the beginning "
        f"and {here['load'][1]:.1f} at the end."
    )
    yield ""
    yield from parts(results)


PAGE = Page("reference/measured/pages-bench", "reference/measured/pages-bench", _lines)
