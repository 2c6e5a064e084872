"""The form of a new game: what it offers, and the settings that it means.

Every setting of the judge stands in it. What was left empty is as the judge has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Any, Final, get_args, get_origin, get_type_hints

from dragoman.bots import BOTS
from dragoman.judge.log.settings import Settings
from dragoman.rules.choices.choice_words import preset_in, switch_in
from dragoman.rules.choices.rule_set import PRESET_SOURCES
from dragoman.rules.choices.switch import Switch
from dragoman.rules.choices.switches import DIPLOMACY_SWITCHES, SWITCHES
from dragoman.tournament.scoring import SYSTEMS, ScoringSystem
from dragoman.tournament.scoring.scoring_words import system_in
from dragoman.web.pages.forms import Form

SWITCH: Final = "switch:"
"""What the names of the fields of single rules begin with."""
TICKED: Final = ("press", "press_in")
"""Settings of which each answer has a box: where none is ticked, none is meant."""
PACES: Final = (
    ("1 d", "One day per phase"),
    ("2 d", "Two days per phase"),
    ("3 d", "Three days per phase"),
    ("Tue and Fri 20:00", "Tuesdays and Fridays at 20:00"),
    ("10 min", "Live: ten minutes per phase"),
)
"""Paces to choose from, and what they mean."""

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "who": (
        "entry", "code", "listed", "observers", "reliability", "seating", "begins", "anonymous",
        "rated", "moderated",
    ),
    "bots": ("bot", "programs"),
    "press": ("press", "press_in", "press_closes", "late_silent", "press_approved",
        "observers_write"),
    "time": (
        "retreat", "adjustment", "least", "not_before", "delay", "early", "readiness_shown",
        "days_off", "dates_off", "zone",
    ),
    "absent": ("missed", "misses", "grace", "strict_grace", "strict_wait", "abandoned"),
    "rules": ("rules", "blind", "start", "switches"),
    "end": ("draws", "time_votes", "last_year", "scoring", "scoring_settings"),
}  # fmt: skip
"""Which settings stand in which part of the form; the three that are asked first stand above."""
FIRST: Final = ("title", "variant", "movement")


def settings_of(form: Form) -> dict[str, Any]:
    """What a form says of a game, as plain data; what is wrong with it is the judge's to say."""
    found: dict[str, Any] = {}
    for name, hint in _hints().items():
        if name in TICKED and name in form:
            found[name] = [one for one in form.every(name) if one]
        elif name in ("switches", "scoring_settings"):
            continue
        elif text := form.text(name).strip():
            found[name] = _value(hint, text)
    given = {name.removeprefix(SWITCH): form.text(name) for name in form.names(SWITCH)}
    if switches := {name: answer for name, answer in given.items() if answer}:
        found["switches"] = switches
    if lines := form.text("scoring_settings").strip():
        found["scoring_settings"] = dict(
            map(_scoring_setting, filter(str.strip, lines.split("\n")))
        )
    return found


def open_sections(form: Form, wrong: Iterable[str]) -> frozenset[str]:
    """The parts of the form that are open: those in which something was chosen or is wrong."""
    faulty = {*wrong}
    return frozenset(
        name
        for name, settings in SECTIONS.items()
        if faulty.intersection(settings) or any(_is_chosen(form, one) for one in settings)
    )


def offered(language: str) -> dict[str, Any]:
    """What the form offers, whoever fills it in."""
    return {
        "paces": PACES,
        "presets": [(name, f"{name}: {preset_in(name, language)}") for name in PRESET_SOURCES],
        "bots": [(name, name) for name in BOTS],
        "switches": _switches(language),
        "systems": _systems(language),
    }


@cache
def _switches(language: str) -> tuple[tuple[str, tuple[Switch, ...]], ...]:
    said = [switch_in(one, language) for one in SWITCHES.values()]
    return (
        ("diplomacy", tuple(one for one in said if one.name in DIPLOMACY_SWITCHES)),
        ("machiavelli", tuple(one for one in said if one.name not in DIPLOMACY_SWITCHES)),
    )


@cache
def _systems(language: str) -> tuple[ScoringSystem, ...]:
    said = (system_in(one, language) for one in SYSTEMS.values())
    return tuple(sorted(said, key=lambda one: one.title.casefold()))


@cache
def _hints() -> dict[str, Any]:
    hints = get_type_hints(Settings)
    return {one.name: hints[one.name] for one in fields(Settings)}


def _is_chosen(form: Form, name: str) -> bool:
    if name == "switches":
        return any(form.text(one) for one in form.names(SWITCH))
    if name in TICKED:
        return form.every(name) not in ([], _STANDARD_TICKS[name])
    return bool(form.text(name).strip())


_STANDARD_TICKS: Final = {
    "press": ["", "private", "public"],
    "press_in": ["", "movement", "retreat", "adjustment"],
}


def _value(hint: Any, text: str) -> Any:
    if hint is bool:
        return {"yes": True, "no": False}.get(text, text)
    if hint is int:
        return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else text
    if get_origin(hint) is tuple and get_args(hint)[0] is str:
        return [one.strip() for one in text.replace("\n", ",").split(",") if one.strip()]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return text
    return text


def _scoring_setting(line: str) -> tuple[str, str | int | bool]:
    """A setting of a scoring system as it stands on a line: ``solo = 100``."""
    name, _, value = (one.strip() for one in line.partition("="))
    if value.lower() in ("true", "yes", "false", "no"):
        return name, value.lower() in ("true", "yes")
    if value.isdecimal() and value.isascii() and len(value) < 10:
        return name, int(value)
    return name, value.strip("\"'")
