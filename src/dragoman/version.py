"""The version of the program: that of the tag it was installed from, and what came after."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def _installed() -> str:
    try:
        return version("dragoman")
    except PackageNotFoundError:
        return "0.0.0"


__version__ = _installed()
"""As ``pip`` shows it: ``1.0.0``, ``1.0.1.dev3+g1a2b3c4`` three commits after it, ``0.0.0`` where
nothing was installed and the sources are run as they lie."""
