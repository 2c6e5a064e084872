"""Plays games of seven partners, and writes into ``bots.md`` how they played together.

    .venv/bin/python tools/partners.py --games 120

What comes of each game is kept, in ``bench/strength/partners/games.jsonl``; a game that is there is
not played again. The games are alike on every machine.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

from dragoman.board import province_of
from dragoman.bots import View, bot_called, conversed
from dragoman.bots.partner.deciding import resolved
from dragoman.bots.partner.endings import on_draw
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.situation import Situation
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Convoy, Move, Order, Support
from dragoman.press.daide import speech as s
from dragoman.rules import PhaseKind, Position

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "bench" / "strength" / "partners" / "games.jsonl"
PAGE = ROOT / "docs" / "how-to" / "programmers" / "bots.md"
BEGIN, END = "<!-- partners: begin -->", "<!-- partners: end -->"
LAST_YEAR = 1910
DRAWS_FROM = 1905
"""From this spring on it is noted who would share a draw."""
NAMES = {
    "Ordering": "orders",
    "Peace": "peace",
    "Alliance": "alliances",
    "Demilitarised": "zones",
}
"""The promises that are counted."""
KINDS = ("partner", "partner:loyal", "partner:sly", "partner:hot")
"""Those that sit down, by lot."""


def play(seed: int) -> dict[str, Any]:
    """The counts of one game."""
    variant = load_variant("standard")
    powers = tuple(variant.board.powers)
    seated = dict(zip(powers, random.Random(seed).choices(KINDS, k=len(powers)), strict=True))
    bots = {power: bot_called(name) for power, name in seated.items()}
    position, history = variant.start, list[Resolution]()
    talk: Mapping[str, View] = {}
    counts: Counter[str] = Counter()
    draws: list[tuple[str, int, float, bool]] = []
    while position.phase.year <= LAST_YEAR:
        views = {
            power: View(
                variant,
                position,
                power,
                seed * 1000 + len(history),
                game=seed * 10 + number,
                history=tuple(history),
                last_year=LAST_YEAR,
                heard=talk[power].heard if talk else (),
                spoken=talk[power].spoken if talk else (),
            )
            for number, power in enumerate(powers)
        }
        talk = conversed(bots, views)
        orders = {power: tuple(bots[power](talk[power])) for power in powers}
        if position.phase.kind is PhaseKind.MOVEMENT:
            counts["movements"] += 1
            for power in powers:
                _count(talk[power], bots[power], orders[power], counts)
            _count_voyages(position, orders, counts)
            if position.phase.season == "S" and position.phase.year >= DRAWS_FROM:
                draws += _draws(talk, bots)
        resolution = process(variant, position, orders, variant.rule_set)
        history.append(resolution)
        position = resolution.position
        if resolution.winners:
            break
    for power in powers:
        for deed in _deeds(talk[power], position, history, bots[power]):
            kind = type(deed.promise.what).__name__
            counts[f"{kind} {'kept' if deed.kept else 'broken'}"] += 1
    held = {power: len(position.centers_of(power)) for power in powers}
    squares = sum(held[power] ** 2 for power in powers)
    came_to = {power: held[power] ** 2 / squares for power in powers}
    told = [
        (round(ratio, 3), agrees, round(came_to[power] * number, 3))
        for power, number, ratio, agrees in draws
    ]
    return {"seed": seed, "bots": seated, "held": held, "counts": dict(counts), "draws": told}


def _draws(views: Mapping[str, View], bots: Mapping[str, Any]):
    """For each power that is left: of how many, its share of what they hold, times their number,
    and whether it would share a draw of all."""
    for power, view in views.items():
        now = Situation(view, bots[power].traits)
        sizes = now.stance.sizes
        if power in sizes:
            ratio = sizes[power] * len(sizes) / sum(sizes.values())
            yield power, len(sizes), ratio, on_draw(now, None)[0]


def _count_voyages(
    position: Position, orders: Mapping[str, Iterable[Order]], counts: Counter[str]
) -> None:
    """Count the armies that are ordered over the water by fleets that are ordered to take them."""
    at = position.by_province
    fleets: dict[tuple[str, str], list[str]] = {}
    for power, given in orders.items():
        for order in given:
            if isinstance(order, Convoy):
                way = province_of(order.convoyed.location), province_of(order.target)
                fleets.setdefault(way, []).append(power)
    for given in orders.values():
        for order in given:
            way = (province_of(order.unit.location), province_of(order.target)) if isinstance(
                order, Move) else ("", "")  # fmt: skip
            if way in fleets:
                counts["voyages"] += 1
                counts["voyages over several fleets"] += len(fleets[way]) > 1
                counts["voyages on others' fleets"] += set(fleets[way]) != {at[way[0]].power}


def _count(view: View, bot: Any, orders: Iterable[Order], counts: Counter[str]) -> None:
    assert isinstance(bot, PartnerBot)
    now = Situation(view, bot.traits)
    for thought in resolved(now).thoughts:
        counts[f"thought {thought.why.value}"] += 1
    at = {province_of(unit.location): unit for unit in view.position.units}
    friends = now.stance.friends
    counts["messages"] += sum(one.phase == view.position.phase for one in view.spoken)
    for unit, choices in now.legal.items():
        if unit.power == view.power and any(
            isinstance(one, Support) and at[province_of(one.supported.location)].power in friends
            for one in choices
        ):
            counts["near a friend"] += 1
    for order in orders:
        counts["orders"] += 1
        match order:
            case Support():
                counts["supports"] += 1
                helped = at.get(province_of(order.supported.location))
                if helped is not None and helped.power != view.power:
                    counts["supports for others"] += 1
            case Convoy():
                counts["convoys"] += 1
                carried = at.get(province_of(order.convoyed.location))
                counts["convoys for others"] += bool(carried and carried.power != view.power)
            case Move(via_convoy=True):
                counts["convoyed moves"] += 1
            case _:
                pass


def _deeds(view: View, position: Any, history: Sequence[Resolution], bot: Any):
    """The promises that others gave to a power, kept or broken."""
    from dataclasses import replace

    last = replace(view, position=position, history=tuple(history))
    stance = Situation(last, bot.traits).stance
    return [
        one
        for one in stance.deeds
        if one.promise.to == view.power and isinstance(one.promise.what, _COUNTED)
    ]


_COUNTED = (s.Ordering, s.Peace, s.Alliance, s.Demilitarised)


def share(games: Sequence[Mapping[str, Any]], what: str, of: str | tuple[str, ...]) -> str:
    """A share of all games with the interval that drawing games anew gives, in hundredths."""
    parts = (of,) if isinstance(of, str) else of

    def ratio(some: Sequence[Mapping[str, Any]]) -> float:
        whole = sum(one["counts"].get(part, 0) for one in some for part in parts)
        return 100 * sum(one["counts"].get(what, 0) for one in some) / max(1, whole)

    dice = random.Random(1)
    drawn = sorted(ratio(dice.choices(games, k=len(games))) for _ in range(1000))
    return f"{ratio(games):.1f} % [{drawn[25]:.1f}, {drawn[974]:.1f}]"


def table(games: Sequence[Mapping[str, Any]]) -> str:
    """The table of the page."""
    rows = [
        (
            "orders that support a unit of another power",
            share(games, "supports for others", "orders"),
        ),
        (
            "the same, of units that could support a friend's",
            share(games, "supports for others", "near a friend"),
        ),
        ("supports in all", share(games, "supports", "orders")),
        ("orders to convoy", share(games, "convoys", "orders")),
        ("orders to convoy an army of another power", share(games, "convoys for others", "orders")),
    ]
    names = {
        "Ordering": "orders",
        "Peace": "peace",
        "Alliance": "alliances",
        "Demilitarised": "zones",
    }
    for kind, name in names.items():
        both = (f"{kind} kept", f"{kind} broken")
        rows.append((f"promises kept, a turn each: {name}", share(games, both[0], both)))
    rows += [
        (
            "armies taken over the water: on fleets of others",
            share(games, "voyages on others' fleets", "voyages"),
        ),
        ("the same, over several fleets", share(games, "voyages over several fleets", "voyages")),
    ]
    movements = sum(one["counts"]["movements"] for one in games)
    told = sum(one["counts"]["messages"] for one in games) / movements
    head = (
        f"{len(games)} games of seven partners of four kinds by lot, to the end of {LAST_YEAR} "
        f"(`tools/partners.py`; the games are in `bench/strength/partners`), {told:.1f} messages "
        "a movement:"
    )
    lines = [head, "", "| | share, 95 % interval by games |", "|---|---|"]
    lines += [f"| {name} | {found} |" for name, found in rows]
    return "\n".join((*lines, "", _rest(games)))


def _rest(games: Sequence[Mapping[str, Any]]) -> str:
    """The sentences below the table: voyages, openings, stabs, and what those came to in the end
    who would have shared a draw."""
    total: Counter[str] = Counter()
    for one in games:
        total.update(one["counts"])
    each = {name: total[name] / len(games) for name in total}
    came_to = {
        agrees: [row[2] for one in games for row in one["draws"] if row[1] is agrees]
        for agrees in (True, False)
    }
    yes, no = (fmean(came_to[agrees]) if came_to[agrees] else 0.0 for agrees in (True, False))
    return (
        f"A game has {each['voyages']:.1f} armies that go over the water, "
        f"{each['thought opening']:.1f} turns by the book of openings, and "
        f"{each['thought stab']:.1f} stabs. In springs from {DRAWS_FROM} on, partners who would "
        f"have shared a draw came to {yes:.2f} times their part of it in the end, those who would "
        f"not to {no:.2f} times."
    )


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=120)
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    kept: list[dict[str, Any]] = []
    if GAMES.exists():
        kept = [json.loads(line) for line in GAMES.read_text("utf-8").splitlines()]
    played = {one["seed"] for one in kept}
    todo = [seed for seed in range(1, given.games + 1) if seed not in played]
    GAMES.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(given.jobs) as pool, GAMES.open("a", encoding="utf-8") as file:
        for found in pool.map(play, todo):
            kept.append(found)
            file.write(json.dumps(found) + "\n")
            file.flush()
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(kept)}\n\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
