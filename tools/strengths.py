"""Writes how strong the bots are that are offered to play against, from games that the arena kept.

    .venv/bin/python tools/strengths.py

For each kind of game there are games below ``bench/strength``; the command of the arena that is in
``docs/bots.md`` plays on there. What they come to goes into the table of that page, and into
``src/dragoman/bots/strengths``, from which pages take it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.arena.results_file import read_contest
from dragoman.arena.standings import EntrantStanding, standings_of
from dragoman.bots.characters import CHARACTERS

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "src" / "dragoman" / "bots" / "strengths"
PAGE = ROOT / "docs" / "bots.md"


class Measured(NamedTuple):
    """Games of a kind: where they are, and what the table of the page says of them."""

    kind: str
    folder: str
    options: str = ""
    """Options of the command besides games and seed."""
    held: str = "centres"
    mark: str = "characters"

    @property
    def games(self) -> Path:
        return ROOT / "bench" / "strength" / self.folder / "games.jsonl"

    @property
    def figures(self) -> Path:
        return FIGURES / f"{self.kind}.json"


KINDS: Final = (
    Measured("diplomacy", "offered"),
    Measured("machiavelli", "machiavelli", " --variant machiavelli", "cities", "princes"),
)


def measured(one: Measured) -> tuple[int, int, int, list[EntrantStanding]]:
    """The number of games in whole rounds, their seed and last year, and what each bot came to."""
    contest, results = read_contest(one.games)
    whole = len(results) - len(results) % len(contest.entrants)
    return whole, contest.seed, contest.last_year, [*standings_of(contest, results[:whole])]


def figures(one: Measured) -> str:
    """The figures, as the file has them."""
    games, seed, until, found = measured(one)
    rows = {of.name: [round(x, 3) for x in (*_interval(of), of.tops.value)] for of in found}
    told: dict[str, Any] = {"games": games, "seed": seed, "until": until, "bots": rows}
    return json.dumps(told, indent=1) + "\n"


def _interval(one: EntrantStanding) -> tuple[float, float, float]:
    return one.share.value, one.share.low, one.share.high


def table(one: Measured) -> str:
    """The table of the page."""
    games, seed, until, found = measured(one)
    contest, _ = read_contest(one.games)
    powers = contest.seats / len(contest.entrants)
    each = "one or two" if powers < 2 else "two or three"
    names = " ".join(of.name for of in contest.entrants)
    lines = [
        f"{games} games of them with each other, each with {each} powers, to the end of {until} "
        f"(`dragoman arena {names}{one.options} --games {games} "
        f"--seed {seed}`; the games are in `bench/strength/{one.folder}`):",
        "",
        f"| name | bot | share of squares | games won | had most {one.held} |",
        "|---|---|---|---|---|",
    ]
    for of in found:
        name = CHARACTERS[of.name].name
        lines.append(f"| {name} | `{of.name}` | {of.share} | {of.solos} | {of.tops} |")
    return "\n".join(lines)


def main() -> None:
    text = PAGE.read_text("utf-8")
    for one in KINDS:
        one.figures.write_text(figures(one), "utf-8")
        begin, end = f"<!-- {one.mark}: begin -->", f"<!-- {one.mark}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n\n{table(one)}\n\n{end}{rest.partition(end)[2]}"
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
