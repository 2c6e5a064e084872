"""The menu program itself: which screen is open, and the actions it carries out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

from dragoman.cli.menu.entries import (
    AcceptRound,
    Action,
    CheckVariant,
    CopyFile,
    EditFile,
    Impossible,
    ListFolder,
    Menu,
    MenuItem,
    NewGame,
    NewVariant,
    OpenMenu,
    OwnCommand,
    PrintMap,
    RunSteps,
    StartProgram,
    ViewFile,
)
from dragoman.cli.menu.menus import MAIN_MENU, games_in, menu_of
from dragoman.cli.menu.screens import (
    AnyKey,
    EditorScreen,
    MenuScreen,
    PictureScreen,
    QuestionScreen,
    ViewerScreen,
)
from dragoman.cli.variant import interview
from dragoman.cli.variant.interview import Interview
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.drawing.files.picture_file import half_blocks
from dragoman.files import write_keeping_backup
from dragoman.formats.dipwork import PROJECT_FILE, find, read_text_file
from dragoman.games import playing
from dragoman.games.dipwork import round as dipwork_round
from dragoman.games.dipwork.new_game import new_game
from dragoman.games.dipwork.printtif import print_tif
from dragoman.games.dipwork.workspace import Dialogue
from dragoman.games.folder import FolderSettings
from dragoman.games.requests import Answer, ReportRequest
from dragoman.games.turn_report import report
from dragoman.games.variants.maps import check
from dragoman.words import in_language, said

if TYPE_CHECKING:
    from PIL.Image import Image

_USUAL = "standard"
"""The variant of a new game."""

Say = Callable[[str], None]


class GivenUp(Exception):
    """The game master left a question unanswered, or stopped at a pause."""


class Workbench(App[None]):
    """The menus of a folder. ``folder`` is where ``PROJECT.TXT`` or the games are."""

    TITLE = "Dragoman"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+q", "quit", "quit")]
    CSS = """
    Head { height: 1; background: $primary; color: $text; padding: 0 1; }
    #title { width: 1fr; text-style: bold; }
    #keys { width: auto; }
    #help { background: $panel; padding: 0 1; height: 1; }
    #entries { width: 36%; height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    #entries, #entries:focus, #text, #text:focus { border: none; }
    #log { width: 64%; height: 1fr; border-left: vkey $primary; padding: 0 1; }
    .asked #log { padding: 0 1 6 1; }
    #text { height: 1fr; }
    #entries, #log, #text { scrollbar-size: 1 1; scrollbar-background: $surface; }
    QuestionScreen, AnyKey { align: center bottom; background: transparent; }
    #question, #any-key { width: 100%; height: auto; padding: 0 1; background: $panel;
        border-top: solid $primary; }
    #question Input, #question Input:focus { border: none; height: 1; margin: 1 0;
        background: $surface; }
    #answers { color: $text-muted; }
    """

    def __init__(self, folder: Path, language: str = "en") -> None:
        super().__init__()
        self.folder = folder
        self.language = language
        self.log_lines: list[tuple[str, str]] = []
        self._busy = False
        self._stopped = Event()
        self._dialogue = Dialogue(
            self._say, self._ask, self._pause, show=self._show_text, language=language
        )

    def on_mount(self) -> None:
        self.push_screen(MenuScreen(self._games, self.choose, self.log_lines), self._left)
        self.log_faults(games_in(self.folder).diagnostics)

    def choose(self, entry: MenuItem) -> None:
        """Carry out an entry."""
        if self._busy:
            self.add_to_log("Wait: the last command is still running")
            return
        match entry.action:
            case OpenMenu(game, keyword):
                self._open(game, keyword or MAIN_MENU)
            case EditFile(path, program):
                self._edit(path, program)
            case ViewFile(path):
                self._view(path)
            case action:
                self._busy = True
                self._stopped.clear()
                self.add_to_log(f"> {entry.title}")
                self._perform(action, entry.waits)

    def action_stop(self) -> None:
        """Stop the command that is running: a program at once, one of ours after its next step."""
        if self._busy:
            self._stopped.set()
        else:
            self.add_to_log("Nothing is running; Ctrl+Q leaves")

    def add_to_log(self, text: str, style: str = "") -> None:
        """Put something into the log of every menu that is open, in a style of Rich's."""
        text = self._told(text)
        text = "".join(sign for sign in text if sign.isprintable() or sign in "\n\t").rstrip("\n")
        self.log_lines += [(line, style) for line in text.split("\n")]
        for screen in self.screen_stack:
            if isinstance(screen, MenuScreen) and screen.is_mounted:
                screen.add_to_log(text, style)

    def _told(self, text: str) -> str:
        """A text in the language of the menus."""
        return in_language(text, self.language)

    def log_faults(self, faults: tuple[Diagnostic, ...]) -> None:
        """Tell what is wrong, apart from what was done and in colours of its own."""
        if faults and self.log_lines:
            self.add_to_log("")
        for fault in faults:
            text = fault.told(self._told)
            text = text if fault.source else f"{self._told(fault.severity.value)}: {text}"
            self.add_to_log(text, "bold red" if fault.is_error else "yellow")

    def _left(self, _: None) -> None:
        self.exit()

    def _games(self) -> Menu:
        return games_in(self.folder).in_language(self.language)

    def _open(self, game: Path, keyword: str) -> None:
        def read() -> Menu:
            return menu_of(self.folder, game, keyword).in_language(self.language)

        screen = MenuScreen(read, self.choose, self.log_lines)
        self.log_faults(screen.menu.diagnostics)
        if screen.menu.entries:
            self.push_screen(screen)

    def _edit(self, path: Path, program: tuple[str, ...]) -> None:
        if program:
            with self.suspend():
                subprocess.run([*program, str(path)], check=False)
            self.refresh(layout=True)
            self.add_to_log(said("{path}: edited with {program}", path=path, program=program[0]))
            return
        try:
            self.push_screen(EditorScreen(path), self._log_last_words)
        except OSError as error:
            self.add_to_log(f"{path}: {error.strerror or error}")

    def _log_last_words(self, text: str | None) -> None:
        if text:
            self.add_to_log(text)

    def _view(self, path: Path) -> None:
        try:
            file = read_text_file(path.read_bytes(), path.name)
        except OSError as error:
            self.add_to_log(f"{path}: {(error.strerror or str(error)).lower()}")
            return
        self.push_screen(ViewerScreen(str(path), "\n".join(file.lines)))

    # What takes a while is done beside the screen, so that the log can be read meanwhile.

    @work(thread=True)
    def _perform(self, action: Action, waits: bool) -> None:
        try:
            faults = self._done(action)
        except GivenUp:
            word = "stopped" if self._stopped.is_set() else "given up"
            what = said("{word}; what earlier steps have written stays", word=word)
            faults = (Diagnostic("given-up", what, severity=Severity.WARNING),)
        except OSError as error:
            what = said("the system says: {strerror}", strerror=error.strerror or error)
            faults = (Diagnostic("refused-by-system", what, source=str(error.filename or "")),)
        if self.is_running:
            self.call_from_thread(self._finish, faults, waits)

    def _finish(self, faults: tuple[Diagnostic, ...], waits: bool) -> None:
        self._busy = False
        self.log_faults(faults)
        for screen in self.screen_stack:
            if isinstance(screen, MenuScreen):
                screen.on_screen_resume()
        if waits or has_errors(faults):
            self.push_screen(AnyKey(self._told("Done. Press a key.")))

    def _done(self, action: Action) -> tuple[Diagnostic, ...]:
        match action:
            case RunSteps(words):
                return dipwork_round.run(words, self._dialogue, self.folder)
            case AcceptRound(game):
                return dipwork_round.accept(game, "", self._dialogue, self.folder)
            case CopyFile(source, target):
                return self._copy(source, target)
            case ListFolder(path):
                for file in sorted(path.iterdir()):
                    self._say(f"{file.stat().st_size:>9}  {file.name}")
                return ()
            case CheckVariant(path):
                return self._answered(check(str(path), None))
            case PrintMap(words):
                return print_tif(words, self._say, self._ask, self._show, self.folder)
            case StartProgram(words, folder):
                return self._start(words, folder)
            case OwnCommand(name, game, question):
                wanted = self._ask(question, "") if question else ""
                return self._answered(own_command(name, game, wanted))
            case NewGame(folder):
                return self._answered(self._new_game(folder))
            case NewVariant(folder):
                return self._answered(self._new_variant(folder))
            case Impossible(diagnostic):
                return (diagnostic,)
            case OpenMenu() | EditFile() | ViewFile():  # done by ``choose``
                return ()

    def _say(self, text: str) -> None:
        self._go_on()
        self.call_from_thread(self.add_to_log, text)

    def _go_on(self) -> None:
        """Stop here, if the command is to be stopped."""
        if self._stopped.is_set():
            raise GivenUp

    def _show_text(self, title: str, text: str) -> None:
        self._go_on()
        self._answer_of(ViewerScreen(title, text))

    def _ask(self, question: str, suggestion: str) -> str:
        self._go_on()
        question, suggestion = self._told(question), self._told(suggestion)
        found = self._answer_of(QuestionScreen(question, suggestion))
        if found is None:
            raise GivenUp
        self._say(f"{question} {found or suggestion}")
        return found

    def _pause(self, seconds: float | None) -> None:
        if seconds is None:
            if self._answer_of(AnyKey(self._told("Press a key; Esc stops here."))) is None:
                raise GivenUp
            return
        end = time.monotonic() + seconds
        while self.is_running and (left := end - time.monotonic()) > 0:
            self._go_on()
            time.sleep(min(left, 0.2))

    def _show(self, picture: Image) -> None:
        beside_the_scroll_bar = self.size.width - 2
        self._answer_of(PictureScreen(half_blocks(picture, beside_the_scroll_bar)))

    def _answer_of(self, screen: Screen[str]) -> str | None:
        """The answer of a screen, once it is closed."""
        answer: Future[str | None] = Future()
        self.call_from_thread(self.push_screen, screen, answer.set_result)
        while self.is_running:  # nobody answers any more when the program is left
            try:
                return answer.result(timeout=0.2)
            except TimeoutError:
                continue
        return None

    def _answered(self, answer: Answer) -> tuple[Diagnostic, ...]:
        self._say(answer.text)
        return answer.diagnostics

    def _new_game(self, folder: Path) -> Answer:
        variant = self._ask("Which variant, or the folder of one?", _USUAL) or _USUAL
        name = self._ask("What is the folder of the game called?", "").strip()
        if find(folder, PROJECT_FILE) is not None:
            return new_game(folder, variant, name)
        own = find(folder, variant)
        if not name or Path(name).name != name:
            return Answer(diagnostics=(Diagnostic("bad-name", "that is not a name for a folder"),))
        settings = FolderSettings(name, self.language)
        return playing.new(str(own) if own else variant, folder / name, None, [], settings)

    def _new_variant(self, folder: Path) -> Answer:
        name = self._ask("What is the folder of the variant called?", "").strip()
        if not name or Path(name).name != name:
            return Answer(diagnostics=(Diagnostic("bad-name", "that is not a name for a folder"),))

        def line(question: str) -> str | None:
            answer = self._answer_of(QuestionScreen(question, ""))
            if answer is not None:
                self._say(f"{question}: {answer}")
            return answer

        return interview.new(folder / name, Interview((), line, self._say))

    def _copy(self, source: Path, target: Path) -> tuple[Diagnostic, ...]:
        if not source.is_file():
            what = said("there is no {name} to copy", name=source.name)
            return (Diagnostic("missing-file", what, "", str(source)),)
        write_keeping_backup(target, source.read_bytes())
        self._say(said("{source} copied to {target}", source=source, target=target))
        return ()

    def _end_when_stopped(self, process: subprocess.Popen[str]) -> None:
        """End a program, and what it has started, once it is to be stopped."""
        while process.poll() is None:
            if self._stopped.wait(0.1):
                with suppress(OSError):
                    if sys.platform == "win32":
                        process.terminate()
                    else:
                        os.killpg(process.pid, signal.SIGTERM)
                return

    def _start(self, words: tuple[str, ...], folder: Path) -> tuple[Diagnostic, ...]:
        with subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            watcher = Thread(target=self._end_when_stopped, args=(process,), daemon=True)
            watcher.start()
            for line in process.stdout or ():
                self.call_from_thread(self.add_to_log, line)
        self._go_on()
        if process.returncode:
            what = said(
                "{words} ended with status {returncode}",
                words=words[0],
                returncode=process.returncode,
            )
            return (Diagnostic("program-failed", what),)
        return ()


def own_command(name: str, game: Path, wanted: str) -> Answer:
    """One of our own commands, on a game folder."""
    match name:
        case "check":
            return playing.check(game, None)
        case "adjudicate":
            return playing.adjudicate(game, None, False, False)
        case "explain":
            return playing.explain(game, wanted, None, None)
        case "accept":
            return playing.accept(game)
        case "undo":
            return playing.undo(game)
        case "report":
            return report(game, None, ReportRequest("html", game / "report.html"))
        case "draw":
            from dragoman.games.pictures import DrawRequest, OwnPictures, draw

            return draw(str(game), DrawRequest(orders=True), game / "map.svg", 1500, OwnPictures())
        case _:
            return playing.show([game], None)
