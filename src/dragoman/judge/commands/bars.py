"""Bars: what moderators have taken from somebody, and what each of them keeps him from.

Whatever door he comes by, a command is refused in one place (``permissions.check_may``), and so is
a new game (``Judge.create``)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from enum import Enum
from typing import Final

from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


class SanctionKind(Enum):
    """The kinds of sanctions, the mildest first."""

    WARNING = "warning"
    """It takes nothing."""
    MUTE = "mute"
    """It takes press, but for letters to the master of a game."""
    NO_NEW_GAMES = "no-new-games"
    """It takes setting up games for others."""
    BAN = "ban"
    """It takes all but reading, leaving games, one's own account and an appeal."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A sanction that holds now, until a moment or for good, and its reason."""

    kind: SanctionKind
    until: datetime | None
    why: str


FURTHER_NOTICE: Final = "further notice"
"""The end of what holds for good, as refusals say it."""


def check_not_barred(bars: Collection[Bar], *kinds: SanctionKind) -> None:
    """See that somebody is kept from something by no bar of these kinds.

    Raises:
        ActionRefused: with the reason, if he is.
    """
    for one in bars:
        if one.kind in kinds:
            raise ActionRefused("barred", _what(one), _REMEDIES[one.kind])


def _what(bar: Bar) -> str:
    until = f"{bar.until:%Y-%m-%d %H:%M} UTC" if bar.until else FURTHER_NOTICE
    why = bar.why
    if bar.kind is SanctionKind.MUTE:
        return f"the moderators have taken press from you until {until}: {why}"
    if bar.kind is SanctionKind.NO_NEW_GAMES:
        return f"the moderators have barred you from setting up games until {until}: {why}"
    return f"the moderators have barred you from this judge until {until}: {why}"


_REMEDIES: Final = {
    SanctionKind.MUTE: "write to MASTER, or appeal at /decisions",
    SanctionKind.NO_NEW_GAMES: "wait, or appeal at /decisions",
    SanctionKind.BAN: "wait, or appeal at /decisions",
}
