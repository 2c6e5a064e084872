"""Starts programs, each with a keeper, starts them again, and ends them all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.runner.program import EndedBy, Program, ProgramEnding

MARK: Final = "DRAGOMAN_RUN"
"""The variable of the environment that has a name for each start of a program."""

_KEEPER: Final = Path(__file__).with_name("keeper.py")
_PAUSE: Final = 0.2
"""Seconds until a program is started again; each time twice as long."""


@dataclass(slots=True)
class _Turn:
    """A command's time to run: the number of the command, whether it is given up, and whether it
    is over."""

    number: int
    given_up: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)


@dataclass(slots=True)
class _Running:
    program: Program
    turn: _Turn
    stopped: Event = field(default_factory=Event)
    may_end: bool = False
    endings: list[ProgramEnding] = field(default_factory=list[ProgramEnding])
    thread: Thread | None = None


class Runner:
    """Programs and what they wrote: the output of each stands in ``NAME.out`` in a folder. Use it
    in a ``with``: at its end all programs are gone, with all that they started.

    ``told`` hears of each end that nobody asked for, in another thread.
    """

    def __init__(
        self, folder: Path, told: Callable[[str, ProgramEnding], None] = lambda name, ending: None
    ) -> None:
        if not sys.platform.startswith("linux"):
            raise ActionRefused(
                "no-runner", "programs are started on Linux alone", "have them connect to a socket"
            )
        self._folder, self._told = folder, told
        self._running: dict[str, _Running] = {}
        self._lock = Lock()

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self, program: Program) -> None:
        """Start a program, and start it again whenever it ends. What one of its name wrote at
        another time is overwritten.

        Raises:
            ActionRefused: if there is one of its name.
            OSError: if its output cannot be written.
        """
        with self._lock:
            if program.name in self._running:
                raise ActionRefused("runs-already", f"{program.name} runs already")
            self._folder.mkdir(parents=True, exist_ok=True)
            self.output(program.name).write_bytes(b"")
            one = _Running(program, _Turn(0))
            self._running[program.name] = one
        one.thread = Thread(target=self._keep, args=(one,), name=f"keeps {program.name}")
        one.thread.start()

    def output(self, name: str) -> Path:
        """The standard output and error of a program."""
        return self._folder / f"{name}.out"

    def endings(self, name: str) -> tuple[ProgramEnding, ...]:
        """The ends of a program so far, the first end first."""
        return tuple(self._running[name].endings)

    def is_running(self, name: str) -> bool:
        """True if a program runs, or will be started again."""
        thread = self._running[name].thread
        return thread is not None and thread.is_alive()

    def let_end(self) -> None:
        """Start no program again: those that end now have done what they had to do."""
        for one in self._running.values():
            one.may_end = True

    def replace(self, name: str) -> bool:
        """Give up a program that runs and is of no use, and start the next of its commands instead,
        once it is gone; whether there is one."""
        one = self._running[name]
        with self._lock:
            turn = one.turn
            is_last = turn.number + 1 == len(one.program.commands)
            if is_last or turn.over.is_set() or not self.is_running(name):
                return False
            turn.given_up.set()
        turn.over.wait()
        return True

    def end(self, name: str) -> None:
        """End a program, and wait until it is gone."""
        one = self._running[name]
        one.stopped.set()
        if one.thread is not None:
            one.thread.join()

    def stop(self) -> None:
        """End all programs, and wait until they are gone."""
        for one in self._running.values():
            one.stopped.set()
        for one in self._running.values():
            if one.thread is not None:
                one.thread.join()

    def _keep(self, one: _Running) -> None:
        """Start a program as often as it may be, and what takes its place."""
        for number in range(len(one.program.commands)):
            with self._lock:
                one.turn = _Turn(number)
            try:
                self._keep_command(one, one.turn)
            finally:
                one.turn.over.set()
            if one.stopped.is_set() or one.may_end:
                return

    def _keep_command(self, one: _Running, turn: _Turn) -> None:
        """Start a command as often as it may be, if it is not given up."""
        pause = _PAUSE
        for _ in range(one.program.restarts + 1):
            ending = self._run(one, turn)
            one.endings.append(ending)
            if one.stopped.is_set() or one.may_end:
                return
            with self.output(one.program.name).open("a") as file:
                file.write(f"[dragoman: {ending}]\n")
            if turn.given_up.is_set():
                return
            self._told(one.program.name, ending)
            if one.stopped.wait(pause) or one.may_end or turn.given_up.is_set():
                return
            pause *= 2

    def _run(self, one: _Running, turn: _Turn) -> ProgramEnding:
        """Run a command until it ends, or is to."""
        program, mark = one.program, uuid.uuid4().hex
        told = {
            "command": program.commands[turn.number],
            "folder": program.folder,
            "output": str(self.output(program.name).resolve()),
            "limits": asdict(program.limits),
            "runner": os.getpid(),
        }
        with subprocess.Popen(
            [sys.executable, "-I", "-S", str(_KEEPER), json.dumps(told)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Not among the arguments, which everybody on the machine can read.
            env=dict(os.environ) | dict(program.environment) | {MARK: mark},
            start_new_session=True,
        ) as keeper:
            assert keeper.stdin is not None and keeper.stdout is not None
            Thread(
                target=_close_when, args=(one.stopped, turn.given_up, keeper), daemon=True
            ).start()
            said = keeper.stdout.read()
        if keeper.returncode or not said:
            _end_marked(mark)
            return ProgramEnding(EndedBy.UNKNOWN)
        found: dict[str, Any] = json.loads(said)
        return ProgramEnding(
            EndedBy(found["why"]), found["number"], found["memory"], found["processor"]
        )


def _close_when(stopped: Event, given_up: Event, keeper: subprocess.Popen[bytes]) -> None:
    """Let a keeper know that its program is to end."""
    while keeper.poll() is None:
        if stopped.wait(0.05) or given_up.is_set():
            assert keeper.stdin is not None
            keeper.stdin.close()
            return


def _end_marked(mark: str) -> None:
    """End what a keeper that was killed could not: its processes are known by their environment,
    for whoever does not take pains to hide it."""
    wanted = f"{MARK}={mark}".encode()
    while True:
        found = [one for one in os.listdir("/proc") if one.isdigit() and _is_marked(one, wanted)]
        if not found:
            return
        for one in found:
            with suppress(ProcessLookupError):
                os.kill(int(one), 9)


def _is_marked(process: str, mark: bytes) -> bool:
    try:
        with open(f"/proc/{process}/environ", "rb") as file:
            return mark in file.read().split(b"\0")
    except OSError:
        return False
