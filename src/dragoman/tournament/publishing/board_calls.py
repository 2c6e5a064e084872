"""Board calls as letters and as what chat services take: who plays what, with whom, on which
board."""

from __future__ import annotations

import json
from typing import Any

from dragoman.formats import load_variant
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.words import in_language, said


@dataclass(frozen=True, slots=True)
class BoardCall:
    """A letter to a player; ``to`` is his contact, whatever that is."""

    player: int
    name: str
    to: str
    subject: str
    text: str


def board_letters(t: Tournament, number: int, language: str = "en") -> list[BoardCall]:
    """A letter to each player of a round that is published, his own boards first.

    Raises:
        ActionRefused: if it is not published.
    """
    tables = _published(t, number)
    all_boards = "\n\n".join(_board(t, one, language) for one in tables)
    found: list[BoardCall] = []
    for player in dict.fromkeys(one for table in tables for one in table.seats.values()):
        who = t.players[player]
        if who.gm:
            continue
        here = [table for table in tables if player in table.seats.values()]
        lines = [
            in_language(
                said(
                    "{name}, you play {power} on board {board}.",
                    name=who.name,
                    power=_title(t, power, language),
                    board=table.letter,
                ),
                language,
            )
            for table in here
            for power, seated in table.seats.items()
            if seated == player
        ]
        own_boards = "\n\n".join(_board(t, one, language) for one in here)
        text = "\n".join(lines) + f"\n\n{own_boards}\n"
        if len(tables) > len(here):
            text += f"\n{in_language(said('All boards'), language)}\n\n{all_boards}\n"
        subject = _heading(t, number, language)
        found.append(BoardCall(player, who.name, who.contact, subject, text))
    return found


def board_message(t: Tournament, number: int, address: str, language: str = "en") -> str:
    """The boards of a round that is published as JSON for a webhook: as Discord or Slack takes a
    text where the address is theirs, else with everything as data.

    Raises:
        ActionRefused: if it is not published.
    """
    tables = _published(t, number)
    heading = _heading(t, number, language)
    text = "\n\n".join((heading, *(_board(t, one, language) for one in tables)))
    if "discord" in address:
        shown: dict[str, Any] = {"content": _cut(text, 1900), "allowed_mentions": {"parse": []}}
    elif "slack" in address or "mattermost" in address:
        shown = {"text": text}
    else:
        boards = {
            one.letter: {power: t.players[who].name for power, who in one.seats.items()}
            for one in tables
        }
        shown = {"tournament": t.name, "round": number, "boards": boards, "text": text}
    return json.dumps(shown, ensure_ascii=False)


def _heading(t: Tournament, number: int, language: str) -> str:
    told = said("{event}, board call of round {number}", event=t.name, number=number)
    return in_language(told, language)


def _published(t: Tournament, number: int) -> tuple[TournamentTable, ...]:
    round_ = lookup.drawn_round(t, number)
    if not round_.published:
        what = f"round {number} is not published: its boards are secret"
        raise ActionRefused("not-published", what, f"publish {number}")
    return tuple(round_.tables.values())


def _board(t: Tournament, table: TournamentTable, language: str) -> str:
    heading = in_language(said("Board {board}", board=table.letter), language)
    where = f" · {table.elsewhere}" if table.elsewhere else ""
    lines = [
        f"  {_title(t, power, language)}: {t.players[who].name}"
        for power, who in table.seats.items()
    ]
    return "\n".join((heading + where, *lines))


def _title(t: Tournament, power: str, language: str) -> str:
    return load_variant(t.settings.variant.name).power_name(power, language)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 2]} …"
