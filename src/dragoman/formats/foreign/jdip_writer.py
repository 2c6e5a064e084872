"""From a variant to a folder of jDip: ``variants.xml``, and a file of what borders on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from dragoman.board import ARMY, FLEET, Board, Province, Terrain
from dragoman.diagnostics import Diagnostic
from dragoman.formats.foreign.jdip import VARIANTS
from dragoman.formats.unsupported import (
    both_ways,
    look_losses,
    neutral_losses,
    not_held,
    one_way_losses,
    short_keys,
    special_features,
    without_neutrals,
)
from dragoman.formats.variants.kind_files import FILES
from dragoman.game.variant import Variant
from dragoman.rules import DIPLOMACY, RuleSet

_SEASONS = {"S": "Spring", "U": "Summer", "F": "Fall", "W": "Fall"}
_KINDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_BUILDS = {
    "home": "VALUE_BUILDS_HOME_ONLY",
    "any": "VALUE_BUILDS_ANY_OWNED",
    "one-home": "VALUE_BUILDS_ANY_IF_HOME_OWNED",
}
_UNITS = {ARMY.letter: "army", FLEET.letter: "fleet"}


def write_jdip(whole: Variant) -> tuple[Mapping[str, str], tuple[Diagnostic, ...]]:
    """The texts of jDip's files by their names, and a list of what they could not hold."""
    variant = without_neutrals(both_ways(whole.as_diplomacy()))
    board = variant.board
    ground = {key for key, province in board.provinces.items() if province.terrain.is_ground}
    keys = {key: w.lower() for key, w in short_keys(board).items() if key in ground}
    file = f"{variant.name}_adjacency.xml"
    texts = {
        VARIANTS: "\n".join(_variants(variant, keys, file)) + "\n",
        file: "\n".join(_provinces(variant, keys)) + "\n",
    }
    losses = (
        *FILES.of(whole).losses(whole),
        *one_way_losses(whole.board),
        *neutral_losses(whole),
        *_losses(variant),
    )
    return texts, tuple(map(not_held, losses))


def _element(tag: str, attributes: Mapping[str, str]) -> str:
    written = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items() if value)
    return f"<{tag}{written}/>"


def _variants(variant: Variant, keys: Mapping[str, str], file: str) -> Iterator[str]:
    board, start = variant.board, variant.start
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<VARIANTS>"
    about = escape(" ".join(filter(None, (variant.about, variant.credits))))
    yield f"<DESCRIPTION>{about}</DESCRIPTION>"
    yield f'<VARIANT name={quoteattr(variant.title)} version="1.0" default="true">'
    yield f"<DESCRIPTION>{about}</DESCRIPTION>"
    yield f"<MAP adjacencyURI={quoteattr(file)}/>"
    builds = _BUILDS.get(variant.rule_set.build_in, "VALUE_BUILDS_HOME_ONLY")
    option = _element("RULEOPTION", {"name": "OPTION_BUILDS", "value": builds})
    yield f"<RULEOPTIONS>{option}</RULEOPTIONS>"
    for power in board.powers.values():
        others = ", ".join(name for name in power.other_names if "," not in name)
        names = {"name": power.name, "active": "true", "adjective": power.adjective or power.name}
        yield _element("POWER", {**names, "altnames": others})
    phase = start.phase
    era = " BC" if phase.is_bc else ""
    turn = f"{_SEASONS[phase.season]}, {abs(phase.year)}{era}, {_KINDS[phase.kind.value]}"
    yield _element("STARTINGTIME", {"turn": turn, "allowBCYears": "true" if era else ""})
    wins = _element("WINNING_SUPPLY_CENTERS", {"value": str(variant.victory_centers)})
    yield f"<VICTORYCONDITIONS>{wins}</VICTORYCONDITIONS>"
    for key in board.centers:
        home, owner = board.provinces[key].home, start.owners.get(key)
        whose = {
            "homepower": board.powers[home].name if home else "",
            "owner": board.powers[owner].name if owner else "",
        }
        if key in keys:
            yield _element("SUPPLYCENTER", {"province": keys[key], **whose})
    for unit in start.units:
        if unit.kind in _UNITS:
            province, _, coast = unit.location.partition("/")
            where = {"province": keys[province], "power": board.powers[unit.power].name}
            what = {"unit": _UNITS[unit.kind], "unitcoast": coast.lower()}
            yield _element("INITIALSTATE", {**where, **what})
    yield "</VARIANT>"
    yield "</VARIANTS>"


