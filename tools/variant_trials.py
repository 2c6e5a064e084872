"""Try every shipped variant: ``.venv/bin/python -m tools.variant_trials [NAME...]``.

Each is checked, played ten years at random with every turn judged in plain Python and in machine
code, drawn 800 pixels wide, measured against the places of its provinces, and written for nJudge,
DPjudge and DipWork and read again. Their rows in ``docs/reference/measured/variant-trials.md`` are
made anew. It ends with an error if anything is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from dragoman.board import AUTONOMOUS
from dragoman.diagnostics import Diagnostic
from dragoman.drawing import Geometry, Options, map_of, scene_of, svg
from dragoman.files import write_atomically
from dragoman.formats import (
    check_variant,
    load_variant,
    read_dpjudge,
    read_variant,
    shipped_folder,
    shipped_variants,
    write_dpjudge,
    write_variant,
)
from dragoman.formats.dipwork import read_dipwork, write_dipwork
from dragoman.game import Variant
from tests.drawing.svg_reading import boxes, overlap
from tests.variants.playing import play_alike
from tests.variants.samples import ODDITIES
from tools.map_orientation import MOST
from tools.places.plane import fit, is_on_earth, read_places

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "measured" / "variant-trials.md"
MARK = "<!-- tools/variant_trials.py -->"
YEARS = 10
WIDTH = 800
KNOWN = ("v8", "machiavelli_lite", "machiavelli_ttr_lite")
"""Variants whose places are those of others that have none of their own: they share their names."""
SHARED = 0.4
"""So large a part of the provinces is enough to measure how a map lies."""
FEWEST = 15
"""So many provinces are, too."""


class Failed(Exception):
    """A trial that a variant does not stand, in words."""


def check(name: str) -> str:
    """Nothing is wrong with its files but what is known to be odd, and meant."""
    _, faults = check_variant(shipped_folder().joinpath(name))
    wrong = [str(fault) for fault in faults if fault.is_error]
    if wrong or len(faults) != len(ODDITIES.get(name, ())):
        raise Failed("; ".join(wrong) or f"{len(faults)} warnings")
    return f"{len(faults)} told" if faults else "clean"


def play(name: str) -> str:
    """Ten years at random, each turn judged in both ways from the same position."""
    variant = load_variant(name).as_diplomacy()
    try:
        play_alike(variant, Random(name), YEARS)
    except AssertionError as error:
        raise Failed(f"the two judges differ: {error}") from error
    return "alike"


def draw(name: str) -> str:
    """At 800 pixels no name covers another, and no edge cuts a unit or a centre."""
    variant = load_variant(name)
    geometry = drawn_on(variant)
    scene = scene_of(variant, geometry, variant.start, options=Options(width=WIDTH))
    sheet, found = scene.geometry, [*boxes(svg(scene))]
    covered = [
        f"{one} on {other}"
        for (one, _, box), (other, _, its) in combinations(found, 2)
        if overlap(box, its)
    ]
    unit, center = sheet.unit_size / 2, sheet.center_size / 2
    marks = [(key, at, unit) for key, at in sheet.units.items()]
    marks += [(key, s.center, center) for key, s in sheet.shapes.items() if s.center]
    cut = [
        key
        for key, (x, y), reach in marks
        if not (reach <= x <= sheet.width - reach and reach <= y <= sheet.height - reach)
    ]
    if covered or cut:
        raise Failed("; ".join([*covered, *(f"{key} is cut" for key in cut)]))
    return f"{len(found)} names"


def orient(name: str) -> str:
    """A map of the earth is not mirrored, and not turned by more than 20 degrees."""
    shapes = drawn_on(load_variant(name)).shapes
    for known in (name, *KNOWN):
        places = read_places(known)
        shared = 0 if places is None else len(shapes.keys() & places[0].keys())
        if places is not None and shared >= max(SHARED * len(shapes), FEWEST):
            break
    else:
        return "no earth"
    found = fit({key: shape.label for key, shape in shapes.items()}, places[0])
    if not is_on_earth(known):
        return "mirrored, no earth" if found.is_mirrored else f"{found.turn:.1f}°, no earth"
    if found.is_mirrored or abs(found.turn) > MOST:
        raise Failed("mirrored" if found.is_mirrored else f"turned by {found.turn}°")
    return f"{found.turn:.1f}°"


def njudge(name: str) -> str:
    """Written as our own folder, whose map and seed are nJudge's, it reads back the same."""
    variant = load_variant(name)
    files, losses = write_variant(variant)
    with TemporaryDirectory() as folder:
        for file, text in files.items():
            Path(folder, file).write_text(text, "utf-8")
        again, faults = read_variant(folder, variant.name)
    return compared(variant.as_diplomacy(), again, (*losses, *faults))


