"""The tables of the page about mail, from the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dragoman.mail.language.flags import FLAGS, Flag
from dragoman.mail.language.verbs import VERBS, Whom, words
from dragoman.values import FrozenMap

HEADINGS: Final = FrozenMap(
    {
        Whom.ANYBODY: "For everybody",
        Whom.ACCOUNT: "For those who have an account",
        Whom.GAME: "In a game",
        Whom.MASTER: "For masters",
    }
)


def command_table(whom: Whom) -> str:
    """What can be written, of those commands that are for somebody."""
    helps: dict[str, Any] = words("en")["help"]
    keys = [verb.key for verb in VERBS.values() if verb.whom is whom]
    keys += ["if"] if whom is Whom.GAME else []
    rows = [
        f"| `{_cell(one['usage'])}` | {' '.join(one['text'].split())} |"
        for one in map(helps.__getitem__, keys)
    ]
    return "\n".join(["| command | what it does |", "|---|---|", *rows])


def flag_table() -> str:
    """What can be set."""
    return "\n".join(
        ["| flag | what it says | here |", "|---|---|---|", *map(_row, FLAGS.values())]
    )


def _row(flag: Flag) -> str:
    told: str = words("en")["flags"][flag.key]
    no = " (`NO`)" if flag.can_be_off else ""
    return f"| `{flag.name}`{no} | {told} | {', '.join(_here(flag))} |"


def _here(flag: Flag) -> Iterator[str]:
    if flag.switch:
        yield f"`{flag.switch}={flag.on}`"
    elif flag.setting:
        yield f"`{flag.setting}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
