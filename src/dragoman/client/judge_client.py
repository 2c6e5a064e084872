"""A judge elsewhere: what is asked of it as a whole, of its games and of its private boards."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from typing import Any, Final

from dragoman.client.answers import Event, Sheet, diagnostics_in, event_of, events_in, refusal_in
from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra

with extra("client"):
    import httpx


# Private boards


class SandboxClient:
    """A private board of one's own. What is done, is done at the node at hand."""

    def __init__(self, client: Client, number: int) -> None:
        self.number = number
        self._client = client
        self._path = f"/sandboxes/{number}"

    def __repr__(self) -> str:
        return f"<SandboxClient {self.number}>"

    def read(self) -> dict[str, Any]:
        """The tree of positions, and the one at hand."""
        return self._client.get(self._path)

    def do(self, command: str, **fields: Any) -> list[Diagnostic]:
        """Give a command (``do("name", node=2, name="The stab")``); what is to be said of it.

        Raises:
            Refused: if it was not carried out.
        """
        path = f"{self._path}/commands/{command}"
        return diagnostics_in(self._client.ask("POST", path, fields).json()["told"])

    def order(self, power: str, text: str) -> list[Diagnostic]:
        """Write a power's orders, all of them; what the judge makes of them."""
        return self.do("order", power=power, text=text)

    def adjudicate(self) -> dict[str, Any]:
        """Judge what is ordered, and go on to what comes of it; that node."""
        self.do("adjudicate")
        return self.read()["node"]

    def step_back(self) -> None:
        """Go to the node from which the one at hand came."""
        self.do("step-back")

    def share(self) -> str:
        """Have a link by which others may read the board."""
        self.do("share", shared=True)
        return self.read()["link"]

    def node(self, number: int) -> dict[str, Any]:
        """A position of the tree."""
        return self._client.get(f"{self._path}/nodes/{number}")

    def possible_orders(self, number: int, power: str) -> dict[str, list[str]]:
        """The orders that each unit of a power can have at a node."""
        path = f"{self._path}/nodes/{number}/possible-orders"
        return self._client.get(path, power=power)["units"]

    def explanations(
        self, number: int, unit: str = "", language: str = "en"
    ) -> list[dict[str, Any]]:
        """Why the orders by which a node came about came out as they did."""
        path = f"{self._path}/nodes/{number}/came-by/explanations"
        return self._client.get(path, unit=unit or None, language=language)["items"]

    def map(self, number: int, came_by: bool = False) -> str:
        """A picture (SVG) of a node with its orders, or of how it came about."""
        turn = "/came-by" if came_by else ""
        return self._client.ask("GET", f"{self._path}/nodes/{number}{turn}/map.svg").text

    def copy(self, title: str = "") -> SandboxClient:
        """Another board that stands as this one does."""
        made = self._client.ask("POST", f"{self._path}/copies", {"title": title}).json()
        return SandboxClient(self._client, made["sandbox"])

    def remove(self) -> None:
        """Remove it, with all that was done on it."""
        self._client.ask("DELETE", self._path)


# Games


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

    def invite_by_mail(self, address: str, language: str = "en") -> None:
        """Have the judge mail the game's link to an address, in one's own name, as a master may.

        Raises:
            Refused: if the address was invited already, or it is too much for a day.
        """
        body = {"address": address, "language": language}
        self._client.ask("POST", f"{self._path}/invitations", body)

    def orders(self, power: str = "") -> dict[str, Any]:
        """The orders that a power (one's own) may give, and those that it has."""
        return self._client.get(f"{self._path}/orders", power=power or None)

    def sheet(self, power: str, phase: str) -> Sheet:
        """The orders on file for a power and a phase."""
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
        """The outcome of the phase at hand, as far as one can know, with these orders by power:
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
        """The result of the game by power, with the ratings after it.

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

    def board_counts(self) -> dict[str, Any]:
        """The centres of each power by year, also while the game goes on.

        Raises:
            Refused: before it has begun, and of a blind game until it is over.
        """
        return self._client.get(f"{self._path}/board-counts")

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
        """Events, oldest first, after the one of an id."""
        while True:
            page = self._client.get(f"{self._path}/events", after=after or None)
            yield from map(event_of, page["items"])
            if not page["more"]:
                return
            after = page["items"][-1]["id"]

    def follow(self) -> Generator[Event]:
        """Events from now on, as they happen, for ever. The first is of the kind ``ready``: what
        is read after it is not older than what follows."""
        with closing(self._client.stream(f"{self._path}/stream")) as stream:
            for id_, name, data in stream:
                if name == "ready":
                    yield Event(id_, "ready", "", {})
                else:
                    yield event_of({"id": id_, **json.loads(data)})


