"""``dragoman dipwork run``: DIP_RUN with its own command line; and ``accept``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.formats.dipwork import PARAMETERS, position_of, read_game_file, read_text_file
from dragoman.games.dipwork.map_step import draw_map
from dragoman.games.dipwork.run_options import Options, Step, read_options
from dragoman.games.dipwork.steps import conflict, parse, plain, scan, winter
from dragoman.games.dipwork.views import field_test, view_orders
from dragoman.games.dipwork.workspace import Desk, Refused, nothing, open_desk, suggested

HELP = """\
GAME [OPTIONS]: each option is on after the first time and off after the second.
  !FILE      the project file, if it is not PROJECT.TXT
  /s /p /c   scanner, parser, conflicter     /w   winterer
  /m         map                             /op[=FILE]  report about FILE (WINTERED.ORD)
  /all       all of them
  /debug1    explain every order             /debug2  tell of every file and keyword
  /fieldtest look at fields                  /orderview  look at *.ORD files
  /mono      for old screens; changes nothing here       /?  this help"""

Say = Callable[[str], None]
Ask = Callable[[str, str], str]
Pause = Callable[[float | None], None]
_STEPS = {
    Step.SCAN: scan,
    Step.PARSE: parse,
    Step.CONFLICT: conflict,
    Step.WINTER: winter,
    Step.MAP: draw_map,
}


def run(
    words: Sequence[str], say: Say, ask: Ask, pause: Pause, here: Path, language: str = "de"
) -> tuple[Diagnostic, ...]:
    """Run the steps that some words of the manual's command line switch on.

    ``say`` is told what happens, ``ask`` is asked, with what is suggested. ``pause`` waits so
    many seconds, or with None until a key is pressed, as ``SLOWMOTION`` wants it. Steps stop
    at the first that cannot be done; nothing was changed then but what earlier steps wrote.
    """
    options, faults = read_options(words)
    if has_errors(faults):
        return faults
    if options.has("?") or (not options.game and not options.steps):
        say(HELP)
        return ()
    if not options.game:
        return (Diagnostic("no-game", "no game is named", "name it first: run TWO01S /all"),)
    trace: Say = say if options.has("debug2") else nothing
    if options.has("mono"):
        say("/mono: no screen here needs it")
    explained = options.has("debug1")
    desk, faults = open_desk(options.game, options.project, say, ask, trace, pause, explained, here)
    if desk is None:
        return faults
    if options.has("debug2"):
        _trace_parameters(desk)
    try:
        faults += _run(desk, options, language)
    except Refused as refused:
        faults += refused.diagnostics
    return faults


def accept(game: str, project: str, say: Say, here: Path) -> tuple[Diagnostic, ...]:
    """Make a round final: ``NEWGAME.TXT`` becomes ``GAME.TXT``, which is kept as a backup."""
    desk, faults = open_desk(game, project, say, suggested, nothing, nothing, False, here)
    if desk is None:
        return faults
    try:
        _accept(desk)
    except Refused as refused:
        return (*faults, *refused.diagnostics)
    return faults


def _run(desk: Desk, options: Options, language: str) -> tuple[Diagnostic, ...]:
    if options.has("fieldtest") or options.has("orderview"):  # instead of judging
        if options.has("fieldtest"):
            field_test(desk)
        if options.has("orderview"):
            view_orders(desk)
        return ()
    if not options.steps:
        desk.say("No step is switched on.\n" + HELP)
        return ()
    faults: tuple[Diagnostic, ...] = ()
    for step in options.steps:
        if step is not options.steps[0]:
            desk.pause_between_steps()
        if step is Step.PLAIN:
            faults += plain(desk, options.records, language)
        else:
            faults += _STEPS[step](desk)
    return faults


def _accept(desk: Desk) -> None:
    name = desk.names.word("FNNEWGAME")
    content = desk.read(name, "run the winterer first: /w")
    game, faults = read_game_file(read_text_file(content, desk.file(name).name))
    phase = desk.game.start.phase
    position, more = position_of(game, desk.atlas, desk.board, phase)
    if has_errors((*faults, *more)):
        raise Refused(*faults, *more)
    written = desk.write(desk.names.word("FNGAME"), content)
    desk.say(f"Accepted: {written}, {len(position.units)} units")


def _trace_parameters(desk: Desk) -> None:
    for file in desk.game.parameters.files:
        desk.trace(f"keywords are looked up in {file.name}")
    for keyword, parameter in PARAMETERS.items():
        value = desk.game.parameters.find(keyword)
        if value is None:
            desk.trace(f"{keyword} is in no file; usually {parameter.usual or 'empty'}")
        else:
            desk.trace(f"{keyword} {value.text}  ({value.source}:{value.line})")
