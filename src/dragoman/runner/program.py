"""Programs as they are started, their limits, and how they ended."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from enum import Enum
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The limits of a program, with all processes that it starts."""

    memory: int = 1024 * _MIB
    """Bytes: no process may have more writable memory, all together not be in it with more."""
    processor: float | None = None
    """Seconds of a processor's time, of all its processes together."""
    seconds: float | None = None
    """Seconds by the clock."""
    processes: int = 64
    """The number of processes that it may be at a time."""
    file_size: int = 64 * _MIB
    """Bytes: no file that it writes grows beyond, and its output is one."""
    grace: float = 1.0
    """Seconds from the signal to end to the one that cannot be ignored."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program as it is to be run. ``commands`` are its command line and those that take its
    place, one after the other, when each has been started again ``restarts`` times and has still
    not stayed."""

    name: str
    commands: tuple[tuple[str, ...], ...]
    environment: Mapping[str, str] = FrozenMap()
    """Variables that are added to the environment of this process."""
    folder: str = ""
    """The folder in which it runs; this one, if nothing is said."""
    restarts: int = 2
    limits: ProgramLimits = ProgramLimits()

    def __post_init__(self) -> None:
        object.__setattr__(self, "environment", FrozenMap(self.environment))


class EndedBy(Enum):
    """Why a program ended."""

    EXITED = "exited"
    SIGNAL = "signal"
    """It crashed, or was killed by somebody else."""
    MEMORY = "memory"
    PROCESSOR = "processor"
    TIME = "time"
    PROCESSES = "processes"
    STOPPED = "stopped"
    """It was to end."""
    NOT_STARTED = "not started"
    UNKNOWN = "unknown"
    """The process that watched over it was killed."""


@dataclass(frozen=True, slots=True)
class ProgramEnding:
    """The end of a program."""

    why: EndedBy
    number: int = 0
    """The exit status or the signal."""
    memory: int = 0
    """The most bytes that it was seen to be in memory with."""
    processor: float = 0.0
    """The seconds of a processor's time that it took."""

    def __str__(self) -> str:
        match self.why:
            case EndedBy.EXITED:
                return f"ended with status {self.number}"
            case EndedBy.SIGNAL:
                return f"killed by signal {self.number}"
            case EndedBy.STOPPED:
                return "stopped"
            case EndedBy.NOT_STARTED:
                return "could not be started"
            case EndedBy.UNKNOWN:
                return "killed together with its keeper"
            case _:
                return f"over its limit: {self.why.value}"


def command_in(text: str) -> tuple[str, ...]:
    """A command line in its parts, as a shell takes it apart; nothing in it is expanded.

    Raises:
        ActionRefused: if it is none, or there is no such program.
    """
    try:
        parts = tuple(shlex.split(text))
    except ValueError as error:
        raise ActionRefused(
            "bad-command", f"{text!r} is no command line: {error}", "close the quotation marks"
        ) from None
    if not parts:
        raise ActionRefused(
            "bad-command", "there is no command", "name a program, and what it takes"
        )
    if shutil.which(parts[0]) is None:
        raise ActionRefused(
            "no-program",
            f"there is no program {parts[0]!r} that can be started",
            "name one that can, by its path if it is in no folder of PATH",
        )
    return parts
