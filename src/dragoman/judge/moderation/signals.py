"""Signals of several accounts of one person, or of people who play as one: evidence with weights,
gathered for a moderator when he asks. It is never a verdict, and nothing follows from it by itself.

Looked at are shared addresses and browsers (``accounts.sightings``), when people act, and what they
did in games together. Of games that go on only what everybody knows is looked at: turns that were
judged, where it is no secret who plays what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from itertools import pairwise
from math import sqrt
from typing import Final

from dragoman.board import province_of
from dragoman.extras import extra
from dragoman.judge.accounts.households import Households
from dragoman.judge.accounts.permissions import AccountAction, check_may
from dragoman.judge.accounts.sightings import DEVICE
from dragoman.judge.commands.audit_entry import AuditAct, AuditEntry
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.moderation.moderators import role_of
from dragoman.judge.storage.audit import note_reading
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import GameStore
from dragoman.judge.storage.moderation_tables import sightings
from dragoman.judge.storage.tables import log, parts, people
from dragoman.orders import Move, Support
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import sqlalchemy as sa

MOST_OTHERS: Final = 12
"""People with whom somebody is compared, at most."""
MOST_GAMES: Final = 30
"""Games that two played together, the latest, that are looked into."""
_ACTS: Final = 2000
"""The latest acts of each that are compared."""
_IN_TURN: Final = 600.0
"""Seconds after which somebody else's act is no answer to the first one's."""
_FEWEST_ACTS: Final = 20
_FEWEST_SUPPORTS: Final = 6
_CROWD: Final = 12
"""People who share an address from which it says nothing: a school, a mobile network."""


class SignalKind(Enum):
    """The kinds of evidence."""

    DEVICE = "device"
    ADDRESS = "address"
    TOGETHER = "together"
    SUPPORTS = "supports"
    PEACE = "peace"
    VOTES = "votes"
    MISSED = "missed"
    HOURS = "hours"
    IN_TURN = "in-turn"


@dataclass(frozen=True, slots=True)
class Signal:
    """A piece of evidence: ``count`` of ``total``, as its kind says, and how much it weighs, from
    0 to 4."""

    kind: SignalKind
    count: int
    total: int
    weight: float
    games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Linked:
    """Somebody who is linked to another, and by what; ``is_household``: both say that they live
    together."""

    person: int
    created: datetime
    signals: tuple[Signal, ...]
    is_household: bool

    @property
    def weight(self) -> float:
        """The sum of the weights, by which a list is ordered."""
        return sum(one.weight for one in self.signals)


class Signals:
    """The signals that a database holds."""

    def __init__(self, database: Database, games: GameStore, households: Households) -> None:
        self._database, self._games, self._households = database, games, households

    def of(self, actor: Actor, person: int) -> tuple[Linked, ...]:
        """Those who are linked to somebody, most evidence first. That it is read is noted.

        Raises:
            ActionRefused: if he may not.
        """
        check_may(AccountAction.SEE_SIGNALS, actor, person)
        entry = AuditEntry(actor.user, role_of(actor), AuditAct.READ_SIGNALS, person=person)
        note_reading(self._database, entry)
        shared, together = self._shared(person), self._together(person)
        others = Counter[int]()
        for other, signals in shared.items():
            others[other] += 100 + sum(round(10 * one.weight) for one in signals)
        for other, games in together.items():
            others[other] += len(games)
        lives_with = self._households.of(person).members
        acts = self._acts(person)
        found = [
            Linked(
                other,
                self._created(other),
                (
                    *shared.get(other, ()),
                    *self._in_games(person, other, together.get(other, [])),
                    *in_time(acts, self._acts(other)),
                ),
                other in lives_with,
            )
            for other, _ in others.most_common(MOST_OTHERS)
        ]
        return tuple(sorted((one for one in found if one.signals), key=lambda one: -one.weight))

    def _shared(self, person: int) -> dict[int, list[Signal]]:
        """The signals of addresses and browsers, by whom somebody shares them with."""
        mine = sa.select(sightings.c.key).where(sightings.c.person == person)
        wanted = sa.select(sightings).where(sightings.c.key.in_(mine))
        with self._database.asking() as connection:
            rows = connection.execute(wanted).all()
        sharers = Counter((row.kind, row.key) for row in rows)
        total = Counter(row.kind for row in rows if row.person == person)
        counts: dict[tuple[int, str], list[float]] = {}
        for row in rows:
            if row.person != person:
                among = sharers[row.kind, row.key] - 1
                counts.setdefault((row.person, row.kind), []).append(1 / among)
        found: dict[int, list[Signal]] = {}
        for (other, kind), shares in counts.items():
            signal = _shared_signal(kind, shares, total[kind])
            found.setdefault(other, []).append(signal)
        return found

    def _together(self, person: int) -> dict[int, list[int]]:
        """The games in which others played together with somebody, by them."""
        mine = sa.select(parts.c.game).where(parts.c.person == person, parts.c.part == "player")
        wanted = sa.select(parts.c.person, parts.c.game).where(
            parts.c.game.in_(mine), parts.c.part == "player", parts.c.person != person
        )
        found: dict[int, list[int]] = {}
        with self._database.asking() as connection:
            for row in connection.execute(wanted.order_by(parts.c.game.desc())):
                found.setdefault(row.person, []).append(row.game)
        return found

    def _acts(self, person: int) -> list[datetime]:
        """The moments of somebody's latest acts in games, the oldest first."""
        wanted = sa.select(log.c.at).where(log.c.by == person).order_by(log.c.at.desc())
        with self._database.asking() as connection:
            rows = connection.execute(wanted.limit(_ACTS)).scalars().all()
        return [datetime.fromisoformat(one) for one in reversed(rows)]

    def _created(self, person: int) -> datetime:
        wanted = sa.select(people.c.created).where(people.c.id == person)
        with self._database.asking() as connection:
            return connection.execute(wanted).scalar_one()

    def _in_games(self, person: int, other: int, games: Sequence[int]) -> list[Signal]:
        looked_at = [(one, self._games.load(one)) for one in games[:MOST_GAMES]]
        pairs = [
            (number, g, g.players[person], g.players[other])
            for number, g in looked_at
            if person in g.players and other in g.players and _is_open(g)
        ]
        return [] if not pairs else played_together(pairs)


