"""How much the property tests search, and the commands, made once.

Neither profile knows a clock: a slow machine must not fail a test. Under CI the
examples are the same on every run; elsewhere each run looks at new ones.
``DRAGOMAN_TEST_EXAMPLES`` says how many a property is tried with that does not say so itself.
"""

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, settings

from dragoman.remembered import USUAL_LIMIT, memory_limit, remember_at_most
from tests.databases import (
    address,
    cluster,
    empty_address,
    postgresql_template,
    sqlite_template,
)
from tests.memory import work_in_memory

__all__ = ["address", "cluster", "empty_address", "postgresql_template", "sqlite_template"]

work_in_memory()
# Nobody's own variants are there, whoever runs the tests.
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir(), "dragoman-tests", "nobody-s-data"))

settings.register_profile(
    "dev",
    max_examples=int(os.environ.get("DRAGOMAN_TEST_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: some tests wait for other programs, for databases, or for
    the compiler that another one runs."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    from tests.scheduling import ByFile

    return ByFile(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Fifteen thousand tests are made, and none of them is garbage until the end: they are not
    looked through for it, neither here nor while they run. What tests make is, but seldom: it takes
    a fourteenth of their time otherwise."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        from tests.scheduling import longest_first

        longest_first(items)


@pytest.fixture(scope="session", autouse=True)
def _commands_are_made_once() -> Iterator[None]:
    """Typer makes all commands of an application anew each time it is called, which takes longer
    than most of them run; in one process once is enough."""
    made = cache(typer.main.get_command)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", made)
        patch.setattr(typer.testing, "_get_command", made)
        yield


@pytest.fixture(autouse=True)
def _memory_is_as_usual() -> Iterator[None]:
    """A command that was told to remember little tells its process, which goes on testing."""
    yield
    if memory_limit() != USUAL_LIMIT:
        remember_at_most(USUAL_LIMIT)
