"""Nonsense in every file and every argument: never an exception."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

from dragoman.cli.app import app

RUNNER = CliRunner()
WORDS = st.one_of(
    st.sampled_from(["England", "France:", "Deutschland\n", "NATION En", "END\n", "# F1901M\n"]),
    st.sampled_from(
        ["A par-bur", "F lon", "A mun D", "F bre B", "WAIVE", "stp/nc", "via", "ditto"]
    ),
    st.sampled_from([" S ", " C ", " - ", "\n", "\r", "#", "(", ")", ",", ";", '"', "ß", "İ"]),
    st.sampled_from(["\u2028", "\x00", "\x1a"]),
)
ORDER_TEXTS = st.one_of(
    st.lists(WORDS, max_size=12).map("".join).map(str.encode),
    st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.binary(max_size=40),
)
ARGUMENTS = st.one_of(
    st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=12),
    st.sampled_from(["A PAR", "F lon", "winter", "-", "--json", "--explain", "--phase", "2000"]),
)


def ran_well(*arguments, **more):
    result = RUNNER.invoke(app, list(arguments), **more)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in (0, 2)
    return result.exit_code


@pytest.mark.slow
@given(ORDER_TEXTS)
def test_order_files(new_game, orders):
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty) / "winter"
        shutil.copytree(new_game, folder)
        record = (folder / "game.json").read_bytes()
        (folder / "orders.txt").write_bytes(orders)
        faulty = ran_well("check", str(folder)) == 2
        assert (ran_well("adjudicate", str(folder)) == 2) == faulty
        assert (folder / "game.json").read_bytes() == record
        assert (ran_well("accept", str(folder)) == 2) == faulty
        ran_well("explain", str(folder), "A PAR")
        assert (ran_well("undo", str(folder)) == 2) == faulty
        assert (folder / "game.json").read_bytes() == record


@pytest.mark.slow
@given(st.binary(max_size=60), st.sampled_from(["game.json", "settings.toml", "result.json"]))
@settings(max_examples=50)
def test_other_files(new_game, content, name):
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty) / "winter"
        shutil.copytree(new_game, folder)
        (folder / name).write_bytes(content)
        for command in ("check", "adjudicate", "accept", "undo", "show"):
            ran_well(command, str(folder))


@pytest.mark.slow
@given(st.lists(ARGUMENTS, max_size=4), st.data())
def test_arguments(new_game, arguments, data):
    command = data.draw(st.sampled_from(["check", "show", "explain", "rules", "variants", "undo"]))
    if data.draw(st.booleans()) and command != "undo":
        arguments = [str(new_game), *arguments]
    ran_well(command, *arguments)
