"""A text file of DipWork, kept so that it can be written again byte for byte.

The files were typed on DOS and Atari machines and are typed on others today: their lines end
in CR LF, LF or CR, their letters are of a DOS code page, Latin-1, Windows or UTF-8, and a
DOS end-of-file mark may close them. None of that is lost, and new lines are written alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.diagnostics import Diagnostic
from dragoman.files import decode
from dragoman.quick_dataclass import dataclass

DOS_LINE_END = "\r\n"
DOS_ENCODING = "cp437"
"""The code page of new files, where it has all their letters."""

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_END_OF_FILE = "\x1a"


@dataclass(frozen=True, slots=True)
class TextFile:
    """The lines of a file without their ends, and the ends. Lines count from 1.

    ``encoding`` is a name that Python knows. Lines that were typed in another, with their bytes,
    are in ``others``. The last end is empty where the file does not end with a line end.
    """

    name: str
    lines: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    encoding: str = DOS_ENCODING
    others: tuple[tuple[str, bytes], ...] = ()

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        if not self.others:
            text = "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
            return text.encode(self.encoding)
        others = dict(self.others)
        return b"".join(
            (others.get(line) or line.encode(self.encoding)) + end.encode(self.encoding)
            for line, end in zip(self.lines, self.ends, strict=True)
        )

    @property
    def line_end(self) -> str:
        """The line end of this file: that of its first line."""
        return self.ends[0] if self.ends and self.ends[0] else DOS_LINE_END

    def read(self) -> Iterator[tuple[int, str]]:
        """The lines that are read, with their numbers: those before a DOS end-of-file mark."""
        for number, line in enumerate(self.lines, 1):
            before, mark, _ = line.partition(_END_OF_FILE)
            yield number, before.removeprefix("\ufeff")
            if mark:
                return

    def with_lines(self, lines: Sequence[str]) -> TextFile:
        """The file with other lines, which all end as its first did.

        What the file's encoding has no signs for makes it a file in UTF-8.
        """
        return self._changed(tuple(lines), (self.line_end,) * len(lines))

    def with_line(self, number: int, line: str) -> TextFile:
        """The file with one other line; its number counts from 1."""
        lines = (*self.lines[: number - 1], line, *self.lines[number:])
        return self._changed(lines, self.ends)

    def with_lines_between(self, start: int, end: int, lines: Sequence[str]) -> TextFile:
        """The file with other lines behind line ``start``, as far as line ``end``.

        0 is before the first line; where both are the same, nothing is taken out.
        """
        ends = [*self.ends]
        if lines and start == len(ends) > 0:  # the last line may have had no end so far
            ends[-1] = ends[-1] or self.line_end
        return self._changed(
            (*self.lines[:start], *lines, *self.lines[end:]),
            (*ends[:start], *(self.line_end for _ in lines), *ends[end:]),
        )

    def _changed(self, lines: tuple[str, ...], ends: tuple[str, ...]) -> TextFile:
        changed = replace(self, lines=lines, ends=ends)
        try:
            _ = changed.content
        except UnicodeEncodeError:
            return replace(changed, encoding="utf-8")
        return changed


def read_text_file(content: bytes, name: str = "", encoding: str = "") -> TextFile:
    """The file with this content. Without an ``encoding`` it is told by the letters in it.

    Never raises: what is not text of the encoding is kept as Latin-1.
    """
    if not encoding:
        text, found = decode(content)
        if "+" in found and (file := _mixed(content, text, name, found.partition("+")[0])):
            return file
    text, found = _decoded(content, encoding)
    lines, ends = _lines(text)
    return TextFile(name, lines, ends, found)


def new_text_file(name: str, lines: Sequence[str]) -> TextFile:
    """A file as DipWork's own programs write them: CR LF, and code page 437 where it will do."""
    return TextFile(name, (), (), DOS_ENCODING).with_lines(lines)


def _mixed(content: bytes, text: str, name: str, encoding: str) -> TextFile | None:
    """A file in two encodings; none where it would not be the same bytes again."""
    lines, ends = _lines(text)
    written = [line.encode("latin-1") for line in _lines(content.decode("latin-1"))[0]]
    others = {
        line: raw
        for line, raw in zip(lines, written, strict=False)
        if line.encode(encoding, "replace") != raw
    }
    file = TextFile(name, lines, ends, encoding, tuple(others.items()))
    try:
        return file if file.content == content else None
    except UnicodeEncodeError:
        return None


def _lines(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of a text, and how each ends."""
    pairs = [match.groups() for match in _LINE.finditer(text)]
    if pairs and pairs[-1] == ("", ""):
        pairs.pop()
    return tuple(p[0] for p in pairs), tuple(p[1] for p in pairs)


def _decoded(content: bytes, encoding: str) -> tuple[str, str]:
    """The text and an encoding that makes the same bytes of it again."""
    try:
        text, found = (content.decode(encoding), encoding) if encoding else decode(content)
        if found == "utf-8-sig":  # a mark is kept with the text: it is written where it was
            return content.decode("utf-8"), "utf-8"
        if found and text.encode(found) == content:
            return text, found
    except (UnicodeError, LookupError):
        pass
    return content.decode("latin-1"), "latin-1"


def by_place(faults: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics of one file in the order of their places, none twice."""
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column)))
