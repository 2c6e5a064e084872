"""A private board as it stands: a tree of positions, and what is ordered at each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace

from dragoman.event_log import FoldRules
from dragoman.game import Find, Game, Resolution, Variant, find_variant
from dragoman.judge.log.on_board import position_of, replayed, rules_of
from dragoman.judge.log.settings import Settings
from dragoman.judge.log.table import TABLE
from dragoman.judge.sandbox import events as ev
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position, RuleSet
from dragoman.values import FrozenMap

ROOT = 1
"""The node at which every board begins."""


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the tree: the one that it came of, 0 for the first, by which orders, and what
    is ordered there, by power."""

    number: int
    parent: int
    position: ev.Data
    came_by: Mapping[str, tuple[str, ...]] = field(
        default_factory=FrozenMap[str, "tuple[str, ...]"]
    )
    winners: tuple[str, ...] = ()
    name: str = ""
    sheets: Mapping[str, str] = field(default_factory=FrozenMap[str, str])


@dataclass
class Sandbox:
    """A private board. Callers must not change it; ``apply`` does."""

    origin: ev.Forked
    variant: Variant
    rules: RuleSet
    title: str
    nodes: dict[int, Node]
    at: int = ROOT
    """The node that its owner looks at."""
    last: int = ROOT
    """The highest number that a node has had."""
    link: str = ""
    number: int = 0
    """The number of the last event of its log."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that can be ordered, all of the board: units out of sight may be any's."""
        return tuple(self.variant.players)

    def position(self, number: int) -> Position:
        """The position at a node."""
        return position_of(self.variant, self.rules, self.nodes[number].position)

    def game(self, number: int) -> Game:
        """A game that begins at a node, with the orders given there."""
        game = Game(self.variant, self.rules, self.position(number))
        for power, text in self.nodes[number].sheets.items():
            game.order(power, text)
        return game

    def resolution(self, number: int) -> Resolution | None:
        """The resolution that made a node; None at the first."""
        node = self.nodes[number]
        if not node.parent:
            return None
        before = self.position(node.parent)
        return replayed(self.variant, self.rules, before, node.came_by, node.position, node.winners)

    def earlier(self, number: int) -> tuple[Resolution, ...]:
        """The resolutions that made the nodes of the same year from which a node came, oldest
        first; empty where that explains nothing in the kind of game."""
        if not TABLE.of(self.variant).looks_back:
            return ()
        found: list[Resolution] = []
        node = self.nodes[number]
        while (node := self.nodes.get(node.parent)) is not None:
            resolution = self.resolution(node.number)
            if resolution is None or resolution.phase.year != self.position(number).phase.year:
                break
            found.insert(0, resolution)
        return tuple(found)

    def children(self, number: int) -> tuple[Node, ...]:
        """The nodes that came of one, oldest first."""
        return tuple(one for one in self.nodes.values() if one.parent == number)

    def branch(self, number: int) -> Iterator[int]:
        """A node and all that came of it, each after the one that it came of."""
        waiting = [number]
        while waiting:
            yield (one := waiting.pop())
            waiting += (child.number for child in reversed(self.children(one)))


def rebuild(log: Iterable[ev.Event], find: Find = find_variant) -> Sandbox:
    """The board that a log describes.

    Raises:
        ValueError: if the log does not begin with a position.
        VariantError: if its variant is not there any more.
    """
    events = iter(log)
    first = next(events, None)
    if not isinstance(first, ev.Forked):
        raise ValueError("the log of a board begins with a position")
    variant = find(first.variant)
    wished = Settings(first.title, first.variant, first.rules, first.switches)
    root = Node(ROOT, 0, first.position)
    s = Sandbox(first, variant, rules_of(wished, variant), first.title, {ROOT: root}, number=1)
    for one in events:
        apply(s, one)
    return s


def apply(s: Sandbox, event: ev.Event) -> None:
    """Carry out one more event on a board."""
    _RULES[type(event)](s, event)
    s.number += 1


_RULES = FoldRules[Sandbox]()
_on = _RULES.on


@_on(ev.Retitled)
def _retitled(s: Sandbox, event: ev.Retitled) -> None:
    s.title = event.title


@_on(ev.Ordered)
def _ordered(s: Sandbox, event: ev.Ordered) -> None:
    node = s.nodes[event.node]
    sheets = {**node.sheets, event.power: event.text}
    kept = FrozenMap({power: text for power, text in sheets.items() if text})
    s.nodes[event.node] = replace(node, sheets=kept)


@_on(ev.Judged)
def _judged(s: Sandbox, event: ev.Judged) -> None:
    s.nodes[event.node] = Node(
        event.node, event.parent, event.position, event.orders, event.winners
    )
    s.at = event.node
    s.last = max(s.last, event.node)


@_on(ev.Went)
def _went(s: Sandbox, event: ev.Went) -> None:
    s.at = event.node


@_on(ev.Named)
def _named(s: Sandbox, event: ev.Named) -> None:
    s.nodes[event.node] = replace(s.nodes[event.node], name=event.name)


@_on(ev.Pruned)
def _pruned(s: Sandbox, event: ev.Pruned) -> None:
    parent = s.nodes[event.node].parent
    gone = set(s.branch(event.node))
    if s.at in gone:
        s.at = parent
    s.nodes = {number: one for number, one in s.nodes.items() if number not in gone}


@_on(ev.Shared)
def _shared(s: Sandbox, event: ev.Shared) -> None:
    s.link = event.link
