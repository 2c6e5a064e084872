"""From the files of a DipWork variant to one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import gcd
from types import MappingProxyType

from dragoman.board import Board, ConvoyWays, Path, Power, Province, Terrain, UnitKind
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas, usual_field
from dragoman.formats.dipwork.files.geography import COAST, LAND, OCEAN, MapField
from dragoman.formats.dipwork.files.keyword_lists import EVERYBODY
from dragoman.formats.dipwork.files.variant_files import VariantFiles
from dragoman.formats.dipwork.variants.rule_switches import rule_set_of
from dragoman.formats.unsupported import free_letter, not_held
from dragoman.game.variant import Coordinates, Variant
from dragoman.rules import Position
from dragoman.words import said


def board_of(files: VariantFiles, atlas: Atlas, name: str) -> Board:
    """The board of a variant."""
    grounds = [f for f in files.geography.fields if f.coast_of is None]
    others = [
        (spelling, atlas.location_of[row])
        for row, spellings in _spellings(files).items()
        for spelling in spellings
        if row in atlas.location_of
    ]
    board = Board(
        name,
        [_province(files, atlas, field) for field in grounds],
        _kinds(files),
        _paths(files, atlas),
        _powers(files, atlas),
        others,
    )
    return board.with_supply(
        board.provinces.values(),
        _build_grounds(files, atlas, board),
        _convoy_ways(files, atlas, board),
    )


def variant_of(
    files: VariantFiles, atlas: Atlas, board: Board, start: Position, title: str = ""
) -> Variant:
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
        coordinates=_coordinates(atlas),
        short_names=atlas.field_of,
    )


def variant_losses(files: VariantFiles) -> tuple[Diagnostic, ...]:
    """Parts of a variant's files that our variant cannot hold."""
    return tuple(map(not_held, _losses(files)))


def _coordinates(atlas: Atlas) -> Coordinates:
    """The points at which units are drawn; a field in the very corner has no place on the
    picture."""
    drawn = (field for field in atlas.geography.fields if field.x or field.y)
    return MappingProxyType(
        {atlas.location_of[f.name]: (f.x, f.y) for f in drawn if f.name in atlas.location_of}
    )


def _province(files: VariantFiles, atlas: Atlas, field: MapField) -> Province:
    homes = {nation.word for nation in files.nations}
    key = atlas.location_of[field.name]
    coasts = files.geography.coasts.get(field.name, ())
    is_land = OCEAN not in field.kind or LAND in field.kind or COAST in field.kind
    is_center = field.points > 0
    return Province(
        key,
        files.geography.titles[field.name],
        Terrain.LAND if is_land else Terrain.WATER,
        () if field.name == usual_field(key, not is_land) else (field.name,),
        tuple(atlas.location_of[coast].partition("/")[2] for coast in coasts),
        is_center,
        atlas.power_of[field.home] if is_center and field.home in homes else None,
        convoyable_land=is_land and OCEAN in field.kind,
        points=field.points if is_center else 1,
        is_common_home=is_center and field.home == EVERYBODY,
    )


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
            unit.title,
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
        wanted = nation.word.upper()
        letter = wanted if len(wanted) == 1 and wanted not in letters else ""
        name = nation.name.replace("_", " ")
        others = tuple(dict.fromkeys(w for w in (nation.word, *nation.others) if w != name))
        letter = letter or free_letter(name, letters) or nation.word
        powers.append(Power(atlas.power_of[nation.word], letter, name, "", others))
    return powers


def _build_grounds(files: VariantFiles, atlas: Atlas, board: Board) -> dict[str, tuple[str, ...]]:
    """The kinds of unit that may be built in centres, where these are not all that can stand.

    A kind may be built where one letter at least is among its ``AllowedIn=`` and among those
    of the field (the manual, UNITLIST). A coast counts as having those of its whole field too.
    """
    geography = files.geography
    found: dict[str, tuple[str, ...]] = {}
    for center in board.centers:
        letters = {*geography.by_name[atlas.field_of[center]].kind}
        for location in board.provinces[center].locations:
            here = letters | {*geography.by_name[atlas.field_of[location]].kind}
            can_stand = [unit for unit in files.units if location in board.stands[unit.word]]
            may = tuple(unit.word for unit in can_stand if here & {*unit.allowed_in})
            if len(may) < len(can_stand) or center in found:
                found[location] = may
    return found


def _convoy_ways(files: VariantFiles, atlas: Atlas, board: Board) -> ConvoyWays:
    """Steps that convoys take otherwise than convoying units do.

    A step has ocean at one end, and at the other ocean or a coast, where convoys begin and end
    (the manual, UNITLIST).
    """
    kinds = {
        atlas.location_of[f.name]: f.kind
        for f in files.geography.fields
        if f.name in atlas.location_of
    }
    usual = {pair for pair in board.convoy_steps if any(OCEAN in kinds[end] for end in pair)}
    own = _steps_of_convoy_unit(files, atlas)
    wished = [
        pair
        for pair in (sorted(usual) if own is None else own)
        if any(OCEAN in kinds[end] for end in pair)
        and all(OCEAN in kinds[end] or COAST in kinds[end] for end in pair)
    ]
    return ConvoyWays(
        tuple(pair for pair in wished if pair not in usual), tuple(sorted(usual - {*wished}))
    )


def _steps_of_convoy_unit(files: VariantFiles, atlas: Atlas) -> list[tuple[str, str]] | None:
    """From which province to which the imaginary unit goes; None where there is no such unit,
    and convoys go where convoying units do."""
    geography, at, number = files.geography, atlas.location_of, files.convoy_unit
    if all(len(border.ways) < number for border in geography.borders):
        return None
    found: dict[tuple[str, str], None] = {}
    for border in geography.borders:
        end = geography.arrival(border, number)
        if end is not None and end in at and border.start in at:
            found[at[geography.province(border.start)], at[geography.province(end)]] = None
    return [*found]


def _losses(files: VariantFiles) -> Iterator[str]:
    geography = files.geography
    shut = [
        field.name
        for field in geography.fields
        if OCEAN in field.kind and LAND in field.kind and COAST not in field.kind
    ]
    if shut:
        yield said(
            "that no convoy begins or ends in {shut}, where units may convoy", shut=", ".join(shut)
        )