_SECONDS: Final = 30.0
_SIGN_OF_LIFE: Final = 45.0
"""Seconds without any sign of life after which a stream is taken for dead: a judge gives one every
fifteen."""
_WAITS: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds before a stream that broke is taken up again, the last one over and over."""


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
            raise refusal_in(answer)
        return answer

    def get(self, path: str, **query: Any) -> Any:
        """The judge's answer as JSON.

        Raises:
            Refused: if there is no such thing, or one may not see it.
        """
        asked = {name: value for name, value in query.items() if value is not None}
        text = str(httpx.QueryParams(asked))
        return self.ask("GET", f"{path}?{text}" if text else path).json()

    def games(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Games, the newest first: ``games(stage="running", mine="player")``."""
        return self.pages("/games", **filters)

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

    def import_game(
        self, text: str, people: Mapping[str, int] | None = None, same_people: bool = False
    ) -> tuple[GameClient, list[Diagnostic]]:
        """Take in a game from the text of its file, for admins; ``people`` are accounts here by the
        names in it. What is to be said of it comes along: who has no account here, for one.

        Raises:
            Refused: if it holds no game, or one is no admin.
        """
        body = {"file": text, "people": dict(people or {}), "same_people": same_people}
        made = self.ask("POST", "/game-files", body).json()
        return GameClient(self, made["game"]), diagnostics_in(made["told"])

    def open_board(
        self,
        tournament: str,
        board: str,
        accounts: Mapping[int, int],
        director: int = 0,
        **settings: Any,
    ) -> GameClient:
        """Set up the game of a tournament's board, for admins: ``tournament`` is what ``dragoman
        tournament export boards`` writes, ``accounts`` are those of its players' numbers.

        Raises:
            Refused: if the board is not published, or somebody on it has no account.
        """
        named = {str(player): account for player, account in accounts.items()}
        body = {"tournament": tournament, "board": board, "accounts": named, "director": director}
        made = self.ask("POST", "/board-games", {**body, "settings": settings}).json()
        return GameClient(self, made["game"])

    def sandbox(self, number: int) -> SandboxClient:
        """A private board of one's own by its number."""
        return SandboxClient(self, number)

    def open_sandbox(self, variant: str = "standard", **fields: Any) -> SandboxClient:
        """Begin a private board at a variant's start, or at a ``position``.

        Raises:
            Refused: if there is no such variant, or the position cannot be.
        """
        made = self.ask("POST", "/sandboxes", {"variant": variant, **fields}).json()
        return SandboxClient(self, made["sandbox"])

    def sandboxes(self) -> Iterator[dict[str, Any]]:
        """One's own boards, the newest first."""
        return self.pages("/sandboxes")

    def shared_sandbox(self, link: str) -> dict[str, Any]:
        """A board that one has the link of."""
        return self.get(f"/shared-sandboxes/{link}")

    def copy_shared(self, link: str, title: str = "") -> SandboxClient:
        """A copy of such a board, for oneself."""
        path = f"/shared-sandboxes/{link}/copies"
        return SandboxClient(self, self.ask("POST", path, {"title": title}).json()["sandbox"])

    def archive(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Games that are over, the last first: ``archive(variant="standard", how="draw")``."""
        return self.pages("/archive", **filters)

    def statistics(self, *by: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Results of powers by ``player``, ``power``, ``variant``, ``rules``, or several of these:
        ``statistics("variant", "power")``."""
        return self.pages("/statistics", by=list(by), **filters)

    def leaders(self, pool: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """The players of a variant by their ratings, the strongest first."""
        return self.pages(f"/ratings/{pool}", **filters)

    def person_called(self, name: str) -> dict[str, Any]:
        """The person of a name, however it is written: to invite him."""
        return self.get("/people/called", name=name)

    def person_statistics(self, account: int) -> dict[str, Any]:
        """A person's results, with his ratings and reliability."""
        return self.get(f"/people/{account}/statistics")

    def clubs(self) -> list[dict[str, Any]]:
        """Clubs, those with most members first."""
        return self.get("/clubs")["items"]

    def club(self, name: str) -> dict[str, Any]:
        """A club by the name that its address has: its people, games and dates."""
        return self.get(f"/clubs/{name}")

    def join_club(self, name: str) -> str:
        """Come into a club, or ask for it; one's role then."""
        return self.ask("POST", f"/clubs/{name}/members").json()["role"]

    def people_around(self) -> list[dict[str, Any]]:
        """The people whom one follows, is followed by, or shuns."""
        return self.get("/me/people")["items"]

    def follow(self, account: int) -> None:
        """Follow somebody."""
        self.ask("PUT", f"/me/people/{account}", {"relation": "follow"})

    def shun(self, account: int) -> None:
        """Shun somebody: he follows one no more, and cannot invite one."""
        self.ask("PUT", f"/me/people/{account}", {"relation": "shun"})

    def forget(self, account: int) -> None:
        """Follow somebody no more, or shun him no more."""
        self.ask("DELETE", f"/me/people/{account}")

    def rating_course(self, account: int, pool: str) -> Iterator[dict[str, Any]]:
        """Somebody's rating after each of his games of a variant, the last first."""
        return self.pages(f"/people/{account}/ratings/{pool}")

    def pages(self, path: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """All that a list holds, page by page as it is needed.

        Raises:
            Refused: if there is no such list, or one may not see it.
        """
        cursor: int | str | None = None
        while True:
            page = self.get(path, cursor=cursor, **filters)
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

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
                        raise refusal_in(answer)
                    for id_, name, data in events_in(answer.iter_lines()):
                        last, tries = id_ or last, 0
                        yield id_, name, data
            except httpx.TransportError:
                pass
            time.sleep(_WAITS[min(tries, len(_WAITS) - 1)])
            tries += 1
