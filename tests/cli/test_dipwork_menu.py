"""``dragoman dipwork``: its menus, by Textual's pilot."""

import shutil
import sys
from pathlib import Path

import pytest
from menu_story import log, on, play, until

from dragoman.cli.menu.entries import (
    AcceptRound,
    CheckVariant,
    CopyFile,
    EditFile,
    Impossible,
    ListFolder,
    OpenMenu,
    PrintMap,
    RunSteps,
    StartProgram,
    ViewFile,
)
from dragoman.cli.menu.menu_commands import MenuContext, entry_of
from dragoman.cli.menu.menus import games_in, menu_of
from dragoman.cli.menu.screens import AnyKey, EditorScreen, MenuScreen, QuestionScreen, ViewerScreen
from dragoman.formats.dipwork import MenuEntry, Parameters, read_keywords, read_text_file
from dragoman.games import playing
from dragoman.games.dipwork.new_game import new_game
from dragoman.games.folder import FolderSettings

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"


@pytest.fixture
def games(tmp_path):
    """The example project with nothing judged yet."""
    folder = tmp_path / "games"
    shutil.copytree(EXAMPLE, folder)
    for file in folder.glob("*01?/*"):
        if file.name not in ("GAME.TXT", "ORDERS.TXT"):
            file.unlink()
    return folder


def change(path, old, new):
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))


# What a command line does.


def place(*lines, folder=Path("/games")):
    file = read_text_file("\n".join((*lines, "END")).encode(), "VARIANT.TXT")
    return MenuContext(folder, "cosa", Parameters((read_keywords(file)[0],)))


STANDARD = (
    "SHELL c:\\dos\\command.com",
    "SHELLCOPY 'SHELL' /c copy",
    "EVALGAME DIP_RUN.EXE 'GAMEPATH'",
    "READTEXT readtext.exe",
    "EDITOR c:\\nc\\nce.exe",
)


@pytest.mark.parametrize(
    ("command", "action", "waits"),
    [
        ("'EVALGAME' 'GAMEPATH' /all", RunSteps(("cosa", "cosa", "/all")), True),
        ("'EVALGAME' /all '!'", RunSteps(("cosa", "/all")), False),
        ("'SHELL' /c dir |more", ListFolder(Path("/games")), True),
        ("'EDITOR' 'GAMEPATH'\\'FNORDERS' '!'", EditFile(Path("/games/cosa/orders.txt")), False),
        ("'SHELL' /c type 'GAMEPATH'\\'FNGAME' |more", ViewFile(Path("/games/cosa/game.txt")), 0),
        ("'SUBMENU' MEINMENU", OpenMenu(Path("/games/cosa"), "MEINMENU"), False),
        (
            "'SHELLCOPY' 'GAMEPATH'\\'FNNEWGAME' 'GAMEPATH'\\'FNGAME'",
            AcceptRound("cosa"),
            True,
        ),
        (
            "'SHELLCOPY' 'GAMEPATH'\\'FNGAME' 'GAMEPATH'\\'FNSAVE'",
            CopyFile(Path("/games/cosa/game.txt"), Path("/games/cosa/game.sav")),
            True,
        ),
        ("dip_fldc.exe variants\\x variant.txt", CheckVariant(Path("/games/variants/x")), True),
        ("´READTEXT´ 'CURRENTPATH'\\read.me", ViewFile(Path("/games/read.me")), False),
    ],
)
def test_the_commands_of_the_manual(command, action, waits):
    entry = entry_of(MenuEntry("~Do it", "help", command, 7), place(*STANDARD), "VARIANT.TXT")
    assert (entry.action, entry.waits, entry.key) == (action, bool(waits), "D")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("'SHELL' /c del *.*", "not a command that is known"),
        ("'SHELL' /c copy a", "not a command that is known"),
        ("kapdip.exe 'GAMEPATH'", "no program kapdip.exe"),
        ("'NOBODY' x", "nothing defines the macro NOBODY"),
        ("'A' x", "made of itself: A -> B -> A"),
        ("'READTEXT'", "not told which file"),
        ("printtif.exe", "printtif is not told which file"),
        ("'!'", "no command"),
        ("'EDITOR' 'GAMEPATH'\\FNORDERS'", "a quote has no partner"),
    ],
)
def test_commands_that_cannot_be_done_say_where_they_stand(command, told):
    found = place(*STANDARD, "A 'B'", "B 'A'")
    entry = entry_of(MenuEntry("Do it", "", command, 7), found, "V/VARIANT.TXT")
    assert isinstance(entry.action, Impossible)
    fault = entry.action.diagnostic
    assert (fault.source, fault.line) == ("V/VARIANT.TXT", 9)
    assert told in fault.what


