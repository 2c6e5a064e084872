"""Learned values, a file for each variant that has any (see ``dragoman.bots.value_files``)."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable


def values_file(variant: str) -> Traversable:
    """The file of the values of a variant, by its name, if there is one."""
    return files(__name__).joinpath(f"{variant}.values")
