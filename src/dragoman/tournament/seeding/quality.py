"""The good and the bad of a draw, with the proved bounds next to what was found.

As text it is for the director's eyes until the draw is published.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from typing import TypeVar

import dragoman
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.seeding.bounds import (
    attendance_of,
    fewest_clashes,
    fewest_group_repeats,
    fewest_power_repeats,
    fewest_spread,
    fewest_together,
    play_of,
)
from dragoman.tournament.seeding.draw import Draw, DrawWishes, SeedingRules
from dragoman.words import Said, joined, said

_What = TypeVar("_What", str, int)


@dataclass(frozen=True, slots=True)
class DrawFigure:
    """The number of times that something unwanted happens, and the least that is possible."""

    what: str
    found: int
    fewest: int

    def __str__(self) -> str:
        return str(self.text)

    @property
    def text(self) -> Said:
        """The figure with its bound, in words."""
        if self.found == self.fewest == 0:
            return said("{what}: none", what=self.what)
        if self.found == self.fewest:
            return said("{what}: {found}; fewer is impossible", what=self.what, found=self.found)
        return said(
            "{what}: {found}; no draw has fewer than {fewest}",
            what=self.what,
            found=self.found,
            fewest=self.fewest,
        )


@dataclass(frozen=True, slots=True)
class Encounter:
    """Players who were at one table more than once: the rounds and letters of the tables."""

    players: tuple[str, ...]
    where: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class PowerRepeat:
    """A player who has a power, or powers of one group, in more than one round."""

    player: str
    powers: tuple[str, ...]
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """All there is to say about a draw. For the director only until it is published.

    ``figures`` come in the order of importance. ``meetings`` is how many pairs meet how often;
    ``pairs`` and ``triples`` are those that meet again, ``clashes`` the pairs that sit together
    and must not. Game masters do not count.
    """

    figures: tuple[DrawFigure, ...]
    meetings: Mapping[int, int]
    pairs: tuple[Encounter, ...]
    triples: tuple[Encounter, ...]
    clashes: tuple[Encounter, ...]
    same_power: tuple[PowerRepeat, ...]
    same_group: tuple[PowerRepeat, ...]

    @property
    def is_best(self) -> bool:
        """True if every figure is at its bound, so that no draw can be better."""
        return all(figure.found == figure.fewest for figure in self.figures)


def quality(draw: Draw, rules: SeedingRules, wishes: DrawWishes) -> Quality:
    """Look at all rounds that were drawn, those already played among them."""
    masters = wishes.game_masters
    pairs, triples = _encounters(draw, masters, 2), _encounters(draw, masters, 3)
    clashes = tuple(_clashes(draw, wishes))
    by_round = {drawn.number: attendance_of(drawn, masters) for drawn in draw}
    rounds = list(by_round.values())
    figures = [
        DrawFigure(
            said("pairs that must not meet and do"),
            len(clashes),
            fewest_clashes(
                {drawn.number: r for drawn, r in zip(draw, rounds, strict=True)}, wishes
            ),
        ),
        DrawFigure(
            said("third meetings of a pair"),
            sum(comb(len(pair.where), 3) for pair in pairs),
            fewest_together(rounds, 2, 3),
        ),
        DrawFigure(
            said("second meetings of a pair"),
            sum(comb(len(pair.where), 2) for pair in pairs),
            fewest_together(rounds, 2, 2),
        ),
        DrawFigure(
            said("second meetings of three"),
            sum(comb(len(triple.where), 2) for triple in triples),
            fewest_together(rounds, 3, 2),
        ),
    ]
    same_power, same_group = _repeats(draw, rules, masters)
    if all(table.powers for drawn in draw for table in drawn.tables):
        play = play_of(draw, masters)
        figures += [
            DrawFigure(
                said("powers played again"),
                sum(len(repeat.rounds) - 1 for repeat in same_power),
                fewest_power_repeats(play, rules.size),
            ),
            DrawFigure(
                said("groups of powers played again"),
                sum(len(repeat.rounds) - 1 for repeat in same_group),
                fewest_group_repeats(play, rules.groups),
            ),
        ]
    for spread in wishes.spread:
        together = sum(
            comb(sum(player in spread.players for player in table.players), 2)
            for drawn in draw
            for table in drawn.tables
        )
        figures.append(
            DrawFigure(
                said("pairs of {name} at one table", name=spread.name),
                together,
                fewest_spread(rounds, spread.players),
            )
        )
    return Quality(
        tuple(figures),
        _meetings(draw, pairs, masters),
        pairs,
        triples,
        clashes,
        same_power,
        same_group,
    )


def _encounters(draw: Draw, masters: frozenset[str], size: int) -> tuple[Encounter, ...]:
    """The sets of so many players that are at one table more than once."""
    seen: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
    for drawn in draw:
        for table in drawn.tables:
            players = sorted(set(table.players) - masters)
            for players_together in combinations(players, size):
                seen[players_together].append((drawn.number, table.letter))
    return tuple(
        Encounter(players, tuple(where))
        for players, where in sorted(seen.items())
        if len(where) > 1
    )


def _meetings(
    draw: Draw, again: tuple[Encounter, ...], masters: frozenset[str]
) -> Mapping[int, int]:
    players = {player for drawn in draw for player in drawn.players} - masters
    met = {
        pair
        for drawn in draw
        for table in drawn.tables
        for pair in combinations(sorted(set(table.players) - masters), 2)
    }
    counts = Counter(len(pair.where) for pair in again)
    counts[1] = len(met) - len(again)
    counts[0] = comb(len(players), 2) - len(met)
    return {times: counts[times] for times in sorted(counts)}


def _clashes(draw: Draw, wishes: DrawWishes) -> Iterator[Encounter]:
    for drawn in draw:
        for pair in sorted(sorted(pair) for pair in wishes.kept_apart(drawn.number)):
            for table in drawn.tables:
                if all(player in table.players for player in pair):
                    yield Encounter(tuple(pair), ((drawn.number, table.letter),))


def _repeats(
    draw: Draw, rules: SeedingRules, masters: frozenset[str]
) -> tuple[tuple[PowerRepeat, ...], tuple[PowerRepeat, ...]]:
    """Players who have a power twice, and those who have a group twice."""
    of_power: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    of_group: dict[tuple[str, int], list[tuple[str, int]]] = defaultdict(list)
    for drawn in draw:
        for table in drawn.tables:
            for player, power in zip(table.players, table.powers, strict=False):
                if player in masters:
                    continue
                of_power[player, power].append((power, drawn.number))
                for number, group in enumerate(rules.groups):
                    if power in group:
                        of_group[player, number].append((power, drawn.number))
    return tuple(_repeated(of_power)), tuple(_repeated(of_group))


def _repeated(games_of: Mapping[tuple[str, _What], list[tuple[str, int]]]) -> Iterator[PowerRepeat]:
    for (player, _), games in sorted(games_of.items()):
        if len(games) > 1:
            powers, rounds = zip(*games, strict=True)
            yield PowerRepeat(player, powers, rounds)


# The report as text


def draw_report(found: Quality, seed: int | None = None) -> tuple[str, ...]:
    """Lines that say how good a draw is, the bounds beside the figures, then who is concerned.

    With the number it was drawn with, and the version that drew it, a draw can be made again;
    without one it is taken as changed by hand.
    """
    return tuple(_lines(found, seed))


def _lines(found: Quality, seed: int | None) -> Iterator[str]:
    yield from (one.text for one in found.figures)
    meetings = (
        said("{times} times: {pairs}", times=times, pairs=pairs)
        for times, pairs in found.meetings.items()
    )
    yield said("pairs by how often they meet: {meetings}", meetings=joined(", ", meetings))
    yield from _section(said("must not meet"), found.clashes)
    yield from _section(said("meet again"), found.pairs)
    yield from _section(said("three that meet again"), found.triples)
    yield from _section(said("a power again"), found.same_power)
    yield from _section(said("a group of powers again"), found.same_group)
    if seed is None:
        yield said("changed by hand, Dragoman {version}", version=dragoman.__version__)
    else:
        yield said(
            "drawn with the number {seed} by Dragoman {version}",
            seed=seed,
            version=dragoman.__version__,
        )


def _section(title: str, items: tuple[Encounter, ...] | tuple[PowerRepeat, ...]) -> Iterator[str]:
    if items:
        yield said("{title}:", title=title)
    for item in items:
        if isinstance(item, Encounter):
            where = ", ".join(f"{number}{letter}" for number, letter in item.where)
            yield f"  {', '.join(item.players)} ({where})"
        else:
            powers = (
                said("{power} in round {number}", power=said(power.title()), number=number)
                for power, number in zip(item.powers, item.rounds, strict=True)
            )
            yield said("  {player}: {powers}", player=item.player, powers=joined(", ", powers))
