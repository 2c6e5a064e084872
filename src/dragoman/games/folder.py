"""A game folder: the files in which a game master keeps one game."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from types import MappingProxyType

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import (
    FolderRefused,
    Step,
    carry_out,
    content_of,
    is_broken_off,
    read_text,
    tend,
    text_of,
)
from dragoman.formats import VariantError, load_variant, shipped_variants
from dragoman.game import FormatError, Game, JsonObject, Variant, read_record
from dragoman.games.requests import TypedContent
from dragoman.nearest import nearest, nearest_files
from dragoman.orders import ScanOptions
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase
from dragoman.words import LANGUAGES, said

_SETTINGS = """\
# How Dragoman reads and reports this game.

# What the game is called in reports; nothing here: what the variant is called.
title = {title}

# The language of reports: {languages}. Orders are understood in all of them.
language = "{language}"

# How many first letters of a misspelt name must be right for it to be taken for the place
# that begins so. At 0 nothing is ever guessed.
spellcheck = {spellcheck}

# Who plays which power, for reports to players, as in: England = "Anna Wolf"
[players]
{players}"""


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """The contents of ``settings.toml``. ``players`` goes from the key of a power to a name."""

    title: str = ""
    language: str = "en"
    spellcheck: int = 0
    players: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def scan_options(self) -> ScanOptions:
        return ScanOptions(spellcheck=self.spellcheck)

    def __str__(self) -> str:
        players = ((_quoted(power), _quoted(name)) for power, name in self.players.items())
        return _SETTINGS.format(
            title=_quoted(self.title),
            language=self.language,
            languages=" or ".join(f'"{one}"' for one in LANGUAGES),
            spellcheck=self.spellcheck,
            players="".join(f"{power} = {name}\n" for power, name in players),
        )


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game and its settings, as its folder has them. The diagnostics are warnings.

    ``record`` and ``sheet`` are what the files of the game and its orders held, ``judged`` that
    of the last adjudication if there is one: all of one moment. ``accepted`` are the orders of
    the last phase as they were typed, if they are kept.
    """

    game: Game
    settings: FolderSettings
    diagnostics: tuple[Diagnostic, ...]
    record: bytes
    sheet: TypedContent
    judged: bytes | None
    accepted: bytes | None


