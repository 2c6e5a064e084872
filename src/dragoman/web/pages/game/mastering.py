"""Pages of a game's masters for what takes more than a button: its settings, and its position."""

from __future__ import annotations

import json
from typing import Any

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.command import ChangeSettings
from dragoman.judge.commands.forming import WHILE_FORMING
from dragoman.judge.log.plain_data import plain_value
from dragoman.judge.log.settings import FIELDS
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.log.table import TABLE
from dragoman.judge.views.viewer import Viewer
from dragoman.web.callers import ViewerHere
from dragoman.web.games import carry_out
from dragoman.web.pages.game.game_choices import leads
from dragoman.web.pages.game.new_game import form_of, settings_of, settings_page
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.requests import model_of
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response

router = page_router("/games/{game}")


# Settings


@router.get("/settings")
def show_settings(visit: VisitHere, game: GameNumber, viewer: ViewerHere) -> Response:
    """The settings of a game, as far as they may change."""
    _check_leads(viewer)
    return _settings_page(visit, game, viewer, form_of(viewer.g.settings))


@router.post("/settings")
def change_settings(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Change them; what was left empty is as by default."""
    _check_leads(viewer)
    given = settings_of(form)
    changed = {
        name: given.get(name, plain_value(FIELDS[name].default))
        for name in _changeable(viewer.g)
        if name in given or not FIELDS[name].is_required
    }
    body = model_of(ChangeSettings).model_validate({"settings": changed})
    try:
        carry_out(ChangeSettings, body, game, visit.caller, visit.state)
    except Problem as problem:
        return _settings_page(visit, game, viewer, form, problem.diagnostics)
    return RedirectResponse(f"/games/{game}#master", 303)


def _changeable(g: JudgedGame) -> frozenset[str]:
    """The settings of a game that may change now."""
    settled = () if g.stage is Stage.FORMING else WHILE_FORMING
    return frozenset(FIELDS) - frozenset(settled)


def _settings_page(
    visit: Visit,
    game: int,
    viewer: Viewer,
    form: SentForm,
    told: tuple[Diagnostic, ...] = (),
) -> Response:
    asked = _changeable(viewer.g)
    shown: dict[str, Any] = {
        "game": game,
        "g": viewer.g,
        "is_good": False,
        "variants": variant_choices(visit) if "variant" in asked else [],
    }
    return settings_page(visit, "game_settings.html", form, asked, told, **shown)


# The position


@router.get("/position")
def show_position(visit: VisitHere, game: GameNumber, viewer: ViewerHere) -> Response:
    """The position of a game as text, to be corrected."""
    _check_leads(viewer)
    g = viewer.g
    if g.stage not in (Stage.RUNNING, Stage.PAUSED):
        raise refused("wrong-stage", f"the game is {g.stage.value}")
    return position_page(visit, game, viewer)


def position_page(
    visit: Visit,
    game: int,
    viewer: Viewer,
    written: SentForm | None = None,
    told: tuple[Diagnostic, ...] = (),
) -> Response:
    """The page with the position as text, or as it was written and what is wrong with that."""
    g = viewer.g
    is_json = g.game.position.affairs is not None
    is_hidden = hides_position(viewer)
    shown: dict[str, Any] = {
        "g": g,
        "words": GameWords(viewer, visit.language),
        "is_json": is_json,
        "is_hidden": is_hidden,
        "text": "" if is_hidden else _position_text(viewer),
        "why": "",
    }
    if written is not None:
        shown |= {"text": written.text("position"), "why": written.text("why")}
    status = status_of(told) if told else 200
    return page(visit, "set_position.html", status, game=game, told=told, **shown)


def hides_position(viewer: Viewer) -> bool:
    """True if a master who plays would see of the position what is not for him."""
    has_secrets = TABLE.of(viewer.g.game.variant).has_secrets(viewer.g.game.position)
    return not viewer.is_master and (viewer.g.is_blind or has_secrets)


def _position_text(viewer: Viewer) -> str:
    """The position as it may be handed in again: as text where it has nothing but units and
    centres, a field a line; else as JSON."""
    variant, position = viewer.g.game.variant, viewer.g.game.position
    if position.affairs is None:
        return "\n| ".join(position.text().split(" | "))
    data: dict[str, Any] = position.to_dict()
    TABLE.of(variant).hide(data, lambda power: True)
    return json.dumps(data, indent=1)


def _check_leads(viewer: Viewer) -> None:
    if not leads(viewer):
        raise refused("not-allowed", "only a master of this game may do that")
