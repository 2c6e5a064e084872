"""Workers beside the process that serves: started with it, started again where they die, ended
with it, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Final

from dragoman.judge.running.configuration import NAMED_BY
from dragoman.judge.running.log_lines import log

_PAUSE: Final = 1.0
"""Seconds after which a worker that died is started again."""

_PATIENCE: Final = 20.0
"""Seconds that a worker has to end its game."""


class ChildWorkers:
    """So many workers as processes of their own, so that judging keeps no request waiting and a
    worker that dies takes nobody with it; and with ``mail`` a process that takes mail.

    Each ends when its standard input does: also where this process is killed.
    """

    def __init__(self, count: int, file: Path | None, mail: bool = False) -> None:
        self._file = file
        self._ended = Event()
        commands = [("worker", "--number", str(number)) for number in range(1, count + 1)]
        commands += [("mail", "--serve")] * mail
        self._threads = [
            Thread(target=self._keep, args=(number, command), name=" ".join(command))
            for number, command in enumerate(commands, 1)
        ]

    def start(self) -> None:
        for one in self._threads:
            one.start()

    def end(self) -> None:
        """Let each end its game, and wait for that."""
        self._ended.set()
        for one in self._threads:
            one.join()

    def _keep(self, number: int, command: Sequence[str]) -> None:
        arguments = [sys.executable, "-m", "dragoman", "judge", *command, "--beside"]
        environment = dict(os.environ)
        if self._file is not None:
            environment[NAMED_BY] = str(self._file.resolve())
        while not self._ended.is_set():
            with subprocess.Popen(arguments, stdin=subprocess.PIPE, env=environment) as running:
                while running.poll() is None and not self._ended.wait(0.2):
                    pass
                assert running.stdin is not None
                running.stdin.close()
                try:
                    status = running.wait(_PATIENCE)
                except subprocess.TimeoutExpired:
                    running.kill()
                    status = running.wait()
            if not self._ended.is_set():
                log().error("a worker died", number=number, status=status, again_in=_PAUSE)
                self._ended.wait(_PAUSE)
