"""What a game master does first: a game is added, a variant installed, the menu made his own.

As DipWork's manual says it in "Wie installiere ich eine Partie?", "Anfügen einer weiteren
Partie", "Installieren von Nicht-Standard-Partien" and "Wie werte ich eine Runde aus?".
"""

import shutil
from pathlib import Path

import pytest
from menu_story import log, play, until

from dragoman.cli.menu.entries import (
    AcceptRound,
    CheckVariant,
    CopyFile,
    EditFile,
    Impossible,
    RunSteps,
)
from dragoman.cli.menu.menus import games_in, menu_of
from dragoman.cli.menu.screens import MenuScreen, ViewerScreen

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
SMALL = (80, 24)
"""The terminal of 1993."""


@pytest.fixture
def project(tmp_path):
    """A project in the folder that commands run in."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    return tmp_path


def add_game(project, line):
    """A line more in GAMELIST."""
    path = project / "PROJECT.TXT"
    text = path.read_bytes().decode("cp437")
    path.write_bytes(text.replace("GAMELIST\r\n", f"GAMELIST\r\n{line}\r\n").encode("cp437"))


def type_orders(path, *orders):
    """Orders for the first nation of an empty ORDERS.TXT."""
    text = path.read_bytes().decode("cp437")
    head, nation, rest = text.partition("NATION ")
    word, end, rest = rest.partition("\r\n")
    lines = "".join(f"{order}\r\n" for order in orders)
    path.write_bytes(f"{head}{nation}{word}{end}{lines}{rest}".encode("cp437"))


@pytest.mark.slow
def test_a_further_game_from_the_empty_one(call, project):
    (project / "MYDIPPY").mkdir()
    for file in ("GAME.TXT", "ORDERS.TXT"):
        shutil.copy(project / "ANY" / file, project / "MYDIPPY" / file)
    add_game(project, "mydippy % Meine eigene Partie")
    listed = games_in(project).entries[0]
    assert (listed.title, listed.help) == ("mydippy", "Meine eigene Partie")
    menu = menu_of(project, listed.action.game)
    assert (menu.title, menu.diagnostics) == ("Standard - Neue Partie - Frühjahr 1901", ())
    assert menu.chosen_by("a").action == RunSteps(("MYDIPPY", "/all", "/m"))
    type_orders(project / "MYDIPPY/ORDERS.TXT", "A Vie-Gal", "A Bud-Ser", "F Tri-Alb")
    done = call("dipwork", "run", "mydippy", "/all", stdin=b"\n")
    assert (done.status, "22 units, 19 corrected" in done.out) == (0, True)
    assert call("dipwork", "accept", "mydippy").status == 0
    assert b"F Alb" in (project / "MYDIPPY/GAME.TXT").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "orders", "answers", "told"),
    [
        ("crowded", ["A Vie-Gal"], "", "35 units, 34 corrected"),
        ("pure", ["A Vie-Ber"], "", "7 units, 6 corrected"),
        # The first round is a winter: everybody builds where he begins.
        ("chaos", [], "\nA Ank\nF Bel\n", "B has 1 to build in Ank"),
    ],
)
def test_a_variant_is_installed_and_played(call, project, variant, orders, answers, told):
    name = variant.upper()
    converted = call("variant", "convert", variant, f"VARIANTS/{name}/VARIANT.TXT")
    assert converted.status == 0
    (project / name).mkdir()
    for file in ("GAME.TXT", "ORDERS.TXT"):
        shutil.copy(project / "VARIANTS" / name / file, project / name / file)
    add_game(project, variant)
    menu = menu_of(project, games_in(project).entries[0].action.game)
    assert not any(isinstance(entry.action, Impossible) for entry in menu.entries)
    assert not any(fault.is_error for fault in menu.diagnostics)
    type_orders(project / name / "ORDERS.TXT", *orders)
    done = call("dipwork", "run", variant, "/all", stdin=f"{answers}{chr(10) * 40}".encode())
    assert (done.status, told in done.out) == (0, True)
    assert "warning" not in done.err
    assert call("dipwork", "accept", variant).status == 0
    units = (project / name / "GAME.TXT").read_bytes().count(b"\r\nA ")
    assert units > 0


def test_a_project_file_that_says_nothing_but_the_games(call, project):
    """The commands of the menus are what the manual recommends them to be."""
    (project / "PROJECT.TXT").write_text("GAMELIST\nTWO01S\n\nEND\n")
    for keyword in ("MENULIST", "STEPMENU", "SERVICEMENU"):
        menu = menu_of(project, project / "TWO01S", keyword)
        assert [e.title for e in menu.entries if isinstance(e.action, Impossible)] == []


@pytest.mark.slow
def test_a_seismic_game_shakes_its_map_from_the_menu(call, project):
    call("variant", "convert", "seismic", "VARIANTS/SEISMIC1/VARIANT.TXT")
    game = project / "JAPAN"
    game.mkdir()
    for file in ("GAME.TXT", "ORDERS.TXT"):
        shutil.copy(project / "VARIANTS/SEISMIC1" / file, game / file)
    (game / "BEBEN.TXT").write_text("separate Bur - Mun\njoin Pic - Lon\n")
    add_game(project, "japan")
    variant = project / "VARIANTS/SEISMIC1/VARIANT.TXT"
    menu = """MENULIST
