"""The command line: games of Diplomacy in folders of files."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress


def main() -> None:
    """Run the ``dragoman`` command with the arguments of this process."""
    # What a command makes lasts as long as itself: looking for circles in it finds next to none.
    gc.set_threshold(200_000, 50, 100)
    from dragoman.cli.answer import USER_ERROR, refused_by_system
    from dragoman.cli.app import app
    from dragoman.extras import MissingExtra

    # A stream that the caller closed is None; an empty one makes no difference to the rest.
    with open(os.devnull, "r+", encoding="utf-8") as nothing:
        sys.stdin = sys.stdin or nothing
        sys.stdout = sys.stdout or nothing
        sys.stderr = sys.stderr or nothing
        try:
            app(prog_name="dragoman")
        except MissingExtra as missing:
            print(f"error: {missing}", file=sys.stderr)
            sys.exit(USER_ERROR)
        except OSError as error:  # standard output cannot take what is printed: a full disk
            os.dup2(nothing.fileno(), sys.stdout.fileno())  # nor what is still to be printed
            with suppress(OSError):
                print(f"error: {refused_by_system(error)}", file=sys.stderr)
            sys.exit(USER_ERROR)
        finally:
            gc.freeze()  # nor need it be looked through once more when the process ends


__all__ = ["main"]