def dpjudge(name: str) -> str:
    """Written as a ``.map``, it reads back the same but for what is told."""
    variant = load_variant(name).as_diplomacy()
    text, losses = write_dpjudge(variant)
    again, faults = read_dpjudge(text, f"{name}.map")
    return compared(variant, again, (*losses, *faults))


def dipwork(name: str) -> str:
    """Written as a directory of DipWork, it reads back the same but for what is told."""
    variant = load_variant(name).as_diplomacy()
    files, losses = write_dipwork(variant)
    with TemporaryDirectory() as folder:
        for file, written in files.items():
            Path(folder, file).write_bytes(written.content)
        again, faults = read_dipwork(Path(folder))
    return compared(variant, again, (*losses, *faults))


def compared(variant: Variant, again: Variant | None, told: Sequence[Diagnostic]) -> str:
    """What two files of a variant have in common."""
    if wrong := [str(one) for one in told if one.is_error]:
        raise Failed("; ".join(wrong))
    if again is None:
        raise Failed("nothing was read")
    differs = [*differences(variant, again.as_diplomacy())]
    if differs and not told:
        raise Failed(f"{', '.join(differs)}: and nothing is told")
    return (
        "same" if not told else f"{len(told)} told" + (f" ({', '.join(differs)})" * bool(differs))
    )


def differences(variant: Variant, again: Variant) -> Iterator[str]:
    """The parts of a board and of a start that are not the same in both; provinces stand in one
    order, whatever they are called."""
    ours, theirs = variant.board, again.board
    ground = [key for key, one in ours.provinces.items() if one.terrain.is_ground]
    back = [key for key, one in theirs.provinces.items() if one.terrain.is_ground]
    if len(ground) != len(back):
        yield "provinces"
        return
    called = dict(zip(ground, back, strict=True))

    def at(location: str) -> str:
        key, slash, coast = location.partition("/")
        return f"{called.get(key, key)}{slash}{coast}"

    ways = {(path.kind, at(path.source), at(path.target)) for path in ours.paths}
    if ways != {(path.kind, path.source, path.target) for path in theirs.paths}:
        yield "ways"
    if {at(key) for key in ours.centers} != set(theirs.centers):
        yield "centres"
    nobody = variant.start.units_of(AUTONOMOUS)
    stand = {(one.kind, at(one.location)) for one in variant.start.units if one not in nobody}
    there = {(one.kind, one.location) for one in again.start.units if one.power != AUTONOMOUS}
    if stand != there:
        yield "units"
    if {at(key) for key in variant.start.owners} != set(again.start.owners):
        yield "owners"
    if variant.victory_centers != again.victory_centers:
        yield "victory"


TRIALS = (check, play, draw, orient, njudge, dpjudge, dipwork)
HEADS = ("files", "ten years", "800 px", "turned", "nJudge", "DPjudge", "DipWork")


def drawn_on(variant: Variant) -> Geometry:
    """The map of a variant."""
    found, faults = map_of(variant)
    if found is None:
        raise Failed("; ".join(map(str, faults)))
    return found.geometry


def row(name: str) -> tuple[str, list[str]]:
    """A line of the table, and what does not stand its trial."""
    cells, wrong = list[str](), list[str]()
    for trial in TRIALS:
        try:
            cells.append(trial(name))
        except Failed as failed:
            cells.append("**fails**")
            wrong.append(f"{name}: {trial.__name__}: {failed}")
    return f"| `{name}` | {' | '.join(cells)} |", wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the variants; all of them if there are none")
    asked = parser.parse_args().names
    before, mark, table = PAGE.read_text("utf-8").partition(MARK)
    rows = {line.split("`")[1]: line for line in table.splitlines() if line.startswith("| `")}
    rows = {name: rows[name] for name in rows if name in shipped_variants()}
    wrong = list[str]()
    for name in asked or shipped_variants():
        rows[name], faults = row(name)
        print(rows[name], *faults, sep="\n  ", flush=True)
        wrong += faults
        head = f"| variant | {' | '.join(HEADS)} |\n|{'---|' * (len(HEADS) + 1)}\n"
        lines = "".join(f"{rows[name]}\n" for name in sorted(rows))
        write_atomically(PAGE, f"{before}{mark}\n\n{head}{lines}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
