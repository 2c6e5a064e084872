"""Whole processes: what they take on the wall, and of the processor with all that they start."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

DRAGOMAN = (sys.executable, "-m", "dragoman")
RESOLVE = (*DRAGOMAN, "resolve", "--set", "via_without_convoy=by-land")
_ADOPT_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""


class Spent(NamedTuple):
    """Seconds that a process took."""

    wall: float
    processor: float
    told: str


def _usual_environment() -> dict[str, str]:
    """This process's, but bytecode is kept, as wherever a command is used more than once."""
    return {name: it for name, it in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(
    command: Sequence[str], given: str = "", environment: Mapping[str, str] | None = None
) -> Spent:
    """Run a process to its end.

    Raises:
        CalledProcessError: if it fails.
    """
    before, begun = os.times(), time.perf_counter()
    ended = subprocess.run(
        command,
        input=given,
        check=True,
        capture_output=True,
        text=True,
        env={**_usual_environment(), **(environment or {})},
    )
    wall, after = time.perf_counter() - begun, os.times()
    processor = sum(after[2:4]) - sum(before[2:4])
    return Spent(wall, processor, ended.stdout)


def adopt_orphans() -> None:
    """Have processes that a process of ours leaves behind become our own children, as on Linux one
    may; elsewhere they run on."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)


def end_orphans() -> None:
    """End processes that were left behind by those which we ran."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        for child in map(int, listed.read_text().split()):
            with suppress(OSError):
                os.kill(child, signal.SIGTERM)
                os.waitpid(child, 0)


def warm_rate(lines: Sequence[str], jobs: int) -> tuple[float, float]:
    """Turns a second of ``dragoman resolve`` once it is warm, on the wall and of the processor: two
    streams are timed, and what the longer one has more counts."""
    short = len(lines) // 3
    command = (*RESOLVE, "--jobs", str(jobs))
    first, all_ = (run(command, "".join(some)) for some in (lines[:short], lines))
    more = len(lines) - short
    return more / (all_.wall - first.wall), more / (all_.processor - first.processor)
