"""The texts that webhooks are sent: the event as data, or what chat services take."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from dragoman.judge.commands.mastering import TOO_MUCH_WORK
from dragoman.judge.log.state import JudgedGame
from dragoman.values import FrozenMap


class Form(Enum):
    """The forms of what is sent."""

    DRAGOMAN = "dragoman"
    """The event as the API shows it."""
    DISCORD = "discord"
    """``content`` and an embed with the picture of the map, as Discord takes it."""
    SLACK = "slack"
    """``text`` and blocks, as Slack and Mattermost take it."""


def message(
    form: Form, number: int, g: JudgedGame, event: Mapping[str, Any], site: str, id_: str
) -> str:
    """The text of a call. ``site`` is where the judge is reached; without one there are no
    links."""
    link = f"{site}/games/{number}" if site else ""
    picture = _picture(number, event, site)
    if form is Form.DRAGOMAN:
        data: dict[str, Any] = {
            "id": id_,
            "game": number,
            "title": g.settings.title,
            "variant": g.settings.variant,
            "event": dict(event),
            "url": link,
            "picture": picture,
        }
        return json.dumps(data, ensure_ascii=False)
    said = sentence(g, event)
    if form is Form.DISCORD:
        embed: dict[str, Any] = {"title": _cut(g.settings.title, 250), "description": said}
        embed |= {"url": link} if link else {}
        embed |= {"image": {"url": picture}} if picture else {}
        # Nobody is pinged by what a player calls his game.
        quiet: dict[str, Any] = {"parse": []}
        content = _cut(f"{g.settings.title}: {said}", 1900)
        return json.dumps(
            {"content": content, "embeds": [embed], "allowed_mentions": quiet}, ensure_ascii=False
        )
    title = _slack(g.settings.title)
    text = f"<{link}|{title}>: {_slack(said)}" if link else f"{title}: {_slack(said)}"
    blocks: list[dict[str, Any]] = [
        {"type": "section", "text": {"type": "mrkdwn", "text": _cut(text, 2900)}}
    ]
    if picture:
        blocks.append({"type": "image", "image_url": picture, "alt_text": "the map"})
    return json.dumps({"text": _cut(text, 2900), "blocks": blocks}, ensure_ascii=False)


def sentence(g: JudgedGame, event: Mapping[str, Any]) -> str:
    """An event in a sentence."""
    kind = str(event["kind"])
    if kind in _SENTENCES:
        return _cut(_SENTENCES[kind](event), 1500)
    return kind


def _picture(number: int, event: Mapping[str, Any], site: str) -> str:
    if not site:
        return ""
    if event["kind"] == "Judged":
        return f"{site}/api/games/{number}/turns/{event['phase']}/map.png"
    return f"{site}/api/games/{number}/map.png" if event["kind"] == "Began" else ""


def _powers(names: Any) -> str:
    return ", ".join(map(str, names)) or "nobody"


def _judged(event: Mapping[str, Any]) -> str:
    said = f"{event['phase']} was judged."
    if missed := event.get("missed"):
        said += f" No orders came from {_powers(missed)}."
    if event.get("winners"):
        said += f" {_powers(event['winners'])} won."
    elif event.get("deadline"):
        said += f" The next orders are due at {event['deadline']}."
    return said


def _ended(event: Mapping[str, Any]) -> str:
    powers = f" for {_powers(event['powers'])}" if event["powers"] else ""
    return f"The game is over: {event['how']}{powers}."


def _message_sent(event: Mapping[str, Any]) -> str:
    sent = event["message"]
    to = f" to {_powers(sent['to'])}" if sent["to"] else ""
    return f"{sent['from'] or 'Somebody'} wrote{to}: {sent['text']}"


def _paused(event: Mapping[str, Any]) -> str:
    if event["why"] == TOO_MUCH_WORK:
        return "The game is paused: to judge this phase takes the judge too long. All orders stand."
    return f"The game is paused{_why(event)}."


def _why(event: Mapping[str, Any]) -> str:
    return f" ({event['why']})" if event.get("why") else ""


_SENTENCES: Final = FrozenMap[str, Callable[[Mapping[str, Any]], str]](
    {
        "Began": lambda event: f"The game begins. Orders are due at {event['deadline']}.",
        "Judged": _judged,
        "Ended": _ended,
        "DeadlineSet": lambda event: f"Orders are due at {event['deadline']}{_why(event)}.",
        "Paused": _paused,
        "Resumed": lambda event: f"The game goes on; orders are due at {event['deadline']}.",
        "Awaited": lambda event: (
            f"The deadline is over; awaited: {_powers(event['powers'] or ['somebody'])}."
        ),
        "Seated": lambda event: f"{event['power']} has a player.",
        "Vacated": lambda event: f"{event['power']} has no player any more: {event['why']}.",
        "BotSeated": lambda event: (
            f"{event['power']} is played by {event['bot'] or 'no bot any more'}."
        ),
        "Proposed": lambda event: (
            f"Proposal {event['proposal']}: {event['what']} {_powers(event['powers'])}".strip()
        ),
        "ProposalClosed": lambda event: f"Proposal {event['proposal']} is {event['outcome']}.",
        "MessageSent": _message_sent,
        "MessageLetThrough": _message_sent,
        "RolledBack": lambda event: f"A master rolled back to {event['phase']}{_why(event)}.",
        "PositionSet": lambda event: f"A master put the position right{_why(event)}.",
    }
)
KINDS: Final = tuple(_SENTENCES)
"""The kinds of events that a webhook can be called for."""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _slack(text: str) -> str:
    """Text that Slack takes for nothing but text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
