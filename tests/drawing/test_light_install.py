"""The packages that only some pictures need are loaded only for those."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.variants.samples import sample

HEAVY = (
    "PIL",
    "resvg_py",
    "typst",
    "numpy",
    "networkx",
    "scipy",
    "svgelements",
    "tinycss2",
    "numba",
)

DRAW = """
import sys
from dragoman.drawing import map_of, scene_of, svg
from dragoman.formats import load_variant, shipped_variants

for name in shipped_variants():
    drawn_on, faults = map_of(load_variant(name))
    assert drawn_on is not None and not faults, name
for name in {sample}:
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    assert svg(scene_of(variant, drawn_on.geometry, variant.start)).startswith("<svg"), name
"""

REPLAY = """
import sys
from dragoman.drawing import map_of, replay
from dragoman.formats import load_variant
from dragoman.game import Game

variant = load_variant("standard")
drawn_on, _ = map_of(variant)
assert drawn_on is not None
assert "<svg" in replay(Game(variant), drawn_on)
"""


@pytest.mark.slow
@pytest.mark.parametrize("code", ["import sys, dragoman.drawing", DRAW, REPLAY])
def test_svg_needs_none_of_them(code: str) -> None:
    """Shipped variants have their maps with them: nothing is laid out, nothing is in pixels. Those
    are drawn that have between them all that is drawn."""
    code = code.replace("{sample}", repr(sample()))
    code += f"\nprint(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
