"""``dragoman tournament``: judging the typed orders of a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    Board,
    act,
    desk_of,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_TABLES = "At the tables"


@app.command(rich_help_panel=_TABLES)
def judge(
    context: typer.Context,
    board: Board,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="the orders, - for standard input; none shows the position"
        ),
    ] = None,
    final: Annotated[
        bool, typer.Option("--final", help="make it final; without this it is only shown")
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="UNIT=RULING",
            help='your word on an order: "A BUD=illegal" or "A BUD=ambiguous"',
        ),
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="pass over what cannot be read")] = False,
    as_json: AsJson = False,
) -> None:
    """Judge a table's turn from typed orders, by rule 16 and the preset's rule set.

    A unit with an illegal order stands and may not be supported to hold; one with an
    ambiguous order stands and may be. Powers in civil disorder have no orders. A board that
    is judged here needs no counts: the fall gives them.

    Example: dragoman tournament judge C orders.txt --rule "A BUD=ambiguous" --final
    """

    def answer() -> Answer:
        from dragoman.cli.text_input import read_any_text
        from dragoman.diagnostics import has_errors
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.actions import judging

        desk = desk_of(context)
        try:
            if file is None:
                text = judging.position(desk.load(), board)
                return Answer(text, {"position": text.splitlines()})
            text, faults = read_any_text(file)
            if has_errors(faults):
                return Answer(diagnostics=faults)
            rulings = dict(map(judging.read_ruling, rule or ()))
            source = "standard input" if str(file) == "-" else str(file)

            def judged(t: Tournament) -> judging.Judgement:
                return judging.judge_turn(t, board, text, rulings, source, anyway)

            if not final:
                found = judged(desk.load())
            else:
                kept: list[judging.Judgement] = []

                def decide(t: Tournament) -> Sequence[Event]:
                    kept.append(judged(t))
                    return kept[0].events

                desk.act(decide)
                found = kept[0]
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        lines = [found.report.rstrip()] if found.report else []
        if found.disorder:
            lines.append(f"Civil disorder: {', '.join(p.title() for p in found.disorder)}")
        for one in found.misorders:
            who = " (your ruling)" if one.by_director else ""
            held = "may not" if one.ruling == "illegal" else "may"
            lines.append(
                f"{one.unit}: {one.ruling}{who}; it stands and {held} be supported to hold"
            )
        if found.report and not final:
            lines.append("Nothing is final yet; to make it so, say it again with --final.")
        data = {
            "final": final and bool(found.events),
            "report": found.report.splitlines(),
            "misorders": [{"unit": str(one.unit), "ruling": one.ruling} for one in found.misorders],
            "disorder": list(found.disorder),
        }
        return Answer("\n".join(lines), data, found.faults)

    deliver(answer, as_json)


@app.command(rich_help_panel=_TABLES)
def reopen(
    context: typer.Context, board: Board, because: Because = "", as_json: AsJson = False
) -> None:
    """Take back the last judged phase of a board after an error was found (rule 18)."""
    from dragoman.tournament.actions import finding, judging

    act(
        context,
        as_json,
        lambda t: judging.reopen(t, board, because),
        lambda t: f"{finding.table(t, board).reopened[-1].phase} is open again",
    )
