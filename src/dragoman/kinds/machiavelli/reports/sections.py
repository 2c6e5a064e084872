"""The sections of a report that a game of Machiavelli has besides: money, dice, sieges, losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from dragoman.game import Resolution
from dragoman.kinds.machiavelli import scenario_of
from dragoman.kinds.machiavelli.reports.campaign_account import CampaignAccount
from dragoman.kinds.machiavelli.reports.dice import COLUMN, ROW, SEVERITY, dice_for
from dragoman.kinds.machiavelli.reports.expenses import (
    explain_gift,
    explain_lending,
    explain_payment,
    explain_spending,
)
from dragoman.kinds.machiavelli.reports.happenings import (
    DISASTERS,
    explain_event,
    owner_part,
    rebellion_dice,
)
from dragoman.machiavelli import Account, Event, RollFor, What
from dragoman.machiavelli.engine.codes import DICE_A_PLACE
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, Statement, say
from dragoman.reports.story import Section
from dragoman.rules import Position, RuleSet

_Told = TypeVar("_Told")

_BANK = (What.DEFAULTED, What.COLLECTED)
_DISASTERS = (RollFor.FAMINE, RollFor.PLAGUE, RollFor.STORM)


def sections_before_moves(
    phrasebook: Phrasebook, turn: ResolvedPhase, for_master: bool
) -> Iterator[Section]:
    """Sections on what happened before anything moved: the bank, expenditures, assassinations.
    Chits that were given away are for the game master alone."""
    happened = turn.resolution.account
    if happened is None:
        return
    bank = [
        *_told(turn, happened.payments, explain_payment),
        *_told(turn, happened.lendings, explain_lending),
        *_of_events(turn, happened, _BANK),
    ]
    if for_master:
        bank += _told(turn, happened.gifts, explain_gift)
    yield from _section(phrasebook, "report.bank", bank)
    yield from _spendings(phrasebook, turn, happened)
    killed = _of_events(turn, happened, (What.ASSASSINATED,))
    yield from _section(phrasebook, "report.assassinated", killed)


def sections_after_moves(phrasebook: Phrasebook, turn: ResolvedPhase) -> Iterator[Section]:
    """Sections on what happened with the moves and after them."""
    happened = turn.resolution.account
    if happened is None:
        return
    sieges = [*_of_events(turn, happened, (What.SIEGE,)), *_sieges_over(turn, happened)]
    yield from _section(phrasebook, "report.sieges", sieges)
    rebellions = _of_events(turn, happened, (What.REBELLED, What.FREED))
    yield from _section(phrasebook, "report.rebellions", rebellions)
    yield from _section(phrasebook, "report.disasters", _disasters(turn, happened))
    losses = [
        said
        for event in happened.events
        if event.what is What.LOST and event.detail != "bribe"
        for said in _told(turn, [event], explain_event)
    ]
    yield from _section(phrasebook, "report.losses", losses)
    yield from _section(phrasebook, "report.control", _control(happened))
    homes = (What.HOME_CHANGED, What.OUT, What.MORE_CITIES)
    yield from _section(phrasebook, "report.realms", _of_events(turn, happened, homes))
    yield from _income(phrasebook, turn, happened)
    yield from _section(phrasebook, "report.dice", _dice(turn, happened))


def sections_of_opening(
    phrasebook: Phrasebook, position: Position, rule_set: RuleSet, opening: Account
) -> Iterator[Section]:
    """The first income, before a game begins, with its dice."""
    begun = Resolution(position, {}, rule_set, (), (), position, account=opening)
    turn = ResolvedPhase(phrasebook.variant, begun)
    yield from _income(phrasebook, turn, opening)


def _section(phrasebook: Phrasebook, key: str, said: Iterable[Statement]) -> Iterator[Section]:
    lines = tuple(map(phrasebook.sentence, said))
    if lines:
        yield Section(phrasebook.word(key), lines)


def _told(
    turn: ResolvedPhase, told: Iterable[_Told], explain: Callable[[OrderAccount, _Told], None]
) -> list[Statement]:
    said: list[Statement] = []
    for one in told:
        account = CampaignAccount(turn)
        explain(account, one)
        said += account.statements
    return said


def _of_events(turn: ResolvedPhase, happened: Account, which: Sequence[What]) -> list[Statement]:
    events = [event for event in happened.events if event.what in which]
    return _told(turn, events, explain_event)


def _spendings(phrasebook: Phrasebook, turn: ResolvedPhase, happened: Account) -> Iterator[Section]:
    """A line for each expenditure, in the order of the powers and of their numbers."""
    lines: list[str] = []
    for spending in happened.spendings:
        account = CampaignAccount(turn)
        explain_spending(account, spending)
        said = " ".join(map(phrasebook.sentence, account.statements))
        label = say("report.expense", power=PowerKey(spending.power), number=spending.order.number)
        lines.append(f"{phrasebook.say(label)}: {said}")
    if lines:
        yield Section(phrasebook.word("report.expenses"), tuple(lines))


def _sieges_over(turn: ResolvedPhase, happened: Account) -> Iterator[Statement]:
    """The sieges that are over without anybody's having won, lifted or broken them."""
    was, now = turn.before.affairs, turn.resolution.position.affairs
    if was is None or now is None:
        return
    told = {event.place for event in happened.events if event.what is What.SIEGE}
    for place in sorted(was.sieges - now.sieges - told):
        yield say("siege.over", place=LocationKey(place))


