"""The tables of the page on the judge, as the code has them."""

from __future__ import annotations

from dataclasses import MISSING
from enum import Enum

from dragoman.judge.accounts.permissions import WHO_MAY_WITH_ACCOUNTS, AccountRelation
from dragoman.judge.commands.permissions import WHO_MAY, GameRole
from dragoman.judge.log.settings import FIELDS
from dragoman.judge.log.state import Stage
from dragoman.values import FrozenMap

_ROLES = (
    GameRole.USER,
    GameRole.APPLICANT,
    GameRole.OBSERVER,
    GameRole.PLAYER,
    GameRole.MASTER,
    GameRole.ADMIN,
)


def commands_table() -> str:
    """Every command: who may give it, and when."""
    lines = ["| command | who | when |", "|---|---|---|"]
    for kind, (roles, stages) in WHO_MAY.items():
        who = ", ".join(
            one.value for one in (*_ROLES, GameRole.CLOCK, GameRole.BOT) if one in roles
        )
        when = ", ".join(one.value for one in Stage if one in stages)
        lines.append(f"| `{kind.__name__}` | {who} | {when if len(stages) < 4 else 'always'} |")
    return "\n".join(lines)


def accounts_table() -> str:
    """Everything that can be done with an account, and who may."""
    lines = ["| what | who |", "|---|---|"]
    names = {AccountRelation.SELF: "its owner", AccountRelation.ADMIN: "an admin"}
    for act, standings in WHO_MAY_WITH_ACCOUNTS.items():
        who = ", ".join(names.get(one, one.value) for one in AccountRelation if one in standings)
        lines.append(f"| {act.value} | {who} |")
    return "\n".join(lines)


def settings_table() -> str:
    """Every setting: what it says, what it may be, and what it is where nothing is said."""
    lines = ["| setting | what it says | answers | default |", "|---|---|---|---|"]
    for one in FIELDS.values():
        default = one.default
        if isinstance(default, Enum):
            answers = ", ".join(f"`{answer.value}`" for answer in one.type)
            shown = f"`{default.value}`"
        else:
            answers = _KINDS[type(default)]
            shown = "" if default in ("", (), {}, MISSING) else f"`{_text(default)}`"
        lines.append(f"| `{one.name}` | {one.says.meaning} | {answers} | {shown} |")
    return "\n".join(lines)


_KINDS = {
    str: "text",
    bool: "true, false",
    int: "a number",
    tuple: "a list",
    type(MISSING): "text",
    FrozenMap: "names and answers",
}


def _text(default: object) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    return ", ".join(default) if isinstance(default, tuple) else str(default)
