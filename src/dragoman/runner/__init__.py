"""Programs started from command lines: watched, limited, started again, and gone at the end."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.runner.program import (
        EndedBy as EndedBy,
        Program as Program,
        ProgramEnding as ProgramEnding,
        ProgramLimits as ProgramLimits,
        command_in as command_in,
    )
    from dragoman.runner.runner import Runner as Runner

__getattr__, __dir__, __all__ = exported(__name__)