def test_a_program_of_the_machine_is_started_without_a_shell(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == "kapdip" else None)
    entry = entry_of(MenuEntry("K", "", "kapdip 'GAMEPATH' ; rm x", 1), place(), "V")
    assert entry.action == StartProgram(("/bin/kapdip", "cosa", ";", "rm", "x"), Path("/games"))


def test_paths_are_written_for_this_machine(tmp_path, monkeypatch):
    """A program of today does not know backslashes, nor that capitals are all the same."""
    (tmp_path / "cosa").mkdir()
    (tmp_path / "cosa" / "ZINSEN.TXT").touch()
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == "kapdip" else None)
    at = place(folder=tmp_path)
    kapdip = entry_of(MenuEntry("K", "", "kapdip 'GAMEPATH'\\zinsen.txt -x", 1), at, "V")
    path = str(tmp_path / "cosa" / "ZINSEN.TXT")
    assert kapdip.action == StartProgram(("/bin/kapdip", path, "-x"), tmp_path)
    ours = entry_of(MenuEntry("D", "", "dragoman.exe seismic 'GAMEPATH'", 1), at, "V")
    assert ours.action == StartProgram(
        (sys.executable, "-m", "dragoman", "seismic", "cosa"), tmp_path
    )


def test_without_an_editor_there_is_one():
    entry = entry_of(MenuEntry("B", "", "'EDITOR' 'GAMEPATH'\\x.txt '!'", 1), place(), "V")
    assert entry.action == EditFile(Path("/games/cosa/x.txt"))


def test_an_order_file_cannot_name_a_command(games):
    """Players' orders are pasted into it."""
    change(games / "TWO01S/ORDERS.TXT", b"YEAR", b"EVALGAME evil.exe\r\nYEAR")
    menu = menu_of(games, games / "TWO01S")
    assert menu.entries[1].action == RunSteps(("TWO01S", "/all", "/m"))


# The menus.


def test_the_game_list_and_a_menu(games):
    listed = games_in(games)
    assert [entry.title for entry in listed.entries][:2] == ["TWO01S", "TWO01F"]
    assert listed.entries[0].help == "Rhododendron, zwei Phasen: Frühjahr 1901"
    menu = menu_of(games, games / "TWO01S")
    assert menu.title == "Standard - Rhododendron - Frühjahr 1901"
    assert [entry.key for entry in menu.entries] == ["B", "a", "E", "l", "N", "k", "S", "v"]
    assert menu.chosen_by("A") is menu.entries[1]
    assert menu.chosen_by("") is None


def test_a_variant_without_a_menu_has_the_usual_one(games):
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    content = variant.read_bytes()
    start, end = content.index(b"MENULIST"), content.index(b"Wie die Regeln")
    variant.write_bytes(content[:start] + content[end:])
    menu = menu_of(games, games / "TWO01S")
    assert "Judge all" in [entry.title for entry in menu.entries]
    assert menu.chosen_by("v").action == PrintMap(("#TWO01S/standard.tif", ":screen"))
    assert menu.diagnostics == ()


@pytest.mark.parametrize("file", ["TWO01S/GAME.TXT", "VARIANTS/STANDARD/FIELDS.TXT"])
def test_a_broken_game_can_still_be_mended(games, file):
    (games / file).unlink()
    menu = menu_of(games, games / "TWO01S")
    assert any(fault.is_error for fault in menu.diagnostics)
    assert "Edit ORDERS.TXT" in [entry.title for entry in menu.entries]


@pytest.mark.slow
def test_steps_run_and_are_logged(games):
    async def story(app, pilot):
        await pilot.press("1", "e")
        await until(pilot, lambda: app.screen.menu.chosen_by("P") is not None)
        await pilot.press("s")
        await until(pilot, on(app, AnyKey))
        assert "Scanner: 24 orders read" in log(app)
        assert "'grüßt' is not an order" in log(app)
        await pilot.press("x", "p")
        await until(pilot, on(app, AnyKey))
        assert "Parser: 22 units" in log(app)
        assert (games / "TWO01S/PARSED.ORD").exists()

    play(games, story)


