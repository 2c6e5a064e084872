"""Pages to print: board calls, boards' sheets, slips, order forms, standings, awards, scores.

Each is an HTML file that needs nothing else, printed from any browser. A PDF is made by a
browser of the Chromium family without a window, where one is found: the very engine that
prints the page otherwise, and no package to install for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from dragoman.files import write_atomically
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.actions.tournament_results import compute
from dragoman.tournament.commands.results import PrintPages
from dragoman.tournament.log.state import START_YEAR, Tournament
from dragoman.tournament.publishing.public_view import results_view
from dragoman.tournament.publishing.templates import rendered
from dragoman.tournament.rules.round_clock import Season
from dragoman.words import said

PAGES = (
    "calls", "door", "boards", "slips", "orders", "retreats", "winter", "badges", "standings",
    "awards", "certificates", "scores",
)  # fmt: skip

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
)
"""Programs that can make a PDF, the likeliest first."""

_OF_A_ROUND = ("calls", "door", "boards", "slips", "orders", "retreats", "winter")
_FORMS = 8
"""The years for which a player gets order forms, unless it is said."""
_YEARS = 10
"""For how many years a board's sheet has room."""
_PATIENCE = 120


def print_pages(
    t: Tournament, wish: PrintPages, number: int, folder: Path, language: str
) -> list[Path]:
    """Write a page in a language, and its PDF if wanted, into a folder; the files made. Order forms
    and slips of seasons are for all ``years`` that are used, or some: ``1901-1903``."""
    what = wish.what
    if what not in PAGES:
        raise ActionRefused("unknown-page", f"there is no page {what!r} to print", candidates=PAGES)
    browser = find_browser() if wish.pdf else ""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{what}-{number}" if what in _OF_A_ROUND else what
    page = folder / f"{name}.html"
    write_atomically(page, render(t, what, number, wish.years, language))
    if not browser:
        return [page]
    return [page, make_pdf(page, browser)]


def printed_of(folder: Path, number: int) -> list[Path]:
    """The pages of a round that were printed; once its seats change, they show the old ones."""
    return [path for what in _OF_A_ROUND for path in _printed(folder, what, number)]


def sheets_with_codes(folder: Path, number: int) -> list[Path]:
    """The boards' sheets of a round that were printed; once it has new codes, they show the old."""
    return _printed(folder, "boards", number)


def _printed(folder: Path, what: str, number: int) -> list[Path]:
    paths = (folder / f"{what}-{number}{ending}" for ending in (".html", ".pdf"))
    return [path for path in paths if path.exists()]


def render(t: Tournament, what: str, number: int, years: str = "", language: str = "en") -> str:
    """A page as HTML, in a language."""
    facts: dict[str, Any] = {"name": t.name, "place": t.place, "made": datetime.now()}
    if what in _OF_A_ROUND:
        round_ = lookup.drawn_round(t, number)
        facts |= {"round": number, "published": round_.published, "boards": [*_boards(t, number)]}
        facts["seasons"] = _seasons(years)
        seats = (
            {**seat, "letter": one["letter"]} for one in facts["boards"] for seat in one["seats"]
        )
        facts["seats_by_name"] = sorted(seats, key=lambda seat: seat["sorted_by"])
    elif what == "badges":
        facts["people"] = [one for one in t.players.values() if not one.withdrawn and not one.gm]
    else:
        found = compute(t)
        facts |= {"results": results_view(found, detail=True), "rounds": t.settings.rounds}
        facts |= {"unfinished": found.unfinished, "public": t.ceremony, "detail": t.detail}
    return rendered("publishing/pages", what, language, **facts)


def _seasons(years: str) -> list[Season]:
    """The springs and falls of some years.

    Raises:
        ActionRefused: if these are none.
    """
    first, dash, last = (part.strip() for part in (years or _usual_years()).partition("-"))
    try:
        since, until = Season.parse(f"S{first}"), Season.parse(f"F{last if dash else first}")
    except ValueError:
        what = f"{years!r} are no years of a game"
        raise ActionRefused("bad-years", what, "write 1901-1903, or 1904") from None
    if since > until:
        raise ActionRefused("bad-years", f"{years!r} ends before it begins", "write 1901-1903")
    return [Season.number(index) for index in range(since.index, until.index + 1)]


def _usual_years() -> str:
    return f"{START_YEAR + 1}-{START_YEAR + _FORMS}"


def find_browser() -> str:
    """The program that makes PDFs on this machine."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise ActionRefused(
        "no-browser",
        "there is no Chromium or Chrome on this machine to make a PDF with",
        "install one, or open the HTML in any browser and print it from there",
    )


def make_pdf(page: Path, browser: str) -> Path:
    """The PDF of a page, beside it."""
    target = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "page.pdf"
        command = [browser, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.append("--no-sandbox")  # it refuses to run as root with one
        command += [
            f"--user-data-dir={scratch}/profile",
            f"--print-to-pdf={made}",
            page.resolve().as_uri(),
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=_PATIENCE, text=True
            )
        except subprocess.TimeoutExpired:
            raise ActionRefused(
                "no-pdf", f"{browser} made no PDF in {_PATIENCE} s", f"print {page} yourself"
            ) from None
        if not made.exists():
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise ActionRefused(
                "no-pdf", f"{browser} made no PDF: {said}", f"print {page} yourself"
            )
        shutil.move(made, target)
    return target


def _boards(t: Tournament, number: int) -> Iterator[dict[str, Any]]:
    for table in t.rounds[number].tables.values():
        yield {
            "key": table.key,
            "letter": table.letter,
            "code": t.rounds[number].codes.get(table.key, ""),
            "years": [START_YEAR + year for year in range(1, _YEARS + 1)],
            "seats": [
                {
                    "power": said(power.title()),
                    "player": t.players[player].name,
                    "number": player,
                    "centers": table.variant.start[power],
                    "sorted_by": lookup.folded(
                        f"{t.players[player].last} {t.players[player].first}"
                    ),
                }
                for power, player in table.seats.items()
            ],
        }
