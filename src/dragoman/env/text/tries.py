"""Legal orders word by word: a trie whose tokens are words, for decoding that can say nothing
else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from dragoman.errors import DragomanError

END: Final = ""
"""The word that follows the last one of an order."""


class OrderTrie:
    """The orders that some words can begin, as a trie: each edge is a word, as ``A``, ``Par``,
    ``-`` and ``Bur``. ``END`` follows where an order may be over.

        >>> OrderTrie(["A Par H", "A Par - Bur", "A Par - Gas"]).following("A Par -")
        ('Bur', 'Gas')
    """

    def __init__(self, orders: Iterable[str]) -> None:
        self.root: dict[str, Any] = {}
        """From each word to what follows it, and so on; ``END`` leads to nothing."""
        self._count = 0
        for order in orders:
            node = self.root
            for word in order.split(" "):
                node = node.setdefault(word, {})
            self._count += END not in node
            node[END] = {}

    def __len__(self) -> int:
        """The number of orders."""
        return self._count

    def __iter__(self) -> Iterator[str]:
        """All orders, in the sequence in which they were given, as far as they begin alike."""
        yield from _orders(self.root, ())

    def __contains__(self, order: object) -> bool:
        return isinstance(order, str) and END in self._reached(order.split(" "))

    def following(self, said: str | Sequence[str] = ()) -> tuple[str, ...]:
        """The words that may come next after these; ``END`` where the order may be over. Nothing
        at all where no order begins so."""
        words = said.split() if isinstance(said, str) else said
        return tuple(self._reached(words))

    def walk(self, dice: Random) -> str:
        """An order, each of its words chosen at random among those that may come next.

        Raises:
            DragomanError: if there is no order.
        """
        if not self.root:
            raise DragomanError("there is no order to walk to")
        words: list[str] = []
        node = self.root
        while (word := dice.choice([*node])) != END:
            words.append(word)
            node = node[word]
        return " ".join(words)

    def compact(self) -> str:
        """All orders as a tree in one line: ``A Par (H | - (Bur | Gas))``. A tree that may end
        where it goes on has an empty branch: ``S A Mar ( | - Spa)``."""
        return _branches(self.root)

    def _reached(self, words: Iterable[str]) -> dict[str, Any]:
        node = self.root
        for word in words:
            if word == END or word not in node:
                return {}
            node = node[word]
        return node


def _orders(node: dict[str, Any], words: tuple[str, ...]) -> Iterator[str]:
    for word, rest in node.items():
        if word == END:
            yield " ".join(words)
        else:
            yield from _orders(rest, (*words, word))


def _branches(node: dict[str, Any], inside: bool = False) -> str:
    told = [f"{word} {_branches(rest, True)}".rstrip() for word, rest in node.items()]
    if len(told) < 2:
        return "".join(told)
    return f"({' | '.join(told)})" if inside else " | ".join(told)
