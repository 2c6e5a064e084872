"""The first hour of a host, typed from the page. Those of a player and a programmer are tested with
their pages, and all three in fresh environments by ``make release-check``."""

import socket
import sys
from pathlib import Path

import pytest

from tools import first_hours


@pytest.mark.slow
def test_a_host(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "dragoman"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m dragoman.cli "$@"\n')
    program.chmod(0o755)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert len(first_hours.host_lines()) > 7
    first_hours.host(program.with_name("python"), tmp_path, port)
