"""Turns through a pipe."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, strategies as st
from typer.testing import CliRunner

from dragoman.cli.app import app

TURN = {
    "id": "t1",
    "variant": "standard",
    "phase": "S1901M",
    "units": {"ENGLAND": ["F LON", "A YOR"], "FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]},
    "centers": {"ENGLAND": ["LON"]},
    "orders": {
        "ENGLAND": ["F LON - NTH", "A YOR H"],
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR"],
    },
}


def answers(ran):
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.slow
def test_a_turn(run):
    ran = run("resolve", stdin=json.dumps(TURN).encode())
    (answer,) = answers(ran)
    assert answer["id"] == "t1"
    assert answer["results"]["A MUN"] == ["bounce"]
    assert answer["results"]["A PAR"] == []
    assert answer["units"]["FRANCE"] == ["A BUR", "A MAR"]
    assert answer["next"] == "F1901M"


@pytest.mark.slow
def test_bad_lines_do_not_hinder_the_others(run):
    good = json.dumps(TURN).encode()
    lines = [good, b"nonsense", b"{}", b"\xff\xfe", b"", b"[1]", b'{"id": 7}', b"[" * 9999, good]
    ran = run("resolve", stdin=b"\n".join(lines) + b"\n")
    assert ran.status == 0
    assert ran.err == ""
    found = answers(ran)
    assert len(found) == 8
    assert [("error" in answer) for answer in found] == [False, *[True] * 6, False]
    assert found[0] == found[-1]
    assert found[5]["id"] == 7


def test_what_is_not_utf_8_is_an_error(call):
    """A name would come back as another."""
    line = json.dumps(TURN | {"id": "Müller"}, ensure_ascii=False)
    wrong, right = answers(
        call("resolve", stdin=line.encode("latin-1") + b"\n" + line.encode() + b"\n")
    )
    assert wrong == {"id": None, "line": 1, "error": "this line is not text in UTF-8"}
    assert right["id"] == "Müller"


def test_rules(call):
    turn = TURN | {
        "units": {"ENGLAND": ["F NTH", "A YOR"]},
        "orders": {"ENGLAND": ["A YOR - LON VIA"]},
    }

    def result(*options):
        (answer,) = answers(call("resolve", *options, stdin=json.dumps(turn).encode()))
        return answer["results"]["A YOR"]

    assert result() == ["no convoy"]
    assert result("--set", "via_without_convoy=by-land") == []
    assert result("--rules", "2023", "--set", "via_without_convoy=by-land") == []
    ran = call("resolve", "--rules", "1066", stdin=b"{}")
    assert (ran.status, ran.out) == (2, "")
    assert "1066" in ran.err


def test_explanations(call):
    (answer,) = answers(call("resolve", "--explain", stdin=json.dumps(TURN).encode()))
    told = {one["unit"]: one["text"] for one in answer["explain"]}
    assert told["A MUN"].startswith("A Mun–Bur bounced: strength 1 against 2")


@pytest.mark.slow
def test_nothing_in_nothing_out(run):
    ran = run("resolve")
    assert (ran.status, ran.out, ran.err) == (0, "", "")


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(list(TURN)), JSON))
def test_damaged_turns(changes):
    lines = json.dumps(TURN | changes) + "\n" + json.dumps(changes) + "\n"
    done = CliRunner().invoke(app, ["resolve", "--explain"], lines)
    assert done.exit_code == 0, done.exc_info
    assert done.stdout.count("\n") == 2


NO_DEV_FULL = not os.path.exists("/dev/full")


def shell(words, folder):
    command = words.replace("dragoman", f"{sys.executable} -m dragoman.cli")
    bash = ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"]
    return subprocess.run(bash, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
@pytest.mark.parametrize("words", ["dragoman resolve < lines | head -1", "dragoman rules | true"])
def test_whoever_reads_may_go_away(words, tmp_path):
    (tmp_path / "lines").write_text((json.dumps(TURN) + "\n") * 500)
    ran = shell(words, tmp_path)
    assert (ran.returncode, ran.stderr) in ((1, ""), (0, ""))


@pytest.mark.slow
@pytest.mark.skipif(NO_DEV_FULL, reason="no /dev/full here")
@pytest.mark.parametrize(
    "words",
    ["dragoman resolve < lines", "dragoman rules", "dragoman rules --json", "dragoman --version"],
)
def test_a_disk_that_is_full(words, tmp_path):
    (tmp_path / "lines").write_text((json.dumps(TURN) + "\n") * 500)
    ran = shell(f"{words} > /dev/full", tmp_path)
    assert ran.returncode == 2
    assert ran.stderr == "error: the system says: no space left on device\n"


def test_a_line_without_end_is_told_and_does_not_fill_the_memory(call):
    endless = b"[" + b" " * 12_000_000
    good = json.dumps(TURN).encode()
    for lines in (endless, endless + b"\n" + good, good + b"\n" + endless):
        found = answers(call("resolve", "--longest-line", "100000", stdin=lines))
        assert sorted("error" in answer for answer in found) == [False, True][-len(found) :]
        assert "this line has more than 100,000 characters" in json.dumps(found)


def test_limits_can_be_set(call):
    line = json.dumps(TURN).encode()
    (found,) = answers(call("resolve", "--most-orders", "4", stdin=line))
    assert found["error"] == "orders: 5 orders; a turn may have 4"
    (found,) = answers(call("resolve", "--longest-order", "11", "--jobs", "1", stdin=line))
    assert [note.split(":")[1].strip() for note in found["notes"]] == ["A MAR S A PAR - BUR"]
    lines, alone = b"\n".join([line] * 5), ("--jobs", "1")
    told = call("resolve", *alone, stdin=lines)
    assert call("resolve", "--most-memory", "0", *alone, stdin=lines) == told
