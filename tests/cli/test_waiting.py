"""Long work shows in a terminal that it goes on; elsewhere nothing is shown."""

import sys

import pytest
from terminal import Terminal

from dragoman.cli.answer import waiting

WORK = """
import sys
from dragoman.cli.answer import waiting
with waiting("Drawing") as doing:
    sys.stdin.readline()
    doing.tell("Drawing phase 2 of 2")
    sys.stdin.readline()
print("done")
sys.stdin.readline()
"""


def test_nothing_is_shown_where_nobody_looks(capfd):
    with waiting("Drawing"):
        pass
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_what_is_done_is_shown_and_gone_in_the_end(tmp_path):
    terminal = Terminal([sys.executable, "-c", WORK], tmp_path)
    terminal.wait_for("Drawing, ")
    terminal.type("\n")
    terminal.wait_for("Drawing phase 2 of 2, ")
    terminal.type("\n")
    terminal.wait_for("done")
    terminal.close()
