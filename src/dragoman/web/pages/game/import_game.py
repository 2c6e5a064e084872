"""Going on here with a game of another judge: its files are looked at first, and what was
understood is shown; then its master says how players come to their seats, and takes it over."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final, cast

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.permissions import check_account
from dragoman.judge.imports.given_files import MOST_BYTES, GivenFile, given_files
from dragoman.judge.imports.reading import running_game
from dragoman.judge.imports.running_game import RunningGame
from dragoman.judge.imports.take_over import (
    SETTLED,
    Bringing,
    SeatBrought,
    settings_for,
    take_over,
)
from dragoman.judge.log.on_board import players_powers
from dragoman.judge.log.plain_data import plain_value, written_setting
from dragoman.judge.log.settings import FIELDS
from dragoman.judge.running.budgets import TooMuchWork, working_within
from dragoman.judge.wording.problem_words import in_language
from dragoman.orders import UnitRef
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook
from dragoman.rules.choices.rule_set import PRESETS
from dragoman.values import FrozenMap
from dragoman.web.languages import reader_of
from dragoman.web.pages.game.new_game import PACES
from dragoman.web.pages.html.forms import SentForm, UploadHere
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.pictures import drawn, map_look
from dragoman.web.problems import Problem, page_router, refused, status_of

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response


router = page_router()
PLACE: Final = "/import"
MOST_SECONDS: Final = 20
"""Seconds of the processor that reading a game may take; one of a century takes less than one."""
CHOSEN: Final = ("title", "movement", "retreat", "adjustment", "entry", "anonymous", "draws")
"""Settings that are asked for. All others are as the files say, or as the judge has them."""
SEAT: Final = "seat:"
TO: Final = "to:"
"""The beginnings of the names of the fields of single seats."""


@router.get(PLACE)
def show_import(visit: VisitHere) -> Response:
    """The page on which the files of a running game are chosen."""
    if visit.caller.is_visitor:
        return RedirectResponse(f"/sign-in?next={PLACE}", 303)
    return page(visit, "import.html", running=None, told=(), carried="", limit=_limit(visit))


@router.post(PLACE)
def import_running_game(visit: VisitHere, form: UploadHere) -> Response:
    """Look at the files of a running game, or take it over as it was shown."""
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")
    state, judge = visit.state, visit.state.judge
    files: tuple[GivenFile, ...] = ()
    try:
        check_account(visit.caller.actor)
        # What came along from the step before takes no more than a turn that is explained.
        what = "uploads" if form.files("files") else "explanations"
        state.buckets.take(what, visit.caller.key, getattr(state.limits, what))
        files = _files(form)
        with state.map_queue.slot():
            running = _read(visit, form, files)
        if not form.text("begin"):
            return _looked_at(visit, form, running, files)
        seats = _seats(form, running)
        chosen = _chosen(form)
        actor = visit.caller.actor
        taken, told = take_over(judge, running, chosen, seats, actor, visit.language, visit.now)
        if taken is None:
            return _looked_at(visit, form, running, files, told)
    except ActionRefused as fault:
        return _refused(visit, form, files, (fault.diagnostic,))
    except Problem as problem:
        return _refused(visit, form, files, problem.diagnostics)
    if taken.told:
        return page(visit, "imported.html", game=taken.game, told=taken.told)
    return RedirectResponse(f"/games/{taken.game}#bring", 303)


def _read(visit: Visit, form: SentForm, files: tuple[GivenFile, ...]) -> RunningGame:
    """The game in files.

    Raises:
        ActionRefused: if there is none, or it takes the judge too long to find out.
    """
    try:
        with working_within(MOST_SECONDS):
            variant, rules = form.text("variant"), form.text("rules")
            return running_game(files, visit.state.judge.variants, variant, rules)
    except TooMuchWork:
        what = f"to judge it again takes more than {MOST_SECONDS} s"
        remedy = "give its last position alone"
        raise ActionRefused("too-much-work", what, remedy) from None


def _refused(
    visit: Visit, form: SentForm, files: tuple[GivenFile, ...], told: tuple[Diagnostic, ...]
) -> Response:
    """The page with what was refused. A game that was shown already is shown again, with all that
    was chosen."""
    if files and form.text("begin"):
        try:
            running = _read(visit, form, files)
        except ActionRefused:
            pass
        else:
            return _looked_at(visit, form, running, files, told)
    return page(
        visit,
        "import.html",
        status_of(told),
        running=None,
        told=told,
        form=form,
        carried=_carried(files) if files else "",
        variants=variant_choices(visit),
        limit=_limit(visit),
    )


def _looked_at(
    visit: Visit,
    form: SentForm,
    running: RunningGame,
    files: tuple[GivenFile, ...],
    told: tuple[Diagnostic, ...] = (),
) -> Response:
    game = running.game
    book = Phrasebook(game.variant, visit.language)
    powers = players_powers(game)
    look = map_look(visit.caller.look)
    picture = drawn(
        visit.state,
        game.variant,
        game.position,
        None,
        FrozenMap(),
        reader_of(visit.request),
        look,
    )
    given = settings_for(running, {})
    said, _ = in_language(told, visit.language)
    shown: dict[str, Any] = {
        "running": running,
        "phase": _sentence(book.phase(game.phase)),
        "first": _sentence(book.phase(game.history[0].phase)) if game.history else "",
        "powers": [_power(running, book, one) for one in powers],
        "waiting": [
            (
                book.power(one.unit.power),
                book.unit(UnitRef(one.unit.location, one.unit.kind)),
                [book.place(to) for to in one.options],
            )
            for one in game.position.dislodged
        ],
        "divergences": _told_in(running.divergences, visit.language),
        "left_out": _told_in(running.left_out, visit.language),
        "settings": [
            (name, plain_value(value))
            for name, value in given.items()
            if name not in (*CHOSEN, *SETTLED, "rules")
            and name in FIELDS
            and value != FIELDS[name].default
        ],
        "picture": b64encode(picture.encode()).decode(),
        "carried": _carried(files),
        "given": {name: _field(form, given, name) for name in CHOSEN},
        "form": form,
        "variants": variant_choices(visit),
        "presets": tuple(PRESETS),
        "paces": PACES,
        "wrong": {one.source: one for one in said if one.source in CHOSEN},
        "told": tuple(one for one in told if one.source not in CHOSEN),
        "limit": _limit(visit),
    }
    status = status_of(told) if told else 200
    return page(visit, "import.html", status, **shown)


def _limit(visit: Visit) -> int:
    """Megabytes that may be uploaded at once."""
    return visit.state.limits.upload // 1_000_000


def _power(running: RunningGame, book: Phrasebook, power: str) -> dict[str, Any]:
    position, person = running.game.position, running.players.get(power)
    return {
        "key": power,
        "name": book.power(power),
        "units": [book.unit(UnitRef(one.location, one.kind)) for one in position.units_of(power)],
        "centers": len(position.centers_of(power)),
        "person": person.name if person else "",
        "address": person.address if person else "",
        "ordered": power in running.sheets,
        "alive": power in running.game.survivors,
    }


def _told_in(told: tuple[Diagnostic, ...], language: str) -> list[Diagnostic]:
    """All that is told, each in the reader's language as far as there are words for it."""
    return [in_language((one,), language)[0][0] for one in told]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _field(form: SentForm, given: Mapping[str, Any], name: str) -> str:
    """The text of a field: what was sent, and else what the files say."""
    if name in form:
        return form.text(name)
    value = plain_value(given.get(name, ""))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _chosen(form: SentForm) -> dict[str, Any]:
    """The settings that were chosen. Nothing stands for a title and a pace that nobody gave."""
    found: dict[str, Any] = {}
    for name in CHOSEN:
        text = form.text(name).strip()
        if text or name in ("title", "movement"):
            found[name] = written_setting(name, text)
        elif name in form:
            found[name] = FIELDS[name].default
    return found


