"""Pages that only their owner sees: who may, and what comes after a form of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.refusal import ActionRefused
from dragoman.web.callers import Caller, by_session
from dragoman.web.pages.rendering import Visit, VisitHere
from dragoman.web.problems import Problem, status_of

with extra("judge"):
    from fastapi import Depends
    from fastapi.responses import RedirectResponse, Response


def _owner(visit: VisitHere, caller: Annotated[Caller, Depends(by_session)]) -> Visit:
    return visit


OwnVisit = Annotated[Visit, Depends(_owner)]
"""Somebody who is signed in himself."""

Told = tuple[Diagnostic, ...]


def done(act: Callable[[], Any], where: str, again: Callable[[Told, int], Response]) -> Response:
    """Do what a form asks for and go to a page that says so; where that is refused, show what
    ``again`` makes of the faults and their status, with what was written."""
    try:
        act()
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return again(told, status_of(told))
    except Problem as problem:
        return again(problem.diagnostics, problem.status)
    path, _, part = where.partition("#")
    return RedirectResponse(f"{path}?done=true" + (f"#{part}" if part else ""), 303)
