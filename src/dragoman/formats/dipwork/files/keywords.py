"""Keyword files: a keyword at the beginning of a line, what stands behind it, and lists.

    NAME Rhododendron
    NATIONLIST
    Au Austria Österreich
    En England

    END

A keyword stands first in its line, by custom in capitals; what follows it is its parameter.
Behind the keyword of a list stand the list's lines, as far as the next empty one, or one with
nothing but ``%`` in it. ``END`` ends the file. Every other line says nothing to the program:
it is a comment, and stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.text_file import TextFile, by_place
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

END = "END"
LISTS = frozenset({"GAMELIST", "NATIONLIST", "UNITLIST", "ORDERLIST", "MENULIST"})
"""The keywords of lists."""

_SUBMENU = re.compile(r"[´'`]SUBMENU[´'`]\s+(\S+)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Value:
    """The text behind a keyword, to the end of its line, and where it begins."""

    keyword: str
    text: str
    source: str = ""
    line: int = 0
    column: int = 0

    @property
    def word(self) -> str:
        """The first word; what follows it is a comment where a word or a number is wanted."""
        return self.text.split(maxsplit=1)[0] if self.text.strip() else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list."""

    text: str
    line: int = 0

    @property
    def words(self) -> tuple[tuple[str, int], ...]:
        """The words of the line, and the column of each, from 1."""
        return tuple((m.group(), m.start() + 1) for m in _WORD.finditer(self.text))


@dataclass(frozen=True, slots=True)
class KeywordFile:
    """A keyword file: its text, and what its keywords say.

    ``values`` has the first value of each keyword in front of ``lists``; a keyword that
    repeats is not read again. ``end`` is the line of ``END``, 0 where there is none.
    """

    file: TextFile
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    lists: Mapping[str, tuple[Row, ...]] = field(default_factory=dict[str, tuple[Row, ...]])
    list_lines: Mapping[str, int] = field(default_factory=dict[str, int])
    end: int = 0

    @property
    def name(self) -> str:
        return self.file.name

    def with_value(self, keyword: str, text: str) -> TextFile:
        """The file with another parameter for a keyword, all else as it was.

        A keyword that the file lacks gets a line of its own at the beginning.
        """
        written = f"{keyword} {text}".rstrip()
        found = self.values.get(keyword)
        if found is None:
            return self.file.with_lines_between(0, 0, (written,))
        old = self.file.lines[found.line - 1]
        indent = old[: len(old) - len(old.lstrip())]
        return self.file.with_line(found.line, indent + written)

    def with_list(self, keyword: str, rows: Iterable[object]) -> TextFile:
        """The file with other lines in a list, all else as it was.

        A list that the file lacks is put above ``END``, with an empty line behind it.
        """
        written = tuple(map(str, rows))
        if (start := self.list_lines.get(keyword)) is not None:
            return self.file.with_lines_between(start, start + len(self.lists[keyword]), written)
        place = self.end - 1 if self.end else len(self.file.lines)
        return self.file.with_lines_between(place, place, (keyword, *written, ""))


def read_keywords(
    file: TextFile, keywords: Collection[str] = (), stop: str = ""
) -> tuple[KeywordFile, tuple[Diagnostic, ...]]:
    """The keywords of a file, and the faults of its lists and its end.

    ``keywords`` are those that are known: one of them in small letters is read with a
    warning, and one of them inside a list says that the list has no end. ``stop`` is a
    keyword that ends what is read here (``NATION``).
    """
    reading = _Reading(file, keywords)
    reading.read(stop)
    return reading.result(), by_place(reading.faults)


