"""Machiavelli at the judge: units are paid for, and dice and chits are secret."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Resolution, Variant, dice_json
from dragoman.judge.log.table import Count, SeesOrder, SeesSecrets, TableKind as Usual
from dragoman.orders import GiveChit, Maintain, Order, Remove, write
from dragoman.rules import PhaseKind, Position
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.judge.log.settings import Settings

_SEED_BITS: Final = 48


def _ducats(position: Position, power: str) -> int:
    return position.affairs.treasuries.get(power, 0) if position.affairs is not None else 0


class Table(Usual):
    counts: ClassVar[Mapping[str, Count]] = FrozenMap({**Usual.counts, "ducats": _ducats})
    looks_back: ClassVar[bool] = True  # famines begin in spring

    def faults(self, settings: Settings) -> Iterator[Diagnostic]:
        what = "in Machiavelli everybody sees the board"
        if settings.blind:
            yield Diagnostic("not-blind", what, "leave blind out").at("blind")
        if settings.switches.get("sight", "all") != "all":
            yield Diagnostic("not-blind", what, "leave sight out").at("switches")
        if settings.scoring:
            what = "the scoring systems count the centres of Diplomacy"
            yield Diagnostic("no-scoring", what, "leave scoring out").at("scoring")

    def means(self, game: Game, power: str) -> Mapping[str, Any] | None:
        found = game.means.get(power)
        if found is None:
            return None
        return {
            "treasury": found.treasury,
            "credit": found.credit,
            "owes": found.owes,
            "falls_due": found.falls_due,
            "receivers": list(found.receivers),
            "chits": list(found.chits),
            "expenses": [
                {
                    "order": write(one.order(1)),
                    "minimum": one.minimum,
                    "step": one.step,
                    "most": one.most,
                }
                for one in found.expenses
            ],
        }

    def unpaid(self, game: Game, power: str, orders: Sequence[Order]) -> tuple[Unit, ...]:
        rules = game.rule_set
        is_winter = game.phase.kind is PhaseKind.ADJUSTMENT
        if not is_winter or rules.money == "no" or rules.upkeep != "ordered":
            return ()
        board = game.variant.board
        named = {
            board.province_of[one.unit.location]
            for one in orders
            if isinstance(one, Maintain | Remove)
        }
        units = game.position.units_of(power)
        return tuple(one for one in units if board.province_of[one.location] not in named)

    def only_for(self, power: str, order: Order) -> tuple[str, ...]:
        """The two powers that know of a chit that one gave to the other."""
        return (power, order.to) if isinstance(order, GiveChit) else ()

    def hide(self, position: dict[str, Any], sees: SeesSecrets) -> None:
        """Nobody sees the seed of the dice, for who has it knows what they will show."""
        if (affairs := position.get("affairs")) is None:
            return
        affairs.pop("seed", None)
        chits = {power: held for power, held in affairs.pop("chits", {}).items() if sees(power)}
        if chits:
            affairs["chits"] = chits

    def with_other_secrets(self, position: Position, sees: SeesSecrets) -> Position:
        """The dice will fall otherwise, and nobody has chits but those known of."""
        if (affairs := position.affairs) is None:
            return position
        chits = {power: held for power, held in affairs.chits.items() if sees(power)}
        own = replace(affairs, chits=chits, seed=secrets.randbits(_SEED_BITS))
        return replace(position, affairs=own)

    def with_secrets_of(self, position: Position, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Masters, too, may give others away, but do not know the seed of the dice."""
        affairs = given.get("affairs")
        if position.affairs is None or not isinstance(affairs, Mapping):
            return given
        kept = cast(Mapping[str, Any], affairs)
        return {**given, "affairs": {**kept, "seed": position.affairs.seed}}

    def has_secrets(self, position: Position) -> bool:
        return position.affairs is not None

    def account(
        self, variant: Variant, resolution: Resolution, sees: SeesOrder
    ) -> Mapping[str, Any] | None:
        if resolution.account is None:
            return None
        data: dict[str, Any] = resolution.account.data()
        given = zip(data.pop("gifts", ()), resolution.account.gifts, strict=True)
        if gifts := [one for one, gift in given if sees(gift.power, gift.order)]:
            data["gifts"] = gifts
        return data | dice_json(variant, resolution.account)
