"""The screens of the menu program: a menu with its log, editor, viewer, and questions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, RichLog, Static, TextArea
from textual.widgets.option_list import Option

from dragoman.cli.menu.entries import Entry, Menu
from dragoman.files import write_keeping_backup
from dragoman.formats.dipwork import TextFile, new_text_file, read_text_file

Choose = Callable[[Entry], None]


class MenuScreen(Screen[None]):
    """A menu: its entries at the left, the log at the right, help on the lowest line.

    ``read`` makes the menu from the files; it is asked again whenever they may have changed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "back")]

    def __init__(self, read: Callable[[], Menu], choose: Choose, told: list[str]) -> None:
        super().__init__()
        self.menu = read()
        self._read = read
        self._choose = choose
        self._told = told

    def compose(self) -> ComposeResult:
        yield Static(self.menu.title, id="title", markup=False)
        with Horizontal():
            yield OptionList(id="entries")
            yield RichLog(id="log", wrap=True, min_width=0)
        yield Static("", id="help", markup=False)

    def on_mount(self) -> None:
        self._fill()
        for line in self._told:
            self.tell(line)

    def on_screen_resume(self) -> None:
        """What was edited or judged meanwhile may have changed the menu."""
        self.menu = self._read()
        self._fill()

    def tell(self, text: str) -> None:
        """Put something into the log."""
        self.query_one(RichLog).write(text)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.query_one("#help", Static).update(self.menu.entries[event.option_index].help)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(self.menu.entries[event.option_index])

    def on_key(self, event: events.Key) -> None:
        entry = self.menu.chosen_by(event.character or "")
        if entry is not None and event.is_printable:
            event.stop()
            self.query_one(OptionList).highlighted = self.menu.entries.index(entry)
            self._choose(entry)

    def action_leave(self) -> None:
        self.dismiss()

    def _fill(self) -> None:
        entries = self.query_one(OptionList)
        here = entries.highlighted or 0
        entries.clear_options()
        width = max((len(entry.title) for entry in self.menu.entries), default=0)
        entries.add_options(
            Option(Content(f"{entry.title:<{width}}  {entry.key}")) for entry in self.menu.entries
        )
        if self.menu.entries:
            entries.highlighted = min(here, len(self.menu.entries) - 1)
        self.query_one("#title", Static).update(self.menu.title)


class EditorScreen(Screen[str]):
    """An editor for a text file, which keeps its encoding and its line ends.

    It ends with what is to be told in the log. Saving keeps one backup, ``NAME.BAK``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "save", "save"),
        ("escape", "leave", "leave"),
    ]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        content = path.read_bytes() if path.is_file() else b""
        self.file = read_text_file(content, path.name) if content else _new_file(path)
        self._saved = "\n".join(self.file.lines)
        self._given_up: str | None = None
        self._told = f"{path}: not changed"

    def compose(self) -> ComposeResult:
        yield Static(str(self.path), id="title", markup=False)
        yield TextArea(self._saved, show_line_numbers=True, soft_wrap=False, id="text")
        yield Static("Ctrl+S saves, Esc leaves", id="help", markup=False)

    def action_save(self) -> None:
        text = self.query_one(TextArea).text
        lines = text.removesuffix("\n").split("\n") if text else []
        content = self.file.with_lines(lines).content
        try:
            write_keeping_backup(self.path, content)
        except OSError as error:
            self._help(f"not saved: {error.strerror or error}")
            return
        self._saved = text
        self._told = f"{self.path}: saved"
        self._help(self._told)

    def action_leave(self) -> None:
        text = self.query_one(TextArea).text
        if text in (self._saved, self._given_up):
            self.dismiss(self._told)
        else:
            self._given_up = text
            self._help("Not saved: Ctrl+S saves, Esc once more leaves without saving")

    def _help(self, text: str) -> None:
        self.query_one("#help", Static).update(text)


class ViewerScreen(Screen[None]):
    """A text to look at."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._title, id="title", markup=False)
        yield TextArea(self._text, read_only=True, soft_wrap=False, id="text")
        yield Static("Esc goes back", id="help", markup=False)


class PictureScreen(Screen[str]):
    """A picture to look at, as text with colours of the terminal's."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "back")]

    def __init__(self, picture: str) -> None:
        super().__init__()
        self._picture = picture

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Text.from_ansi(self._picture), id="picture")
        yield Static("Esc goes back", id="help", markup=False)


class Question(ModalScreen[str]):
    """A question with a line for the answer; empty is the suggestion. Esc is no answer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "give_up", "give up")]

    def __init__(self, question: str, suggestion: str) -> None:
        super().__init__()
        self._question = question
        self._suggestion = suggestion

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Input(placeholder=self._suggestion)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_give_up(self) -> None:
        self.dismiss(None)


class AnyKey(ModalScreen[str]):
    """Waits for a key. Esc is no answer."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._text, id="any-key", markup=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.dismiss(None if event.key == "escape" else "")


def _new_file(path: Path) -> TextFile:
    """A file that is not there yet: as DipWork writes them for its own games."""
    if path.suffix.upper() == ".TXT" and path.name.upper() == path.name:
        return new_text_file(path.name, [])
    return TextFile(path.name, (), ("\n",), "utf-8")
