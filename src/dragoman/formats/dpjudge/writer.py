"""From a variant to a ``.map`` file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.board import ARMY, FLEET, Board, Power, Province, Terrain, Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dpjudge.flow import KINDS, SEASONS, flow_losses, write_flow
from dragoman.formats.dpjudge.map_text import APART, HEADS, WEAK, one_word
from dragoman.formats.unsupported import (
    LETTERS,
    both_ways,
    look_losses,
    neutral_losses,
    not_held,
    one_way_losses,
    other_spellings,
    short_keys,
    special_features,
    without_neutrals,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.rules import RuleSet

_NOT_IN_SPELLINGS = re.compile(r"[=+\x00-\x1f]|\?$|->")
_NOT_IN_NAMES = re.compile(r"[=\x00-\x1f]|->|^\W+")
_LETTERS = {*LETTERS} - {"M"}
"""The letters that a power can have: M is the master's."""
_COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


def write_dpjudge(whole: Variant) -> tuple[str, tuple[Diagnostic, ...]]:
    """The ``.map`` file of a variant, and a list of what it could not hold."""
    variant = without_neutrals(both_ways(whole.as_diplomacy()))
    board = variant.board
    ground = {key: p for key, p in board.provinces.items() if p.terrain.is_ground}
    keys = {key: word for key, word in short_keys(board).items() if key in ground}
    lines = [f"# {variant.title}", "", *_head(variant), ""]
    sides = _side_names(board)
    for power in board.powers.values():
        lines += [*_side(variant, power, sides, keys), ""]
    neutral = [keys[key] for key in board.centers if board.provinces[key].home is None]
    if neutral:
        lines += [_row("UNOWNED", neutral), ""]
    for key, province in ground.items():
        lines += _names(board, province, keys[key])
    lines.append("")
    for province in ground.values():
        lines += _borders(board, province, keys)
    losses = (
        *FILES.of(whole).losses(whole),
        *one_way_losses(whole.board),
        *neutral_losses(whole),
        *_losses(variant, keys, sides),
    )
    return "\n".join(lines) + "\n", tuple(map(not_held, losses))


def _head(variant: Variant) -> Iterator[str]:
    phase = variant.start.phase
    yield f"BEGIN {SEASONS[phase.season]} {abs(phase.year)} {KINDS[phase.kind]}"
    yield from write_flow(variant.calendar, phase)
    yield f"VICTORY {variant.victory_centers}"
    if variant.rule_set.build_in == "any":
        yield "RULE BUILD_ANY"


def _side_names(board: Board) -> Mapping[str, str]:
    """The names of the powers: one word each, none of two, and none that begins another line
    or is the name of a place; ``_POWER`` sets those apart."""
    places = {word for key, p in board.provinces.items() for word in (key, one_word(p.name))}
    found: dict[str, str] = {}
    for key in board.powers:
        base = name = one_word(key) or "POWER"
        if name in HEADS or name in places:
            name = f"{name}{APART}"
        number = 2
        while name in found.values():
            name, number = f"{base}_{number}", number + 1
        found[key] = name
    return found


def _side(
    variant: Variant, power: Power, sides: Mapping[str, str], keys: Mapping[str, str]
) -> Iterator[str]:
    """A power: its home centres, the centres it owns if those are others, and its units."""
    board, start = variant.board, variant.start
    homes = [k for k, p in board.provinces.items() if p.is_common_home or p.home == power.key]
    word = one_word(power.adjective).replace("_", "+")
    letter = f":{power.letter}" if power.letter in _LETTERS else ""
    yield _row(f"{sides[power.key]} ({word}{letter})", (keys[key] for key in homes))
    owned = start.centers_of(power.key)
    if set(owned) != set(homes):
        yield _row("CENTERS", (keys[key] for key in owned if key in keys))
    for unit in _plain_units(variant):
        if unit.power == power.key:
            province, _, coast = unit.location.partition("/")
            yield f"{unit.kind} {keys[province]}{'/' if coast else ''}{coast}"


def _plain_units(variant: Variant) -> Iterator[Unit]:
    kinds = (ARMY.letter, FLEET.letter)
    return (unit for unit in variant.start.units if unit.kind in kinds)


def _row(head: str, words: Iterator[str] | list[str]) -> str:
    return " ".join([f"{head:<24}", *words]).rstrip()


def _names(board: Board, province: Province, key: str) -> Iterator[str]:
    """A line for a province and one for each coast: the name, the abbreviation, and all else they
    are called."""
    for location in province.locations:
        _, slash, coast = location.partition("/")
        name = province.name
        if coast:
            usual = f"{province.name} ({_COASTS.get(coast, coast.lower())})"
            spelled = (s for s in _spellings(board, location) if s.lower() == usual.lower())
            name = next(spelled, usual)
        word = f"{key}{slash}{coast}".lower()
        words = [word]
        known = {name.lower()} if coast else {word, name.lower()}
        own = () if coast else province.abbreviations
        for spelling in (*own, *_spellings(board, location)):
            if spelling.lower() not in known:
                known.add(spelling.lower())
                words.append("+".join(spelling.split()))
        yield f"{_NOT_IN_NAMES.sub(' ', name).strip():<30} = {' '.join(words)}"


def _spellings(board: Board, location: str) -> Iterator[str]:
    """Further spellings of a location that can stand in the file. There a single word for a
    province is an abbreviation of it, which these are not."""
    for spelling, at in board.names.spellings:
        is_word = spelling.isalnum() and "/" not in location
        if at == location and not is_word and not _NOT_IN_SPELLINGS.search(spelling):
            yield spelling


