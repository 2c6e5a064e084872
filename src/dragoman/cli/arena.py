"""``dragoman arena`` carried out: contests on the processors of this machine, or on a cluster's."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Sequence, Set
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from dragoman.arena import (
    ArenaRules,
    Category,
    Contest,
    ContestGame,
    Hall,
    Sprt,
    SprtCourse,
    check_entrants,
    entrant_called,
    pairs_of,
    run,
    standings_of,
    standings_text,
    table_of,
    table_text,
    write_rows,
)
from dragoman.arena.cluster import processes
from dragoman.arena.contest import EntrantKind
from dragoman.arena.results_file import check_rows, check_target
from dragoman.arena.sprt import sprt_data, sprt_text
from dragoman.arena.standings import skill_course
from dragoman.arena.table_game import ports_of
from dragoman.bots.known import BOTS, plays
from dragoman.cli.answer import refused_by_system
from dragoman.diagnostics import Diagnostic
from dragoman.extras import MissingExtra
from dragoman.files import FolderInUse
from dragoman.formats import VariantError, load_variant
from dragoman.game.variant import PLAY, Variant
from dragoman.games.requests import Answer
from dragoman.press.daide.tokens import LARGEST
from dragoman.refusal import ActionRefused
from dragoman.runner import ProgramLimits

_MIB = 1 << 20
_USUAL_YEARS = 10
"""The years that a game has where no last one is named: to 1910 on the usual map."""
_OF_DILEMMA = frozenset({"entrants", "dilemma", "seed", "memory_limit", "output", "as_json"})
"""The names of what may be typed where the dilemma is played."""


class ContestAsked(NamedTuple):
    """A contest as it is asked for."""

    entrants: tuple[str, ...]
    variant: str
    last_year: int | None
    seed: int
    zine: bool
    category: str
    known: bool
    memory: bool
    replays: bool
    turn: int
    level: int
    replacement: str | None


class Sought(NamedTuple):
    """The question that a contest is to answer."""

    games: int
    sprt: tuple[float, float] | None
    alpha: float
    beta: float


class ContestPlace(NamedTuple):
    """The machines that a contest is played on, and where its results go."""

    file: Path
    jobs: int | None
    dask: str | None
    report: Path | None
    host: str
    port: int
    patience: int
    memory_limit: int
    output: Path | None
    rows: tuple[Path, ...]


def arena(
    asked: ContestAsked, sought: Sought, place: ContestPlace, typed: Set[str] = frozenset()
) -> Answer:
    """Play a contest, or what is left of it, and say what it came to. ``typed`` are the names of
    the options that were typed."""
    try:
        variant = load_variant(asked.variant)
        contest = _contest(asked._replace(last_year=last_year_of(variant, asked.last_year)))
        check_entrants(contest.entrants, contest.rules, contest.seats)
        check_kind(contest, variant)
        _check_place(contest, place)
        _check_typed(contest, place, typed)
        course = _course(contest, sought)
        make_bots(contest)
        _tell_addresses(contest, place)
        results = _played(contest, sought.games, place, course)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except (ActionRefused, FolderInUse, MissingExtra) as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    skills = skill_course(contest, results)
    standings = standings_of(contest, results, skills)
    data: dict[str, Any] = {
        "contest": contest.described(),
        "standings": [asdict(one) for one in standings],
        "pairs": [asdict(one) for one in pairs_of(contest, results)],
    }
    if contest.is_duel:
        table = table_of(contest, results)
        text, data = table_text(contest, table), {**asdict(table), **data}
        if course is not None:
            text, data["sprt"] = f"{text}\n{sprt_text(course)}", sprt_data(course)
        text += "".join(f"\n{one.name} failed in {one.faults}" for one in standings if one.faults)
    else:
        text = standings_text(contest, standings, results)
    # The figures are told, too, where a table or the page cannot be written.
    faults: list[Diagnostic] = []
    for path in place.rows:
        try:
            write_rows(contest, results, path)
            text += f"\n{path}: a row for each power of each game"
        except OSError as error:
            faults.append(refused_by_system(error))
    if place.report is not None:
        from dragoman.arena.report import write_report

        try:
            write_report(contest, results, place.file, place.report, skills, course)
            text += f"\n{place.report}: open it in a browser"
        except OSError as error:
            faults.append(refused_by_system(error))
    return Answer(text, data, tuple(faults))


def _contest(asked: ContestAsked) -> Contest:
    try:
        category = Category(asked.category)
    except ValueError:
        raise ActionRefused(
            "unknown-category",
            f"{asked.category!r} says nothing of who may take part",
            candidates=tuple(one.value for one in Category),
        ) from None
    return Contest(
        tuple(map(entrant_called, asked.entrants)),
        asked.variant,
        asked.last_year or 0,
        asked.seed,
        ArenaRules(category, asked.zine),
        asked.known,
        asked.memory,
        asked.replays,
        asked.turn,
        asked.level,
        None if asked.replacement is None else entrant_called(asked.replacement),
    )


def _course(contest: Contest, sought: Sought) -> SprtCourse | None:
    """The test that ends the contest, if there is to be one.

    Raises:
        ActionRefused: if it cannot be made.
    """
    if sought.sprt is None:
        return None
    if not contest.is_duel:
        what = f"the test is of one against copies of another, and {len(contest.entrants)} play"
        raise ActionRefused("bad-sprt", what, "name two entrants, or leave --sprt out")
    return SprtCourse(Sprt(*sought.sprt, sought.alpha, sought.beta), contest.seats)


def last_year_of(variant: Variant, asked: int | None) -> int:
    """The last year of games that nobody wins.

    Raises:
        ActionRefused: if that comes before the first one, or as good as never.
    """
    first = variant.first_year
    if asked is None:
        return first + _USUAL_YEARS - 1
    if asked < first:
        what = f"games end after {asked}, and begin in {first}"
        raise ActionRefused("over-before-it-begins", what, "choose a later year")
    if asked > LARGEST:
        what = f"a game to {asked} may never end"
        raise ActionRefused("never-over", what, f"choose a year up to {LARGEST}")
    return asked


def make_bots(contest: Contest) -> None:
    """See that all bots can be made: also those of modules that lie where this was started.

    Raises:
        ActionRefused: if one cannot.
    """
    sys.path.insert(0, os.getcwd())  # for MODULE:FUNCTION, here and in the processes
    for one in (*contest.entrants, contest.replacement):
        if one is not None and one.kind is EntrantKind.BOT:
            one.made()


def check_kind(contest: Contest, variant: Variant) -> None:
    """See that all who play know the kind of game that is played.

    Raises:
        ActionRefused: if one does not.
    """
    for one in (*contest.entrants, contest.replacement):
        if one is None:
            continue
        is_plain = PLAY.of(variant).is_plain
        if one.is_policy and not (is_plain and variant.rule_set.sight == "all"):
            what = f"{one.name} is a policy, and none sees {variant.title} as it is played"
            raise ActionRefused("not-played", what, "play it with bots alone")
        is_told = is_plain or not one.is_connected
        if not (is_told and plays(one.bot, variant)):
            known = ", ".join(name for name in BOTS if plays(name, variant))
            raise ActionRefused(
                "not-played", f"{one.name} does not play {variant.title}", f"those do: {known}"
            )


def _check_place(contest: Contest, place: ContestPlace) -> None:
    """See that the contest can be played there.

    Raises:
        ActionRefused: if not.
    """
    if place.report is not None:
        check_target(place.report, "a page", (".html", ".htm"))
    for path in place.rows:
        check_rows(path)
    written = (place.file, *place.rows, *((place.report,) if place.report else ()))
    for path, times in Counter(map(os.path.realpath, written)).items():
        if times > 1:
            what = f"{path} is named twice: for the results, for a table or for the page"
            raise ActionRefused("one-file-for-two", what, "name a file for each")
    _check_replacement(contest)
    if place.dask is None:
        return
    if contest.memory:
        what = "what programs remember lies on this machine"
        raise ActionRefused("memory-on-a-cluster", what, "leave --dask or --memory out")
    if any(one.kind in (EntrantKind.SEAT, EntrantKind.PERSON) for one in contest.entrants):
        what = "who connects has to know the machine"
        raise ActionRefused("seats-on-a-cluster", what, "leave --dask out")


def _check_replacement(contest: Contest) -> None:
    """See that there is a place that the replacement could take, and that it can.

    Raises:
        ActionRefused: if not.
    """
    replacement = contest.replacement
    if replacement is None:
        return
    if replacement.kind not in (EntrantKind.BOT, EntrantKind.COMMAND):
        what = f"{replacement.name} is neither a bot nor a command"
        raise ActionRefused("no-replacement", what, "name one that takes the place at once")
    # A command is started where another was; a bot sits down anywhere.
    kinds = (
        {EntrantKind.COMMAND}
        if replacement.kind is EntrantKind.COMMAND
        else {*EntrantKind} - {EntrantKind.BOT}
    )
    if not any(one.kind in kinds for one in contest.entrants):
        what = f"nobody plays whose place {replacement.name} could take"
        raise ActionRefused("no-replacement", what, "leave --replacement out")


def _check_typed(contest: Contest, place: ContestPlace, typed: Set[str]) -> None:
    """See that something comes of each option.

    Raises:
        ActionRefused: if not.
    """
    kinds = {one.kind for one in (*contest.entrants, contest.replacement) if one is not None}
    connects = bool(kinds & {EntrantKind.SEAT, EntrantKind.PERSON})
    starts = EntrantKind.COMMAND in kinds
    is_alone = connects or contest.memory or place.dask is not None
    is_of_use = {
        "turn": connects or starts,
        "level": connects or starts,
        "patience": connects or starts,
        "listen": connects,
        "port": connects,
        "memory_limit": starts,
        "output": starts,
        "jobs": not is_alone,
        "alpha": "sprt" in typed,
        "beta": "sprt" in typed,
    }
    _refuse_idle([name for name, is_so in is_of_use.items() if name in typed and not is_so])


def _refuse_idle(names: Sequence[str], where: str = "in this contest") -> None:
    if names:
        options = " and ".join(f"--{name.replace('_', '-')}" for name in names)
        raise ActionRefused("idle-option", f"nothing comes of {options} {where}", "leave it out")


def _played(
    contest: Contest, games: int, place: ContestPlace, course: SprtCourse | None
) -> list[ContestGame]:
    limits = ProgramLimits(memory=place.memory_limit * _MIB)
    output = "" if place.output is None else str(place.output.absolute())
    hall = Hall(place.host, place.port, float(place.patience), limits, output)
    with executor_for(contest, place.dask, place.jobs) as executor:
        decided = None if course is None else course.add
        return run(contest, games, place.file, executor, hall=hall, decided=decided)


@contextmanager
def executor_for(contest: Contest, dask: str | None, jobs: int | None) -> Generator[Executor]:
    """A cluster, or so many processes; one where whoever connects can be in one game alone."""
    if dask is not None:
        from dragoman.arena.cluster import cluster_at

        with cluster_at(dask) as executor:
            yield executor
        return
    alone = any(one.kind in (EntrantKind.SEAT, EntrantKind.PERSON) for one in contest.entrants)
    count = 1 if alone or contest.memory else jobs or os.cpu_count() or 1
    with processes(count) as executor:
        yield executor


def _tell_addresses(contest: Contest, place: ContestPlace) -> None:
    """Say where those connect who are not started: at once, for they are waited for."""
    for one in contest.entrants:
        if one.kind in (EntrantKind.SEAT, EntrantKind.PERSON):
            daide, dpp = ports_of(contest, Hall(place.host, place.port), one)
            where = f"{place.host}, port {daide} (DAIDE) or {dpp} (DPP)"
            print(f"{one.name} connects to {where}", file=sys.stderr, flush=True)


def dilemma(
    entrants: tuple[str, ...],
    rounds: int,
    seed: int,
    place: ContestPlace,
    typed: Set[str] = frozenset(),
) -> Answer:
    """Play the prisoner's dilemma, each with each."""
    from dragoman.arena.dilemma import played, players_called, scores_text

    try:
        players = players_called(entrants)
        starts = any(one.command for one in players)
        of_use = _OF_DILEMMA if starts else _OF_DILEMMA - {"memory_limit", "output"}
        _refuse_idle(sorted(typed - of_use), "in the dilemma")
        limits = ProgramLimits(memory=place.memory_limit * _MIB)
        scores = played(players, rounds, seed, limits, place.output)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    return Answer(
        scores_text(scores, rounds), {"rounds": rounds, "scores": [asdict(s) for s in scores]}
    )
