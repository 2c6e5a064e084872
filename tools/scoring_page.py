"""Write scoring-systems.md: every scoring system, and how games become standings, from the code."""

from __future__ import annotations

from pathlib import Path

from dragoman.tournament.scoring import (
    SYSTEMS,
    GameResult,
    ResultEnding,
    ScoringSystem,
    points_text,
)
from dragoman.tournament.seeding import POWERS
from dragoman.tournament.settings import Setting
from dragoman.tournament.standings import TOTALS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "scoring-systems.md"

HEAD = """\
# Scoring

How a finished game becomes points, and points become places. A preset names a system and sets
it; what it does not set is as below.

```toml
[scoring]
system = "detour98f"
decimals = 2
```

A system reads the record of a game: the centres of every power after each Fall, how the game
ended, and who shared the draw. All reckoning is in exact fractions; a system rounds only where
its rule says so, and exact halves then go up. Points are shown to three decimals.

Everybody scores 0 in an abandoned game, by every system. Systems that look at years need to
know when each power was eliminated; the program says what is missing rather than guess. Years
are counted in two ways: years *survived* are those a power ended with a centre (out in 1905: 4),
years *played* take in that of the elimination (out in 1905: 5).

A dagger (†) marks a system that is known from one text only.

This page is written by `python tools/scoring_page.py` from the code; a test compares the two.

## Three games

Each system is shown with the same three games, their powers in the order of their final centres.

| game | centres | ending | the dead went out in |
|---|---|---|---|
| I | 10-8-7-5-4-0-0 | drawn by all alive, 1908 | 1906, 1904 |
| II | 8-8-7-6-4-1-0 | drawn by all alive, 1908 | 1907 |
| III | 18-8-5-3-0-0-0 | a solo, 1909 | 1908, 1905, 1903 |
"""

DOUBTS = """\
## Where the texts disagree or are silent

- **Detour98f, a game that ends before Fall 1905.** The point is for holding a centre after
  Fall 1905, so nobody has it; `early_end = "survivors"` gives it to those alive at the end.
- **Detour98f, decimals.** NZ1999 says three; the page of the Australian and New Zealand
  association says two. Default three.
- **ManorCon and Bangkok 2020, years of the dead.** The published texts pay the year of the
  elimination (out in 1905: 5); the values that tournaments' programs compute, and that the
  examples here follow, do not. `years` chooses.
- **Bangkok 2022, a solo.** One text adds up to 3990, a later one says 4000: `solo`.
- **Cruise Con, and KublaCon's Whipping of 2008** do not say what a solo is worth. A game that
  ends in one is not scored until `solo` is set.
- **OMG, two alive.** When two are left, nobody alive is third: dipvis shares the third prize
  among the dead; here they have nothing.
- **Italia 2010** has 4 points for a centre in its rules (version 7.8, 2012) and in the example of
  the wiki, whose list says 1. Equals in every year go by the wiki's order of powers.
- **DC(C)** shares a hundred by squares in a draw; where survivors are left out of it, they are
  read as having none of that either.
- **Carnage 2009** gives nobody but the winner more than his 10 for playing after a solo; that the
  winner's centres count in it is a reading.
- **Half-Tribute** halves the tribute for each centre, not the centres.
- **KublaCon KILL** gives two points for each dead power; they are read as going to those alive.
- **Southern Sun** rounds shared places to whole numbers; halves are read as going up;
  `halves` says otherwise.
- **C-Diplo Argir** corrects by opponents and countries in a way that was never published; the
  **Armada Regatta** deducts by year; **Fibonacci** adds a small part for centres. These are left
  out, and a director enters them as adjustments.
- **Janus** and **Solid Solo** are named here and there, and no text of them was found.
- **Super Pastis** (EuroDipCon 2016, World DipCon 2019) and the points of **Hechtstechen** were not
  to be had. Their presets take `own-places` and score no game before its points are filled in.
"""

STANDINGS = """\
## From points to places

`[standings]` in a preset says how the games of a player are added up, and what ranks equal
totals. All values here are those of NZ1999, appendix B.

```toml
[standings]
order = ["total", "wins", "draws", "best-game", "second-best-game", "third-best-game"]
dead_in_solo = "loss"
margins = "points"
[standings.totals]
rule = "sum"
```

`order` may also name `most-centers` (in one game) and `top-board` (the table that
`top_board = "4A"` names has the first places, in the order of that game). A system that ranks
solos before points, as Win Tier does, is `order = ["wins", "total"]`. `[standings.weights]`
multiplies the points of a round; `sit_out_bonus`, with `sit_out = "once"` or `"each-time"`, is
for those who were there and had to sit out.

### Comparing games

`best-game` and its kin, and equal best countries, compare two games step by step:

1. a win is better than a draw, that than an elimination, that than a loss. To be out when
   another wins is a loss, as the text that Detour98f came from counts the dead among the
   losing players; `dead_in_solo = "elimination"` is the other reading;
2. points from the game;
3. place by centres: alone first, first of two, of three, alone second and so on;
4. of two that were eliminated, who lasted longer by Fall counts;
5. then who had more centres in the last Fall that he had any;
6. the own score less that of the first in the game, higher is better; then less that of the
   second, and so on to the seventh, zero standing for the eliminated. `margins = "centers"`
   subtracts centres instead.

A game that was not played loses to any. Who cannot be told apart shares the place.

At step 4 somebody who was alive at the end counts as lasting longer: the rule speaks only of two
who were eliminated, and three games could otherwise each be better than the next.

For example, let two players have scored 22.414 alone in second place. In the one game the first
scored 31.034, in the other 33.000: the first game is better, by -8.620 to -10.586.

### Best countries

The best game of each power, by points and then as games are compared; `best_country =
"comparison"` begins with win, draw, elimination, loss, and `"centers"` with the final centres,
those who lost to a solo behind all others. Awards can be shared.

### Teams

The scores of a team's members in the round that `[teams]` names, added up; smaller teams add up
fewer. Ties are broken as between players, over the members' games of that round.

### Board games

Points for the place, by the number of players, times the minutes of the game divided by 20
(NZ1999, rule 27). Equals get the average of their places, or the lower one with `ties = "lower"`.
Second of four at Settlers, two wins at Lost Cities and third of six at Family Business are
5 × 4.5 + 2 × 6 + 4 × 1.5 = 40.5.

### Ways to add up
"""

