"""A cluster of Dask's on this machine: a scheduler and workers that are processes."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def cluster_in(folder: Path, environment: Mapping[str, str], workers: int = 2) -> Generator[str]:
    """The address of a cluster whose workers run in a folder."""
    address = folder / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    work = [sys.executable, "-m", "distributed.cli.dask_worker"]
    quiet = {"cwd": folder, "env": environment, "stderr": subprocess.DEVNULL}
    dask += ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    dask += ["--scheduler-file", str(address)]
    with subprocess.Popen(dask, **quiet) as scheduler:
        try:
            while not address.exists() or not address.read_text():
                time.sleep(0.05)
            where = json.loads(address.read_text())["address"]
            one = [*work, where, "--nworkers", str(workers), "--nthreads", "1", "--no-dashboard"]
            with subprocess.Popen(one, **quiet) as running:
                try:
                    yield where
                finally:
                    running.terminate()
        finally:
            scheduler.terminate()
