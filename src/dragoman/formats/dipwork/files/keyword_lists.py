"""The lists of a variant and of a project: nations, kinds of unit, order words, games, menus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.keywords import KeywordFile, Row
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

NO_HOME = frozenset({"-", "%"})
"""The entry in ``FIELDS.TXT`` in place of a nation where a field is nobody's home."""
EVERYBODY = "All"
"""The nation of home centres in which anybody may build (DipWork 2.0.7)."""
_OPTIONS = ("Costs=", "St=", "AllowedIn=")


@dataclass(frozen=True, slots=True)
class Nation:
    """A line of ``NATIONLIST``: the short word, the full name, other spellings in orders."""

    word: str
    name: str
    others: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.word, self.name, *self.others)

    def __str__(self) -> str:
        return " ".join(self.spellings)


@dataclass(frozen=True, slots=True)
class UnitType:
    """A line of ``UNITLIST``. ``words`` are its spellings, the first the one that is printed.

    ``costs`` are the supply points it takes, ``strength`` is in the same points for all
    types, ``allowed_in`` the letters of the fields in which it may be built.
    """

    words: tuple[str, ...]
    costs: int = 1
    strength: int = 1
    allowed_in: str = ""
    convoyable: bool = False
    can_convoy: bool = False
    line: int = field(default=0, compare=False)

    @property
    def word(self) -> str:
        return self.words[0]

    @property
    def title(self) -> str:
        """The name of such units: the first word that is no abbreviation."""
        title = next((word for word in self.words if len(word) > 2), self.word)
        return title.lower().replace("_", " ")

    def __str__(self) -> str:
        said = [*self.words, "#", f"Costs={self.costs}", f"St={self.strength}"]
        said += ["convoyable"] if self.convoyable else []
        said += ["canConvoy"] if self.can_convoy else []
        said += [f"AllowedIn={self.allowed_in}"] if self.allowed_in else []
        return " ".join(said)