def _provinces(variant: Variant, keys: Mapping[str, str]) -> Iterator[str]:
    board = variant.board
    weak = _weak(board, keys)
    convoys = variant.rule_set.duality != RuleSet().duality
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield "<PROVINCES>"
    has_ice = any(province.terrain is Terrain.ICE for province in board.provinces.values())
    if weak or has_ice:
        yield "<BORDER_DEFINITIONS>"
        if has_ice:
            words = {"id": "ice", "description": "Ice closes it in fall.", "season": "fall"}
            yield _element("BORDER", words)
        for start in dict.fromkeys(start for start, _ in weak):
            words = {"id": f"mx_{start}", "from": start, "description": f"From {start}, one less."}
            yield _element("BORDER", {**words, "baseMoveModifier": "-1"})
        yield "</BORDER_DEFINITIONS>"
    for key, word in keys.items():
        province = board.provinces[key]
        borders = [f"mx_{start}" for start, end in weak if end == word]
        borders += ["ice"] if province.terrain is Terrain.ICE else []
        words = {"borders": " ".join(borders)}
        if convoys and province.convoyable_land:
            words["isConvoyableCoast"] = "true"
        yield from _province(board, province, keys, words)
    yield "</PROVINCES>"


def _weak(board: Board, keys: Mapping[str, str]) -> list[tuple[str, str]]:
    """The pairs of provinces, here and there, where all who go there lose one of strength."""
    lost: dict[tuple[str, str], set[int]] = {}
    for path in board.paths:
        ends = board.province_of[path.source], board.province_of[path.target]
        if ends[0] in keys and ends[1] in keys:
            lost.setdefault((keys[ends[0]], keys[ends[1]]), set()).add(path.halves_lost)
    return [ends for ends, halves in lost.items() if halves == {2}]


def _province(
    board: Board, province: Province, keys: Mapping[str, str], more: Mapping[str, str]
) -> Iterator[str]:
    word = keys[province.key]
    names = {"shortname": word, "fullname": province.name, **more}
    armies = {*board.reach(ARMY.letter, province.key)}
    fleets = {at: {*board.reach(FLEET.letter, at)} for at in province.locations}
    closed = "" if armies or any(fleets.values()) else "true"
    head = _element("PROVINCE", {**names, "isImpassable": closed})
    yield f"{head.removesuffix('/>')}>"
    for name in province.abbreviations:
        if name.lower() != word:
            yield f"  {_element('UNIQUENAME', {'name': name})}"
    if not province.terrain.is_water:  # an island has itself alone
        ends = sorted(keys[end] for end in armies if end in keys) or [word]
        yield f"  {_element('ADJACENCY', {'type': 'mv', 'refs': ' '.join(ends)})}"
    for at, reached in fleets.items():
        _, _, coast = at.partition("/")
        refs = sorted(_reference(end, keys) for end in reached)
        if refs:
            words = {"type": coast.lower() or "xc", "refs": " ".join(refs)}
            yield f"  {_element('ADJACENCY', words)}"
    yield "</PROVINCE>"


def _reference(location: str, keys: Mapping[str, str]) -> str:
    province, slash, coast = location.partition("/")
    return f"{keys[province]}{'-' if slash else ''}{coast.lower()}"


def _losses(variant: Variant) -> Iterator[str]:
    board = variant.board
    keys = {key: key for key in board.provinces}
    held = {*_weak(board, keys)}
    paths = [
        replace(path, halves_lost=0)
        if (board.province_of[path.source], board.province_of[path.target]) in held
        else path
        for path in board.paths
    ]
    for what in special_features(board.with_ground(board.provinces.values(), paths)):
        if not what.startswith("arctic waters"):
            yield what
    if variant.calendar != DIPLOMACY:
        yield f"the phases of a year: {variant.calendar}"
    if board.common_homes:
        yield "home centres of everybody"
    if variant.names:
        yield f"names in other languages ({', '.join(variant.names)})"
    others = variant.rule_set.replace(build_in=RuleSet().build_in, duality=RuleSet().duality)
    if others != RuleSet():
        yield "the rules"
    yield from look_losses(variant)
    if variant.coordinates:
        yield "where units are drawn on a picture of the map"
    if variant.start.dislodged:
        yield "dislodged units"
