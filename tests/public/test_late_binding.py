"""What packages offer is imported when it is first used, and is what they say."""

import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import dragoman

SOURCE = Path(dragoman.__file__).parent

PACKAGES = [
    ".".join(("dragoman", *one.parent.relative_to(SOURCE).parts))
    for one in sorted(SOURCE.rglob("__init__.py"))
    if "exported(__name__)" in one.read_text(encoding="utf-8")
]
ROOMS = [name for name in PACKAGES if name != "dragoman"]


@pytest.mark.parametrize("name", PACKAGES)
def test_what_it_shows_is_what_it_offers(name: str) -> None:
    package = import_module(name)
    assert package.__all__ and dir(package) == sorted({*package.__all__})


@pytest.mark.parametrize("name", ROOMS)
def test_every_name_is_there(name: str) -> None:
    package = import_module(name)
    for offered in package.__all__:
        found = getattr(package, offered)
        if inspect.isclass(found) or inspect.isfunction(found):
            assert found.__name__ == offered
            assert found.__module__.startswith(f"{name}.")
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = package.nothing_of_the_kind


@pytest.mark.parametrize("name", ROOMS)
def test_no_name_is_that_of_a_module(name: str) -> None:
    """Importing the module would put it in the place of what is meant."""
    package = import_module(name)
    assert not {*package.__all__} & {
        module.name for module in pkgutil.iter_modules(package.__path__)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_a_package_alone_imports_nothing_else(name: str) -> None:
    code = f"import sys, {name}; print(*(m for m in sys.modules if 'dragoman' in m))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    above = {name.rsplit(".", parents)[0] for parents in range(name.count(".") + 1)}
    assert {*ran.stdout.split()} == above | {"dragoman.late_binding"}


@pytest.mark.slow
def test_a_package_in_a_package_needs_no_import_of_its_own() -> None:
    program = "import dragoman; dragoman.reports.explain; dragoman.rules.batch.Batch"
    subprocess.run([sys.executable, "-c", program], check=True)
    with pytest.raises(AttributeError, match="no attribute 'raports'"):
        _ = dragoman.raports