def _seats(form: SentForm, running: RunningGame) -> dict[str, SeatBrought]:
    """The way in which each player is brought to his seat.

    Raises:
        ActionRefused: if it was not said for one.
    """
    found: dict[str, SeatBrought] = {}
    for power in players_powers(running.game):
        if power not in running.game.survivors:
            continue
        how = form.text(f"{SEAT}{power}") or form.text("others")
        if how not in {one.value for one in Bringing}:
            what = f"nothing is said of the seat of {power}"
            raise ActionRefused("seat-not-said", what, "choose how its player comes to it")
        found[power] = SeatBrought(Bringing(how), form.text(f"{TO}{power}"))
    return found


# Files, and how they come along from one step to the next: nothing is kept before the game begins


def _files(form: SentForm) -> tuple[GivenFile, ...]:
    """The files that were uploaded, or those that came along from the step before.

    Raises:
        ActionRefused: if they cannot be read.
    """
    uploads = [(one.name, one.content) for one in form.files("files") if one.content]
    if uploads:
        return given_files(uploads)
    if carried := form.text("carried"):
        try:
            squeezed = zlib.decompressobj()
            text = squeezed.decompress(b64decode(carried, validate=True), 2 * MOST_BYTES)
            rows = cast(list[list[str]], json.loads(text))
            return given_files((str(name), str(text).encode()) for name, text in rows)
        except (ValueError, zlib.error, TypeError):
            pass
    what = "there is no file"
    raise ActionRefused("wrong-game-file", what, "choose the files of a game")


def _carried(files: tuple[GivenFile, ...]) -> str:
    text = json.dumps([[one.name, one.text] for one in files])
    return b64encode(zlib.compress(text.encode())).decode()
