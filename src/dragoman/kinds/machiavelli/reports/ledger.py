"""The powers' means in a position: ducats and debts, cities and home countries; what is going on in
places; and what an adjustment asks of each power."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import AUTONOMOUS
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.kinds.machiavelli import scenario_of
from dragoman.machiavelli import Kept, cost_of_unit, upkeep_cost
from dragoman.orders import Build, Maintain
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.adjustment_orders import due_statement
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.reports.story import Section
from dragoman.rules import (
    Affairs,
    Calendar,
    Loan,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Result,
    RuleSet,
)


def ledger(phrasebook: Phrasebook, position: Position, rule_set: RuleSet) -> Section:
    """A row for each power in the game: what it has, and what it owes. All of it is known to
    everybody, as nJudge's reports tell it (rules specification 5.7)."""
    affairs = position.affairs or Affairs()
    is_paid = rule_set.money == "yes"
    has_bank = is_paid and rule_set.loans == "yes" and rule_set.dice == "yes"
    keys = ["report.power"]
    keys += ["report.ducats"] * is_paid
    keys += ["report.cities", "report.units", "report.homes"]
    keys += ["report.debts"] * has_bank
    rows: list[tuple[str, ...]] = []
    for power in phrasebook.variant.board.powers:
        if power == AUTONOMOUS or power in affairs.eliminated:
            continue
        row = [phrasebook.power(power)]
        if is_paid:
            row.append(str(affairs.treasuries.get(power, 0)))
        row += [str(cities_of(phrasebook.variant, position, power))]
        row += [str(len(position.units_of(power))), _homes(phrasebook, affairs, power)]
        if has_bank:
            row.append(_debts(phrasebook, position, power, rule_set))
        rows.append(tuple(row))
    heading = phrasebook.word("report.treasuries" if is_paid else "report.standing")
    return Section(heading, (), tuple(map(phrasebook.word, keys)), tuple(rows))


def cities_of(variant: Variant, position: Position, power: str) -> int:
    """The number of cities with an income a power controls."""
    return sum(
        city.value > 0 and position.owners.get(city.place) == power
        for city in scenario_of(variant).cities.values()
    )


def _debts(phrasebook: Phrasebook, position: Position, power: str, rule_set: RuleSet) -> str:
    affairs = position.affairs or Affairs()
    if power in affairs.defaulters:
        return phrasebook.word("report.defaulter")
    loans = affairs.loans.get(power, ())
    calendar = phrasebook.variant.calendar_under(rule_set)
    due = ((loan, due_in(calendar, position.phase, loan.campaigns)) for loan in loans)
    return "; ".join(phrasebook.say(_debt(loan, phase)) for loan, phase in due)


def _debt(loan: Loan, phase: Phase) -> Statement:
    season = say(f"phases.{phase.season}")
    return say(
        "ledger.debt",
        principal=loan.principal,
        interest=loan.interest,
        season=season,
        year=phase.year,
    )


def due_in(calendar: Calendar, phase: Phase, campaigns: int) -> Phase:
    """The movement that so many campaigns lead to, 1 being the next one or, before it, this."""
    while True:
        if phase.kind is PhaseKind.MOVEMENT:
            campaigns -= 1
            if campaigns == 0:
                return phase
        phase = calendar.after(phase)


def _homes(phrasebook: Phrasebook, affairs: Affairs, power: str) -> str:
    held = (country for country, holder in affairs.homes.items() if holder == power)
    return ", ".join(map(phrasebook.power, held))


