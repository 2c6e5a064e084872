"""Writes into the page about bots what was learned from, and what it comes to in games.

    .venv/bin/python -m tools.learned.page

The games are those of ``bench/strength/learned``; the commands of the arena that are in the rows
play on there.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from dragoman import load_variant
from dragoman.arena.results_file import read_contest
from dragoman.arena.standings import standings_of
from dragoman.bots.value_files import read_values
from tools.learned.learning import ROOT, VALUES

GAMES: Final = ROOT / "bench" / "strength" / "learned"
PAGE: Final = ROOT / "docs" / "bots.md"
BEGIN: Final = "<!-- learned: begin -->"
END: Final = "<!-- learned: end -->"


def told() -> str:
    """The facts about each file of values, and the table of games."""
    return "\n".join([*_files(), "", *_table()])


def _files() -> Iterator[str]:
    yield "| variant | springs of games | leaves | hidden | bytes | SHA-256 begins | commit |"
    yield "|---|---|---|---|---|---|---|"
    for path in sorted(VALUES.glob("*.values")):
        content = path.read_bytes()
        values = read_values(load_variant(path.stem), content, path.name)
        fitted, digest = values.fitted, sha256(content).hexdigest()[:16]
        yield (
            f"| {path.stem} | {fitted['positions']:,} | {fitted['leaves']:,} | "
            f"{len(values.onward)} | {len(content):,} | `{digest}` | {fitted['commit']} |"
        )


def _table() -> Iterator[str]:
    yield "| bot | six of | games | seed | share of squares | games won | most centres |"
    yield "|---|---|---|---|---|---|---|"
    for path in sorted(GAMES.glob("*.jsonl")):
        contest, results = read_contest(path)
        one = standings_of(contest, results)[0]
        first, second = (entrant.name for entrant in contest.entrants)
        assert one.name == first
        yield (
            f"| `{first}` | `{second}` | {len(results)} | {contest.seed} | {one.share} | "
            f"{one.solos} | {one.tops} |"
        )


def main() -> None:
    """Write it into the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{told()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
