"""How many turns a graphics card judges, and whether they come out as on the processor.

``make bench-gpu`` runs it. Random games are played on the processor; each of their turns, a million
in all, is then judged by both. Turns a second are told for each kind of phase: with the copying to
the card and back, and without it, for which the time that copying alone takes is subtracted.
Without a card it says so and ends with status 2; with NUMBA_ENABLE_CUDASIM=1 and a few
DRAGOMAN_BENCH_TURNS it runs in Numba's simulator, which shows that it works and nothing of speed.
Status 1 says that something came out differently.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from shutil import which
from typing import Any

import numpy as np

from dragoman import load_variant
from dragoman.extras import MissingExtra
from dragoman.rules import PhaseKind
from dragoman.rules.batch import Batch
from dragoman.rules.batch.card import NoDevice
from dragoman.rules.batch.packed_form import C_PHASE

TURNS = int(os.environ.get("DRAGOMAN_BENCH_TURNS", "1000000"))
GAMES = max(1, TURNS // 40)
LAST_YEAR = 1912
REPEATS = 5
STANDARD = load_variant("standard")


def main() -> int:
    made_of = STANDARD.board, STANDARD.rule_set, STANDARD.victory_centers, None, STANDARD.calendar
    processor = Batch(*made_of)
    try:
        card = Batch(*made_of, "cuda")
    except (NoDevice, MissingExtra) as error:
        print(f"nothing was measured: {error}", file=sys.stderr)
        return 2
    print(f"{_named()}, beside {os.cpu_count()} cores")
    print("Turns of random play on the standard map, their orders packed beforehand and checked.")
    print(f"Median of {REPEATS} runs; kernels are compiled before.\n")
    turns = _turns(processor)
    agree = True
    for kind, (cells, codes) in turns.items():
        if len(cells):  # a small sample may have none
            agree &= _compare(processor, card, kind.name.lower(), cells, codes)
    agree &= _compare_play(processor, card)
    return 0 if agree else 1


def _named() -> str:
    """The card and its driver."""
    command = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    if which(command[0]) is None:
        return "a simulated card"
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    name, driver = told.splitlines()[0].split(", ")
    return f"{name}, driver {driver}"


def _turns(processor: Batch) -> dict[PhaseKind, tuple[Any, Any]]:
    """Packed positions of random games with orders, by the kind of phase."""
    cells = processor.pack([STANDARD.start] * GAMES)
    states = processor.states(GAMES, seed=1)
    kinds = np.array([phase.kind.name for phase in STANDARD.calendar.phases])
    found: dict[PhaseKind, list[tuple[Any, Any]]] = {kind: [] for kind in PhaseKind}
    total = 0
    while total < TURNS:
        codes = processor.random_orders(cells, states)
        for kind in PhaseKind:
            here = kinds[cells[:, C_PHASE]] == kind.name
            found[kind].append((cells[here], codes[here]))
        total += len(cells)
        cells, _ = processor.process(cells, codes, checked=True)
    return {
        kind: (np.concatenate([c for c, _ in some]), np.concatenate([o for _, o in some]))
        for kind, some in found.items()
    }


def _compare(processor: Batch, card: Batch, kind: str, cells: Any, codes: Any) -> bool:
    """Judge turns by both; whether they come out the same."""
    expected, found = processor.process(cells, codes), card.process(cells, codes)
    same = all(np.array_equal(ours, theirs) for ours, theirs in zip(expected, found, strict=True))
    whole = _median(lambda: card.process(cells, codes))
    copying = _median(lambda: _copy(cells, codes, found[1]))
    beside = _median(lambda: processor.process(cells, codes))
    print(
        f"{kind:<12}{len(cells):>10,} turns {'equal' if same else 'DIFFERENT':<10}"
        f"{len(cells) / whole:>14,.0f} a second, {_rate(len(cells), whole - copying)} without"
        f" copying; the processor {len(cells) / beside:>12,.0f}"
    )
    return same


def _compare_play(processor: Batch, card: Batch) -> bool:
    """Random play, in which positions stay on the card; whether the games are the same."""
    cells = processor.pack([STANDARD.start] * GAMES)
    expected, found = processor.play(cells, LAST_YEAR), card.play(cells, LAST_YEAR)
    same = all(np.array_equal(ours, theirs) for ours, theirs in zip(expected, found, strict=True))
    phases = int(found[1].sum())
    whole = _median(lambda: card.play(cells, LAST_YEAR))
    beside = _median(lambda: processor.play(cells, LAST_YEAR))
    print(
        f"{'random play':<12}{phases:>10,} phases {'equal' if same else 'DIFFERENT':<9}"
        f"{phases / whole:>14,.0f} a second; the processor {phases / beside:>12,.0f}"
    )
    return same


def _rate(count: int, seconds: float) -> str:
    """So many a second, if that can be said: copying is timed apart, and a small sample's may have
    taken longer alone."""
    return f"{count / seconds if seconds > 0 else float('nan'):>14,.0f}"


def _copy(cells: Any, codes: Any, results: Any) -> None:
    """Copy to the card and back what judging copies."""
    from numba import cuda

    there = [cuda.to_device(array) for array in (cells, codes, results)]
    there[0].copy_to_host()
    there[2].copy_to_host()


def _median(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


if __name__ == "__main__":
    sys.exit(main())
