"""The page of a contest: tables, plots, and the way to the replays. It loads nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

from dragoman.arena.contest import Contest, ContestGame
from dragoman.arena.running import record_of
from dragoman.arena.sprt import SprtCourse, sprt_text
from dragoman.arena.standings import (
    Course,
    EntrantStanding,
    Estimate,
    pairs_of,
    skill_course,
    standings_of,
)
from dragoman.files import write_atomically
from dragoman.game import find_variant, read_record

# Plots, as SVG that takes its colours from the page

_WIDE: Final = 720
_ROW: Final = 26
_NAMES: Final = 190
_RIGHT: Final = 24
_LEFT: Final = 56
_TALL: Final = 280
_LONGEST: Final = 26
"""Letters of a name."""


def share_plot(shares: Sequence[tuple[str, Estimate]], parity: float) -> str:
    """A line for each entrant: its share, and the interval of 95 %."""
    most = max([one.high for _, one in shares] + [parity], default=1.0)
    top = next(mark for mark in (0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0) if mark >= min(most, 1.0))
    tall = _ROW * len(shares) + 34

    def x(share: float) -> float:
        return _NAMES + share / top * (_WIDE - _NAMES - _RIGHT)

    parts = [f'<svg viewBox="0 0 {_WIDE} {tall}" role="img" aria-label="shares with intervals">']
    for step in range(6):
        share = top * step / 5
        parts.append(f'<path class="grid" d="M{x(share):.1f} 4V{tall - 26}"/>')
        parts.append(_text(x(share), tall - 10, f"{share:.2f}", "middle"))
    parts.append(f'<path class="equal" d="M{x(parity):.1f} 4V{tall - 26}"/>')
    for number, (name, one) in enumerate(shares):
        y = _ROW * number + 18
        parts.append(_text(_NAMES - 12, y + 4, _short(name), "end"))
        parts.append(f'<path class="reach" d="M{x(one.low):.1f} {y}H{x(min(one.high, top)):.1f}"/>')
        parts.append(f'<circle class="mark" cx="{x(one.value):.1f}" cy="{y}" r="5"/>')
    return "".join((*parts, "</svg>"))


def course_plot(names: Sequence[str], course: Sequence[tuple[int, Sequence[float]]]) -> str:
    """A line for each entrant: how OpenSkill's µ went from game to game. The course is how many
    games had been played, and each µ then."""
    if len(course) < 2:
        return ""
    games, ends = course[-1]
    values = [mu for _, after in course for mu in after]
    low, high = min(values), max(values)
    reach = (high - low) or 1.0

    def x(game: int) -> float:
        return _LEFT + (game - 1) / (games - 1) * (_WIDE - _NAMES - _LEFT)

    def y(mu: float) -> float:
        return 12 + (high - mu) / reach * (_TALL - 50)

    parts = [f'<svg viewBox="0 0 {_WIDE} {_TALL}" role="img" aria-label="OpenSkill, µ by game">']
    for mark in range(5):
        mu = low + reach * mark / 4
        parts.append(f'<path class="grid" d="M{_LEFT} {y(mu):.1f}H{_WIDE - _NAMES}"/>')
        parts.append(_text(_LEFT - 6, y(mu) + 4, f"{mu:.1f}", "end"))
    parts.append(_text(x(1), _TALL - 12, "game 1", "start"))
    parts.append(_text(x(games), _TALL - 12, f"{games}", "end"))
    below = 0.0
    for one in sorted(range(len(names)), key=lambda one: -ends[one]):
        points = " ".join(f"{x(game):.1f},{y(after[one]):.1f}" for game, after in course)
        colour = f"c{one % 8}"
        parts.append(f'<polyline class="line {colour}" points="{points}"/>')
        # Names that would lie on each other move down.
        below = max(y(ends[one]) + 4, below + 19)
        shown_name = _text(_WIDE - _NAMES + 10, below, _short(names[one]), "start", colour)
        parts.append(shown_name)
    return "".join((*parts, "</svg>"))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _text(x: float, y: float, text: str, anchor: str, colour: str = "") -> str:
    kind = f' class="{colour}"' if colour else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(text)}</text>'


# The page

_MOST_FAULTS: Final = 10
"""So many are seen at once."""
_MOST_GAMES: Final = 2_000
"""So many a browser shows without being slow."""


def write_report(
    contest: Contest,
    results: Sequence[ContestGame],
    path: Path,
    to: Path,
    course: Course | None = None,
    test: SprtCourse | None = None,
) -> None:
    """Write the page of a contest whose results lie at ``path``, and the replays of games that were
    recorded, in a folder beside it. ``course`` and ``test`` are as in ``report_page``.

    Raises:
        OSError: if something cannot be written.
    """
    folder = to.with_name(f"{to.stem}-replays")
    links = {
        result.game: f"{folder.name}/{result.game:05}.html"
        for result in results
        if _write_replay(contest, result, record_of(path, result.game), folder)
    }
    write_atomically(to, report_page(contest, results, links, course, test))


def report_page(
    contest: Contest,
    results: Sequence[ContestGame],
    links: dict[int, str] | None = None,
    course: Course | None = None,
    test: SprtCourse | None = None,
) -> str:
    """The page of a contest, with the addresses of replays by game. ``course`` is what
    ``skill_course`` gave, if it was asked already, ``test`` what may have ended the contest."""
    course = skill_course(contest, results) if course is None else course
    standings = standings_of(contest, results, course)
    names = [one.name for one in contest.entrants]
    page = files("dragoman.arena").joinpath("report_page.html").read_text(encoding="utf-8")
    parts = {
        "title": escape(_title(contest)),
        "about": escape(_about(contest, len(results))),
        "standings": _standings_table(standings),
        "shares": share_plot([(one.name, one.share) for one in standings], 1 / contest.seats),
        "powers": _powers_table(contest, standings),
        "pairs": _pairs_table(contest, standings, results),
        "course": course_plot(names, [(n, [one.mu for one in after]) for n, after in course]),
        "test": _test(test),
        "faults": _faults(results),
        "games": _games_table(contest, results, links or {}),
    }
    # All at once: what somebody is called may look like a place to be filled.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], page)


def _write_replay(contest: Contest, result: ContestGame, record: Path, folder: Path) -> bool:
    """Write the replay of a game, unless it is there; whether there is one now."""
    to = folder / f"{result.game:05}.html"
    if not record.exists():
        return False
    if to.exists() and to.stat().st_mtime >= record.stat().st_mtime:
        return True
    from dragoman.drawing import map_of, replay

    game, _ = read_record(record.read_text("utf-8"), find_variant, str(record))
    if game is None:
        return False
    drawn_on, _ = map_of(game.variant)
    if drawn_on is None:
        return False
    folder.mkdir(exist_ok=True)
    title = f"{_title(contest)}, game {result.game + 1}"
    write_atomically(to, replay(game, drawn_on, title=title))
    return True


def _title(contest: Contest) -> str:
    if contest.is_duel:
        return f"{contest.entrants[0].name} against {contest.entrants[1].name}"
    return f"An arena of {len(contest.entrants)}"


def _about(contest: Contest, games: int) -> str:
    rules = [
        f"{games} games",
        find_variant(contest.variant).title,
        f"to the end of {contest.last_year}",
        f"seed {contest.seed}",
        contest.rules.category.value,
    ]
    if contest.rules.zine:
        rules.append("nobody plays two powers, one program of a site in a game")
    rules.append("all know who plays what" if contest.known else "nobody knows who plays what")
    if contest.memory:
        rules.append("earlier games are remembered")
    return " · ".join(rules)


def _standings_table(standings: Sequence[EntrantStanding]) -> str:
    has_skills = any(one.openskill for one in standings)
    head = ["", "games", "share", "95 %", "won", "most centres"]
    head += ["OpenSkill µ", "σ"] if has_skills else []
    head += ["failed"] if any(one.faults for one in standings) else []
    rows: list[list[str]] = []
    for one in standings:
        row = [
            escape(one.name),
            f"{one.games}",
            f"{one.share.value:.3f}",
            f"{one.share.low:.3f} – {one.share.high:.3f}",
            f"{100 * one.solos.value:.0f} %",
            f"{100 * one.tops.value:.0f} %",
        ]
        if one.openskill is not None:
            row += [f"{one.openskill.mu:.1f}", f"{one.openskill.sigma:.1f}"]
        if "failed" in head:
            row.append(f"{one.faults or ''}")
        rows.append(row)
    return _table(head, rows)


def _powers_table(contest: Contest, standings: Sequence[EntrantStanding]) -> str:
    powers = contest.powers
    head = ["", *(side.name for side in powers.values())]
    rows: list[list[str]] = []
    for one in standings:
        shares = {power: (games, share) for power, games, share in one.by_power}
        cells = [
            f'<span title="{shares[power][0]} games">{shares[power][1]:.2f}</span>'
            if power in shares
            else ""
            for power in powers
        ]
        rows.append([escape(one.name), *cells])
    return _table(head, rows)


def _test(test: SprtCourse | None) -> str:
    if test is None:
        return ""
    said = f"<p>{escape(sprt_text(test))}.</p>"
    if test.found is None:
        return said
    return (
        f"{said}\n<p>The test ended the contest. A contest that ends once it shows enough has "
        "shares that lean towards what was found, so fewer than 95 % of such intervals hold the "
        "true share. The answer of the test itself errs no more often than it says.</p>"
    )


def _pairs_table(
    contest: Contest, standings: Sequence[EntrantStanding], results: Sequence[ContestGame]
) -> str:
    """The share of games in which the entrant of the line was ahead of that of the column."""
    found = {pair.numbers: pair for pair in pairs_of(contest, results)}

    def cell(one: int, other: int) -> str:
        pair = found.get((one, other))
        if pair is None:
            return "–" if one == other else ""
        return (
            f'<span title="{pair.games} games">{pair.ahead.value:.2f} '
            f"({pair.ahead.low:.2f} – {pair.ahead.high:.2f})</span>"
        )

    rows = [
        [escape(one.name), *(cell(one.number, other.number) for other in standings)]
        for one in standings
    ]
    return _table(["", *(one.name for one in standings)], rows)


def _games_table(contest: Contest, results: Sequence[ContestGame], links: dict[int, str]) -> str:
    powers = contest.powers
    head = ["game", *(side.name for side in powers.values()), "ended", ""]
    rows: list[list[str]] = []
    shown = [
        result
        for number, result in enumerate(results)
        if number < _MOST_GAMES or result.game in links
    ]
    for result in shown:
        cells = [
            f"<span>{escape(contest.entrants[player].name)}</span> "
            f"<b{' class=won' if seat == result.winner else ''}>{result.centers[seat]}</b>"
            for seat, player in enumerate(result.players)
        ]
        link = links.get(result.game)
        way = f'<a href="{escape(link)}">replay</a>' if link else ""
        # What nobody has won ends with its last year, and stands at the beginning of the next.
        year = min(result.year, contest.last_year)
        rows.append([f"{result.game + 1}", *cells, f"{year}", way])
    left_out = len(results) - len(shown)
    more = f"\n<p>{left_out:,} more games are left out here: --rows writes a table of all.</p>"
    return f"{_table(head, rows)}{more if left_out else ''}"


def _faults(results: Sequence[ContestGame]) -> str:
    found: list[str] = []
    for result in results:
        for fault, times in Counter(result.faults).items():
            often = f", {times} times" if times > 1 else ""
            found.append(f"<li>Game {result.game + 1}, {escape(fault)}{often}</li>")
    if not found:
        return ""
    shown, rest = found[:_MOST_FAULTS], found[_MOST_FAULTS:]
    summary = f"<summary>{len(rest)} more</summary>"
    if len(rest) > _MOST_GAMES:
        rest[_MOST_GAMES:] = [f"<li>and {len(rest) - _MOST_GAMES:,} that are left out here</li>"]
    more = f"<details>{summary}<ul>{''.join(rest)}</ul></details>"
    return f"<h2>What went wrong</h2>\n<ul>{''.join(shown)}</ul>{more if rest else ''}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def lines() -> Iterator[str]:
        yield "<table><thead><tr>"
        yield from (f"<th>{escape(one)}</th>" for one in head)
        yield "</tr></thead><tbody>"
        for row in rows:
            yield f"<tr><th>{row[0]}</th>{''.join(f'<td>{cell}</td>' for cell in row[1:])}</tr>"
        yield "</tbody></table>"

    return f'<div class="wide">{"".join(lines())}</div>'
