"""Programs that play on a judge elsewhere: a thin client of its JSON API.

>>> from dragoman.client import Client
>>> judge = Client("https://dip.example", token="...")  # doctest: +SKIP
>>> game = judge.game(17)  # doctest: +SKIP
>>> game.do("save-orders", text="A par-bur, F bre-mao")  # doctest: +SKIP

Answers are the plain data that the API's page describes. What the judge refuses is raised as
``Refused``, with its diagnostics.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

with extra("client"):
    import httpx

__all__ = ["Client", "Event", "GameClient", "Refused", "Sheet"]

_SECONDS: Final = 30.0
_SIGN_OF_LIFE: Final = 45.0
"""Seconds without any sign of life after which a stream is taken for dead: a judge gives one every
fifteen."""
_WAITS: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a stream that broke is taken up again, the last one over and over."""


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
    """What is on file for a power and a phase, and its tag, by which the judge can tell whether it
    is still that."""

    text: str
    tag: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game, as far as one may know it."""

    id: str
    kind: str
    at: str
    data: Mapping[str, Any]


class Client:
    """A judge, by its address and a token of one's own. ``http`` is how it is reached, if not over
    the network."""

    def __init__(self, address: str, token: str = "", http: httpx.Client | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = http or httpx.Client(timeout=_SECONDS)
        self._address = f"{address.rstrip('/')}/api"
        self._headers = headers

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Ask the judge anything (``ask("GET", "/games/17")``).

        Raises:
            Refused: if it does not do it.
        """
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._http.request(
            method, self._address + path, json=body, headers={**self._headers, **given}
        )
        if answer.status_code >= 400:
            raise _refused(answer)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        """What the judge answers as JSON.

        Raises:
            Refused: if there is no such thing, or one may not see it.
        """
        asked = {name: value for name, value in query.items() if value is not None}
        text = str(httpx.QueryParams(asked))
        return self.ask("GET", f"{path}?{text}" if text else path).json()

    def games(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Games, the newest first: ``games(stage="running", mine="player")``."""
        cursor: int | None = None
        while True:
            page = self.get("/games", cursor=cursor, **filters)
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def create_game(self, title: str, **settings: Any) -> GameClient:
        """Set up a game, and be its master.

        Raises:
            Refused: if the settings are wrong.
        """
        made = self.ask("POST", "/games", {"title": title, **settings}).json()
        return GameClient(self, made["game"])

    def game(self, number: int) -> GameClient:
        """A game by its number."""
        return GameClient(self, number)

    def variants(self) -> list[dict[str, Any]]:
        """The variants that can be played."""
        return self.get("/variants")["items"]

    def stream(self, path: str) -> Generator[tuple[str, str, str]]:
        """The stream at an address: for each event its id, its name and what it holds. It is taken
        up again where it breaks.

        Raises:
            Refused: if one may not follow it.
        """
        last, tries = "", 0
        while True:
            headers = {**self._headers, "Accept": "text/event-stream"}
            if last:
                headers["Last-Event-ID"] = last
            timeout = httpx.Timeout(_SECONDS, read=_SIGN_OF_LIFE)
            address = self._address + path
            try:
                with self._http.stream("GET", address, headers=headers, timeout=timeout) as answer:
                    if answer.status_code >= 500:
                        raise httpx.TransportError("the judge is away")
                    if answer.status_code >= 400:
                        answer.read()
                        raise _refused(answer)
                    for id_, name, data in _events(answer.iter_lines()):
                        last, tries = id_ or last, 0
                        yield id_, name, data
            except httpx.TransportError:
                pass
            time.sleep(_WAITS[min(tries, len(_WAITS) - 1)])
            tries += 1


class GameClient:
    """A game on a judge."""

    def __init__(self, client: Client, number: int) -> None:
        self.number = number
        self._client = client
        self._path = f"/games/{number}"

    def __repr__(self) -> str:
        return f"<GameClient {self.number}>"

    def read(self) -> dict[str, Any]:
        """The game as one may see it."""
        return self._client.get(self._path)

    def do(self, command: str, **fields: Any) -> list[Diagnostic]:
        """Give a command (``do("vote", number=1, agrees=True)``); what is to be said of it.

        Raises:
            Refused: if it was not carried out.
        """
        path = f"{self._path}/commands/{command}"
        return _diagnostics(self._client.ask("POST", path, fields).json()["told"])

    def orders(self, power: str = "") -> dict[str, Any]:
        """What a power (one's own) may order, and what it has."""
        return self._client.get(f"{self._path}/orders", power=power or None)

    def sheet(self, power: str, phase: str) -> Sheet:
        """What is on file for a power and a phase."""
        answer = self._client.ask("GET", f"{self._path}/sheets/{power}/{phase}")
        return Sheet(answer.json()["text"], answer.headers["ETag"])

    def save_orders(
        self, text: str, phase: str = "", power: str = "", instead_of: Sheet | None = None
    ) -> list[Diagnostic]:
        """Put a sheet on file; what is to be said of it. ``instead_of`` is what it replaces: where
        that was replaced already, from elsewhere, nothing is written.

        Raises:
            Refused: with status 412 in that case; ``data["current"]`` is what is there.
        """
        path = f"{self._path}/commands/save-orders"
        body = {"text": text, "phase": phase, "power": power}
        headers = {"If_Match": instead_of.tag} if instead_of else {}
        return _diagnostics(self._client.ask("POST", path, body, **headers).json()["told"])

    def turn(self, phase: str) -> dict[str, Any]:
        """A phase that was judged."""
        return self._client.get(f"{self._path}/turns/{phase}")

    def report(self, phase: str, form: str = "text", language: str = "en") -> str:
        """A phase that was judged as a text to publish."""
        path = f"{self._path}/turns/{phase}/report?form={form}&language={language}"
        return self._client.ask("GET", path).text

    def map(self, phase: str = "") -> str:
        """A picture (SVG) of the game as it stands, or of a phase that was judged."""
        turn = f"/turns/{phase}" if phase else ""
        return self._client.ask("GET", f"{self._path}{turn}/map.svg").text

    def press(self, **filters: Any) -> list[dict[str, Any]]:
        """The messages that one may read, oldest first."""
        return self._client.get(f"{self._path}/press", **filters)["items"]

    def events(self, after: str = "") -> Iterator[Event]:
        """What happened, oldest first, after the event of an id."""
        while True:
            page = self._client.get(f"{self._path}/events", after=after or None)
            yield from map(_event, page["items"])
            if not page["more"]:
                return
            after = page["items"][-1]["id"]

    def follow(self) -> Generator[Event]:
        """What happens from now on, as it does, for ever. The first is of the kind ``ready``: what
        is read after it is not older than what follows."""
        with closing(self._client.stream(f"{self._path}/stream")) as stream:
            for id_, name, data in stream:
                if name == "ready":
                    yield Event(id_, "ready", "", {})
                else:
                    yield _event({"id": id_, **json.loads(data)})


def _events(lines: Iterator[str]) -> Iterator[tuple[str, str, str]]:
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


def _event(data: Mapping[str, Any]) -> Event:
    known = ("id", "kind", "at")
    rest = {name: value for name, value in data.items() if name not in known}
    return Event(data["id"], data["kind"], data["at"], rest)


def _refused(answer: httpx.Response) -> Refused:
    try:
        data: object = answer.json()
    except ValueError:
        data = {}
    found = cast(dict[str, Any], data) if isinstance(data, dict) else dict[str, Any]()
    return Refused(answer.status_code, (*_diagnostics(found.get("diagnostics", [])),), found)


def _diagnostics(data: list[dict[str, Any]]) -> list[Diagnostic]:
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
