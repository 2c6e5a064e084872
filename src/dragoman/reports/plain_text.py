"""Plain texts for game masters: a turn that was resolved, and a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dragoman.errors import checked
from dragoman.game import Resolution, Variant
from dragoman.orders import Notation
from dragoman.reports.centers import (
    PlayedPower,
    balance_lines,
    center_rows,
)
from dragoman.reports.facts import retreat_lines, turn_facts, units_text
from dragoman.reports.forms.text import (
    center_lines,
    heading_lines,
    list_lines,
    section_lines,
    text_report,
    wrapped,
)
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import LocationKey, say
from dragoman.reports.story import STORY
from dragoman.rules import Phase, PhaseKind, Position, RuleSet


@checked
def report_resolution(
    variant: Variant,
    resolution: Resolution,
    language: str = "en",
    *,
    title: str = "",
    explained: bool = False,
    earlier: Sequence[Resolution] = (),
) -> str:
    """The results of a phase for the game master: every order with its result, then what follows
    from them. It has all that players learn and, in Machiavelli, the assassination chits.

    ``title`` is what the game is called, the variant's title unless given. ``explained``
    adds under each order why it came out so, unless there is nothing to explain. ``earlier`` are
    the phases before, to which famine goes back.

    Raises:
        ValueError: if there are no words for the language.
    """
    facts = turn_facts(
        variant,
        resolution,
        language,
        title=title,
        explained=explained,
        earlier=earlier,
        for_master=True,
    )
    # Whose orders are wanted next is for the players: a game master has the order sheet.
    return text_report(replace(facts, wanted=()))


@checked
def report_position(
    variant: Variant,
    position: Position,
    language: str = "en",
    *,
    title: str = "",
    rule_set: RuleSet | None = None,
    opening: object = None,
    for_master: bool = True,
    notation: Notation | None = None,
) -> str:
    """A position: who has which centres and units, and which units are dislodged. ``opening`` is
    the account of what happened before a game that begins with it, in Machiavelli the first income;
    ``for_master`` adds what players do not learn, there the assassination chits.

    The rule set, which says who may build, is the variant's own unless given.

    Raises:
        ValueError: if there are no words for the language.
    """
    phrasebook = Phrasebook(variant, language, notation=notation)
    lines = [*_heading(phrasebook, title or variant.title, position.phase)]
    for power in variant.board.powers:
        units = position.units_of(power)
        if units:
            lines += ["", phrasebook.power(power), *wrapped(units_text(phrasebook, units), "  ")]
    lines += list_lines(
        phrasebook.word("report.retreats"), retreat_lines(phrasebook, position.dislodged)
    )
    if position.contested:
        places = tuple(map(LocationKey, sorted(position.contested)))
        lines += ["", *wrapped(phrasebook.say(say("report.contested", places=places)))]
    named = [PlayedPower(power, phrasebook.power(power)) for power in variant.board.powers]
    centers = [*center_rows(phrasebook, named, position)]
    lines += center_lines(phrasebook.word("report.centers"), centers)
    rules = rule_set or variant.rule_set
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        balance = balance_lines(phrasebook, position, position, rules)
        lines += list_lines(phrasebook.word("report.balance"), balance)
    lines += section_lines(
        STORY.of(variant).state(phrasebook, position, rules, opening, for_master)
    )
    return "\n".join(lines) + "\n"


def _heading(phrasebook: Phrasebook, title: str, phase: Phase) -> Iterator[str]:
    yield from heading_lines(
        phrasebook.word("report.title").format(title=title, phase=phrasebook.phase(phase))
    )
