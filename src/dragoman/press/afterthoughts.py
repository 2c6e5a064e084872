"""Afterthoughts: what a bot says to people alone, in sentences: when a turn is over of what it
thought, of a letter what it made of it, and of a refusal its reason.

To programs it says nothing by that. As text it is a line of its own: ``NOTE: took (A MUN-RUH)``.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.board import Board
from dragoman.orders import Order, ScanOptions, scan_order, write
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import Part, PowerKey, Statement, Verbatim, WrittenOrder

NOTE: Final = "NOTE: "
"""The beginning of the line."""
KINDS: Final = (
    "aimed",
    "helped",
    "guarded",
    "stabbed",
    "kept",
    "feared",
    "attacked",
    "thanks",
    "unread",
    "unread-again",
    "idle",
    "whom",
    "unasked",
    "agreed",
    "refused",
    "opened",
    "because-costs",
    "because-illegal",
    "because-promised",
    "because-offered",
    "because-against-me",
    "because-distrusted",
    "because-target",
    "because-friend",
    "because-busy",
    "because-stop-leader",
    "because-early",
    "because-ahead",
    "because-secret",
    "because-not-mine",
)
"""Meant to take a centre by an order; helped a power; guarded a unit; broke its word to a power, or
kept it although that cost something; fears a power; was attacked by one; was helped by one. Of a
letter: did not understand all of it, and what it does understand; did not again; knows no unit that
could do it, or too many; asks against whom an alliance is to be; is told yes or no where it offered
nothing; has its own offer accepted, or refused. Opens by a line that has a name. The rest are
reasons for which it refuses something, or says nothing to it (see ``bots.partner.thoughts``)."""
_LINE: Final = re.compile(
    r"NOTE: ([a-z-]+)(?: ([A-Z]\S*))?(?: \(([^()]{1,80})\))?(?: \"(\w[\w ,.’'-]{1,60})\")?\Z"
)


@dataclass(frozen=True, slots=True)
class Afterthought:
    """A sentence of one of ``KINDS``: about an order, a power or both, or a named opening."""

    kind: str
    power: str = ""
    order: Order | None = None
    name: str = ""


def write_afterthought(said: Afterthought) -> str:
    """The line of it."""
    power = f" {said.power}" if said.power else ""
    order = f" ({write(said.order)})" if said.order else ""
    name = f' "{said.name}"' if said.name else ""
    return f"{NOTE}{said.kind}{power}{order}{name}"


def read_afterthought(line: str, board: Board) -> Afterthought | None:
    """The afterthought in a line; None if it is no such line."""
    met = _LINE.match(line)
    if met is None or met[1] not in KINDS or (met[2] and met[2] not in board.powers):
        return None
    order = scan_order(met[3], board, options=ScanOptions(suggestions=0)) if met[3] else None
    if order is not None and not isinstance(order, Order):
        return None
    return Afterthought(met[1], met[2] or "", order, met[4] or "")


def afterthought_part(said: Afterthought) -> Part:
    """It as a statement, for whoever tells it."""
    parts: dict[str, Part] = {}
    if said.power:
        parts["power"] = PowerKey(said.power)
    if said.order is not None:
        parts["order"] = WrittenOrder(said.order)
    if said.name:
        parts["name"] = Verbatim(said.name)
    return Statement(f"note.{said.kind}", parts)
