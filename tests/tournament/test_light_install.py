"""A tournament loads the packages of the hall's display and of the log's file when they are
needed, not before."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("fastapi", "starlette", "uvicorn", "sqlalchemy", "jinja2", "numpy", "PIL")

CODE = f"""
import sys
import dragoman.cli.tournament.app
import dragoman.tournament
from dragoman.tournament.actions import at_tables, seating
from dragoman.tournament.hall import announcer
from dragoman.tournament.log import fold
from dragoman.tournament.publishing import exports, printed_pages, public_view
from dragoman.tournament.rules.preset import load_preset

assert load_preset("nz1999")[0] is not None
print(*(name for name in {HEAVY} if name in sys.modules))
"""


def test_rules_and_actions_need_none_of_them() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
