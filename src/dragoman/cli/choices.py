"""What there is to choose from: the variants and the rules."""

from __future__ import annotations

from dragoman.diagnostics import Diagnostic
from dragoman.formats import (
    VariantError,
    folder_of,
    installed_variants,
    load_variant,
    shipped_variants,
)
from dragoman.games.answer import Answer
from dragoman.games.rule_choice import UnknownRule, chosen_rules
from dragoman.rules import PRESET_SOURCES, PRESETS, SWITCHES, Choice, RuleSet

_USUAL = "datc"


def variants() -> Answer:
    """The variants that are shipped, the standard one first, then those that are installed."""
    shipped = sorted(shipped_variants(), key=lambda name: name != "standard")
    found = [load_variant(name) for name in shipped]
    faults: list[Diagnostic] = []
    for name in installed_variants():
        try:
            found.append(load_variant(name))
        except VariantError:
            what, remedy = "this variant has errors", "see them with: dragoman variant check"
            faults.append(Diagnostic("bad-variant", what, remedy, str(folder_of(name))))
    lines = [
        f"{v.name:<16}  {v.title}: {len(v.board.powers)} powers, {len(v.board.centers)} centres, "
        f"{v.victory_centers} win"
        for v in found
    ]
    data = [
        {
            "name": v.name,
            "title": v.title,
            "powers": list(v.board.powers),
            "centers": len(v.board.centers),
            "victory_centers": v.victory_centers,
            "start": str(v.start.phase),
        }
        for v in found
    ]
    return Answer("\n".join(lines), {"variants": data}, tuple(faults))


def rules(preset: str | None) -> Answer:
    """Every rule set and every switch; the answers of one rule set are marked."""
    name = (preset or _USUAL).lower()
    try:
        rule_set = chosen_rules(name, (), RuleSet())
    except UnknownRule as unknown:
        return Answer(diagnostics=(unknown.diagnostic,))
    lines = [
        "Rule sets:",
        *(f"  {one}: {source}" for one, source in PRESET_SOURCES.items()),
        f"What {name} chooses is marked with *",
    ]
    for switch in SWITCHES.values():
        lines += ["", f"{switch.name} ({switch.source})", f"  {switch.question}"]
        chosen = getattr(rule_set, switch.name)
        lines += (_line(choice, choice.word == chosen) for choice in switch.choices)
    data = {
        "presets": {n: _answers(one) for n, one in PRESETS.items()},
        "sources": dict(PRESET_SOURCES),
        "switches": [
            {
                "name": switch.name,
                "source": switch.source,
                "question": switch.question,
                "choices": [
                    {"word": c.word, "letter": c.letter, "meaning": c.meaning}
                    for c in switch.choices
                ],
            }
            for switch in SWITCHES.values()
        ],
    }
    return Answer("\n".join(lines), data)


def _line(choice: Choice, is_chosen: bool) -> str:
    letter = "" if choice.letter == choice.word else f" ({choice.letter})"
    return f"  {'*' if is_chosen else ' '} {choice.word}{letter}: {choice.meaning}"


def _answers(rule_set: RuleSet) -> dict[str, str]:
    return {name: getattr(rule_set, name) for name in SWITCHES}
