"""What is added as the page about adding says is there everywhere."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.overlay import SOURCE, overlaid
from tests.source import source_files

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "contributors" / "adding.md"


def section(heading: str) -> str:
    return PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def blocks(heading: str) -> list[str]:
    """All code in a section, of whatever language."""
    return re.findall(r"```\w+\n(.*?)```", section(heading), re.DOTALL)


def code(heading: str) -> str:
    """The code in a section."""
    (text,) = blocks(heading)
    return text


def inserted(before: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Files of the source, each with a text before a place that is there once."""
    files: dict[str, str] = {}
    for name, (place, added) in before.items():
        text = (SOURCE / name).read_text("utf-8")
        assert text.count(place) == 1, name
        files[name] = text.replace(place, f"{added}{place}")
    return files


class Added:
    """The package with files added or replaced."""

    def __init__(self, folder: Path, files: Mapping[str, str], *beside: Path) -> None:
        self.folder, self._environment = folder, overlaid(folder, files)
        paths = (self._environment["PYTHONPATH"], *map(str, beside))
        self._environment["PYTHONPATH"] = os.pathsep.join(paths)

    def __call__(self, *arguments: str) -> str:
        """What Python prints that is started with these arguments."""
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


def setting() -> dict[str, str]:
    added = code("A setting of the judge's games")
    return inserted({"judge/log/settings.py": ("\n    def __post_init__(self)", added)})


def command() -> dict[str, str]:
    command, permissions, decided, decision, verb = blocks("A command of the judge's games")
    files = inserted(
        {
            "judge/commands/command.py": ("Command: TypeAlias = (\n", f"{command}\n\n"),
            "judge/commands/permissions.py": ("    c.Promote: (", permissions),
            "judge/commands/decide.py": ("        c.Promote: mastering", decided),
            "judge/commands/mastering.py": ("def promote(", f"{decision}\n\n"),
            "mail/language/verbs.py": ('    _giving("promote', verb),
        }
    )
    union, name = "Command: TypeAlias = (\n", "judge/commands/command.py"
    return files | {name: files[name].replace(union, f"{union}    Summon | ")}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Added:
    """The package with all that the document of the API tells of: making that takes long."""
    form = {"reports/forms/csv_file.py": code("A report form")}
    return Added(tmp_path_factory.mktemp("added"), form | setting() | command())


@pytest.fixture(scope="module")
def api(run: Added) -> str:
    current = "from tools.openapi import current; print(current())"
    return run("-c", f"import sys; sys.path.append({str(ROOT)!r}); {current}")


@pytest.mark.slow
def test_a_report_form(run: Added, api: str) -> None:
    for command in ("report", "dipwork report"):
        assert "csv" in run("-m", "dragoman", *command.split(), "--help")
    run("-m", "dragoman", "new", "standard", "winter")
    (run.folder / "winter" / "orders.txt").write_text("England\nF lon-nth\n", "utf-8")
    run("-m", "dragoman", "adjudicate", "winter", "--anyway")
    table = run("-m", "dragoman", "report", "winter", "--as", "csv")
    assert "England,F Lon\N{EN DASH}Nth,\n" in table
    assert '"csv"' in api


SETTING = """
from dragoman.judge.log.plain_data import read_settings, settings_data
from dragoman.mail.language.flags import read_flags
from dragoman.web.pages.game.new_game import offered, settings_of
from dragoman.web.pages.html.forms import SentForm

given = {"title": "Quiet", "quiet_end": True}
settings, faults = read_settings(given)
assert not faults and settings_data(settings) == given
(wanted,), unread = read_flags("quiet end yes")
assert (wanted.flag.setting, wanted.value, unread) == ("quiet_end", "yes", None)
(shown,) = offered("en")["others"]
assert (shown["name"], shown["meaning"]) == ("quiet_end", "Press ends with the game")
assert settings_of(SentForm({"quiet_end": ["yes"]})) == {"quiet_end": True}
"""


@pytest.mark.slow
def test_a_setting(run: Added, api: str) -> None:
    run("-c", SETTING)
    assert '"description": "Press ends with the game"' in api


COMMAND = """
from dragoman.judge.commands.command import Summon
from dragoman.judge.commands.decide import _DECIDE
from dragoman.mail.execution.dispatch import DO
from dragoman.mail.language.verbs import verb_at

(event,) = _DECIDE[Summon](None, Summon("FRANCE", "ill"), None, None).events
assert event.why == "FRANCE: ill"
verb = verb_at("SUMMON France we wait").verb
parts = verb.shape.fullmatch("France we wait").groupdict()
assert parts == {"power": "France", "why": "we wait"} and verb.key in DO

from dragoman.web.pages.game.game_forms import others

assert "summon" in [one.route for one in others(of_masters=True).forms]
"""


