"""Write machiavelli-rulings.md: every switch of Machiavelli with its answers and where each
comes from, and the rulings that are no switch."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.rules import PRESETS, SWITCHES
from dragoman.rules.choices.machiavelli_switches import MACHIAVELLI_SWITCHES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "machiavelli-rulings.md"
RULINGS = ROOT / "tests" / "data" / "machiavelli_rulings.toml"
EDITIONS = (
    "machiavelli",
    "machiavelli-basic",
    "machiavelli2",
    "machiavelli2-basic",
    "machiavelli-njudge",
    "machiavelli-basic-njudge",
    "machiavelli2-njudge",
    "machiavelli2-basic-njudge",
)
SHARED = (
    "coastal_convoys",
    "convoy_coast",
    "partial_cut",
    "retreat_to_embarkation",
    "two_builds",
    "excess_builds",
    "excess_removals",
)
"""Switches of Diplomacy that the editions answer differently."""

HEAD = """\
# Machiavelli: rulings

The books of 1978 to 1995, nJudge's rule texts and nJudge's program differ in places. Every question
that this leaves is answered here, with the source of the answer. Where people play it in several
ways it is a switch of the [rule set](rule-sets.md): `--set siege_left=free`. The presets
`machiavelli` and `machiavelli2` are the advanced games before 1995 and of 1995, `machiavelli-basic`
and `machiavelli2-basic` the games without money and dice. Beside each of the four is one that plays
as nJudge's program does (`machiavelli-njudge`, `machiavelli-basic-njudge`, ...); where nJudge still
differs from it is listed below. For every answer there is a case that it decides
(`tests/machiavelli/cases/switches.toml`). What the ids stand for is in
[The rules and their tests](machiavelli-rules.md).

This page is written by `python tools/machiavelli_rulings_page.py`; a test compares the two.
"""


def written() -> str:
    """The page."""
    found = tomllib.loads(RULINGS.read_text("utf-8"))
    return (
        "\n".join(
            [
                HEAD,
                *_switches(found["sources"]),
                *_rulings(found["ruling"]),
                "",
                *_deviations(found["deviation"]),
            ]
        )
        + "\n"
    )


def _switches(sources: dict[str, dict[str, str]]) -> Iterator[str]:
    yield "## Questions with several answers"
    yield ""
    for switch in (*MACHIAVELLI_SWITCHES, *(SWITCHES[name] for name in SHARED)):
        yield f"### `{switch.name}`"
        yield ""
        yield switch.question
        yield ""
        yield "| answer | what it means | preset | source |"
        yield "|---|---|---|---|"
        for choice in switch.choices:
            played = [n for n in EDITIONS if getattr(PRESETS[n], switch.name) == choice.word]
            by = ", ".join(f"`{name}`" for name in played)
            source = sources.get(switch.name, {}).get(choice.word, switch.source)
            yield f"| `{choice.word}` | {choice.meaning} | {by} | {source} |"
        yield ""


def _rulings(rulings: list[dict[str, Any]]) -> Iterator[str]:
    yield "## Questions with one answer"
    yield ""
    yield "| question | ruling | otherwise | source | ids |"
    yield "|---|---|---|---|---|"
    for one in rulings:
        ids = ", ".join(one["ids"])
        cells = (one["question"], one["ruling"], one["others"], one["source"], ids)
        yield f"| {' | '.join(cells)} |"


def _deviations(deviations: list[dict[str, Any]]) -> Iterator[str]:
    yield "## Where nJudge still plays otherwise"
    yield ""
    yield "Faults of nJudge 1.7.6 that the presets named after it do not repeat, with the reason."
    yield ""
    yield "| nJudge's program | why it is not repeated | ids |"
    yield "|---|---|---|"
    for one in deviations:
        yield f"| {one['practice']} | {one['reason']} | {', '.join(one['ids'])} |"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
