"""What is probably not meant so in map and seed files, for those who design variants."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge.map_checks import check_lands
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.option_checks import check_options
from dragoman.formats.njudge.practice_checks import check_practice
from dragoman.formats.njudge.seed_checks import check_seed
from dragoman.formats.njudge.seed_file import SeedFile
from dragoman.formats.text_source import Source


def check(
    map_file: MapFile,
    seed_file: SeedFile | None = None,
    letters: Iterable[str] = (),
    kinds: Iterable[str] = (),
) -> tuple[Diagnostic, ...]:
    """What reading does not say: doubts about a map, and what of a seed does not fit it.

    Errors are what a game would have to leave out: units where they cannot stand, letters
    that mean nothing, what Machiavelli does not know; ``board_from`` and ``start_from`` say it
    in the same words. All else are warnings: of what the manual disapproves, or, where they say
    so, of what a running nJudge refuses though it is read here. Of files that were read with
    faults, some only follow from those.

    ``letters`` are those of powers known from elsewhere (``variant.toml``), which may have no
    home centre; without any, a letter that only units have is a warning. ``kinds`` are the
    letters of a variant's own kinds of unit, of which nobody knows where they can stand.
    """
    source = Source("", map_file.name)
    more = {*letters}
    known = {*map_file.home_letters, *more}
    check_lands(source, map_file)
    check_options(source, map_file, known)
    check_practice(source, map_file)
    if seed_file is None:
        return source.diagnostics
    seed_source = Source("", seed_file.name)
    playing = more or known
    check_seed(seed_source, seed_file, map_file, known, bool(more), kinds, playing)
    return (*source.diagnostics, *seed_source.diagnostics)
