"""What is measured of whole processes: streams, starts, commands, compiling, memory."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.figures import Results
from bench.processes import DRAGOMAN, RESOLVE, Spent, end_orphans, run, warm_rate

STREAM = "`dragoman resolve`: different movement turns as lines of JSON through a pipe"
COMMANDS = "Commands as whole processes"
COMPILING = "Compiling"
MEMORY = "Memory"
COLD = 5000
"""Turns of a stream that is timed from the start of the process."""
IN_MEMORY = 1_000_000


def stream(results: Results, lines: Sequence[str], cores: int) -> None:
    """A stream that is warm, and short ones from the start of the process."""
    part = results.part(STREAM, "none")
    wall, processor = warm_rate(lines, 1)
    part.note("warm, one process", wall)
    part.note("warm, one process: of its processor time", processor)
    if cores > 1:
        part.note(f"warm, {cores} processes", warm_rate(lines, cores)[0])
    spent = run((*RESOLVE, "--jobs", "1"), "".join(lines[:COLD]))
    _note(results, STREAM, f"{COLD:,} turns from the start, judge compiled, one process", spent)
    if cores > 1:
        spent = run(RESOLVE, "".join(lines[:COLD]))
        _note(results, STREAM, f"{COLD:,} turns from the start, judge compiled", spent)


def stream_of_a_fresh_install(results: Results, lines: Sequence[str]) -> None:
    """The same where nothing is kept yet; what it begins to compile beside itself is ended."""
    with _empty_cache() as environment:
        spent = run(RESOLVE, "".join(lines[:COLD]), environment)
        end_orphans()
    _note(results, STREAM, f"{COLD:,} turns from the start, nothing compiled", spent)


def compiling(results: Results) -> None:
    """What judges the standard map, compiled; and how long a start takes once it is kept."""
    with _empty_cache() as environment:
        command = (*DRAGOMAN, "bench", "--compile")
        _note(
            results, COMPILING, "everything, once for each version", run(command, "", environment)
        )
        command = (sys.executable, "-c", _FIRST)
        spent = run(command, "", environment)
        _note(results, COMPILING, "start of a process, loading it, first turn of a batch", spent)


def commands(results: Results, line: str, machiavelli: Path | None) -> None:
    """One command after the other, from nothing to the report."""
    example = "examples/standard"
    for name, command, given in (
        ("`adjudicate examples/standard`", ("adjudicate", example), ""),
        ("`check examples/standard`", ("check", example), ""),
        ("`report examples/standard`", ("report", example), ""),
        ("`resolve`, one line", ("resolve",), line),
    ):
        _note(results, COMMANDS, name, run((*DRAGOMAN, *command), given))
    if machiavelli is not None:
        spent = run((*DRAGOMAN, "adjudicate", str(machiavelli)))
        _note(results, COMMANDS, "`adjudicate`, a campaign of Machiavelli", spent)


def memory(results: Results, position: int, order: int) -> None:
    """What is kept of a position and of an order, and a million of them in a process."""
    part = results.part(MEMORY, "none")
    part.note("a packed position", position, "bytes")
    part.note("a packed order", order, "bytes")
    command = (sys.executable, "-m", "bench.memory", str(IN_MEMORY))
    before, given, judged, _ = map(float, run(command).told.split())
    count = f"{IN_MEMORY:,} turns"
    part.note("resident: a process with the judge loaded", before, "MB")
    part.note(f"resident besides: {count}, positions and orders", given, "MB")
    part.note(f"resident besides: {count} judged, next positions and results", judged, "MB")


_FIRST = """
from dragoman import load_variant
from dragoman.rules.batch import Batch
variant = load_variant("standard")
batch = Batch(variant.board, variant.rule_set, variant.victory_centers, 1, variant.calendar)
cells = batch.pack([variant.start])
batch.process(cells, batch.random_orders(cells, batch.states(1)))
"""


def _note(results: Results, part: str, name: str, spent: Spent) -> None:
    noted = results.part(part, "none")
    noted.note(name, spent.wall, "s")
    noted.note(f"{name}: processor time", spent.processor, "s")


@contextmanager
def _empty_cache() -> Iterator[dict[str, str]]:
    """An environment in which nothing has been kept yet."""
    with tempfile.TemporaryDirectory() as folder:
        yield {"DRAGOMAN_CACHE": folder}