def _borders(board: Board, province: Province, keys: Mapping[str, str]) -> Iterator[str]:
    key = keys[province.key]
    signs = {
        place: {keys[end]: sign for (at, end), sign in _signs(board).items() if at == place}
        for place in province.locations
    }
    armies = {*board.reach(ARMY.letter, province.key)}
    fleets = {loc: {*board.reach(FLEET.letter, loc)} for loc in province.locations}
    own = signs[province.key]
    if province.terrain is not Terrain.LAND:
        yield _line("WATER", key, _neighbours(board, set(), fleets[province.key], keys, False), own)
    elif not armies and not any(fleets.values()):
        yield _line("SHUT", key, [], own)
    elif not any(fleets.values()):
        yield _line("LAND", key, _neighbours(board, armies, set(), keys), own)
    else:
        terrain = "PORT" if province.convoyable_land else "COAST"
        if not province.coasts:
            yield _line(terrain, key, _neighbours(board, armies, fleets[province.key], keys), own)
            return
        for coast, location in zip(province.coasts, province.locations[1:], strict=True):
            words = _neighbours(board, set(), fleets[location], keys, False)
            yield _line(terrain, f"{key}/{coast}", words, signs[location])
        # Armies go by this line, fleets only support by it; it must name all waters around.
        waters = {
            end
            for ends in fleets.values()
            for end in ends
            if board.provinces[board.province_of[end]].terrain.is_water
        }
        named = {*(keys[end] for end in armies), *(keys[board.province_of[w]] for w in waters)}
        yield _line(terrain, key.lower(), sorted(named), own)


def _neighbours(
    board: Board, armies: set[str], fleets: set[str], keys: Mapping[str, str], walked: bool = True
) -> list[str]:
    """The words for the neighbours of a place, which armies can leave if it is ``walked``.

    Capitals are for both kinds of unit (armies stay out of water by themselves), small letters
    for armies alone, Mixed ones for fleets alone.
    """
    words: list[str] = []
    for end in fleets:
        province, slash, coast = end.partition("/")
        word = f"{keys[province]}{slash}{coast}"
        is_water = board.provinces[province].terrain.is_water
        words.append(word if is_water or province in armies or not walked else word.title())
    for end in armies - {province_of(end) for end in fleets}:
        words.append(keys[end].lower() if fleets else keys[end])
    return sorted(words, key=str.upper)


def _signs(board: Board) -> Mapping[tuple[str, str], str]:
    """The signs of borders of less strength, by place and province: those where every kind of unit
    that passes loses the same."""
    lost: dict[tuple[str, str], set[int]] = {}
    for path in board.paths:
        halves = 0 if path.halves_lost_by_convoy else path.halves_lost
        lost.setdefault((path.source, board.province_of[path.target]), set()).add(halves)
    signs = {halves: sign for sign, halves in WEAK.items()}
    return {
        way: signs[min(halves)]
        for way, halves in lost.items()
        if len(halves) == 1 and min(halves) in signs
    }


def _line(terrain: str, word: str, neighbours: list[str], signs: Mapping[str, str]) -> str:
    """``signs`` are those of borders of less strength, by the province that they lead to."""
    ends = (end + signs.get(end[:3].upper(), "") for end in neighbours)
    return f"{terrain:<6} {word:<7} ABUTS  {' '.join(ends)}".rstrip()


def _without_signs(board: Board) -> Board:
    """The board as if borders were ordinary ones whose lack of strength the file can hold."""
    signs = _signs(board)
    paths = (
        replace(path, halves_lost=0)
        if (path.source, board.province_of[path.target]) in signs
        else path
        for path in board.paths
    )
    return board.with_ground(board.provinces.values(), paths)


def _losses(variant: Variant, keys: Mapping[str, str], sides: Mapping[str, str]) -> Iterator[str]:
    board = variant.board
    yield from special_features(_without_signs(board))
    for key, word in keys.items():
        if word != key:
            yield f"{board.provinces[key].name} is called {word} for want of three letters"
    fleets_only = [
        province.name
        for province in board.provinces.values()
        if province.terrain is Terrain.LAND
        and board.is_coastal(province.key)
        and province.key not in board.stands.get(ARMY.letter, ())
    ]
    if fleets_only:
        yield f"armies can be built where only fleets go: {', '.join(fleets_only)}"
    written = [(word, at) for at in board.locations for word in _spellings(board, at)]
    yield from other_spellings(board, written)
    if any(power.other_names for power in board.powers.values()):
        yield "other names of powers"
    if len(board.powers) > len(LETTERS):
        yield f"that {len(board.powers)} powers play, of whom {len(LETTERS)} can have a letter"
    for key, power in board.powers.items():
        if power.letter not in _LETTERS:
            yield f"the letter {power.letter} of {power.name}"
        if sides[key].replace("_", " ") != power.name.upper():
            yield f"{power.name} is called {sides[key]}"
    if variant.names:
        yield f"names in other languages ({', '.join(variant.names)})"
    if variant.title != variant.name:
        yield f"the title {variant.title}"
    if variant.credits:
        yield "the credits"
    if variant.about:
        yield "what it is about"
    yield from look_losses(variant)
    if variant.coordinates:
        yield "where units are drawn on a picture of the map"
    if variant.center_order != board.centers:
        yield "the order of the centres in reports"
    if variant.rule_set.build_in == "one-home":
        yield "that builds may be made anywhere while a home centre is owned"
    if variant.rule_set.replace(build_in=RuleSet().build_in) != RuleSet():
        yield "the rules"
    yield from flow_losses(variant.calendar)
    if own := [key for key in board.common_homes if board.provinces[key].home]:
        names = ", ".join(board.provinces[key].name for key in own)
        yield f"that these homes of all powers are each one power's own: {names}"
    if variant.start.dislodged:
        yield "dislodged units"
