"""Long work shows in a terminal that it goes on; elsewhere nothing is shown."""

import sys
import time

import pytest
from terminal import Terminal

from dragoman.cli.answer import Progress, spell_of, waiting
from dragoman.long_work import listening, steps, tell

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


def test_the_time_left_is_told_as_work_goes_on(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    doing = Progress("Playing")
    assert doing.shown(103.0) == "Playing, 3 s"
    now[0] = 110.0
    doing.tell("Playing games", 0, 20)
    assert doing.shown(112.0) == "Playing games, 12 s"
    doing.tell("Playing games", 5, 20)
    assert doing.shown(120.0) == "Playing games, 20 s: 25 %, about 30 s left"
    doing.tell("")
    assert doing.shown(121.0) == "Playing, 21 s"
    assert [spell_of(one) for one in (7.4, 150, 7200)] == ["7 s", "2 min", "2 h"]
    assert Progress("").shown(200.0) == ""


def test_work_tells_of_each_of_its_parts_and_of_its_end():
    heard = []
    with listening(lambda *told: heard.append(told)):
        assert [*steps("Drawing", "ab", 2)] == ["a", "b"]
    tell("Drawing")  # nobody listens
    assert heard == [("Drawing", 0, 2), ("Drawing", 1, 2), ("", 0, 0)]


@pytest.mark.slow
def test_a_command_shows_what_work_tells(tmp_path):
    work = WORK.replace('with waiting("Drawing") as doing:', "with waiting():").replace(
        "doing.tell(", "tell("
    )
    work = work.replace("import sys", "import sys\nfrom dragoman.long_work import tell", 1)
    terminal = Terminal([sys.executable, "-c", work], tmp_path)
    terminal.type("\n")
    terminal.wait_for("Drawing phase 2 of 2, ")
    terminal.type("\n")
    terminal.wait_for("done")
    terminal.close()
