"""Features of variants that plain maps of other programs do not support, and their short keys."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from dragoman.board import (
    ARMY,
    AUTONOMOUS,
    FLEET,
    Board,
    BuildTerms,
    Path,
    Terrain,
    VictoryTerms,
    written_steps,
)
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game.variant import Variant
from dragoman.rules import DIPLOMACY

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""The letters that the powers of a map can be told by."""


def not_held(what: str) -> Diagnostic:
    """A warning that something was left out because the other format cannot hold it."""
    return Diagnostic("not-held", what, severity=Severity.WARNING)


def special_features(board: Board) -> Iterator[str]:
    """The features of this board beyond land, water, coasts, armies and fleets."""
    yield from special_ground(board)
    usual = {kind.letter: kind for kind in (ARMY, FLEET)}
    for letter, kind in board.kinds.items():
        if letter not in usual:
            yield f"units other than armies and fleets are left out: {kind.name}"
        elif replace(kind, cost=1) != usual[letter]:
            yield f"units other than armies and fleets become such: {kind.name}"
    if any(kind.cost != 1 for kind in board.kinds.values()):
        yield "what units cost: each counts one"
    if richer := [key for key in board.centers if board.provinces[key].points != 1]:
        yield f"the supply points of centres, each counts one: {_named(board, richer)}"
    if board.build_grounds:
        where = dict.fromkeys(board.province_of[at] for at in board.build_grounds)
        yield f"that not every kind of unit may be built in {_named(board, where)}"
    if board.convoy_ways.pairs:
        steps = ", ".join(written_steps(board.convoy_ways.pairs)).lower()
        yield f"where convoys step otherwise than fleets: {steps}"
    if board.owned_ways:
        ways = ", ".join(way.text.lower() for way in board.owned_ways)
        yield f"that ways are the owners' of centres alone, so they are open to all: {ways}"
    if board.converts_in:
        yield f"where an army may become a fleet, and back: {_named(board, board.converts_in)}"
    if board.victory_terms != VictoryTerms():
        yield "the terms of victory besides a number of centres"
    if board.build_terms != BuildTerms():
        yield "the terms of builds besides home centres: emergencies, first builds, more homes"


def special_ground(board: Board) -> Iterator[str]:
    """The features of the ground of this board beyond land, water and coasts."""
    for terrain, what in (
        (Terrain.HIGH_SEA, "high seas become ordinary ones"),
        (Terrain.ICE, "arctic waters become open ones"),
        (Terrain.GATEWAY, "gateways are left out, so their ways are open to all"),
        (Terrain.RAILWAY, "railways are left out"),
    ):
        places = [p.name for p in board.provinces.values() if p.terrain is terrain]
        if places:
            yield f"{what}: {', '.join(places)}"
    weak = {
        (board.province_of[path.source], board.province_of[path.target])
        for path in board.paths
        if path.halves_lost or path.halves_lost_by_convoy
    }
    if weak:
        ways = ", ".join(f"{source.lower()}-{target.lower()}" for source, target in sorted(weak))
        yield f"ways of less strength become ordinary ones: {ways}"
    if board.hong_kong:
        places = dict.fromkeys(key for keys in board.hong_kong.values() for key in keys)
        yield f"Hong Kong provinces become ordinary centres: {_named(board, places)}"


def look_losses(variant: Variant) -> Iterator[str]:
    """Losses where nothing can be said of how a variant looks."""
    if variant.colours:
        yield "the colours of powers"
    if variant.shown_layers:
        yield "which hidden layers of its picture are shown"


def both_ways(variant: Variant) -> Variant:
    """The variant with a way back wherever one leads one way only, for formats that refuse such."""
    board = variant.board
    if not board.one_way:
        return variant
    ways = dict.fromkeys(board.paths)
    known = {(path.kind, path.source, path.target) for path in board.paths}
    for path in board.paths:
        back = (path.kind, path.target, path.source)
        if back not in known:
            ways[Path(*back)] = None
    return replace(variant, board=board.with_ground(board.provinces.values(), ways))


