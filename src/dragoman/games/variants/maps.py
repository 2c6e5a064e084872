"""Working on variants: checking them, describing, installing and converting them."""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.files import FolderRefused, Step, carry_out, locked
from dragoman.formats import (
    check_files,
    check_variant,
    folder_of,
    installed_folder,
    read_dpjudge,
    read_mdf,
    read_variant,
    shipped_folder,
    shipped_variants,
    variants_like,
    write_dpjudge,
    write_mdf,
    write_variant,
)
from dragoman.formats.dipwork import VARIANT_FILE as DIPWORK, Survey, read_dipwork, write_dipwork
from dragoman.formats.njudge import read_map
from dragoman.formats.unsupported import not_held
from dragoman.formats.variants.kind_files import FILES
from dragoman.game import MapStatistics, Variant
from dragoman.games.requests import Answer
from dragoman.games.variants.foreign import is_foreign, read_foreign
from dragoman.games.variants.statistics_page import statistics_data, statistics_text
from dragoman.nearest import nearest_files
from dragoman.words import SaidLines, counted, said

_FIELDS = "FIELDS.TXT"
_PLAIN_MAPS = {".map": write_dpjudge, ".mdf": write_mdf}
"""The endings of other programs' maps of one file, and what writes them."""
_FILES = re.compile(r"(map|seed)\..+|variant\.toml|picture\.svg|geometry\.json")
"""The files of a variant, by their names."""
Found = tuple[Variant | None, tuple[Diagnostic, ...]]


def check(name: str, seed: Path | None) -> Answer:
    """Every fault of a variant, or of a map file and its seed."""
    path = Path(name)
    is_others = _dipwork_folder(path) or is_foreign(name) or _plain_ending(path)
    if seed is None and is_others and (path.exists() or is_foreign(name)):
        variant, faults = find(name)
        board = variant.board if variant else None
    elif seed is None and not path.is_file():
        folder, missing = _folder(name)
        variant, faults = check_variant(folder) if folder else (None, missing)
        board = variant.board if variant else None
        if folder and variant and not has_errors(faults):
            faults += wrong_with_its_map(variant, folder)
    else:
        text = path.read_bytes()
        seed_text = None if seed is None else seed.read_bytes()
        board, faults = check_files(path.name, text, seed.name if seed else "", seed_text)
    errors = sum(fault.is_error for fault in faults)
    warnings = len(faults) - errors
    lines = [said("{path}: nothing is wrong", path=path)]
    if faults:
        counts = counted(errors, "error"), counted(warnings, "warning")
        lines = [
            said("{path}: {errors}, {warnings}", path=path, errors=counts[0], warnings=counts[1])
        ]
    data: dict[str, object] = {"errors": errors, "warnings": warnings}
    if board is not None:
        lines.append(
            said(
                "{provinces}, {centers}, {powers}",
                provinces=counted(len(board.provinces), "province"),
                centers=counted(len(board.centers), "centre"),
                powers=counted(len(board.players), "power"),
            )
        )
        data |= {
            "provinces": len(board.provinces),
            "centers": len(board.centers),
            "powers": list(board.players),
        }
    return Answer(SaidLines(lines), data, faults)


def wrong_with_its_map(variant: Variant, folder: Path | Traversable) -> tuple[Diagnostic, ...]:
    """The faults of the picture or the shapes in a variant's folder, if there are any."""
    from dragoman.drawing import PICTURE, geometry_in, map_of
    from dragoman.drawing.variant_map import without_picture

    if folder.joinpath(PICTURE).is_file() or geometry_in(folder) is not None:
        return map_of(variant, folder)[1]
    return without_picture(variant, folder)


def describe(name: str) -> Answer:
    """The statistics of a variant's map."""
    variant, faults = find(name)
    if variant is None:
        return Answer(diagnostics=faults)
    statistics = MapStatistics(variant)
    besides = _of_kind(name, variant)
    return Answer(
        "\n\n".join(filter(None, (statistics_text(statistics), besides))),
        statistics_data(statistics),
        faults,
    )


def _of_kind(name: str, variant: Variant) -> str:
    """The lines about the kind of game from the variant's own map file; empty where it has none."""
    path = Path(name)
    folder = path.parent if path.is_file() else _folder(name)[0]
    found = folder.joinpath(f"map.{variant.name}") if folder else None
    if found is None or not found.is_file():
        return ""
    return FILES.of(variant).told(read_map(found.read_bytes(), found.name)[0])


