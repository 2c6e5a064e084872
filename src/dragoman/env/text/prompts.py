"""A game as a prompt: what stands on the board, what happened, and what a power may order.

What stays the same comes first, so that servers of language models need to read it once: of two
texts of one game the beginnings are equal as far as ``stable_text`` goes, and for all powers but
for the last line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from dragoman.board import Board, Unit
from dragoman.env.text.tries import OrderTrie
from dragoman.errors import DragomanError, checked
from dragoman.game import Game, Variant, spoken
from dragoman.game.variant import PLAY
from dragoman.orders import Order, UnitRef, Waive, write
from dragoman.orders.order import place_text, unit_text
from dragoman.rules import PhaseKind, Position, RuleSet

Length = Literal["short", "medium", "long"]
"""The length of a text. Short: the position in one line, orders as a tree. Medium: also how orders
are written and what the last phases brought; each order in full. Long: also the map and all that
happened; each order in words, too."""

_HOW: Final = """\
How orders are written, one on a line:
A Par H (hold); A Par - Bur (move); A Lon - Bel via convoy (move by convoy)
A Mar S A Par - Bur (support a move); A Mar S A Par (support to hold); F Eng C A Lon - Bel (convoy)
A Par R Gas, or Disband A Par (retreats); Build A Par, Remove A Par, Waive (adjustments)"""
_DUE: Final = {True: "build", False: "removal"}


def check_told(game: Game, length: str = "short") -> None:
    """Refuse a game that is not told in these texts.

    Raises:
        DragomanError: if powers do not see all of the board, or it is no game of Diplomacy; or if
            there is no such length.
    """
    variant = game.variant
    if length not in get_args(Length):
        raise DragomanError(f"length is one of {get_args(Length)}, not {length!r}")
    if variant.kind != "diplomacy":
        raise DragomanError(f"{variant.name} is a game of {variant.kind}, not of Diplomacy")
    if game.rule_set.sight != "all":
        raise DragomanError(f"{variant.name} is played in fog; these texts show all of a board")


# The state of a game


@checked
def stable_text(game: Game, length: Length = "medium") -> str:
    """The beginning of ``state_text`` that is the same in all phases and for all powers.

    Raises:
        DragomanError: if the game cannot be told (see ``check_told``).
    """
    check_told(game, length)
    variant = game.variant
    powers = ", ".join(power.name for power in variant.players.values())
    wins = f"{variant.victory_centers} of {len(variant.board.centers)} supply centres win"
    lines = [f"{variant.title} ({variant.name}): {powers}; {wins}."]
    if length != "short":
        lines.append(_HOW)
    if length == "long":
        lines += ["", "The map (A: where armies go from there, F: fleets):"]
        lines += _map_lines(variant.board)
    return "\n".join(lines)


@checked
def state_text(game: Game, power: str, length: Length = "medium") -> str:
    """The state of a game for a power, in three lengths; what does not change comes first.

    The position is in one line, which ``Position.parse`` reads back. In the long text all phases
    stand before it, the oldest first, in the medium one the last movement and what came after it.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if the game cannot be told (see ``check_told``).
    """
    key = game.board.power_called(power)
    parts = [stable_text(game, length)]
    past = [*game.history] if length == "long" else []
    if length == "medium":
        moved = [n for n, one in enumerate(game.history) if one.phase.kind is PhaseKind.MOVEMENT]
        past = [*game.history[moved[-1] if moved else 0 :]]
    parts += [one.text() for one in past]
    now = str(game.ending) if game.ending is not None else spoken(game.phase)
    parts.append(f"Now: {now}\n{game.position.text()}\nYou play {game.board.powers[key].name}.")
    return "\n\n".join(parts)


@checked
def state_data(game: Game, power: str) -> dict[str, Any]:
    """The same for programs, of texts, numbers and lists alone: ``variant``, ``you``, ``powers``,
    ``victory_centers``, ``position`` (as ``Position.to_dict`` has it), ``history`` (each phase as
    ``Resolution.to_dict`` has it) and ``ending``, None while the game goes on.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if the game cannot be told (see ``check_told``).
    """
    check_told(game)
    ending = game.ending
    return {
        "variant": game.variant.name,
        "powers": [*game.variant.players],
        "victory_centers": game.variant.victory_centers,
        "history": [one.to_dict() for one in game.history],
        "position": game.position.to_dict(),
        "ending": None if ending is None else {"how": ending.how, "powers": [*ending.powers]},
        "you": game.board.power_called(power),
    }


def _map_lines(board: Board) -> Iterator[str]:
    """A line for each location: its name, what it is, and where units go from it."""
    for province in board.provinces.values():
        if not province.terrain.is_ground:
            continue
        facts = [province.name, province.terrain.value]
        facts += ["supply centre"] * province.is_center
        if province.home is not None:
            facts.append(f"home of {board.powers[province.home].name}")
        ways = [
            f"{kind}{f' {place_text(at)}' if at != province.key else ''}: "
            + " ".join(map(place_text, near))
            for at in province.locations
            for kind in board.kinds
            if (near := board.reach(kind, at))
        ]
        yield "; ".join((f"{place_text(province.key)} = {', '.join(facts)}", *ways))


# The orders of a power


@checked
def orders_text(game: Game, power: str, length: Length = "medium") -> str:
    """The legal orders of a power now, in three lengths, none of which leaves one out.

    Short is a line for each unit, its orders as a tree of words: ``A Par (- (Bur | Gas) | H)``
    stands for ``A Par - Bur``, ``A Par - Gas`` and ``A Par H``. Medium names each order, long each
    on a line of its own with its words in full.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if the game cannot be told (see ``check_told``).
    """
    check_told(game, length)
    key = game.board.power_called(power)
    lines = [_heading(game, key)]
    for unit, orders in orders_of(game, key).items():
        texts = [*map(str, orders)]
        name = unit_name(unit)
        if length == "short":
            lines.append(OrderTrie(texts).compact())
        elif length == "medium":
            lines.append(f"{name}: {'; '.join(texts)}" if name else "; ".join(texts))
        else:
            lines += [f"{name}:"] * bool(name)
            lines += [
                f"  {text} ({_in_words(game, order)})"
                for text, order in zip(texts, orders, strict=True)
            ]
    return "\n".join(lines)


@checked
def orders_data(game: Game, power: str) -> dict[str, Any]:
    """The same for programs: ``phase``, ``you``, ``due`` (builds; below zero removals; in other
    phases None) and ``units``, each with its name and its legal ``orders``.

    Raises:
        UnknownName: if there is no such power.
        DragomanError: if the game cannot be told (see ``check_told``).
    """
    check_told(game)
    key = game.board.power_called(power)
    return {
        "phase": str(game.phase),
        "you": key,
        "due": due(game, key),
        "units": [
            {"unit": unit_name(unit), "orders": [*map(str, orders)]}
            for unit, orders in orders_of(game, key).items()
        ],
    }


def orders_of(game: Game, power: str) -> dict[Unit, tuple[Order, ...]]:
    """The legal orders of each unit of a power, as ``Game.legal_orders`` has them. Those of all
    powers are worked out once in a position."""
    found = _orders_of_all(game.variant, game.position, game.rule_set)
    return {unit: orders for unit, orders in found.items() if unit.power == power}


@lru_cache(maxsize=16)
def _orders_of_all(
    variant: Variant, position: Position, rule_set: RuleSet
) -> Mapping[Unit, tuple[Order, ...]]:
    return PLAY.of(variant).legal_orders(variant, position, rule_set)


def due(game: Game, power: str) -> int | None:
    """The builds that a power has to order, below zero its removals; None in other phases."""
    if game.phase.kind is not PhaseKind.ADJUSTMENT:
        return None
    found = PLAY.of(game.variant).builds_due(game.variant, game.position, game.rule_set)
    return found.get(power, 0)


def unit_name(unit: Unit) -> str:
    """A unit as orders name it, ``A Par``; empty for builds that are waived."""
    return unit_text(UnitRef(unit.location, unit.kind or None)) if unit.location else ""


def ordered_units(game: Game, power: str) -> tuple[Unit, ...]:
    """The units that a power has to order now, each by itself: those that stand, or in a retreat
    phase those that were dislodged; none in an adjustment phase."""
    match game.phase.kind:
        case PhaseKind.MOVEMENT:
            return game.position.units_of(power)
        case PhaseKind.RETREAT:
            return tuple(d.unit for d in game.position.dislodged if d.unit.power == power)
        case PhaseKind.ADJUSTMENT:
            return ()


def _heading(game: Game, power: str) -> str:
    name, number = game.board.powers[power].name, due(game, power)
    if number is None:
        units = ordered_units(game, power)
        wanted = f"one order for each of {', '.join(map(unit_name, units))}" if units else "nothing"
    else:
        one = _DUE[number > 0]
        wanted = f"{abs(number)} {one}{'s' * (abs(number) != 1)}" if number else "nothing"
    return f"{name} orders in {game.phase}: {wanted}."


def _in_words(game: Game, order: Order) -> str:
    return "no unit is built" if isinstance(order, Waive) else write(order, "english", game.board)
