"""What happens to the menus of a folder, told key by key through Textual's pilot."""

import asyncio

from dragoman.cli.menu.application import Workbench


def play(folder, story, size=(100, 28), language="en"):
    """Let a story happen: ``story`` is given the program and the pilot that presses keys."""

    async def played():
        app = Workbench(folder, language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await story(app, pilot)

    asyncio.run(played())


async def until(pilot, is_so):
    """Wait for what a thread does beside the screen."""
    for _ in range(1500):
        await pilot.pause(0.02)
        if is_so():
            return
    raise AssertionError("it never happened")


def on(app, kind):
    """Whether a screen of this kind is shown, to wait for."""
    return lambda: isinstance(app.screen, kind)


def log(app):
    return "\n".join(line for line, _ in app.log_lines)
