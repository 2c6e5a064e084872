"""Names in German and in French, in files of their own beside a ``variant.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from dragoman.board import fold
from dragoman.formats import load_variant
from dragoman.formats.toml_table import bare_key, quoted
from dragoman.game import Variant

LANGUAGES: Final = {"de": "Deutsche Namen.", "fr": "Les noms français."}
_ELSEWHERE: Final = frozenset({"Galicia"})
"""Names that the usual map has for a place, and others for another."""


def name_files(variant: Variant) -> Mapping[str, str]:
    """The texts of the files with the names that are known, by the files' names; none for a map of
    places that are no real ones."""
    if not {"fantasy", "abstract"}.isdisjoint(variant.origin.tags):
        return {}
    texts = {language: [*_lines(variant, language)] for language in LANGUAGES}
    return {
        f"names.{language}.toml": "".join(
            f"{line}\n" for line in (f"# {LANGUAGES[language]}", *lines)
        )
        for language, lines in texts.items()
        if lines
    }


def _lines(variant: Variant, language: str) -> Iterator[str]:
    board = variant.board
    known_powers, known_places = _known(language)
    powers = {key: known_powers.get(power.name) for key, power in board.powers.items()}
    places = {key: known_places.get(one.name) for key, one in board.provinces.items()}
    for table, found, english in (
        ("powers", powers, variant.power_name),
        ("places", places, variant.place_name),
    ):
        told = {key: name for key, name in found.items() if name and name != english(key)}
        told = {k: n for k, n in told.items() if table == "powers" or _is_free(variant, k, n, told)}
        if told:
            yield from ("", f"[names.{language}.{table}]")
            yield from (f"{bare_key(key)} = {quoted(name)}" for key, name in told.items())


def _is_free(variant: Variant, key: str, name: str, told: Mapping[str, str]) -> bool:
    """True if a name stands for this place alone."""
    twice = [one for one, other in told.items() if other == name]
    return set(variant.board.names.find(fold(name))) <= {key} and twice == [key]


@cache
def _known(language: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The names in a language of powers and of places, by their English ones."""
    text = Path(__file__).with_name("exonyms.toml").read_text("utf-8")
    column = [*LANGUAGES].index(language)
    found = [
        {english: names[column] for english, names in table.items()}
        for table in (tomllib.loads(text)["powers"], tomllib.loads(text)["places"])
    ]
    for name in ("standard", "abstraction_2"):
        usual = load_variant(name)
        names = usual.names.get(language)
        if names is not None:
            for key, one in names.powers.items():
                found[0].setdefault(usual.board.powers[key].name, one)
            for key, one in names.places.items():
                if "/" not in key and usual.board.provinces[key].name not in _ELSEWHERE:
                    found[1].setdefault(usual.board.provinces[key].name, one)
    return found[0], found[1]
