"""What the acts of masters on the board do to a game."""

from __future__ import annotations

from dataclasses import replace

from dragoman.game import Game, Pending
from dragoman.judge.log import events as ev
from dragoman.judge.log.fold_play import open_phase
from dragoman.judge.log.fold_registry import Entry, on
from dragoman.judge.log.on_board import position_of
from dragoman.judge.log.state import Act, JudgedGame, Stage


@on(ev.RolledBack)
def _rolled_back(g: JudgedGame, event: ev.RolledBack, entry: Entry) -> None:
    undone: set[str] = set()
    while str(g.phase) != event.phase:
        undone.add(str(g.phase))
        g.game.undo()
    # Orders are in the sheets: should they be cleared, those that were judged must not count.
    g.game.restore(Pending(), None)
    # What was written for the phase is on file again; what was for those after it is gone.
    g.sheets = {key: sheet for key, sheet in g.sheets.items() if key[1] not in undone}
    undone.add(event.phase)
    # Nobody is held to what was undone.
    g.dues = [one for one in g.dues if one.phase not in undone]
    for power, seat in g.seats.items():
        seat.missed = 0
        for one in reversed([one for one in g.dues if one.power == power]):
            if one.user != seat.user or not one.missed:
                break
            seat.missed += 1
    for proposal in g.open_proposals():
        proposal.outcome = "lapsed"
    g.stage, g.ending, g.ended = Stage.RUNNING, None, None
    open_phase(g, entry, event.deadline)
    g.acts.append(Act(entry.at, entry.by, f"rollback {event.phase}", event.why))


@on(ev.PositionSet)
def _position_set(g: JudgedGame, event: ev.PositionSet, entry: Entry) -> None:
    game = g.game
    position = position_of(game.variant, game.rule_set, event.position)
    if game.history:
        last = game.history[-1]
        game.undo()
        game.adopt(replace(last, position=position))
    else:
        g.game = Game(game.variant, game.rule_set, position)
    g.acts.append(Act(entry.at, entry.by, "position", event.why))
