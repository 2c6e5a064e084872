"""Lists of what can be chosen: the variants and the rules."""

from __future__ import annotations

from dragoman.diagnostics import Diagnostic
from dragoman.formats import (
    VariantError,
    folder_of,
    installed_variants,
    load_variant,
    shipped_variants,
)
from dragoman.game import Variant
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.rules import PRESET_SOURCES, PRESETS, SWITCHES, Choice, RuleSet
from dragoman.words import counted

_USUAL = "datc"


_GROUPS = {
    "standard": ("Diplomacy", "on the map of the usual game"),
    "machiavelli": ("Machiavelli", "Italy in the Renaissance, on the map of the first edition"),
    "machiavelli2": ("Machiavelli II", "on the map of the second edition"),
}
"""Variants that share the map of one: its name, what they are called together, and what that is."""
_OTHERS = ("Other maps", "with the rules of Diplomacy")
_INSTALLED = ("Installed", "by you, with dragoman variant install")


def variants(powers: int | None = None) -> Answer:
    """The variants that are shipped, the standard one first, then those that are installed; as text
    by the games and maps that they are of. With ``powers`` those alone that so many play."""
    shipped = sorted(shipped_variants(), key=lambda name: name != "standard")
    found = [one for one in map(load_variant, shipped) if powers in (None, len(one.players))]
    groups = [_group(variant) for variant in found]
    faults: list[Diagnostic] = []
    for name in installed_variants():
        try:
            installed = load_variant(name)
        except VariantError:
            what, remedy = "this variant has errors", "see them with: dragoman variant check"
            faults.append(Diagnostic("bad-variant", what, remedy, str(folder_of(name))))
        else:
            if powers in (None, len(installed.players)):
                found.append(installed)
                groups.append(_INSTALLED)
    width = max((len(v.name) for v in found), default=0)
    lines: list[str] = []
    for group in (_GROUPS["standard"], _OTHERS, *[*_GROUPS.values()][1:], _INSTALLED):
        own = [v for v, of in zip(found, groups, strict=True) if of == group]
        if own:
            lines += ["", f"{group[0]}, {group[1]}:"]
            # The one that the others are made from comes first.
            own.sort(key=lambda v: v.name not in _GROUPS)
            lines += [_told(v, width) for v in own]
    data = [
        {
            "name": v.name,
            "title": v.title,
            "about": v.about,
            "group": group[0],
            "powers": list(v.board.players),
            "centers": len(v.board.centers),
            "victory_centers": v.victory_centers,
            "start": str(v.start.phase),
        }
        for v, group in zip(found, groups, strict=True)
    ]
    text = "\n".join(lines[1:]) or f"No variant is for {counted(powers or 0, 'power')}."
    return Answer(text, {"variants": data}, tuple(faults))


def _group(variant: Variant) -> tuple[str, str]:
    places = variant.board.provinces.keys()
    for name, group in _GROUPS.items():
        whole = load_variant(name).board.provinces.keys()
        if places <= whole and 2 * len(places) > len(whole):  # versions for few players lack some
            return group
    return _OTHERS


def _told(variant: Variant, width: int) -> str:
    begin = f"  {variant.name:<{width}}  {variant.title}:"
    board, centers = variant.board, len(variant.board.centers)
    powers = len(board.players)
    if any(province.city_of for province in board.provinces.values()):
        return f"{begin} {counted(powers, 'power')}, {counted(centers, 'city', 'cities')}"
    return f"{begin} {powers} powers, {centers} centres, {variant.victory_centers} win"


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
