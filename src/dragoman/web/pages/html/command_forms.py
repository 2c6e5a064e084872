"""Forms of commands, made of their declarations: their fields, what was written into them and what
is wrong with it; and a form that was sent as the body of its command."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import cache
from typing import Final, Literal, TypeAlias, Union, get_args, get_origin

from dragoman.declared import Field, declared
from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.game import FormatError
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import may_give
from dragoman.judge.log.on_board import start_of
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.problem_words import in_language
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.remembered import remembered
from dragoman.rules import PositionError
from dragoman.values import FrozenMap
from dragoman.web.pages.html.forms import SentForm, body_of, moment_in
from dragoman.web.pages.html.rendering import Visit, part
from dragoman.web.pages.html.wording import in_words
from dragoman.web.problems import Problem
from dragoman.web.requests import Body, model_of, route_name

with extra("judge"):
    from markupsafe import Markup

FieldKind: TypeAlias = Literal["line", "text", "number", "choice", "ticks", "moment", "name"]
"""A line or several lines of text, a number, one of several options, any of them, a moment by
somebody's clock, or a person by name."""
Options: TypeAlias = tuple[tuple[str, str], ...]
"""Values to choose from, each with what is said for it."""
OptionsOf: TypeAlias = Callable[[Viewer], Sequence[str]]

CALLED: Final = ":called"
"""The end of the names of fields in which somebody writes a person's name."""


def always(viewer: Viewer) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class CommandForm:
    """A form for a command. ``fixed`` are fields that it does not ask for, ``labels`` what others
    are called where their declaration would not do, and ``of`` says for those that name powers,
    people or phases which may be meant."""

    kind: type[c.Command]
    title: str
    button: str
    says: str = ""
    fixed: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    labels: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    of: Mapping[str, OptionsOf] = field(default_factory=FrozenMap[str, OptionsOf])
    without: tuple[str, ...] = ()
    """Fields that are left as they are by default."""
    one_of: tuple[str, ...] = ()
    """Fields that take several, of which one is chosen here."""
    is_offered: Callable[[Viewer], bool] = always

    @property
    def route(self) -> str:
        return route_name(self.kind.__name__)

    @property
    def key(self) -> str:
        """A name that no other form of a page has."""
        return "-".join((self.route, *self.fixed.values()))

    def __hash__(self) -> int:
        return hash((self.kind, self.title))


@dataclass(frozen=True, slots=True)
class FieldShown:
    """A field of a form as it stands on a page."""

    name: str
    label: str
    kind: FieldKind
    values: tuple[str, ...]
    is_required: bool
    options: Options = ()
    most: int | None = None
    faults: tuple[Diagnostic, ...] = ()

    @property
    def value(self) -> str:
        return self.values[0] if self.values else ""

    def described(self, key: str) -> Markup:
        """The attributes of its element, which has a key for its id, that name the texts describing
        it, and mark it as wrong."""
        hint = [f"{key}-hint"] if self.kind == "moment" else []
        fault = [f"{key}-fault"] if self.faults else []
        is_wrong = ' aria-invalid="true"' if fault else ""
        texts = " ".join((*hint, *fault))
        return Markup(f'{is_wrong} aria-describedby="{texts}"' if texts else "")


@cache
def _asked(form: CommandForm) -> tuple[tuple[Field, FieldKind], ...]:
    """The fields of its command that a form asks for, and how each is asked for."""
    return tuple(
        (one, _kind(form, one))
        for one in declared(form.kind)
        if one.name not in form.fixed and one.name not in form.without
    )


def _kind(form: CommandForm, one: Field) -> FieldKind:
    if one.says.metavar == "PERSON":
        return "choice" if one.name in form.of else "name"
    if one.says.metavar in _NAMED:
        several = get_origin(one.type) is tuple and one.name not in form.one_of
        return "ticks" if several else "choice"
    if one.type is bool:
        return "choice"
    if one.type is int:
        return "number"
    if _holds_moment(one.type):
        return "moment"
    return "text" if one.name in _LONG else "line"


@dataclass(frozen=True, slots=True)
class RefusedForm:
    """A form that was sent and refused: the route of its command, its fields, and why."""

    route: str = ""
    sent: SentForm = field(default_factory=lambda: SentForm({}))
    told: tuple[Diagnostic, ...] = ()

    def is_of(self, form: CommandForm) -> bool:
        said = all(self.sent.text(name) == text for name, text in form.fixed.items())
        return self.route == form.route and said


