"""The process between the runner and a program: it starts it, watches over it and all that it
starts, and leaves nobody behind. It is started as a file and needs the standard library alone.

As a subreaper it is handed every process whose parent is gone, so that none gets away by a session
of its own or by forking twice. It ends all when its standard input ends or its parent is another:
that is so when the runner was killed, too. The program itself dies with it by PR_SET_PDEATHSIG.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Any

_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36
_LOOK_EVERY = 0.05
_PAGE, _TICKS = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Run what the first argument says, as JSON, and write how it ended."""
    told: dict[str, Any] = json.loads(sys.argv[1])
    _prctl(_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    print(json.dumps(_Keeper(told).run()), flush=True)


class _Keeper:
    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told
        self._limits: dict[str, Any] = told["limits"]
        self._began = time.monotonic()
        self._spent = 0.0  # processor time of those that are gone
        self._memory = 0
        self._status: int | None = None
        self._child = 0

    def run(self) -> dict[str, Any]:
        reader, writer = os.pipe()
        self._child = os.fork()
        if not self._child:
            os.close(reader)
            self._become_program(writer)
        os.close(writer)
        failed = os.read(reader, 1000).decode()  # empty once the program runs
        os.close(reader)
        why = "not started" if failed else self._watch()
        self._end_all()
        number = self._status or 0
        if why == "exited" and os.WIFSIGNALED(number):
            why, number = "signal", os.WTERMSIG(number)
        else:
            number = os.waitstatus_to_exitcode(number) if why == "exited" else 0
        return {
            "why": why,
            "number": number,
            "memory": self._memory,
            "processor": round(self._spent, 3),
        }

    def _become_program(self, writer: int) -> None:
        """Never comes back."""
        told, limits = self._told, self._limits
        try:
            os.setsid()
            keeper = os.getppid()
            _prctl(_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != keeper:
                os._exit(1)
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            out = os.open(told["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            null = os.open(os.devnull, os.O_RDONLY)
            for source, place in ((null, 0), (out, 1), (out, 2)):
                os.dup2(source, place)
            if told["folder"]:
                os.chdir(told["folder"])
            _limit(resource.RLIMIT_CORE, 0)
            _limit(resource.RLIMIT_DATA, limits["memory"])
            _limit(resource.RLIMIT_FSIZE, limits["file_size"])
            os.execvp(told["command"][0], told["command"])
        except OSError as error:
            os.write(2, f"{error}\n".encode())
            os.write(writer, str(error).encode())  # last, for it is ended then
        finally:
            os._exit(127)

    def _watch(self) -> str:
        """Why it is to end; until then it runs."""
        limits, runner = self._limits, self._told["runner"]
        while True:
            readable, _, _ = select.select([0], [], [], _LOOK_EVERY)
            self._reap()
            if self._status is not None:
                return "exited"
            if (readable and not os.read(0, 1)) or os.getppid() != runner:
                self._ask_to_end()
                return "stopped"
            found = descendants()
            memory, processor = _taken(found)
            self._memory = max(self._memory, memory)
            if memory > limits["memory"]:
                return "memory"
            if limits["processor"] is not None and self._spent + processor > limits["processor"]:
                return "processor"
            if limits["seconds"] is not None and self._seconds > limits["seconds"]:
                return "time"
            if len(found) > limits["processes"]:
                return "processes"

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _ask_to_end(self) -> None:
        until = time.monotonic() + self._limits["grace"]
        _signal(descendants(), signal.SIGTERM)
        while descendants() and time.monotonic() < until:
            time.sleep(_LOOK_EVERY / 5)
            self._reap()

    def _end_all(self) -> None:
        """Stop them first, so that none can fork any more; then end them."""
        stopped = set[int]()
        while new := set(descendants()) - stopped:
            _signal(new, signal.SIGSTOP)
            stopped |= new
        while self._reap():
            _signal(descendants(), signal.SIGKILL)
            time.sleep(0.002)

    def _reap(self) -> bool:
        """Take leave of those that ended; whether anybody is left."""
        while True:
            try:
                gone, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not gone:
                return True
            self._spent += used.ru_utime + used.ru_stime
            if gone == self._child:
                self._status = status


def descendants() -> list[int]:
    """All processes that this one or one of them started, or was handed."""
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        for child in _children(waiting.pop()):
            found.append(child)
            waiting.append(child)
    return found


def _children(of: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{of}/task"):
            with open(f"/proc/{of}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    except OSError:
        pass
    return found


def _taken(processes: list[int]) -> tuple[int, float]:
    """The bytes in memory, and the seconds of a processor's time, with that of children that are
    gone."""
    memory, ticks = 0, 0
    for one in processes:
        try:
            with open(f"/proc/{one}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
        memory += int(fields[21]) * _PAGE
    return memory, ticks / _TICKS


def _signal(processes: list[int] | set[int], number: int) -> None:
    for one in processes:
        with suppress(ProcessLookupError):
            os.kill(one, number)


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def _prctl(option: int, value: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    main()
