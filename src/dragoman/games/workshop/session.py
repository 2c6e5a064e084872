"""What both doors of the workshop answer: the design in a variant's files, what an edited one comes to,
and what is to be saved of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, Final

from dragoman.board import fold
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.drawing import map_of
from dragoman.drawing.files.geometry_file import written_geometry
from dragoman.drawing.layout.from_points import scatter
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.scene.colours import palette_of
from dragoman.formats import read_variant_files
from dragoman.formats.njudge import read_map, read_seed
from dragoman.game import Variant
from dragoman.game.json_object import FormatError, JsonObject, parse
from dragoman.games.workshop.design import Design, read_design
from dragoman.games.workshop.saving import differences, texts_of
from dragoman.games.workshop.texts import VariantTexts, design_of, location_of
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet
from dragoman.rules.choices.choice_words import switch_in
from dragoman.rules.choices.switches import SWITCH_BY_SECTION

MOST_LAID: Final = 300
"""Provinces of a map that is laid out while somebody waits."""

Say = Callable[[str], str]