@pytest.mark.slow
def test_a_command(run: Added, api: str) -> None:
    run("-c", COMMAND)
    document = json.loads(api)
    assert "/api/games/{game}/commands/summon" in document["paths"]
    fields = document["components"]["schemas"]["Summon"]["properties"]
    assert fields["power"]["description"] == "A power"


@pytest.mark.slow
def test_a_command_of_the_desk(tmp_path: Path) -> None:
    command, name, action, rule = blocks("A command of the tournament desk")
    run = Added(
        tmp_path,
        inserted(
            {
                "tournament/commands/people.py": (
                    "@dataclass(frozen=True, slots=True)\nclass EnterTeam",
                    f"{command}\n\n",
                ),
                "tournament/commands/__init__.py": ('            "withdraw": ', name),
                "tournament/actions/people.py": ("def withdraw(", f"{action}\n\n"),
                "tournament/desk/people.py": ("        c.WithdrawPlayer: ", rule),
            },
        ),
    )
    run("-m", "dragoman", "tournament", "new", "hall", "A day")
    desk = ("-m", "dragoman", "tournament", "-C", "hall")
    run(*desk, "register", "Ann Lee")
    assert run(*desk, "contact", "Ann", "021555") == "noted\n"
    assert json.loads(run(*desk, "players", "--json"))["players"][0]["contact"] == "021555"
    assert "Note where a player can be reached" in run(*desk, "--help")
    schema = run("-c", DESK)
    assert "/api/contact" in schema and "telephone or e-mail" in schema


DESK = """
import json
from pathlib import Path
from dragoman.tournament.desk.http import desk_app

print(json.dumps(desk_app(Path("hall"), "token").openapi()["paths"]["/api/contact"]))
print(*desk_app(Path("hall"), "token").openapi()["paths"])
"""


@pytest.mark.slow
def test_a_kind_of_game(tmp_path: Path) -> None:
    project, sheet, variant = blocks("A kind of game")
    installed = tmp_path / "site-packages"
    for name, text in {
        "bourse/__init__.py": "",
        "bourse/sheet.py": sheet,
        "bourse-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: bourse\nVersion: 1.0\n",
        "bourse-1.0.dist-info/entry_points.txt": entry_points(project),
    }.items():
        file = installed / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    exchange = tmp_path / "exchange"
    exchange.mkdir()
    exchange.joinpath("variant.toml").write_text(variant, "utf-8")
    run = Added(tmp_path, {}, installed)
    run("-m", "dragoman", "new", "./exchange", "ours")
    assert "holds 300 shares" in (tmp_path / "ours" / "orders.txt").read_text("utf-8")


def entry_points(project: str) -> str:
    """What an installer makes of the entry points of a project."""
    groups = tomllib.loads(project)["project"]["entry-points"].items()
    return "".join(
        f"[{group}]\n" + "".join(f"{name} = {where}\n" for name, where in found.items())
        for group, found in groups
    )


def test_all_that_a_kind_of_game_can_answer_is_listed() -> None:
    listed = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `(\w+)` \|", section("A kind of game"), re.M)
    facets = {
        (name, usual, path.partition("/")[0])
        for path, text in source_files(".py").items()
        for name, usual in re.findall(r"= Facet\(\"(\w+)\", (\w+)\)", text)
    }
    assert set(listed) == facets


INTERFACE = """
from datetime import UTC, datetime
from dragoman.chat.line import answer
from dragoman.judge.running.demonstration import demonstrate
from dragoman.judge.service import Judge

judge, now = Judge("sqlite:///judge.db"), datetime.now(UTC)
game = demonstrate(judge, "a password of some length", now).game
(turk,) = (one for one, power in judge.games.load(game).players.items() if power == "TURKEY")
print(answer(judge, turk, game, "A Gre-Ser", now))
print(judge.games.load(game).sheets["TURKEY", "S1902M"].text)
print(answer(judge, 0, game, "A Gre-Ser", now))
judge.close()
"""


@pytest.mark.slow
def test_an_interface(tmp_path: Path) -> None:
    run = Added(tmp_path, {"chat/__init__.py": "", "chat/line.py": code("An interface")})
    run("-m", "dragoman", "judge", "init")
    saved, sheet, refused = run("-c", INTERFACE).splitlines()
    assert (saved, sheet) == ("saved for S1902M", "A Gre-Ser")
    assert refused.endswith(" - sign in")