def _shared_signal(kind: str, shares: Sequence[float], total: int) -> Signal:
    """The signal of what two share: each thing counts the less, the more others share it."""
    if kind == DEVICE:
        return Signal(SignalKind.DEVICE, len(shares), total, min(4.0, 3 * sum(shares)))
    counted = [one for one in shares if one > 1 / _CROWD]
    return Signal(SignalKind.ADDRESS, len(shares), total, min(2.0, sum(counted)))


def _is_open(g: JudgedGame) -> bool:
    """True if everybody knows who played what, and what was ordered."""
    return g.stage is Stage.OVER or not (g.settings.anonymous or g.is_blind)


# What two did in games together

_Pair = tuple[int, JudgedGame, str, str]
"""A game by its number, and the powers of the two in it."""


def played_together(pairs: Sequence[_Pair]) -> list[Signal]:
    """The signals of games that two played together."""
    games = tuple(number for number, _, _, _ in pairs)
    found = list[Signal]()
    if len(pairs) >= 3:
        weight = min(1.5, 0.25 * len(pairs))
        found.append(Signal(SignalKind.TOGETHER, len(pairs), len(pairs), weight, games))
    given, others = _supports(pairs)
    if given + others >= _FEWEST_SUPPORTS and given:
        share = given / (given + others)
        fair = _fair_share(pairs)
        weight = max(0.0, min(2.0, 2 * (share - fair) / (1 - fair)))
        found.append(Signal(SignalKind.SUPPORTS, given, given + others, weight, games))
    at_each_other, at_all = _attacks(pairs)
    if at_all >= 2 * _FEWEST_SUPPORTS:
        expected = at_all * _fair_share(pairs)
        weight = max(0.0, min(1.0, 1 - at_each_other / expected))
        if weight > 0.5:
            found.append(Signal(SignalKind.PEACE, at_each_other, at_all, weight, games))
    alike, votes = _votes(pairs)
    if votes >= 4 and alike / votes > 0.75:
        found.append(Signal(SignalKind.VOTES, alike, votes, (alike / votes - 0.5), games))
    both, either = _missed(pairs)
    if both >= 2:
        found.append(Signal(SignalKind.MISSED, both, either, min(1.5, 2 * both / either), games))
    return found


