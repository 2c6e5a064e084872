"""The beginning of a game of Machiavelli: what a scenario gives, and the first income (T-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.board import AUTONOMOUS, Board, Unit
from dragoman.machiavelli.account import Account, Roll
from dragoman.machiavelli.engine.campaign import go_on
from dragoman.machiavelli.engine.control import settle_control
from dragoman.machiavelli.engine.money import pay_income
from dragoman.machiavelli.engine.upkeep import maintain_all
from dragoman.machiavelli.judge.decode import account_of, affairs_of, owners_of, units_of
from dragoman.machiavelli.judge.encode import load_realm
from dragoman.machiavelli.judge.scenario_index import scenario_index
from dragoman.machiavelli.scenario import Scenario, Special
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.judge.encode import load_turn
from dragoman.rules.model.affairs import Affairs, Loan
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Position


def begin(
    board: Board,
    scenario: Scenario,
    start: Position,
    rule_set: RuleSet,
    calendar: Calendar,
    seed: int = 0,
    thrown: Sequence[Roll] = (),
) -> tuple[Position, Account]:
    """The position in which a scenario begins, and how its first income came about.

    Every unit is maintained, as far as there is money. A scenario that tells the treasuries has
    them as they are. Dice come from ``seed``, but for those ``thrown`` on a table.
    """
    opening = scenario.opening
    affairs = Affairs(
        treasuries=opening.treasuries or dict.fromkeys(scenario.players, 0),
        homes=opening.holders,
        loans={
            power: tuple(Loan(one.principal, one.interest, one.campaigns) for one in loans)
            for power, loans in opening.loans.items()
        },
        chits=opening.chits
        or {power: tuple(p for p in scenario.players if p != power) for power in scenario.players},
        sieges=opening.sieges,
        rebellions=opening.rebellions,
        famine=opening.famine,
        allies=opening.allies,
        victory_cities=_victory_cities(scenario, rule_set),
        seed=seed,
    )
    units = tuple(_special(unit, opening.specials.get(unit)) for unit in start.units)
    if rule_set.garrisons == "no":
        units = tuple(unit for unit in units if unit.kind[0] != "G")
    elif rule_set.free_garrisons == "yes":
        units = (*units, *_free_garrisons(scenario, units, rule_set))
    owners = {
        place: owner
        for place, owner in (opening.owners or start.owners).items()
        if owner != AUTONOMOUS
    }
    position = Position(start.phase, units, owners, affairs=affairs)
    g = scenario_index(board, scenario)
    t = load_turn(g.board, position, g.board.terms(rule_set, calendar))
    r = load_realm(g, position, rule_set, calendar, thrown)
    settle_control(t, r, False)
    if opening.treasuries is None and r.codes.money == 1:
        pay_income(t, r, True)
        maintain_all(t, r)
    if start.phase.kind is not PhaseKind.MOVEMENT:
        go_on(t, r)
    phase = calendar.phase(t.phase, t.year)
    after = Position(phase, units_of(g, t), owners_of(g, t), affairs=affairs_of(g, r, True))
    return after, account_of(g, r, {}, thrown)


_BASIC_VICTORY = 12


def _victory_cities(scenario: Scenario, rule_set: RuleSet) -> int:
    """The number of cities win: in the basic game twelve, those at home and six others (V-2)."""
    if rule_set.victory_homes == "basic":
        return _BASIC_VICTORY
    return scenario.victory.cities or len(scenario.cities) + 1


def _special(unit: Unit, special: Special | None) -> Unit:
    if special in (None, Special.ORDINARY):
        return unit
    return replace(unit, kind=f"{unit.kind}{special.value}")


def _free_garrisons(
    scenario: Scenario, units: tuple[Unit, ...], rule_set: RuleSet
) -> tuple[Unit, ...]:
    """Autonomous garrisons for the walls that nobody owns."""
    taken = {unit.location for unit in units}
    return tuple(
        Unit(AUTONOMOUS, "G", city.place)
        for city in scenario.cities.values()
        if city.is_fortified
        and not city.is_one_place
        and (city.value > 0 or rule_set.fortresses == "yes")
        and city.place not in taken
        and scenario.opening.owners.get(city.place) is None
    )
