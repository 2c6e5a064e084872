"""The report on a draw as text, for the director's eyes until the draw is published."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman import __version__
from dragoman.tournament.seeding.quality import Encounter, Quality, Repeat


def draw_report(found: Quality, seed: int | None = None) -> tuple[str, ...]:
    """Lines that say how good a draw is, the bounds beside the figures, then who is concerned.

    With the number it was drawn with, and the version that drew it, a draw can be made again;
    without one it is taken as changed by hand.
    """
    return tuple(_lines(found, seed))


def _lines(found: Quality, seed: int | None) -> Iterator[str]:
    yield from map(str, found.figures)
    meetings = ", ".join(f"{times} times: {pairs}" for times, pairs in found.meetings.items())
    yield f"pairs by how often they meet: {meetings}"
    yield from _section("must not meet", found.clashes)
    yield from _section("meet again", found.pairs)
    yield from _section("three that meet again", found.triples)
    yield from _section("a power again", found.same_power)
    yield from _section("a group of powers again", found.same_group)
    if seed is None:
        yield f"changed by hand, Dragoman {__version__}"
    else:
        yield f"drawn with the number {seed} by Dragoman {__version__}"


def _section(title: str, items: tuple[Encounter, ...] | tuple[Repeat, ...]) -> Iterator[str]:
    if items:
        yield f"{title}:"
    for item in items:
        if isinstance(item, Encounter):
            where = ", ".join(f"{number}{letter}" for number, letter in item.where)
            yield f"  {', '.join(item.players)} ({where})"
        else:
            powers = (
                f"{power} in round {number}"
                for power, number in zip(item.powers, item.rounds, strict=True)
            )
            yield f"  {item.player}: {', '.join(powers)}"
