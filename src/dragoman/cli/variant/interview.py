"""``dragoman variant new``: questions in the terminal, and a variant made from the answers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TypeVar

import typer

from dragoman.board import ARMY, FLEET, Board, Names, Path, Power, Province, Terrain, Unit
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import read_text, write_keeping_backup
from dragoman.formats import load_variant, shipped_variants, write_variant
from dragoman.game import Variant
from dragoman.games.requests import Answer
from dragoman.games.variants.maps import write_files
from dragoman.nearest import nearest
from dragoman.rules import Phase, Position, RuleSet

_Read = TypeVar("_Read")


class NoMoreAnswers(Exception):
    """The input ended at a question that has to be answered."""


class BadAnswer(Exception):
    """An answer cannot be used; the text says why."""


class Interview:
    """Questions, answered from a list of lines first and then by ``line``, which has None where
    there are no more answers. ``tell`` gets what else there is to say. Usually this is a terminal.

    ``taken`` are the answers that could be used, in the order of their questions.
    """

    def __init__(
        self,
        given: Sequence[str] = (),
        line: Callable[[str], str | None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.taken: list[str] = []
        self.tell = tell or _tell
        self._given = [*given]
        self._answer = line or _typed

    def ask(self, question: str, read: Callable[[str], _Read]) -> _Read:
        """The answer to a question, asked again as long as it cannot be read."""
        while True:
            line = self._line(question)
            try:
                found = read(line)
            except BadAnswer as problem:
                self.tell(str(problem))
                continue
            self.taken.append(line)
            return found

    def ask_list(self, question: str, read: Callable[[str, list[_Read]], _Read]) -> list[_Read]:
        """The things in an answer, with commas between; ``read`` gets each, and those before it.

        Of an answer that can be used in part this part is kept, and the rest is asked for again.
        """
        found: list[_Read] = []
        kept: list[str] = []
        asked = question
        while True:
            wrong: list[str] = []
            for item in filter(None, (part.strip() for part in self._line(asked).split(","))):
                try:
                    found.append(read(item, found))
                except BadAnswer as problem:
                    self.tell(str(problem))
                    wrong.append(item)
                else:
                    kept.append(item)
            if not wrong:
                self.taken.append(", ".join(kept))
                return found
            asked = f"Instead of {', '.join(wrong)} [nothing]" if found else question

    def _line(self, question: str) -> str:
        if self._given:
            line = self._given.pop(0)
            self.tell(f"{question}: {line}")
            return line.strip()
        line = self._answer(question)
        if line is None:
            raise NoMoreAnswers(question)
        return line.strip()


def _typed(question: str) -> str | None:
    """A line of standard input."""
    typer.echo(f"{question}: ", nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        typer.echo("", err=True)
    return line or None


def _tell(text: str) -> None:
    typer.echo(text, err=True)


def read_answers(file: FilePath) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """The answers in a file, one on a line."""
    text, faults = read_text(file)
    return text.splitlines(), faults if has_errors(faults) else ()


# A variant

_NAME = re.compile(
    r"(?P<name>[^\W_][^,:#()/]*?)\s*(\((?P<key>[A-Za-z0-9]{3})(?P<coasts>(/(nc|sc|ec|wc))*)\))?",
    re.I,
)
_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def new(folder: FilePath, interview: Interview) -> Answer:
    """Ask, and write the files."""
    name = folder.resolve().name
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
        what = f"{name!r} cannot be the name of a variant"
        return Answer(diagnostics=(Diagnostic("bad-name", what, "use letters, digits, _ and -"),))
    try:
        texts = _ask_all(interview, name)
    except NoMoreAnswers as question:
        what = f"no answer was left for: {question}"
        return _kept(interview, folder, Diagnostic("no-answer", what))
    except KeyboardInterrupt:
        return _kept(interview, folder, Diagnostic("broken-off", "you stopped"))
    if fault := write_files(folder, texts, replace=False):
        return _kept(interview, folder, fault)
    files = [str(folder / file) for file in texts]
    lines = [f"written: {file}" for file in files]
    lines.append(f"Look at them, then: dragoman variant check {folder}")
    return Answer("\n".join(lines), {"name": name, "files": files})


def _kept(interview: Interview, folder: FilePath, fault: Diagnostic) -> Answer:
    """Why no files were written, and where the answers are."""
    remedy = "nothing was written; start again and answer it"
    if interview.taken:
        file = folder.with_name(f"{folder.resolve().name}.answers.txt")
        write_keeping_backup(file, "".join(f"{line}\n" for line in interview.taken))
        again = f"dragoman variant new {folder} --answers {file}"
        remedy = (
            f"your answers are kept in {file}; mend them there, or go on from them with: {again}"
        )
    remedies = filter(None, (fault.remedy, remedy))
    return Answer(diagnostics=(replace(fault, remedy="; ".join(remedies)),))


def _ask_all(interview: Interview, name: str) -> Mapping[str, str]:
    title = interview.ask(f"What do people call the variant? [{name}]", str) or name
    base = interview.ask("Which variant's map is it played on? [none: a map of its own]", _base)
    if not base:
        texts, _ = write_variant(_own_map(interview, name, title))
        return texts
    usual = load_variant(base)
    wins = interview.ask(f"How many centres win? [{usual.victory_centers}]", _number)
    files, _ = write_variant(usual)
    toml = f'title = "{_plain(title)}"\nbased_on = "{base}"\n'
    if wins:
        toml += f"victory_centers = {wins}\n"
    return {f"seed.{name}": files[f"seed.{base}"], "variant.toml": toml}


def _own_map(interview: Interview, name: str, title: str) -> Variant:
    powers: dict[str, Power] = {}
    while power := interview.ask(
        "A power, by letter and name, as in: A Atlantis [none: that was the last]",
        lambda text: _power(text, powers),
    ):
        powers[power.key] = power
    if not powers:
        raise NoMoreAnswers("a power")
    provinces: dict[str, Province] = {}
    names = (
        "names with commas between, as in: Port Aster, Mount Olen (olm); "
        "with two coasts: Stone Bay (sba/nc/sc)"
    )
    for power in powers.values():
        _ask_provinces(
            interview, f"Home centres of {power.name}; {names}", "x", power.key, provinces
        )
    _ask_provinces(interview, "Centres of nobody's; names as before [none]", "x", None, provinces)
    _ask_provinces(interview, "Other land; names as before [none]", "l", None, provinces)
    _ask_provinces(interview, "Waters; names as before [none]", "w", None, provinces)
    paths = _ask_borders(interview, provinces)
    board = Board(name, provinces.values(), (ARMY, FLEET), paths, powers.values())
    units: list[Unit] = []
    for power in powers.values():
        question = f"Units of {power.name}, as in: A pas, F olm [an army in each home centre]"
        units += interview.ask_list(
            question, lambda item, _, power=power: _unit(item, power, board)
        ) or _armies(power, board)
    year = interview.ask("In which year does it begin? [1901]", _number) or 1901
    half = len(board.centers) // 2 + 1
    wins = interview.ask(f"How many centres win? [{half}]", _number) or half
    owners = {key: p.home for key, p in provinces.items() if p.home is not None}
    start = Position(Phase(min(year, 9999), "S", "M"), tuple(units), owners)
    return Variant(name, title, board, start, RuleSet(), wins, board.centers)


def _base(text: str) -> str:
    if text and text not in shipped_variants():
        known = nearest(text, shipped_variants()) or shipped_variants()
        raise BadAnswer(f"There is none called {text}; there are: {', '.join(known)}")
    return text


def _number(text: str) -> int:
    if text and not (text.isdecimal() and len(text) <= 4 and int(text)):
        raise BadAnswer("That is not a number from 1 to 9999.")
    return int(text or 0)


def _power(text: str, powers: Mapping[str, Power]) -> Power | None:
    if not text:
        return None
    letter, _, name = text.partition(" ")
    letter, name = letter.upper(), _plain(name)
    if not re.fullmatch(r"[A-Z0-9]", letter) or not name:
        raise BadAnswer("Write a letter (or a digit), a blank, and the name.")
    if any(letter == p.letter or name.upper() == p.key for p in powers.values()):
        raise BadAnswer("Another power has that letter or that name.")
    return Power(name.upper(), letter, name)


def _ask_provinces(
    interview: Interview, question: str, area: str, home: str | None, provinces: dict[str, Province]
) -> None:
    known = dict(provinces)

    def read(item: str, found: list[Province]) -> Province:
        return _province(item, area, home, {**known, **{one.key: one for one in found}})

    provinces |= {one.key: one for one in interview.ask_list(question, read)}


def _province(item: str, area: str, home: str | None, others: Mapping[str, Province]) -> Province:
    match = _NAME.fullmatch(item)
    if match is None:
        raise BadAnswer(f"{item!r} cannot be a name; write Name, Name (abc) or Name (abc/nc/sc).")
    words = Names((word, p.key) for p in others.values() for word in (p.name, p.key))
    key = (match["key"] or _free_key(match["name"], others)).upper()
    if words.find(match["name"]) or words.find(key) or not key:
        raise BadAnswer(f"{item!r} is called like another province.")
    coasts = tuple(filter(None, (match["coasts"] or "").upper().split("/")))
    if len({*coasts}) != len(coasts) or len(coasts) == 1 or (coasts and area == "w"):
        raise BadAnswer(f"{item!r} has to be land with two coasts or more, each named once.")
    terrain = Terrain.WATER if area == "w" else Terrain.LAND
    name = _plain(match["name"])
    return Province(key, name, terrain, (key.lower(),), coasts, area == "x", home)


def _free_key(name: str, known: Mapping[str, Province]) -> str:
    letters = [c for c in name.upper() if c.isascii() and c.isalnum()]
    for third in range(2, len(letters)):
        key = letters[0] + letters[1] + letters[third]
        if key not in known:
            return key
    raise BadAnswer(f"What are three letters for {name}? Write: {name} (abc).")


def _ask_borders(interview: Interview, provinces: Mapping[str, Province]) -> list[Path]:
    words = Names((word, p.key) for p in provinces.values() for word in (p.name, p.key))
    borders: dict[str, set[str]] = {key: set() for key in provinces}
    listed = ", ".join(f"{key.lower()} {p.name}" for key, p in provinces.items())
    interview.tell(f"The provinces are: {listed}")
    for key, province in provinces.items():
        known = ", ".join(sorted(end.lower() for end in borders[key])) or "none yet"
        question = f"What borders on {province.name}, besides {known}? As in: pas, olm [nothing]"
        for end in interview.ask_list(question, lambda item, _, key=key: _end(item, key, words)):
            borders[key].add(end)
            borders[end].add(key)
    by_sea = {key: _by_sea(key, provinces, borders) for key in provinces}
    shores: dict[str, set[str]] = {}
    for province in provinces.values():
        ends = by_sea[province.key]
        known = ", ".join(sorted(end.lower() for end in ends))
        for coast in province.coasts:
            question = (
                f"Where do fleets go from the {_COASTS[coast]} of {province.name}, of {known}?"
            )
            shores[f"{province.key}/{coast}"] = {
                *interview.ask_list(question, lambda item, _, ends=ends: _of(item, ends, words))
            }
    return list(_paths(provinces, borders, by_sea, shores))


def _end(item: str, key: str, words: Names) -> str:
    found = words.find(item)
    if not found or found[0] == key:
        raise BadAnswer(f"{item!r} is no other province.")
    return found[0]


def _of(item: str, ends: Iterable[str], words: Names) -> str:
    found = words.find(item)
    if not found or found[0] not in ends:
        raise BadAnswer(f"no fleet goes to {item!r} from there.")
    return found[0]


def _by_sea(
    key: str, provinces: Mapping[str, Province], borders: Mapping[str, set[str]]
) -> tuple[str, ...]:
    """The provinces that fleets reach from one: by water, and along a shore that two lands
    share."""
    wet = {key for key, p in provinces.items() if p.terrain.is_water}
    ends = sorted(borders[key])
    return tuple(e for e in ends if {key, e} & wet or borders[key] & borders[e] & wet)


def _paths(
    provinces: Mapping[str, Province],
    borders: Mapping[str, set[str]],
    by_sea: Mapping[str, Iterable[str]],
    shores: Mapping[str, set[str]],
) -> Iterable[Path]:
    """Armies go from land to land; fleets by sea, between coasts that both lead there."""
    wet = {key for key, p in provinces.items() if p.terrain.is_water}

    def sides(key: str, other: str) -> list[str]:
        coasts = provinces[key].locations[1:]
        return [one for one in coasts if other in shores[one]] if coasts else [key]

    for start, ends in borders.items():
        for end in sorted(ends):
            if not {start, end} & wet:
                yield Path(ARMY.letter, start, end)
            if end in by_sea[start]:
                for source in sides(start, end):
                    for target in sides(end, start):
                        yield Path(FLEET.letter, source, target)


def _armies(power: Power, board: Board) -> list[Unit]:
    homes = board.homes[power.key]
    return [Unit(power.key, "A", home) for home in homes if home in board.stands["A"]]


def _unit(item: str, power: Power, board: Board) -> Unit:
    kind, _, place = item.partition(" ")
    province, slash, coast = place.partition("/")
    found = board.names.find(province)
    location = found[0] + slash + coast.upper() if found else ""
    kind = kind.upper()
    if kind not in board.kinds or location not in board.stands[kind]:
        raise BadAnswer(f"{item!r} is no unit that can stand there; write A pas, F olm, F sba/nc.")
    return Unit(power.key, kind, location)


def _plain(text: str) -> str:
    return " ".join(re.sub(r'["\\]', "", text).split())
