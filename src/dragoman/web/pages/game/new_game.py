"""Setting up a game, by three choices or by all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any, Final, TypedDict

from markupsafe import Markup

from dragoman.bots import BOTS
from dragoman.bots.characters import CHARACTERS, MIXED
from dragoman.declared import Field
from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.command import MakeLink
from dragoman.judge.commands.forming import create as first_events
from dragoman.judge.log.plain_data import settings_data, written_setting
from dragoman.judge.log.settings import FIELDS, Settings
from dragoman.judge.wording.problem_words import in_language
from dragoman.refusal import ActionRefused
from dragoman.rules.choices.choice_words import preset_in, switch_in
from dragoman.rules.choices.rule_set import PRESET_SOURCES
from dragoman.rules.choices.switch import Switch
from dragoman.rules.choices.switches import DIPLOMACY_SWITCHES, SWITCHES
from dragoman.tournament.scoring import SYSTEMS, ScoringSystem
from dragoman.tournament.scoring.system import system_in
from dragoman.web.pages.html.bots import ALL_KINDS, bot_character
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import Problem, page_router, refused, status_of

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response


# The form: every setting of the judge stands in it, and what was left empty is as the judge has it

SWITCH: Final = "switch:"
"""The beginning of the names of the fields of single rules."""
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

_SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "who": (
        "entry", "code", "listed", "observers", "reliability", "seating", "begins", "anonymous",
        "rated", "moderated", "households",
    ),
    "bots": ("bot", "programs"),
    "press": ("press", "press_in", "press_closes", "late_silent", "press_approved",
        "observers_write", "press_opens"),
    "time": (
        "retreat", "adjustment", "least", "not_before", "delay", "early", "readiness_shown",
        "days_off", "dates_off", "zone",
    ),
    "absent": ("missed", "misses", "grace", "strict_grace", "strict_wait", "abandoned"),
    "rules": ("rules", "blind", "start", "switches"),
    "end": ("draws", "time_votes", "last_year", "scoring", "scoring_settings"),
}  # fmt: skip
FIRST: Final = ("title", "variant", "movement")
_PLACED: Final = frozenset((*FIRST, *chain(*_SECTIONS.values())))
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    **_SECTIONS,
    "others": tuple(name for name in FIELDS if name not in _PLACED),
}
"""Which settings stand in which part of the form, those without a place in the last; the three that
are asked first stand above."""


def settings_of(form: SentForm) -> dict[str, object]:
    """The settings in a form, as plain data; the judge checks them."""
    found: dict[str, object] = {}
    for name in FIELDS:
        if name in TICKED and name in form:
            found[name] = [one for one in form.every(name) if one]
        elif text := form.text(name).strip():
            found[name] = written_setting(name, text)
    given = {name.removeprefix(SWITCH): form.text(name) for name in form.names(SWITCH)}
    if switches := {name: answer for name, answer in given.items() if answer}:
        found["switches"] = switches
    return found


def form_of(settings: Settings) -> SentForm:
    """A form that says what settings say. What is as by default stands in it as nothing."""
    found: dict[str, list[str]] = {}
    for name, value in settings_data(settings).items():
        if name == "switches" and isinstance(value, dict):
            found |= {f"{SWITCH}{one}": [str(answer)] for one, answer in value.items()}
        elif isinstance(value, dict):
            found[name] = ["\n".join(f"{one} = {answer}" for one, answer in value.items())]
        elif isinstance(value, list):
            found[name] = ["", *value] if name in TICKED else [", ".join(value)]
        elif isinstance(value, bool):
            found[name] = ["yes" if value else "no"]
        else:
            found[name] = [str(value)]
    return SentForm(found)


def open_sections(form: SentForm, wrong: Iterable[str]) -> frozenset[str]:
    """The parts of the form that are open: those in which something was chosen or is wrong."""
    faulty = {*wrong}
    return frozenset(
        name
        for name, settings in SECTIONS.items()
        if faulty.intersection(settings) or any(_is_chosen(form, one) for one in settings)
    )


class OwnField(TypedDict):
    """A setting that has no place of its own in the form: its name, what it means, the answers to
    choose from, if it has some, and how an input says what it takes."""

    name: str
    meaning: str
    answers: list[tuple[str, str]]
    kind: str
    more: str


class Offered(TypedDict):
    paces: tuple[tuple[str, str], ...]
    presets: list[tuple[str, str]]
    bots: list[tuple[str, str]]
    switches: tuple[tuple[str, tuple[Switch, ...]], ...]
    systems: tuple[ScoringSystem, ...]
    others: list[OwnField]
    limits: Callable[[str], str]


def _bots(language: str) -> list[tuple[str, str]]:
    """The bots to choose from, with their names and characters; those that nobody would choose as
    opponents last, by what they are called."""
    named = [(MIXED, in_words(ALL_KINDS, language))]
    named += [
        (one.bot, f"{one.name}: {in_words(bot_character(one.bot), language)}")
        for one in CHARACTERS.values()
    ]
    return [*named, *((name, name) for name in BOTS if name not in dict(named))]


def offered(language: str) -> Offered:
    """The choices that the form offers, whoever fills it in."""
    return {
        "paces": PACES,
        "presets": [(name, f"{name}: {preset_in(name, language)}") for name in PRESET_SOURCES],
        "bots": _bots(language),
        "switches": _switches(language),
        "systems": _systems(language),
        "others": [_own_field(FIELDS[name]) for name in SECTIONS["others"]],
        "limits": lambda name: limits(FIELDS[name]),
    }


def limits(one: Field) -> str:
    """The least and the most that a field takes, as its element says them."""
    if one.type is int:
        said = {"min": one.says.least, "max": one.says.most}
    else:
        said = {"maxlength": one.says.most}
    return " ".join(f'{name}="{number}"' for name, number in said.items() if number is not None)


def _own_field(one: Field) -> OwnField:
    kind: Any = one.type
    answers: list[str] = []
    if kind is bool:
        answers = ["yes", "no"]
    elif isinstance(kind, type) and issubclass(kind, Enum):
        answers = [str(answer.value) for answer in kind]
    return {
        "name": one.name,
        "meaning": one.says.meaning,
        "answers": [(answer, answer) for answer in answers],
        "kind": "number" if kind is int else "text",
        "more": limits(one),
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


def _is_chosen(form: SentForm, name: str) -> bool:
    if name == "switches":
        return any(form.text(one) for one in form.names(SWITCH))
    if name in TICKED:
        return form.every(name) not in ([], ["", *FIELDS[name].default])
    return bool(form.text(name).strip())


# Pages

router = page_router()


@router.get("/games/new")
def show_new_game(visit: VisitHere, variant: str = "standard", club: str = "") -> Response:
    """The page for setting up a game; one of a club's, where that is named."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/games/new", 303)
    return _form_page(visit, SentForm({"variant": [variant], "club": [club]}))


