"""Grammars of legal orders for constrained decoding: as llama.cpp reads them (GBNF), and as
regular expressions for servers that take these, such as those that use outlines or llguidance.

Both describe the same: one order, or the orders of all units of a power, each on a line. The
expressions have alternatives, groups and literals alone, which all engines know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from dragoman.board import UnknownName
from dragoman.bots.model.answer_form import quoted
from dragoman.env.text.prompts import check_told, due, ordered_units, orders_of
from dragoman.env.text.tries import END, OrderTrie
from dragoman.errors import DragomanError, checked
from dragoman.game import Game
from dragoman.orders import Waive
from dragoman.orders.order import UnitNamed, unit_called

_LONGEST: Final = 1_000_000
"""The letters of an expression that is still of use."""
_SIGNS: Final = frozenset(r".^$*+?{}[]()|\\")
"""Those that mean something in an expression."""


class _OneOf:
    """Alternatives: each a row of texts and further alternatives. Two that are equal are written
    as one, so what they hang on is worked out once."""

    __slots__ = ("_hash", "options")

    def __init__(self, options: tuple[_Row, ...]) -> None:
        self.options, self._hash = options, hash(options)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OneOf) and self.options == other.options


_Row: TypeAlias = "tuple[str | _OneOf, ...]"


@checked
def order_trie(game: Game, power: str, unit: UnitNamed | None = None) -> OrderTrie:
    """The legal orders of a power now, or of one unit of it, word by word.

    Raises:
        UnknownName: if there is no such power, or it has no such unit to order.
        DragomanError: if powers do not see all of the board, or it is no game of Diplomacy.
    """
    check_told(game)
    legal = orders_of(game, game.board.power_called(power))
    if unit is None:
        return OrderTrie(str(one) for orders in legal.values() for one in orders)
    if (found := unit_called(legal, unit)) is None:
        what = f"no unit {str(unit)!r} of this power has orders to be given"
        raise UnknownName("unit", str(unit), [*map(str, legal)], what)
    return OrderTrie(map(str, legal[found]))


def order_grammar(trie: OrderTrie, end: str = "") -> str:
    """One of the orders, in GBNF, with ``end`` behind it.

    Raises:
        DragomanError: if there is no order.
    """
    return _written_as_gbnf(_order(trie, end))


def order_pattern(trie: OrderTrie, end: str = "") -> str:
    """One of the orders, as a regular expression that the whole of a text has to match, with
    ``end`` behind it. Some engines stop where an order may be over, such as that of outlines: with
    an end as ``"\\n"`` no order begins another.

    Raises:
        DragomanError: if there is no order.
    """
    return _written_as_pattern(_order(trie, end))


@checked
def answer_grammar(game: Game, power: str) -> str:
    """All orders of a power now in GBNF, each a line with its end: one for each unit in the
    sequence of ``legal_orders``; of builds and removals as many as are due, each in another
    province, and last those that are waived.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if it has nothing to order, powers do not see all of the board, or it is no
            game of Diplomacy.
    """
    return _written_as_gbnf(_answer(game, power))


@checked
def answer_pattern(game: Game, power: str) -> str:
    """The same as a regular expression that the whole of an answer has to match.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: as ``answer_grammar`` does; and if there are so many choices of removals that
            an expression, which has to name each, would have more than a million letters.
    """
    return _written_as_pattern(_answer(game, power))


# What may be said


def _order(trie: OrderTrie, end: str) -> _Row:
    if not len(trie):
        raise DragomanError("there is no order to make a grammar of")
    return _joined((*_of_trie(trie.root), end))


def _answer(game: Game, power: str) -> _Row:
    check_told(game)
    key = game.board.power_called(power)
    legal, number = orders_of(game, key), due(game, key)
    if number is None:
        units = [_of_orders(legal[unit]) for unit in ordered_units(game, key)]
        rows = _joined(one for unit in units for one in (*unit, "\n"))
    else:
        if any(kind.cost != 1 for kind in game.board.kinds.values()):
            raise DragomanError("units that cost other than one have no grammar of answers")
        sites: dict[str, list[Any]] = {}
        for unit, orders in legal.items():
            if unit.location:
                sites.setdefault(game.board.province_of[unit.location], []).extend(orders)
        waives = any(Waive() in orders for orders in legal.values())
        rows = _chosen([_of_orders(own) for own in sites.values()], abs(number), waives)
    if not rows:
        name = game.board.powers[key].name
        raise DragomanError(f"{name} has nothing to order in {game.phase}")
    return rows


def _of_orders(orders: Iterable[object]) -> _Row:
    return _of_trie(OrderTrie(map(str, orders)).root)


def _of_trie(node: dict[str, Any], blank: str = "") -> _Row:
    """The words that a trie has from a node on; ``blank`` stands before them.

    What begins another alternative comes behind it, and the end of an order last: engines that
    take the first alternative that fits, as outlines does, would never come to the other.
    """
    longest_first = sorted(node.items(), key=lambda one: -len(one[0]))
    return _any_of(
        tuple(
            () if word == END else _joined((f"{blank}{word}", *_of_trie(rest, " ")))
            for word, rest in longest_first
        )
    )


def _any_of(rows: tuple[_Row, ...]) -> _Row:
    return rows[0] if len(rows) == 1 else (_OneOf(rows),)


def _joined(row: Iterable[str | _OneOf]) -> _Row:
    """The same row with texts that stand side by side in one, and no empty one."""
    found: list[str | _OneOf] = []
    for part in row:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part:
            found.append(part)
    return tuple(found)


def _chosen(sites: Sequence[_Row], number: int, waives: bool) -> _Row:
    """Orders at so many of some sites, in their sequence, each on a line; where one may waive,
    builds that are waived stand for the rest."""

    @cache
    def rows(at: int, left: int) -> tuple[_Row, ...]:
        """The lines from a site on."""
        if not left:
            return ((),)
        if at == len(sites):
            return ((f"{Waive()}\n" * left,),) if waives else ()
        after = rows(at + 1, left - 1)
        here = (_joined((*sites[at], "\n", *_any_of(after))),) if after else ()
        return (*here, *rows(at + 1, left))

    return _any_of(rows(0, number if waives else min(number, len(sites))))


# How it is written


def _written_as_gbnf(root: _Row) -> str:
    """The rules of a grammar. Alternatives that occur several times are one rule."""
    names: dict[_OneOf, str] = {}
    rules: dict[str, str] = {}

    def told(row: _Row) -> str:
        return " ".join(quoted(one) if isinstance(one, str) else named(one) for one in row)

    def named(choice: _OneOf) -> str:
        if choice not in names:
            name = names[choice] = f"r{len(names) + 1}"
            rules[name] = ""  # holds its place
            rules[name] = " | ".join(told(row) or quoted("") for row in choice.options)
        return names[choice]

    rules["root"] = ""
    rules["root"] = told(root)
    return "\n".join(f"{name} ::= {options}" for name, options in rules.items())


def _written_as_pattern(root: _Row) -> str:
    """An expression, in which alternatives are written out wherever they occur."""
    lengths: dict[_OneOf, int] = {}
    texts: dict[_OneOf, str] = {}

    def length(row: _Row) -> int:
        return sum(len(one) if isinstance(one, str) else length_of(one) for one in row)

    def length_of(choice: _OneOf) -> int:
        if choice not in lengths:
            lengths[choice] = 4 + sum(1 + length(row) for row in choice.options)
        return lengths[choice]

    def told(row: _Row) -> str:
        return "".join(_escaped(one) if isinstance(one, str) else text_of(one) for one in row)

    def text_of(choice: _OneOf) -> str:
        if choice not in texts:
            texts[choice] = f"(?:{'|'.join(map(told, choice.options))})"
        return texts[choice]

    if length(root) > _LONGEST:
        raise DragomanError(
            f"an expression of so many choices has over {_LONGEST:,} letters; take a grammar"
        )
    return told(root)


def _escaped(text: str) -> str:
    return "".join(
        "\\n" if sign == "\n" else f"\\{sign}" if sign in _SIGNS else sign for sign in text
    )
