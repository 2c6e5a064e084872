"""A game on a judge elsewhere."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from dragoman.client.answers import Event, Sheet, diagnostics_in, event_of
from dragoman.client.sandbox_client import SandboxClient
from dragoman.diagnostics import Diagnostic

if TYPE_CHECKING:
    from dragoman.client.judge_client import Client


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
        return diagnostics_in(self._client.ask("POST", path, fields).json()["told"])

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
        return diagnostics_in(self._client.ask("POST", path, body, **headers).json()["told"])

    def turn(self, phase: str) -> dict[str, Any]:
        """A phase that was judged."""
        return self._client.get(f"{self._path}/turns/{phase}")

    def report(self, phase: str, form: str = "text", language: str = "en") -> str:
        """A phase that was judged as a text to publish."""
        path = f"{self._path}/turns/{phase}/report?form={form}&language={language}"
        return self._client.ask("GET", path).text

    def explanations(
        self, phase: str, unit: str = "", language: str = "en"
    ) -> list[dict[str, Any]]:
        """Why each order of a phase that was judged, or of one unit, came out as it did."""
        path = f"{self._path}/turns/{phase}/explanations"
        return self._client.get(path, unit=unit or None, language=language)["items"]

    def what_if(self, **orders: str) -> dict[str, Any]:
        """What would come of the phase at hand, as far as one can know, with these orders by power:
        ``what_if(GERMANY="A mun-bur")``. One's own are those on file unless they are given."""
        return self._client.ask("POST", f"{self._path}/what-if", {"orders": orders}).json()

    def fork(self, phase: str = "", title: str = "") -> SandboxClient:
        """Take a phase, the one at hand where none is named, aside as a private board.

        Raises:
            Refused: if one may not see it.
        """
        body = {"phase": phase, "title": title}
        made = self._client.ask("POST", f"{self._path}/sandboxes", body).json()
        return SandboxClient(self._client, made["sandbox"])

    def result(self) -> dict[str, Any]:
        """What the game came to, by power, with the ratings after it.

        Raises:
            Refused: while it goes on.
        """
        return self._client.get(f"{self._path}/result")

    def board_result(self) -> dict[str, Any]:
        """Counts and end of the game, for ``dragoman tournament take-result``.

        Raises:
            Refused: while it goes on.
        """
        return self._client.get(f"{self._path}/board-result")

    def export(self) -> str:
        """The game as the text of a file, for admins, and once it is over for its masters.

        Raises:
            Refused: to others, and before.
        """
        return self._client.ask("GET", f"{self._path}/file").text

    def map(self, phase: str = "") -> str:
        """A picture (SVG) of the game as it stands, or of a phase that was judged."""
        turn = f"/turns/{phase}" if phase else ""
        return self._client.ask("GET", f"{self._path}{turn}/map.svg").text

    def press(self, **filters: Any) -> list[dict[str, Any]]:
        """The messages that one may read, oldest first."""
        return self._client.get(f"{self._path}/press", **filters)["items"]

    def held_press(self) -> list[dict[str, Any]]:
        """Messages that a master has not let through: for masters those that wait, for everybody
        his own."""
        return self._client.get(f"{self._path}/press/held")["items"]

    def events(self, after: str = "") -> Iterator[Event]:
        """What happened, oldest first, after the event of an id."""
        while True:
            page = self._client.get(f"{self._path}/events", after=after or None)
            yield from map(event_of, page["items"])
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
                    yield event_of({"id": id_, **json.loads(data)})