class _Reading:
    def __init__(self, file: TextFile, keywords: Collection[str]) -> None:
        self.file = file
        self.known = frozenset(keywords)
        self.lists = LISTS | _submenus(file)
        self.values: dict[str, Value] = {}
        self.rows: dict[str, tuple[Row, ...]] = {}
        self.list_lines: dict[str, int] = {}
        self.loose: dict[str, Value] = {}
        self.faults: list[Diagnostic] = []
        self.end = 0

    def result(self) -> KeywordFile:
        return KeywordFile(self.file, self.values, self.rows, self.list_lines, self.end)

    def read(self, stop: str) -> None:
        open_list, opened, rows = "", 0, list[Row]()
        stopped = False
        for number, line in self.file.read():
            words = line.split(maxsplit=1)
            head = words[0] if words else ""
            is_blank = line.strip() in ("", "%")
            if self.end:
                if not is_blank:
                    self._warn("behind-end", "nothing behind END is read", "", number)
                    break
                continue
            if stop and head == stop:
                stopped = True
                break
            if open_list:
                if is_blank:
                    self._close(open_list, opened, rows)
                    open_list = ""
                    continue
                if not self._ends_list(open_list, head, line):
                    rows.append(Row(line, number))
                    continue
                self._no_end(open_list, opened, head, number)
                self._close(open_list, opened, rows)
                open_list = ""
            if is_blank:
                continue
            if head == END:
                self.end = number
            elif head in self.lists:
                open_list, opened, rows = head, number, []
            else:
                self._value(head, line, number)
        if open_list:
            self._no_end(open_list, opened, "", len(self.file.lines))
            self._close(open_list, opened, rows)
        for keyword, value in self.loose.items():
            if keyword not in self.values:
                self.values[keyword] = value
                self._warn(
                    "keyword-case",
                    said(
                        "{keyword} is read as {keyword_2}", keyword=value.keyword, keyword_2=keyword
                    ),
                    "write keywords in capitals",
                    value.line,
                )
        if not self.end and not stopped:
            self._warn(
                "no-end",
                "the file does not end with END",
                "add a line END, so that nobody wonders whether something is missing",
                len(self.file.lines),
            )

    def _value(self, head: str, line: str, number: int) -> None:
        start = line.index(head) + len(head)
        text = line[start:].strip()
        column = line.index(text, start) + 1 if text else start + 1
        value = Value(head, text, self.file.name, number, column)
        if head in self.values:
            if head in self.known:
                self._warn(
                    "keyword-twice",
                    said(
                        "{head} stands here for a second time; line {line} counts",
                        head=head,
                        line=self.values[head].line,
                    ),
                    "take one of them out",
                    number,
                )
        elif head.upper() == head:
            self.values[head] = value
        elif head.upper() in self.known:
            self.loose.setdefault(head.upper(), value)

    def _ends_list(self, open_list: str, head: str, line: str) -> bool:
        if head == END or head in self.lists:
            return line.strip() == head
        # A menu may be called anything; elsewhere nobody writes a keyword by accident.
        in_menu = open_list not in LISTS or open_list == "MENULIST"
        return head in self.known and not in_menu and open_list != "GAMELIST"

    def _close(self, keyword: str, opened: int, rows: list[Row]) -> None:
        if keyword in self.rows:
            self._warn(
                "keyword-twice",
                said(
                    "the list {keyword} stands here for a second time; line {list_lines} counts",
                    keyword=keyword,
                    list_lines=self.list_lines[keyword],
                ),
                "take one of them out",
                opened,
            )
            return
        self.rows[keyword] = tuple(rows)
        self.list_lines[keyword] = opened

    def _no_end(self, keyword: str, opened: int, head: str, number: int) -> None:
        before = said("before {head}", head=head) if head else "before the end of the file"
        fault = Diagnostic(
            "list-without-end",
            said(
                "the list {keyword} of line {opened} has no end {before}",
                keyword=keyword,
                opened=opened,
                before=before,
            ),
            "put an empty line behind its last line",
            self.file.name,
            number,
            1,
            severity=Severity.WARNING if head == END else Severity.ERROR,
        )
        self.faults.append(fault)

    def _warn(self, code: str, what: str, remedy: str, line: int) -> None:
        self.faults.append(
            Diagnostic(code, what, remedy, self.file.name, line, 1, severity=Severity.WARNING)
        )


def _submenus(file: TextFile) -> frozenset[str]:
    """The keywords of the lists that are menus below ``MENULIST``."""
    found: Iterable[re.Match[str]] = (
        match for _, line in file.read() for match in _SUBMENU.finditer(line)
    )
    return frozenset(match.group(1) for match in found)
