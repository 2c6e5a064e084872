"""Wishes for powers: lists of preferences and bids, and draws that go by them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.people import WishPowers
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.seeding import (
    Draw,
    DrawnTable,
    PowersBy,
    SeedingRules,
    in_turn,
    to_the_highest,
)
from dragoman.words import said


def wish(t: Tournament, command: WishPowers) -> list[Event]:
    """Note what a player wishes or bids, for all rounds or for one. It takes the place of what he
    said before, also where it is nothing.

    Raises:
        ActionRefused: if powers are drawn by lot here, or he cannot wish that.
    """
    player = lookup.player(t, command.name).number
    round_ = 0 if command.round is None else lookup.round_(t, command.round).number
    return [wished(t, player, command.wishes, round_)]


def wished(t: Tournament, player: int, words: Sequence[str], round_: int) -> ev.PowersWished:
    """The wish of a player in words: powers best first, as ``F T E`` or ``FTE``, or bids, as
    ``F=60 T=40``.

    Raises:
        ActionRefused: as ``wish`` does.
    """
    rules = t.settings.seeding
    check_by_wishes(rules)
    bid_points = rules.bid_points if rules.powers_by is PowersBy.BIDS else 0
    powers, bids = read_wish(t.settings.variant, words, bid_points)
    return ev.PowersWished(player, powers, bids, round_)


def read_wish(
    variant: PlayedVariant, words: Sequence[str], bid_points: int
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The powers that somebody names, best first, and with ``bid_points`` what he bids for each;
    0 where powers go by lists.

    Raises:
        ActionRefused: if these are none, or more than he has.
    """
    found: dict[str, int] = {}
    for power, points in _said(variant, words):
        if power in found:
            raise ActionRefused("named-twice", f"{power.title()} is named twice", "name it once")
        if (points is not None) != bool(bid_points):
            is_bid = points is not None
            what = "powers go by lists here" if is_bid else "powers go to the highest bids here"
            raise ActionRefused("bad-wish", what, "write F T E" if is_bid else "write F=60 T=40")
        found[power] = points or 0
    if (total := sum(found.values())) > bid_points:
        what = f"these bids add to {total}, and everybody has {bid_points}"
        raise ActionRefused("bad-wish", what, "bid less")
    return tuple(found), tuple(found.values()) if bid_points else ()


def check_by_wishes(rules: SeedingRules) -> None:
    """Make sure that powers go by what players wish.

    Raises:
        ActionRefused: if they are drawn by lot.
    """
    if rules.powers_by is PowersBy.LOT:
        what = "powers are drawn by lot here"
        remedy = 'write powers_by = "wishes", or "bids", under [seeding] in the preset'
        raise ActionRefused("by-lot", what, remedy)


def _said(variant: PlayedVariant, words: Sequence[str]) -> list[tuple[str, int | None]]:
    """The powers that are named, each with what is bid for it."""
    letters = variant.letters
    found: list[tuple[str, int | None]] = []
    for word in words:
        name, equals, points = word.partition("=")
        if equals and not lookup.is_number(points):
            raise ActionRefused("bad-wish", f"{word!r} is no bid", "write F=60")
        if not equals and len(name) > 1 and set(name.upper()) <= set(letters):
            found += [(letters[letter], None) for letter in name.upper()]
        else:
            power = lookup.power(variant, name)
            found.append((power, int(points) if equals else None))
    return found


Places = Callable[[int, Sequence[int]], Mapping[int, int]]
"""The place of each player before a round."""


def given(t: Tournament, drawn: Draw, seed: int, places: Places) -> Draw:
    """The draw with powers by what its players wish. Who stands last chooses first, or first as the
    preset says; equals, and all before there are standings, go by lot.

    Raises:
        ActionRefused: if the standings before a round are asked for and not known.
    """
    numbers = {one.name: one.number for one in t.players.values()}
    return tuple(
        replace(
            one,
            tables=tuple(
                _by_wishes(t, one.number, table, numbers, seed, places) for table in one.tables
            ),
        )
        for one in drawn
    )


def _by_wishes(
    t: Tournament,
    round_: int,
    table: DrawnTable,
    numbers: Mapping[str, int],
    seed: int,
    places: Places,
) -> DrawnTable:
    rules = t.settings.seeding
    wishes = {
        name: found
        for name in table.players
        if (found := t.wish_of(numbers[name], round_)) is not None
    }
    lot = random.Random(f"{seed} {round_} {table.letter}")
    if rules.powers_by is PowersBy.BIDS:
        bids = {
            name: {p.title(): n for p, n in zip(one.powers, one.bids, strict=True)}
            for name, one in wishes.items()
        }
        found = to_the_highest(table.players, bids, rules.powers, lot.randrange(1 << 31))
    else:
        order = sorted(table.players)
        lot.shuffle(order)
        place_of: Mapping[int, int] = {}
        if any(
            one.complete for n, r in t.rounds.items() if n < round_ for one in r.tables.values()
        ):
            place_of = places(round_, [numbers[name] for name in order])
        sign = 1 if rules.first_choice == "first" else -1
        order.sort(key=lambda name: sign * place_of.get(numbers[name], 0))
        lists = {name: [p.title() for p in one.powers] for name, one in wishes.items()}
        found = in_turn(order, lists, rules.powers, lot.randrange(1 << 31))
    return replace(table, powers=tuple(found[name] for name in table.players))


def changed_since(t: Tournament, number: int) -> str:
    """Why the powers of a draw are not those that its players wish any more; else nothing."""
    round_ = t.round(number)
    if t.settings.seeding.powers_by is PowersBy.LOT or round_.drawn is None:
        return ""
    seated = {one for seats in round_.drawn.boards.values() for one in seats.values()}
    others = [
        one for one in sorted(seated) if t.wish_of(one, number) != round_.drawn_wishes.get(one)
    ]
    if not others:
        return ""
    return said("these wish other powers since: {names}", names=lookup.names(t, others))