@pytest.mark.slow
def test_a_round_becomes_a_page_for_the_web(games):
    for name in ("CONFLCED.ORD", "WINTERED.ORD", "NEWGAME.TXT"):
        shutil.copy(EXAMPLE / "TWO01S" / name, games / "TWO01S")

    async def story(app, pilot):
        await pilot.press("1", "n")
        await until(pilot, on(app, AnyKey))
        assert "runde.html: Frühjahr 1901, Züge, as html" in log(app)

    play(games, story)
    assert "<h1>Rhododendron</h1>" in (games / "TWO01S/runde.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_question_given_up_leaves_all_as_it_was(games):
    async def story(app, pilot):
        await pilot.press("2", "a")
        await until(pilot, on(app, QuestionScreen))
        await pilot.press("escape")
        await until(pilot, on(app, AnyKey))
        assert "given up" in log(app)
        assert not (games / "TWO01F/NEWGAME.TXT").exists()

    play(games, story)


@pytest.mark.slow
def test_leaving_with_a_question_open_ends(games):
    async def story(app, pilot):
        await pilot.press("2", "a")
        await until(pilot, on(app, QuestionScreen))

    play(games, story)


@pytest.mark.slow
def test_a_step_that_fails_says_so(games):
    (games / "TWO01S/ORDERS.TXT").unlink()

    async def story(app, pilot):
        await pilot.press("1", "a")
        await until(pilot, on(app, AnyKey))
        assert "there is no ORDERS.TXT" in log(app)

    play(games, story)


@pytest.mark.slow
def test_accepting_needs_a_new_game(games):
    async def story(app, pilot):
        await pilot.press("1", "k")
        await until(pilot, on(app, AnyKey))
        assert "there is no NEWGAME.TXT" in log(app)

    play(games, story)


@pytest.mark.slow
def test_a_backup(games):
    async def story(app, pilot):
        await pilot.press("1", "S")
        await until(pilot, on(app, AnyKey))
        assert "copied to" in log(app)

    play(games, story)
    assert (games / "TWO01S/game.sav").read_bytes() == (games / "TWO01S/GAME.TXT").read_bytes()


@pytest.mark.slow
def test_the_editor_keeps_encoding_line_ends_and_a_backup(games):
    path = games / "TWO01S/ORDERS.TXT"
    before = path.read_bytes()

    async def story(app, pilot):
        await pilot.press("1", "b")
        await until(pilot, on(app, EditorScreen))
        await pilot.press("%", "ü", "enter", "ctrl+s", "escape")
        await until(pilot, on(app, MenuScreen))
        assert "saved" in log(app)

    play(games, story)
    assert path.read_bytes() == b"%\x81\r\n" + before
    assert path.with_suffix(".BAK").read_bytes() == before


@pytest.mark.slow
def test_the_editor_does_not_lose_what_was_typed_by_one_key(games):
    path = games / "TWO01S/ORDERS.TXT"
    before = path.read_bytes()

    async def story(app, pilot):
        await pilot.press("1", "b")
        await until(pilot, on(app, EditorScreen))
        await pilot.press("x", "escape")
        await pilot.pause()
        assert isinstance(app.screen, EditorScreen)
        await pilot.press("escape")
        await until(pilot, on(app, MenuScreen))

    play(games, story)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_the_editor_does_not_write_over_what_another_wrote(games):
    """Two menu programs may be open on one directory."""
    path = games / "TWO01S/ORDERS.TXT"

    async def story(app, pilot):
        await pilot.press("1", "b")
        await until(pilot, on(app, EditorScreen))
        await pilot.press("x")
        path.write_bytes(b"END\r\n")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert path.read_bytes() == b"END\r\n"
        await pilot.press("ctrl+s", "escape")
        await until(pilot, on(app, MenuScreen))

    play(games, story)
    assert path.read_bytes().startswith(b"xYEAR")
    assert path.with_suffix(".BAK").read_bytes() == b"END\r\n"


@pytest.mark.slow
def test_the_menu_follows_its_files(games):
    async def story(app, pilot):
        await pilot.press("1", "b")
        await until(pilot, on(app, EditorScreen))
        await pilot.press(*"YEAR", "space", *"F07", "enter", "ctrl+s", "escape")
        await until(pilot, on(app, MenuScreen))
        await until(pilot, lambda: app.screen.menu.title.endswith("F07"))

    play(games, story)


@pytest.mark.slow
def test_a_file_that_is_not_there_is_not_shown(games):
    async def story(app, pilot):
        await pilot.press("1", "l")
        await pilot.pause()
        assert not isinstance(app.screen, ViewerScreen)
        assert "no such file" in log(app)

    play(games, story)


@pytest.mark.slow
def test_a_program_writes_into_the_log(games, tmp_path):
    program = tmp_path / "kapdip"
    program.write_text("#!/bin/sh\necho KapDip $1\nexit 3\n")
    program.chmod(0o755)
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    text = f"MENULIST\r\n~Zinsen\r\nKapDip\r\n{program} 'GAMEPATH'\r\n"
    change(variant, b"MENULIST\r\n", text.encode())

    async def story(app, pilot):
        await pilot.press("1", "z")
        await until(pilot, on(app, AnyKey))
        assert "KapDip TWO01S" in log(app)
        assert "ended with status 3" in log(app)

    play(games, story)


@pytest.mark.slow
def test_ctrl_c_stops_a_program_and_what_it_started(games, tmp_path):
    program = tmp_path / "endless"
    program.write_text("#!/bin/sh\necho begun\nsleep 600 &\nwait\n")
    program.chmod(0o755)
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    change(variant, b"MENULIST\r\n", f"MENULIST\r\n~Zinsen\r\nx\r\n{program}\r\n".encode())

    async def story(app, pilot):
        await pilot.press("1", "ctrl+c")
        assert "Nothing is running" in log(app)
        await pilot.press("z")
        await until(pilot, lambda: "begun" in log(app))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: "stopped; what earlier steps have written stays" in log(app))

    play(games, story)


