"""The files of an edited design, and what is wrong with them."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.drawing import GEOMETRY
from dragoman.formats.variants.folders import TOML
from dragoman.game.json_object import FormatError
from dragoman.games.workshop.design import Design
from dragoman.games.workshop.map_lines import map_text
from dragoman.games.workshop.seed_lines import seed_text
from dragoman.games.workshop.shapes_file import geometry_text
from dragoman.games.workshop.texts import VariantTexts, design_of
from dragoman.games.workshop.toml_edit import homes_by_toml, toml_texts

MOST_BYTES: Final = 1_000_000
"""Of all files of a variant together, in letters."""


def texts_of(texts: VariantTexts, after: Design) -> VariantTexts:
    """The files with what was changed in the design that stood in them; what was not changed stays
    as it was written, and a file that is the base's is written only where it is another now.

    Raises:
        FormatError: if the design cannot be written.
        ActionRefused: if the files are none of a variant that the workshop knows.
    """
    before = design_of(texts)
    by_toml = homes_by_toml(texts)
    if not texts.has_map:
        by_toml |= {one.letter for one in before.powers} | {one.letter for one in after.powers}
    ids = {one.was: one.id for one in after.powers if one.was}
    homes = frozenset(ids.get(letter, letter) for letter in by_toml)
    files = dict(texts.files)
    for name, new, former in (
        (texts.map_name, map_text(texts, before, after, homes), texts.map),
        (texts.seed_name, seed_text(texts, before, after), texts.seed),
    ):
        if name in files or new != former:
            files[name] = new
    files |= toml_texts(texts, before, after)
    shapes = geometry_text(texts, after)
    files.pop(GEOMETRY, None)
    if shapes is not None:
        files[GEOMETRY] = shapes
    try:
        tomllib.loads("\n".join(files.get(name, "") for name in texts.toml_names))
    except ValueError as error:
        what = f"this cannot be written into {TOML}: {error}"
        raise FormatError(Diagnostic("bad-toml", what, "edit the file itself", TOML)) from None
    if sum(map(len, files.values())) > MOST_BYTES:
        what = f"the files have more than {MOST_BYTES} letters"
        raise FormatError(Diagnostic("too-large", what, "make the map smaller"))
    return VariantTexts(texts.name, files)


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    """For each file that is another, the lines that go (``-``) and that come (``+``), each with
    some around it."""
    found: dict[str, list[str]] = {}
    for name in sorted({*before, *after}):
        old, new = before.get(name, ""), after.get(name, "")
        if old != new:
            rows = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1)
            found[name] = [row[:400] for row in rows if not row.startswith(("---", "+++"))][:2000]
    return found
