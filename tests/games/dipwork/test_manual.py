"""``dragoman dipwork run``: what the manual says of its files and its command line."""

import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.formats.dipwork import read_records, write_records
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue
from tests.patience import SECONDS

ROOT = Path(__file__).parents[3]
ISLANDS = ROOT / "tests" / "cases" / "dipwork" / "islands"
ANSWERS = {"Summer": "winter", "R has 50": "L Wal"}


def answer(question, suggestion):
    return next((a for begin, a in ANSWERS.items() if question.startswith(begin)), suggestion)


@pytest.fixture
def islands(tmp_path):
    """A project of somebody else's: see the README of the cases."""
    for name in ("PROJECT.TXT", "ROSE", "VARIANTS"):
        source = ISLANDS / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    return tmp_path


def played(folder, *words):
    said = []
    return said, run(words, Dialogue(said.append, answer), folder)


@pytest.mark.parametrize("file", ["NEWGAME.TXT", "PLAIN.TXT", "ERRORS.TXT"])
def test_a_project_with_odd_but_legal_things_in_it(islands, file):
    """Files of other names, values in other files, comments, END left out, nations of one
    letter, capitals that count, words of one's own, units and centres of several points,
    printer codes; all in code page 437, also what GAME.TXT, which has plain letters, leads to."""
    _, faults = played(islands, "rose", "/ALL", "/M")
    assert {fault.code for fault in faults} == {
        "no-end",
        "unknown-nation",
        "corrected-place",
        "wrong-case",
    }
    assert not any(fault.is_error for fault in faults)
    made, kept = islands / "ROSE" / file, islands / "ROSE" / "STAND.TXT"
    assert made.read_bytes() == (ISLANDS / "expected" / file).read_bytes()
    assert kept.read_bytes() == (ISLANDS / "ROSE" / "STAND.TXT").read_bytes()


@pytest.mark.parametrize(("line_end", "encoding"), [(b"\r\n", "cp437"), (b"\n", "utf-8")])
def test_where_all_letters_are_plain_the_line_ends_tell_the_encoding(islands, line_end, encoding):
    for path in islands.rglob("*.TXT"):
        plain = path.read_bytes().decode("cp437").encode("ascii", "ignore")
        path.write_bytes(plain.replace(b"\r\n", line_end))
    played(islands, "ROSE", "/s", "/p", "/c", "/op=conflced.ord")
    report = (islands / "ROSE" / "PLAIN.TXT").read_bytes()
    assert f"Nächster ZAT: 1. Mai{line_end.decode()}".encode(encoding) in report


def test_an_accepted_round_is_played_on(islands):
    """NEWGAME.TXT as GAME.TXT: its own lists of the round stand in nobody's way."""
    played(islands, "ROSE", "/all", "/m")
    new = (islands / "ROSE" / "NEWGAME.TXT").read_bytes()
    (islands / "ROSE" / "STAND.TXT").write_bytes(new)
    _, faults = played(islands, "ROSE", "/s", "/p", "/c")
    assert not any(fault.is_error for fault in faults)
    lines, _ = read_records((islands / "ROSE" / "CONFLCED.ORD").read_bytes())
    assert len(lines) == 5


def test_a_project_file_in_another_directory(islands, tmp_path):
    """``!<projectfile>``: the game lies where its project does."""
    above = tmp_path / "above"
    above.mkdir()
    for name in ("PROJECT.TXT", "ROSE", "VARIANTS"):
        shutil.move(tmp_path / name, above / name)
    (above / "PROJECT.TXT").rename(above / "OTHER.TXT")
    _, faults = played(tmp_path, "Rose", "!above\\other.txt", "/S")
    assert [str(fault) for fault in faults if fault.is_error] == []
    assert (above / "ROSE" / "SCANNED.ORD").exists()


def test_an_option_twice_is_none(islands):
    said, _ = played(islands, "ROSE", "/s", "/p", "/S", "/P")
    assert said[0].startswith("No step is switched on")
    assert not (islands / "ROSE" / "SCANNED.ORD").exists()


def test_records_with_numbers_that_nobody_knows_are_taken_as_they_are(islands):
    """Another program may have written them: an error of 999, an order of nation 77."""
    played(islands, "ROSE", "/s")
    path = islands / "ROSE" / "SCANNED.ORD"
    lines, _ = read_records(path.read_bytes())
    odd = [replace(line, error=999, leader=77) for line in lines]
    path.write_bytes(write_records([*odd, *odd]))
    said, faults = played(islands, "ROSE", "/p", "/c", "/op=conflced.ord")
    assert not any(fault.is_error for fault in faults)
    assert any(text.endswith(": error 999") for text in said)
    assert "  ?  L Ire wartet  {999}" in (islands / "ROSE" / "ERRORS.TXT").read_text("cp437")


def test_mono_changes_nothing_and_says_so(islands):
    said, _ = played(islands, "ROSE", "/mono", "/s")
    assert said[0] == "/mono: no screen here needs it"
    assert (islands / "ROSE" / "SCANNED.ORD").exists()


@pytest.mark.parametrize("file", ["ROSE/STAND.TXT", "PROJECT.TXT"])
def test_a_game_or_a_project_may_have_its_own_geography(islands, file):
    """FNFIELDTEXT is a game parameter: it need not stand in VARIANT.TXT."""
    variant, path = islands / "VARIANTS" / "INSELN", islands / file
    (variant / "FIELDS.TXT").rename(variant / "OHNESUBS.TXT")
    _, faults = played(islands, "ROSE", "/s")
    assert [fault.code for fault in faults if fault.is_error] == ["missing-file"]
    path.write_bytes(b"FNFIELDTEXT ohnesubs.txt\r\n" + path.read_bytes())
    _, faults = played(islands, "ROSE", "/s")
    assert not any(fault.is_error for fault in faults)


def test_a_bad_picture_list_is_the_mapper_s_matter_alone(islands):
    variant = islands / "VARIANTS" / "INSELN"
    (variant / "PICLST40.TXT").write_bytes(b"L Xx nothing.tif\r\nEND\r\n")
    path = variant / "VARIANTA.TXT"
    path.write_bytes(b"FNPICLIST piclst40.txt\r\n" + path.read_bytes())
    _, faults = played(islands, "ROSE", "/s")
    assert "PICLST40.TXT" in {fault.source for fault in faults}
    assert not any(fault.is_error for fault in faults)


def test_debug1_names_the_switch_that_decided(islands):
    orders = islands / "ROSE" / "ZUEGE.TXT"
    lines = ["NSU_CHECKING_OFF ja", "NATION R", "K NOR-IRE", "O Wal hilft K NOR-IRE", "O Bri-Wal"]
    lines += ["NATION B", "K IRE wartet", "END", ""]
    orders.write_bytes("\r\n".join(lines).encode("cp437"))
    said, _ = played(islands, "ROSE", "/s", "/p", "/c", "/debug1")
    assert "  K NOR: SELF_CUT_OK ja decided; with nein succeeds" in said


@pytest.fixture
def heard():
    """What runs in the background of a shell hears no [Ctrl]-[C], nor does what it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.usefixtures("heard")
def test_a_round_can_be_broken_off_at_any_time(islands):
    """[Ctrl]-[C] at a question: nothing more is written, and there is no traceback."""
    played(islands, "ROSE", "/s", "/p", "/c")
    command = [sys.executable, "-m", "dragoman", "dipwork", "run", "ROSE", "/w"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=islands, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout.read(6) == b"Summer"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, errors
    assert b"Traceback" not in errors
    assert not (islands / "ROSE" / "NEWGAME.TXT").exists()
