"""The page on the speed of turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.page import Page, parts


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
    yield from parts(results)


PAGE = Page("reference/measured/bench", "reference/measured/bench", _lines)
