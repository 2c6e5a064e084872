"""A year of both games of the example, played in a terminal: what it shows, what it writes.

Each game begins with the GAME.TXT of its spring and goes through the year in one directory, as
games do. Every file that a round leaves has to be the example's, byte for byte.
``DRAGOMAN_NEW_SCREENS=1`` keeps the screens as they are now; look at what has changed.
"""

import os
import shutil
import sys
from pathlib import Path

import pytest
from terminal import Terminal

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
SCREENS = Path(__file__).parent / "screens"
ESCAPE, SAVE, SELECT_ALL, DELETE = "\x1b", "\x13", "\x1b[18~", "\x7f"
PASTED = "\x1b[200~{}\x1b[201~"
BEFORE_RETREATS = ("SCANNED.ORD", "CONFLCED.ORD", "PLAIN.TXT", "ERRORS.TXT")
ROUND = (*BEFORE_RETREATS, "WINTERED.ORD", "NEWGAME.TXT")


@pytest.fixture
def games(tmp_path):
    """The example project, with two games that have not begun."""
    folder = tmp_path / "games"
    shutil.copytree(EXAMPLE, folder)
    for name in ("TWO01S", "THREE01S"):
        for file in (folder / name).iterdir():
            if file.name not in ("GAME.TXT", "ORDERS.TXT"):
                file.unlink()
    return folder


@pytest.fixture
def terminal(games):
    opened = Terminal([sys.executable, "-m", "dragoman.cli", "dipwork"], games)
    yield opened
    opened.close()


@pytest.mark.slow
def test_a_year_in_two_phases(terminal, games):
    game = games / "TWO01S"
    terminal.wait_for("Edit PROJECT.TXT")
    shows(terminal, "games")
    terminal.type("1")
    terminal.wait_for("a  Alles auswerten")
    shows(terminal, "two-spring-menu")
    terminal.type("a")
    answer(terminal, "Summer, or winter", "")
    done(terminal, "Report: TWO01S/PLAIN.TXT")
    shows(terminal, "two-spring-judged")
    made(game, "TWO01S", ROUND)
    accept(terminal)
    assert (game / "GAME.TXT").read_bytes() == original("TWO01F", "GAME.TXT")

    type_orders(terminal, game, "TWO01F")
    terminal.type("a")
    terminal.wait_for("Fr A Bur was driven out from Ruh")
    shows(terminal, "two-autumn-question")
    answer(terminal, "Fr A Bur was driven out from Ruh", "Par")
    answer(terminal, "Summer, or winter", "")
    answer(terminal, "Au has 2 to build", "A Bud")
    answer(terminal, "En has 1 to build", "F Lon")
    answer(terminal, "Fr has 1 to build", "F Mar")
    answer(terminal, "Ge has 1 to build", "A Kie")
    answer(terminal, "It has 1 to build", "A Rom")
    answer(terminal, "Ru has 1 to build", "A War")
    answer(terminal, "Tu has 1 to build", "")
    done(terminal, "Report: TWO01S/PLAIN.TXT")
    shows(terminal, "two-autumn-judged")
    made(game, "TWO01F", ROUND)
    read_report(terminal, "two-autumn-report")
    accept(terminal)
    shows(terminal, "two-autumn-accepted")
    assert (game / "GAME.TXT").read_bytes() == original("TWO01F", "NEWGAME.TXT")
    leave(terminal)


@pytest.mark.slow
def test_a_year_in_three_phases(terminal, games):
    game = games / "THREE01S"
    terminal.wait_for("Edit PROJECT.TXT")
    terminal.type("3")
    terminal.wait_for("a  Alles auswerten")
    conflict(terminal, game, "THREE01S")
    step(terminal, "w", ("Summer, or winter", ""), "summer; the new position")
    made(game, "THREE01S", ROUND)
    back(terminal)
    accept(terminal)
    assert (game / "GAME.TXT").read_bytes() == original("THREE01F", "GAME.TXT")

    type_orders(terminal, game, "THREE01F")
    conflict(terminal, game, "THREE01F")
    shows(terminal, "three-autumn-conflicts")
    back(terminal)
    read_report(terminal, "three-autumn-report")
    terminal.type("e")
    terminal.wait_for("D  Drei Phasen")
    terminal.type("w")
    terminal.wait_for("Au A Rum was driven out from Ukr")
    shows(terminal, "three-autumn-question")
    answer(terminal, "Au A Rum was driven out from Ukr", "Bud")
    answer(terminal, "Au F Tri was driven out from Tyr", "Alb")
    answer(terminal, "Summer, or winter", "")
    answer(terminal, "Au has 2 too many", "A Boh, A Bud")
    answer(terminal, "En has 2 to build", "F Lon, A Lpl")
    answer(terminal, "Fr has 2 to build", "F Bre, A Par")
    answer(terminal, "Ge has 2 to build", "A Ber, F Kie")
    answer(terminal, "It has 2 to build", "F Nap, A Rom")
    answer(terminal, "Ru has 3 to build", "A War, A Mos, F Seb")
    answer(terminal, "Tu has 1 to build", "F Ank")
    done(terminal, "winter; the new position")
    shows(terminal, "three-autumn-winter")
    made(game, "THREE01F", ROUND)
    back(terminal)
    accept(terminal)
    assert (game / "GAME.TXT").read_bytes() == original("THREE01F", "NEWGAME.TXT")
    leave(terminal)


