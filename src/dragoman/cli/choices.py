"""Lists of what can be chosen: the variants and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from dragoman.diagnostics import Diagnostic
from dragoman.formats import (
    VariantError,
    folder_of,
    installed_variants,
    load_variant,
)
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.games.variants.listed import ListedVariant, listed, shipped_listed
from dragoman.games.variants.traits import Period, Size
from dragoman.quick_dataclass import dataclass
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


@dataclass(frozen=True, slots=True)
class Wish:
    """The variants that somebody looks for: with all of some words, for so many players, of a size
    and a period, by the usual rules. What is not said, any has."""

    words: tuple[str, ...] = ()
    powers: int | None = None
    size: str = ""
    period: str = ""
    usual: bool = False

    def fits(self, variant: ListedVariant) -> bool:
        """True if a variant is one of these."""
        told = (variant.name, variant.title, variant.about, variant.designer, *variant.tags)
        text = " ".join(told).casefold()
        return (
            all(word.casefold() in text for word in self.words)
            and self.powers in (None, len(variant.powers))
            and self.size in ("", variant.size)
            and self.period in ("", variant.period)
            and (not self.usual or variant.has_usual_rules)
        )

    def faults(self) -> Iterator[Diagnostic]:
        """Words for a size or a period that are none."""
        for what, said, known in (
            ("size", self.size, get_args(Size)),
            ("period", self.period, get_args(Period)),
        ):
            if said and said not in known:
                yield Diagnostic(f"unknown-{what}", f"{said!r} is no {what}", candidates=known)


def variants(wish: Wish) -> Answer:
    """The variants that are shipped, the standard one first, then those that are installed; as text
    by the games and maps that they are of."""
    if told := (*wish.faults(),):
        return Answer(diagnostics=told)
    shipped = sorted(shipped_listed(), key=lambda one: one.name != "standard")
    found = [*filter(wish.fits, shipped)]
    groups = [_GROUPS.get(variant.map, _OTHERS) for variant in found]
    faults: list[Diagnostic] = []
    for name in installed_variants():
        try:
            installed = listed(load_variant(name))
        except VariantError:
            what, remedy = "this variant has errors", "see them with: dragoman variant check"
            faults.append(Diagnostic("bad-variant", what, remedy, str(folder_of(name))))
        else:
            if wish.fits(installed):
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
            "designer": v.designer,
            "tags": list(v.tags),
            "size": v.size,
            "period": v.period,
            "usual_rules": v.has_usual_rules,
            "group": group[0],
            "powers": list(v.powers),
            "centers": v.centers,
            "victory_centers": v.victory_centers,
            "start": v.start,
        }
        for v, group in zip(found, groups, strict=True)
    ]
    text = "\n".join(lines[1:]) or _none(wish)
    return Answer(text, {"variants": data}, tuple(faults))


def _none(wish: Wish) -> str:
    if wish == Wish(powers=wish.powers):
        return f"No variant is for {counted(wish.powers or 0, 'power')}."
    return "No variant is like that."


def _told(variant: ListedVariant, width: int) -> str:
    begin = f"  {variant.name:<{width}}  {variant.title}:"
    powers, centers = len(variant.powers), variant.centers
    if variant.has_cities:
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
