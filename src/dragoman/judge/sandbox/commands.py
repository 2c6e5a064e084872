"""The commands of a private board's owner, as plain values, and how they are decided."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.settings import is_one_line
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import ROOT, Sandbox
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

LONGEST_NAME: Final = 80
LONGEST_SHEET: Final = 20_000
MOST_NODES: Final = 500
MOST_EVENTS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Retitle:
    """Call the board otherwise."""

    title: str


@dataclass(frozen=True, slots=True)
class Order:
    """Write a power's orders at the node at hand, all of them; they replace those before."""

    power: str
    text: str


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Judge what is ordered at the node at hand and go on to what comes of it. Where that was
    done before, the node of then is gone to."""


@dataclass(frozen=True, slots=True)
class StepBack:
    """Go to the node from which the one at hand came. Other orders there make a new branch."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Look at another node of the board."""

    node: int


@dataclass(frozen=True, slots=True)
class Name:
    """Call a node, and with it the branch that begins there, by a name; by none, if empty."""

    node: int
    name: str


@dataclass(frozen=True, slots=True)
class Prune:
    """Take a node away, with all that came of it."""

    node: int


@dataclass(frozen=True, slots=True)
class Share:
    """Have a link by which others may read the board, or have none any more."""

    shared: bool = True


Command: TypeAlias = Retitle | Order | Adjudicate | StepBack | GoTo | Name | Prune | Share


@dataclass(frozen=True, slots=True)
class Decided:
    """The events that a command adds, none where it changes nothing, and what is to be said of
    its orders."""

    events: tuple[ev.Event, ...] = ()
    told: tuple[Diagnostic, ...] = ()


def decide(s: Sandbox, command: Command) -> Decided:
    """The decision on a command of the owner.

    Raises:
        ActionRefused: if it cannot be.
    """
    decided = _DECIDE[type(command)](s, command)
    if decided.events and s.number + len(decided.events) > MOST_EVENTS:
        what = f"so much was done on this board that no more is kept than {MOST_EVENTS} steps"
        raise ActionRefused("sandbox-full", what, "copy it, and go on with the copy")
    return decided


def power_called(s: Sandbox, name: str) -> str:
    """The power that is meant.

    Raises:
        ActionRefused: if there is none.
    """
    try:
        power = s.variant.board.power_called(name)
    except UnknownName as error:
        raise ActionRefused("unknown-power", str(error), candidates=s.powers) from None
    if power not in s.powers:
        raise ActionRefused("unknown-power", f"nobody orders {power}", candidates=s.powers)
    return power


def check_node(s: Sandbox, number: int) -> int:
    """See that there is such a node.

    Raises:
        ActionRefused: if not.
    """
    if number not in s.nodes:
        raise ActionRefused("no-node", f"there is no node {number}")
    return number


def check_title(text: str) -> str:
    """A title as it is kept.

    Raises:
        ActionRefused: if it is too long, or none.
    """
    title = text.strip()
    if not 1 <= len(title) <= LONGEST_NAME:
        raise ActionRefused("no-title", f"a title has 1 to {LONGEST_NAME} letters")
    if not is_one_line(title):
        raise ActionRefused("no-title", "a title is one line of visible letters")
    return title


def _retitle(s: Sandbox, command: Retitle) -> Decided:
    title = check_title(command.title)
    return Decided((ev.Retitled(title),) if title != s.title else ())


def _order(s: Sandbox, command: Order) -> Decided:
    power = power_called(s, command.power)
    if len(command.text) > LONGEST_SHEET:
        what = f"orders have at most {LONGEST_SHEET} letters here"
        raise ActionRefused("sheet-too-long", what)
    _check_open(s)
    text = command.text if command.text.strip() else ""
    game = s.game(s.at)
    game.clear(power)
    told = game.order(power, text) if text else ()
    before = s.nodes[s.at].sheets.get(power, "")
    return Decided((ev.Ordered(s.at, power, text),) if text != before else (), told)


def _adjudicate(s: Sandbox, command: Adjudicate) -> Decided:
    _check_open(s)
    resolution = s.game(s.at).process()
    orders = FrozenMap(
        {power: tuple(map(write, given)) for power, given in resolution.orders.items()}
    )
    for one in s.children(s.at):
        if one.came_by == orders:
            return Decided((ev.Went(one.number),))
    if len(s.nodes) >= MOST_NODES:
        what = f"a board has at most {MOST_NODES} positions"
        raise ActionRefused("sandbox-full", what, "prune a branch")
    after = resolution.position.to_dict()
    return Decided((ev.Judged(s.last + 1, s.at, orders, after, resolution.winners),))


def _check_open(s: Sandbox) -> None:
    if s.nodes[s.at].winners:
        who = ", ".join(s.nodes[s.at].winners)
        raise ActionRefused("game-over", f"the game is won here by {who}", "step back")


def _step_back(s: Sandbox, command: StepBack) -> Decided:
    parent = s.nodes[s.at].parent
    if not parent:
        raise ActionRefused("nothing-before", "the board begins here")
    return Decided((ev.Went(parent),))


def _go_to(s: Sandbox, command: GoTo) -> Decided:
    node = check_node(s, command.node)
    return Decided((ev.Went(node),) if node != s.at else ())


def _name(s: Sandbox, command: Name) -> Decided:
    node, name = check_node(s, command.node), command.name.strip()
    if len(name) > LONGEST_NAME:
        raise ActionRefused("name-too-long", f"a name has at most {LONGEST_NAME} letters")
    return Decided((ev.Named(node, name),) if name != s.nodes[node].name else ())


def _prune(s: Sandbox, command: Prune) -> Decided:
    if check_node(s, command.node) == ROOT:
        raise ActionRefused("first-node", "the board begins here", "remove the whole board")
    return Decided((ev.Pruned(command.node),))


def _share(s: Sandbox, command: Share) -> Decided:
    if command.shared == bool(s.link):
        return Decided()
    # Whoever can guess it could read.
    return Decided((ev.Shared(secrets.token_urlsafe(16) if command.shared else ""),))


_DECIDE: Final = FrozenMap[type[Command], Callable[[Sandbox, Any], Decided]](
    {
        Retitle: _retitle,
        Order: _order,
        Adjudicate: _adjudicate,
        StepBack: _step_back,
        GoTo: _go_to,
        Name: _name,
        Prune: _prune,
        Share: _share,
    }
)
