"""``dragoman variant new``: making the files of a variant from answers to questions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import TypeVar

import typer

from dragoman.board import ARMY, FLEET, Board, Names, Path, Power, Province, Terrain, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant, shipped_variants, write_variant
from dragoman.game import Variant
from dragoman.games.answer import Answer
from dragoman.games.variants.maps import write_files
from dragoman.rules import Phase, Position, RuleSet

_Read = TypeVar("_Read")
_NAME = re.compile(r"(?P<name>[^\W_][^,:#()]*?)\s*(\((?P<key>[A-Za-z0-9]{3})\))?")


class _NoMoreAnswers(Exception):
    """The input ended at a question that has to be answered."""


class _Misread(Exception):
    """An answer cannot be used; the text says why."""


def new(folder: FilePath) -> Answer:
    """Ask, and write the files."""
    name = folder.resolve().name
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
        what = f"{name!r} cannot be the name of a variant"
        return Answer(diagnostics=(Diagnostic("bad-name", what, "use letters, digits, _ and -"),))
    try:
        texts = _ask_all(name)
    except _NoMoreAnswers as question:
        what = f"no answer was left for: {question}"
        remedy = "nothing was written; start again and answer it"
        return Answer(diagnostics=(Diagnostic("no-answer", what, remedy),))
    if fault := write_files(folder, texts, replace=False):
        return Answer(diagnostics=(fault,))
    files = [str(folder / file) for file in texts]
    lines = [f"written: {file}" for file in files]
    lines.append(f"Look at them, then: dragoman variant check {folder}")
    return Answer("\n".join(lines), {"name": name, "files": files})


def _ask_all(name: str) -> Mapping[str, str]:
    title = _ask(f"What do people call the variant? [{name}]", str) or name
    base = _ask("Which variant's map is it played on? [none: a map of its own]", _base)
    if not base:
        texts, _ = write_variant(_own_map(name, title))
        return texts
    usual = load_variant(base)
    wins = _ask(f"How many centres win? [{usual.victory_centers}]", _number)
    files, _ = write_variant(usual)
    toml = f'title = "{_plain(title)}"\nbased_on = "{base}"\n'
    if wins:
        toml += f"victory_centers = {wins}\n"
    return {f"seed.{name}": files[f"seed.{base}"], "variant.toml": toml}


def _own_map(name: str, title: str) -> Variant:
    powers: dict[str, Power] = {}
    while power := _ask(
        "A power, by letter and name, as in: A Atlantis [none: that was the last]",
        lambda text: _power(text, powers),
    ):
        powers[power.key] = power
    if not powers:
        raise _NoMoreAnswers("a power")
    provinces: dict[str, Province] = {}
    names = "names with commas between, as in: Port Aster, Mount Olen (olm)"
    for power in powers.values():
        _ask_provinces(f"Home centres of {power.name}; {names}", "x", power.key, provinces)
    _ask_provinces("Centres of nobody's; names as before [none]", "x", None, provinces)
    _ask_provinces("Other land; names as before [none]", "l", None, provinces)
    _ask_provinces("Waters; names as before [none]", "w", None, provinces)
    paths = _ask_borders(provinces)
    board = Board(name, provinces.values(), (ARMY, FLEET), paths, powers.values())
    units: list[Unit] = []
    for power in powers.values():
        units += _ask(
            f"Units of {power.name}, as in: A pas, F olm [an army in each home centre]",
            lambda text, power=power: _units(text, power, board),
        )
    year = _ask("In which year does it begin? [1901]", _number) or 1901
    half = len(board.centers) // 2 + 1
    wins = _ask(f"How many centres win? [{half}]", _number) or half
    owners = {key: p.home for key, p in provinces.items() if p.home is not None}
    start = Position(Phase(min(year, 9999), "S", "M"), tuple(units), owners)
    return Variant(name, title, board, start, RuleSet(), wins, board.centers)


def _ask(question: str, read: Callable[[str], _Read]) -> _Read:
    """The answer to a question, asked again as long as it cannot be read."""
    while True:
        typer.echo(f"{question}: ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            typer.echo("", err=True)
            raise _NoMoreAnswers(question)
        try:
            return read(line.strip())
        except _Misread as problem:
            typer.echo(str(problem), err=True)


def _base(text: str) -> str:
    if text and text not in shipped_variants():
        raise _Misread(f"There is none called {text}; there are: {', '.join(shipped_variants())}")
    return text


def _number(text: str) -> int:
    if text and not (text.isdecimal() and len(text) <= 4 and int(text)):
        raise _Misread("That is no number from 1 to 9999.")
    return int(text or 0)


def _power(text: str, powers: Mapping[str, Power]) -> Power | None:
    if not text:
        return None
    letter, _, name = text.partition(" ")
    letter, name = letter.upper(), _plain(name)
    if not re.fullmatch(r"[A-Z0-9]", letter) or not name:
        raise _Misread("Write a letter (or a digit), a blank, and the name.")
    if any(letter == p.letter or name.upper() == p.key for p in powers.values()):
        raise _Misread("Another power has that letter or that name.")
    return Power(name.upper(), letter, name)


def _ask_provinces(
    question: str, area: str, home: str | None, provinces: dict[str, Province]
) -> None:
    known = dict(provinces)
    provinces |= _ask(question, lambda text: _provinces(text, area, home, known))


def _provinces(
    text: str, area: str, home: str | None, known: Mapping[str, Province]
) -> dict[str, Province]:
    found: dict[str, Province] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        match = _NAME.fullmatch(item)
        if match is None:
            raise _Misread(f"{item!r} cannot be a name; write Name or Name (abc).")
        others = {**known, **found}
        words = Names((word, p.key) for p in others.values() for word in (p.name, p.key))
        key = (match["key"] or _free_key(match["name"], others)).upper()
        if words.find(match["name"]) or words.find(key) or not key:
            raise _Misread(f"{item!r} is called like another province.")
        terrain = Terrain.WATER if area == "w" else Terrain.LAND
        found[key] = Province(
            key, _plain(match["name"]), terrain, (key.lower(),), (), area == "x", home
        )
    return found


def _free_key(name: str, known: Mapping[str, Province]) -> str:
    letters = [c for c in name.upper() if c.isascii() and c.isalnum()]
    for third in range(2, len(letters)):
        key = letters[0] + letters[1] + letters[third]
        if key not in known:
            return key
    raise _Misread(f"What are three letters for {name}? Write: {name} (abc).")


def _ask_borders(provinces: Mapping[str, Province]) -> list[Path]:
    words = Names((word, p.key) for p in provinces.values() for word in (p.name, p.key))
    borders: dict[str, set[str]] = {key: set() for key in provinces}
    listed = ", ".join(f"{key.lower()} {p.name}" for key, p in provinces.items())
    typer.echo(f"The provinces are: {listed}", err=True)
    for key, province in provinces.items():
        known = ", ".join(sorted(end.lower() for end in borders[key])) or "none yet"
        question = f"What borders on {province.name}, besides {known}? As in: pas, olm [nothing]"
        for end in _ask(question, lambda text, key=key: _neighbours(text, key, words)):
            borders[key].add(end)
            borders[end].add(key)
    return list(_paths(provinces, borders))


def _neighbours(text: str, key: str, words: Names) -> list[str]:
    ends: list[str] = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        found = words.find(word)
        if not found or found[0] == key:
            raise _Misread(f"{word!r} is no other province.")
        ends.append(found[0])
    return ends


def _paths(provinces: Mapping[str, Province], borders: Mapping[str, set[str]]) -> Iterable[Path]:
    """Armies go from land to land, fleets by water and along a shore that two lands share."""
    wet = {key for key, p in provinces.items() if p.terrain.is_water}
    for start, ends in borders.items():
        for end in sorted(ends):
            if not {start, end} & wet:
                yield Path(ARMY.letter, start, end)
            if {start, end} & wet or ends & borders[end] & wet:
                yield Path(FLEET.letter, start, end)


def _units(text: str, power: Power, board: Board) -> list[Unit]:
    homes = board.homes[power.key]
    if not text:
        return [Unit(power.key, "A", home) for home in homes if home in board.stands["A"]]
    units: list[Unit] = []
    for item in text.split(","):
        kind, _, place = item.strip().partition(" ")
        found = board.names.find(place)
        kind = kind.upper()
        if kind not in board.kinds or not found or found[0] not in board.stands[kind]:
            raise _Misread(f"{item.strip()!r} is no unit that can stand there; write A pas, F olm.")
        units.append(Unit(power.key, kind, found[0]))
    return units


def _plain(text: str) -> str:
    return " ".join(re.sub(r'["\\]', "", text).split())
