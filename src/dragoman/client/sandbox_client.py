"""A private board on a judge elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dragoman.client.answers import diagnostics_in
from dragoman.diagnostics import Diagnostic

if TYPE_CHECKING:
    from dragoman.client.judge_client import Client


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
        """What each unit of a power can be ordered at a node."""
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
