"""What a game master asks of a report: its form, where it goes, and what is added to it."""

from __future__ import annotations

from pathlib import Path

from dragoman.games.typed_text import TypedText
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """How a turn is to be reported.

    ``form`` is one of ``reports.forms.FORMS``. Without a ``target`` the report is the
    answer's text. ``notes`` are what the game master has to say to the players. Without a
    ``language`` it is the game's own. ``replay`` is where the game can be watched: an address, or a
    file beside the report.
    """

    form: str
    target: Path | None = None
    notes: TypedText | None = None
    explained: bool = False
    language: str | None = None
    replay: str | None = None

    def is_over_notes(self) -> bool:
        """Whether the report would replace the notes that go into it."""
        if self.target is None or self.notes is None:
            return False
        return self.target.resolve() == Path(self.notes.name).resolve()