def install(paths: Sequence[Path], replace: bool) -> Answer:
    """Copy a variant's files to where games find them."""
    files = _files_of(paths)
    names = {f.name.partition(".")[2] for f in files if f.name.startswith(("map.", "seed."))}
    if files and not names and len(paths) == 1 and paths[0].is_dir():
        names = {paths[0].resolve().name}  # a variant.toml alone, based on another variant
    if len(names) != 1:
        what = "these are not the files of one variant"
        remedy = "name a folder, or map.NAME and seed.NAME with the same NAME"
        near = [one for path in paths if not path.exists() for one in nearest_files(path)]
        fault = Diagnostic("no-variant", what, remedy, candidates=tuple(near))
        return Answer(diagnostics=(fault,))
    (name,) = names
    installed_folder().mkdir(parents=True, exist_ok=True)
    try:
        with locked(installed_folder(), "dragoman variant install"):
            if fault := _cannot_install(name, replace):
                return Answer(diagnostics=(fault,))
            return _install(name, files, paths)
    except FolderRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))


def _install(name: str, files: Sequence[Path], given: Sequence[Path]) -> Answer:
    """Put a folder with these files where the variant belongs, in one go. ``given`` is what
    somebody named: the files, or a folder of them."""
    target = installed_folder() / name
    waiting, former = target.with_name(f".{name}"), target.with_name(f".{name}.former")
    if former.exists() and not target.exists():  # an earlier one was killed in between
        former.rename(target)
    shutil.rmtree(waiting, ignore_errors=True)
    shutil.rmtree(former, ignore_errors=True)
    waiting.mkdir()
    try:
        for file in files:
            shutil.copyfile(file, waiting / file.name)
        variant, faults = read_variant(waiting, name)
        if variant is None or has_errors(faults):
            what, remedy = "nothing was installed", "correct the errors above"
            return Answer(diagnostics=(*faults, Diagnostic("not-installed", what, remedy)))
        faults = (*faults, *_as_warnings_of(variant, waiting, files, given))
        if target.exists():
            target.rename(former)
        try:
            waiting.rename(target)
        except OSError:
            if former.exists():
                former.rename(target)
            raise
        shutil.rmtree(former, ignore_errors=True)
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
    text = f"{variant.title} is installed in {target}\nTo play it: dragoman new {name} FOLDER"
    return Answer(text, {"name": name, "folder": str(target)}, faults)


def _as_warnings_of(
    variant: Variant, folder: Path, files: Sequence[Path], given: Sequence[Path]
) -> Iterator[Diagnostic]:
    """The faults of a variant's map, with the names of the files as somebody gave them. It can
    be played without."""
    if len(given) == 1 and given[0].is_dir():
        folder = given[0]
    own = {str(folder / file.name): str(file) for file in files}
    for fault in wrong_with_its_map(variant, folder):
        source = own.get(fault.source, fault.source)
        yield dataclasses.replace(fault, source=source, severity=Severity.WARNING)


