"""The judge's log, line by line, for people or for programs.

A line is made of a fixed sentence and of fields that are named here; nothing else ever comes into
one. So no order, no press, no token and no address can: not by an error's message, not by a
library's line, not by somebody who adds a field without thinking.
"""

from __future__ import annotations

import logging
import math
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Iterator, MutableMapping
from typing import Any, Final, TextIO

from dragoman.extras import extra

with extra("judge"):
    import structlog

FIELDS: Final = frozenset(
    (
        "event", "level", "timestamp",
        "game", "user", "kind", "phase", "stage", "version", "number", "count", "left",
        "seconds", "late", "tries", "again_in",
        "method", "route", "status", "code",
        "error", "places", "logger", "process", "port", "database",
    )
)  # fmt: skip
"""The fields that a line may have. Each holds numbers, or words of the program's own: numbers of
games and accounts, names of commands, of routes (with their parameters unfilled) and of errors."""

_LONGEST: Final = 300
"""Letters of a text in a field."""


_AGAIN: Final = 60.0
"""Seconds in which the same trouble is told once."""
_MOST_REMEMBERED: Final = 1000
_OTHERWISE: Final = frozenset(("timestamp", "seconds", "late", "left", "again_in", "count"))
"""Fields in which lines differ that tell of the same."""


def set_up(form: str = "console", level: str = "info", out: TextIO | None = None) -> None:
    """Write lines from now on, of this level and above, to standard error where no other file is
    given. Lines of libraries come in the same form, without what they were filled with."""
    at_least = logging.getLevelNamesMapping()[level.upper()]
    last: Any = (
        structlog.processors.JSONRenderer(sort_keys=False)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _errors,
            _only_known,
            _Repeated(),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(at_least),
        # Standard error is looked up for each line: it may be another one by then.
        logger_factory=lambda *_: structlog.PrintLogger(out or sys.stderr),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, _Library)]:
        root.removeHandler(handler)
    root.addHandler(_Library())
    # Libraries tell of their daily work at this level.
    root.setLevel(max(at_least, logging.WARNING))
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        one = logging.getLogger(name)
        one.handlers, one.propagate = [], True
    # Its lines hold whole addresses, with whatever stands in their queries.
    logging.getLogger("uvicorn.access").disabled = True


def log() -> Any:
    """The logger: ``log().info("phase judged", game=7, late=0.2)``."""
    return structlog.get_logger()


def places(error: BaseException) -> list[str]:
    """The places that an error came from, innermost last, and those of its cause; not its message,
    which may quote what somebody wrote."""
    return [*_places(error)]


def _places(error: BaseException) -> Iterator[str]:
    if error.__cause__ is not None:
        yield from _places(error.__cause__)
    for frame in traceback.extract_tb(error.__traceback__):
        file = frame.filename.rpartition("/site-packages/")[2].rpartition("/src/")[2]
        yield f"{file}:{frame.lineno} {frame.name}"
    yield type(error).__qualname__


def _errors(_: object, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """An error as its kind and its places."""
    given = line.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    if isinstance(given, tuple):
        given = given[1]  # type: ignore[reportUnknownVariableType]
    if isinstance(given, BaseException):
        line["error"], line["places"] = type(given).__qualname__, places(given)
    return line


def _only_known(_: object, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {
        name: value[:_LONGEST] if isinstance(value, str) else value
        for name, value in line.items()
        if name in FIELDS
    }


class _Repeated:
    """Lets a line that tells of trouble through once a minute; the next time with how often it came
    meanwhile. What comes a thousand times a second fills no disk."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def __call__(
        self, _: object, __: str, line: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        if line["level"] not in ("warning", "error", "critical"):
            return line
        same = repr([(name, value) for name, value in line.items() if name not in _OTHERWISE])
        since, times = self._told.get(same, (-math.inf, 0))
        now = time.monotonic()
        if now - since < _AGAIN:
            self._told[same] = since, times + 1
            raise structlog.DropEvent
        self._told[same] = now, 0
        self._told.move_to_end(same)
        while len(self._told) > _MOST_REMEMBERED:
            self._told.popitem(last=False)
        return {**line, "count": times} if times else line


class _Library(logging.Handler):
    """Passes the lines of libraries on: the sentence as it stands in their source."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("uvicorn") and record.levelno < logging.WARNING:
            return
        error = record.exc_info
        found: BaseException | None = error[1] if error else None
        sentence = str(record.msg)
        # A sentence that was put together before it was logged may hold anything.
        known = sentence if record.args or "%" in sentence or found is not None else "told"
        _send(record, known, found)


def _send(record: logging.LogRecord, sentence: str, error: BaseException | None) -> None:
    level = record.levelname.lower()
    method = getattr(log(), level if level in ("debug", "info", "warning") else "error")
    method(sentence, logger=record.name, places=_place_of(record, error), **_kind(error))


def _kind(error: BaseException | None) -> dict[str, str]:
    return {} if error is None else {"error": type(error).__qualname__}


def _place_of(record: logging.LogRecord, error: BaseException | None) -> list[str]:
    here = f"{record.pathname.rpartition('/site-packages/')[2]}:{record.lineno}"
    return [here] if error is None else places(error)
