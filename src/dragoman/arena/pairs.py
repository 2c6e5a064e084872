"""How often each of several entrants came out ahead of each other."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.estimates import Estimate, proportion
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Of the games in which two both played how often the one had the greater share; where they had
    the same, half counts."""

    one: str
    other: str
    games: int
    ahead: Estimate


def pairs_of(contest: Contest, results: Sequence[GameResult]) -> tuple[Pair, ...]:
    """All pairs that met, each both ways."""
    names = [one.name for one in contest.entrants]
    met: dict[tuple[int, int], list[tuple[float, int]]] = {}
    cluster = contest.clusters(results)
    for result in results:
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        for one, own in shares.items():
            for other, its in shares.items():
                if one != other:
                    ahead = 0.5 if own == its else float(own > its)
                    met.setdefault((one, other), []).append((ahead, cluster[result.game]))
    return tuple(
        Pair(
            names[one],
            names[other],
            len(found),
            proportion([ahead for ahead, _ in found], [where for _, where in found]),
        )
        for (one, other), found in sorted(met.items())
    )


def pairs_text(pairs: Sequence[Pair], names: Sequence[str]) -> str:
    """The matrix as lines of text: who is in the line against who is in the column."""
    cells = {(pair.one, pair.other): _cell(pair.ahead) for pair in pairs}
    first = max(len("ahead of"), *map(len, names))
    widths = [max(len(name), 10) for name in names]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"{'ahead of':{first}}  {head}"]
    for one in names:
        row = (
            f"{cells.get((one, other), '–' if one == other else ''):>{width}}"
            for other, width in zip(names, widths, strict=True)
        )
        lines.append(f"{one:{first}}  {'  '.join(row)}".rstrip())
    return "\n".join(lines)


def _cell(ahead: Estimate) -> str:
    reach = max(ahead.high - ahead.value, ahead.value - ahead.low)
    return f"{ahead.value:.2f} ±{reach:.2f}"
