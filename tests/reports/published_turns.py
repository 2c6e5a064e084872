"""A year of a game as its master publishes it: every phase, in every form, word for word.

After a change that is meant, write it anew with ``python tests/reports/published_turns.py``
and read what has changed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent / "rules")]

from turns_to_explain import BOARD, STANDARD  # noqa: E402

from dragoman.board import Unit  # noqa: E402
from dragoman.game import Resolution, process  # noqa: E402
from dragoman.orders import scan  # noqa: E402
from dragoman.reports import TurnFacts, turn_facts  # noqa: E402
from dragoman.reports.forms import FORMS  # noqa: E402
from dragoman.rules import Phase, Position  # noqa: E402
from dragoman.words import LANGUAGES  # noqa: E402

GOLDEN = HERE / "golden" / "published"

ENDINGS = {"text": "txt", "markdown": "md", "html": "html", "bbcode": "bbcode", "zine": "zine.html"}
"""Of the files. A mail has none: it is made of the text and the page."""

TEXTS = [name for name, form in FORMS.items() if form.is_text]

NOTES = """\
Welcome to the third year. Three of you
supported units that were not there.

Deadline: 3 December & not a day later.
"""

PLAYERS = {"ENGLAND": "Anna Wolf", "GERMANY": "Bernd_das*Brot*", "ITALY": "D'Arcy [ret.] <d@x>"}

UNITS = {
    "ENGLAND": "F NTH, A YOR, F HEL",
    "FRANCE": "A BUR, A TUS",
    "GERMANY": "A HOL, F DEN, A MUN, A KIE",
    "ITALY": "F TYS",
}
CENTERS = {
    "ENGLAND": "EDI LON LVP",
    "FRANCE": "PAR BRE MAR",
    "GERMANY": "BER KIE MUN HOL",
    "ITALY": "ROM",
}
ORDERS: tuple[Mapping[str, str], ...] = (
    {
        "ENGLAND": "A YOR-HOL, F NTH C A YOR-HOL, F HEL S A YOR-HOL",
        "FRANCE": "A BUR-MUN, A TUS-ROM",
        "GERMANY": "A HOL H, A MUN-BUR, A KIE S A MUN-BER, F NTH-NWG",
        "ITALY": "F TYS S A ROM",
    },
    {"GERMANY": "A HOL R NTH"},
    {"ENGLAND": "BUILD F LON, BUILD A EDI", "FRANCE": "BUILD F PAR, WAIVE", "GERMANY": "WAIVE"},
)


@cache
def year() -> tuple[Resolution, ...]:
    """The moves, retreats and builds of a fall."""
    standing = (
        Unit(p, *unit.split()) for p, listed in UNITS.items() for unit in listed.split(", ")
    )
    owners = {center: p for p, listed in CENTERS.items() for center in listed.split()}
    position = Position(Phase.parse("F1903M"), tuple(standing), owners)
    phases: list[Resolution] = []
    for orders in ORDERS:
        given = {
            power: tuple(one.order for one in scan(text, BOARD, position.phase.letter).orders)
            for power, text in orders.items()
        }
        phases.append(process(STANDARD, position, given))
        position = phases[-1].position
    return tuple(phases)


def facts_of(number: int, language: str) -> TurnFacts:
    """The facts of one of these phases, with everything that a game master can add."""
    phases = year()
    return turn_facts(
        STANDARD,
        phases[number],
        language,
        title="Winter & Game",
        explained=language == "de",
        players=PLAYERS,
        notes=NOTES,
        earlier=phases[:number],
    )


def golden(number: int, form: str, language: str) -> Path:
    """Where a published report is kept."""
    return GOLDEN / f"{year()[number].phase}.{language}.{ENDINGS[form]}"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for which in range(len(ORDERS)):
        for kept in ENDINGS:
            for tongue in LANGUAGES:
                told = FORMS[kept](facts_of(which, tongue))
                golden(which, kept, tongue).write_text(told, "utf-8")
