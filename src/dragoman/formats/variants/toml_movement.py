"""The parts of ``variant.toml`` about units: where they convert, and those that are nobody's, whose
lines in the seed begin with ``&``.

    converts_in = "centres"         or provinces: where an army may become a fleet, and back

    [neutral]
    comes_back = ["DUB", "WSX"]     where one stands again when centres are counted
    supports = ["BUD-PES"]          which of them support which: each other, or with > one the other
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from dragoman.board import ARMY, AUTONOMOUS, Board, Neutrals, Power, written_steps
from dragoman.formats.njudge import MapFile
from dragoman.formats.toml_table import TomlTable, listed, quoted
from dragoman.game.variant import LocalNames
from dragoman.words import LANGUAGES, word_file

_SUPPORT: Final = re.compile(r"\s*([^\s<>-]+)\s*([->])\s*([^\s<>-]+)\s*")
_REMEDY: Final = "write the first abbreviation of a province, in capitals"


def nobody() -> Power:
    """The power whose units are nobody's."""
    (name, adjective), *others = map(_words, LANGUAGES)
    names = dict.fromkeys(word for words in others for word in words)
    return Power(AUTONOMOUS, "&", name, adjective, ("nobody", *names))


def names_with_nobody(names: Mapping[str, LocalNames]) -> Mapping[str, LocalNames]:
    """The names in each language, with those of the power whose units are nobody's."""
    found = dict(names)
    for language in LANGUAGES[1:]:
        usual = found.get(language, LocalNames())
        name, _ = _words(language)
        found[language] = replace(usual, powers={AUTONOMOUS: name, **usual.powers})
    return found


def _words(language: str) -> tuple[str, str]:
    """The name of that power in a language, and its adjective."""
    names = word_file(Path(__file__).parents[1] / "words", language)["names"]
    return names["neutrals"], names["neutral"]


def read_neutrals(root: TomlTable, map_file: MapFile, base: Neutrals) -> Neutrals:
    """Take the table out of a ``variant.toml``; a list takes the place of the base's list."""
    table = root.table("neutral")
    keys = {province.key for province in map_file.provinces if province.is_ground}
    centers = {province.key for province in map_file.provinces if province.is_center}
    comes_back = tuple(key for key in base.comes_back if key in centers)
    supports = tuple(pair for pair in base.supports if keys.issuperset(pair))
    if "comes_back" in table:
        comes_back = tuple(dict.fromkeys(table.texts("comes_back")))
        for key in comes_back:
            if key not in centers and not map_file.is_lost(key):
                table.error("no-center", f"{key} is no centre", _REMEDY, "comes_back")
        comes_back = tuple(key for key in comes_back if key in centers)
    if "supports" in table:
        found = (_pairs(table, text, keys) for text in table.texts("supports"))
        supports = tuple(dict.fromkeys(pair for pairs in found for pair in pairs))
        givers = [here for here, _ in supports]
        if twice := [here for here in dict.fromkeys(givers) if givers.count(here) > 1]:
            what = f"the unit in {twice[0]} cannot support two"
            table.error("two-supports", what, "leave it one of them", "supports")
            supports = tuple({here: (here, there) for here, there in supports}.values())
    return Neutrals(comes_back, supports)


def _pairs(table: TomlTable, text: str, keys: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Which of two units of nobody supports which."""
    match = _SUPPORT.fullmatch(text)
    if match is None:
        remedy = "write as in: BUD-PES, or BUD>PES for one way only"
        table.error("bad-support", f"{text!r} does not tell who supports whom", remedy, "supports")
        return ()
    here, there = match[1], match[3]
    if unknown := [key for key in (here, there) if key not in keys]:
        what = f"no province has the key {unknown[0]}"
        table.error("bad-support", what, _REMEDY, "supports")
        return ()
    return ((here, there), (there, here)) if match[2] == "-" else ((here, there),)


# Conversions

_CENTERS: Final = "centres"


def read_conversions(root: TomlTable, map_file: MapFile, base: tuple[str, ...]) -> tuple[str, ...]:
    """Where units convert: provinces, or the word that stands for all centres on a shore."""
    keys = {province.key for province in map_file.provinces if province.is_ground}
    if "converts_in" not in root:
        return tuple(key for key in base if key in {*keys, _CENTERS})
    named = root.texts("converts_in")
    for key in named:
        if key not in {*keys, _CENTERS} and not map_file.is_lost(key):
            what = f"no province has the key {key}, where units convert"
            remedy = f'{_REMEDY}, or converts_in = "{_CENTERS}"'
            root.error("unknown-location", what, remedy, "converts_in")
    return tuple(key for key in dict.fromkeys(named) if key in {*keys, _CENTERS})


def with_conversions(board: Board, named: tuple[str, ...]) -> Board:
    """The board on which units convert where it is said."""
    if not named:
        return board
    keys = {*named, *(_harbours(board) if _CENTERS in named else ())}
    return board.with_conversions(key for key in board.provinces if key in keys)


def _harbours(board: Board) -> tuple[str, ...]:
    """The centres in which armies and fleets can stand."""
    armies = board.stands[ARMY.letter]
    return tuple(key for key in board.centers if key in armies and board.is_coastal(key))


def conversion_lines(board: Board) -> Iterator[str]:
    """The line, where units convert anywhere."""
    if not board.converts_in:
        return
    if {*board.converts_in} == {*_harbours(board)}:
        yield f"converts_in = {quoted(_CENTERS)}"
    else:
        yield f"converts_in = {listed(board.converts_in)}"


# Units of nobody


def neutral_lines(board: Board) -> Iterator[str]:
    """The table, where there is something to say."""
    neutrals = board.neutrals
    if neutrals == Neutrals():
        return
    yield from ("", "[neutral]")
    if neutrals.comes_back:
        yield f"comes_back = {listed(neutrals.comes_back)}"
    if neutrals.supports:
        yield f"supports = {listed(written_steps(neutrals.supports))}"
