"""Draw docs/images/terminal.svg: a few real commands and what they answer."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path
from shutil import copytree

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "terminal.svg"

COMMANDS = (
    "dragoman adjudicate examples/standard",
    "dragoman explain examples/standard A Mun",
    "dragoman explain examples/standard A War --language de",
)

THEME = TerminalTheme(
    (251, 250, 246),
    (40, 44, 52),
    [
        (40, 44, 52),
        (176, 58, 46),
        (46, 125, 50),
        (156, 102, 31),
        (31, 97, 141),
        (125, 60, 152),
        (17, 122, 101),
        (90, 90, 90),
    ],
)

# Without the web fonts of the usual format: the picture asks no other host for anything.
SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


def draw(folder: Path) -> str:
    """The picture, from running the commands in the folder."""
    console = Console(record=True, width=80, file=StringIO())
    for command in COMMANDS:
        console.print(Text("$ ", "bold green") + Text(command, "bold"))
        told = subprocess.run(
            [sys.executable, "-m", *shlex.split(command)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        ).stdout
        console.print(Text(told))
    return console.export_svg(title="dragoman", theme=THEME, code_format=SVG, unique_id="t")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        copytree(ROOT / "examples", Path(empty) / "examples")
        PICTURE.write_text(draw(Path(empty)), "utf-8")
