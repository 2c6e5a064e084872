"""What is added as the page about adding says is there everywhere."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.docs.overlay import SOURCE, overlaid

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding.md"


def section(heading: str) -> str:
    return PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def code(heading: str) -> str:
    """The code in a section."""
    (text,) = re.findall(r"```python\n(.*?)```", section(heading), re.DOTALL)
    return text


class Added:
    """The package with files added or replaced."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self._folder, self._environment = folder, overlaid(folder, files)

    def __call__(self, *arguments: str) -> str:
        """What Python prints that is started with these arguments."""
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def api(self) -> str:
        """The API's document."""
        current = "from tools.openapi import current; print(current())"
        return self("-c", f"import sys; sys.path.append({str(ROOT)!r}); {current}")


@pytest.mark.slow
def test_a_report_form(tmp_path: Path) -> None:
    run = Added(tmp_path, {"reports/forms/csv_file.py": code("A report form")})

    for command in ("report", "dipwork report"):
        assert "csv" in run("-m", "dragoman", *command.split(), "--help")
    run("-m", "dragoman", "new", "standard", "winter")
    (tmp_path / "winter" / "orders.txt").write_text("England\nF lon-nth\n", "utf-8")
    run("-m", "dragoman", "adjudicate", "winter", "--anyway")
    table = run("-m", "dragoman", "report", "winter", "--as", "csv")
    assert "England,F Lon\N{EN DASH}Nth,\n" in table
    assert '"csv"' in run.api()


SETTING = """
from dragoman.judge.log.plain_data import read_settings, settings_data
from dragoman.mail.language.flags import read_flags
from dragoman.web.pages.new_game import offered, settings_of
from dragoman.web.pages.forms import Form

given = {"title": "Quiet", "quiet_end": True}
settings, faults = read_settings(given)
assert not faults and settings_data(settings) == given
(wanted,), unread = read_flags("quiet end yes")
assert (wanted.flag.setting, wanted.value, unread) == ("quiet_end", "yes", None)
(shown,) = offered("en")["others"]
assert (shown["name"], shown["meaning"]) == ("quiet_end", "Press ends with the game")
assert settings_of(Form({"quiet_end": ["yes"]})) == {"quiet_end": True}
"""


@pytest.mark.slow
def test_a_setting(tmp_path: Path) -> None:
    where = "judge/log/settings.py"
    before = "\n    def __post_init__(self)"
    text = (SOURCE / where).read_text("utf-8")
    assert text.count(before) == 1
    added = code("A setting of the judge's games") + before
    run = Added(tmp_path, {where: text.replace(before, added)})
    run("-c", SETTING)
    assert '"description": "Press ends with the game"' in run.api()


COMMAND = """
from dragoman.judge.commands.command import Summon
from dragoman.judge.commands.decide import _DECIDE
from dragoman.mail.carrying.doing import DO
from dragoman.mail.language.verbs import verb_at

(event,) = _DECIDE[Summon](None, Summon("FRANCE", "ill"), None, None).events
assert event.why == "FRANCE: ill"
verb = verb_at("SUMMON France we wait").verb
parts = verb.shape.fullmatch("France we wait").groupdict()
assert parts == {"power": "France", "why": "we wait"} and verb.key in DO
"""


@pytest.mark.slow
def test_a_command(tmp_path: Path) -> None:
    command, who_may, decided, decision, verb = re.findall(
        r"```\w+\n(.*?)```", section("A command of the judge's games"), re.DOTALL
    )
    before = {
        "judge/commands/command.py": (
            "Command: TypeAlias = (\n",
            f"{command}\n\n{{}}    Summon | ",
        ),
        "judge/commands/who_may.py": ("    c.Promote: (", f"{who_may}{{}}"),
        "judge/commands/decide.py": ("        c.Promote: mastering", f"{decided}{{}}"),
        "judge/commands/mastering.py": ("def promote(", f"{decision}\n\n{{}}"),
        "mail/language/verbs.py": ('    _giving("promote', f"{verb}{{}}"),
    }
    files: dict[str, str] = {}
    for name, (place, added) in before.items():
        text = (SOURCE / name).read_text("utf-8")
        assert text.count(place) == 1, name
        files[name] = text.replace(place, added.replace("{}", place))
    run = Added(tmp_path, files)
    run("-c", COMMAND)
    document = json.loads(run.api())
    assert "/api/games/{game}/commands/summon" in document["paths"]
    fields = document["components"]["schemas"]["Summon"]["properties"]
    assert fields["power"]["description"] == "A power"