class FormMaker:
    """Makes the forms that a viewer is offered. ``names`` has people's names, ``named`` what is
    said for a power or a phase."""

    def __init__(
        self,
        viewer: Viewer,
        visit: Visit,
        names: Mapping[int, str],
        named: Mapping[str, Callable[[str], str]],
        refused: RefusedForm,
    ) -> None:
        self._viewer, self._names, self._named = viewer, names, named
        self._roles = viewer.actor.roles(viewer.g)
        self._language = visit.language
        self._zone = visit.zone
        told, _ = in_language(refused.told, visit.language)
        self._refused = replace(refused, told=told)

    def put(self, forms: Sequence[CommandForm], game: int) -> Markup:
        """Those of some forms that he may send now, and that have something to choose from, as they
        stand on the page of a game: first those that ask for nothing."""
        bare, others = list[str](), list[str]()
        for one in forms:
            if (made := self._made(one, str(game))) is not None:
                (others if _asked(one) else bare).append(made)
        return Markup("".join((*bare, *others)))

    def _made(self, form: CommandForm, game: str) -> str | None:
        viewer = self._viewer
        if not may_give(viewer.g, form.kind, self._roles) or not form.is_offered(viewer):
            return None
        options: list[Options] = []
        for one, kind in _asked(form):
            found = self._options(form, one) if kind in _CHOSEN else ()
            if kind in _CHOSEN and not found:
                return None
            options.append(found)
        given = (form, tuple(options), self._language, self._zone)
        if self._refused.is_of(form):
            return _whole(*given, self._refused, game)
        return game.join(_around_game(*given))

    def _options(self, form: CommandForm, one: Field) -> Options:
        """The values of a field that may be meant, each with what is said for it."""
        if one.says.metavar == "PERSON":
            found = form.of[one.name](self._viewer)
            return tuple((user, self._names.get(int(user), "?")) for user in found)
        if one.says.metavar in _NAMED:
            meant, said = form.of.get(one.name, _every_power), self._named[one.says.metavar]
            return tuple((key, said(key)) for key in meant(self._viewer))
        return tuple((one, in_words(one, self._language)) for one in ("yes", "no"))


def _whole(
    form: CommandForm,
    options: tuple[Options, ...],
    language: str,
    zone: str,
    refused: RefusedForm,
    game: str,
) -> str:
    """A form as it stands on a page; open, with what was written and what was wrong with it, where
    it was refused."""
    fields = _fields(form, options, refused)
    places = {one.name for one in fields}
    loose = tuple(one for one in refused.told if one.source not in places)
    shown = {"form": form, "fields": fields, "faults": loose, "own_zone": zone, "game": game}
    return part("command_form.html", language, is_open=refused.is_of(form), **shown)


@remembered(lambda pieces: sum(map(len, pieces)))
def _around_game(
    form: CommandForm, options: tuple[Options, ...], language: str, zone: str
) -> tuple[str, ...]:
    """A form with nothing in it, in pieces: between them stands the number of the game. It is the
    same for all who choose from the same."""
    whole = _whole(form, options, language, zone, RefusedForm(), _GAME)
    return tuple(str(whole).split(_GAME))


def _fields(
    form: CommandForm, options: Sequence[Options], refused: RefusedForm
) -> tuple[FieldShown, ...]:
    """The fields of a form, with what was written into them where it was refused."""
    found: list[FieldShown] = []
    for (one, kind), offered in zip(_asked(form), options, strict=True):
        name = one.name + CALLED if kind == "name" else one.name
        values, faults = (), ()
        if refused.is_of(form):
            values = tuple(refused.sent.every(name))
            faults = tuple(told for told in refused.told if told.source == one.name)
        label = form.labels.get(one.name) or one.says.meaning or one.name
        required, most = one.is_required, one.says.most
        found.append(FieldShown(name, label, kind, values, required, offered, most, faults))
    return tuple(found)


_GAME: Final = "\0"
"""Stands for the number of the game: nobody can write it."""
_NAMED: Final = ("POWER", "PHASE")
"""What a field takes that names one of several."""
_CHOSEN: Final = ("choice", "ticks")
_LONG: Final = ("text", "position", "settings")
"""Fields of several lines."""


def _every_power(viewer: Viewer) -> Sequence[str]:
    return tuple(viewer.g.seats)


def _holds_moment(kind: object) -> bool:
    is_union = get_origin(kind) in (Union, types.UnionType)
    return kind is datetime or (is_union and datetime in get_args(kind))


# A form that was sent


def command_body(kind: type[c.Command], form: SentForm, visit: Visit, viewer: Viewer) -> Body:
    """A form as the body of its command: people by their names, moments by the clock of the zone
    that it names, a position as text or as JSON.

    Raises:
        Problem: if a field cannot be read.
    """
    if kind is c.SetPosition:
        position = _position(form.text("position"), viewer.g)
        return model_of(kind).model_validate({"position": position, "why": form.text("why")})
    for one in declared(kind):
        if (name := one.name + CALLED) in form:
            form = form.but(one.name, _person(form.text(name), one.name, visit))
        elif _holds_moment(one.type) and form.text(one.name):
            form = form.but(one.name, _moment(form.text(one.name), one.name, form.text("zone")))
    return body_of(model_of(kind), form)


def _position(text: str, g: JudgedGame) -> Mapping[str, object]:
    line = text if text.lstrip().startswith("{") else " ".join(text.split())
    try:
        return start_of(g.game.variant, g.game.rule_set, line).to_dict()
    except FormatError as error:
        faults = (error.diagnostic,)
    except PositionError as error:
        faults = error.diagnostics
    raise Problem([one.at("position") for one in faults], 422)


def _person(text: str, place: str, visit: Visit) -> str:
    visit.state.buckets.take("names", visit.caller.key, visit.state.limits.names)
    person = visit.state.judge.accounts.people.called(text.strip())
    if person is None or person.is_deleted:
        what = f"nobody is called {text!r}"
        raise Problem((Diagnostic("no-person", what, "write the whole name").at(place),), 422)
    return str(person.number)


def _moment(text: str, place: str, zone: str) -> str:
    try:
        return moment_in(text, zone or "UTC").isoformat()
    except ActionRefused as fault:
        raise Problem((fault.diagnostic.at(place),), 422) from None
