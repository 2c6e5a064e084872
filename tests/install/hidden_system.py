"""Run Dragoman as if this were Windows, or macOS: ``python hidden_system.py win32|darwin FOLDER``.

What those systems lack is hidden once everything of other packages is imported: modules, functions
of ``os``, signals, Unix sockets. Then every module of ours is imported anew, but for those that are
for Linux alone, and a turn, a game's folder, a stream and a judge's limits have to work.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import types
from pathlib import Path

UNIX_ALONE = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
LACKING = {
    "win32": {
        os: "fork forkpty getuid geteuid getgid chown fchown killpg setsid getpgid getpriority "
        "sched_getaffinity sched_setaffinity statvfs O_DIRECTORY mkfifo uname nice wait4 WNOHANG",
        signal: "SIGALRM SIGPROF SIGVTALRM SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGCHLD SIGPIPE SIGXFSZ "
        "SIGXCPU SIGSTOP setitimer alarm pthread_sigmask ITIMER_REAL ITIMER_PROF",
        # AF_UNIX goes once asyncio's loop is there, which is made of such sockets here.
        socket: "SO_PEERCRED SO_REUSEPORT",
        asyncio: "start_unix_server open_unix_connection",
    },
    "darwin": {
        os: "sched_getaffinity sched_setaffinity",
        socket: "SO_PEERCRED TCP_KEEPIDLE",
    },
}
FOR_LINUX_ALONE = ("dragoman.judge.setup", "dragoman.runner.keeper")
"""These import what only Linux has; ``test_systems`` says who keeps others from them."""


def all_modules() -> list[str]:
    import dragoman

    found = pkgutil.walk_packages(dragoman.__path__, "dragoman.", onerror=lambda _: None)
    left_out = (*FOR_LINUX_ALONE, "dragoman.judge.storage.migrations")  # alembic runs these
    names = [one.name for one in found if not one.name.startswith(left_out)]
    return [one for one in names if not one.endswith("__main__")]


def imported(names: list[str]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:  # an extra that is not installed here
            if (error.name or "").partition(".")[0] in (*UNIX_ALONE, "dragoman"):
                raise


def hide(system: str) -> None:
    """Take away what this system lacks, from a process that has imported everything else."""
    for name in [one for one in sys.modules if one.partition(".")[0] == "dragoman"]:
        del sys.modules[name]
    sys.platform = system
    for module, names in LACKING[system].items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    if system == "win32":
        import fcntl as real

        fake = types.ModuleType("msvcrt")
        fake.LK_NBLCK = 2  # type: ignore[attr-defined]
        fake.locking = lambda handle, *_: real.flock(handle, real.LOCK_EX | real.LOCK_NB)  # type: ignore[attr-defined]
        sys.modules["msvcrt"] = fake
        for name in UNIX_ALONE:
            sys.modules[name] = None  # type: ignore[assignment]
        multiprocessing.get_all_start_methods = lambda *_: ["spawn"]  # type: ignore[method-assign]


def works(folder: Path) -> None:
    import io

    import dragoman
    from dragoman.cli.app import app
    from dragoman.files.folder_lock import locked

    game = dragoman.Game()
    game.order("France", "A par-bur")
    assert game.process()["A PAR"].success
    os.chdir(folder)
    for line in ("new standard winter", "check winter", "adjudicate winter", "accept winter"):
        try:
            app(line.split(), prog_name="dragoman")
        except SystemExit as ended:
            assert not ended.code, line
    with locked(folder / "winter", "a test"):
        pass
    sys.stdin = io.TextIOWrapper(io.BytesIO(b'{"phase": "S1901M"}\n' * 3), "utf-8")
    try:
        app(["resolve"], prog_name="dragoman")
    except SystemExit as ended:
        assert not ended.code


def judge_works(folder: Path) -> None:
    from dragoman.judge.running.budgets import TookTooLong, within
    from dragoman.judge.running.connections import room_for_connections
    from dragoman.refusal import ActionRefused
    from dragoman.sockets.room import Room
    from dragoman.sockets.server import Server

    try:
        with within(0.2):
            while True:
                pass
    except TookTooLong:
        pass
    assert room_for_connections() > 100

    async def served() -> None:
        import dragoman

        server = Server(Room(dragoman.load_variant("standard")))
        port = await server.listen_dpp("127.0.0.1", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"(NME Test)\n")
        assert (await reader.readline()).startswith(b"(HLO ")
        writer.close()
        if sys.platform == "win32":
            try:
                await server.listen_unix(folder / "sockets")
                raise AssertionError("Windows has no such sockets")
            except ActionRefused as refused:
                assert refused.diagnostic.code == "no-unix-sockets"
        await server.stop()

    with asyncio.Runner() as runner:
        runner.get_loop()
        if sys.platform == "win32":
            del socket.AF_UNIX
        runner.run(served())


if __name__ == "__main__":
    names = all_modules()
    imported(names)
    subprocess.run(["true"], check=True)  # all that it imports by itself
    hide(sys.argv[1])
    imported(names)
    works(Path(sys.argv[2]))
    judge_works(Path(sys.argv[2]))
    print(f"{len(names)} modules")
