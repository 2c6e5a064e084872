"""The screens of the menu program: a menu with its log, editor, viewer, and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, RichLog, Static, TextArea
from textual.widgets.option_list import Option

from dragoman.cli.menu.entries import Menu, MenuItem
from dragoman.files import write_keeping_backup
from dragoman.formats.dipwork import TextFile, new_text_file, read_text_file
from dragoman.words import LANGUAGES, in_language, said

Choose = Callable[[MenuItem], None]


def told(part: DOMNode, text: str) -> str:
    """A text in the language of the program that a part of the screen belongs to."""
    program = getattr(part, "app", None)
    return in_language(text, getattr(program, "language", LANGUAGES[0]))


class Head(Horizontal):
    """The top line of a screen: its title, and the keys that leave it."""

    def __init__(self, title: str, keys: str) -> None:
        super().__init__(
            Static(title, id="title", markup=False),
            Static(told(self, keys), id="keys", markup=False),
        )

    def show(self, title: str) -> None:
        self.query_one("#title", Static).update(title)


class MenuScreen(Screen[None]):
    """A menu: its entries at the left, the log at the right, help on the lowest line.

    ``read`` makes the menu from the files and is called again whenever they may have changed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "back"),
        Binding("ctrl+c", "app.stop", "stop", priority=True),
    ]

    def __init__(
        self, read: Callable[[], Menu], choose: Choose, log_lines: list[tuple[str, str]]
    ) -> None:
        super().__init__()
        self.menu = read()
        self._read = read
        self._choose = choose
        self._log_lines = log_lines

    def compose(self) -> ComposeResult:
        yield Head(self.menu.title, "Esc back   Ctrl+C stop   Ctrl+Q leave")
        with Horizontal():
            yield OptionList(id="entries")
            yield RichLog(id="log", wrap=True, min_width=0)
        yield Static("", id="help", markup=False)

    def on_mount(self) -> None:
        self._fill()
        for line, style in self._log_lines:
            self.add_to_log(line, style)

    def on_screen_suspend(self) -> None:
        """Keep the end of the log in view above a question."""
        self.add_class("asked")
        self.query_one(RichLog).scroll_end(animate=False)

    def on_screen_resume(self) -> None:
        """Show the menu anew: an edit or a turn may have changed it."""
        self.remove_class("asked")
        self.menu = self._read()
        self._fill()

    def add_to_log(self, text: str, style: str = "") -> None:
        """Put something into the log."""
        self.query_one(RichLog).write(Text(text, style) if style else text)

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
        for entry in self.menu.entries:
            shown = Content.assemble((f"{entry.key:1}", "bold $text-accent"), "  ", entry.title)
            entries.add_option(Option(shown))
            if entry.is_ruled:
                entries.add_option(None)
        if self.menu.entries:
            entries.highlighted = min(here, len(self.menu.entries) - 1)
        self.query_one(Head).show(self.menu.title)


class EditorScreen(Screen[str]):
    """An editor for a text file, which keeps its encoding and its line ends.

    It ends with what the log is to say about it. Saving keeps one backup, ``NAME.BAK``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("ctrl+s", "save", "save"),
        ("escape", "leave", "leave"),
    ]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._content = _content_of(path)
        self.file = read_text_file(self._content, path.name) if self._content else _new_file(path)
        self._saved = "\n".join(self.file.lines)
        self._given_up: str | None = None
        self._last_words = said("{path}: not changed", path=path)

    def compose(self) -> ComposeResult:
        yield Head(str(self.path), "Ctrl+S save   Esc leave")
        yield TextArea(self._saved, show_line_numbers=True, soft_wrap=False, id="text")
        yield Static("", id="help", markup=False)

    def action_save(self) -> None:
        text = self.query_one(TextArea).text
        lines = text.removesuffix("\n").split("\n") if text else []
        content = self.file.with_lines(lines).content
        try:
            present = _content_of(self.path)
            if present not in (self._content, content):
                self._content = present
                self._help("Not saved: somebody else changed the file; Ctrl+S again replaces that")
                return
            write_keeping_backup(self.path, content)
        except OSError as error:
            self._help(said("not saved: {strerror}", strerror=error.strerror or error))
            return
        self._saved, self._content = text, content
        self._last_words = said("{path}: saved", path=self.path)
        self._help(self._last_words)

    def action_leave(self) -> None:
        text = self.query_one(TextArea).text
        if text in (self._saved, self._given_up):
            self.dismiss(told(self, self._last_words))
        else:
            self._given_up = text
            self._help("Not saved: Ctrl+S saves, Esc once more leaves without saving")

    def _help(self, text: str) -> None:
        self.query_one("#help", Static).update(told(self, text))


class ViewerScreen(Screen[str]):
    """A text to look at, with its tab-separated columns aligned."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "back")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        yield Head(self._title, "Esc back")
        text = "\n".join(_in_columns(self._text.split("\n")))
        yield TextArea(text, read_only=True, soft_wrap=False, id="text")


class PictureScreen(Screen[str]):
    """A picture to look at, as coloured text in the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "back")]

    def __init__(self, picture: str) -> None:
        super().__init__()
        self._picture = picture

    def compose(self) -> ComposeResult:
        yield Head(told(self, "Map"), "Esc back")
        with VerticalScroll():
            yield Static(Text.from_ansi(self._picture), id="picture")


class QuestionScreen(ModalScreen[str]):
    """A question with a line for the answer; empty is the suggestion. Esc is no answer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "give_up", "give up")]

    def __init__(self, question: str, suggestion: str) -> None:
        super().__init__()
        self._question = question
        self._suggestion = suggestion

    def compose(self) -> ComposeResult:
        taken = (
            said("Enter alone: {suggestion}   ", suggestion=self._suggestion)
            if self._suggestion
            else ""
        )
        with Vertical(id="question"):
            yield Static(self._question, markup=False)
            yield Input(placeholder=self._suggestion)
            help_ = told(self, said("{taken}Esc gives up", taken=taken))
            yield Static(help_, id="answers", markup=False)

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


def _content_of(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _in_columns(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with every table, that is a run of lines with tabs, aligned in columns."""
    for is_table, block in groupby(lines, key=lambda line: "\t" in line):
        if not is_table:
            yield from block
            continue
        rows = [line.split("\t") for line in block]
        widths = [max(map(len, cells)) for cells in zip_longest(*rows, fillvalue="")]
        for row in rows:
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False))
            yield "  ".join(cells).rstrip()


def _new_file(path: Path) -> TextFile:
    """A new file, in DipWork's encoding if it is one of DipWork's."""
    if path.suffix.upper() == ".TXT" and path.name.upper() == path.name:
        return new_text_file(path.name, [])
    return TextFile(path.name, (), ("\n",), "utf-8")
