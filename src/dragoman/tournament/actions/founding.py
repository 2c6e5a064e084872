"""Changing the preset that a tournament was founded with."""

from __future__ import annotations

from dragoman.refusal import ActionRefused
from dragoman.tournament.commands.record import ChangePreset
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.preset import read_preset


def change_preset(t: Tournament, command: ChangePreset) -> list[Event]:
    """Play by another preset from now on. It counts for everything, also for what was before;
    so the variant stays what it was once boards have been drawn with its powers."""
    text = command.file.text
    if text == t.preset:
        return []
    played, wanted = t.settings.variant, read_preset(text)[0].variant
    if wanted.name != played.name and t.tables:
        what = f"boards of {played.name} are drawn, and this preset plays {wanted.name}"
        raise ActionRefused("other-variant", what, "undo the draws, or found another tournament")
    return [ev.PresetChanged(text)]
