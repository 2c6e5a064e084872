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
    numbers: tuple[int, int]
    """Of the two entrants: who plays against copies of itself has one name, and is two of them."""
    games: int
    ahead: Estimate


def pairs_of(contest: Contest, results: Sequence[GameResult]) -> tuple[Pair, ...]:
    """All pairs that met, each both ways."""
    names = [one.name for one in contest.entrants]
    met: dict[tuple[int, int], tuple[list[float], list[int]]] = {}
    cluster = contest.clusters(results)
    for result in results:
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        for one, own in shares.items():
            for other, its in shares.items():
                if one != other:
                    ahead, clusters = met.setdefault((one, other), ([], []))
                    ahead.append(0.5 if own == its else 1.0 if own > its else 0.0)
                    clusters.append(cluster[result.game])
    return tuple(
        Pair(
            names[one],
            names[other],
            (one, other),
            len(ahead),
            proportion(ahead, clusters),
        )
        for (one, other), (ahead, clusters) in sorted(met.items())
    )


def pairs_text(pairs: Sequence[Pair], entrants: Sequence[tuple[int, str]]) -> str:
    """The matrix as lines of text: who is in the line against who is in the column. Entrants are
    their numbers and names."""
    cells = {pair.numbers: _cell(pair.ahead) for pair in pairs}
    names = [name for _, name in entrants]
    first = max(len("ahead of"), *map(len, names))
    widths = [max(len(name), 10) for name in names]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"{'ahead of':{first}}  {head}"]
    for one, name in entrants:
        row = (
            f"{cells.get((one, other), '–' if one == other else ''):>{width}}"
            for (other, _), width in zip(entrants, widths, strict=True)
        )
        lines.append(f"{name:{first}}  {'  '.join(row)}".rstrip())
    return "\n".join(lines)


def _cell(ahead: Estimate) -> str:
    reach = max(ahead.high - ahead.value, ahead.value - ahead.low)
    return f"{ahead.value:.2f} ±{reach:.2f}"
