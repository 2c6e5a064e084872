"""The command run as people run it, in a process of its own, and a game to run it on."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dragoman.cli.app import app
from dragoman.games import playing
from dragoman.games.folder import FolderSettings

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2] / "tools")]

SPRING = """\
Austria: A vie-gal, A bud-ser, F tri H
England: F lon-nth, F edi-nwg, A lvp-yor
France: A par-bur, A mar S A par-bur, F bre-mao
Germany: A mun-bur, F kie-den, A ber-kie
Italy: A ven-tyr, A rom-ven, F nap-ion
Russia: A war-gal, A mos-ukr, F sev-bla, F stp/sc-bot
Turkey: A con-bul, A smy-con, F ank-bla
"""


@dataclass(frozen=True)
class Ran:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        return json.loads(self.out)

    @property
    def codes(self) -> list[str]:
        """The codes of the diagnostics in the JSON."""
        return [fault["code"] for fault in self.data["diagnostics"]]


Run = Callable[..., Ran]


PLAIN = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
"""The environment that every command has, whatever the tester's own is."""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run ``dragoman`` with arguments in the test's own folder."""

    def run_in(*arguments: object, stdin: bytes = b"", **env: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "dragoman.cli", *map(str, arguments)],
            cwd=tmp_path,
            env=os.environ | PLAIN | env,
            input=stdin,
            capture_output=True,
            check=False,
        )
        out, err = (text.decode("utf-8", "replace") for text in (done.stdout, done.stderr))
        ran = Ran(done.returncode, out, err)
        assert "Traceback" not in ran.err, ran.err
        assert ran.status in (0, 2), ran
        return ran

    return run_in


def called(*arguments: object, stdin: bytes = b"") -> Ran:
    done = CliRunner().invoke(app, [*map(str, arguments)], stdin, prog_name="dragoman")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in (0, 2)
    return Ran(done.exit_code, done.stdout, done.stderr)


@contextmanager
def calling_in(folder: Path) -> Iterator[Run]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, value in PLAIN.items():
            patch.setenv(name, value)
        yield called


@pytest.fixture(scope="session")
def calling() -> Callable[[Path], AbstractContextManager[Run]]:
    """``call`` for a while in a folder, for what several tests begin with."""
    return calling_in


@pytest.fixture
def call(tmp_path: Path) -> Iterator[Run]:
    """As ``run``, but in this process: for the many cases that differ in little."""
    with calling_in(tmp_path) as called_there:
        yield called_there


@pytest.fixture(scope="session")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "winter"
    assert playing.new("standard", folder, None, [], FolderSettings()).diagnostics == ()
    return folder


@pytest.fixture
def winter(new_game: Path, tmp_path: Path) -> Path:
    """The folder of a game that has just begun, with orders for its first spring."""
    folder = tmp_path / "winter"
    shutil.copytree(new_game, folder)
    (folder / "orders.txt").write_text(SPRING, "utf-8")
    return folder


@pytest.fixture(scope="session")
def spring() -> str:
    """Orders for the first spring: two bounces and a supported move."""
    return SPRING


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture
def files_of() -> Callable[[Path], dict[str, bytes]]:
    return snapshot
