"""Writes how strong the bots are that are offered to play against, from games that the arena kept.

    .venv/bin/python tools/strengths.py

For some variants there are games below ``bench/strength``; the command of the arena that is in
``bots.md`` plays on there. What they come to goes into the tables of that page, and into
``src/dragoman/bots/strengths``, from which pages take it. One bot against six of another is in
``bench/strength/one-against-six``, a file for each row of the tables of measurements; in ``slip``
are games from before the search was mended.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.arena.results_file import read_contest
from dragoman.arena.standings import EntrantStanding, standings_of
from dragoman.bots.characters import CHARACTERS

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "src" / "dragoman" / "bots" / "strengths"
PAGE = ROOT / "docs" / "how-to" / "programmers" / "bots.md"


class Measured(NamedTuple):
    """Games of a variant: where they are, and what the table of the page says of them."""

    variant: str
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
        return FIGURES / f"{self.variant}.json"


KINDS: Final = (
    Measured("standard", "offered"),
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
    each = "each with one or two powers" if powers < 2 else "each with two or three powers"
    each = f"{contest.seats} at a time" if powers < 1 else each
    names = " ".join(of.name for of in contest.entrants)
    lines = [
        f"{games} games of them with each other, {each}, to the end of {until} "
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


STRENGTH: Final = ROOT / "bench" / "strength"
AGAINST_SIX: Final = STRENGTH / "one-against-six"
BEFORE: Final = STRENGTH / "slip"
"""Games from before a slip of the search was mended."""


class Contested(NamedTuple):
    """Games of one bot against six of another."""

    one: EntrantStanding
    six: str
    games: int
    seed: int


def contested(folder: Path) -> list[Contested]:
    """What the files of a folder come to, each with one bot against six of another."""
    found = []
    for path in sorted(folder.glob("*.jsonl"), key=_numbers_in):
        contest, results = read_contest(path)
        first, second = (entrant.name for entrant in contest.entrants)
        one = next(of for of in standings_of(contest, results, course=[]) if of.number == 0)
        assert one.name == first
        found.append(Contested(one, second, len(results), contest.seed))
    return found


def _numbers_in(path: Path) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else 0, part) for part in path.stem.split("-")]


def rows(found: Sequence[Contested]) -> list[str]:
    """The table of such games."""
    return [
        "| bot | six of | games | seed | share of squares | games won | most centres |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| `{one.name}` | `{six}` | {games:,} | {seed} | "
            f"{one.share} | {one.solos} | {one.tops} |"
            for one, six, games, seed in found
        ),
    ]


def rows_by_power(found: Sequence[Contested]) -> list[str]:
    """The table of the shares by the power that the one bot plays."""
    powers = [power.capitalize() for power, *_ in found[0].one.by_power]
    return [
        f"| | {' | '.join(powers)} |",
        "|---" * (len(powers) + 1) + "|",
        *(
            f"| `{one.name}` against `{six}` | "
            + " | ".join(f"{share:.2f}" for *_, share in one.by_power)
            + " |"
            for one, six, *_ in found
        ),
    ]


def measurements() -> str:
    """The tables of one bot against six of another."""
    found = contested(AGAINST_SIX)
    by_power = "The share by the power that the one bot plays:"
    return "\n".join([*rows(found), "", by_power, "", *rows_by_power(found)])


def main() -> None:
    text = PAGE.read_text("utf-8")
    tables = {"measurements": measurements(), "slip": "\n".join(rows(contested(BEFORE)))}
    for one in KINDS:
        one.figures.write_text(figures(one), "utf-8")
        tables[one.mark] = table(one)
    for mark, content in tables.items():
        begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n\n{content}\n\n{end}{rest.partition(end)[2]}"
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
