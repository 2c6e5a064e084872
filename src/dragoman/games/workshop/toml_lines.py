"""A TOML file edited line by line: what is not changed stays as somebody wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from dragoman.formats.toml_table import bare_key, quoted

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_.-]+)\s*=\s*""")
_PART = re.compile(r""""((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)""")
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'')


class _Entry(NamedTuple):
    """A key with its value: the lines from ``first`` to before ``end``, the value from a column of
    the first to one of the last."""

    key: str
    first: int
    end: int
    start_column: int
    end_column: int


class _Table(NamedTuple):
    name: str
    first: int
    end: int
    """The line behind its last entry: blank lines and comments below belong to what follows."""
    entries: tuple[_Entry, ...]


class TomlLines:
    """The lines of a TOML file. Tables are named as in their headers, the head of the file by
    nothing; of several ``[[name]]`` the first is number 0."""

    def __init__(self, text: str) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.lines = text.replace("\r\n", "\n").split("\n")
        if self.lines[-1] == "":
            self.lines.pop()

    @property
    def text(self) -> str:
        return self.newline.join([*self.lines, ""]) if self.lines else ""

    def has(self, table: str, number: int = 0) -> bool:
        """True if there is such a table."""
        return self._find(table, number) is not None

    def count(self, table: str) -> int:
        """The number of tables of this name."""
        return sum(one.name == table for one in self._tables())

    def keys(self, table: str, number: int = 0) -> tuple[str, ...]:
        """The keys of a table."""
        found = self._find(table, number)
        return tuple(entry.key for entry in found.entries) if found else ()

    def value(self, table: str, key: str, number: int = 0) -> str:
        """A value as it is written; empty where there is none."""
        entry = self._entry(table, key, number)
        if entry is None:
            return ""
        inner = self.lines[entry.first : entry.end]
        inner[-1] = inner[-1][: entry.end_column]
        inner[0] = inner[0][entry.start_column :]
        return "\n".join(inner)

    def put(self, table: str, key: str, value: str, number: int = 0) -> None:
        """Have a key with this value, which is TOML; a comment behind it stays. Where there is no
        such table one is made at the end."""
        entry = self._entry(table, key, number)
        if entry is not None:
            behind = self.lines[entry.end - 1][entry.end_column :]
            before = self.lines[entry.first][: entry.start_column]
            self.lines[entry.first : entry.end] = [f"{before}{value}{behind}"]
            return
        line = f"{bare_key(key)} = {value}"
        found = self._find(table, number)
        if found is None:
            self.add(f"[{table}]", [line])
            return
        self.lines.insert(found.end, line)
        below = self.lines[found.end + 1 : found.end + 2]
        if not table and not found.entries and below and _HEADER.match(below[0]):
            self.lines.insert(found.end + 1, "")

    def remove(self, table: str, key: str, number: int = 0) -> None:
        """Take a key out, and its table with the last one."""
        entry = self._entry(table, key, number)
        if entry is None:
            return
        del self.lines[entry.first : entry.end]
        found = self._find(table, number)
        if table and found is not None and not found.entries and found.end == found.first + 1:
            self.remove_table(table, number)

    def rename(self, table: str, key: str, new: str, number: int = 0) -> None:
        """Call a key otherwise."""
        entry = self._entry(table, key, number)
        if entry is not None:
            line = self.lines[entry.first]
            match = _KEY.match(line)
            assert match is not None
            self.lines[entry.first] = line[: match.start(1)] + bare_key(new) + line[match.end(1) :]

    def reword(self, table: str, key: str, word: Callable[[str], str], number: int = 0) -> None:
        """Put other texts for those in a value; what comes to nothing is taken out of its list."""
        before = self.value(table, key, number)
        after = _TEXT.sub(lambda m: _reworded(m, word), before)
        if after != before:
            after = re.sub(r"\0\s*,\s*|,?\s*\0", "", after)
            self.put(table, key, after, number)

    def add(self, header: str, lines: Sequence[str]) -> None:
        """A new table: behind the last of its name, else at the end."""
        match = _HEADER.match(header)
        assert match is not None
        same = [one for one in self._tables() if one.name == match[2]]
        at = same[-1].end if same else len(self.lines)
        while not same and at and not self.lines[at - 1].strip():
            at -= 1
        self.lines[at:at] = [*([""] if at else []), header, *lines]

    def remove_table(self, table: str, number: int = 0) -> None:
        """Take a table out; comments in it stay."""
        found = self._find(table, number)
        if found is None:
            return
        gone = {found.first} | {n for e in found.entries for n in range(e.first, e.end)}
        left = [self.lines[n] for n in range(found.first, found.end) if n not in gone]
        before, behind = self.lines[: found.first], self.lines[found.end :]
        while not left and before and behind and not before[-1].strip() and not behind[0].strip():
            behind = behind[1:]
        while not behind and not left and before and not before[-1].strip():
            before.pop()
        self.lines = [*before, *left, *behind]

    def tables(self) -> Iterator[tuple[str, int]]:
        """The name of each table, with its number among those of the name."""
        counts: dict[str, int] = {}
        for one in self._tables():
            yield one.name, counts.get(one.name, 0)
            counts[one.name] = counts.get(one.name, 0) + 1

    def _entry(self, table: str, key: str, number: int) -> _Entry | None:
        found = self._find(table, number)
        return next((e for e in found.entries if e.key == key), None) if found else None

    def _find(self, table: str, number: int) -> _Table | None:
        same = [one for one in self._tables() if one.name == table]
        return same[number] if number < len(same) else None

    def _tables(self) -> list[_Table]:
        found: list[_Table] = []
        name, first, end = "", 0, 0
        entries: list[_Entry] = []
        number = 0
        while number < len(self.lines):
            line = self.lines[number]
            if header := _HEADER.match(line):
                found.append(_Table(name, first, end, tuple(entries)))
                name, first, end, entries = header[2], number, number + 1, []
                number += 1
            elif key := _KEY.match(line):
                last, column = _end_of_value(self.lines, number, key.end())
                entries.append(_Entry(_plain(key[1]), number, last + 1, key.end(), column))
                number = end = last + 1
            else:
                number += 1
        if not name and not entries:
            end = len(self.lines)
        found.append(_Table(name, first, end, tuple(entries)))
        if found[0].name == "" and not found[0].entries and len(found) > 1:
            found[0] = _Table("", 0, _head_end(self.lines, found[1].first), ())
        return found