def state_of_places(
    phrasebook: Phrasebook, position: Position, with_chits: bool
) -> Iterator[Section]:
    """The state of provinces and cities, and the chits, which only the game master knows."""
    affairs = position.affairs or Affairs()
    lines = [
        phrasebook.sentence(say(key, places=tuple(map(LocationKey, sorted(places)))))
        for key, places in (
            ("ledger.famine", affairs.famine),
            ("ledger.sieges", affairs.sieges),
            ("ledger.rebellions", affairs.rebellions),
        )
        if places
    ]
    if lines:
        yield Section(phrasebook.word("report.places"), tuple(lines))
    if with_chits and affairs.chits:
        chits = (_chits(power, affairs.chits.get(power, ())) for power in _unusual(affairs))
        said = [say("ledger.all-chits"), *chits]
        yield Section(phrasebook.word("report.chits"), tuple(map(phrasebook.say, said)))


def _unusual(affairs: Affairs) -> Iterator[str]:
    """The powers that have not one chit for each other, as at first."""
    powers = sorted(affairs.treasuries)
    for power in powers:
        if sorted((*affairs.chits.get(power, ()), power)) != powers:
            yield power


def _chits(power: str, victims: tuple[str, ...]) -> Statement:
    held: tuple[Part, ...] = tuple(map(PowerKey, victims)) or (say("realm.nobody"),)
    return say("ledger.chits", power=PowerKey(power), victims=held)


# Adjustments: ducats for units or in the basic game builds and removals, and what was maintained,
# removed, built, and why not.


def balances(
    variant: Variant, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[Statement]:
    """In the basic game what each power builds or removes; and who is out of the game."""
    affairs, earlier = position.affairs, before.affairs
    if affairs is not None and earlier is not None:
        for power in variant.board.powers:
            if power in affairs.eliminated - earlier.eliminated:
                yield say("report.eliminated", power=PowerKey(power))
    for power, due in PLAY.of(variant).builds_due(variant, position, rule_set).items():
        yield _balance(position, power, due)


def _balance(position: Position, power: str, due: int) -> Statement:
    units = len(position.units_of(power))
    parts: dict[str, Part] = {
        "power": PowerKey(power),
        "centers": say("count.cities", count=units + due),
        "units": say("count.units", count=units),
    }
    if due == 0:
        return say("report.even", **parts)
    return say("report.builds" if due > 0 else "report.removes", count=abs(due), **parts)


def wanted(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> Statement | None:
    """The orders that a power has to give in an adjustment; None for nothing."""
    if rule_set.money == "no":
        due = PLAY.of(variant).builds_due(variant, position, rule_set).get(power, 0)
        return due_statement(due) if due else None
    units, affairs = position.units_of(power), position.affairs
    ducats = 0 if affairs is None else affairs.treasuries.get(power, 0)
    if power == AUTONOMOUS or not (units or ducats):
        return None
    return say(
        "ledger.cost",
        units=say("count.units", count=len(units)),
        cost=upkeep_cost(variant.board, position, power),
        ducats=ducats,
    )


def explain_upkeep(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of an order to maintain, to remove or to build a unit."""
    turn, unit, order = account.turn, outcome.unit, outcome.treated_as
    cost = cost_of_unit(turn.board, unit.kind) if unit.kind in turn.board.kinds else 0
    is_paid = turn.rule_set.money == "yes"
    parts: dict[str, Part] = {
        "unit": unit,
        "power": PowerKey(unit.power),
        "place": LocationKey(turn.area(unit.location)),
        "ducats": say("count.ducats", count=cost),
    }
    if outcome.result is Result.SUCCEEDS:
        match order:
            case Build():
                account.say("upkeep.built" if is_paid else "upkeep.built-free", **parts)
            case Maintain():
                account.say("upkeep.kept" if is_paid else "upkeep.kept-free", **parts)
            case _:
                account.say("upkeep.removed", **parts)
    else:
        reason = outcome.reason
        if reason == Kept.UNPAID.value and isinstance(order, Build):
            reason = Kept.TOO_DEAR.value
        written = WrittenOrder(outcome.order or order)
        account.say("upkeep.failed", order=written, reason=say(f"unbuilt.{reason}", **parts))
    account.cite("upkeep" if is_paid else "basic-builds")
