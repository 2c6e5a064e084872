"""A contest between bots, carried out on the processors of this machine."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from dragoman.arena import Contest, GameResult, entrant_called, run, table_of, table_text
from dragoman.files import FolderInUse
from dragoman.formats import VariantError, load_variant
from dragoman.games.answer import Answer
from dragoman.refusal import ActionRefused


class Asked(NamedTuple):
    """A contest as it is asked for."""

    one: str
    others: str
    variant: str
    last_year: int
    seed: int


def arena(asked: Asked, games: int, file: Path, jobs: int | None) -> Answer:
    """Play a contest, or what is left of it, and say what it came to."""
    try:
        variant = load_variant(asked.variant)
        if variant.ground is not None:
            raise ActionRefused(
                "no-bots", f"there are no bots for {variant.title}", "name a variant of Diplomacy"
            )
        one, others = entrant_called(asked.one), entrant_called(asked.others)
        contest = Contest(one, others, asked.variant, asked.last_year, asked.seed)
        sys.path.insert(0, os.getcwd())  # for MODULE:FUNCTION, here and in the processes
        one.made()
        others.made()
        results = _played(contest, games, file, jobs or os.cpu_count() or 1)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, FolderInUse) as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    table = table_of(contest, results)
    return Answer(table_text(contest, table), {"contest": contest.described(), **asdict(table)})


def _played(contest: Contest, games: int, file: Path, jobs: int) -> list[GameResult]:
    """The games, on so many processes."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as executor:
        return run(contest, games, file, executor)
