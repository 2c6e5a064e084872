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
from dragoman.bots.value_files import read_values
from tools.learned.learning import ROOT, VALUES
from tools.strengths import contested, rows

GAMES: Final = ROOT / "bench" / "strength" / "learned"
PAGE: Final = ROOT / "docs" / "how-to" / "programmers" / "bots.md"
BEGIN: Final = "<!-- learned: begin -->"
END: Final = "<!-- learned: end -->"


def told() -> str:
    """The facts about each file of values, and the table of games."""
    return "\n".join([*_files(), "", *rows(contested(GAMES))])


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


def main() -> None:
    """Write it into the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{told()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
