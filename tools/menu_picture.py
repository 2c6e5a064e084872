"""Draw docs/images/dipwork-menu.svg: DipWork's menus on the example, in the middle of a round."""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
from pathlib import Path
from shutil import copytree

from textual.pilot import Pilot

from dragoman.cli.menu.application import Workbench
from dragoman.cli.menu.screens import QuestionScreen

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "dipwork-menu.svg"
SIZE = (90, 24)


async def draw() -> str:
    """The picture, from opening a game in the current folder and judging its autumn."""
    app = Workbench(Path())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("2", "a")
        await _asked(pilot)
        await pilot.press(*"Par", "enter")
        for _ in range(2):
            await _asked(pilot)
            await pilot.press("enter")
        await _asked(pilot)
        await pilot.press("F", "space", *"Lon")
        await pilot.pause()
        picture = app.export_screenshot(title="dragoman dipwork")
    # Without the web fonts of the usual format: the picture asks no other host for anything.
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    return picture.replace("Fira Code", "DejaVu Sans Mono")


async def _asked(pilot: Pilot[None]) -> None:
    """Wait until the next question is there."""
    for _ in range(500):
        await pilot.pause(0.02)
        if isinstance(pilot.app.screen, QuestionScreen):
            return
    raise TimeoutError("nothing was asked")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(empty) / "games"
        copytree(ROOT / "examples" / "dipwork", folder)
        with contextlib.chdir(folder):
            PICTURE.write_text(asyncio.run(draw()), "utf-8")
