"""The menus of a folder: its list of games, and for each game what can be done with it."""

from __future__ import annotations

from pathlib import Path

from dragoman.cli.menu.entries import (
    AcceptRound,
    CopyFile,
    EditFile,
    ListFolder,
    Menu,
    MenuItem,
    NewGame,
    NewVariant,
    OpenMenu,
    OwnCommand,
    PrintMap,
    RunSteps,
    ViewFile,
)
from dragoman.cli.menu.menu_commands import MenuContext, entries_of, own_program
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork import (
    PROJECT_FILE,
    GameDirectory,
    Parameters,
    find,
    read_game_directory,
    read_menu,
    read_project,
)
from dragoman.games.folder import GameFolder
from dragoman.words import said

MAIN_MENU = "MENULIST"


def games_in(folder: Path) -> Menu:
    """The games of a folder: those of its ``PROJECT.TXT``, and game folders of ours."""
    entries: list[MenuItem] = []
    faults: tuple[Diagnostic, ...] = ()
    title = "Dragoman"
    project_file = find(folder, PROJECT_FILE)
    if project_file is not None:
        title = "DipWork"
        project, faults = read_project(folder)
        for game in project.games if project else ():
            path = find(folder, game.path) or folder / game.path
            entries.append(MenuItem(game.path, "", game.note, OpenMenu(path)))
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if (path / "game.json").is_file():
            entries.append(
                MenuItem(path.name, "", said("the game in {path}", path=path), OpenMenu(path))
            )
    if project_file is not None:
        note = said("the list of games, the editor, what commands are made of")
        entries.append(
            MenuItem(said("Edit {file}", file=PROJECT_FILE), "", note, EditFile(project_file))
        )
    numbered = (
        MenuItem(e.title, str(number) if number < 10 else "", e.help, e.action)
        for number, e in enumerate(entries, 1)
    )
    new = (
        MenuItem(said("New game"), "n", said("make a game and its folder"), NewGame(folder), True),
        MenuItem(
            said("New variant"),
            "v",
            said("answer questions, get its files"),
            NewVariant(folder),
            True,
        ),
    )
    return Menu(f"{title}: {folder.resolve().name}", (*numbered, *new), faults)


def menu_of(folder: Path, game: Path, keyword: str = MAIN_MENU) -> Menu:
    """The menu of a game in a folder, or one of its sub-menus."""
    if (game / "game.json").is_file():
        return _own_menu(game)
    project, faults = read_project(folder)
    directory, more = read_game_directory(game, project)
    faults = (*(f for f in faults if f.code != "missing-directory"), *more)
    path = str(game.relative_to(folder)) if game.is_relative_to(folder) else game.name
    if directory is None:
        # What is broken can still be looked at and edited.
        return Menu(path, _repair_menu(game), faults)
    context = MenuContext(folder, path, _names(directory))
    file = directory.variant_directory.files.variant
    title = _title(directory, path)
    if MAIN_MENU not in file.lists:
        return Menu(title, _usual_menu(context), faults)
    found, wrong = read_menu(file, keyword)
    source = str(directory.variant_directory.folder / file.name)
    return Menu(title, entries_of(found, context, source), tuple(dict.fromkeys((*faults, *wrong))))


def _names(directory: GameDirectory) -> Parameters:
    """The game's parameters without those of its orders."""
    orders = directory.orders
    files = directory.parameters.files
    return Parameters(tuple(f for f in files if orders is None or f is not orders.keywords))


def _title(directory: GameDirectory, path: str) -> str:
    said = [directory.parameters.text(keyword) for keyword in ("VARNAME", "NAME", "YEAR")]
    return " - ".join(filter(None, said)) or path


