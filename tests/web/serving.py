"""A judge served over HTTP in a process of its own, on a socket of this machine.

``python -m tests.web.serving FOLDER`` is that process; it prints the port.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import SECONDS

ROOT = Path(__file__).parents[2]


@contextmanager
def served(database: Path) -> Iterator[str]:
    """The address of a server of the judge with this database."""
    command = [sys.executable, "-m", "tests.web.serving", str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        try:
            assert port.isdecimal(), "the judge does not listen"
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(SECONDS)


def main() -> None:
    import uvicorn

    from dragoman.judge.service import Judge
    from dragoman.web.app import make_app
    from tests.web.people import FREELY

    judge = Judge(f"sqlite:///{sys.argv[1]}")
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(
        make_app(judge, limits=FREELY), log_level="error", timeout_graceful_shutdown=2
    )
    uvicorn.Server(config).run(sockets=[listening])
    judge.close()


if __name__ == "__main__":
    main()
