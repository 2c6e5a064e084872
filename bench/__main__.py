"""Run the bench and print its table."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time

from bench import ours, peer
from dragoman.drawing import map_of, png, scene_of, svg
from dragoman.game import process

ROUNDS = 3


def main() -> None:
    cores = os.cpu_count() or 1
    print(f"{platform.machine()}, {cores} cores, Python {platform.python_version()}")
    print("Compiling (once for each version; kept in the cache) ...", flush=True)
    begin = time.perf_counter()
    single, every = ours.batch(1), ours.batch(cores)
    every.play(every.pack([ours.STANDARD.start] * cores), 1902)
    print(f"ready after {time.perf_counter() - begin:.1f} s\n", flush=True)

    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)

    crowded = ours.crowded(60, seed=3)
    for number in range(ROUNDS):
        played = peer.play(games=2, seed=number)
        turns = ours.replay(played.games)
        note("peer: process()", played.process_rate)
        note("peer: set_orders() + process()", played.set_and_process_rate)
        note("peer: random play with all possible orders", played.play_rate)
        note("plain: orders as text", ours.rate(lambda t=turns: ours.plain_from_text(t)))
        note("plain: orders ready", ours.rate(lambda t=turns: ours.plain_ready(t)))
        note("plain: random play", ours.rate(ours.plain_play(number, peer.LAST_YEAR)))
        note("resolve: JSON lines through a pipe", ours.through_the_pipe(turns))
        note("batch, 1 thread", ours.rate(ours.batch_process(single, turns)))
        note("batch, 1 thread: random play", ours.rate(ours.batch_play(single, peer.LAST_YEAR)))
        note(f"batch, {cores} threads", ours.rate(ours.batch_process(every, turns)))
        note(
            f"batch, {cores} threads: random play",
            ours.rate(ours.batch_play(every, peer.LAST_YEAR)),
        )
        note("crowded turns, peer: process()", peer.judge_turns(_as_text(crowded)))
        note("crowded turns, plain", ours.rate(lambda: ours.plain_ready(crowded)))
        note("crowded turns, batch, 1 thread", ours.rate(ours.batch_process(single, crowded)))
        print(f"round {number + 1} of {ROUNDS}: {len(turns)} phases of {played.phases}", flush=True)

    middle = {name: statistics.median(values) for name, values in figures.items()}
    against = {
        "plain: orders as text": "peer: set_orders() + process()",
        "resolve: JSON lines through a pipe": "peer: set_orders() + process()",
        "plain: orders ready": "peer: process()",
        "plain: random play": "peer: random play with all possible orders",
        "batch, 1 thread": "peer: process()",
        "batch, 1 thread: random play": "peer: random play with all possible orders",
        f"batch, {cores} threads": "peer: process()",
        f"batch, {cores} threads: random play": "peer: random play with all possible orders",
        "crowded turns, plain": "crowded turns, peer: process()",
        "crowded turns, batch, 1 thread": "crowded turns, peer: process()",
    }
    print(f"\n{'turns a second (median of 3)':<46}{'':>12}   ratio to the peer's")
    for name, value in middle.items():
        peers = against.get(name)
        ratio = f"{value / middle[peers]:>8.1f} x {peers.removeprefix('peer: ')}" if peers else ""
        print(f"{name:<46}{value:>12,.0f}   {ratio}")
    size = single.bytes_per_position
    print(f"\nA packed position takes {size} bytes; a game of twelve years, one position a phase,")
    print(f"about {size * 36 / 1024:.0f} KB.")
    _time_start()
    _time_picture()


def _as_text(turns: list[ours.Turn]) -> list[tuple[dict[str, list[str]], dict[str, list[str]]]]:
    found = []
    for position, _, texts in turns:
        units: dict[str, list[str]] = {}
        for unit in position.units:
            units.setdefault(unit.power, []).append(str(unit))
        found.append((units, texts))
    return found


def _time_start() -> None:
    """The whole process of one adjudication, from nothing to the report."""
    command = [sys.executable, "-m", "dragoman", "adjudicate", "examples/standard"]
    seconds = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - begin)
    print(f"dragoman adjudicate, the whole process: {statistics.median(seconds):.2f} s")


def _time_picture() -> None:
    """A turn of the standard map and what came of its orders, as a picture 1500 pixels wide."""
    variant = ours.STANDARD
    position, orders, _ = ours.crowded(1, seed=3)[0]
    resolution = process(variant, position, orders)
    drawn_on, _ = map_of(variant)
    assert drawn_on is not None
    texts, drawn = [], []
    for _ in range(5):
        begin = time.perf_counter()
        picture = svg(scene_of(variant, drawn_on.geometry, position, resolution=resolution))
        texts.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        png(picture, 1500)
        drawn.append(time.perf_counter() - begin)
    size = len(picture.encode()) / 1024
    print(
        f"A picture of a crowded turn: {statistics.median(texts):.2f} s for {size:.0f} KiB of SVG,"
    )
    print(f"and {statistics.median(drawn):.2f} s more for a PNG 1500 pixels wide")


if __name__ == "__main__":
    main()
