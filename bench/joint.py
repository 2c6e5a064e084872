"""Two bots that search, alone and as allies, among five `dumbbot`: a table for the page about bots.

python -m bench.joint [GAMES [EVALUATIONS]]

Each game is played four times with the same luck: one of the pair searches and the other is a
`dumbbot`, both search for themselves, and both search as allies, who plan together before each
movement, order what they planned, and tell each other what they order besides; once they help each
other only where they gain by that themselves, and once with some goodwill.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

from dragoman.board import Unit, province_of
from dragoman.bots import DumbBot, View
from dragoman.bots.agreements import Agreement
from dragoman.bots.joint import best, joint_plans
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Convoy, Order, Support
from dragoman.rules import PhaseKind, Position

STANDARD: Final = load_variant("standard")
POWERS: Final = tuple(STANDARD.board.powers)
LAST_YEAR: Final = 1908
KEPT: Final = Path(__file__).parent / "strength" / "joint.json"
WAYS: Final = ("one searches", "both search", "both search as allies", "as allies with goodwill")
GOODWILL: Final = 0.3


def orders_of(
    views: Mapping[str, View], pair: tuple[str, str], way: str, evaluations: int
) -> dict[str, tuple[Order, ...]]:
    """The orders of all powers in a phase."""
    found = {power: tuple(DumbBot()(view)) for power, view in views.items()}
    if "as allies" in way:
        one, other = pair
        ally = Agreement(allies=frozenset({other}))
        plans = joint_plans(views[one], other, ally, evaluations)
        told = dict(plans[0].orders) if plans else {}
        for power, partner in (pair, pair[::-1]):
            goodwill = GOODWILL if way.endswith("goodwill") else 0.0
            given = Agreement(told, frozenset({partner}), goodwill=goodwill)
            found[power] = tuple(best(views[power], given, evaluations))
            told |= zip(views[power].position.units_of(power), found[power], strict=False)
        return found
    for power in pair[:1] if way == "one searches" else pair:
        found[power] = tuple(best(views[power], evaluations=evaluations))
    return found


def helps(position: Position, power: str, orders: Iterable[Order]) -> Counter[str]:
    """The number of orders of a power in a movement, and how many are to help whom."""
    found: Counter[str] = Counter()
    for order in orders:
        found["orders"] += 1
        named = order.supported if isinstance(order, Support) else None
        if isinstance(order, Convoy):
            found["convoys"] += 1
            named = order.convoyed
        there: Unit | None = named and position.by_province.get(province_of(named.location))
        if there is not None and there.power != power:
            found["for others"] += 1
    return found


def played(pair: tuple[str, str], way: str, seed: int, evaluations: int) -> dict[str, Any]:
    """What the two of a pair come to in a game, and whom their orders helped."""
    position, phase, helped = STANDARD.start, 0, Counter[str]()
    while position.phase.year <= LAST_YEAR:
        views = {
            power: View(
                STANDARD, position, power, 1000 * seed + 10 * phase + n, last_year=LAST_YEAR
            )
            for n, power in enumerate(POWERS)
        }
        orders = orders_of(views, pair, way, evaluations)
        if position.phase.kind is PhaseKind.MOVEMENT:
            for power in pair:
                helped += helps(position, power, orders[power])
        resolution = process(STANDARD, position, orders, STANDARD.rule_set)
        position, phase = resolution.position, phase + 1
        if resolution.winners:
            break
    held = Counter(position.owners.values())
    squares = sum(count * count for count in held.values())
    return {"shares": [held[power] ** 2 / squares for power in pair], "helped": helped}


def main() -> None:
    """Measure all, keep what each game came to, and print the table."""
    games, evaluations = (*map(int, sys.argv[1:]), *(42, 600)[len(sys.argv) - 1 :])
    pairs = [*combinations(POWERS, 2)]
    pairs = [pair if number % 2 else pair[::-1] for number, pair in enumerate(pairs)]
    spent: dict[str, float] = dict.fromkeys(WAYS, 0.0)
    rows: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    for game in range(games):
        for way in WAYS:
            before = time.process_time()
            rows[way].append(played(pairs[game % len(pairs)], way, game, evaluations))
            spent[way] += time.process_time() - before
        shares = {way: [round(s, 2) for s in found[-1]["shares"]] for way, found in rows.items()}
        print(game, pairs[game % len(pairs)], shares, flush=True)
    KEPT.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    print("\n".join(table(rows, evaluations, spent)))


def summed(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Both powers' shares on average, each with twice its standard error, and what their orders
    were, in parts of all."""
    helped = sum((game["helped"] for game in games), Counter[str]())
    both = [sum(game["shares"]) for game in games]
    return {
        "first": fmean(game["shares"][0] for game in games),
        "second": fmean(game["shares"][1] for game in games),
        "both": fmean(both),
        "error": 2 * stdev(both) / len(both) ** 0.5,
        "for_others": helped["for others"] / helped["orders"],
        "convoys": helped["convoys"] / helped["orders"],
    }


def table(
    rows: Mapping[str, list[dict[str, Any]]], evaluations: int, spent: Mapping[str, float]
) -> Iterator[str]:
    """The results as Markdown."""
    games = len(rows[WAYS[0]])
    yield (
        f"{games} games to the end of {LAST_YEAR}, {evaluations} evaluations for a movement and as "
        "many for a plan"
    )
    yield ""
    yield "| | the one | the other | both | orders for others' units | convoys | seconds a game |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    for way, found in rows.items():
        sums = summed(found)
        yield (
            f"| {way} | {sums['first']:.3f} | {sums['second']:.3f} "
            f"| {sums['both']:.3f} ± {sums['error']:.3f} | {100 * sums['for_others']:.1f} % "
            f"| {100 * sums['convoys']:.1f} % | {spent[way] / games:.1f} |"
        )


if __name__ == "__main__":
    main()
