"""Directories of DipWork on a disk: a project, its games, and the variants they are of.

Names are looked up as DOS does, without regard to capitals, and paths may be written with
backslashes: ``variants\\standard`` is found as ``VARIANTS/Standard``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path

from dragoman.board import Board, BoardError
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.atlas import Atlas, atlas_of
from dragoman.formats.dipwork.files.game_file import GameFile, position_of, read_game_file
from dragoman.formats.dipwork.files.keyword_lists import GameEntry, read_games
from dragoman.formats.dipwork.files.keywords import KeywordFile, read_keywords
from dragoman.formats.dipwork.files.orders_file import OrdersFile, read_orders_file
from dragoman.formats.dipwork.files.parameters import (
    PARAMETERS,
    Home,
    Parameters,
    check_parameters,
    read_turn,
)
from dragoman.formats.dipwork.files.picture_list import UnitPicture, check_pictures, read_pictures
from dragoman.formats.dipwork.files.text_file import (
    DOS_ENCODING,
    TextFile,
    by_place,
    read_text_file,
)
from dragoman.formats.dipwork.files.variant_files import VariantFiles, read_variant_files
from dragoman.formats.dipwork.variants.reader import board_of, variant_losses, variant_of
from dragoman.formats.dipwork.variants.rule_switches import rule_set_of
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position
from dragoman.words import said

PROJECT_FILE = "PROJECT.TXT"
VARIANT_FILE = "VARIANT.TXT"
_FIRST_PHASE = Phase(1901, "S", "M")


@dataclass(frozen=True)
class Project:
    """A directory with a ``PROJECT.TXT``: the games in it, and how their files are called."""

    folder: Path
    keywords: KeywordFile
    games: tuple[GameEntry, ...]

    @cached_property
    def parameters(self) -> Parameters:
        return Parameters((self.keywords,))


@dataclass(frozen=True)
class VariantDirectory:
    """A variant directory, and the board it describes."""

    folder: Path
    files: VariantFiles
    atlas: Atlas
    board: Board


@dataclass(frozen=True)
class GameDirectory:
    """A game directory with all that belongs to it.

    ``orders`` is None where there is no ``ORDERS.TXT``. ``parameters`` are looked up in
    ``ORDERS.TXT``, ``GAME.TXT``, ``VARIANT.TXT`` and ``PROJECT.TXT``.
    """

    folder: Path
    game: GameFile
    orders: OrdersFile | None
    variant_directory: VariantDirectory
    project: Project | None = None
    start: Position = field(default_factory=lambda: Position(_FIRST_PHASE, ()))

    @cached_property
    def parameters(self) -> Parameters:
        files = [self.game.keywords, self.variant_directory.files.variant]
        if self.orders is not None:
            files.insert(0, self.orders.keywords)
        if self.project is not None:
            files.append(self.project.keywords)
        return Parameters(tuple(files))

    @property
    def players(self) -> Mapping[str, str]:
        """The player of each nation, by its word; nations without a player are absent."""
        nations = self.variant_directory.atlas.nations
        sections = zip(nations, self.game.sections, strict=False)
        return {nation.word: section.player for nation, section in sections if section.player}

    def new_file(self, name: str, lines: Sequence[str]) -> TextFile:
        """A file with the line ends of ``GAME.TXT``, in the encoding of the first of the game's
        files that has letters beyond ASCII. Where none has, it is in code page 437, or in UTF-8
        if lines end as they do on Unix."""
        game = self.game.keywords.file
        files = (game, *(keywords.file for keywords in self.parameters.files))
        telling = (one.encoding for one in files if not "".join(one.lines).isascii())
        usual = "utf-8" if game.line_end == "\n" else DOS_ENCODING
        model = TextFile(name, (), (game.line_end,), next(telling, usual))
        return model.with_lines(lines)

    @cached_property
    def variant(self) -> Variant:
        """The variant with the game's own start and rule switches."""
        files, board = self.variant_directory.files, self.variant_directory.board
        named = self.parameters.find("VARNAME")
        variant = variant_of(
            files, self.variant_directory.atlas, board, self.start, named.text if named else ""
        )
        return replace(variant, rule_set=rule_set_of(self.parameters, files.geography))


