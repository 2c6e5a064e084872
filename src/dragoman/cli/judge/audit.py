"""``dragoman judge audit``: what those with rights over others read and did."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import owner_of_the_machine, with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

app = typer.Typer()


@app.command()
def audit(context: typer.Context, as_json: AsJson = False) -> None:
    """Write the audit log: what admins, moderators and masters read and did, a line of
    JSON for each entry, the oldest first.

    Example: dragoman judge audit > audit.jsonl
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        found = [
            {
                "number": one.number,
                "at": one.at.isoformat(),
                "actor": one.entry.actor,
                "role": one.entry.role.value,
                "act": one.entry.act.value,
                "game": one.entry.game,
                "person": one.entry.person,
                "detail": one.entry.detail,
            }
            for one in judge.moderation.audit_log.all(owner_of_the_machine())
        ]
        lines = [json.dumps(one, ensure_ascii=False) for one in found]
        return Answer("\n".join(lines) or "nothing is noted yet", {"entries": found})

    with_judge(context, answer, as_json)
