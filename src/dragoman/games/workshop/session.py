"""The answers of the workshop, the same at both of its doors: the design in a variant's files, and
what an edited one comes to: its files, its faults with their places, its map."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.drawing import GEOMETRY, PICTURE, map_of
from dragoman.drawing.files.geometry_file import write_geometry
from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.layout.from_points import scatter
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.scene.colours import colours
from dragoman.formats import read_variant_files
from dragoman.formats.njudge import read_map, read_seed
from dragoman.formats.variants.folders import TOML
from dragoman.game import Variant
from dragoman.game.json_object import parse
from dragoman.games.workshop.design import Design, placed, read_design
from dragoman.games.workshop.saving import differences, texts_of
from dragoman.games.workshop.texts import VariantTexts, design_of, location_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules.choices.choice_words import switch_in
from dragoman.rules.choices.rule_set import PRESETS
from dragoman.rules.choices.switches import DIPLOMACY_SWITCHES

MOST_LAID: Final = 300
"""Provinces of a map that is laid out while somebody waits for it."""

Say = Callable[[Diagnostic], Diagnostic]
"""Puts a fault into the language of whoever is told."""
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """A design that a browser sent, and of which files it was made: the digest of each. ``anyway``
    says that files that were changed meanwhile are to be written all the same."""

    design: Design
    seen: Mapping[str, str]
    anyway: bool = False


def read_asked(text: str) -> Asked:
    """The design in what a browser sent.

    Raises:
        FormatError: if it holds something else.
    """
    data = parse(text)
    seen = {key: data.object("seen").text(key) for key in data.object("seen").values}
    return Asked(read_design(data.object("design")), seen, data.flag("anyway", False))


def version_of(texts: VariantTexts) -> dict[str, str]:
    """The digest of each file: how anybody tells that one was changed."""
    return {
        name: blake2b(text.encode(), digest_size=12).hexdigest()
        for name, text in texts.files.items()
    }


def opened(texts: VariantTexts, say: Say, language: str, folder: Path | None = None) -> Answer:
    """The design in a variant's files, with all that the workshop needs beside it.

    Raises:
        ActionRefused: if the workshop is not for this variant.
    """
    design = design_of(texts)
    switches = (switch_in(one, language) for one in DIPLOMACY_SWITCHES.values())
    return {
        "name": texts.name,
        "design": design.data(),
        "presets": {
            name: {one: getattr(rules, one) for one in DIPLOMACY_SWITCHES}
            for name, rules in PRESETS.items()
        },
        "switches": [
            {
                "name": one.name,
                "question": one.question,
                "choices": [[choice.word, choice.meaning] for choice in one.choices],
            }
            for one in switches
        ],
        **tried(texts, design, say, folder),
        "seen": version_of(texts),
    }


def changed_meanwhile(texts: VariantTexts, asked: Asked) -> Answer | None:
    """The files that are not as they were when the design was made of them, with what saving it
    would do to each; None where all are."""
    now = version_of(texts)
    names = sorted(name for name in {*now, *asked.seen} if now.get(name) != asked.seen.get(name))
    if not names:
        return None
    after = texts_of(texts, asked.design).files
    return {"changed": names, "lines": differences(texts.files, after), "seen": now}


def tried(texts: VariantTexts, design: Design, say: Say, folder: Path | None = None) -> Answer:
    """An edited design as files: what changes in them, what is wrong, and how it is drawn.

    Raises:
        FormatError: if it cannot be written.
        ActionRefused: if the workshop is not for this variant.
    """
    after = texts_of(texts, design)
    parts = after.map.encode(), after.seed.encode(), after.toml.encode()
    variant, told = read_variant_files(texts.name, *parts, is_checked=True)
    ids = {one.key: one.id for one in design.provinces}
    drawn, more = _drawn(after, variant, design, folder)
    told = (*told, *more)
    places = _Places(after, ids)
    return {
        "told": [{**say(one).data(), "province": places.of(one)} for one in told],
        "good": variant is not None and bool(variant.players) and not has_errors(told),
        "lines": differences(texts.files, after.files),
        "files": {name: text for name, text in after.files.items() if name != GEOMETRY},
        "drawn": drawn and _with_ids(drawn, ids),
        "colours": _colours(after, variant),
        "victory": variant.victory_centers if variant else 0,
    }


def looked_over(
    texts: VariantTexts, asked: Asked, say: Say, folder: Path | None = None
) -> tuple[int, Answer]:
    """The answer to a design that is being edited, and its status in HTTP: 409 where the files are
    others than those that it was made of.

    Raises:
        FormatError: if it cannot be written.
        ActionRefused: if the workshop is not for this variant.
    """
    if not asked.anyway and (others := changed_meanwhile(texts, asked)) is not None:
        return 409, others
    return 200, tried(texts, asked.design, say, folder)


def refusal(faults: Iterable[Diagnostic], say: Say) -> Answer:
    """The faults for which a design was refused."""
    return {"told": [{**say(one).data(), "province": ""} for one in faults]}


def _colours(texts: VariantTexts, variant: Variant | None) -> dict[str, str]:
    """The colour of each power by its letter."""
    board = variant.board if variant else texts.read().board
    found = colours(board, chosen=variant.colours) if variant else colours(board)
    return {power.letter: found[power.key].fill for power in board.powers.values()}


# The map


def _drawn(
    texts: VariantTexts, variant: Variant | None, design: Design, folder: Path | None
) -> tuple[Answer | None, tuple[Diagnostic, ...]]:
    """The map of a design that has no shapes of its own, with the ``way`` in which it was made:
    ``points``, ``borders``, ``picture``, or ``map``, that of another variant. ``shift`` is what its
    points are moved by from those of the design."""
    if design.shapes is not None or not design.provinces:
        return None, ()
    board = variant.board if variant else texts.read().board
    ground = neighbours(board)
    points = {placed(at, design.keys): (float(x), float(y)) for at, (x, y) in design.points.items()}
    has_all = bool(ground) and all(key in points for key in ground)
    if has_all and len({points[key] for key in ground}) == len(ground):
        if len(ground) > MOST_LAID:
            return None, (_too_many(len(ground)),)
        return _from_points(board, points)
    if variant is None or not ground:
        return None, ()
    if len(ground) > MOST_LAID and not (folder and (folder / PICTURE).is_file()):
        return None, (_too_many(len(ground)),)
    picture = folder if folder is not None and (folder / PICTURE).is_file() else None
    found, faults = map_of(variant, picture)
    if found is None:
        return None, faults
    way = "picture" if picture else "borders" if found.is_laid_out else "map"
    return {"way": way, "shift": (0, 0), "shapes": found.geometry}, faults


def _from_points(
    board: Board, points: Mapping[str, Point]
) -> tuple[Answer, tuple[Diagnostic, ...]]:
    known = {at: point for at, point in points.items() if at in board.province_of}
    for location in board.locations:
        if board.province_of[location] in known:
            known.setdefault(location, known[board.province_of[location]])
    geometry = scatter(board, known)
    first = next(iter(neighbours(board)))
    x, y = known[first]
    to_x, to_y = geometry.units[first]
    return {"way": "points", "shift": (to_x - x, to_y - y), "shapes": geometry}, ()


def _too_many(count: int) -> Diagnostic:
    what = f"{count} provinces are too many to be laid out while you wait; {MOST_LAID} may be"
    return Diagnostic("too-large", what, "save it, and have it drawn by the command line")


def _with_ids(drawn: Answer, ids: Mapping[str, str]) -> Answer:
    """The map as JSON, under the ids of the design's provinces."""
    geometry: Geometry = drawn["shapes"]
    shapes = json.loads(write_geometry(geometry))
    for part in ("grounds", "units", "dislodged"):
        shapes[part] = {placed(at, ids): one for at, one in shapes[part].items()}
    for row in shapes["straits"]:
        row["between"] = [ids.get(key, "") for key in row["between"]]
    shapes["bridges"] = [[ids.get(key, "") for key in pair] for pair in shapes["bridges"]]
    return {**drawn, "shapes": shapes}


# The places of faults


class _Places:
    """The province that a line of a file is about."""

    def __init__(self, texts: VariantTexts, ids: Mapping[str, str]) -> None:
        self.texts, self.ids = texts, ids
        file, _ = read_map(texts.map.encode(), texts.map_name)
        seed, _ = read_seed(texts.seed.encode(), texts.seed_name)
        self.by_line: dict[tuple[str, int], str] = {}
        for moves in file.moves:
            self.by_line[texts.map_name, moves.line] = moves.province
        for province in file.provinces:
            self.by_line[texts.map_name, province.line] = province.key
        for unit in seed.units:
            place = location_of(file, unit.place).partition("/")[0]
            self.by_line[texts.seed_name, unit.line] = place
        self.toml = texts.files.get(TOML, "").splitlines()

    def of(self, fault: Diagnostic) -> str:
        """The id of the province that a fault is in; empty where it is in none."""
        if fault.source == TOML and 0 < fault.line <= len(self.toml):
            words = re.findall(r"\w+", self.toml[fault.line - 1].partition("=")[0])
            return next((self.ids[word] for word in words if word in self.ids), "")
        return self.ids.get(self.by_line.get((fault.source, fault.line), ""), "")
