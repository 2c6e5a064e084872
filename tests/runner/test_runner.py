"""Programs that crash, hang, fork and eat memory, and what is left of them: nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dragoman.refusal import ActionRefused
from dragoman.runner import EndedBy, Program, ProgramLimits, Runner, command_in

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs run on Linux alone"),
]

ORPHANS = """
import os, sys, time
for depth in range(3):  # grandchildren with sessions of their own, and parents that are gone
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()}\\n")
        time.sleep(600)
time.sleep(600)
"""
ALL_THERE = """
while len(open(sys.argv[1]).readlines()) < 3:
    time.sleep(0.01)
"""


def python(code: str, *more: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", code, *more)


def run(folder: Path, *commands: tuple[str, ...], restarts: int = 0, limits=None, **environment):
    """Run a program until it is not started again; its endings and its output."""
    program = Program("one", commands, environment, "", restarts, limits or ProgramLimits())
    with Runner(folder) as runner:
        runner.start(program)
        while runner.is_running("one"):
            time.sleep(0.01)
        return runner.endings("one"), runner.output("one").read_text()


def is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def lines_in(path: Path, count: int) -> list[int]:
    """The numbers in a file, once there are so many."""
    while not path.exists() or len(path.read_text().splitlines()) < count:
        time.sleep(0.01)
    return [*map(int, path.read_text().split())]


def wait_until_gone(processes: list[int]) -> None:
    while any(map(is_there, processes)):
        time.sleep(0.01)


def test_output_environment_and_status_are_kept(tmp_path: Path) -> None:
    code = "import os, sys; print(os.environ['SEAT']); print('err', file=sys.stderr); sys.exit(3)"
    (ending,), output = run(tmp_path, python(code), SEAT="FRANCE")
    assert (ending.why, ending.number) == (EndedBy.EXITED, 3)
    assert set(output.splitlines()) == {"FRANCE", "err", "[dragoman: ended with status 3]"}


def test_what_crashes_is_started_again_and_then_replaced(tmp_path: Path) -> None:
    crash = python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    endings, output = run(tmp_path, crash, python("print('instead')"), restarts=1)
    assert [one.why for one in endings] == [EndedBy.SIGNAL] * 2 + [EndedBy.EXITED] * 2
    assert endings[0].number == signal.SIGSEGV
    assert output.count("killed by signal 11") == output.count("instead") == 2


def test_what_hangs_is_given_up_and_replaced(tmp_path: Path) -> None:
    hang = python("import signal; signal.signal(15, signal.SIG_IGN); print('here', flush=True)\n"
                  "import time; time.sleep(600)")  # fmt: skip
    limits = ProgramLimits(grace=0.2)
    with Runner(tmp_path) as runner:
        runner.start(Program("one", (hang, hang), limits=limits))
        for here in (1, 2):
            while runner.output("one").read_text().count("here") < here:
                time.sleep(0.01)
            assert runner.replace("one") is (here == 1)
        assert runner.is_running("one"), "there was nothing to take its place"
        assert [one.why for one in runner.endings("one")] == [EndedBy.STOPPED]
    assert not runner.replace("one")
    assert [one.why for one in runner.endings("one")] == [EndedBy.STOPPED] * 2


def test_a_command_that_cannot_be_run(tmp_path: Path) -> None:
    file = tmp_path / "no_program"
    file.write_text("nothing that runs\n")
    (ending,), output = run(tmp_path, (str(file),))
    assert ending.why is EndedBy.NOT_STARTED and "Permission denied" in output


@pytest.mark.parametrize(
    ("code", "limits", "why"),
    [
        ("import time; time.sleep(600)", ProgramLimits(seconds=0.2), EndedBy.TIME),
        ("while True: pass", ProgramLimits(processor=0.2), EndedBy.PROCESSOR),
        (
            "import os, time\nfor i in range(30): os.fork() or time.sleep(600)\ntime.sleep(600)",
            ProgramLimits(processes=8),
            EndedBy.PROCESSES,
        ),
        (  # no process has more than its part
            "import os, time\nos.fork(), os.fork()\nit = b'x' * (40 << 20)\ntime.sleep(600)",
            ProgramLimits(memory=100 << 20),
            EndedBy.MEMORY,
        ),
    ],
)
def test_limits(tmp_path: Path, code: str, limits: ProgramLimits, why: EndedBy) -> None:
    (ending,), _ = run(tmp_path, python(code), limits=limits)
    assert ending.why is why


def test_one_process_cannot_have_more_memory_at_all(tmp_path: Path) -> None:
    code = "it = bytearray(1 << 30)"
    (ending,), output = run(tmp_path, python(code), limits=ProgramLimits(memory=64 << 20))
    assert ending.why is EndedBy.EXITED and "MemoryError" in output


def test_output_does_not_grow_beyond_its_limit(tmp_path: Path) -> None:
    limits = ProgramLimits(file_size=100_000)
    (ending,), output = run(tmp_path, ("yes",), limits=limits)
    assert (ending.why, ending.number) == (EndedBy.SIGNAL, signal.SIGXFSZ)
    assert len(output) < 100_100


def test_nobody_is_left_at_the_end(tmp_path: Path) -> None:
    """Neither who ignores the signal, nor grandchildren with sessions of their own."""
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + ORPHANS
    pids = tmp_path / "pids"
    with Runner(tmp_path) as runner:
        limits = ProgramLimits(grace=0.1)
        runner.start(Program("deaf", (python(deaf, str(pids)),), limits=limits))
        left = lines_in(pids, 3)
        assert all(map(is_there, left))
    assert not any(map(is_there, left))
    assert [one.why for one in runner.endings("deaf")] == [EndedBy.STOPPED]


def test_nobody_is_left_when_the_program_itself_ends(tmp_path: Path) -> None:
    code = ORPHANS.rstrip().removesuffix("time.sleep(600)") + ALL_THERE
    pids = tmp_path / "pids"
    pids.touch()
    run(tmp_path, python(code, str(pids)))
    assert not any(map(is_there, lines_in(pids, 3)))


def test_nobody_is_left_when_the_runner_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    started = f"""
import sys, time
from pathlib import Path
from dragoman.runner import Program, Runner
with Runner(Path({str(tmp_path)!r})) as runner:
    runner.start(Program("one", (tuple(sys.argv[1:]),)))
    time.sleep(600)
"""
    command = [sys.executable, "-c", started, *python(ORPHANS, str(pids))]
    with subprocess.Popen(command) as runner:
        left = lines_in(pids, 3)
        runner.kill()
    wait_until_gone(left)


def test_nobody_is_left_when_the_keeper_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    code = ORPHANS.rstrip().removesuffix("time.sleep(600)") + ALL_THERE
    code += "os.kill(os.getppid(), 9)"
    endings, _ = run(tmp_path, python(code, str(pids)))
    assert [one.why for one in endings] == [EndedBy.UNKNOWN]
    wait_until_gone(lines_in(pids, 3))


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    with Runner(tmp_path) as runner:
        runner.start(Program("one", (("sleep", "600"),)))
        with pytest.raises(ActionRefused, match="runs already"):
            runner.start(Program("one", (("sleep", "600"),)))


@pytest.mark.parametrize("text", ["", "  ", "sh -c 'open", "no-such-program-anywhere --level 10"])
def test_what_is_no_command(text: str) -> None:
    with pytest.raises(ActionRefused):
        command_in(text)


def test_a_command_is_taken_apart_as_a_shell_does() -> None:
    assert command_in("sh -c 'echo $HOME'") == ("sh", "-c", "echo $HOME")
