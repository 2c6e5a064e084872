"""Findings: what was looked at in a judge or a backup, and what is wrong with it; those of the
machine that a judge runs on."""

from __future__ import annotations

import os
from collections.abc import Iterator

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.extras import is_installed
from dragoman.judge.time.rhythm import time_zones
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was looked at: what it is like, or what is wrong with it."""

    what: str
    faults: tuple[Diagnostic, ...] = ()


def fault(code: str, what: str, remedy: str) -> tuple[Diagnostic, ...]:
    """The one fault of a finding."""
    return (Diagnostic(code, what, remedy),)


def advice(code: str, what: str, remedy: str) -> tuple[Diagnostic, ...]:
    """The one thing that a finding advises against."""
    return (Diagnostic(code, what, remedy, severity=Severity.WARNING),)


def look_at_machine() -> Iterator[Finding]:
    """Findings on what has to be on a machine, and on who runs the judge."""
    yield _packages()
    yield _time_zones()
    yield _user()


def _packages() -> Finding:
    needed = ("aiosmtpd", "alembic", "argon2", "confusable_homoglyphs", "cryptography", "fastapi",
              "httpx", "openskill", "pg8000", "prometheus_client", "scipy", "segno", "sqlalchemy",
              "structlog", "uvicorn", "webauthn")  # fmt: skip
    missing = [one for one in needed if not is_installed(one)]
    if not missing:
        return Finding("packages: all installed")
    remedy = "install them with: pip install 'dragoman[judge]'"
    what = f"packages are missing: {', '.join(missing)}"
    return Finding("packages", fault("missing-extra", what, remedy))


def _time_zones() -> Finding:
    if "Europe/Berlin" in time_zones():
        return Finding("time zones: known")
    what, remedy = "this machine knows no time zones", "install tzdata"
    return Finding("time zones", fault("no-time-zones", what, remedy))


def _user() -> Finding:
    if not hasattr(os, "geteuid") or os.geteuid():
        return Finding("user: one that does not own the machine")
    what = "this is root: whoever finds a gap in the judge has the whole machine"
    remedy = "run it as a user of its own, as the page on hosting shows"
    return Finding("user", advice("runs-as-root", what, remedy))