@router.post("/games/new")
def create(visit: VisitHere, form: FormHere) -> Response:
    """Set up a game, and go there; where something is wrong with it, all that was chosen stays.
    With ``check`` it is only looked over."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    judge, settings = visit.state.judge, settings_of(form)
    try:
        if form.text("check"):
            told = first_events(settings, judge.games.find).told
            return _form_page(visit, form, told, is_checked=True)
        with judge.database.together():
            number = _create(visit, settings, form.text("club"))
    except ActionRefused as fault:
        return _form_page(visit, form, (fault.diagnostic,))
    except Problem as problem:
        return _form_page(visit, form, problem.diagnostics)
    return RedirectResponse(f"/games/{number}#bring", 303)


def _create(visit: Visit, settings: Mapping[str, Any], club: str) -> int:
    """The number of a new game, which has a link, and is one of a club's if that is named."""
    judge, actor = visit.state.judge, visit.caller.actor
    number, answer = judge.create(settings, actor, visit.now)
    if number is None:
        raise Problem(answer.told)
    judge.act(number, MakeLink(), actor, visit.now)
    if club:
        judge.clubs.add_game(actor, judge.clubs.club(club).number, number, [actor.user])
    return number


def _form_page(
    visit: Visit, form: SentForm, told: tuple[Diagnostic, ...] = (), is_checked: bool = False
) -> Response:
    shown: dict[str, Any] = {
        "is_good": is_checked and not told,
        "variants": variant_choices(visit),
        "clubs": visit.state.judge.clubs.of(visit.user),
    }
    return settings_page(visit, "new_game.html", form, frozenset(FIELDS), told, **shown)


def settings_page(
    visit: Visit,
    template: str,
    form: SentForm,
    asked: frozenset[str],
    told: tuple[Diagnostic, ...],
    **shown: Any,
) -> Response:
    """A page with the form of settings, of which some are ``asked``; with what was chosen, and what
    is wrong with it."""
    status = status_of(told) if told else 200
    said, _ = in_language(told, visit.language)
    known = {*FIRST, *(name for names in SECTIONS.values() for name in names)}
    wrong = {name: [one for one in said if one.source == name] for name in known}

    def described(name: str, has_hint: bool | str) -> Markup:
        """The attributes of a field's element that name the texts describing it, and mark it as
        wrong."""
        told_of = [f"{name}-fault-{number}" for number in range(1, len(wrong[name]) + 1)]
        texts = " ".join([f"{name}-hint"] * bool(has_hint) + told_of)
        is_wrong = ' aria-invalid="true"' if told_of else ""
        return Markup(f'{is_wrong} aria-describedby="{texts}"' if texts else "")

    return page(
        visit,
        template,
        status,
        asked=asked,
        sections=SECTIONS,
        told=tuple(one for one in told if one.source not in known),
        wrong=wrong,
        described=described,
        opened=open_sections(form, (one.source for one in told)),
        form=form,
        **offered(visit.language),
        **shown,
    )
