"""A game for language models by the Model Context Protocol: the tools of each power's desk.

Over HTTP whoever calls says by a token which power it plays; over standard input and output there
is one power.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Annotated, Any, Final, Literal, TypeVar

from dragoman.env.seat_desk import SeatDesk
from dragoman.errors import DragomanError
from dragoman.extras import MissingExtra, extra
from dragoman.refusal import ActionRefused

with extra("mcp"):
    from mcp.server import MCPServer
    from mcp.server.auth.middleware.auth_context import get_access_token
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.mcpserver import Image
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import AnyHttpUrl, Field

_INSTRUCTIONS: Final = """\
You play one power of a game of Diplomacy. Look at `state` and `legal_orders`, talk with
`send_message` and `read_messages`, try ideas with `what_if`, then `submit_orders`, one order on a
line for each unit. Nothing that is wrong is repaired: read the diagnostics and submit all orders
again. Then `wait_phase` with the phase you ordered in, until the game is over.
"""
_Found = TypeVar("_Found")
_Text = Annotated[str, Field(max_length=20_000)]


class PowerTokens:
    """The tokens of powers: what the SDK asks whom a token belongs to."""

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._tokens = {power: token.encode() for power, token in tokens.items()}

    async def verify_token(self, token: str) -> AccessToken | None:
        """The power of a token; None where it is nobody's."""
        said, found = token.encode(), None
        for power, known in self._tokens.items():
            if compare_digest(said, known):
                found = AccessToken(token=token, client_id=power, scopes=[], subject=power)
        return found


def mcp_server(
    desks: Mapping[str, SeatDesk], tokens: Mapping[str, str] | None = None, address: str = ""
) -> MCPServer[Any]:
    """A server for the desks of a game. With ``tokens``, by power, it is for HTTP at ``address``;
    without them there is one desk, whoever calls.

    Raises:
        MissingExtra: without the extra ``mcp``.
    """
    if tokens is None:
        (alone,) = desks.values()
        server = MCPServer[Any]("dragoman", instructions=_INSTRUCTIONS, log_level="WARNING")
    else:
        alone = None
        url = AnyHttpUrl(address)
        server = MCPServer[Any](
            "dragoman",
            instructions=_INSTRUCTIONS,
            token_verifier=PowerTokens(tokens),
            auth=AuthSettings(
                issuer_url=url, resource_server_url=None, validate_token_resource=False
            ),
            log_level="WARNING",
        )

    def desk() -> SeatDesk:
        caller = get_access_token()
        found = alone if alone is not None else desks.get(caller.client_id) if caller else None
        if found is None:
            raise ToolError("nobody plays by this token")
        return found

    _add_looks(server, desk)
    _add_acts(server, desk)
    return server


def _told(work: Callable[[], _Found]) -> _Found:
    """The answer of a desk; a refusal is an error of the tool, with what helps."""
    try:
        return work()
    except (ActionRefused, MissingExtra, DragomanError) as refused:
        raise ToolError(f"{refused}") from None


def _add_looks(server: MCPServer[Any], desk: Callable[[], SeatDesk]) -> None:
    """The tools that change nothing."""

    @server.tool()
    def state(length: Literal["short", "medium", "long"] = "medium") -> dict[str, Any]:
        """The game as it stands: position, phase, centres, what the last phases brought, and your
        own orders that are filed. Medium also says how orders are written, long has the map."""
        return _told(lambda: desk().state(length))

    @server.tool()
    def legal_orders(unit: str = "") -> dict[str, Any]:
        """Every legal order of each of your units, or of one (such as "A Par")."""
        return _told(lambda: desk().legal_orders(unit))

    @server.tool()
    def check_orders(orders: _Text) -> dict[str, Any]:
        """Say what is wrong with orders, with what may have been meant; files nothing."""
        return _told(lambda: desk().check_orders(orders))

    @server.tool()
    def what_if(orders: dict[str, _Text]) -> dict[str, Any]:
        """Judge orders on trial: by power, as {"FRANCE": "A Par - Bur", "GERMANY": "A Mun H"}.
        Units that are not ordered have no order. Files nothing, tells nobody."""
        return _told(lambda: desk().what_if(orders))

    @server.tool()
    def explain(unit: str) -> dict[str, Any]:
        """The reasons of what became of a unit's order in the last phase, with the rule."""
        return _told(lambda: desk().explain(unit))

    @server.tool()
    def history(phase: str = "") -> dict[str, Any]:
        """The phases that were judged; or the orders and outcomes of one, such as "S1901M"."""
        return _told(lambda: desk().history(phase))

    @server.tool(name="map")
    def map_(width: int = 900) -> Image:
        """A picture of the board as PNG."""
        return Image(data=_told(lambda: desk().map_png(width)), format="png")

    @server.tool()
    def read_messages(since: int = 1) -> dict[str, Any]:
        """All that was said by you and to you, from a message number on."""
        return _told(lambda: desk().read_messages(since))


def _add_acts(server: MCPServer[Any], desk: Callable[[], SeatDesk]) -> None:
    """The tools that play."""

    @server.tool()
    def submit_orders(orders: _Text, leave_rest: bool = False) -> dict[str, Any]:
        """File your orders for this phase, all at once, one on a line. With anything wrong, or a
        unit left without an order, nothing is filed and you are told why; leave_rest=true leaves
        units without an order on purpose. May be said again until the phase is judged."""
        return _told(lambda: desk().submit_orders(orders, leave_rest))

    @server.tool()
    def send_message(to: str, text: _Text) -> dict[str, Any]:
        """Send words to a power, to several ("FRANCE, ITALY") or to "all"; nobody else reads
        them."""
        return _told(lambda: desk().send_message(to, text))

    @server.tool()
    def vote_draw(agree: bool = True) -> dict[str, Any]:
        """Agree to a draw of all survivors in this phase, or no more; secret."""
        return _told(lambda: desk().vote_draw(agree))

    @server.tool()
    async def wait_phase(phase: str = "", seconds: float = 60.0) -> dict[str, Any]:
        """Wait until the game is in another phase than the one named, or is over, or somebody said
        something to you; 300 seconds at most."""
        return await desk().wait_phase(phase, seconds)
