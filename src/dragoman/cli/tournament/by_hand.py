"""``dragoman tournament``: commands that are more than a value that is carried out."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.declared_commands import offer
from dragoman.cli.tournament.acting import carry_out, language_of, session_of
from dragoman.games.requests import Answer
from dragoman.tournament.commands import NAMES
from dragoman.tournament.commands.people import WritePlayers
from dragoman.tournament.commands.record import ChangePreset, FoundTournament
from dragoman.tournament.commands.results import ExportTable
from dragoman.tournament.commands.tables import VoteOnDraw
from dragoman.words import SaidLines, in_language, refusal_in_language, said

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from dragoman.diagnostics import Diagnostic
    from dragoman.tournament.log.state import Tournament, TournamentTable
    from dragoman.tournament.rules.ballots import Ballot
    from dragoman.tournament.rules.preset import Preset


# Preset and scoring system

app = typer.Typer()

_PANEL = "The tournament"


@app.command(rich_help_panel=_PANEL, help=FoundTournament.__doc__)
def new(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="the folder to make")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="what it is called; else as the preset says")
    ] = "",
    preset: Annotated[
        str,
        typer.Option(metavar="PRESET", help='one that "presets" lists, or a file of your own'),
    ] = "nz1999",
    place: Annotated[str, typer.Option(metavar="TEXT", help="where it is played")] = "",
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.declared import FileText
        from dragoman.tournament.desk import session
        from dragoman.tournament.log.store import Store

        text, found, faults = _preset(preset)
        if found is None:
            return Answer(diagnostics=faults)
        wish = FoundTournament(name, place=place, file=FileText(text, preset))
        here = session.TournamentSession(Store(folder))
        made = session.carry_out(here, wish)
        if not made.text:
            return made
        after = said("next: cd {folder}, then register players", folder=str(folder))
        return replace(made, text=SaidLines((made.text, after)))

    deliver(answer, as_json, language=language_of(context))


@app.command(rich_help_panel=_PANEL, help=ChangePreset.__doc__)
def preset(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="PRESET", help="a preset file, or the name of a preset")
    ] = "preset.toml",
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.declared import FileText

        folder = session_of(context).folder
        text, found, faults = _preset(str(folder / file) if file.endswith(".toml") else file)
        if found is None:
            return Answer(diagnostics=faults)
        return carry_out(context, ChangePreset(FileText(text, file)))

    deliver(answer, as_json, language=language_of(context))


@app.command(rich_help_panel=_PANEL)
def presets(context: typer.Context, as_json: AsJson = False) -> None:
    """List the presets that are included. "new --preset NAME" takes one and copies it."""

    def answer() -> Answer:
        from dragoman.tournament.desk.session import table_text
        from dragoman.tournament.rules.preset import load_preset, shipped_presets

        rows = [
            (name, found.title) for name in shipped_presets() if (found := load_preset(name)[0])
        ]
        return Answer(table_text(rows), {"presets": dict(rows)})

    deliver(answer, as_json, language=language_of(context))


@app.command(rich_help_panel=_PANEL)
def systems(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="SYSTEM", help="tell all about this one")] = "",
    as_json: AsJson = False,
) -> None:
    """List the scoring systems that a preset can name, or explain one."""
    language = language_of(context)

    def answer() -> Answer:
        from dragoman.tournament.desk.session import table_text
        from dragoman.tournament.scoring import SYSTEMS, choose_scoring
        from dragoman.tournament.scoring.system import system_in

        if not name:
            rows = [(one.name, one.title) for one in SYSTEMS.values()]
            told = [(one.name, system_in(one, language).title) for one in SYSTEMS.values()]
            return Answer(table_text(told), {"systems": dict(rows)})
        found, faults = choose_scoring(name)
        if found is None:
            return Answer(diagnostics=faults)
        one = system_in(found.system, language)
        lines = [f"{one.title} ({one.name})", one.formula]
        lines.append(said("Source: {source}", source=one.source))
        needs = sorted(need.value for need in one.needs)
        lines += [said("Needs {what}.", what=said(need)) for need in needs]
        lines += [f"{s.name} = {s.default}: {s.meaning}" for s in one.settings]
        data = {"name": one.name, "formula": found.system.formula}
        return Answer(SaidLines(lines), data)

    deliver(answer, as_json, language=language_of(context))


def _preset(name: str) -> tuple[str, Preset | None, tuple[Diagnostic, ...]]:
    """The text of a preset by its name or in a file, what it says, and what is wrong with it."""
    from dragoman.files import read_text
    from dragoman.tournament.rules.preset import load_preset, preset_text, shipped_presets

    found, faults = load_preset(name)
    if found is None:
        return "", None, faults
    text = preset_text(name) if name in shipped_presets() else read_text(Path(name))[0]
    return text, found, faults


# Corrections


@app.command(
    rich_help_panel=_PANEL,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def correct(
    context: typer.Context,
    action: Annotated[
        int, typer.Argument(metavar="ACTION", help='the number of the action, as "log" shows it')
    ],
    words: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND...", help="what should have been typed then"),
    ],
    because: Annotated[
        str, typer.Option("--because", metavar="REASON", help="the reason, in words")
    ] = "",
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="also where something that came later is then set aside"),
    ] = False,
) -> None:
    """Put an earlier action right: type what should have been typed. What came after it stays, and
    is computed again; what that changes is told.

    "log" has the numbers of the actions. Options of this command stand before the number. The time
    of the command is that of the action, unless you say another.

    Example: dragoman tournament correct 12 start 1 --at 9:20

    Example: dragoman tournament correct --because "it was Italy" 31 late C I
    """
    from dragoman.diagnostics import Diagnostic
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.desk.session import correction

    if words[:2] == ["dragoman", "tournament"]:
        words = words[2:]
    assert context.parent is not None
    known = context.parent.command
    names: dict[str, object] = getattr(known, "commands", {})
    if not words or words[0] not in names or words[0] in _NOT_TO_CORRECT:
        what = f"{shlex.join(words[:1])} puts no action right"
        remedy = "type the command as it should have been typed then"
        fault = Diagnostic("no-command", what, remedy)
        return deliver(lambda: Answer(diagnostics=(fault,)), False, language=language_of(context))
    try:
        session = correction(session_of(context).store, action, because, anyway)
    except ActionRefused as refused:
        why = refused.diagnostic
        return deliver(lambda: Answer(diagnostics=(why,)), False, language=language_of(context))
    known.main(
        words,
        prog_name="dragoman tournament correct",
        standalone_mode=True,
        obj=session,
    )
    return None


_NOT_TO_CORRECT = frozenset(
    ("new", "desk", "undo", "redo", "correct", "cancel", "log", "hall", "announce", "serve")
)


# Files for the next event, and for other programs


@app.command("write-players", rich_help_panel="People", help=WritePlayers.__doc__)
def write_players(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, or to add to")],
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.declared import FileText
        from dragoman.diagnostics import Diagnostic, has_errors
        from dragoman.files import FolderInUse, locked, read_text, write_atomically
        from dragoman.formats.spreadsheets import SUFFIX, write_spreadsheet

        is_sheet = file.suffix.lower() == SUFFIX
        if is_sheet and file.exists():
            what = f"{file} is there, and what else is in a spreadsheet would be lost"
            remedy = "name a file that is not there, or keep your players as CSV"
            return Answer(diagnostics=(Diagnostic("file-there", what, remedy),))
        try:
            with locked(file.absolute().parent, "writing a players' file"):
                before, faults = read_text(file) if file.exists() else ("", ())
                if has_errors(faults):
                    return Answer(diagnostics=faults)
                found = carry_out(context, WritePlayers(FileText(before, str(file))))
                if has_errors(found.diagnostics):
                    return found
                text = found.data["csv"]
                content = write_spreadsheet({"players": text}) if is_sheet else text
                write_atomically(file, content)
        except FolderInUse as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        except OSError as error:
            what = f"cannot write {file}: {error.strerror}"
            return Answer(diagnostics=(Diagnostic("unwritable-file", what, "name another file"),))
        return Answer(found.text, {"file": str(file), "new": found.data["new"]})

    deliver(answer, as_json, language=language_of(context))


@app.command(rich_help_panel="Results", help=ExportTable.__doc__)
def export(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="players, calls, counts, scores, standings, wdd, wdr, dipvis, dipvis-calls, "
            "calendar, boards, public",
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="the file to write, - for standard output"),
    ] = Path("-"),
    round_: Annotated[
        int | None,
        typer.Option(
            "--round", "-r", metavar="ROUND", help="the round; else the one in hand", min=1
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic, has_errors
        from dragoman.files import write_atomically
        from dragoman.formats.spreadsheets import SUFFIX, write_spreadsheet
        from dragoman.tournament.publishing.exports import NO_TABLES

        found = carry_out(context, ExportTable(what, round_))
        if has_errors(found.diagnostics):
            return found
        tables: dict[str, str] = found.data["tables"]
        if str(target) == "-":
            if len(tables) > 1:
                raise typer.BadParameter("these are two files: name the beginning of their names")
            return Answer(found.text, {"csv": found.text})
        made: list[Path] = []
        if target.suffix.lower() == SUFFIX:
            if what in NO_TABLES:
                fault = Diagnostic("not-a-table", f"{what} is no table", "name another file")
                return Answer(diagnostics=(fault,))
            sheets = {ending or what: text for ending, text in tables.items()}
            write_atomically(target, write_spreadsheet(sheets))
            return Answer(str(target), {"files": [str(target)]})
        for ending, text in tables.items():
            path = target if not ending else target.with_name(f"{target.name}-{ending}.csv")
            write_atomically(path, text)
            made.append(path)
        return Answer("\n".join(map(str, made)), {"files": [str(path) for path in made]})

    deliver(answer, as_json, language=language_of(context))


# A secret vote on a draw, held on this terminal


def _carry_out(context: typer.Context, wish: VoteOnDraw) -> Answer:
    if not wish.refused and wish.result not in (None, "carried", "failed"):
        raise typer.BadParameter("say --result carried, or --result failed")
    if wish.refused or wish.result:
        return carry_out(context, wish)
    if session_of(context).correcting:
        raise typer.BadParameter("say --result carried, --result failed, or --refused")
    return _held(context, wish)


offer(app, "vote", VoteOnDraw, _carry_out, NAMES["vote"], language_of)


def _held(context: typer.Context, wish: VoteOnDraw) -> Answer:
    """A vote held on this terminal, if all survivors agree to it."""
    from dragoman.diagnostics import has_errors
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.actions import at_tables, lookup
    from dragoman.tournament.desk.tables import vote_told

    session = session_of(context)
    agreed = replace(wish, agreed=True)
    try:
        t = session.load()
        at_tables.vote(t, agreed, session.now)
        if wish.agreed or _all_agree(t, lookup.table(t, wish.board), session.language):
            wish = agreed
        opened = carry_out(context, wish)
        if has_errors(opened.diagnostics):
            return opened
        t = session.load()
        against = _vote(t, lookup.table(t, wish.board), session.language)
        t = session.act(lambda t: at_tables.close_vote(t, wish.board, against))
    except ActionRefused as why:
        return Answer(diagnostics=(why.diagnostic,))
    return vote_told(t, wish.board)


def _all_agree(t: Tournament, table: TournamentTable, language: str) -> bool:
    for power in table.survivors:
        name = t.players[table.seats[power]].name
        asked = said("{power} ({name}): hold a vote?", power=said(power.title()), name=name)
        if not typer.confirm(in_language(asked, language), err=True):
            return False
    return True


def _vote(t: Tournament, table: TournamentTable, language: str) -> int:
    """Deal the tokens and take the ballots, on this terminal; how many are against."""
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.rules.ballots import Ballot

    ballot = Ballot(table.survivors)
    with _screen_of_its_own() as wipe:
        for power, tokens in ballot.tokens.items():
            name = t.players[table.seats[power]].name
            alone = said(
                "{power} ({name}), alone at the screen? Press Enter. ",
                power=said(power.title()),
                name=name,
            )
            _ask(in_language(alone, language))
            white = said("white (for the draw): {token}", token=tokens.white)
            brown = said("brown (against the draw): {token}", token=tokens.brown)
            for told in (white, brown):
                typer.echo(f"  {in_language(told, language)}", err=True)
            learn = said("Learn one by heart, then press Enter. ")
            _ask(f"  {in_language(learn, language)}")
            wipe()
        while not ballot.complete:
            word = _secret(ballot, language)
            wipe()
            try:
                ballot.cast(word)
            except ActionRefused as why:
                told = why.diagnostic.told(lambda text: refusal_in_language(text, language))
                typer.echo(told, err=True)
    return ballot.close()


@contextmanager
def _screen_of_its_own() -> Generator[Callable[[], None]]:
    """A cleared screen of a terminal that is left as it was, and what wipes it.

    It is the terminal's second one, which keeps nothing to scroll back to; where it has none, the
    first is cleared with all that was scrolled away.
    """

    def write(codes: str) -> None:
        if sys.stderr.isatty():
            typer.echo(codes, err=True, nl=False)

    def wipe() -> None:
        write("\033[2J\033[3J\033[H")

    write("\033[?1049h")
    wipe()
    try:
        yield wipe
    finally:
        wipe()
        write("\033[?1049l")


def _secret(ballot: Ballot, language: str) -> str:
    asked = said(
        "{count} of {all} are in. The next token: ", count=ballot.count, all=len(ballot.tokens)
    )
    prompt = in_language(asked, language)
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(prompt)
    return _ask(prompt)


def _ask(prompt: str) -> str:
    from dragoman.refusal import ActionRefused

    typer.echo(prompt, err=True, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise ActionRefused(
            "broken-off", "the vote was broken off; no ballot was kept", "vote again"
        )
    return line.strip()
