"""What a million positions with their orders take in memory: run as a process of its own."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import numpy as np

from bench import ours


def resident() -> float:
    """What this process has in memory now, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main(count: int) -> None:
    """Print what is resident before, with positions and orders, and with all of them judged."""
    judge = ours.batch(1)
    judge.process(*ours.packed(judge, [(ours.STANDARD.start, {}, {})]))
    before = resident()
    cells = np.repeat(judge.pack([ours.STANDARD.start]), count, axis=0)
    codes = judge.random_orders(cells, judge.states(count))
    given = resident()
    judged = judge.process(cells, codes, checked=True)
    print(before, given - before, resident() - given, sum(array.nbytes for array in judged) / 1e6)


if __name__ == "__main__":
    main(int(sys.argv[1]))