def _disasters(turn: ResolvedPhase, happened: Account) -> Iterator[Statement]:
    """The dice for famine, plague and storms, and where they struck."""
    for disaster in _DISASTERS:
        severity = dice_for(happened, disaster, None, SEVERITY)
        if not severity:
            continue
        row, column = (sum(dice_for(happened, disaster, None, of)) for of in (ROW, COLUMN))
        lines: list[Part] = []
        if row:
            lines.append(say("disaster.row", number=row))
        if column:
            lines.append(say("disaster.column", number=column))
        places = tuple(
            LocationKey(event.place or "")
            for event in happened.events
            if event.what is What.STRUCK and event.detail == disaster.value
        )
        parts: dict[str, Part] = {
            "disaster": say(DISASTERS[disaster.value]),
            "severity": sum(severity),
        }
        if not lines:
            yield say("disaster.none", **parts)
        elif not places:
            yield say("disaster.nowhere", lines=tuple(lines), **parts)
        else:
            yield say("disaster.rolled", lines=tuple(lines), places=places, **parts)


def _control(happened: Account) -> Iterator[Statement]:
    """Which places changed hands in the end, with the power that gained them."""
    first: dict[str, str | None] = {}
    last: dict[str, str | None] = {}
    for event in happened.events:
        if event.what is What.CHANGED_HANDS and event.place is not None:
            first.setdefault(event.place, event.detail or None)
            last[event.place] = event.power
    gained: dict[tuple[str | None, str | None], list[Part]] = {}
    for place, owner in last.items():
        if owner != first[place]:
            gained.setdefault((owner, first[place]), []).append(LocationKey(place))
    for (owner, before), places in gained.items():
        power, other = owner_part(owner), owner_part(before)
        yield say("realm.gained", power=power, before=other, places=tuple(places))


def _income(phrasebook: Phrasebook, turn: ResolvedPhase, happened: Account) -> Iterator[Section]:
    """The income of each power, from what, and the dice of the variable incomes."""
    earned = [e for e in happened.events if e.what in (What.EARNED, What.TRADED)]
    if not earned:
        return
    trade = [e for e in earned if e.what is What.TRADED]
    lines = tuple(map(phrasebook.sentence, _told(turn, trade, explain_event)))
    rows: list[tuple[str, ...]] = []
    for power in turn.board.powers:
        own = [event for event in earned if event.power == power]
        if own:
            sums = [
                sum(e.ducats for e in own if _kind_of(turn, e) == kind)
                for kind in ("land", "city", "sea", "trade")
            ]
            rows.append((phrasebook.power(power), *map(str, (*sums, sum(sums)))))
    keys = ("report.power", "report.land", "report.cities", "report.seas", "report.trade")
    columns = tuple(map(phrasebook.word, (*keys, "report.earned")))
    yield Section(phrasebook.word("report.income"), lines, columns, tuple(rows))


def _kind_of(turn: ResolvedPhase, event: Event) -> str:
    """The source of an income: land, a city, a sea or trade."""
    if event.what is What.TRADED:
        return "trade"
    province = turn.board.provinces[event.place or ""]
    if province.city_of is not None:
        return "city"
    if province.terrain.is_water:
        return "sea"
    is_both = event.place in scenario_of(turn.variant).city_at
    return "city" if is_both and event.ducats > 1 else "land"


def _dice(turn: ResolvedPhase, happened: Account) -> Iterator[Statement]:
    """The dice that no other section tells, by what they were for."""
    for disaster in _DISASTERS:
        named = (("rolls.severity", SEVERITY), ("rolls.row", ROW), ("rolls.column", COLUMN))
        for what, numbers in named:
            if dice := dice_for(happened, disaster, None, numbers):
                kind = say(DISASTERS[disaster.value])
                yield say(what, disaster=kind, dice=dice)
    for roll in happened.rolls:
        if roll.purpose is RollFor.BRIBE:
            place = tuple(turn.board.provinces)[roll.number // DICE_A_PLACE]
            yield say("rolls.bribe", place=LocationKey(place), die=roll.die)
    for power in turn.board.powers:
        found = rebellion_dice(turn, happened, power)
        if found:
            one = tuple(say("rolls.place", place=LocationKey(p), die=d) for p, d in found)
            yield say("rolls.rebellion", power=PowerKey(power), rolls=one)
