"""Writes how strong the bots are that are offered to play against, from games that the arena kept.

    .venv/bin/python tools/strengths.py

The games are those of ``bench/strength/offered/games.jsonl``; the command of the arena that is in
``docs/bots.md`` plays on there. What they come to goes into the table of that page, and into
``src/dragoman/bots/strengths/diplomacy.json``, from which pages take it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dragoman.arena.results_file import read_contest
from dragoman.arena.standings import EntrantStanding, standings_of
from dragoman.bots.characters import CHARACTERS

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "bench" / "strength" / "offered" / "games.jsonl"
FIGURES = ROOT / "src" / "dragoman" / "bots" / "strengths" / "diplomacy.json"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- characters: begin -->", "<!-- characters: end -->"


def measured() -> tuple[int, int, list[EntrantStanding]]:
    """The number of games in whole rounds, their seed, and what each bot came to."""
    contest, results = read_contest(GAMES)
    whole = len(results) - len(results) % len(contest.entrants)
    return whole, contest.seed, list(standings_of(contest, results[:whole]))


def figures() -> str:
    """The figures, as the file has them."""
    games, seed, found = measured()
    rows = {one.name: [round(x, 3) for x in (*_interval(one), one.tops.value)] for one in found}
    told: dict[str, Any] = {"games": games, "seed": seed, "until": 1910, "bots": rows}
    return json.dumps(told, indent=1) + "\n"


def _interval(one: EntrantStanding) -> tuple[float, float, float]:
    return one.share.value, one.share.low, one.share.high


def table() -> str:
    """The table of the page."""
    games, seed, found = measured()
    lines = [
        f"{games} games of them with each other, each with one or two powers, to the end of 1910 "
        f"(`dragoman arena random loeb loeb:press dumbbot dumbbot:60,3,30 --games {games} "
        f"--seed {seed}`; the games are in `bench/strength/offered`):",
        "",
        "| name | bot | share of squares | games won | had most centres |",
        "|---|---|---|---|---|",
    ]
    for one in found:
        name = CHARACTERS[one.name].name
        lines.append(f"| {name} | `{one.name}` | {one.share} | {one.solos} | {one.tops} |")
    return "\n".join(lines)


def main() -> None:
    FIGURES.write_text(figures(), "utf-8")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
