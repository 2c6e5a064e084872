"""Answers of a judge as objects: refusals, sheets, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

with extra("client"):
    import httpx


class Refused(Exception):
    """The judge did not do what it was asked. ``diagnostics`` say why, ``data`` is all of its
    answer."""

    def __init__(
        self, status: int, diagnostics: tuple[Diagnostic, ...], data: Mapping[str, Any]
    ) -> None:
        self.status = status
        self.diagnostics = diagnostics
        self.data = data
        super().__init__(status, diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(str, self.diagnostics)) or f"status {self.status}"

    @property
    def code(self) -> str:
        """The code of what is wrong first."""
        return self.diagnostics[0].code if self.diagnostics else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders on file for a power and a phase, and their tag, by which the judge can tell
    whether it is still that."""

    text: str
    tag: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game, as far as one may know it."""

    id: str
    kind: str
    at: str
    data: Mapping[str, Any]


def events_in(lines: Iterator[str]) -> Iterator[tuple[str, str, str]]:
    """Id, name and data of each event of a stream."""
    found: dict[str, str] = {}
    for line in lines:
        if not line:
            if "data" in found:
                yield found.get("id", ""), found.get("event", "message"), found["data"]
            found = {}
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data" and "data" in found:
            value = f"{found['data']}\n{value}"
        found[field] = value


def event_of(data: Mapping[str, Any]) -> Event:
    """An event as a judge tells it."""
    known = ("id", "kind", "at")
    rest = {name: value for name, value in data.items() if name not in known}
    return Event(data["id"], data["kind"], data["at"], rest)


def refusal_in(answer: httpx.Response) -> Refused:
    """The refusal of a judge that does not do what it was asked."""
    try:
        data: object = answer.json()
    except ValueError:
        data = {}
    found = cast(dict[str, Any], data) if isinstance(data, dict) else dict[str, Any]()
    return Refused(answer.status_code, (*diagnostics_in(found.get("diagnostics", [])),), found)


def diagnostics_in(data: list[dict[str, Any]]) -> list[Diagnostic]:
    """Diagnostics as they were before they were plain data."""
    return [
        Diagnostic(
            code=one["code"],
            what=one["what"],
            remedy=one.get("remedy", ""),
            source=one.get("source", ""),
            line=one.get("line", 0),
            column=one.get("column", 0),
            candidates=tuple(one.get("candidates", ())),
            severity=Severity(one["severity"]),
        )
        for one in data
    ]
