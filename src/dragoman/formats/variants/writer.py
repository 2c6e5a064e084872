"""Writing the files of a variant: ``map.NAME``, ``seed.NAME`` and ``variant.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dragoman.board import ARMY, AUTONOMOUS, FLEET, Board, Power, Province, Terrain, fold
from dragoman.diagnostics import Diagnostic
from dragoman.errors import checked
from dragoman.formats.njudge import (
    GAMES,
    HongKong,
    MapFile,
    MapGateway,
    MapMoves,
    MapOptions,
    MapProvince,
    MapRailway,
    MapStep,
    write_map,
    write_seed,
)
from dragoman.formats.toml_table import listed, quoted
from dragoman.formats.unsupported import not_held
from dragoman.formats.variants.folders import TOML
from dragoman.formats.variants.kind_files import FILES
from dragoman.formats.variants.one_way import one_way_line
from dragoman.formats.variants.toml_build_terms import build_head_lines, build_terms_lines
from dragoman.formats.variants.toml_file import look_lines
from dragoman.formats.variants.toml_movement import conversion_lines, neutral_lines
from dragoman.formats.variants.toml_places import head_lines, table_lines
from dragoman.formats.variants.toml_provenance import origin_lines, source_lines
from dragoman.formats.variants.toml_victory import victory_lines
from dragoman.game.variant import LocalNames, Variant
from dragoman.rules import DIPLOMACY, RuleSet

_AREAS = {
    Terrain.WATER: "w",
    Terrain.HIGH_SEA: "h",
    Terrain.ICE: "v",
    Terrain.GATEWAY: "g",
    Terrain.RAILWAY: "r",
}


@checked
def write_variant(variant: Variant) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The texts of a variant's files by their names, and a list of what they cannot hold."""
    plain = variant.as_diplomacy()
    map_file = map_file_of(plain.board, plain.center_order)
    files = FILES.of(variant)
    tables = [f"{line}\n" for line in files.tables(variant)]
    texts = {
        f"map.{variant.name}": write_map(files.map_file(variant, map_file)),
        f"seed.{variant.name}": write_seed(files.seed_file(variant)),
        TOML: "".join((_toml(plain, _rules(variant)), *tables)),
    }
    return texts, tuple(map(not_held, _losses(plain)))


def map_file_of(board: Board, center_order: tuple[str, ...] = ()) -> MapFile:
    """The map file of a board."""
    letters = {power.key: power.letter for power in board.powers.values()}
    return MapFile(
        tuple(_province(board, province, letters) for province in board.provinces.values()),
        tuple(_moves(board)),
        MapOptions(
            center_order=tuple(k for k in center_order if board.provinces[k].terrain not in _AREAS),
            hong_kong=tuple(HongKong(letters[p], keys) for p, keys in board.hong_kong.items()),
            gateways=tuple(
                MapGateway(gateway.province, gateway.controller, pair)
                for gateway in board.gateways
                for pair in gateway.pairs
            ),
            railways=tuple(
                MapRailway(r.province, "".join(letters[p] for p in r.powers), r.stops)
                for r in board.railways
            ),
        ),
        name=f"map.{board.name}",
    )


def _province(board: Board, province: Province, letters: Mapping[str, str]) -> MapProvince:
    area = _AREAS.get(province.terrain, "x" if province.is_center else "l")
    if province.home is not None and province.terrain not in _AREAS:
        area = letters[province.home]
    words = [word for word in province.abbreviations if _is_word(word)]
    words = [word for word in words if not _is_shared(board, word)]
    # The first abbreviation makes the key.
    key = next((word for word in words if _key_of(word) == province.key), province.key.lower())
    words = list(dict.fromkeys([key, *words]))
    return MapProvince(province.key, _name(province), area, tuple(words), province.convoyable_land)


def _is_shared(board: Board, word: str) -> bool:
    """True if a spelling stands for two places, and so for neither."""
    return len(board.names.find(word)) > 1


def _key_of(word: str) -> str:
    return "".join(filter(str.isalnum, word.upper()))


def _name(province: Province) -> str:
    name = " ".join(province.name.replace(",", " ").split())
    return name if name[:1].isalnum() else province.key.title()


def _is_word(word: str) -> bool:
    return bool(fold(word)) and not any(c.isspace() or c in ",/():#" for c in word)


def _movers(board: Board) -> Mapping[str, str]:
    """The kind of unit whose ways stand in the lines ``mv`` and ``xc``."""
    found: dict[str, str] = {}
    for letter, kind in board.kinds.items():
        found.setdefault("xc" if kind.can_convoy else "mv", letter)
    return found


def _moves(board: Board) -> Iterator[MapMoves]:
    movers = _movers(board)
    ways: dict[tuple[str, str], list[MapStep]] = {}
    for path in board.paths:
        for mover, letter in movers.items():
            if path.kind == letter:
                step = MapStep(path.target, path.halves_lost, path.halves_lost_by_convoy)
                ways.setdefault((mover, path.source), []).append(step)
    for province in board.provinces.values():
        lines = [
            MapMoves(mover, location, tuple(ways[mover, location]))
            for mover in ("mv", "xc")
            for location in province.locations
            if (mover, location) in ways
        ]
        yield from lines or [MapMoves("mv", province.key, (MapStep(province.key),))]