@pytest.mark.slow
def test_ctrl_c_stops_between_steps(games):
    change(games / "PROJECT.TXT", b"SLOWMOTION 0", b"SLOWMOTION 600")

    async def story(app, pilot):
        await pilot.press("1", "a")
        await until(pilot, lambda: "Bud" in log(app))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: "stopped; what earlier steps" in log(app))
        assert not (games / "TWO01S/CONFLCED.ORD").exists()

    play(games, story)


@pytest.mark.slow
@pytest.mark.parametrize(
    "lines",
    [
        b"MENULIST\r\n~Only a title\r\n%\r\n",
        b"A 'B'\r\nB 'A'\r\nMENULIST\r\n~T\r\nx\r\n'A'\r\n%\r\n",
    ],
)
def test_a_broken_menu_stops_no_round(games, run, tmp_path, lines):
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    content = variant.read_bytes()
    begin = content.index(b"MENULIST")
    variant.write_bytes(content[:begin] + lines + b"END\r\n")
    shutil.move(games, tmp_path / "moved")
    done = run("dipwork", "run", "moved/TWO01S", "/s")
    assert done.status == 0
    assert "warning" in done.err
    assert (tmp_path / "moved/TWO01S/SCANNED.ORD").is_file()


@pytest.mark.slow
def test_records_are_shown_at_full_width(games):
    async def story(app, pilot):
        await pilot.press("1", "a")
        await until(pilot, on(app, QuestionScreen))
        await pilot.press("escape")
        await pilot.pause()
        app._perform(RunSteps(("TWO01S", "/s", "/orderview")), False)
        await until(pilot, on(app, QuestionScreen))
        await pilot.press("1", "enter")
        await until(pilot, on(app, ViewerScreen))
        assert app.screen.query_one("#text").size.width >= 98

    play(games, story)


