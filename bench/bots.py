"""How many games of bots and programs a minute, on all cores: written into the page about bots.

python -m bench.bots
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, Final

from bench.figures import machine
from bench.page import Page
from dragoman.arena import Contest, entrant_called
from dragoman.arena.playing import play_games

ROUNDS: Final = 3
HOLDER: Final = """
import os, socket
address = os.environ["DRAGOMAN_HOST"], int(os.environ["DRAGOMAN_DPP_PORT"])
lines = socket.create_connection(address).makefile("rw")
print("(NME Holder)", file=lines, flush=True)
for line in lines:
    said = line.strip()
    if said.startswith("(ORD "):
        print("(SUB)", file=lines, flush=True)
    elif said.startswith("(THK ("):
        orders = said[6:-2].partition(" ")[2].replace(" (NMR)", "")
        print(f"(SUB {orders})", file=lines, flush=True)
    elif said == "(END)":
        break
"""
"""A program that holds, in DPP: what is measured is what is around it."""


def contests(program: str) -> dict[str, tuple[int, int, Contest]]:
    """What is measured: how many games, in lots of how many, of which contest."""

    def seven(one: str, others: str) -> Contest:
        return Contest((entrant_called(one), entrant_called(others)))

    return {
        "seven `random`": (1000, 25, seven("random", "random")),
        "seven `dumbbot`": (100, 25, seven("dumbbot", "dumbbot")),
        "a `dumbbot` and six `random`, bot by bot": (4, 1, _recorded("dumbbot", "random")),
        "seven `loeb`": (4, 1, seven("loeb", "loeb")),
        "a program over DPP and six `dumbbot`": (4, 1, seven(f"cmd:{program}", "dumbbot")),
        "seven programs over DPP": (4, 1, seven(f"a=cmd:{program}", f"b=cmd:{program}")),
    }


def _recorded(one: str, others: str) -> Contest:
    return Contest((entrant_called(one), entrant_called(others)), recorded=True)


def measured(contest: Contest, games: int, lot: int, processes: int) -> float:
    """Games a minute, to the end of 1910 or 18 centres. Processes have been started and code
    compiled before."""
    with ProcessPoolExecutor(processes) as executor:
        # One each, as far as one can tell: who plays the first takes long, for code is loaded.
        warm = [executor.submit(play_games, contest, [game]) for game in range(processes)]
        for one in warm:
            one.result()
        begun = time.perf_counter()
        lots = [range(first, min(first + lot, games)) for first in range(0, games, lot)]
        played = executor.map(play_games, [contest] * len(lots), lots)
        assert sum(map(len, played)) == games
        return 60 * games / (time.perf_counter() - begun)


def main() -> None:
    """Measure all, print it, and write it into the page and its file."""
    processes, begun = os.cpu_count() or 1, time.perf_counter()
    before = os.getloadavg()[0]
    rates: dict[str, list[float]] = {}
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "holder.py")
        file.write_text(HOLDER, "utf-8")
        for _ in range(ROUNDS):
            for name, (games, lot, contest) in contests(f"{sys.executable} {file}").items():
                counts[name] = games
                rates.setdefault(name, []).append(measured(contest, games, lot, processes))
                print(f"{games:5} games of {name}: {rates[name][-1]:,.0f} a minute", flush=True)
    here = machine() | {
        "numba": version("numba"),
        "date": f"{date.today()}",
        "commit": _commit(),
        "minutes": (time.perf_counter() - begun) / 60,
        "load": [before, os.getloadavg()[0]],
        "processes": processes,
    }
    PAGE.keep({"machine": here, "games": counts, "rates": rates})


def _commit() -> str:
    command = ("git", "describe", "--always", "--dirty")
    here = Path(__file__).parent
    ran = subprocess.run(command, check=False, capture_output=True, text=True, cwd=here)
    return ran.stdout.strip() or "unknown"


def _lines(results: Mapping[str, Any]) -> Iterator[str]:
    here = results["machine"]
    yield (
        f"{here['processor']}, {here['cores']} cores, {here['processes']} processes, "
        f"Python {here['python']}, Numba {here['numba']}; {here['date']}, commit "
        f"{here['commit']}; {here['minutes']:.1f} minutes, load {here['load'][0]:.1f} at the "
        f"beginning and {here['load'][1]:.1f} at the end."
    )
    yield ""
    yield "| players | games | a minute | lowest to highest |"
    yield "|---|---:|---:|---:|"
    for name, rates in results["rates"].items():
        spread = f"{min(rates):,.0f} to {max(rates):,.0f}"
        games = f"{len(rates)} × {results['games'][name]:,}"
        yield f"| {name} | {games} | {median(rates):,.0f} | {spread} |"


PAGE: Final = Page("how-to/programmers/bots", "reference/measured/bots-bench", _lines)


if __name__ == "__main__":
    main()
