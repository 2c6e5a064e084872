"""What everybody is mailed of a game on a table."""

from __future__ import annotations

from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.accounts.preferences import MailWishes
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.event_messages import EventMessage
from dragoman.judge.notices.game_mails import digest, draft, reminder

SITE = Site("https://dip.example", "Dip")


def written(
    g: JudgedGame, rows: list[GameLogEntry], user: int, wishes: MailWishes, names: dict[int, str]
) -> list[EventMessage]:
    """All mails that somebody can get of a game that stands so, and of these events."""
    found = draft(g, rows, user, wishes, names, {})
    messages = [one.number for one in g.messages]
    later = (reminder(g, user, wishes, 3), digest({7: (g, messages)}, user, wishes, SITE))
    return [one for one in (found.told, *later) if one is not None]
