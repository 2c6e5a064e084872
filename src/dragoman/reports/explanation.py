"""An explanation of one order, or of something else that happened: what is said, and by which
rules."""

from __future__ import annotations

from typing import Self

from dragoman.board import Unit
from dragoman.orders import Notation, unit_of, write
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.retreat_orders import closed_ways, retreat_options
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import (
    Data,
    Rule,
    Statement,
    Strength,
    as_data,
)
from dragoman.rules import Force, Outcome, PhaseKind, UnusedOrder

_PLAIN = frozenset(
    {
        "move.free",
        "hold.quiet",
        "hold.no-order",
        "hold.neutral",
        "retreat.succeeded",
        "retreat.disbanded",
        "adjustment.built",
        "adjustment.waived",
        "adjustment.removed",
    }
)


@dataclass(frozen=True)
class Explanation:
    """The outcome of one order and the reasons, or something else that happened.

    It is ``about`` the outcome of an order of a unit, an order that was refused, or whatever else a
    kind of game has. ``rules`` are those that decided, with their sources.
    """

    turn: ResolvedPhase
    about: object
    statements: tuple[Statement, ...]
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, account: OrderAccount, about: object) -> Self:
        """The explanation that an account has come to."""
        return cls(account.turn, about, tuple(account.statements), tuple(account.rules))

    @property
    def is_plain(self) -> bool:
        """True if there is nothing to explain: nothing stood against the order."""
        return len(self.statements) == 1 and self.statements[0].key in _PLAIN

    def concerns(self, unit: str) -> bool:
        """True if this is about the unit, named as ``A BUR`` or by its place, ``BUR``."""
        return unit.upper() in _names_of(self.about)

    def text(self, language: str = "en", notation: Notation | None = None) -> str:
        """The explanation as a player would give it, with the rules that decided behind it, and
        orders in the notation.

        Raises:
            ValueError: if there are no words for the language.
        """
        phrasebook = Phrasebook(self.turn.variant, language, notation=notation)
        said = [phrasebook.sentence(statement) for statement in self.statements]
        if self.rules:
            said.append(f"[{'; '.join(phrasebook.rule(rule) for rule in self.rules)}]")
        return " ".join(said)

    def data(self) -> dict[str, Data]:
        """The explanation as JSON can hold it.

        Strengths are in points. ``statements`` are what the text says, in the same order,
        each with the key of its sentence.
        """
        return {
            **self.data_of_about(),
            "statements": [as_data(statement) for statement in self.statements],
            "rules": [_rule_data(rule) for rule in self.rules],
        }

    def data_of_about(self) -> dict[str, Data]:
        """The subject of an explanation, as JSON can hold it."""
        match self.about:
            case UnusedOrder(power, order, reason):
                return {
                    "power": power,
                    "order": write(order),
                    "result": "refused",
                    "reason": reason,
                }
            case Outcome() as outcome:
                return self._outcome_data(outcome)
            case _:
                return {}

    def _outcome_data(self, outcome: Outcome) -> dict[str, Data]:
        phase = self.turn.before.phase.kind
        found: dict[str, Data] = {
            "power": outcome.unit.power,
            "unit": str(outcome.unit).strip(),
            "order": None if outcome.order is None else write(outcome.order),
            "treated_as": write(outcome.treated_as),
            "result": outcome.result.value,
            "reason": outcome.reason,
        }
        if phase is PhaseKind.ADJUSTMENT:
            return found
        found["moved_to"] = outcome.moved_to
        dislodged = phase is PhaseKind.RETREAT or outcome.dislodged_by is not None
        if phase is PhaseKind.MOVEMENT:
            found["dislodged_by"] = _name(outcome.dislodged_by)
            found["cut_by"] = _name(outcome.cut_by)
            found["strength"] = None if outcome.force is None else _force_data(outcome.force)
            found["met"] = [_force_data(force) for force in outcome.met]
        if dislodged:
            ways = closed_ways(self.turn, outcome.unit)
            found["retreats"] = list(retreat_options(self.turn, outcome.unit))
            found["closed"] = {place: as_data(way) for place, way in ways.items()}
        return found


def _names_of(about: object) -> tuple[str, ...]:
    match about:
        case Outcome(unit=unit):
            return str(unit), unit.location, unit.location.partition("/")[0]
        case UnusedOrder(order=order) if (unit := unit_of(order)) is not None:
            return str(unit), unit.location, unit.location.partition("/")[0]
        case _:
            return ()


def _name(unit: Unit | None) -> str | None:
    return None if unit is None else str(unit)


def _force_data(force: Force) -> dict[str, Data]:
    """A force whose counted supports and own part add up to its strength.

    A unit without a claim (``why_zero``) has no strength, whoever supports it.
    """
    return {
        "unit": _name(force.unit),
        "role": force.role.value,
        "strength": Strength(force.halves).points,
        "own": Strength(force.own_halves).points,
        "why_zero": force.why_zero,
        "supports": [
            {
                "unit": str(s.unit),
                "power": s.unit.power,
                "strength": Strength(s.halves).points,
                "counted": s.counted and not force.why_zero,
                "why_not": s.why_not or force.why_zero,
                "cut_by": _name(s.cut_by),
            }
            for s in force.supporters
        ],
    }


def _rule_data(rule: Rule) -> dict[str, Data]:
    if rule.answer:
        return {"switch": rule.name, "answer": rule.answer, "source": rule.source}
    return {"rule": rule.name, "source": rule.source}