def find(folder: Path, path: str) -> Path | None:
    """The file to which a DOS path leads from a folder, None if there is nothing."""
    found = folder
    for part in path.replace("\\", "/").split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            found = found.parent
            continue
        try:
            names = sorted(one.name for one in found.iterdir())
        except OSError:
            return None
        near = [name for name in names if name.lower() == part.lower()]
        if not near:
            return None
        found /= part if part in near else near[0]
    return found


def read_project(
    folder: Path, name: str = PROJECT_FILE
) -> tuple[Project | None, tuple[Diagnostic, ...]]:
    """The project in a directory, and what is wrong with its ``PROJECT.TXT``."""
    file, faults = _read(folder, name, "a project's directory holds PROJECT.TXT")
    if file is None:
        return None, faults
    keywords, faults = read_keywords(file, PARAMETERS)
    games, game_faults = read_games(keywords)
    found = [*faults, *check_parameters(keywords, Home.PROJECT), *game_faults]
    for entry in games:
        if find(folder, entry.path) is None:
            what = said("there is no directory {path}", path=entry.path)
            remedy = "make it, or take the game out of GAMELIST"
            found.append(Diagnostic("missing-directory", what, remedy, file.name, entry.line, 1))
    return Project(folder, keywords, games), tuple(found)


def read_variant_directory(
    folder: Path,
    variant_name: str = VARIANT_FILE,
    game: KeywordFile | None = None,
    project: KeywordFile | None = None,
) -> tuple[VariantDirectory | None, tuple[Diagnostic, ...]]:
    """The variant in a directory, and everything that is wrong with its files.

    A ``game`` and a ``project`` may have other parameters, such as ``FNFIELDTEXT``.
    There is none where a file is missing, or no board can be made of what could be read.
    """
    variant, faults = _read(folder, variant_name, "a variant's directory holds VARIANT.TXT")
    if variant is None:
        return None, faults
    keywords, _ = read_keywords(variant, PARAMETERS)
    name = Parameters(tuple(filter(None, (game, keywords, project)))).word("FNFIELDTEXT")
    remedy = said(
        "put the text of the geography there as {upper}; FIELDS.DAT is not read", upper=name.upper()
    )
    fields, faults = _read(folder, name, remedy)
    if fields is None:
        return None, faults
    files, faults = read_variant_files(variant, fields, game, project)
    if not files.geography.fields or not files.nations or not files.units:
        missing = [
            what
            for what, there in (
                ("field", files.geography.fields),
                ("nation", files.nations),
                ("unit type", files.units),
            )
            if not there
        ]
        what = said("no {missing} could be read", missing=" and no ".join(missing))
        return None, (*faults, Diagnostic("no-map", what, "see above", str(folder)))
    atlas = atlas_of(files)
    try:
        board = board_of(files, atlas, folder.resolve().name.lower())
    except BoardError as error:
        wrong = [Diagnostic("bad-map", what, "", fields.name) for what in error.faults]
        return None, (*faults, *wrong)
    directory = VariantDirectory(folder, files, atlas, board)
    _, more = read_unit_pictures(directory, files.parameters)
    return directory, (*faults, *more)


def read_unit_pictures(
    directory: VariantDirectory, parameters: Parameters
) -> tuple[tuple[UnitPicture, ...], tuple[Diagnostic, ...]]:
    """The picture list in a variant's directory, if there is a parameter that names one.

    The manual calls it FNPICLIST among the parameters, and PICLIST where it describes the
    mapper.
    """
    value = parameters.find("FNPICLIST") or parameters.find("PICLIST")
    if value is None:
        return (), ()
    file, faults = _read(directory.folder, value.word, "without it no units can be drawn")
    if file is None:
        line, column = value.line, value.column
        place = {"source": value.source, "line": line, "column": column}
        return (), tuple(replace(f, severity=Severity.WARNING, **place) for f in faults)
    pictures, faults = read_pictures(file)
    files = directory.files
    checked = check_pictures(pictures, files.units, files.nations, file.name)
    return pictures, by_place((*faults, *checked))


