"""Turns in, resolutions out: the judge as a part of other people's programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, cast

from dragoman.diagnostics import Diagnostic
from dragoman.formats.records.turn_limits import TurnLimits
from dragoman.formats.records.turn_lines import resolve_chunks
from dragoman.game import Resolution, Variant
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.long_work import tell
from dragoman.rules import RuleSet

_CHUNK = 1 << 20
"""Bytes read at a time: a pipe is asked to hold as many, some hundred turns to judge together."""


def resolve(
    file: Path,
    preset: str | None,
    settings: Sequence[str],
    explained: bool,
    jobs: int | None,
    limits: TurnLimits,
) -> Answer:
    """Answer every line of a file, or of standard input (``-``), as soon as it is there, long
    streams by so many processes side by side, as a rule as many as there are cores.

    Raises:
        OSError: if the file cannot be read.
    """
    rule_set: RuleSet | None = None
    if preset is not None or settings:
        try:
            rule_set = chosen_rules(preset, settings, RuleSet())
        except UnknownRule as unknown:
            return Answer(diagnostics=(unknown.diagnostic,))
    if file.is_dir():
        what, remedy = "this is a folder", f"for the game in it: dragoman adjudicate {file}"
        return Answer(diagnostics=(Diagnostic("no-file", what, remedy, str(file)),))
    answers = _as_utf8(sys.stdout, "backslashreplace")

    def explain(variant: Variant, resolution: Resolution) -> list[dict[str, Any]]:
        from dragoman.reports import explanations

        found = explanations(variant, resolution)
        return [{**one.data(), "text": one.text()} for one in found]

    explainer = explain if explained else None
    with file.open("rb") if file != Path("-") else nullcontext(sys.stdin.buffer) as opened:
        chunks = _at_hand(cast(BufferedReader, opened), answers, limits.line)
        if file != Path("-") and not sys.stdout.isatty():
            chunks = _told(chunks, cast(BufferedReader, opened))
        for line in resolve_chunks(chunks, rule_set, explainer, _processes(jobs), limits):
            answers.write(line + "\n")
    return Answer()


def _processes(jobs: int | None) -> int:
    """The number of processes that judge: only Linux makes them quickly enough, with all that this
    one has read."""
    if sys.platform != "linux":
        return 1
    return jobs or len(os.sched_getaffinity(0))


def _told(chunks: Iterator[list[str]], source: BufferedReader) -> Iterator[list[str]]:
    """The same; a terminal shows how much of the file was read."""
    size = os.fstat(source.fileno()).st_size if source.seekable() else 0
    for chunk in chunks:
        tell("Judging turns", source.tell() if size else 0, size)
        yield chunk


def _at_hand(source: BufferedReader, answers: TextIO, longest: int) -> Iterator[list[str]]:
    """The lines of what is read, as many at a time as are there without waiting. Before it is
    waited for more, what was answered goes out. Of a line without end only so much is kept that it
    is seen to be too long."""
    _widen_pipe(source)
    most = 4 * longest  # bytes, of which a letter takes up to four
    begun: list[bytes] = []  # of the line whose end has not come yet
    kept = 0
    while some := source.read1(_CHUNK):
        *lines, rest = some.split(b"\n")
        if lines:
            lines[0] = b"".join([*begun, lines[0]])
            begun.clear()
            kept = 0
            yield [line.decode("utf-8", "replace") for line in lines]
            answers.flush()
        if kept <= most:
            begun.append(rest)
            kept += len(rest)
    if last := b"".join(begun):
        yield [last.decode("utf-8", "replace")]
    answers.flush()


def _widen_pipe(source: BufferedReader) -> None:
    """Let a pipe hold more than the few turns it usually does, where the system can."""
    try:
        import fcntl

        fcntl.fcntl(source.fileno(), fcntl.F_SETPIPE_SZ, _CHUNK)
    except (ImportError, AttributeError, OSError):
        pass  # another system, a file, a terminal, or the user's pipes hold enough already


def _as_utf8(stream: TextIO, errors: str) -> TextIO:
    """The stream, in UTF-8 whatever the terminal speaks: JSON is UTF-8."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors=errors)
    return cast(TextIO, stream)