# What the game master does.


def conflict(terminal, game, name):
    """The steps up to the report before the retreats; the menu of steps stays open."""
    terminal.type("e")
    terminal.wait_for("D  Drei Phasen")
    for key, told in (("s", "Scanner: 2"), ("p", "Parser: 2"), ("c", "Conflicter: dec")):
        step(terminal, key, (), told)
    step(terminal, "d", (), "Report: THREE01S/PLAIN.TXT")
    made(game, name, BEFORE_RETREATS)


def step(terminal, key, asked, told):
    terminal.type(key)
    if asked:
        answer(terminal, *asked)
    done(terminal, told)
    terminal.type(" ")
    terminal.wait_for("Press a key", gone=True)


def type_orders(terminal, game, name):
    """Type the orders of another round over those of the last one."""
    path = game / "ORDERS.TXT"
    wanted = original(name, "ORDERS.TXT")
    terminal.type("b")
    terminal.wait_for("Ctrl+S save")
    terminal.wait_for("YEAR")  # else nobody could tell when it is gone
    terminal.type(SELECT_ALL + DELETE)
    terminal.wait_for("YEAR", gone=True)
    terminal.type(PASTED.format(wanted.decode("cp437").replace("\r\n", "\r")))
    terminal.wait_for("END")
    terminal.type(SAVE)
    terminal.wait_for("saved")
    assert path.read_bytes() == wanted
    terminal.type(ESCAPE)
    terminal.wait_for("a  Alles auswerten")


def answer(terminal, question, text):
    """Answer a question once it is the one that is asked: the log above shows the others."""
    terminal.wait_until(lambda screen: question in asked(screen), question)
    terminal.type(text)
    terminal.wait_until(lambda screen: text in asked(screen), text)
    terminal.type("\r")
    terminal.wait_until(lambda screen: question not in asked(screen), f"{question} to be over")


def asked(screen):
    """The part of a screen below the line that parts a question from what is above it."""
    return screen.rpartition("─" * 100)[2] if "─" * 100 in screen else ""


def done(terminal, told):
    terminal.wait_for("Press a key")
    terminal.wait_for(told)


def accept(terminal):
    """Accept a round; the game is in its main menu then."""
    if "Press a key" in terminal.screen:
        terminal.type(" ")
        terminal.wait_for("Press a key", gone=True)
    terminal.type("k")
    terminal.wait_for("Press a key")
    terminal.wait_for("Accepted:")
    terminal.type(" ")
    terminal.wait_for("Press a key", gone=True)


def read_report(terminal, name):
    if "Press a key" in terminal.screen:
        terminal.type(" ")
        terminal.wait_for("Press a key", gone=True)
    terminal.type("l")
    terminal.wait_for("BEFEHLE")
    shows(terminal, name)
    terminal.type(ESCAPE)
    terminal.wait_for("k  Akzeptieren")


def back(terminal):
    """From the menu of steps to that of the game."""
    if "Press a key" in terminal.screen:
        terminal.type(" ")
        terminal.wait_for("Press a key", gone=True)
    terminal.type(ESCAPE)
    terminal.wait_for("k  Akzeptieren")


def leave(terminal):
    terminal.type(ESCAPE)
    terminal.wait_for("Edit PROJECT")
    terminal.type(ESCAPE)
    assert terminal.end() == 0


# What came of it.


def original(name, file):
    return (EXAMPLE / name / file).read_bytes()


def made(game, name, files):
    """The files of a round are those that the example has of it."""
    assert [f for f in files if (game / f).read_bytes() != original(name, f)] == []


def shows(terminal, name):
    """The screen becomes the one that was kept under this name."""
    kept = SCREENS / f"{name}.txt"
    if os.environ.get("DRAGOMAN_NEW_SCREENS"):
        terminal.rest()
        kept.write_text(terminal.screen, "utf-8")
    expected = kept.read_text("utf-8")
    terminal.wait_until(lambda screen: screen == expected, f"the screen {name}:\n{expected}", 20)