def convert(source: str, target: Path, replace: bool) -> Answer:
    """Write a variant in another format, and say what was lost."""
    foreign = read_foreign(source, with_map=True) if is_foreign(source) else None
    variant, faults = (foreign.variant, foreign.faults) if foreign else find(source)
    if variant is None or has_errors(faults):
        what, remedy = "nothing was written", "correct the errors above"
        return Answer(diagnostics=(*faults, Diagnostic("not-converted", what, remedy)))
    is_dipwork = target.suffix.upper() == ".TXT"
    ending = _plain_ending(target)
    to_others = _OTHERS.get(target.name.lower())
    is_folder = not (is_dipwork or ending or to_others)
    if is_folder and target.suffix and not target.is_dir():
        what = f"a variant is not written as {target.suffix}"
        remedy = (
            "name a folder, or a file that ends in .map or .mdf, or in a folder VARIANT.TXT, "
            "variants.xml, install.php or variant.go"
        )
        return Answer(diagnostics=(Diagnostic("unknown-format", what, remedy, str(target)),))
    folder = target.parent if is_dipwork or to_others else target
    name = target.stem if ending else folder.resolve().name
    title = variant.title if variant.title != variant.name else name
    variant = dataclasses.replace(variant, name=name, title=title)
    texts: dict[str, str | bytes]
    if is_dipwork:
        survey, drawn = _survey(source, variant)
        if has_errors(drawn):
            return Answer(diagnostics=drawn)
        files, losses = write_dipwork(variant, survey)
        texts = {file: text.content for file, text in files.items()}
        if target.name.upper() != DIPWORK:  # the geography alone, for a variant that is there
            texts = {target.name: texts[_FIELDS], **_backup(target)}
    elif ending:
        text, losses = _PLAIN_MAPS[ending](variant)
        texts = {target.name: text}
        folder = target.parent
    elif to_others:
        texts, losses = to_others(variant)
        folder = target.parent
    else:
        files, losses = write_variant(variant)
        texts = {**files}
    drawn_on = foreign.drawing if foreign else own_map(source)
    if is_folder:
        texts |= drawn_on
    elif drawn_on:
        losses = (*losses, *(not_held(f"its map, {file}") for file in drawn_on))
    gone = former_files(folder, texts) if is_folder and replace else []
    if fault := write_files(folder, texts, replace, gone):
        return Answer(diagnostics=(fault,))
    written, removed = ([str(folder / file) for file in files] for files in (texts, gone))
    lines = [*(f"written: {file}" for file in written), *(f"removed: {file}" for file in removed)]
    if losses:
        lines.append("What it cannot hold is listed below.")
    data = {"files": written, "removed": removed, "lost": [loss.what for loss in losses]}
    return Answer("\n".join(lines), data, (*faults, *losses))


def _to_jdip(variant: Variant) -> tuple[dict[str, str | bytes], tuple[Diagnostic, ...]]:
    from dragoman.formats.foreign.jdip_writer import write_jdip

    texts, losses = write_jdip(variant)
    return {**texts}, losses


def _to_webdiplomacy(variant: Variant) -> tuple[dict[str, str | bytes], tuple[Diagnostic, ...]]:
    """The files of a folder of webDiplomacy, with units where the variant's map has them."""
    from dragoman.drawing import map_of
    from dragoman.formats.foreign.webdiplomacy_writer import write_webdiplomacy

    drawn, _ = (None, ()) if variant.coordinates else map_of(variant)
    units = drawn.geometry.units if drawn is not None else {}
    spots = {at: (round(x), round(y)) for at, (x, y) in units.items()}
    texts, losses = write_webdiplomacy(variant, spots)
    return {**texts}, losses


def _to_godip(variant: Variant) -> tuple[dict[str, str | bytes], tuple[Diagnostic, ...]]:
    from dragoman.formats.foreign.godip_writer import write_godip

    texts, losses = write_godip(variant)
    return {**texts}, losses


_OTHERS = {
    "variants.xml": _to_jdip,
    "install.php": _to_webdiplomacy,
    "variant.go": _to_godip,
}
"""The files that stand for folders of other programs, and what writes those."""


def own_map(source: str) -> Mapping[str, bytes]:
    """The files in a variant's folder that hold what it is drawn on."""
    from dragoman.drawing import GEOMETRY, PICTURE

    if source in shipped_variants():  # it is found for whatever has the same provinces
        return {}
    files = ((folder_of(source) or Path(source)) / file for file in (PICTURE, GEOMETRY))
    return {file.name: file.read_bytes() for file in files if file.is_file()}


def _backup(path: Path) -> Mapping[str, bytes]:
    """The content of a file that will be replaced, by the name of its backup."""
    return {path.with_suffix(".BAK").name: path.read_bytes()} if path.is_file() else {}


def former_files(folder: Path, texts: Collection[str]) -> list[str]:
    """The files of the variant that was in a folder before, but those that new ones replace."""
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(
        f.name for f in found if f.is_file() and _FILES.fullmatch(f.name) and f.name not in texts
    )


def write_files(
    folder: Path, texts: Mapping[str, str | bytes], replace: bool, gone: Sequence[str] = ()
) -> Diagnostic | None:
    """Write files into a folder, which is made if need be, and take others out of it: all of them,
    or none. Without leave none is replaced, and the maps of several variants are not taken out."""
    maps = [file for file in gone if file.startswith("map.")]
    if len(maps) > 1:
        what = f"it holds several variants: {', '.join(maps)}"
        return Diagnostic("several-variants", what, "name a folder of its own", str(folder))
    taken = [file for file in texts if (folder / file).exists()]
    if taken and not replace:
        what, remedy = f"{taken[0]} is there already", "name another place, or give --replace"
        return Diagnostic("file-taken", what, remedy, str(folder))
    write: dict[str, bytes | None] = dict.fromkeys(gone)
    write |= {name: t if isinstance(t, bytes) else t.encode() for name, t in texts.items()}
    try:
        carry_out(folder, Step("dragoman, writing a variant", {}, write))
    except FolderRefused as refused:
        return refused.diagnostic
    return None


