"""What packages offer is imported when it is first used, and is what they say."""

import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

PACKAGES = ("board", "drawing", "files", "formats", "game", "orders", "reports", "rules")


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_there(name: str) -> None:
    package = import_module(f"dragoman.{name}")
    for offered in package.__all__:
        found = getattr(package, offered)
        if inspect.isclass(found) or inspect.isfunction(found):
            assert found.__name__ == offered
            assert found.__module__.startswith(f"dragoman.{name}.")
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = package.nothing_of_the_kind
    assert {*package.__all__} <= {*dir(package)}


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_is_that_of_a_module(name: str) -> None:
    """Importing the module would put it in the place of what is meant."""
    package = import_module(f"dragoman.{name}")
    assert not {*package.__all__} & {
        module.name for module in pkgutil.iter_modules(package.__path__)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_alone_imports_nothing_else(name: str) -> None:
    code = f"import sys, dragoman.{name}; print(*(m for m in sys.modules if 'dragoman' in m))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    known = {"dragoman", "dragoman.upper_floors", "dragoman.on_use", f"dragoman.{name}"}
    assert {*ran.stdout.split()} == known
