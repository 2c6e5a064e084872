"""SLOWMOTION: how fast the steps of a round go by (DipWork manual, "SLOWMOTION", FAQ 006)."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from menu_story import log, on, play, until
from terminal import Terminal

from dragoman.cli.menu.screens import AnyKey
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
ORDERS, CORRECTED = 24, 1
"""What TWO01S has: orders, and orders that the parser changes."""


@pytest.fixture
def games(tmp_path):
    """The example project with nothing judged yet, in the folder that commands run in."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("*01?/*"):
        if file.name not in ("GAME.TXT", "ORDERS.TXT"):
            file.unlink()
    return tmp_path


def slow(games, value):
    project = games / "PROJECT.TXT"
    line = b"" if value is None else b"SLOWMOTION %d" % value
    project.write_bytes(project.read_bytes().replace(b"SLOWMOTION 0", line))


@pytest.mark.parametrize(
    ("value", "line", "step"),
    [
        (None, [], []),
        (0, [], []),
        (1, [0.001], [None]),
        (65000, [65], [None]),
        (-1, [None], [None]),
    ],
)
def test_what_is_waited_for(games, value, line, step):
    slow(games, value)
    pauses, said = [], []
    words = ("TWO01S", "/s", "/p", "/c")
    faults = run(words, Dialogue(said.append, pause=pauses.append), games)
    assert not any(fault.is_error for fault in faults)
    scanned = [text for text in said if text.startswith("  Au A Vie-Gal")]
    assert len(scanned) == len(line)  # orders are told of one by one where they can be read
    assert pauses == [*line * ORDERS, *step, *line * CORRECTED, *step]


@pytest.mark.parametrize("value", [-2, 65001])
def test_numbers_out_of_range(call, games, value):
    slow(games, value)
    done = call("dipwork", "run", "TWO01S", "/s")
    assert done.status == 2
    assert re.search(r"PROJECT\.TXT:\d+:12: error: SLOWMOTION must be .* -1 to 65000", done.err)


@pytest.mark.slow
def test_a_script_waits_for_nothing(run, games):
    slow(games, -1)
    done = run("dipwork", "run", "TWO01S", "/s", "/p", "/c")
    assert done.status == 0
    assert "any key" not in done.out
    assert "Au A Vie-Gal" in done.out


@pytest.mark.slow
def test_in_a_terminal_a_key_goes_on(games):
    slow(games, 1)
    command = [sys.executable, "-m", "dragoman.cli", "dipwork", "run", "TWO01S", "/s", "/p"]
    terminal = Terminal(command, games, rows=60)
    try:
        terminal.wait_until(lambda s: "(any key" in s and terminal.wants_a_key(), "a question")
        assert "Scanner: 24 orders read" in terminal.screen
        assert "Parser" not in terminal.screen
        assert not (games / "TWO01S/PARSED.ORD").exists()
        terminal.type("x")
        terminal.wait_for("Parser: 22 units")
        assert "(any key" not in terminal.screen
        assert terminal.end() == 0
    finally:
        terminal.close()
    assert (games / "TWO01S/PARSED.ORD").exists()


@pytest.mark.slow
def test_in_a_terminal_every_line_waits(games):
    slow(games, -1)
    command = [sys.executable, "-m", "dragoman.cli", "dipwork", "run", "TWO01S", "/s"]
    terminal = Terminal(command, games, rows=60)
    try:
        for number in range(1, 4):
            terminal.wait_until(
                lambda screen, n=number: (
                    screen.count("  Au ") == n and "(any key" in screen and terminal.wants_a_key()
                ),
                f"line {number}",
            )
            terminal.type("x" if number < 3 else "\x03")
        assert terminal.end() != 0  # stopped
    finally:
        terminal.close()


@pytest.mark.slow
def test_in_the_menus_a_key_goes_on_and_the_log_is_alive(games):
    slow(games, 1)

    async def story(app, pilot):
        await pilot.press("1", "a")
        for wanted in ("Scanner: 24", "Parser: 22", "Conflicter: decided"):
            await until(pilot, lambda text=wanted: text in log(app))
            await until(pilot, on(app, AnyKey))
            await pilot.press("x" if wanted != "Conflicter: decided" else "escape")
        await until(pilot, lambda: "given up" in log(app))

    play(games, story)
    assert (games / "TWO01S/CONFLCED.ORD").exists()
    assert not (games / "TWO01S/WINTERED.ORD").exists()
