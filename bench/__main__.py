"""Run the bench and print its tables: ``python -m bench``; see docs/reference/measured/bench.md."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np

from bench import dipcc, machiavelli, ours, pictures, processes, rounds, streams, turns_page
from bench.figures import Results, load, machine
from bench.turns import crowded, mix, movement_lines


def main() -> None:
    """Measure everything, and print or keep the tables."""
    asked = _asked()
    begun, at_first = time.perf_counter(), load()
    cores = os.cpu_count() or 1
    judges = {threads: ours.batch(threads) for threads in rounds.thread_counts()}
    say("Compiling (once for each version; kept in the cache) ...")
    judges[1].prepare(judges[1].pack([ours.STANDARD.start]))
    results = Results({**machine(), "numba": version("numba")})
    processes.adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        program = None
        if asked.dipcc:
            say("Compiling dipcc ...")
            try:
                program = dipcc.build(Path(asked.dipcc), Path(folder))
            except dipcc.CannotBuild as error:
                sys.exit(f"dipcc cannot be compiled: {error}")
        bench = rounds.Bench(results, judges, program, crowded(60, seed=3))
        stream = movement_lines(judges[1], asked.turns, seed=1)
        campaign = machiavelli.game_folder(Path(folder))
        campaigns = None if asked.plain_campaigns else machiavelli.Campaigns()
        played = []
        for number in range(asked.rounds):
            played += bench.round(number)
            streams.stream(results, stream, cores)
            streams.commands(results, stream[0], campaign)
            machiavelli.play(results, number)
            if campaigns is not None:
                campaigns.play(results)
            pictures.draw(results)
            say(f"round {number + 1} of {asked.rounds}: {time.perf_counter() - begun:.0f} s")
    order = np.dtype(np.int32).itemsize
    streams.memory(results, judges[1].bytes_per_position, order)
    say("As on a fresh install ...")
    streams.stream_of_a_fresh_install(results, stream)
    if not asked.compiled:
        streams.compiling(results)
    results.mix = mix(played)
    results.machine |= {
        "date": str(date.today()),
        "commit": _commit(),
        "rounds": asked.rounds,
        "minutes": round((time.perf_counter() - begun) / 60, 1),
        "load": [at_first, load()],
        "peer": version("diplomacy"),
    }
    if program is not None:
        agreed = bench.given - len(bench.otherwise)
        results.machine["dipcc"] = f"{agreed} of {bench.given}"
        for turn in bench.otherwise:
            say(f"dipcc has another result: {turn}")
    found = results.as_json()
    print(turns_page.PAGE.tables(found))
    if asked.page:
        turns_page.PAGE.keep(found)


def say(what: str) -> None:
    print(what, flush=True)


def _asked(given: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--turns", type=int, default=24_000, help="turns of the longest stream")
    parser.add_argument("--dipcc", metavar="FOLDER", help="the source of dipcc, to compare with")
    parser.add_argument("--page", action="store_true", help="keep the results in docs/")
    parser.add_argument(
        "--plain-campaigns", action="store_true", help="do not compile what judges Machiavelli"
    )
    parser.add_argument("--compiled", action="store_true", help="do not time the compiler")
    return parser.parse_args(given)


def _commit() -> str:
    """The commit that was measured, as far as git knows."""
    command = ("git", "describe", "--always", "--dirty")
    here = Path(__file__).parent
    found = subprocess.run(command, check=False, capture_output=True, text=True, cwd=here)
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    main()
