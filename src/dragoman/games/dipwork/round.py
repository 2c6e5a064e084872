"""A round of DipWork: the steps that a command line of DIP_RUN asks for, and accepting it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from enum import Enum
from pathlib import Path

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import FolderInUse, locked
from dragoman.formats.dipwork import PARAMETERS, position_of, read_game_file, read_text_file
from dragoman.games.dipwork.map_step import draw_map
from dragoman.games.dipwork.steps import conflict, note_refused, parse, plain, scan, winter
from dragoman.games.dipwork.views import field_test, view_orders
from dragoman.games.dipwork.workspace import (
    Dialogue,
    DipworkWorkspace,
    StepError,
    game_folder,
    open_workspace,
)
from dragoman.quick_dataclass import dataclass
from dragoman.words import counted, dipworks_language, said

# The command line of DIP_RUN, as DipWork's manual gives it: options that toggle


class RunStep(Enum):
    """A step of a round, with its option. Steps run in this order, however they are typed."""

    SCAN = "s"
    PARSE = "p"
    CONFLICT = "c"
    WINTER = "w"
    MAP = "m"
    PLAIN = "op"


USUAL_RECORDS = "WINTERED.ORD"
"""The records that the report is about where ``/op`` names no file."""
_OTHERS = ("debug1", "debug2", "fieldtest", "orderview", "mono", "?")


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The steps to be taken. ``project`` is empty where no ``!file`` was given."""

    game: str = ""
    project: str = ""
    steps: tuple[RunStep, ...] = ()
    records: str = USUAL_RECORDS
    others: frozenset[str] = field(default_factory=frozenset[str])

    def has(self, option: str) -> bool:
        """True if an option other than a step is on: ``debug1``, ``fieldtest``, ..."""
        return option in self.others


def read_options(words: Sequence[str]) -> tuple[RunOptions, tuple[Diagnostic, ...]]:
    """The options in a command line, and what is wrong with it."""
    steps = {step.value for step in RunStep}
    on: set[str] = set()
    faults: list[Diagnostic] = []
    game, project, records = "", "", USUAL_RECORDS
    for word in words:
        head, equals, file = word[1:].partition("=")
        head = head.lower()
        if word.startswith("!"):
            project = word[1:]
        elif not word.startswith("/") or "/" in word[1:]:  # a path such as /home/gm/spring
            if game and word != game:  # the manual's EVALGAME and its MENULIST both name it
                what = said("{word!r} is a second game, after {game!r}", word=word, game=game)
                faults.append(Diagnostic("bad-option", what, "run one game at a time"))
            game = game or word
        elif equals and head != RunStep.PLAIN.value:
            faults.append(
                Diagnostic(
                    "bad-option",
                    said("/{head} takes no file", head=head),
                    said("write /{head}", head=head),
                )
            )
        elif head == "all":
            on ^= steps
        elif head in steps or head in _OTHERS:
            on ^= {head}
            if file:
                records = file
        else:
            known = tuple(f"/{name}" for name in (*(s.value for s in RunStep), "all", *_OTHERS))
            what = said("there is no option {word}", word=word)
            faults.append(Diagnostic("bad-option", what, "see /?", candidates=known))
    found = RunOptions(
        game,
        project,
        tuple(step for step in RunStep if step.value in on),
        records,
        frozenset(on - steps),
    )
    return found, tuple(faults)


# The round

HELP = """\
GAME [OPTIONS]: each option is on after the first time and off after the second.
  !FILE      the project file, if it is not PROJECT.TXT
  /s /p /c   scanner, parser, conflicter     /w   winterer
  /m         map                             /op[=FILE]  report about FILE (WINTERED.ORD)
  /all       all of them
  /debug1    explain every order             /debug2  tell of every file and keyword
  /fieldtest look at fields                  /orderview  look at *.ORD files
  /mono      for old screens; changes nothing here       /?  this help"""

_STEPS = {
    RunStep.SCAN: scan,
    RunStep.PARSE: parse,
    RunStep.CONFLICT: conflict,
    RunStep.WINTER: winter,
    RunStep.MAP: draw_map,
}


