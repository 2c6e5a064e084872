"""Explaining a turn: of every order what it met, what became of it, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from dragoman.board import Unit, UnknownName
from dragoman.errors import checked
from dragoman.game import Resolution, Variant, alike
from dragoman.orders import Notation, unit_of, write
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import Account, reason_of
from dragoman.reports.accounts.adjustment_orders import explain_adjustment
from dragoman.reports.accounts.dislodgement import closed_ways, retreat_options
from dragoman.reports.accounts.loose_orders import explain_loose_order
from dragoman.reports.accounts.movement_orders import explain_movement
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.retreat_orders import explain_retreat
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import (
    Data,
    LocationKey,
    Rule,
    Statement,
    Strength,
    WrittenOrder,
    as_data,
)
from dragoman.rules import Force, Outcome, PhaseKind, UnusedOrder

if TYPE_CHECKING:
    from dragoman.machiavelli import Event, Gift, Lending, Payment, Spending
    from dragoman.reports.affairs.straits import Leave

_TELL = {
    PhaseKind.MOVEMENT: explain_movement,
    PhaseKind.RETREAT: explain_retreat,
    PhaseKind.ADJUSTMENT: explain_adjustment,
}

_PLAIN = frozenset(
    {
        "move.free",
        "hold.quiet",
        "hold.no-order",
        "retreat.succeeded",
        "retreat.disbanded",
        "adjustment.built",
        "adjustment.waived",
        "adjustment.removed",
    }
)


About: TypeAlias = "Outcome | UnusedOrder | Spending | Payment | Lending | Gift | Leave | Event"
"""What is explained: what became of an order of a unit or for money, an order that was refused, or
something else that happened in a game of Machiavelli."""


@dataclass(frozen=True)
class Explanation:
    """What became of one order and why, or what else happened.

    ``rules`` are those that decided, with their sources.
    """

    turn: ResolvedPhase
    about: About
    statements: tuple[Statement, ...]
    rules: tuple[Rule, ...]

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to explain: nothing stood against the order."""
        return len(self.statements) == 1 and self.statements[0].key in _PLAIN

    def concerns(self, unit: str) -> bool:
        """Whether this is about the unit, named as ``A BUR`` or by its place, ``BUR``; an order for
        money may also be named by itself or as ``EXPENSE 1``, with whose it is: ``MILAN: EXPENSE
        1``."""
        if isinstance(self.about, Outcome | UnusedOrder):
            return unit.upper() in _names_of(self.about)
        from dragoman.reports.affairs.explained import concerns  # Diplomacy does without it

        return concerns(self.turn, self.about, unit.upper())

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
        about = self.about
        found: dict[str, Data]
        if isinstance(about, UnusedOrder):
            found = {
                "power": about.power,
                "order": write(about.order),
                "result": "refused",
                "reason": about.reason,
            }
        elif isinstance(about, Outcome):
            found = self._outcome_data(about)
        else:
            from dragoman.reports.affairs.explained import data_of  # Diplomacy does without it

            found = data_of(about)
        found["statements"] = [as_data(statement) for statement in self.statements]
        found["rules"] = [_rule_data(rule) for rule in self.rules]
        return found

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


@checked
def explanations(
    variant: Variant, resolution: Resolution, earlier: Sequence[Resolution] = ()
) -> tuple[Explanation, ...]:
    """An explanation of every outcome, in order, and then of every order that was refused; in
    Machiavelli also of every order for money and of whatever else happened. ``earlier`` are the
    phases before, to which the famine of a spring goes back."""
    return tuple(_explanations(ResolvedPhase(variant, resolution, tuple(earlier))))


@checked
def explain(
    variant: Variant,
    resolution: Resolution,
    unit: Unit | str,
    language: str = "en",
    earlier: Sequence[Resolution] = (),
) -> str:
    """What became of a unit's orders and why, one line for each of them.

    The unit may be named as ``A BUR`` or by its place, ``BUR``.

        >>> print(explain(variant, game.resolution, "A BUR"))
        A Bur–Mun bounced: strength 1 against 1 of A Mun. [the defence holds: DATC 6.D.1]

    Raises:
        UnknownName: if no order of such a unit was resolved or refused in this phase.
        ValueError: if there are no words for the language.
    """
    found = _about(variant, resolution, unit, earlier)
    return "\n".join(explanation.text(language) for explanation in found)


