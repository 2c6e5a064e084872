"""``dragoman env match`` carried out."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from dragoman.arena import (
    ArenaRules,
    Contest,
    ContestGame,
    Meeting,
    Sprt,
    SprtCourse,
    check_entrants,
    entrant_called,
    run,
    write_rows,
)
from dragoman.arena.contest import Entrant
from dragoman.arena.results_file import check_rows
from dragoman.arena.sprt import sprt_data, sprt_text
from dragoman.cli.answer import refused_by_system
from dragoman.cli.arena import check_kind, executor_for, last_year_of, make_bots
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError
from dragoman.extras import MissingExtra
from dragoman.files import FolderInUse
from dragoman.formats import VariantError, load_variant
from dragoman.games.requests import Answer
from dragoman.refusal import ActionRefused

_ROUNDS: Final = 30
_FEWEST: Final = 2


class MatchAsked(NamedTuple):
    """A match as it is asked for."""

    entrants: tuple[str, ...]
    meeting: str
    games: int | None
    variant: str
    last_year: int | None
    score: str
    seed: int
    sprt: tuple[float, float] | None
    alpha: float
    beta: float


class MatchPlace(NamedTuple):
    """The machines that a match is played on, and where its results go."""

    file: Path
    jobs: int | None
    dask: str | None
    rows: tuple[Path, ...]


def played(asked: MatchAsked, place: MatchPlace, typed: Set[str] = frozenset()) -> Answer:
    """Play a match, or what is left of it, and say what it came to. ``typed`` are the names of the
    options that were typed."""
    try:
        from dragoman.env.match import match_figures, match_text, scoring_called

        scoring_called(asked.score)
        contest = _contest(asked)
        games = _games(contest, asked.games)
        course = _course(contest, asked, typed)
        _check_place(place, typed)
        make_bots(contest)
        results = _results(contest, games, place, course)
        figures = match_figures(contest, results, asked.score)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, FolderInUse, MissingExtra) as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    text = match_text(contest, figures)
    data: dict[str, Any] = {"contest": contest.described(), **asdict(figures)}
    if course is not None:
        text, data["sprt"] = f"{text}\n\n{sprt_text(course)}", sprt_data(course)
    faults: list[Diagnostic] = []
    for path in place.rows:
        try:
            write_rows(contest, results, path)
            text += f"\n{path}: a row for each power of each game"
        except OSError as error:
            faults.append(refused_by_system(error))
    return Answer(text, data, tuple(faults))


def _contest(asked: MatchAsked) -> Contest:
    """The contest that is asked for.

    Raises:
        ActionRefused: if it cannot be played in an environment.
        VariantError: if there is no such variant.
    """
    from dragoman.env.ground import batch_for

    variant = load_variant(asked.variant)
    try:
        batch_for(variant)
    except DragomanError as error:
        remedy = "play it in the arena: dragoman arena"
        raise ActionRefused("not-played", f"{error}", remedy) from None
    meetings = {one.value: one for one in Meeting if one is not Meeting.USUAL}
    if asked.meeting not in meetings:
        what = f"{asked.meeting!r} says nothing of who sits down with whom"
        raise ActionRefused("unknown-meeting", what, candidates=tuple(meetings))
    contest = Contest(
        tuple(map(_entrant, asked.entrants)),
        asked.variant,
        last_year_of(variant, asked.last_year),
        asked.seed,
        meeting=meetings[asked.meeting],
        counted=True,
    )
    check_entrants(contest.entrants, ArenaRules(), contest.seats)
    check_kind(contest, variant)
    return contest


def _entrant(text: str) -> Entrant:
    found = entrant_called(text)
    if found.is_connected:
        what = f"{found.name} plays over a socket, which takes a table"
        raise ActionRefused("no-bot", what, "measure it in the arena: dragoman arena")
    return found


def _games(contest: Contest, asked: int | None) -> int:
    """The number of games: whole rounds, so that all play each power as often, and two at least.

    Raises:
        ActionRefused: if they are not.
    """
    length = contest.round_length
    if asked is None:
        return _ROUNDS * length
    if asked % length or asked < _FEWEST * length:
        what = f"{asked} games are no whole rounds of {length}, {_FEWEST} of them at least"
        near = max(_FEWEST, round(asked / length)) * length
        raise ActionRefused("no-whole-rounds", what, f"write --games {near}, say")
    return asked


def _course(contest: Contest, asked: MatchAsked, typed: Set[str]) -> SprtCourse | None:
    """The test that ends the match, if there is to be one.

    Raises:
        ActionRefused: if it cannot be made.
    """
    if asked.sprt is None:
        if idle := {"alpha", "beta"} & typed:
            what = f"nothing comes of --{min(idle)} without --sprt"
            raise ActionRefused("idle-option", what, "leave it out")
        return None
    if not contest.is_duel:
        what = "the test is of one against copies of another"
        raise ActionRefused("bad-sprt", what, "name two entrants with --meeting one")
    return SprtCourse(Sprt(*asked.sprt, asked.alpha, asked.beta), contest.seats, by_rounds=True)


def _check_place(place: MatchPlace, typed: Set[str]) -> None:
    if place.dask is not None and "jobs" in typed:
        raise ActionRefused("idle-option", "nothing comes of --jobs on a cluster", "leave it out")
    for path in place.rows:
        check_rows(path)
    written = [one.resolve() for one in (place.file, *place.rows)]
    if len({*written}) < len(written):
        what = "a file is named twice: for the results or for a table"
        raise ActionRefused("one-file-for-two", what, "name a file for each")


def _results(
    contest: Contest, games: int, place: MatchPlace, course: SprtCourse | None
) -> list[ContestGame]:
    decided = None if course is None else course.add
    with executor_for(contest, place.dask, place.jobs) as executor:
        return run(contest, games, place.file, executor, decided=decided)