&qBeben
Die Beben der Runde auf die Karte anwenden
dragoman seismic 'VARIANTPATH' 'GAMEPATH'\\beben.txt --to 'GAMEPATH'\\neu --replace
&kKarte
Die neue Karte ist die der Partie
dragoman variant convert 'GAMEPATH'\\neu 'VARIANTPATH'\\'FNFIELDTEXT' --replace
""".replace("\n", "\r\n")
    variant.write_bytes(variant.read_bytes().replace(b"MENULIST\r\n", menu.encode("cp437"), 1))

    async def story(app, pilot):
        await pilot.press("1")
        for key, told in (("q", "joined: London - Picardy"), ("k", "FIELDS.TXT")):
            await pilot.press(key)
            await until(pilot, lambda told=told: told in log(app))
            await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
            await pilot.press("x")

    play(project, story, SMALL)
    fields = (project / "VARIANTS/SEISMIC1/FIELDS.TXT").read_text("cp437")
    assert "- Pic Lon ja ja" in fields
    assert "- Bur Mun" not in fields
    assert b"- Bur Mun" in (project / "VARIANTS/SEISMIC1/FIELDS.BAK").read_bytes()
    assert b"Beben" in variant.read_bytes()  # the menu is still there
    again = menu_of(project, game)
    assert not any(fault.is_error for fault in again.diagnostics)


# The menu of the manual's picture, in "Wie werte ich eine Runde aus?".

PICTURE = (
    ("b", "Edit Befehle", "'EDITOR' 'GAMEPATH'\\'FNORDERS' '!'"),
    ("k", "Karte kopieren", "'SHELLCOPY' 'VARIANTPATH'\\'FNMAP' 'GAMEPATH'\\'FNMAP'"),
    ("a", "Auswertung", "'EVALGAME' /all"),
    ("A", "Akzeptieren", "'SHELLCOPY' 'GAMEPATH'\\'FNNEWGAME' 'GAMEPATH'\\'FNGAME'"),
    ("", "-----", "-"),
    ("s", "nur Scanner", "'EVALGAME' /s"),
    ("p", "nur Parser", "'EVALGAME' /p"),
    ("w", "nur Winter", "'EVALGAME' /w"),
    ("n", "nur Mapmaker", "'EVALGAME' /m"),
    ("o", "nur Output Plain", "'EVALGAME' /op"),
    ("c", "Output Konflikte", "'EVALGAME' /op=conflced.ord"),
    ("F", "Felder-Test", "'EVALGAME' /fieldtest"),
    ("v", "Edit Variante", "'EDITOR' 'VARIANTPATH'\\'FNVARIANT' '!'"),
    ("g", "Edit Standorte", "'EDITOR' 'GAMEPATH'\\'FNGAME' '!'"),
    ("u", "Edit Output", "'EDITOR' 'GAMEPATH'\\'FNPLAINOUT' '!'"),
    ("S", "Sicherheitskopie", "'SHELLCOPY' 'GAMEPATH'\\'FNGAME' 'GAMEPATH'\\'FNSAVE'"),
    ("G", "Geografie erzeugen", "'FIELDENV' 'VARIANTPATH' 'FNVARIANT' 'FNFIELDTEXT'"),
)


def test_the_menu_of_the_manuals_picture(project):
    variant = project / "VARIANTS/STANDARD/VARIANT.TXT"
    lines = [
        line for key, title, does in PICTURE for line in (f"&{key}{title}"[not key :], ".", does)
    ]
    text = variant.read_bytes().decode("cp437")
    start, end = text.index("~Befehle eingeben"), text.index("STEPMENU\r\n~")
    variant.write_bytes((text[:start] + "\r\n".join([*lines, "", ""]) + text[end:]).encode("cp437"))
    game, standard = project / "TWO01S", project / "VARIANTS/STANDARD"
    menu = menu_of(project, game)
    assert menu.diagnostics == ()
    assert [entry.title for entry in menu.entries if entry.is_ruled] == ["Akzeptieren"]
    run = "TWO01S"
    expected = {
        "b": EditFile(game / "ORDERS.TXT"),
        "k": CopyFile(standard / "standard.tif", game / "standard.tif"),
        "a": RunSteps((run, "/all")),
        "A": AcceptRound(run),
        "s": RunSteps((run, "/s")),
        "p": RunSteps((run, "/p")),
        "w": RunSteps((run, "/w")),
        "n": RunSteps((run, "/m")),
        "o": RunSteps((run, "/op")),
        "c": RunSteps((run, "/op=conflced.ord")),
        "F": RunSteps((run, "/fieldtest")),
        "v": EditFile(variant),
        "g": EditFile(game / "GAME.TXT"),
        "u": EditFile(game / "PLAIN.TXT"),
        "S": CopyFile(game / "GAME.TXT", game / "game.sav"),
        "G": CheckVariant(standard),
    }
    assert {key: menu.chosen_by(key).action for key in expected} == expected


# Reading what was written.


@pytest.mark.slow
def test_a_report_with_tabulators_is_shown_in_columns(project):
    """COLUMNSEPCODE 9 is what the manual recommends for word processors."""
    variant = project / "VARIANTS/STANDARD/VARIANT.TXT"
    variant.write_bytes(variant.read_bytes().replace(b"COLUMNSEPCODE 32", b"COLUMNSEPCODE 9"))

    async def story(app, pilot):
        await pilot.press("1", "e", "b")
        await until(pilot, lambda: "Report:" in log(app))
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        await pilot.press("x", "escape", "l")
        await until(pilot, lambda: isinstance(app.screen, ViewerScreen))
        lines = app.screen.query_one("#text").text.split("\n")
        head, edinburgh = (
            next(line for line in lines if text in line) for text in ("Austria  ", "[F Edi xxx]?")
        )
        assert head.index("England") == edinburgh.index("[F Edi xxx]?")

    play(project, story, SMALL)
    assert b"\t" in (project / "TWO01S/PLAIN.TXT").read_bytes()
