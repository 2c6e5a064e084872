"""Damaged files of DipWork: each is told of, or read as it stands, and nothing is lost.

The files of a round are changed at random, with seeds, and then everything is done with them
that a game master can do. ``DRAGOMAN_TEST_DAMAGES=5000`` does it so many times.
"""

import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from dragoman.cli.menu.menus import games_in, menu_of
from dragoman.files import locked
from dragoman.games.dipwork.round import accept, run
from dragoman.games.dipwork.workspace import Dialogue

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
GAME, STANDARD = "TWO01F", "VARIANTS/STANDARD"
TEXTS = (
    "PROJECT.TXT",
    *(f"{GAME}/{name}" for name in ("GAME.TXT", "ORDERS.TXT", "NEWGAME.TXT")),
    *(f"{STANDARD}/{name}" for name in ("VARIANT.TXT", "FIELDS.TXT", "PICLST64.TXT")),
)
RECORDS = tuple(f"{GAME}/{name}.ORD" for name in ("SCANNED", "CONFLCED", "WINTERED"))
DAMAGES = int(os.environ.get("DRAGOMAN_TEST_DAMAGES", "48"))
WORDS = (
    b"", b"END", b"NATION", b"NATION Au", b"UNITS", b"CENTERS", b"%", b"'A'", b"''", b"'", b"\x1a",
    b"\xff", b"\x00", b"\xf0\x9f\x98\x80", b"-1", b"999999999999", b"#", b"-", b"=", b"\\", b"..",
    b"/", b"MENULIST", b"GAMELIST", b"'SUBMENU' MENULIST", b"All", b"imp", b"ja", b"St=0",
    b"St=99999", b"Costs=-1", b"Costs=0", b"AllowedIn=", b"SPELLCHECK 0", b"EXACT_MATCH ja",
    b"TABCOLUMNWIDTH 4", b"YEAR", b"VARIANTPATH ..", b"A Bud", b"F Bur", b"Xx", b"COLUMNSEPCODE 0",
    b"CONVOY_RELEVANT_UNITNR 1", b"CONVOY_RELEVANT_UNITNR 9", b"FNERRORS game.txt",
)  # fmt: skip
ANSWERS = ("", "Par", "winter", "A Bud", "x", "-", "F Lon", "A War", "A", "ex", "exit")