@pytest.mark.slow
def test_an_empty_folder_offers_a_new_game(tmp_path):
    folder = tmp_path / "empty"
    folder.mkdir()

    async def story(app, pilot):
        assert [entry.title for entry in app.screen.menu.entries] == ["New game", "New variant"]
        await pilot.press("n")
        await until(pilot, on(app, QuestionScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "What is the folder" in str(app.screen._question))
        await pilot.press(*"spring", "enter")
        await until(pilot, on(app, AnyKey))
        assert "spring" in log(app) and "Diplomacy, spring 1901" in log(app)
        await pilot.press("x")
        await until(pilot, lambda: app.screen.menu.entries[0].title == "spring")

    play(folder, story)
    assert (folder / "spring/game.json").is_file()


@pytest.mark.slow
def test_a_new_variant_by_questions(tmp_path):
    async def story(app, pilot):
        await pilot.press("v")
        for told, answer in (
            ("What is the folder", "mine"),
            ("What do people call", "Mine"),
            ("Which variant's map", "standard"),
            ("How many centres win", "20"),
        ):
            await until(pilot, on(app, QuestionScreen))
            await until(pilot, lambda told=told: told in str(app.screen._question))
            await pilot.press(*answer, "enter")
        await until(pilot, on(app, AnyKey))

    play(tmp_path, story)
    assert "victory_centers = 20" in (tmp_path / "mine/variant.toml").read_text("utf-8")


@pytest.mark.slow
def test_a_new_game_of_dipworks_is_in_its_list(games):
    for variant, name in (("standard", "NEW1"), ("britain", "NEW2")):
        answer = new_game(games, variant, name)
        assert not [fault for fault in answer.diagnostics if fault.is_error], answer
        assert (games / name / "GAME.TXT").is_file()
    titles = [entry.title for entry in games_in(games).entries]
    assert titles[4:6] == ["NEW1", "NEW2"]
    assert not [fault for fault in menu_of(games, games / "NEW2").diagnostics if fault.is_error]
    for name in ("NEW1", "no/way", ""):
        assert new_game(games, "standard", name).diagnostics[0].is_error


@pytest.mark.slow
def test_the_menus_in_german(games):
    own = games / "own"
    playing.new("standard", own, None, [], FolderSettings())

    async def story(app, pilot):
        titles = [entry.title for entry in app.screen.menu.entries]
        assert titles[-3:] == ["PROJECT.TXT bearbeiten", "Neue Partie", "Neue Variante"]
        await pilot.press("1")
        # The menu is the game master's own, and stays in the words that it has.
        assert "Alles auswerten" in [entry.title for entry in app.screen.menu.entries]
        await pilot.press("a")
        await until(pilot, on(app, QuestionScreen))
        assert "gelesen" in log(app)
        assert "wurde von" in str(app.screen._question) or "Sommer" in str(app.screen._question)
        await pilot.press("escape")
        await until(pilot, lambda: "abgebrochen; was frühere Schritte" in log(app))
        await pilot.press("x", "escape")
        await pilot.press("5")
        await pilot.pause()
        assert "Auswerten" in [entry.title for entry in app.screen.menu.entries]

    play(games, story, language="de")


@pytest.mark.slow
def test_a_round_told_in_german(games, run, tmp_path):
    shutil.move(games, tmp_path / "moved")
    done = run("dipwork", "run", "moved/TWO01S", "/s", LANG="de_DE.UTF-8", LC_ALL="", LANGUAGE="")
    assert "Befehle gelesen" in done.out
    done = run("dipwork", "--language", "de", "run", "moved/NONE", "/s")
    assert "Fehler: in . gibt es kein Verzeichnis moved/NONE" in done.err
    done = run("dipwork", "--language", "en", "run", "moved/TWO01S", "/s", LANG="de_DE.UTF-8")
    assert "orders read" in done.out


@pytest.mark.slow
def test_a_menu_in_pieces_is_told_of(games):
    change(games / "VARIANTS/STANDARD/VARIANT.TXT", b"'SUBMENU' STEPMENU", b"'SUBMENU' NONE")
    menu = menu_of(games, games / "TWO01S")
    assert [fault.code for fault in menu.diagnostics if fault.is_error] == ["missing-list"]

    async def story(app, pilot):
        await pilot.press("1", "e")
        await pilot.pause()
        assert "there is no menu NONE" in log(app)

    play(games, story)


# Games of ours, without any DipWork file.


@pytest.fixture
def own_games(tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    playing.new("standard", folder / "winter", None, [], FolderSettings())
    (folder / "winter/orders.txt").write_text("Austria: A vie-gal\n")
    return folder


@pytest.mark.slow
def test_the_same_for_a_game_folder_of_ours(own_games):
    async def story(app, pilot):
        titles = [entry.title for entry in app.screen.menu.entries]
        assert titles == ["winter", "New game", "New variant"]
        await pilot.press("1")
        for key, told in (("c", "1 order read"), ("j", "Vie"), ("a", "Next: fall 1901")):
            await pilot.press(key)
            await until(pilot, lambda told=told: told in log(app) and on(app, MenuScreen)())
        await pilot.press("p")
        await until(pilot, lambda: "report.html: spring 1901" in log(app))
        await pilot.press("d")
        await until(pilot, lambda: "map.svg: fall 1901" in log(app))
        await pilot.press("u")
        await until(pilot, lambda: "is open again" in log(app))
        await pilot.press("j")
        await pilot.pause(0.5)
        await pilot.press("x")
        await until(pilot, on(app, QuestionScreen))
        await pilot.press(*"A VIE".replace(" ", "_").split("_")[0], "space", *"VIE", "enter")
        await until(pilot, lambda: "Which unit, as in A MUN? A VIE" in log(app))

    play(own_games, story)


@pytest.mark.slow
def test_without_a_terminal_or_games_it_says_so(run, tmp_path):
    done = run("dipwork")
    assert (done.status, "need a terminal" in done.err) == (2, True)
    done = run("dipwork", "--folder", "nowhere")
    assert (done.status, "no folder nowhere" in done.err) == (2, True)
