"""Commands in a game's folder that are killed, and commands at the same moment: run as a program.

It imports Dragoman once and runs each command in a child of its own, so that a thousand kills
are a matter of minutes. Whatever happens, the next command has to find the folder as it was
before or as the whole command leaves it, to the byte, and nothing else in it.

    python interrupted.py kills FOLDER NUMBER [SEED]    killed at random moments
    python interrupted.py points FOLDER                 killed before each change of a file
    python interrupted.py pairs FOLDER NUMBER [SEED]    two at once
"""

import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from dragoman.diagnostics import has_errors
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder

HEADLESS = ("France: A par-bur, A mar-spa\nGermany: A mun-bur", "Italy: A ven-tyr\n", "Russia\n")
"""Orders without the line that says which phase they are for."""
EVENTS = ("open", "os.rename", "os.remove", "os.mkdir")

State = dict[str, bytes]


def state_of(folder: Path) -> State:
    """Every file with its content. The files are few and small."""
    files = (path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else ()
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def put_back(state: State, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in state.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def command(name: str, folder: Path) -> bool:
    """Whether the command did what it was told."""
    match name:
        case "new":
            answer = playing.new("standard", folder, None, [], FolderSettings())
        case "adjudicate":
            answer = playing.adjudicate(folder, None, False, False)
        case "accept":
            answer = playing.accept(folder)
        case _:
            answer = playing.undo(folder)
    return not has_errors(answer.diagnostics)


def possible(folder: Path) -> list[str]:
    record = folder / "game.json"
    if not record.exists():
        return ["new"]
    names = ["adjudicate", *["accept"] * 4 * (folder / "result.json").exists()]
    return names + ["undo"] * (len(json.loads(record.read_bytes())["phases"]) > 1)


def child(name: str, folder: Path, wait: int | None = None, die_at: int = 0) -> int:
    """Start a command in a child; its exit status is 0 if it succeeded, 9 if it refused."""
    pid = os.fork()
    if pid:
        return pid
    status = 7
    try:
        if wait is not None:
            os.read(wait, 1)
        if die_at:
            _die_at(die_at, str(folder))
        status = 0 if command(name, folder) else 9
    finally:
        os._exit(status)


def _die_at(number: int, folder: str) -> None:
    """Kill this process before its so many-th change of a file below the folder."""
    left = number

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event in EVENTS and str(arguments[0]).startswith(folder):
            if event == "open" and not int(arguments[2]) & (os.O_WRONLY | os.O_RDWR):
                return
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def ended(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def next_command(folder: Path, before: State) -> None:
    """What every command does first. A game that is not there yet is made again."""
    opened, faults = GameFolder(folder).open()
    if opened is None and not before:
        assert command("new", folder)
        opened, faults = GameFolder(folder).open()
    assert opened is not None and not opened.diagnostics, faults


class Runs:
    """Commands with what they lead to."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.dice = folder, random.Random(seed)
        self.after: dict[tuple[str, str], State] = {}
        self.counts: Counter[str] = Counter()

    def expected(self, name: str, before: State) -> State:
        """What the whole command leaves; it is tried in a copy."""
        key = (name, repr(sorted(before.items())))
        if key not in self.after:
            copy = self.folder.with_name("copy") / self.folder.name
            put_back(before, copy)
            pid = child(name, copy)
            assert ended(pid) == 0, name
            self.after[key] = state_of(copy)
        return self.after[key]

    def judge(self, name: str, before: State, after: State) -> None:
        """See that the next command finds one of the two."""
        next_command(self.folder, before)
        now = state_of(self.folder)
        how = "before" if now == before else "after" if now == after else "torn"
        self.counts[f"{name}: {how}"] += 1
        assert how != "torn", (name, sorted(before), sorted(after), sorted(now))

    def go_on(self) -> None:
        """Type orders, mostly without a header; now and then begin a new game."""
        if len(list(self.folder.glob("turns/*.orders.txt"))) > 3 or self.dice.random() < 0.05:
            shutil.rmtree(self.folder, ignore_errors=True)
        elif (self.folder / "orders.txt").exists() and self.dice.random() < 0.5:
            (self.folder / "orders.txt").write_text(self.dice.choice(HEADLESS))

    def prepared(self) -> tuple[str, State]:
        """A command that can be done now, and the folder before it."""
        while True:
            name = self.dice.choice(possible(self.folder))
            before = state_of(self.folder)
            if name == "new" or name in ("undo",):
                return name, before
            copy = self.folder.with_name("copy") / self.folder.name
            put_back(before, copy)
            if command(name, copy):
                self.after[name, repr(sorted(before.items()))] = state_of(copy)
                return name, before
            self.go_on()


def kills(folder: Path, number: int, seed: int) -> Counter[str]:
    """Kill commands at random moments; most of them while files are written."""
    runs = Runs(folder, seed)
    took: dict[str, float] = {}
    while runs.counts.total() < number:
        name, before = runs.prepared()
        after = runs.expected(name, before)
        if name not in took:
            copy = folder.with_name("copy") / folder.name
            put_back(before, copy)
            begin = time.perf_counter()
            ended(child(name, copy))
            took[name] = time.perf_counter() - begin
        pid = child(name, folder)
        time.sleep(took[name] * runs.dice.uniform(0.3, 1.1))
        os.kill(pid, signal.SIGKILL)
        ended(pid)
        runs.judge(name, before, after)
        runs.go_on()
    return runs.counts


def points(folder: Path) -> Counter[str]:
    """Kill each command before each of its changes of a file, one after the other."""
    runs = Runs(folder, 0)
    before: State = {}
    for name in ("new", "adjudicate", "accept", "undo"):
        after = runs.expected(name, before)
        at = 0
        while True:
            at += 1
            put_back(before, folder)
            if ended(child(name, folder, die_at=at)) == 0:
                break
            runs.judge(name, before, after)
        before = dict(after)
        if name in ("new", "undo"):
            before["orders.txt"] = HEADLESS[0].encode()
    return runs.counts


def pairs(folder: Path, number: int, seed: int) -> Counter[str]:
    """Two commands at the same moment: as if one had come after the other, or only one."""
    runs = Runs(folder, seed)
    for _ in range(number):
        name, before = runs.prepared()
        others = [name, name, *(other for other in possible(folder) if other != "new")]
        other = "new" if name == "new" else runs.dice.choice(others)
        reading, writing = os.pipe()
        children = [child(one, folder, wait=reading) for one in (name, other)]
        os.write(writing, b"..")
        done = [one for one, pid in zip((name, other), children, strict=True) if ended(pid) == 0]
        os.close(reading)
        os.close(writing)
        next_command(folder, before or {"new": b""})
        now = state_of(folder)
        if name == other and name in ("accept", "new"):
            assert len(done) == 1, (name, done)
        if len(done) == 1:
            states = [runs.expected(done[0], before)]
        else:
            assert len(done) == 2, (name, other, done)
            states = []
            for first, second in ((name, other), (other, name)):
                copy = folder.with_name("copy") / folder.name
                put_back(before, copy)
                if command(first, copy) and command(second, copy):
                    states.append(state_of(copy))
        assert now in states, (name, other, done, sorted(before), sorted(now))
        runs.counts[f"{name} and {other}: {len(done)} done"] += 1
        runs.go_on()
    return runs.counts


if __name__ == "__main__":
    what, at = sys.argv[1], Path(sys.argv[2])
    how_many, seed = (int(word) for word in (*sys.argv[3:], "0", "0")[:2])
    match what:
        case "kills":
            counted = kills(at, how_many, seed)
        case "points":
            counted = points(at)
        case _:
            counted = pairs(at, how_many, seed)
    print(json.dumps(counted))