def find(name: str) -> Found:
    """The variant a person means by a name, a folder or a file of some format."""
    path = Path(name)
    if dipwork := _dipwork_folder(path):
        return read_dipwork(dipwork)
    if is_foreign(name):
        found = read_foreign(name)
        return found.variant, found.faults
    if not path.is_file():
        folder, missing = _folder(name)
        return read_variant(folder) if folder else (None, missing)
    ending = _plain_ending(path)
    if ending == ".map":
        return read_dpjudge(path.read_bytes(), path.name, lambda file: _beside(path, file))
    if ending == ".mdf":
        return read_mdf(path.read_bytes(), path.name)
    prefix, _, own = path.name.partition(".")
    if prefix == "map" and (path.parent / f"seed.{own}").is_file():
        return read_variant(path.parent, own)
    what = "it is not clear what kind of map this is"
    remedy = "its name should end in .map or .mdf, or be VARIANT.TXT, or map.NAME with seed.NAME"
    return None, (Diagnostic("unknown-format", what, remedy, name),)


def _survey(source: str, variant: Variant) -> tuple[Survey | None, tuple[Diagnostic, ...]]:
    """The survey of a variant's provinces, if there is a map of it. A directory of DipWork's has
    that in its own FIELDS.TXT."""
    from dragoman.drawing import clockwise, map_of

    path = Path(source)
    if _dipwork_folder(path):
        return None, ()
    drawn, faults = map_of(variant, path if path.is_dir() else None)
    if drawn is None or drawn.is_laid_out:
        return None, faults
    return Survey(drawn.geometry.units, clockwise(variant.board, drawn.geometry)), faults


def _dipwork_folder(path: Path) -> Path | None:
    """The DipWork variant directory that a path names: itself, or its ``VARIANT.TXT``."""
    if path.is_file():
        return path.parent if path.name.upper() == DIPWORK else None
    if not path.is_dir():
        return None
    return path if any(one.name.upper() == DIPWORK for one in path.iterdir()) else None


def _plain_ending(path: Path) -> str:
    """The ending of another program's map, in lower case; empty where a name has none of them."""
    ending = path.suffix.lower()
    return ending if ending in _PLAIN_MAPS else ""


def _beside(path: Path, file: str) -> bytes | None:
    """The content of another file in the folder of one, or in the folder ``maps`` next to that,
    on which DPjudge's ``trials`` build; of DOS, names may be in capitals."""
    name = Path(file).name
    folders = (path.parent, path.absolute().parent.parent / "maps")
    others = (folder / one for folder in folders for one in (name, name.upper()))
    return next((other.read_bytes() for other in others if other.is_file()), None)


def _folder(name: str) -> tuple[Path | Traversable | None, tuple[Diagnostic, ...]]:
    """The folder of a variant, given by its name or itself."""
    if name in shipped_variants():
        return shipped_folder().joinpath(name), ()
    folder = folder_of(name) or Path(name)
    if folder.is_dir():
        return folder, ()
    what = said("there is no variant and no folder {name!r}", name=name)
    remedy = "name a variant, or its folder"
    return None, (Diagnostic("unknown-variant", what, remedy, candidates=variants_like(name)),)


def _files_of(paths: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for path in paths:
        files += sorted(path.iterdir()) if path.is_dir() else [path]
    return [file for file in files if _FILES.fullmatch(file.name)]


def _cannot_install(name: str, replace: bool) -> Diagnostic | None:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
        what = f"{name!r} cannot be the name of a variant"
        return Diagnostic("bad-name", what, "use letters, digits, _ and -")
    if name in shipped_variants():
        what = f"a variant called {name} comes with Dragoman"
        return Diagnostic("name-taken", what, "give yours another name: map.NAME, seed.NAME")
    if folder_of(name) and not replace:
        what = f"a variant called {name} is installed already"
        return Diagnostic("name-taken", what, "replace it with --replace")
    return None
