"""What is known of the variants that nJudge's community plays, beyond their map and seed files.

A bare pair of such files says neither what its powers are called nor how many centres win.
Whoever has one by a name that is known, with the letters that belong to it, gets both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files

from dragoman.board import Power
from dragoman.formats.variants.toml_file import VariantToml
from dragoman.formats.variants.toml_looks import LookWords


def known_variant(name: str, letters: Collection[str]) -> VariantToml | None:
    """What a ``variant.toml`` of the variant of this name would say; None where none is known, or
    where it has other powers than these ``letters``."""
    found = _known().get(name)
    return found if found is not None and has_powers(found, letters) else None


def has_powers(toml: VariantToml, letters: Collection[str]) -> bool:
    """Whether powers of these letters can be those of a variant: all are, and most of its own are
    among them. Some variants have a power without a home centre."""
    own = {power.letter for power in toml.powers or ()}
    return own.issuperset(letters) and len({*letters}) * 3 >= len(own) * 2


@cache
def _known() -> dict[str, VariantToml]:
    text = files("dragoman.formats.variants").joinpath("known_variants.toml").read_text("utf-8")
    return {
        name: VariantToml(
            title=table["title"],
            victory_centers=table.get("victory_centers", 0),
            powers=tuple(
                Power(power["name"].upper(), power["letter"], power["name"], power["adjective"])
                for power in table["powers"]
            ),
            looks=LookWords(
                {p["name"].upper(): p["colour"] for p in table["powers"] if "colour" in p}
            ),
        )
        for name, table in tomllib.loads(text).items()
    }
