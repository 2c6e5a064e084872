"""The plots of a contest, as SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from dragoman.arena.estimates import Estimate

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
