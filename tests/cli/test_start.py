"""What a start of the command loads, and every way to start it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

LOADED = """
import sys
beforehand = {*sys.modules}  # what an environment loads at every start, as numba-cuda's does
from dragoman.cli import main
sys.argv = ["dragoman", *sys.argv[1:]]
try:
    main()
except SystemExit as end:
    assert not end.code, end
finally:
    print(*(name for name in sys.modules if name not in beforehand), file=sys.__stderr__)
"""

READERS = ("dragoman.formats.njudge", "dragoman.formats.dipwork", "dragoman.formats.dpjudge")
OTHER_COMMANDS = (
    "dragoman.cli.bench",
    "dragoman.cli.choices",
    "dragoman.cli.dipwork_app",
    "dragoman.cli.menu",
    "dragoman.cli.tournament",
    "dragoman.cli.variant",
    "dragoman.games.dipwork",
    "dragoman.tournament",
)
NEVER = (
    *READERS,
    *OTHER_COMMANDS,
    "dragoman.board.quakes",
    "dragoman.drawing.layout.embedding",
    "dragoman.drawing.replay_page",
    "dragoman.formats.text_source",
    "dragoman.formats.toml_table",
    "dragoman.formats.variants.reader",
    "dragoman.game.map_statistics",
    "dragoman.game.seismic",
    "dragoman.kinds",
    "dragoman.machiavelli",
    "dragoman.rules.batch",
    "importlib.resources",
    "jinja2",
    "numba",
    "numpy",
    "pydantic",
    "resvg_py",
    "random",
    "rich",
)
"""What no turn of a game needs."""
SEEN = ("dragoman.reports", "dragoman.drawing")
TURN_LINE = (
    b'{"id": 1, "variant": "standard", "phase": "S1901M", "units": {"ENGLAND": ["F LON"]}, '
    b'"centers": {}, "orders": {"ENGLAND": ["F LON - NTH"]}}\n'
)


def test_what_is_not_to_be_loaded_is_there() -> None:
    """A module that was renamed would never be loaded."""
    names = [name for name in (*NEVER, *SEEN) if name.startswith("dragoman.")]
    assert [name for name in names if find_spec(name) is None] == []


def loaded(arguments: Sequence[object], cwd: Path, cache: Path, stdin: bytes = b"") -> set[str]:
    """The modules that a process of the command has loaded when it ends."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"DRAGOMAN_CACHE": str(cache)},
        input=stdin,
        capture_output=True,
        check=True,
    )
    return {*ran.stderr.decode().splitlines()[-1].split()}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("played") / "winter"


@pytest.fixture(scope="session")
def cache(
    new_game: Path, played: Path, spring: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A cache folder in which a turn has left what it keeps."""
    folder = tmp_path_factory.mktemp("cache")
    shutil.copytree(new_game, played)
    (played / "orders.txt").write_text(spring, "utf-8")
    loaded(["adjudicate", played], played, folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "not_needed"),
    [
        ("check", SEEN),
        ("adjudicate", ("dragoman.drawing.layout.from_borders",)),
        ("adjudicate --explain", ()),
        ("show", ("dragoman.drawing",)),
        ("report", ("dragoman.drawing",)),
        ("explain GAME MUN", ("dragoman.drawing",)),
        ("draw GAME --to map.svg", ("dragoman.reports.facts", "PIL")),
    ],
)
def test_a_turn_loads_only_what_it_needs(played, tmp_path, cache, command, not_needed):
    winter = shutil.copytree(played, tmp_path / "winter")
    name, *arguments = command.split()
    if "GAME" not in arguments:
        arguments.insert(0, "GAME")
    arguments = [str(winter) if one == "GAME" else one for one in arguments]
    found = loaded([name, *arguments], tmp_path, cache)
    assert found & {*NEVER, *not_needed} == set()


@pytest.mark.slow
def test_a_line_loads_only_what_it_needs(tmp_path, cache):
    found = loaded(["resolve"], tmp_path, cache, TURN_LINE)
    stored = {"dragoman.files.step", "dragoman.games.folder", "hashlib", "tomllib"}  # in a folder
    assert not found & {*NEVER, *SEEN, *stored, "dragoman.games.playing"}


DESK = {"dragoman.cli.tournament", "dragoman.tournament"}
"""What lists the commands of a tournament."""
FORMS = "dragoman.reports.forms"
"""What lists the forms of reports: each module declares its own."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        ("--version", set()),
        (
            "--help",
            {
                *DESK,
                "dragoman.cli.dipwork_app",
                "dragoman.cli.variant",
                "dragoman.reports",  # of which the forms alone, for their names
            },
        ),
        ("adjudicate --help", set()),
        ("tournament --help", DESK),
        ("tournament draw --help", DESK),
    ],
)
def test_help_loads_no_game(tmp_path, cache, arguments, needed):
    found = loaded(arguments.split(), tmp_path, cache)
    unneeded = {"dragoman.game", "dragoman.orders", "dragoman.rules", "dragoman.reports"}
    assert not found & (({*NEVER} - {"rich", "random"} | unneeded) - needed)
    assert not found & {
        f"dragoman.tournament.{room}" for room in ("actions", "desk", "log", "rules")
    }
    assert all(one.startswith(FORMS) for one in found if one.startswith("dragoman.reports."))
    if "draw" in arguments:
        assert "dragoman.tournament.commands.rounds" in found
        assert "dragoman.tournament.commands.results" not in found


@pytest.mark.slow
@pytest.mark.parametrize(
    "start",
    [
        [str(Path(sys.executable).with_name("dragoman"))],
        [sys.executable, "-m", "dragoman"],
        [sys.executable, "-m", "dragoman.cli"],
    ],
    ids=["dragoman", "python -m dragoman", "python -m dragoman.cli"],
)
def test_without_arguments_it_helps(start):
    ran = subprocess.run(start, capture_output=True, encoding="utf-8", check=False)
    assert "Usage: dragoman" in ran.stdout + ran.stderr
    assert "adjudicate" in ran.stdout + ran.stderr


COMMANDS = [
    "new",
    "check",
    "adjudicate",
    "accept",
    "undo",
    "show",
    "explain",
    "variants",
    "rules",
    "bench",
]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run, command):
    ran = run(command, "--help")
    assert ran.status == 0
    assert f"Usage: dragoman {command}" in ran.out
    assert "--json" in ran.out