def _usual_menu(context: MenuContext) -> tuple[MenuItem, ...]:
    """A menu for a variant that has none of its own."""
    names, game = context.names, context.game_folder

    def file(keyword: str) -> Path:
        name = names.word(keyword)
        return find(game, name) or game / name.upper()

    run = (context.game,)
    page = ("dipwork", "report", context.game, "--as", "html", "--to", f"{context.game}/round.html")
    drawn = f"#{context.game}/{names.word('FNMAP')}"
    return (
        MenuItem(said("Edit orders"), "b", said("the players' orders"), EditFile(file("FNORDERS"))),
        MenuItem(
            said("Judge all"),
            "a",
            said("every step but the map"),
            RunSteps((*run, "/all", "/m")),
            True,
        ),
        MenuItem(said("Scanner"), "s", said("read the orders"), RunSteps((*run, "/s")), True),
        MenuItem(said("Parser"), "p", said("check the orders"), RunSteps((*run, "/p")), True),
        MenuItem(
            said("Conflicter"), "c", said("decide the conflicts"), RunSteps((*run, "/c")), True
        ),
        MenuItem(said("Winterer"), "w", said("retreats and builds"), RunSteps((*run, "/w")), True),
        MenuItem(said("Report"), "o", said("write the report"), RunSteps((*run, "/op")), True),
        MenuItem(
            said("Report before retreats"),
            "3",
            said("in three phases"),
            _before_retreats(run),
            True,
        ),
        MenuItem(
            said("Report for the web"),
            "h",
            said("a page: round.html"),
            own_program(page, context),
            True,
        ),
        MenuItem(said("Map"), "m", said("draw the map"), RunSteps((*run, "/m")), True),
        MenuItem(said("Show the map"), "v", said("look at it"), PrintMap((drawn, ":screen")), True),
        MenuItem(said("Print the map"), "d", said("on a printer"), PrintMap((drawn,)), True),
        MenuItem(said("Read the report"), "l", said("look at it"), ViewFile(file("FNPLAINOUT"))),
        MenuItem(
            said("Deleted orders"), "e", said("what was not used"), ViewFile(file("FNERRORS"))
        ),
        MenuItem(
            said("Accept"),
            "k",
            said("the new position is the game's"),
            AcceptRound(context.game),
            True,
        ),
        MenuItem(
            said("Backup"),
            "S",
            said("keep GAME.TXT"),
            CopyFile(file("FNGAME"), file("FNSAVE")),
            True,
        ),
    )


def _before_retreats(run: tuple[str, ...]) -> RunSteps:
    return RunSteps((*run, "/op=conflced.ord"))


def _repair_menu(game: Path) -> tuple[MenuItem, ...]:
    """For a game that cannot be read: its text files."""
    if not game.is_dir():
        return ()
    texts = sorted(path for path in game.iterdir() if path.suffix.upper() == ".TXT")
    edits = tuple(
        MenuItem(said("Edit {file}", file=path.name), "", str(path), EditFile(path))
        for path in texts
    )
    return (
        *edits,
        MenuItem(said("Files"), "d", said("what is in the directory"), ListFolder(game)),
    )


def _own_menu(game: Path) -> Menu:
    """The menu of a game folder of ours: the commands of the command line."""
    folder = GameFolder(game)

    def own(name: str, question: str = "") -> OwnCommand:
        return OwnCommand(name, game, question)

    entries = (
        MenuItem(
            said("Edit orders"), "e", said("the orders for this phase"), EditFile(folder.orders)
        ),
        MenuItem(said("Check orders"), "c", said("what is wrong with them"), own("check")),
        MenuItem(said("Judge"), "j", said("nothing is final yet"), own("adjudicate")),
        MenuItem(
            said("Read the result"), "r", said("of the last judgement"), ViewFile(folder.result)
        ),
        MenuItem(said("Report"), "p", said("a page for the players: report.html"), own("report")),
        MenuItem(said("Draw the map"), "d", said("with the orders: map.svg"), own("draw")),
        MenuItem(
            said("Explain"),
            "x",
            said("why did that happen?"),
            own("explain", said("Which unit, as in A MUN?")),
        ),
        MenuItem(said("Accept"), "a", said("make the last judgement final"), own("accept")),
        MenuItem(said("Undo"), "u", said("take the last phase back"), own("undo")),
        MenuItem(said("Show"), "s", said("where the game stands"), own("show")),
        MenuItem(said("Settings"), "t", said("language and spelling"), EditFile(folder.settings)),
        MenuItem(
            said("Backup"),
            "b",
            said("keep the game"),
            CopyFile(folder.record, game / "game.bak"),
            True,
        ),
    )
    return Menu(f"Dragoman - {game.name}", entries)