def run(
    words: Sequence[str], dialogue: Dialogue, here: Path, language: str = dipworks_language()
) -> tuple[Diagnostic, ...]:
    """Run the steps that some words of the manual's command line switch on.

    The first step that cannot be done ends the run; what earlier steps have written stays.
    """
    options, faults = read_options(words)
    if has_errors(faults):
        return faults
    if options.has("?") or (not options.game and not options.steps):
        dialogue.say(HELP)
        return ()
    if not options.game:
        return (Diagnostic("no-game", "no game is named", "name it first: run TWO01S /all"),)
    if options.has("debug2"):
        dialogue = replace(dialogue, trace=dialogue.say)
    if options.has("mono"):
        dialogue.say("/mono: no screen here needs it")
    explained = options.has("debug1")

    def work() -> tuple[Diagnostic, ...]:
        refused = note_refused if RunStep.SCAN in options.steps else None
        workspace, faults = open_workspace(
            options.game, options.project, dialogue, here, explained, refused
        )
        if workspace is None:
            return faults
        if options.has("debug2"):
            _trace_parameters(workspace)
        try:
            faults += _run(replace(workspace, language=language), options)
        except StepError as error:
            faults += error.diagnostics
        return faults

    if not options.steps:  # what is only looked at
        return work()
    return _alone(options.game, options.project, here, "dragoman dipwork run", work)


def accept(game: str, project: str, dialogue: Dialogue, here: Path) -> tuple[Diagnostic, ...]:
    """Make a round final: ``NEWGAME.TXT`` becomes ``GAME.TXT``, which is kept as a backup."""

    def work() -> tuple[Diagnostic, ...]:
        workspace, faults = open_workspace(game, project, dialogue, here)
        if workspace is None:
            return faults
        try:
            _accept(workspace)
        except StepError as error:
            return (*faults, *error.diagnostics)
        return faults

    return _alone(game, project, here, "dragoman dipwork accept", work)


def _alone(
    game: str, project: str, here: Path, what: str, work: Callable[[], tuple[Diagnostic, ...]]
) -> tuple[Diagnostic, ...]:
    """Do some work in a game's directory while no other command works there."""
    folder, faults = game_folder(game, project, here)
    if folder is None:
        return faults
    try:
        with locked(folder, what):
            return work()
    except FolderInUse as refused:
        return (refused.diagnostic,)


def _run(workspace: DipworkWorkspace, options: RunOptions) -> tuple[Diagnostic, ...]:
    if options.has("fieldtest") or options.has("orderview"):  # instead of judging
        if options.has("fieldtest"):
            field_test(workspace)
        if options.has("orderview"):
            view_orders(workspace)
        return ()
    if not options.steps:
        workspace.dialogue.say("No step is switched on.")
        workspace.dialogue.say(HELP)
        return ()
    faults: tuple[Diagnostic, ...] = ()
    for step in options.steps:
        if step is not options.steps[0]:
            workspace.pause_between_steps()
        if step is RunStep.PLAIN:
            faults += plain(workspace, options.records)
        else:
            faults += _STEPS[step](workspace)
    return faults


def _accept(workspace: DipworkWorkspace) -> None:
    name = workspace.names.word("FNNEWGAME")
    content = workspace.read(name, "run the winterer first: /w")
    game, faults = read_game_file(read_text_file(content, workspace.file(name).name))
    phase = workspace.game.start.phase
    position, more = position_of(game, workspace.atlas, workspace.board, phase)
    if has_errors((*faults, *more)):
        raise StepError(*faults, *more)
    written = workspace.write(workspace.names.word("FNGAME"), content)
    workspace.dialogue.say(
        said(
            "Accepted: {written}, {units}",
            written=written,
            units=counted(len(position.units), "unit"),
        )
    )


def _trace_parameters(workspace: DipworkWorkspace) -> None:
    for file in workspace.game.parameters.files:
        workspace.dialogue.trace(said("keywords are looked up in {name}", name=file.name))
    for keyword, parameter in PARAMETERS.items():
        value = workspace.game.parameters.find(keyword)
        if value is None:
            workspace.dialogue.trace(
                said(
                    "{keyword} is in no file; usually {usual}",
                    keyword=keyword,
                    usual=parameter.usual or "empty",
                )
            )
        else:
            workspace.dialogue.trace(f"{keyword} {value.text}  ({value.source}:{value.line})")