def _toml(variant: Variant, rules: list[str]) -> str:
    board = variant.board
    lines = [f"title = {quoted(variant.title)}"]
    if variant.credits:
        lines.append(f"credits = {quoted(variant.credits)}")
    if variant.about:
        lines.append(f"about = {quoted(variant.about)}")
    lines += origin_lines(variant.origin)
    lines.append(f"victory_centers = {variant.victory_centers}")
    if variant.kind not in GAMES:  # the map tells which of those it is
        lines.append(f"game = {quoted(variant.kind)}")
    if variant.calendar != DIPLOMACY:
        lines.append(f"calendar = {listed(map(str, variant.calendar.phases))}")
    if variant.start.phase.is_bc:
        lines.append('years = "B.C."')
    lines += [*one_way_line(board), *head_lines(board), *conversion_lines(board)]
    lines += build_head_lines(variant)
    lines += rules
    if tuple(board.kinds.values()) != (ARMY, FLEET):
        for kind in board.kinds.values():
            lines += ["", "[[units]]", f"letter = {quoted(kind.letter)}"]
            lines.append(f"name = {quoted(kind.name)}")
            lines.append(f'moves = "{"xc" if kind.can_convoy else "mv"}"')
            lines += [f"strength = {kind.strength}"] if kind.strength != 1 else []
            lines += ["can_convoy = true"] if kind.can_convoy else []
            lines += ["convoyable = true"] if kind.convoyable else []
            lines += ["flies = true"] if kind.flies else []
            lines += [f"cost = {kind.cost}"] if kind.cost != 1 else []
    for power in board.powers.values():
        if power.key != AUTONOMOUS:
            lines += ["", "[[powers]]", *_power(power)]
    lines += [*neutral_lines(board), *table_lines(variant), *victory_lines(variant)]
    lines += [*build_terms_lines(variant), *look_lines(variant)]
    lines += source_lines(variant.origin)
    lines += _names(variant)
    return "\n".join(lines) + "\n"


def _rules(variant: Variant) -> list[str]:
    """The rules, where they are not the usual ones of the kind of game."""
    preset = FILES.of(variant).preset(variant)
    changed = variant.rule_set.differences(RuleSet.preset(preset) if preset else RuleSet())
    if not changed:
        return []
    settings = [f"{switch}={answer}" for switch, answer in changed.items()]
    named = [f"preset = {quoted(preset)}"] if preset else []
    return ["", "[rules]", *named, f"settings = {listed(settings)}"]


def _power(power: Power) -> Iterator[str]:
    yield f"letter = {quoted(power.letter)}"
    yield f"name = {quoted(power.name)}"
    if power.key != power.name.upper():
        yield f"key = {quoted(power.key)}"
    if power.adjective:
        yield f"adjective = {quoted(power.adjective)}"
    if power.other_names:
        yield f"other_names = {listed(power.other_names)}"


def _names(variant: Variant) -> Iterator[str]:
    """The tables of names. Spellings that no language prints stand with a name that one does."""
    board = variant.board
    printed = {
        (fold(name), location)
        for names in variant.names.values()
        for location, name in names.places.items()
    }
    spellings: dict[str, list[str]] = {}
    in_map = {(fold(s), p.key) for p in board.provinces.values() for s in _in_map(p)}
    for spelling, location in board.names.spellings:
        if not {(fold(spelling), location)} & (printed | in_map):
            spellings.setdefault(location, []).append(spelling)
    for language in dict.fromkeys(["en", *variant.names]):
        names = variant.names.get(language, LocalNames())
        places = {key: [name] for key, name in names.places.items()}
        for key in [*spellings]:
            if key in places:
                places[key] += spellings.pop(key)
            elif language == "en" and not any(key in n.places for n in variant.names.values()):
                places[key] = [variant.place_name(key), *spellings.pop(key)]
        if places:
            yield from ("", f"[names.{language}.places]")
            for key in board.locations:
                if key in places:
                    yield f"{quoted(key)} = {listed(places[key])}"
        if names.powers:
            yield from ("", f"[names.{language}.powers]")
            for key, name in names.powers.items():
                yield f"{quoted(key)} = {quoted(name)}"


def _in_map(province: Province) -> Iterable[str]:
    return (province.key, _name(province), *filter(_is_word, province.abbreviations))


def _losses(variant: Variant) -> Iterator[str]:
    board = variant.board
    for province in board.provinces.values():
        if province.is_center and province.terrain in {*_AREAS} - {Terrain.WATER}:
            yield f"{province.name} is a centre, but no land"
        if _name(province) != province.name:
            yield f"{province.name} is called {_name(province)}"
        if odd := [coast for coast in province.coasts if coast not in ("NC", "SC", "EC", "WC")]:
            yield f"the coasts {', '.join(odd)} of {province.name}"
        if shared := [word for word in province.abbreviations if _is_shared(board, word)]:
            yield f"{', '.join(shared)} for {province.name}: another place is called so, too"
    movers = set(_movers(board).values())
    for letter, kind in board.kinds.items():
        if len(letter) > 1:
            where = f"{TOML} and the seed"
            yield f"the letters {letter} of the {kind.name}: give it a single one in {where}"
        if letter not in movers:
            yield f"the {kind.name} goes as others do, if it had ways of its own"
    if variant.start.contested:
        yield "where units may not retreat to"
