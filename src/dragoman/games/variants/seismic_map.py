"""A map after a list of earthquakes, as a variant of its own."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path

from dragoman.board import Shores, province_of
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.formats import read_quakes, read_variant_files, write_variant
from dragoman.formats.variants.folders import TOML
from dragoman.game import MapChanges, Variant, after_quakes, changes
from dragoman.games.folder import GameFolder
from dragoman.games.requests import Answer, TypedText, read_typed_text
from dragoman.games.variants.maps import Found, find, former_files, own_map, write_files

QUAKES = "quakes.txt"
"""The name of the list of quakes in the folder of a map that they made."""


def seismic(
    name: str, quake_list: TypedText, to: Path | None, shores: Shores, replace: bool
) -> Answer:
    """Apply the quakes, report what they change, check the map, and write it if a folder is
    given."""
    before, faults = _before(name)
    if before is None or has_errors(faults):
        return _refused(faults)
    text, unread = read_typed_text(quake_list)
    quakes, wrong = read_quakes(text, quake_list.name, before.board, shores)
    faults += (*unread, *wrong)
    if has_errors(faults):
        return _refused(faults)
    new_name = before.name if to is None else to.resolve().name
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", new_name):
        what = f"{new_name!r} cannot be the name of a variant"
        return Answer(diagnostics=(Diagnostic("bad-name", what, "use letters, digits, _ and -"),))
    after = dataclasses.replace(after_quakes(before, quakes, shores), name=new_name)
    texts, losses = write_variant(after)
    files = (texts[f"map.{new_name}"], texts[f"seed.{new_name}"], texts[TOML])
    map_text, seed_text, toml_text = (file.encode() for file in files)
    _, checked = read_variant_files(new_name, map_text, seed_text, toml_text, is_checked=True)
    faults = (*faults, *losses, *checked)
    if has_errors(faults):
        return _refused(faults)
    changed = changes(before.board, after.board)
    lines = _change_lines(changed, after, before) or ["Nothing is changed."]
    written: list[str] = []
    removed: list[str] = []
    if to is not None:
        files = {**texts, **own_map(name), QUAKES: text}
        gone = former_files(to, files) if replace else []
        if fault := write_files(to, files, replace, gone):
            return Answer(diagnostics=(*faults, fault))
        written, removed = ([str(to / file) for file in names] for names in (files, gone))
        lines += [f"written: {file}" for file in written]
        lines += [f"removed: {file}" for file in removed]
        lines.append(f"To play on from here: dragoman new {to} FOLDER")
    data = {**dataclasses.asdict(changed), "files": written, "removed": removed}
    return Answer("\n".join(lines), data, faults)


def _before(name: str) -> Found:
    """The variant of this name, folder or file; or that of a game, starting where it stands."""
    folder = GameFolder(Path(name))
    if not folder.record.is_file():
        return find(name)
    opened, faults = folder.open()
    if opened is None:
        return None, faults
    position = opened.game.position
    if position.dislodged:
        what = "units are waiting to retreat"
        remedy = "quakes come between the turns: judge and accept the retreats first"
        return None, (Diagnostic("not-now", what, remedy, name),)
    variant = opened.game.variant
    start = dataclasses.replace(position, contested=frozenset[str]())
    rule_set = opened.game.rule_set
    return dataclasses.replace(variant, start=start, rule_set=rule_set), opened.diagnostics


def _change_lines(changed: MapChanges, after: Variant, before: Variant) -> list[str]:
    """The differences, one line for each pair of places and each coast. A path that merely starts
    or ends at another coast than before is covered by the line about the coast.
    """
    lines: list[str] = []
    for word, ways, variant, other in (
        ("separated", changed.ways_gone, before, after),
        ("joined", changed.ways_new, after, before),
    ):
        had = {(kind, *_provinces(ends)) for kind, *ends in _ways(other)}
        turned = {province_of(coast) for coast in (*changed.coasts_gone, *changed.coasts_new)}
        kinds: dict[tuple[str, str], list[str]] = {}
        for kind, *ends in ways:
            provinces = _provinces(ends)
            if not (turned & {*provinces} and (kind, *provinces) in had):
                kinds.setdefault((ends[0], ends[1]), []).append(variant.board.kinds[kind].name)
        for ends, names in kinds.items():
            places = " - ".join(map(variant.place_name, ends))
            lines.append(f"{word}: {places} ({', '.join(names)})")
    lines += [f"coast gone: {before.place_name(coast)}" for coast in changed.coasts_gone]
    for coast in changed.coasts_new:
        near = [path.target for path in after.board.paths if path.source == coast]
        lines.append(f"coast new: {after.place_name(coast)} ({_listed(near, after)})")
    return lines


def _ways(variant: Variant) -> list[tuple[str, str, str]]:
    return [(path.kind, path.source, path.target) for path in variant.board.paths]


def _provinces(ends: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(province_of(end) for end in ends))


def _listed(places: Sequence[str], variant: Variant) -> str:
    return ", ".join(variant.place_name(place) for place in dict.fromkeys(places))


def _refused(faults: tuple[Diagnostic, ...]) -> Answer:
    what, remedy = "nothing was written", "correct the errors above"
    return Answer(diagnostics=(*faults, Diagnostic("not-shaken", what, remedy)))
