"""Readings: what somebody is shown of a running game by a master's or an admin's right alone.

Whoever answers people opens a book for each answer, views enter in it what they show, and it is
written into the audit log before the answer leaves (``storage.audit``)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry, AuditRole
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """Something that was shown: to whom and by what right, in which game, what and whose."""

    actor: int
    role: AuditRole
    game: int
    act: AuditAct
    of: str


_book: Final[ContextVar[set[Reading] | None]] = ContextVar("readings", default=None)


@contextmanager
def reading_book() -> Generator[set[Reading]]:
    """A book in which what is shown inside is entered."""
    book = set[Reading]()
    before = _book.set(book)
    try:
        yield book
    finally:
        _book.reset(before)


def enter(reading: Reading) -> None:
    """Enter something in the book that is open, if one is."""
    if (book := _book.get()) is not None:
        book.add(reading)


def audited(book: set[Reading]) -> list[AuditEntry]:
    """The entries of the audit log that a book comes to, one for what was read in one game."""
    found: dict[tuple[int, AuditRole, int, AuditAct], set[str]] = {}
    for one in book:
        found.setdefault((one.actor, one.role, one.game, one.act), set()).add(one.of)
    return [
        AuditEntry(actor, role, act, game, detail=", ".join(sorted(of)))
        for (actor, role, game, act), of in sorted(found.items(), key=repr)
    ]