class Enough(Exception):
    """No answer is accepted any more."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_whatever_is_in_the_files(tmp_path, part):
    folder = tmp_path / "games"
    shutil.copytree(EXAMPLE, folder)
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for seed in range(part, DAMAGES, 4):
        random = Random(seed)
        file = random.choice((*TEXTS, *RECORDS))
        path = folder / file
        path.write_bytes(damaged(random, kept[path], file in RECORDS))
        game = (folder / GAME / "GAME.TXT").read_bytes()
        for steps in steps_for(random, file):
            work(folder, steps, random)
        assert (folder / GAME / "GAME.TXT").read_bytes() == game, seed
        look(folder)
        accept(GAME, "", Dialogue(), folder)
        for path in [path for path in folder.rglob("*") if path.is_file()]:
            if path not in kept:
                path.unlink()
            elif path.read_bytes() != kept[path]:
                path.write_bytes(kept[path])


def steps_for(random, file):
    if file in RECORDS:
        return (["/p"], ["/c"], ["/w", "/op"], ["/op=conflced.ord"], ["/orderview"])
    if random.random() < 0.1:
        return (["/fieldtest"], ["/debug1", "/debug2", "/all", "/m"])
    return (["/all", "/m"],)


def work(folder, steps, random):
    """Run some steps and answer something to what they ask."""
    asked = 0

    def answer(question, suggestion):
        nonlocal asked
        asked += 1
        if asked > 60:
            raise Enough
        if asked > 25:
            return "exit" if "exit" in question else suggestion or "x"
        return random.choice(ANSWERS) if random.random() < 0.5 else suggestion

    try:
        faults = run([GAME, *steps], Dialogue(ask=answer), folder)
    except Enough:
        return
    assert all(fault.what and str(fault) for fault in faults)


def look(folder):
    """Open the menus."""
    menu = games_in(folder)
    opened = [entry.action.game for entry in menu.entries if hasattr(entry.action, "game")]
    for game in opened[1:2]:
        menu_of(folder, game)


def damaged(random, content, is_binary):
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        if is_binary and random.random() < 0.1:
            content = content[: random.randrange(len(content) + 1)]
        elif is_binary or random.random() < 0.1:
            at = random.randrange(len(content) + 1)
            byte = bytes([random.randrange(256)])
            content = content[:at] + byte + content[at + random.randrange(2) :]
        else:
            content = b"\r\n".join(with_other_line(random, content.split(b"\r\n")))
    return content


def with_other_line(random, lines):
    at = random.randrange(len(lines))
    words = lines[at].split(b" ")
    other = random.choice(lines)
    match random.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, other)
        case 2:
            lines[at] = random.choice(WORDS)
        case 3:
            lines.insert(at, random.choice(WORDS))
        case 4:
            words[random.randrange(len(words))] = random.choice(WORDS)
            lines[at] = b" ".join(words)
        case 5:
            words[random.randrange(len(words))] = random.choice(other.split(b" "))
            lines[at] = b" ".join(words)
        case 6:
            there = random.randrange(len(lines))
            lines[at], lines[there] = lines[there], lines[at]
        case _:
            del lines[at:]
    return lines


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="files have no limits there")
@pytest.mark.parametrize("words", [["run", GAME, "/all", "/m"], ["accept", GAME]])
def test_a_disk_that_is_full(tmp_path, files_of, words):
    """Nothing is lost, and the system's reason is told."""
    from resource import RLIMIT_FSIZE, setrlimit

    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    (tmp_path / GAME / "ORDERS.TXT").write_bytes((EXAMPLE / "TWO01S/ORDERS.TXT").read_bytes())
    before = files_of(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "dragoman", "dipwork", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        input=b"\n" * 30,
        capture_output=True,
        check=False,
        preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (100, 100)),
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    written = b"GAME.TXT" if words[0] == "accept" else b"SCANNED.ORD"
    assert b"cannot write %s/%s: file too large" % (GAME.encode(), written) in done.stderr
    assert files_of(tmp_path) == before


@pytest.mark.slow
def test_accepting_is_cut_off_in_the_middle(tmp_path):
    """Whenever the program is killed, GAME.TXT is the old one or the new one."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    old, new = ((tmp_path / GAME / name).read_bytes() for name in ("GAME.TXT", "NEWGAME.TXT"))
    code = f"""
import os, sys
from pathlib import Path
from dragoman import files
from dragoman.games.dipwork.workspace import Dialogue
from dragoman.games.dipwork.round import accept
step = int(sys.argv[1])
def dying(name):
    real = getattr(os, name)
    def call(*given):
        global step
        step -= 1
        if step < 0:
            os._exit(9)
        return real(*given)
    setattr(os, name, call)
for name in ("fsync", "replace", "rename"):
    dying(name)
accept("{GAME}", "", Dialogue(print), Path())
"""
    seen = set()
    for step in range(8):
        (tmp_path / GAME / "GAME.TXT").write_bytes(old)
        done = subprocess.run(
            [sys.executable, "-c", code, str(step)], cwd=tmp_path, capture_output=True, check=False
        )
        content = (tmp_path / GAME / "GAME.TXT").read_bytes()
        assert content in (old, new)
        seen.add((done.returncode, content == new))
    assert {(9, False), (0, True)} <= seen
    assert (tmp_path / GAME / "GAME.BAK").read_bytes() == old


def test_two_at_work_in_one_game(tmp_path, monkeypatch):
    """The second is told who is there, and changes nothing."""
    hurried = partial(locked, patience=0.05)
    monkeypatch.setattr("dragoman.games.dipwork.round.locked", hurried)
    folder = tmp_path / "games"
    shutil.copytree(EXAMPLE, folder)
    kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with locked(folder / GAME, "dragoman dipwork run"):
        for done in (run([GAME, "/s"], Dialogue(), folder), accept(GAME, "", Dialogue(), folder)):
            assert [fault.code for fault in done] == ["folder-in-use"]
            assert f"dragoman dipwork run, process {os.getpid()}" in done[0].what
        assert not run([GAME, "/orderview"], Dialogue(), folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == kept
    assert "folder-in-use" not in [one.code for one in run([GAME, "/s"], Dialogue(), folder)]
