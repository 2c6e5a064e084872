"""The judge's catalogues: no sentence is missing, and none is too many."""

from __future__ import annotations

from dragoman.judge.log import events as ev
from dragoman.judge.notices.audience import ABOUT
from dragoman.judge.wording.wording import words
from tests.source import source_files


def test_no_sentence_is_left_over() -> None:
    sources = "".join(text for text in source_files(".py").values() if "dragoman.judge" in text)
    made = ("over-", "vote-", "carried-", "deadline-", "paused-", "before-")
    made += ("sanction-", "report-", "admin-")
    for table, entries in words("en").items():
        for key in entries:
            if key.startswith(made) or key.endswith("-text") or table == "times":
                continue
            named = f'"{key}"' in sources or f"{table}.{key}" in sources
            assert named or key in ("resigned", "ejected", "master", "observer"), f"{table}.{key}"


def test_each_kind_of_event_is_told_or_is_not() -> None:
    silent = {kind for kind in ev.KINDS if kind not in ABOUT}
    assert {one.__name__ for one in silent} == {
        "Absent", "AbsenceEnded", "BotSpoke", "Created", "DiceThrown", "Imported",
        "JudgingAsked", "LinkClosed", "LinkMade", "MessageHidden", "MessageReported", "Muted",
        "NoteSaved", "Observing", "ObservingEnded", "OrdersSaved", "ReadySet", "SettingsChanged",
        "Silenced", "StandingSaved", "Voted",
    }  # fmt: skip
