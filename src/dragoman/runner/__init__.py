"""Programs started from command lines: watched, limited, started again, and gone at the end."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.runner.program import Ending, Limits, Program, Why, command_in
    from dragoman.runner.runner import Runner

__all__ = ["Ending", "Limits", "Program", "Runner", "Why", "command_in"]

__getattr__ = looked_up(
    __name__,
    {
        "program": ("Ending", "Limits", "Program", "Why", "command_in"),
        "runner": ("Runner",),
    },
)
