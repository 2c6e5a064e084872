"""Packages that a light install leaves out, and what to say where one is missing.

``pip install dragoman`` brings what text and SVG need. Whatever needs more imports it where
it is used, and names the extra it comes with:

>>> with extra("pdf"):
...     import typst
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Literal

from dragoman.diagnostics import Diagnostic

Extra = Literal[
    "age",
    "client",
    "cluster",
    "cuda",
    "env",
    "fast",
    "judge",
    "maps",
    "mcp",
    "menu",
    "numba",
    "parquet",
    "pdf",
    "pictures",
    "sb3",
    "spreadsheets",
    "tournament",
]
"""The extras that code asks for; ``pyproject.toml`` says which packages each brings."""


class MissingExtra(ImportError):
    """A package is not installed that only some uses of Dragoman need."""

    def __init__(self, extra: Extra, package: str) -> None:
        remedy = f"install it with: pip install 'dragoman[{extra}]'"
        self.diagnostic = Diagnostic(
            "missing-extra", f"this needs {package}, which is not installed", remedy
        )
        super().__init__(str(self.diagnostic), name=package)
        self._made_of = (extra, package)

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, ...]]:
        return MissingExtra, self._made_of


class NoMachineCode(MissingExtra):
    """There is no machine code for this machine, and nothing here that could make it."""

    def __init__(self, why: str) -> None:
        super().__init__("fast", "machine code")
        self.diagnostic = Diagnostic(
            "no-machine-code",
            f"this needs machine code, which this install does not bring, and there is {why}",
            "install gcc or clang, or: pip install ziglang",
        )
        self.msg = str(self.diagnostic)
        self.args = (self.msg,)
        self._why = why

    def __reduce__(self) -> tuple[type[MissingExtra], tuple[str, ...]]:
        return NoMachineCode, (self._why,)


@contextmanager
def extra(name: Extra) -> Generator[None]:
    """A block whose imports come with this extra.

    Raises:
        MissingExtra: if it is not installed; the message says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == __package__:
            raise  # a module of our own: no extra brings it
        raise MissingExtra(name, package) from None


def is_installed(*packages: str) -> bool:
    """True if all of these packages are here; none is imported."""
    return all(find_spec(package) is not None for package in packages)