@dataclass(frozen=True, slots=True)
class GameFolder:
    """The paths of the files of one game."""

    path: Path

    @property
    def record(self) -> Path:
        """The game itself: everything that has happened so far, all of it final."""
        return self.path / "game.json"

    @property
    def orders(self) -> Path:
        """The orders for the phase at hand, typed by the game master."""
        return self.path / "orders.txt"

    @property
    def result(self) -> Path:
        """The last adjudication, for people."""
        return self.path / "result.txt"

    @property
    def result_data(self) -> Path:
        """The last adjudication, for programs."""
        return self.path / "result.json"

    @property
    def result_map(self) -> Path:
        """The last adjudication, as a picture."""
        return self.path / "result.svg"

    @property
    def settings(self) -> Path:
        return self.path / "settings.toml"

    @property
    def variant(self) -> Path:
        """A copy of the variant's files, unless the variant comes with Dragoman."""
        return self.path / "variant"

    @property
    def own_variant(self) -> Path | None:
        """The folder of the variant's files, where the game keeps its own."""
        return self.variant if self.variant.is_dir() else None

    def kept(self, number: int, phase: Phase, what: str) -> Path:
        """The file in which the orders, the result or the map of an accepted phase are kept; the
        first is 1."""
        ending = "svg" if what == "map" else "txt"
        return self.path / "turns" / f"{number:02}-{phase}.{what}.{ending}"

    def owns(self, path: Path) -> bool:
        """True if this file is part of the game."""
        result = (self.result, self.result_map, self.result_data)
        own = (self.record, self.orders, *result, self.settings)
        kept = (self.path / "turns", self.variant)
        place = path.resolve()
        return place in (file.resolve() for file in own) or any(
            place.is_relative_to(folder.resolve()) for folder in kept
        )

    def name(self, path: Path) -> str:
        """The name of one of the files in a step."""
        return path.relative_to(self.path).as_posix()

    def open(self) -> tuple[OpenGame | None, tuple[Diagnostic, ...]]:
        """Read the game; None, with diagnostics, if it cannot be opened.

        What a command that was killed here has begun is finished first.
        """
        mended = self.mend()
        if has_errors(mended):
            return None, mended
        if fault := self._missing():
            return None, (*mended, fault)
        try:
            record, sheet, judged = self._read_at_once()
        except FolderRefused as refused:
            return None, (refused.diagnostic,)
        except OSError as error:
            return None, (_unreadable(self.record, error),)
        settings, faults = self._read_settings()
        text, record_faults = text_of(record, str(self.record))
        game = None
        if not record_faults:
            game, record_faults = read_record(text, self._find, str(self.record))
        faults = (*mended, *faults, *record_faults)
        if game is None or has_errors(faults):
            return None, faults
        try:
            settings = replace(settings, players=_by_power(settings.players, game.variant.board))
        except FormatError as error:
            return None, (*faults, error.diagnostic.at(str(self.settings)))
        accepted = None
        if game.history:
            last = self.kept(len(game.history), game.history[-1].phase, "orders")
            accepted = content_of(last)
        return OpenGame(game, settings, faults, record, sheet, judged, accepted), ()

    def mend(self) -> tuple[Diagnostic, ...]:
        """Finish what a command that was killed here has begun. An error says why that cannot be;
        warnings tell of files that were changed since."""
        if not self.record.exists() and not is_broken_off(self.path):
            return ()  # whoever's folder this is
        try:
            return tend(self.path)
        except FolderRefused as refused:
            return (refused.diagnostic,)

    def change(
        self, command: str, write: Mapping[str, bytes | None], opened: OpenGame | None = None
    ) -> tuple[Diagnostic, ...]:
        """Write files, or with None remove them: all of it or, with an error, nothing.

        Nothing is changed where the game, its orders or an adjudication that is used up are not
        what was opened any more; where none was opened, if there is a game by now.
        """
        read: dict[str, bytes | None] = {self.name(self.record): None}
        if opened is not None:
            read = {self.name(self.record): opened.record}
            content = opened.sheet.content
            if isinstance(content, bytes | FileNotFoundError):
                read[self.name(self.orders)] = content if isinstance(content, bytes) else None
            if write.get(self.name(self.result_data), b"") is None:
                read[self.name(self.result_data)] = opened.judged
        try:
            return carry_out(self.path, Step(f"dragoman {command}", read, write))
        except FolderRefused as refused:
            return (refused.diagnostic,)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            name = Path(error.filename or "").name
            source = error.filename if name and not name.startswith(".") else self.path
            done = "the next command finishes this" if is_broken_off(self.path) else ""
            remedy = done or "nothing was changed"
            what = said("the system says: {reason}", reason=reason)
            return (Diagnostic("refused-by-system", what, remedy, str(source)),)

    @property
    def no_result(self) -> Mapping[str, None]:
        """The last adjudication, to be removed."""
        files = (self.result_data, self.result, self.result_map)
        return dict.fromkeys(map(self.name, files))

    def _read_at_once(self) -> tuple[bytes, TypedContent, bytes | None]:
        """The record, the orders and the last adjudication, as they were at one moment."""
        while True:
            record = self.record.read_bytes()
            sheet = _typed(self.orders)
            judged = _typed(self.result_data).content
            if not is_broken_off(self.path) and content_of(self.record) == record:
                return record, sheet, judged if isinstance(judged, bytes) else None
            if has_errors(faults := tend(self.path)):
                raise FolderRefused(faults[-1])

    def _missing(self) -> Diagnostic | None:
        source = str(self.path)
        if not self.path.exists():
            remedy = "name the folder of a game, or make one with: dragoman new standard FOLDER"
            near = nearest_files(self.path)
            what = "there is no such folder"
            return Diagnostic("no-such-folder", what, remedy, source, candidates=near)
        if not self.path.is_dir():
            remedy = "name the folder the game is in"
            return Diagnostic("not-a-folder", "this is not a folder", remedy, source)
        if not self.record.exists():
            remedy = "make a game with: dragoman new standard FOLDER"
            return Diagnostic("no-game", "there is no game (game.json) in it", remedy, source)
        return None

    def _find(self, name: str) -> Variant:
        if self.variant.is_dir():
            return load_variant(self.variant)
        if name in (shipped := shipped_variants()):
            return load_variant(name)
        what = "it is not one that comes with Dragoman, and its files are not beside the game"
        fault = Diagnostic("unknown-variant", what, candidates=nearest(name, shipped))
        raise VariantError((fault,))

    def _read_settings(self) -> tuple[FolderSettings, tuple[Diagnostic, ...]]:
        if not self.settings.exists():
            return FolderSettings(), ()
        source = str(self.settings)
        text, faults = read_text(self.settings)
        try:
            return _settings(JsonObject(tomllib.loads(text))), faults
        except tomllib.TOMLDecodeError as error:
            fault = Diagnostic("not-toml", str(error).lower())
        except FormatError as error:
            fault = error.diagnostic
        return FolderSettings(), (*faults, fault.at(source))


def _typed(path: Path) -> TypedContent:
    try:
        return TypedContent(str(path), path.read_bytes())
    except OSError as error:
        return TypedContent(str(path), error)


def _unreadable(path: Path, error: OSError) -> Diagnostic:
    reason = (error.strerror or str(error)).lower()
    return Diagnostic(
        "unreadable-file", said("cannot read it: {reason}", reason=reason), source=str(path)
    )


def _settings(fields: JsonObject) -> FolderSettings:
    usual = FolderSettings()
    known = ("title", "language", "spellcheck", "players")
    if unknown := next((key for key in fields.values if key not in known), None):
        raise FormatError(
            Diagnostic(
                "unknown-setting",
                said("there is no setting {setting!r}", setting=unknown),
                candidates=known,
            )
        )
    language = fields.text("language") if "language" in fields else usual.language
    if language not in LANGUAGES:
        what = said("language: there are no reports in {language!r}", language=language)
        raise FormatError(Diagnostic("unknown-language", what, candidates=LANGUAGES))
    spellcheck = fields.number("spellcheck") if "spellcheck" in fields else usual.spellcheck
    if spellcheck < 0:
        raise fields.wrong("spellcheck", "wrong-field", "this cannot be below 0")
    title = fields.text("title") if "title" in fields else usual.title
    people = fields.object("players")
    players = {power: people.text(power) for power in people.values}
    return FolderSettings(title, language, spellcheck, players)


def _by_power(players: Mapping[str, str], board: Board) -> Mapping[str, str]:
    """The players by the keys of their powers; settings may use any name of a power."""
    found: dict[str, str] = {}
    for name, player in players.items():
        powers = board.power_names.find(name)
        if len(powers) != 1:
            what = said("players.{name!s}: there is no such power in this game", name=name)
            candidates = powers or tuple(board.powers)
            raise FormatError(Diagnostic("unknown-power", what, candidates=candidates))
        if powers[0] in found:
            what = said("players.{name!s}: there is a player of this power already", name=name)
            raise FormatError(Diagnostic("power-twice", what, "leave one of them"))
        found[powers[0]] = player
    return found


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
