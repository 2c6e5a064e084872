"""Dice that a game master threw on a table instead of having them rolled (Machiavelli)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.errors import DragomanError, WrongArgument
from dragoman.game.resolution import Resolution, process
from dragoman.game.variant import PLAY, Variant
from dragoman.rules import Position, RuleSet

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.game.state import GameState
    from dragoman.machiavelli import Account, Roll, RollFor

DiceGiven: TypeAlias = "str | Roll | Iterable[str | Roll]"
"""Dice as they are given: lines such as ``famine severity: 4 2``, or rolls."""

Faults: TypeAlias = tuple[Diagnostic, ...]


class DiceError(DragomanError):
    """Dice that cannot have been thrown, or that nothing asks for.

    ``diagnostics`` holds everything that is wrong with them.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "; ".join(map(str, self.diagnostics))


def _is_list(given: object) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, Mapping | bytes)


def read_dice(variant: Variant, given: DiceGiven) -> tuple[tuple[Roll, ...], Faults]:
    """The dice that can be understood, and what is wrong with the rest."""
    if given == ():
        return (), ()
    from dragoman.machiavelli import Roll  # only now: most games need no dice

    what: Any = given
    parts = [given] if isinstance(given, str | Roll) else list(what if _is_list(what) else (what,))
    for part in parts:
        if not isinstance(part, str | Roll):
            what = f"dice are lines such as 'famine severity: 4 2', or rolls, not {part!r:.60}"
            raise WrongArgument(f"{what}; orders are given by order() or submit()")
    names = PLAY.of(variant).dice(variant)
    if names is None:
        what = f"no dice are thrown in {variant.title}"
        return (), (Diagnostic("unasked-die", what, "leave them out"),)
    faults: list[Diagnostic] = []
    lines: list[tuple[int, str]] = []
    for part in parts:
        if isinstance(part, str):
            lines += enumerate(part.split("\n"), len(lines) + 1)
            continue
        try:
            lines.append((len(lines) + 1, names.write(part)))
        except LookupError:
            what = f"{part!r}: there is no such die in {variant.title}"
            faults.append(Diagnostic("unasked-die", what, "leave it out"))
    found, _, wrong = names.read_lines((n, line) for n, line in lines if line.strip())
    return found, (*faults, *wrong)


def begun(
    variant: Variant, rule_set: RuleSet, seed: int | None, given: DiceGiven
) -> tuple[Position, Account | None]:
    """The position in which a game begins, with these dice in its first income.

    Raises:
        DiceError: if something is wrong with them.
    """
    thrown, faults = read_dice(variant, given)
    position, account = PLAY.of(variant).begin(variant, rule_set, seed, thrown)
    faults += tuple(fault for _, fault in unasked_dice(variant, account, thrown))
    if faults:
        raise DiceError(faults)
    return position, account


def unasked_dice(
    variant: Variant, account: Account | None, thrown: Iterable[Roll]
) -> tuple[tuple[Roll, Diagnostic], ...]:
    """The thrown dice that were not asked for, by the account of what happened."""
    names = PLAY.of(variant).dice(variant)
    if names is None or account is None:
        return ()
    asked = account.rolls
    return tuple(
        (die, names.unasked(die, asked))
        for die in thrown
        if not any(die.is_as(one) for one in asked)
    )


def dice_json(variant: Variant, account: Account | None) -> dict[str, list[str]]:
    """Every roll, and those that were thrown on a table, as the record of a game has them; nothing
    where no dice are needed."""
    if account is None or not account.rolls:
        return {}
    found = {"dice": dice_texts(variant, account.rolls)}
    if thrown := [roll for roll in account.rolls if roll.is_thrown]:
        found["thrown"] = dice_texts(variant, thrown)
    return found


def dice_texts(variant: Variant, rolls: Iterable[Roll]) -> list[str]:
    """Dice as texts of games keep them: ``famine severity 1: 4``."""
    names = PLAY.of(variant).dice(variant)
    return [] if names is None else [names.write(roll) for roll in rolls]


def with_recorded(
    variant: Variant, resolution: Resolution, recorded: Sequence[Roll]
) -> Resolution | None:
    """The phase judged once more with the dice that a record has of it; None where these are what
    the seed gives, or the record has none."""
    rolls = () if resolution.account is None else resolution.account.rolls
    if not recorded or {_shown(roll) for roll in rolls} == {_shown(roll) for roll in recorded}:
        return None
    given = _told_apart(recorded, resolution.thrown)
    return process(variant, resolution.before, resolution.orders, resolution.rule_set, given)


def take_opening(game: GameState, dice: Sequence[Roll], thrown: Sequence[Roll]) -> bool:
    """Give a game the account of its first income, from the dice that a record has of it; whether
    they lead to where the game starts."""
    play, given = PLAY.of(game.variant), _told_apart(dice, thrown)
    seed = play.seed_of(game.start)
    if seed is None:
        return False
    position, account = play.begin(game.variant, game.rule_set, seed, given)
    if position == game.start:
        game.opening = account
    return position == game.start


def _told_apart(dice: Iterable[Roll], thrown: Iterable[Roll]) -> tuple[Roll, ...]:
    """The dice, with those marked that were thrown on a table."""
    on_table = {_shown(roll) for roll in thrown}
    return tuple(replace(roll, is_thrown=_shown(roll) in on_table) for roll in dice)


def _shown(roll: Roll) -> tuple[RollFor, str | None, int, int]:
    return roll.purpose, roll.power, roll.number, roll.die


def as_warnings(faults: Iterable[Diagnostic]) -> Faults:
    """Faults that may still be none when all orders are in."""
    return tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
