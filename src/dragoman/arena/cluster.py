"""Games on a cluster of Dask's."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final, cast

from dragoman.extras import extra
from dragoman.refusal import ActionRefused

_PATIENCE: Final = 10
"""Seconds for the scheduler to answer."""


@contextmanager
def cluster_at(address: str) -> Generator[Executor]:
    """The workers of the cluster whose scheduler is at an address, as an executor. Dragoman is
    installed where they run. What a worker had in hand that dies is given to another.

    Raises:
        MissingExtra: without the extra ``cluster``.
        ActionRefused: if nobody answers there.
    """
    with extra("cluster"):
        import distributed

    try:
        client: Any = cast(Any, distributed).Client(
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise ActionRefused(
            "no-cluster",
            f"no scheduler of Dask answers at {address!r}: {error}",
            "start one with: dask scheduler; and name its address, as tcp://HOST:8786",
        ) from None
    with client, client.get_executor() as executor:
        yield executor
