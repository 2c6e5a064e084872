"""The commands that the page of a game offers to somebody, in their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict

from dragoman.extras import extra
from dragoman.judge.log.state import Stage
from dragoman.judge.views.press_view import HeldShape, ReportShape, held_view, reports_view
from dragoman.judge.views.viewer import Viewer
from dragoman.web.games import sheet_data, sheet_tag
from dragoman.web.pages.game.game_choices import leads
from dragoman.web.pages.game.game_forms import MASTERS, MORE, VOTES, FormPart, others
from dragoman.web.pages.html.command_forms import FormMaker, RefusedForm
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit

with extra("judge"):
    from markupsafe import Markup


class FiledOrders(TypedDict):
    """The sheet of a power, for a master who may order for it."""

    power: str
    text: str
    tag: str


class CommandsShown(TypedDict):
    leads: bool
    observes: bool
    own_zone: str
    """The zone by whose clock moments are filled in."""
    vote_forms: Markup
    more_parts: list[tuple[str, Markup]]
    master_parts: list[tuple[str, Markup]]
    held_for_master: Sequence[HeldShape]
    reports: Sequence[ReportShape]
    filed: list[FiledOrders]


def commands_shown(
    visit: Visit,
    game: int,
    viewer: Viewer,
    words: GameWords,
    names: Mapping[int, str],
    refused: RefusedForm,
) -> CommandsShown:
    """The forms that somebody is offered, and what a master's work takes besides."""
    maker = FormMaker(viewer, visit, names, {"POWER": words.power, "PHASE": words.phase}, refused)
    is_master = leads(viewer)
    return {
        "leads": is_master,
        "observes": visit.user in viewer.g.observers,
        "own_zone": visit.zone,
        "vote_forms": maker.put(VOTES.forms, game),
        "more_parts": list(_parts(maker, game, (*MORE, others(of_masters=False)))),
        "master_parts": list(_parts(maker, game, (*MASTERS, others(of_masters=True)))),
        "held_for_master": held_view(viewer) if viewer.is_master else (),
        "reports": reports_view(viewer),
        "filed": list(_filed(viewer)),
    }


def _parts(maker: FormMaker, game: int, parts: Sequence[FormPart]) -> Iterator[tuple[str, Markup]]:
    for part in parts:
        if forms := maker.put(part.forms, game):
            yield part.title, forms


def _filed(viewer: Viewer) -> Iterator[FiledOrders]:
    """The sheets of the phase at hand, for a master who does not play."""
    g = viewer.g
    if not viewer.is_master or g.stage not in (Stage.RUNNING, Stage.PAUSED):
        return
    for power in g.has_to_order():
        phase = str(g.phase)
        text = sheet_data(viewer, power, phase)["text"]
        yield {"power": power, "text": text, "tag": sheet_tag(g, power, phase)}