@dataclass(frozen=True, slots=True)
class OrderWords:
    """The four lines of ``ORDERLIST``: spellings of hold, move, support and convoy."""

    hold: tuple[str, ...] = ("x", "xxx", "hld", "hold", "holds", "hält")
    move: tuple[str, ...] = ("-", "move", "mve", "zieht")
    support: tuple[str, ...] = ("S", "support", "sup", "supports", "unterstützt")
    convoy: tuple[str, ...] = ("C", "convoy", "con", "cnv", "convoys", "geleitet")

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return (self.hold, self.move, self.support, self.convoy)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A line of ``GAMELIST``: the path of a game, as DOS writes paths, and a note on it."""

    path: str
    note: str = ""
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.path} % {self.note}" if self.note else self.path


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """Three lines of a menu: title, help, command.

    A ``~`` in the title stands before the letter that chooses the entry; ``&`` stands before
    a letter that chooses it and is not shown.
    """

    written: str
    help: str
    command: str
    line: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """The letter that chooses the entry; empty where it has none."""
        places = [i for i, sign in enumerate(self.written[:-1]) if sign in "~&"]
        return self.written[places[0] + 1] if places else ""

    @property
    def title(self) -> str:
        """The title as it is shown."""
        shown, hidden = "", False
        for sign in self.written:
            if sign == "&":
                hidden = True
            elif hidden:
                hidden = False
            elif sign != "~":
                shown += sign
        return shown.strip()


def read_nations(file: KeywordFile) -> tuple[tuple[Nation, ...], tuple[Diagnostic, ...]]:
    """The nations in their order, which is also that of ``GAME.TXT``."""
    faults: list[Diagnostic] = []
    found: list[Nation] = []
    taken: dict[str, Nation] = {}
    for row in _rows(file, "NATIONLIST", faults):
        words = [word for word, _ in row.words]
        if len(words) < 2:
            what, remedy = (
                said("{words} has no full name", words=words[0]),
                "write as in: Au Austria Österreich",
            )
            faults.append(_fault(file, "bad-nation", what, remedy, row))
            words.append(words[0])
        nation = Nation(words[0], words[1], tuple(words[2:]), row.line)
        if nation.word in (n.word for n in found) or nation.word == EVERYBODY:
            what = said("{word} is taken already", word=nation.word)
            faults.append(_fault(file, "nation-twice", what, "give each nation its own word", row))
            continue
        for spelling, column in row.words:
            other = taken.setdefault(spelling.lower(), nation)
            if other is not nation:
                what = said(
                    "{spelling} stands for {name} too (line {line})",
                    spelling=spelling,
                    name=other.name,
                    line=other.line,
                )
                remedy = "give it to one of them only"
                faults.append(_fault(file, "name-clash", what, remedy, row, column, True))
        found.append(nation)
    return tuple(found), tuple(faults)


def read_units(file: KeywordFile) -> tuple[tuple[UnitType, ...], tuple[Diagnostic, ...]]:
    """The kinds of unit in their order, by which borders and records number them."""
    faults: list[Diagnostic] = []
    found: list[UnitType] = []
    for row in _rows(file, "UNITLIST", faults):
        words = row.words
        names = tuple(word for word, _ in words)
        mark = names.index("#") if "#" in names else len(names)
        if mark == 0:
            what, remedy = "no word for this unit", "write as in: A Ar Army # Costs=1 St=1"
            faults.append(_fault(file, "bad-unit-type", what, remedy, row))
            continue
        if mark == len(names):
            what = said("{names} has no # and options behind its names", names=names[0])
            remedy = "write as in: A Ar Army # Costs=1 St=1 convoyable AllowedIn=AB"
            faults.append(_fault(file, "bad-unit-type", what, remedy, row, is_warning=True))
        if any(names[0] == unit.word for unit in found):
            what, remedy = (
                said("{names} is taken already", names=names[0]),
                "give each unit its own word",
            )
            faults.append(_fault(file, "unit-type-twice", what, remedy, row))
            continue
        unit = _unit(file, row, names[:mark], words[mark + 1 :], faults)
        if mark < len(names) and not unit.allowed_in:
            what = said("{word} has no AllowedIn=, and may be built nowhere", word=unit.word)
            remedy = "write letters that the fields where it is built have, as in AllowedIn=AB"
            faults.append(_fault(file, "never-built", what, remedy, row, is_warning=True))
        found.append(unit)
    return tuple(found), tuple(faults)


def read_order_words(file: KeywordFile) -> tuple[OrderWords, tuple[Diagnostic, ...]]:
    """The spellings of the four orders; the usual ones where the list is not complete."""
    faults: list[Diagnostic] = []
    rows = _rows(file, "ORDERLIST", faults)
    if rows and len(rows) != 4:
        what = said("the list has {number} lines, and there are four orders", number=len(rows))
        remedy = "write a line each for hold, move, support and convoy, in this order"
        faults.append(_fault(file, "bad-order-list", what, remedy, rows[-1]))
    if len(rows) < 4:
        return OrderWords(), tuple(faults)
    words = [tuple(word for word, _ in row.words) for row in rows[:4]]
    return OrderWords(*words), tuple(faults)


def read_games(file: KeywordFile) -> tuple[tuple[GameEntry, ...], tuple[Diagnostic, ...]]:
    """The games of a project."""
    faults: list[Diagnostic] = []
    found: list[GameEntry] = []
    for row in _rows(file, "GAMELIST", faults):
        before, _, note = row.text.partition("%")
        path, *more = before.split() or [""]
        if not path:
            what, remedy = "no game stands before the note", "write as in: Cosa % my game"
            faults.append(_fault(file, "bad-game", what, remedy, row))
            continue
        if more:
            what = said(
                "{more!r} is not a part of the path {path}, and no note either",
                more=" ".join(more),
                path=path,
            )
            faults.append(_fault(file, "bad-game", what, "put % before a note", row, 1, True))
        if "&" in path or "~" in path:
            what, remedy = (
                said("{path} has a sign for hot keys in it", path=path),
                "leave out & and ~",
            )
            faults.append(_fault(file, "bad-game", what, remedy, row))
            continue
        found.append(GameEntry(path, note.strip(), row.line))
    return tuple(found), tuple(faults)


def read_menu(
    file: KeywordFile, keyword: str = "MENULIST"
) -> tuple[tuple[MenuEntry, ...], tuple[Diagnostic, ...]]:
    """The entries of a menu or sub-menu, by the keyword of its list."""
    faults: list[Diagnostic] = []
    rows = _rows(file, keyword, faults)
    if len(rows) % 3:
        what = said("the menu {keyword} ends in the middle of an entry", keyword=keyword)
        remedy = "an entry has three lines: title, help, command"
        faults.append(_fault(file, "bad-menu", what, remedy, rows[-1]))
    found: list[MenuEntry] = []
    for title, help_, command in zip(rows[0::3], rows[1::3], rows[2::3], strict=False):
        found.append(
            MenuEntry(title.text.strip(), help_.text.strip(), command.text.strip(), title.line)
        )
    keys: dict[str, MenuEntry] = {}
    for entry in found:
        other = keys.setdefault(entry.key, entry) if entry.key else entry
        if other is not entry:
            what = said("the key {key} chooses {title!r} already", key=entry.key, title=other.title)
            faults.append(
                Diagnostic(
                    "key-twice",
                    what,
                    "give this entry another key",
                    file.name,
                    entry.line,
                    1,
                    severity=Severity.WARNING,
                )
            )
    return tuple(found), tuple(faults)


def list_lines(keyword: str, rows: Iterable[object]) -> Iterator[str]:
    """A list as it is written: its keyword, its lines, an empty line."""
    yield keyword
    yield from map(str, rows)
    yield ""


def _unit(
    file: KeywordFile,
    row: Row,
    names: tuple[str, ...],
    options: Sequence[tuple[str, int]],
    faults: list[Diagnostic],
) -> UnitType:
    numbers = {"Costs=": 1, "St=": 1}
    allowed, flags = "", set[str]()
    for word, column in options:
        head = next((o for o in _OPTIONS if word.lower().startswith(o.lower())), "")
        value = word[len(head) :]
        if head == "AllowedIn=":
            allowed = value
        elif head and value.isascii() and value.isdigit() and len(value) <= 6:
            numbers[head] = int(value)
        elif head:
            what = said(
                "{head} must be followed by a whole number, not {value!r}", head=head, value=value
            )
            faults.append(
                _fault(file, "bad-unit-type", what, said("as in {head}1", head=head), row, column)
            )
        elif word.lower() in ("convoyable", "canconvoy"):
            flags.add(word.lower())
        else:
            what, known = (
                said("{word} says nothing", word=word),
                "Costs= St= AllowedIn= convoyable canConvoy",
            )
            remedy = said("what is known: {known}", known=known)
            faults.append(_fault(file, "unknown-option", what, remedy, row, column, True))
    return UnitType(
        names,
        numbers["Costs="],
        numbers["St="],
        allowed,
        "convoyable" in flags,
        "canconvoy" in flags,
        row.line,
    )


def _rows(file: KeywordFile, keyword: str, faults: list[Diagnostic]) -> tuple[Row, ...]:
    rows = file.lists.get(keyword)
    if rows is None:
        what = said("there is no {keyword}", keyword=keyword)
        remedy = said("write a line {keyword} and the list below it", keyword=keyword)
        faults.append(Diagnostic("missing-list", what, remedy, file.name))
        return ()
    if not rows:
        what, remedy = (
            said("{keyword} is empty", keyword=keyword),
            "write its lines right below the keyword",
        )
        line = file.list_lines[keyword]
        faults.append(Diagnostic("missing-list", what, remedy, file.name, line, 1))
    return rows


def _fault(
    file: KeywordFile,
    code: str,
    what: str,
    remedy: str,
    row: Row,
    column: int = 1,
    is_warning: bool = False,
) -> Diagnostic:
    severity = Severity.WARNING if is_warning else Severity.ERROR
    return Diagnostic(code, what, remedy, file.name, row.line, column, severity=severity)