def _fair_share(pairs: Sequence[_Pair]) -> float:
    """The share of each other power in what somebody does to all of them, if he makes no
    difference."""
    return sum(1 / max(1, len(g.seats) - 1) for _, g, _, _ in pairs) / len(pairs)


def _supports(pairs: Iterable[_Pair]) -> tuple[int, int]:
    """The supports that two gave each other, and those that they gave others."""
    given = others = 0
    for _, g, one, other in pairs:
        for past in g.history:
            owner = {province_of(unit.location): unit.power for unit in past.before.units}
            for power, friend in ((one, other), (other, one)):
                for order in past.orders.get(power, ()):
                    if not isinstance(order, Support):
                        continue
                    whose = owner.get(province_of(order.supported.location), power)
                    given += whose == friend
                    others += whose not in (power, friend)
    return given, others


def _attacks(pairs: Iterable[_Pair]) -> tuple[int, int]:
    """The moves of two into what belongs to the other, and into what belongs to anybody else."""
    at_each_other = at_all = 0
    for _, g, one, other in pairs:
        for past in g.history:
            owners = dict(past.before.owners)
            owners |= {province_of(unit.location): unit.power for unit in past.before.units}
            for power, friend in ((one, other), (other, one)):
                for order in past.orders.get(power, ()):
                    if isinstance(order, Move):
                        whose = owners.get(province_of(order.target))
                        at_each_other += whose == friend
                        at_all += whose not in (None, power)
    return at_each_other, at_all


def _votes(pairs: Iterable[_Pair]) -> tuple[int, int]:
    """The votes of two that were the same, and all that both gave; of proposals that are closed."""
    alike = votes = 0
    for _, g, one, other in pairs:
        for proposal in g.proposals:
            if proposal.outcome and one in proposal.votes and other in proposal.votes:
                votes += 1
                alike += proposal.votes[one] == proposal.votes[other]
    return alike, votes


def _missed(pairs: Iterable[_Pair]) -> tuple[int, int]:
    """The deadlines that both missed, and those that one of them did."""
    both = either = 0
    for _, g, one, other in pairs:
        missed = [
            {due.phase for due in g.dues if due.missed and due.power == power}
            for power in (one, other)
        ]
        both += len(missed[0] & missed[1])
        either += len(missed[0] | missed[1])
    return both, either


# When two act


def in_time(mine: Sequence[datetime], theirs: Sequence[datetime]) -> list[Signal]:
    """The signals of when two act: at the same hours, and one right after the other."""
    if min(len(mine), len(theirs)) < _FEWEST_ACTS:
        return []
    found = list[Signal]()
    hours = [Counter(at.hour for at in acts) for acts in (mine, theirs)]
    alike = sum(hours[0][hour] * hours[1][hour] for hour in range(24))
    alike /= sqrt(sum(n * n for n in hours[0].values()) * sum(n * n for n in hours[1].values()))
    if alike > 0.9:
        # People of one continent are awake at the same time.
        found.append(Signal(SignalKind.HOURS, round(100 * alike), 100, 0.25))
    acts = sorted([*((at, 0) for at in mine), *((at, 1) for at in theirs)])
    turns = sum(
        first[1] != then[1] and (then[0] - first[0]).total_seconds() < _IN_TURN
        for first, then in pairwise(acts)
    )
    fewest = min(len(mine), len(theirs))
    if turns >= 0.2 * fewest:
        weight = min(1.5, 1.5 * turns / fewest)
        found.append(Signal(SignalKind.IN_TURN, turns, fewest, weight))
    return found
