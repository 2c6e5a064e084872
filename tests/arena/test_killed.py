"""A contest that is killed, and workers of a cluster that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dragoman.arena import run
from dragoman.arena.cluster import _Workers  # pyright: ignore[reportPrivateUsage]
from dragoman.arena.results_file import read_contest
from tests.arena.dask_cluster import cluster_in

pytestmark = pytest.mark.slow

# Long enough to be killed in, short enough to wait for.
BOTS = """
import time
def slow(view):
    time.sleep(0.03)
    return []
def killer(view):
    import os
    if os.path.exists("kill-me") and view.power == "ITALY":
        os.remove("kill-me")
        os.kill(os.getpid(), 9)
    return []
"""
ASKED = (
    "arena",
    "own_bots:slow",
    "civil-disorder",
    "--last-year",
    "1902",
    "--jobs",
    "1",
    "--games",
    "21",
)


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


def test_a_contest_goes_on_after_a_kill(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "own_bots.py").write_text(BOTS, "utf-8")
    command = [sys.executable, "-m", "dragoman", *ASKED]
    file = tmp_path / "arena.jsonl"
    with subprocess.Popen(command, cwd=tmp_path, start_new_session=True) as first:
        while len(lines(file)) < 8:
            time.sleep(0.005)
        os.killpg(first.pid, signal.SIGKILL)
    kept = lines(file)
    assert 8 <= len(kept) < 22, "it was killed in the middle"
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    whole = lines(file)
    assert set(kept) <= set(whole) and len(whole) == 22
    monkeypatch.syspath_prepend(str(tmp_path))
    contest, _ = read_contest(file)
    with ThreadPoolExecutor(1) as executor:
        run(contest, 21, tmp_path / "again.jsonl", executor)
    assert lines(tmp_path / "again.jsonl") == whole, "as if it had never been killed"


def _runs(process: Path) -> bool:
    """True for a process that has not ended; it may while it is looked at."""
    try:
        return "Z" not in (process / "stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone")
def test_programs_end_with_an_arena_that_is_killed(tmp_path: Path) -> None:
    program = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
    entrant = f"wait=cmd:{sys.executable} -I -S -c '{program}'"
    asked = ["arena", entrant, "random", "--games", "1", "--output", "said", "--jobs", "1"]
    command = [sys.executable, "-m", "dragoman", *asked]
    said = tmp_path / "said" / "game-0" / "AUSTRIA.out"
    with subprocess.Popen(command, cwd=tmp_path) as arena:
        while not lines(said):
            time.sleep(0.01)
        arena.kill()
    process = Path("/proc", lines(said)[0])
    while _runs(process):
        time.sleep(0.01)


def test_a_bot_that_ends_its_process(tmp_path: Path) -> None:
    (tmp_path / "own_bots.py").write_text(BOTS, "utf-8")
    command = [sys.executable, "-m", "dragoman", "arena", "own_bots:killer", "civil-disorder"]
    command += ["--last-year", "1901", "--games", "7", "--jobs", "1"]
    (tmp_path / "kill-me").touch()
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "a process in which games were played ended abruptly" in ended.stderr
    assert "Traceback" not in ended.stderr
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert len(lines(tmp_path / "arena.jsonl")) == 8, "the same command goes on"


def test_a_cluster_of_which_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    (tmp_path / "own_bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "kill-me").touch()
    environment = dict(os.environ, PYTHONPATH=str(tmp_path))
    arena = [sys.executable, "-m", "dragoman", "arena", "own_bots:killer", "civil-disorder"]
    arena += ["--last-year", "1901", "--games", "21", "--json", "--dask"]
    with cluster_in(tmp_path, environment) as where:
        ran = subprocess.run(
            [*arena, where], cwd=tmp_path, capture_output=True, text=True, check=False
        )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["games"] == 21
    assert not (tmp_path / "kill-me").exists() and distributed


def play(folder: Path, name: str) -> str:
    """Begin, which is seen, and end when one may."""
    (folder / f"{name}-begun").touch()
    while not (folder / "go-on").exists():
        time.sleep(0.01)
    return name


def _wait_for(client: Any, waiting: int) -> None:
    """Wait until so many games are with the worker that it has not begun."""

    def ready(dask_worker: Any) -> int:
        return sum(task.state == "ready" for task in dask_worker.state.tasks.values())

    while [*client.run(ready).values()] != [waiting]:
        time.sleep(0.01)


def test_what_a_cluster_plays_is_finished_and_kept(tmp_path: Path) -> None:
    """One worker plays a game, another waits for it when the contest is decided."""
    distributed = pytest.importorskip("distributed")
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None
    ) as client:
        workers = _Workers(client)
        first = workers.submit(play, tmp_path, "a")
        while not (tmp_path / "a-begun").exists():
            time.sleep(0.01)
        second = workers.submit(play, tmp_path, "b")
        _wait_for(client, waiting=1)
        assert not first.cancel() and second.cancel()
        _wait_for(client, waiting=0)  # a worker hears of it a moment later
        (tmp_path / "go-on").touch()
        assert first.result(60) == "a" and second.cancelled()
        assert not first.cancel(), "it is done"
    assert not (tmp_path / "b-begun").exists()