GAMES = {
    "I": ((10, 8, 7, 5, 4, 0, 0), 1908, (1906, 1904)),
    "II": ((8, 8, 7, 6, 4, 1, 0), 1908, (1907,)),
    "III": ((18, 8, 5, 3, 0, 0, 0), 1909, (1908, 1905, 1903)),
}
YEARS = {
    1901: (5, 5, 5, 5, 5, 4, 5),
    1902: (6, 6, 5, 5, 5, 2, 5),
    1903: (7, 6, 6, 4, 6, 0, 5),
    1904: (14, 6, 4, 4, 4, 0, 2),
    1905: (14, 6, 6, 4, 4, 0, 0),
}


FAMILIES = {
    "detour98f": (
        "## The Detour systems",
        "Centres, survival, lead and place, as shares of a hundred.",
    ),
    "bangkok-2020": (
        "## Bangkok and the like",
        "Centres, survival, and a pot for those at the top or close to it.",
    ),
    "c-diplo-100": (
        "## C-Diplo and its kin from France",
        "A point to play, the centres, and three prizes for places.",
    ),
    "carnage": (
        "## Carnage and its kin",
        "What counts is the place; the centres only break ties.",
    ),
    "solo-or-bust": (
        "## Systems that share a pot",
        "By the size of the draw, or by centres.",
    ),
    "whipping": (
        "## Systems of tens",
        "Ten points a centre, and something for the draw, the top or the place.",
    ),
    "kis": ("## Systems that add up centres, with a table or a few bonuses",),
    "manorcon": (
        "## The ManorCon systems from England",
        "Shares of a hundred by a formula in the centres.",
    ),
    "tribute": ("## Systems in which the powers behind pay the one in front",),
}
"""The headings of the page, each before the system that is the first of its family."""


def written() -> str:
    """The page, from the systems and the rules for totals."""
    lines = [HEAD]
    # NZ1999's own family first, the others as they come.
    in_order = sorted(SYSTEMS.values(), key=lambda system: not system.name.startswith("detour"))
    for system in in_order:
        lines += [line for part in FAMILIES.get(system.name, ()) for line in (part, "")]
        lines += _system(system)
    lines += [DOUBTS, STANDINGS]
    for rule in TOTALS.values():
        lines.append(f"- `{rule.name}`: {rule.formula}")
        lines += [f"    - `{s.name} = {_shown(s)}`: {s.meaning}" for s in rule.settings]
    return "\n".join(lines) + "\n"


def _system(system: ScoringSystem) -> list[str]:
    lines = [f"### {system.title}", "", f"`{system.name}`. {system.formula}", ""]
    lines += [f"*Source:* {system.source}.", ""]
    if system.needs:
        needs = " and ".join(sorted(need.value for need in system.needs))
        lines += [f"*Needs:* {needs}.", ""]
    lines += [f"- `{s.name} = {_shown(s)}`: {s.meaning}" for s in system.settings]
    return [*lines, *([""] if system.settings else []), *_example(system), ""]


def _shown(setting: Setting) -> str:
    """The default, and what else there is."""
    if isinstance(setting.default, bool):
        return str(setting.default).lower()
    if isinstance(setting.default, int):
        return str(setting.default)
    others = [f'"{choice}"' for choice in setting.choices if choice != setting.default]
    return f'"{setting.default}"` or `{"` or `".join(others)}'


def _example(system: ScoringSystem) -> list[str]:
    scoring, _ = system.with_settings({})
    if any(need.name == "ALL_YEARS" for need in system.needs):
        result = GameResult(POWERS, YEARS, ResultEnding.TIME_DRAW)
        lines = ["| year |" + " |" * 7, "|---|" + "---|" * 7]
        lines += [f"| {y} | {' | '.join(map(str, counts))} |" for y, counts in YEARS.items()]
        return [
            *lines,
            f"| points | {' | '.join(map(points_text, scoring.score(result).values()))} |",
        ]
    lines = ["| game | 1 | 2 | 3 | 4 | 5 | 6 | 7 |", "|---|" + "---|" * 7]
    for name, (centers, year, out) in GAMES.items():
        dead = POWERS[7 - len(out) :]
        solo = centers[0] >= 18
        result = GameResult(
            POWERS,
            {year: centers},
            ResultEnding.SOLO if solo else ResultEnding.TIME_DRAW,
            POWERS[0] if solo else "",
            eliminated=dict(zip(dead, out, strict=True)),
        )
        if scoring.missing(result):
            lines.append(f"| {name} |" + " ? |" * 7)
        else:
            points = map(points_text, scoring.score(result).values())
            lines.append(f"| {name} | {' | '.join(points)} |")
    return lines


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
