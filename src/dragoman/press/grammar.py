"""Languages of brackets and words: their grammars as data, which read, write and explain.

A pattern is something a message can hold, a form one kind of message: the word that it begins with
and the patterns of what follows. Reading looks ahead by so much that no token is ever read twice,
so the first token that fits nowhere is the place of a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, NoReturn, TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import Part, Statement

OPEN: Final = "("
CLOSE: Final = ")"

DEEPEST: Final = 40
"""Messages inside messages are read to this depth: no program means more, and one that sends a
thousand brackets must not exhaust the reader."""

Tokens: TypeAlias = "Iterator[object]"


class MessageMisread(ValueError):
    """A message that its language does not have. ``at`` is the place of the first token that
    does not fit, counted from 0; ``what`` says why."""

    def __init__(self, at: int, what: str) -> None:
        self.at, self.what = at, what
        super().__init__(at, what)

    def __str__(self) -> str:
        return self.what


class Unsayable(ValueError):
    """Something of ours that a language has no words for."""


class Reader:
    """Goes through the tokens of a message. ``words`` are those of the language, ``level`` how
    much of it may be used, ``options`` what may be said besides; ``path`` are the forms around the
    place that is read."""

    def __init__(
        self,
        tokens: Sequence[object],
        words: Any,
        level: int = 0,
        options: frozenset[str] = frozenset(),
    ) -> None:
        self.tokens = tokens
        self.words = words
        self.level = level
        self.options = options
        self.at: int = 0
        self.path: tuple[str, ...] = ()

    def ahead(self, further: int = 0) -> object:
        """The next token, or one after it; None after the last."""
        place = self.at + further
        return self.tokens[place] if place < len(self.tokens) else None

    def take(self) -> object:
        """The next token, which is passed."""
        token = self.ahead()
        self.at += 1
        return token

    def need(self, token: object) -> None:
        """Pass this token.

        Raises:
            MessageMisread: if something else comes next.
        """
        if self.ahead() != token:
            self.fail(f"{token}")
        self.at += 1

    def fail(self, expected: str) -> NoReturn:
        """Say that something else should come next."""
        seen = "the message ends" if self.ahead() is None else f"there is {self.ahead()}"
        raise MessageMisread(self.at, f"{seen} where {expected} should be")

    def end(self) -> None:
        """See that nothing more comes.

        Raises:
            MessageMisread: if something does.
        """
        if self.ahead() is not None:
            self.fail("the end of the message")


@dataclass(frozen=True, slots=True)
class Pattern:
    """Something a message can hold: how it is read, how written (with the words of the language),
    how told, and whether what comes next, or so many tokens later, may be it."""

    read: Callable[[Reader], Any]
    write: Callable[[Any, Any], Tokens]
    begins: Callable[[Reader, int], bool]
    part: Callable[[Any], Part]


@dataclass(frozen=True, slots=True)
class MessageForm:
    """A kind of message: the word it begins with, the dataclass it is read into, a pattern for each
    of its fields, and the level of the language from which on there is it."""

    word: str
    made: type
    patterns: tuple[Pattern, ...] = ()
    level: int = 0

    def read(self, reader: Reader) -> Any:
        """The message, from the token after its first word."""
        if len(reader.path) == DEEPEST:
            raise MessageMisread(reader.at - 1, f"this is nested deeper than {DEEPEST} messages")
        around, reader.path = reader.path, (*reader.path, self.word)
        found = self.made(*[pattern.read(reader) for pattern in self.patterns])
        reader.path = around
        return found

    def write(self, words: Any, message: Any) -> Tokens:
        """The tokens of the message, its first word too."""
        yield self.word
        for pattern, field in zip(self.patterns, fields(self.made), strict=True):
            yield from pattern.write(words, getattr(message, field.name))

    def parts(self, message: Any) -> dict[str, Part]:
        """The parts that fill the gaps of a sentence about it."""
        return {
            field.name: pattern.part(getattr(message, field.name))
            for pattern, field in zip(self.patterns, fields(self.made), strict=True)
        }


def one_of(
    forms: Iterable[MessageForm],
    what: str,
    table: str,
    forbidden: Callable[[Reader, MessageForm], str] = lambda _, __: "",
) -> Pattern:
    """One of several kinds of message. ``table`` is where the word files have their sentences;
    ``forbidden`` says what is wrong with a form at its place, nothing if it is right there."""
    forms = tuple(forms)
    by_word: Mapping[str, MessageForm] = {form.word: form for form in forms}
    by_type: Mapping[type, MessageForm] = {form.made: form for form in forms}

    def read(reader: Reader) -> Any:
        form = by_word.get(str(reader.ahead()))
        if form is None or not isinstance(reader.ahead(), str):
            reader.fail(what)
        if form.level > reader.level:
            raise MessageMisread(
                reader.at, f"{form.word} is of level {form.level}, not {reader.level}"
            )
        if wrong := forbidden(reader, form):
            raise MessageMisread(reader.at, wrong)
        reader.at += 1
        return form.read(reader)

    def write(words: Any, message: Any) -> Tokens:
        form = by_type.get(message.__class__)
        if form is None:
            raise Unsayable(f"{message!r} is not {what}")
        return form.write(words, message)

    def begins(reader: Reader, further: int) -> bool:
        return reader.ahead(further) in by_word

    def part(message: Any) -> Part:
        form = by_type[message.__class__]
        return Statement(f"{table}.{form.word}", form.parts(message))

    return Pattern(read, write, begins, part)


def either(first: Pattern, second: Pattern, is_second: Callable[[Any], bool]) -> Pattern:
    """One of two patterns: the second where it may begin, else the first."""

    def chosen(value: Any) -> Pattern:
        return second if is_second(value) else first

    return Pattern(
        lambda reader: (second if second.begins(reader, 0) else first).read(reader),
        lambda words, value: chosen(value).write(words, value),
        lambda reader, further: first.begins(reader, further) or second.begins(reader, further),
        lambda value: chosen(value).part(value),
    )


def bracketed(inner: Pattern, is_told_apart: bool = False) -> Pattern:
    """A pattern in brackets. Where it ``is_told_apart`` it begins only if what is in the brackets
    may, too: something else in brackets may stand there."""

    def read(reader: Reader) -> Any:
        reader.need(OPEN)
        found = inner.read(reader)
        reader.need(CLOSE)
        return found

    def write(words: Any, value: Any) -> Tokens:
        yield OPEN
        yield from inner.write(words, value)
        yield CLOSE

    def begins(reader: Reader, further: int) -> bool:
        if reader.ahead(further) != OPEN:
            return False
        return not is_told_apart or inner.begins(reader, further + 1)

    return Pattern(read, write, begins, inner.part)


def many(inner: Pattern, least: int = 0) -> Pattern:
    """A pattern that is repeated, so many times at least."""

    def read(reader: Reader) -> tuple[Any, ...]:
        found: list[Any] = []
        while len(found) < least or inner.begins(reader, 0):
            found.append(inner.read(reader))
        return tuple(found)

    def write(words: Any, values: Any) -> Tokens:
        for value in values:
            yield from inner.write(words, value)

    def begins(reader: Reader, further: int) -> bool:
        return not least or inner.begins(reader, further)

    def part(values: Any) -> Part:
        if not values and not least:
            return Statement("press.nothing", {})
        return tuple(inner.part(value) for value in values)

    return Pattern(read, write, begins, part)


def optional(inner: Pattern, after: str = "", told: tuple[str, str] = ("", "")) -> Pattern:
    """A pattern that may be left out: None then. ``after`` is the word that it comes after,
    ``told`` the sentence that is said of it, if it is there, and the gap that it fills in it."""

    def read(reader: Reader) -> Any:
        if after:
            if reader.ahead() != after:
                return None
            reader.at += 1
        elif not inner.begins(reader, 0):
            return None
        return inner.read(reader)

    def write(words: Any, value: Any) -> Tokens:
        if value is not None:
            if after:
                yield after
            yield from inner.write(words, value)

    def part(value: Any) -> Part:
        if value is None:
            return ()
        sentence, gap = told
        found = inner.part(value)
        return Statement(sentence, {gap: found}) if sentence else found

    return Pattern(read, write, lambda _, __: True, part)


def told_if_any(inner: Pattern, sentence: str, gap: str) -> Pattern:
    """A pattern of several things, of which nothing is said where there are none."""

    def part(values: Any) -> Part:
        return Statement(sentence, {gap: inner.part(values)}) if values else ()

    return replace(inner, part=part)


def after(word: str, inner: Pattern) -> Pattern:
    """A pattern that a word comes before."""

    def read(reader: Reader) -> Any:
        reader.need(word)
        return inner.read(reader)

    def write(words: Any, value: Any) -> Tokens:
        yield word
        yield from inner.write(words, value)

    return Pattern(read, write, lambda reader, further: reader.ahead(further) == word, inner.part)


def pair_of(first: Pattern, second: Pattern, table: str) -> Pattern:
    """Two patterns, one after the other; ``table`` is the sentence for both."""

    def write(words: Any, value: Any) -> Tokens:
        yield from first.write(words, value[0])
        yield from second.write(words, value[1])

    def part(value: Any) -> Part:
        return Statement(table, {"first": first.part(value[0]), "second": second.part(value[1])})

    return Pattern(
        lambda reader: (first.read(reader), second.read(reader)), write, first.begins, part
    )


def record(made: type, *patterns: Pattern) -> Pattern:
    """A dataclass of which each field has a pattern, one after the other."""
    names = [field.name for field in fields(made)]

    def write(words: Any, value: Any) -> Tokens:
        for name, pattern in zip(names, patterns, strict=True):
            yield from pattern.write(words, getattr(value, name))

    return Pattern(
        lambda reader: made(*[pattern.read(reader) for pattern in patterns]),
        write,
        patterns[0].begins,
        lambda value: tuple(
            pattern.part(getattr(value, name))
            for name, pattern in zip(names, patterns, strict=True)
        ),
    )


def later(find: Callable[[], Pattern]) -> Pattern:
    """A pattern that is defined further down: messages hold messages."""
    return Pattern(
        lambda reader: find().read(reader),
        lambda words, value: find().write(words, value),
        lambda reader, further: find().begins(reader, further),
        lambda value: find().part(value),
    )


def balanced(tokens: Iterable[object]) -> bool:
    """True if every bracket is closed that is opened, and none is closed before."""
    depth = 0
    for token in tokens:
        depth += (token == OPEN) - (token == CLOSE)
        if depth < 0:
            return False
    return depth == 0
