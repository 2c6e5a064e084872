"""The fold knows every kind of event."""

from __future__ import annotations

from dragoman.tournament.log import events as ev, fold


def test_every_kind_of_event_is_carried_out() -> None:
    carried_out = set(fold._RULES)  # pyright: ignore[reportPrivateUsage]
    about_the_log = {ev.Undone, ev.Redone, ev.Cancelled, ev.Corrected}
    assert carried_out == set(ev.Event.__args__) - about_the_log
