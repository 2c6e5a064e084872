"""A game that is judged elsewhere, kept in a folder of one's own."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.game import Game, Resolution, write_record
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.order_sheet import empty_sheet
from dragoman.games.playing import undo
from dragoman.orders import write

Faults = tuple[Diagnostic, ...]


def keep_followed(path: Path, game: Game) -> Faults:
    """Have the game of a folder go as far as this one. Phases that were taken back there, or went
    otherwise, are taken back here as well: their orders are kept in ``turns``. An error says why
    it cannot be; the folder is whole then, and perhaps behind."""
    folder = GameFolder(path)
    opened, faults = folder.open()
    if opened is None:
        return faults
    ours = opened.game
    if ours.start != game.start or ours.rule_set != game.rule_set:
        what = "another game is in it, or one with other rules"
        return (Diagnostic("other-game", what, "name another folder", str(path)),)
    pairs = zip(ours.history, game.history, strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    too_many = len(ours.history) - common
    is_agreed = ours.ending is not None and ours.ending.how != "victory"
    if is_agreed and ours.ending != game.ending:
        too_many += 1  # the draw or concession
    for _ in range(too_many):
        if has_errors(faults := undo(path).diagnostics):
            return faults
    for resolution in game.history[common:]:
        if has_errors(faults := _add(folder, resolution)):
            return faults
    return _end(folder, game)


def _add(folder: GameFolder, resolution: Resolution) -> Faults:
    """One more phase, with its orders and its report."""
    opened, faults = folder.open()
    if opened is None:
        return faults
    from dragoman.reports import report_resolution  # only now: what reports is large

    game, settings, phase = opened.game, opened.settings, resolution.phase
    earlier, number = game.history, len(game.history) + 1
    game.adopt(resolution)
    orders = "".join(f"{write(order)}\n" for given in resolution.orders.values() for order in given)
    report = report_resolution(
        game.variant, resolution, settings.language, title=settings.title, earlier=earlier
    )
    kept = {
        folder.name(folder.kept(number, phase, "orders")): orders.encode(),
        folder.name(folder.kept(number, phase, "result")): report.encode(),
    }
    return _write(folder, opened, kept)


def _end(folder: GameFolder, game: Game) -> Faults:
    """The draw or the concession that the game ended with."""
    opened, faults = folder.open()
    if opened is None or opened.game.ending == game.ending:
        return faults
    opened.game.restore(opened.game.pending, game.ending)
    return _write(folder, opened, {})


def _write(folder: GameFolder, opened: OpenGame, kept: dict[str, bytes]) -> Faults:
    game = opened.game
    sheet = None if game.ending else empty_sheet(game, opened.settings.language).encode()
    changed = {
        **kept,
        **folder.no_result,
        folder.name(folder.orders): sheet,
        folder.name(folder.record): write_record(game).encode(),
    }
    return folder.change("sockets play", changed, opened)