def _head_end(lines: Sequence[str], first: int) -> int:
    """The line at which a key goes into a head that has none: above the first table and its
    comment."""
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return first


def _plain(key: str) -> str:
    match = _PART.fullmatch(key)
    return next(filter(None, match.groups()), "") if match else key


def _reworded(match: re.Match[str], word: Callable[[str], str]) -> str:
    before = match[1] if match[1] is not None else match[2]
    after = word(before)
    if after == before:
        return match[0]
    return quoted(after) if after else "\0"


def _end_of_value(lines: Sequence[str], number: int, column: int) -> tuple[int, int]:
    """The line in which a value ends, and the column behind it."""
    depth, end, quote = 0, column, ""
    while number < len(lines):
        line = lines[number]
        while column < len(line):
            if quote:
                if line.startswith(quote, column):
                    column += len(quote)
                    end, quote = column, ""
                else:
                    column += 2 if line[column] == "\\" and quote[0] == '"' else 1
                continue
            char = line[column]
            if char == "#":
                break
            if char in "\"'":
                triple = char * 3
                quote = triple if line.startswith(triple, column) else char
                column += len(quote)
                continue
            depth += (char in "[{") - (char in "]}")
            column += 1
            if not char.isspace():
                end = column
        if depth <= 0 and len(quote) < 3:
            return number, end
        number, column = number + 1, 0
    return len(lines) - 1, len(lines[-1])
