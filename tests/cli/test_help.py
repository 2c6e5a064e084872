"""Help by name, pages for ``man``, and what a shell completes: through a process."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.command_options import options_of_commands


def test_help_of_a_command_is_what_the_option_shows(call):
    for words in ((), ("new",), ("tournament", "register")):
        assert call("help", *words).out == call(*words, "--help").out != ""
    assert call("-V").out == call("--version").out


def test_an_unknown_command_is_told_with_what_was_meant(call):
    assert "Did you mean 'adjudicate'?" in call("help", "adjudicat").err
    assert "no commands of its own" in call("help", "new", "x").err


def test_where_a_game_stands_is_asked_for_in_its_folder_and_beside_it(call, new_game, monkeypatch):
    assert "there is no game here" in call("status").err
    for name in ("summer", "winter"):
        shutil.copytree(new_game, name)
    Path("no-game").mkdir()
    lines = call("status").out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["summer", "winter"]
    Path("winter", "orders.txt").unlink()
    told = call("show", "winter").out
    assert "winter/orders.txt: there is no such file" in told and "Austria" in told
    monkeypatch.chdir("summer")
    assert call("status").out == call("show", ".").out != ""


def test_turns_are_resolved_from_a_file(run, winter):
    turns = winter.parent / "turns.jsonl"
    turn = '{"id": 7, "phase": "S1901M", "units": {"ENGLAND": ["F LON"]}, "centers": {}, '
    turns.write_text(turn + '"orders": {"ENGLAND": ["F LON - NTH"]}}\n')
    assert '"F NTH"' in run("resolve", "turns.jsonl").out
    assert "turns.json: error: there is no such file; did you mean turns.jsonl?" in (
        run("resolve", "turns.json").err
    )
    assert "dragoman adjudicate winter" in run("resolve", "winter").err


def test_pages_for_man_say_what_the_help_says(call):
    assert "pages" in call("help", "--man", "man").out
    pages = {path.name: path.read_text("utf-8") for path in Path("man").iterdir()}
    assert {"dragoman.1", "dragoman-new.1", "dragoman-tournament-register.1"} < pages.keys()
    listed = re.findall(r"(?m)^.*?│ ([a-z-]+) ", call("--help").out.partition("Commands")[2])
    assert set(listed) >= {"new", "judge"}
    assert {f"dragoman-{one}.1" for one in listed} <= pages.keys()
    for name, page in pages.items():
        assert page.startswith(f'.TH "{name[:-2].upper()}" 1'), name
        assert all(f".SH {part}" in page for part in ("NAME", "SYNOPSIS", "OPTIONS")), name
        assert "```" not in page and "**" not in page, name
    assert "\\-\\-spellcheck LETTERS" in pages["dragoman-new.1"]
    if groff := shutil.which("groff"):
        command = [groff, "-K", "utf8", "-man", "-ww", "-Tutf8", "-z", *Path("man").iterdir()]
        assert subprocess.run(command, capture_output=True, check=False, text=True).stderr == ""


def test_a_shell_completes_names(run):
    for line, offered in (
        ("new fran", {"france_austria", "france_germany_austria", "frankland_juggernaut"}),
        ("new standard x --rules 20", {"2000", "2023"}),
        ("new standard x --set convoy_parad", {"convoy_paradox="}),
        ("new standard x --set convoy_paradox=sz", {"convoy_paradox=szykman"}),
        ("adj", {"adjudicate"}),
    ):
        words = ("dragoman", *line.split())
        typed = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
        ran = run(_DRAGOMAN_COMPLETE="complete_bash", **typed)
        assert offered <= set(ran.out.split()), line


WITHOUT_JSON = {
    "help": "a text as it is",
    "resolve": "its answers are lines of JSON",
    "tournament desk": "commands typed one after another, each with its own",
    "tournament correct": "the command that is typed anew has it",
    "tournament serve": "until it is stopped",
    "tournament hall": "until it is stopped",
    "tournament announce": "until it is stopped",
    "judge worker": "until it is stopped",
    "judge serve": "until it is stopped",
    "sockets judge": "until it is stopped",
    "sockets play": "a game at the terminal",
    "dipwork run": "the command line of DipWork's manual, and its dialogue",
    "dipwork accept": "likewise",
    "dipwork printtif": "likewise",
    "dipwork readtext": "likewise",
}


def test_what_prints_data_prints_it_as_json():
    found = options_of_commands()
    commands = {one for one in found if not any(other.startswith(f"{one} ") for other in found)}
    assert len(commands) > 150
    without = {one for one in commands if "--json" not in found[one]} - {""}
    assert without == {*WITHOUT_JSON}
