"""A judge elsewhere: what is asked of it as a whole."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from dragoman.client.answers import diagnostics_in, events_in, refusal_in
from dragoman.client.game_client import GameClient
from dragoman.client.sandbox_client import SandboxClient
from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra

with extra("client"):
    import httpx

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
        """What the judge answers as JSON.

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
        tournament log --last 0 --json`` prints, ``accounts`` are those of its players' numbers.

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
        """How powers fared by ``player``, ``power``, ``variant``, ``rules``, or several of these:
        ``statistics("variant", "power")``."""
        return self.pages("/statistics", by=list(by), **filters)

    def leaders(self, pool: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """The players of a variant by their ratings, the strongest first."""
        return self.pages(f"/ratings/{pool}", **filters)

    def person_called(self, name: str) -> dict[str, Any]:
        """Who has a name, however it is written: to invite him."""
        return self.get("/people/called", name=name)

    def person_statistics(self, account: int) -> dict[str, Any]:
        """How somebody has fared, with his ratings and reliability."""
        return self.get(f"/people/{account}/statistics")

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