def one_way_losses(board: Board) -> Iterator[str]:
    if board.one_way:
        ways = ", ".join(f"{here}>{there}".lower() for here, there in board.one_way)
        yield f"ways that lead one way only lead back as well: {ways}"


def without_neutrals(variant: Variant) -> Variant:
    """The variant without units of nobody, for formats that have no such."""
    if not variant.board.has_neutrals:
        return variant
    units = tuple(unit for unit in variant.start.units if unit.power != AUTONOMOUS)
    start = replace(variant.start, units=units)
    return replace(variant, board=variant.board.without_neutrals(), start=start)


def neutral_losses(variant: Variant) -> Iterator[str]:
    if units := variant.start.units_of(AUTONOMOUS) if variant.board.has_neutrals else ():
        yield f"units of nobody: {', '.join(map(str, units))}"


def other_spellings(board: Board, written: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
    """Losses where only the names and abbreviations of provinces are kept, and some further
    spellings that are ``written``."""
    kept = {
        (spelling, province.key)
        for province in board.provinces.values()
        for spelling in (province.key, province.name, *province.abbreviations)
    }
    kept.update(written)
    others = [pair for pair in board.names.spellings if pair not in kept]
    if others:
        yield f"other spellings of places, {len(others)} of them (as in {others[0][0]!r})"


def year_losses(variant: Variant) -> Iterator[str]:
    """Losses where a year is that of Diplomacy, and the years are those of our own time."""
    if variant.calendar != DIPLOMACY:
        yield f"the phases of a year: {variant.calendar}"
    if variant.start.phase.is_bc:
        yield "that the years are B.C."


def convoyable_land(board: Board) -> Iterator[str]:
    places = [key for key, province in board.provinces.items() if province.convoyable_land]
    if places:
        yield f"no fleet can convoy from land: {_named(board, places)}"


def short_keys(board: Board, taken: Iterable[str] = ()) -> dict[str, str]:
    """Three letters for each province, none twice and none of those that are ``taken``.

    The province's key where it is one of three letters, else an abbreviation that is, else
    letters of the name.
    """
    wishes = {
        key: ([key], province.abbreviations, province.name)
        for key, province in board.provinces.items()
    }
    return short_words(wishes, taken)


def short_words(
    wishes: Mapping[str, tuple[Iterable[str], Iterable[str], str]], taken: Iterable[str] = ()
) -> dict[str, str]:
    """Three letters for each of some things, none twice and none of those that are ``taken``: the
    first that fit of what is best for it, of what would do, and of its name."""
    used = set(taken)
    found: dict[str, str] = {}
    choices = {
        key: (best, others, _from_name(name)) for key, (best, others, name) in wishes.items()
    }
    for choice in range(3):  # what is best for one is not what would do for another
        for key in wishes:
            if key not in found:
                words = (word.upper() for word in choices[key][choice])
                if word := next((w for w in words if _is_short(w) and w not in used), ""):
                    found[key] = word
                    used.add(word)
    return {key: found[key] for key in wishes}


def _is_short(word: str) -> bool:
    return len(word) == 3 and word.isascii() and word.isalnum()


def free_letter(name: str, taken: Container[str]) -> str:
    """A letter for a power that is not taken yet: of its name, or any; empty if none is left."""
    letters = [c for c in name.upper() if c.isascii() and c.isalnum()]
    return next((c for c in (*letters, *LETTERS) if c not in taken), "")


def _from_name(name: str) -> Iterator[str]:
    letters = [c for c in name.upper() if c.isascii() and c.isalnum()] + ["X", "X"]
    for third in range(2, len(letters)):
        for second in range(1, third):
            yield letters[0] + letters[second] + letters[third]
    for number in range(100):
        yield f"{letters[0]}{number:02}"
    for number in range(1000):
        yield f"{number:03}"


def _named(board: Board, keys: Iterable[str]) -> str:
    return ", ".join(board.provinces[key].name for key in keys)
