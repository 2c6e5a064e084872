"""What powers have in a position: ducats and debts, cities and home countries; and what is going on
in provinces and cities."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import AUTONOMOUS
from dragoman.game import Variant
from dragoman.kinds.machiavelli import scenario_of
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say
from dragoman.reports.story import Section
from dragoman.rules import Affairs, Calendar, Loan, Phase, PhaseKind, Position, RuleSet


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
    """How many cities with an income a power controls."""
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
    """What is going on in provinces and cities, and the chits, which only the game master knows."""
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
