"""Plays games of seven partners, and writes into ``docs/bots.md`` how they played together.

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
from typing import Any

from dragoman.board import province_of
from dragoman.bots import View, bot_called, conversed
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.situation import Situation
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Convoy, Move, Order, Support
from dragoman.press.daide import speech as s
from dragoman.rules import PhaseKind

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "bench" / "strength" / "partners" / "games.jsonl"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- partners: begin -->", "<!-- partners: end -->"
LAST_YEAR = 1910
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
    return {"seed": seed, "bots": seated, "held": held, "counts": dict(counts)}


def _count(view: View, bot: Any, orders: Iterable[Order], counts: Counter[str]) -> None:
    assert isinstance(bot, PartnerBot)
    now = Situation(view, bot.traits)
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
    movements = sum(one["counts"]["movements"] for one in games)
    told = sum(one["counts"]["messages"] for one in games) / movements
    head = (
        f"{len(games)} games of seven partners of four kinds by lot, to the end of {LAST_YEAR} "
        f"(`tools/partners.py`; the games are in `bench/strength/partners`), {told:.1f} messages "
        "a movement:"
    )
    lines = [head, "", "| | share, 95 % interval by games |", "|---|---|"]
    return "\n".join((*lines, *(f"| {name} | {found} |" for name, found in rows)))


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
