"""Write docs/explanation/tournament-seeding.md: how draws are made, and how good they turn out.

Draws a field of each size with the full number of tries, all rounds at once and one by one,
which takes about a minute.
"""

from __future__ import annotations

import time
from pathlib import Path

from dragoman.tournament.seeding import (
    Draw,
    DrawWishes,
    Quality,
    SeedingRules,
    assign_powers,
    draw_tables,
    keep_apart,
    quality,
)

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "tournament-seeding.md"
SIZES = (7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 84, 105, 140, 210)
SEEDS = (1, 2, 3)

HEAD = """\
# Seeding

Who plays whom in which round, and with which power. The program draws all rounds at once, or one
round after the other when it is not known who will come; it shows how good the draw is, and
beside each figure the best that is possible at all. A draw belongs to the number it was drawn
with: the same players, wishes and number give the same draw again.

## What is sought

The most important first:

1. every player has one seat in a round, or two at different tables if he agreed to; those who
   must not meet do not, nor do members of a team in the team round;
2. no pair meets three times;
3. no three meet twice, and no pair;
4. nobody has a power twice, and nobody two powers of one group (NZ1999, rule 20: England,
   France and Germany; Russia and Turkey; Austria and Italy);
5. players of a club, beginners, or those who can record a game are spread over the tables.

The seats of game masters count for nothing: it does not matter whom they meet, nor what they
play.

## What is possible

Put each player who is in two rounds into the cell of his two tables. Those of a cell meet
twice, so with k tables in both rounds 7k players fill k·k cells, and the fewest repeats come
from filling them evenly: with q the whole part of 7/k, k·k·q(q-1)/2 + (7k - q·k·k)·q pairs. The
same with threes, and with the cells of three rounds for pairs that meet three times. From seven
tables on nobody has to meet anybody twice in three rounds.

A group of powers has its seats at every table, and each player can take one of them without
repeating. With three rounds that all play, England, France and Germany have 9k seats for 7k
players: two players in seven must play a second one of them, and the lot says who. So rule 20
is a goal, and the program says how close to it a draw is.

## How a draw is made

Where there is a draw made in advance (seven tables, nine, eleven, thirteen and more), players
are dealt to its places by lot, as NZ1999, rule 19, has it: seat i of table j of the first round
goes to table j + m·i in a round of step m, counted round the tables. Then, and from the start
for other numbers, two players of different tables exchange their seats in one round, thousands
of times a second: an exchange that makes the draw worse is taken now and then, less and less
often. It ends when the draw is as good as the bounds allow, or after `table_tries`. Powers are
given table by table, the best way there is, and then exchanged at tables in the same manner.

When rounds are drawn one by one, those who lack powers of a group are spread over the tables,
so that each table has powers for them.

## How good it is

Three rounds that everybody plays, in teams of three which do not meet in the third round, with
two pairs kept apart, drawn with the numbers 1, 2 and 3: the worst of the three, and the bound.
With 7 and with 14 players a team cannot be apart, and the bound says by how much.
"""

TAIL = """\
This page is written by `python tools/seeding_page.py`, which draws all of these; the seconds are
those of one core of an ordinary machine. The tests draw most of these sizes with a fifth of the
tries.
"""

COLUMNS = (
    "must not meet",
    "third meetings",
    "second meetings",
    "threes again",
    "powers again",
    "groups again",
)


def written() -> str:
    """The page, after drawing everything on it."""
    lines = [HEAD]
    for title, together in (
        ("### All rounds at once", True),
        ("### One round after another", False),
    ):
        lines += [title, "", f"| players | {' | '.join(COLUMNS)} | seconds |"]
        lines.append("|---|" + "---|" * (len(COLUMNS) + 1))
        lines += [_row(count, together) for count in SIZES]
        lines.append("")
    return "\n".join([*lines, TAIL])


def _row(count: int, together: bool) -> str:
    names = [f"player {number:03}" for number in range(count)]
    wishes = DrawWishes(
        apart=keep_apart([(names[0], names[-1]), (names[1], names[-2])][: count // 14]),
        teams=tuple(tuple(names[i : i + 3]) for i in range(0, count - 2, 3)),
        team_rounds=frozenset({3}),
    )
    found: list[Quality] = []
    longest = 0.0
    for seed in SEEDS:
        start = time.perf_counter()
        draw = _drawn(names, wishes, seed, together)
        longest = max(longest, time.perf_counter() - start)
        found.append(quality(draw, SeedingRules(), wishes))
    cells: list[str] = []
    for figures in zip(*(each.figures for each in found), strict=True):
        worst = max(figure.found for figure in figures)
        cells.append(f"{worst} / {figures[0].fewest}")
    return f"| {count} | {' | '.join(cells)} | {longest:.1f} |"


def _drawn(names: list[str], wishes: DrawWishes, seed: int, together: bool) -> Draw:
    rules = SeedingRules()
    rounds = dict.fromkeys((1, 2, 3), names)
    if together:
        return assign_powers(draw_tables(rounds, rules, wishes, seed), rules, wishes, seed)
    before: Draw = ()
    for number in rounds:
        tables = draw_tables({number: names}, rules, wishes, seed, before)
        before += assign_powers(tables, rules, wishes, seed, before)
    return before


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