@checked
def explanation_data(
    variant: Variant,
    resolution: Resolution,
    unit: Unit | str,
    earlier: Sequence[Resolution] = (),
) -> list[dict[str, Data]]:
    """As ``explain``, but as data for programs: one object for each order of the unit.

    Raises:
        UnknownName: if no order of such a unit was resolved or refused in this phase.
    """
    return [found.data() for found in _about(variant, resolution, unit, earlier)]


def _about(
    variant: Variant, resolution: Resolution, unit: Unit | str, earlier: Sequence[Resolution]
) -> list[Explanation]:
    turn = ResolvedPhase(variant, resolution, tuple(earlier))
    found = [e for e in _explanations(turn) if e.concerns(str(unit))]
    if not found:
        what = f"{unit} had no order in {resolution.phase}"
        raise UnknownName("unit", str(unit), what=what)
    return found


def _explanations(turn: ResolvedPhase) -> Iterator[Explanation]:
    tell = _TELL[turn.before.phase.kind]
    if turn.variant.ground is not None:
        from dragoman.reports.affairs.explained import teller  # Diplomacy does without it

        tell = teller(turn.before.phase.kind) or tell
    for outcome in turn.resolution.outcomes:
        account = Account(turn)
        explain_loose_order(account, outcome)
        tell(account, outcome)
        yield _explanation(account, outcome)
    for refused in turn.resolution.unused:
        account = Account(turn)
        _tell_refused(account, refused)
        yield _explanation(account, refused)
    if turn.resolution.account is not None:
        from dragoman.reports.affairs.explained import explain_affairs  # only now, as above

        for account, happened in explain_affairs(turn, turn.resolution.account):
            yield _explanation(account, happened)


def _explanation(account: Account, about: About) -> Explanation:
    return Explanation(account.turn, about, tuple(account.statements), tuple(account.rules))


def _tell_refused(account: Account, refused: UnusedOrder) -> None:
    order = refused.order
    unit = unit_of(order)
    location = "" if unit is None else unit.location
    gateway = next((g for g in account.turn.board.gateways if g.province == location), None)
    if gateway is not None and refused.reason in ("not-your-unit", "no-such-unit"):
        account.say(
            "gateway.refused", order=WrittenOrder(order), place=LocationKey(gateway.controller)
        )
        account.cite_switch("gateways")
        return
    if account.turn.resolution.account is not None:
        from dragoman.reports.affairs.campaign_orders import tell_lost_unit  # only now, as above

        if tell_lost_unit(account, refused, location):
            return
    if _is_repeated(account.turn, refused):
        account.say("order.repeated", order=WrittenOrder(order))
        return
    reason = reason_of(account.turn, refused.reason, order, location, refused.power)
    account.say("order.refused", order=WrittenOrder(order), reason=reason)
    account.cite_reason(refused.reason, order)


def _is_repeated(turn: ResolvedPhase, refused: UnusedOrder) -> bool:
    """Whether it is the very order that counts, given once more."""
    order = refused.order
    unit = unit_of(order)
    if unit is None or refused.reason != "another-order-counts":
        return False
    via = getattr(order, "via_convoy", False)
    return any(
        outcome.order is not None
        and outcome.unit.power == refused.power
        and alike(turn.board, outcome.order, order)
        and getattr(outcome.order, "via_convoy", False) == via
        for outcome in turn.all_at(unit.location)
    )


def _names_of(about: Outcome | UnusedOrder) -> tuple[str, ...]:
    if isinstance(about, Outcome):
        unit = about.unit
        names = (str(unit), unit.location)
        location = unit.location
    elif (named := unit_of(about.order)) is None:
        return ()
    else:
        location = named.location
        names = (str(named), location)
    return (*names, location.partition("/")[0])


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