def read_dipwork(folder: Path) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant in a DipWork variant directory, which starts as its ``GAME.TXT`` says.

    The diagnostics also list what our variants cannot hold.
    """
    directory, faults = read_variant_directory(folder)
    if directory is None:
        return None, faults
    files, atlas, board = directory.files, directory.atlas, directory.board
    game_text, missing = _read(folder, "GAME.TXT", "it says where units stand at the start")
    start = Position(_FIRST_PHASE, ())
    more: tuple[Diagnostic, ...] = missing
    if game_text is not None:
        game, game_faults = read_game_file(game_text)
        phase, turn_faults = _turn(Parameters((game.keywords, files.variant)), game.name)
        start, start_faults = position_of(game, atlas, board, phase)
        more = (*game_faults, *turn_faults, *start_faults)
    variant = variant_of(files, atlas, board, start)
    return variant, (*faults, *more, *variant_losses(files))


def read_game_directory(
    folder: Path, project: Project | None = None, variant_folder: Path | None = None
) -> tuple[GameDirectory | None, tuple[Diagnostic, ...]]:
    """A game directory with its variant, and everything that is wrong with the files of both.

    The variant is looked for where ``VARIANTPATH`` says, from the project's directory on,
    without a project from the directory above the game's, unless ``variant_folder`` names it.
    """
    names = project.parameters if project else Parameters(())
    remedy = "it says where units stand, and which variant is played"
    game_text, faults = _read(folder, names.word("FNGAME"), remedy)
    if game_text is None:
        return None, faults
    game, faults = read_game_file(game_text)
    found = [*faults]
    if variant_folder is None:
        variant_folder, missing = _variant_folder(folder, game, project)
        found += missing
    if variant_folder is None:
        return None, tuple(found)
    directory, faults = read_variant_directory(
        variant_folder,
        names.word("FNVARIANT"),
        game.keywords,
        project.keywords if project else None,
    )
    found += faults
    if directory is None:
        return None, tuple(found)
    orders: OrdersFile | None = None
    orders_text, _ = _read(folder, names.word("FNORDERS"), "")
    if orders_text is not None:
        orders, faults = read_orders_file(orders_text)
        found += faults
    made = GameDirectory(folder, game, orders, directory, project)
    phase, faults = _turn(made.parameters, game.name)
    position, more = position_of(game, directory.atlas, directory.board, phase)
    found += [*faults, *more]
    return GameDirectory(folder, game, orders, directory, project, position), tuple(found)


def _variant_folder(
    folder: Path, game: GameFile, project: Project | None
) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    value = game.keywords.values.get("VARIANTPATH")
    if value is None or not value.word:
        what, remedy = "VARIANTPATH is missing", "write as in: VARIANTPATH variants\\standard"
        return None, (Diagnostic("missing-value", what, remedy, game.name),)
    base = project.folder if project else folder.resolve().parent
    found = find(base, value.word)
    if found is None or not found.is_dir():
        what = said("there is no directory {word} in {base}", word=value.word, base=base)
        remedy = "give the way from where PROJECT.TXT is to the variant"
        line, column = value.line, value.column
        return None, (Diagnostic("missing-directory", what, remedy, game.name, line, column),)
    return found, ()


def _turn(parameters: Parameters, source: str) -> tuple[Phase, tuple[Diagnostic, ...]]:
    """The turn that ``YEAR`` names; spring 1901 with a warning where it names none."""
    value = parameters.find("YEAR")
    phase = read_turn(value.text) if value else None
    if phase is not None:
        return phase, ()
    what = (
        said("{text!r} names no turn", text=value.text)
        if value
        else "no file says which turn it is (YEAR)"
    )
    remedy = "write as in: YEAR Frühjahr 1901; spring 1901 is taken for now"
    source, line = (value.source, value.line) if value else (source, 0)
    column = value.column if value else 0
    fault = Diagnostic(
        "unknown-turn", what, remedy, source, line, column, severity=Severity.WARNING
    )
    return _FIRST_PHASE, (fault,)


def _read(folder: Path, name: str, remedy: str) -> tuple[TextFile | None, tuple[Diagnostic, ...]]:
    path = find(folder, name)
    if path is None or not path.is_file():
        what = said("there is no {upper} in {folder}", upper=name.upper(), folder=folder)
        return None, (Diagnostic("missing-file", what, remedy, str(folder)),)
    try:
        return read_text_file(path.read_bytes(), path.name), ()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fault = Diagnostic(
            "unreadable-file", said("cannot read it: {reason}", reason=reason), source=str(path)
        )
        return None, (fault,)
