"""From the files of a DipWork variant to one of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from math import gcd

from dragoman.board import Board, Path, Power, Province, Terrain, UnitKind
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.atlas import Atlas, usual_field
from dragoman.formats.dipwork.geography import COAST, LAND, OCEAN, Field
from dragoman.formats.dipwork.geography_checks import convoy_steps
from dragoman.formats.dipwork.rule_switches import rule_set_of
from dragoman.formats.dipwork.tables import EVERYBODY
from dragoman.formats.dipwork.variant_files import VariantFiles
from dragoman.formats.plain_map import free_letter, not_held
from dragoman.game.variant import Variant
from dragoman.rules import Position


def board_of(files: VariantFiles, atlas: Atlas, name: str) -> Board:
    """The board of a variant.

    A field is called by its first synonym if that is longer than its own name
    (``= ENG English_Channel``), and else by its own.
    """
    geography = files.geography
    names = {row.name: row.spellings for row in reversed(geography.synonyms)}
    grounds = [f for f in geography.fields if f.coast_of is None]
    others = [
        (spelling, atlas.location_of[row])
        for row, spellings in _spellings(files).items()
        for spelling in spellings
        if row in atlas.location_of
    ]
    return Board(
        name,
        [_province(files, atlas, field, _long_name(field, names)) for field in grounds],
        _kinds(files),
        _paths(files, atlas),
        _powers(files, atlas),
        others,
    )


def variant_of(files: VariantFiles, board: Board, start: Position, title: str = "") -> Variant:
    """The variant, which the majority of the centres wins: DipWork does not say how many."""
    named = files.parameters.find("VARNAME")
    return Variant(
        name=board.name,
        title=title or (named.text if named else "") or board.name,
        board=board,
        start=start,
        rule_set=rule_set_of(files.parameters, files.geography),
        victory_centers=len(board.centers) // 2 + 1,
        center_order=board.centers,
    )


def variant_losses(files: VariantFiles, board: Board, atlas: Atlas) -> tuple[Diagnostic, ...]:
    """What of a variant's files our variant cannot hold."""
    return tuple(map(not_held, _losses(files, board, atlas)))


def _province(files: VariantFiles, atlas: Atlas, field: Field, name: str) -> Province:
    homes = {nation.word for nation in files.nations}
    key = atlas.location_of[field.name]
    coasts = files.geography.coasts.get(field.name, ())
    is_land = OCEAN not in field.kind or LAND in field.kind or COAST in field.kind
    is_center = field.points > 0
    return Province(
        key,
        name,
        Terrain.LAND if is_land else Terrain.WATER,
        () if field.name == usual_field(key, not is_land) else (field.name,),
        tuple(atlas.location_of[coast].partition("/")[2] for coast in coasts),
        is_center,
        atlas.power_of[field.home] if is_center and field.home in homes else None,
        convoyable_land=is_land and OCEAN in field.kind,
        points=field.points if is_center else 1,
    )


def _long_name(field: Field, synonyms: Mapping[str, tuple[str, ...]]) -> str:
    for spelling in synonyms.get(field.name, ())[:1]:
        is_name = spelling[0].isupper() and not any(sign in spelling for sign in "/():,=^")
        if is_name and len(spelling) > len(field.name):
            return spelling.replace("_", " ")
    return field.name


def _spellings(files: VariantFiles) -> dict[str, list[str]]:
    """Every spelling of each field besides the names of whole fields."""
    found: dict[str, list[str]] = {}
    for name in files.geography.by_name:
        if files.geography.by_name[name].coast_of is not None:
            found[name] = [name]
    for row in files.geography.synonyms:
        for spelling in row.spellings:
            found.setdefault(row.name, []).append(spelling)
    return found


def _kinds(files: VariantFiles) -> list[UnitKind]:
    shared = reduce(gcd, (unit.strength for unit in files.units), 0) or 1
    return [
        UnitKind(
            unit.word,
            next((w for w in unit.words if len(w) > 2), unit.word).lower(),
            unit.strength // shared,
            unit.can_convoy,
            unit.convoyable,
            cost=unit.costs,
        )
        for unit in files.units
    ]


def _paths(files: VariantFiles, atlas: Atlas) -> list[Path]:
    """The ways in the order of the file, which goes clockwise around each field."""
    geography = files.geography
    paths: dict[Path, None] = {}
    for border in geography.borders:
        for number, unit in enumerate(files.units, 1):
            end = geography.arrival(border, number)
            known = atlas.location_of
            if end is not None and end in known and border.start in known:
                source, target = known[border.start], known[end]
                if source != target:
                    paths[Path(unit.word, source, target)] = None
    return [*paths]


def _powers(files: VariantFiles, atlas: Atlas) -> list[Power]:
    powers: list[Power] = []
    for nation in files.nations:
        letters = {power.letter for power in powers}
        wish = nation.word.upper()
        letter = wish if len(wish) == 1 and wish not in letters else ""
        name = nation.name.replace("_", " ")
        others = tuple(dict.fromkeys(w for w in (nation.word, *nation.others) if w != name))
        letter = letter or free_letter(name, letters) or nation.word
        powers.append(Power(atlas.power_of[nation.word], letter, name, "", others))
    return powers


def _losses(files: VariantFiles, board: Board, atlas: Atlas) -> Iterator[str]:
    geography, units = files.geography, files.units
    if any(field.x or field.y for field in geography.fields):
        yield "where units are drawn on the map picture"
    if {unit.costs for unit in units} - {1} or any(f.points > 1 for f in geography.fields):
        yield "costs of units and points of centres: each unit counts one, and each centre"
    for unit in units:
        if where := [
            field.name
            for field in geography.fields
            if field.points > 0
            and field.name in atlas.location_of
            and atlas.location_of[field.name] in board.stands[unit.word]
            and not set(unit.allowed_in) & set(field.kind)
        ]:
            yield f"that {unit.word} may not be built in {', '.join(where)}"
    homes = [f.name for f in geography.fields if f.home == EVERYBODY and f.points > 0]
    if homes and len(homes) < len(board.centers):
        yield f"that anybody may build in {', '.join(homes)}"
    if all(len(border.ways) < files.convoy_unit for border in geography.borders):
        return  # no imaginary unit: convoys go where convoying units do
    steps = _engine_steps(board, atlas)
    wished = {
        (atlas.location_of[a], atlas.location_of[b])
        for a, b in convoy_steps(geography, files.convoy_unit)
        if a in atlas.location_of and b in atlas.location_of
    }
    wished = {(min(pair), max(pair)) for pair in wished}
    if missing := sorted(wished - steps):
        yield f"convoys where no convoying unit goes: {_ways(missing)}"
    if further := sorted(steps - wished):
        yield f"that no convoy goes where convoying units do: {_ways(further)}"


def _engine_steps(board: Board, atlas: Atlas) -> set[tuple[str, str]]:
    """Between which provinces convoys step on the board: where convoying units do, at sea."""
    geography = atlas.geography
    afloat = {
        atlas.location_of[field.name]
        for field in geography.fields
        if OCEAN in field.kind and field.coast_of is None
    }
    found: set[tuple[str, str]] = set()
    for path in board.paths:
        if board.kinds[path.kind].can_convoy:
            here, there = board.province_of[path.source], board.province_of[path.target]
            if here in afloat or there in afloat:
                found.add((min(here, there), max(here, there)))
    return found


def _ways(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{here.lower()}-{there.lower()}" for here, there in pairs)
