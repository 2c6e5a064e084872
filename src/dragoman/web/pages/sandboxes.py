"""Private boards: taken from a game, or begun anew; all sides ordered, judged, stepped back on,
branched, named, and shared by their link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypedDict

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.sandbox import commands as c
from dragoman.judge.sandbox.board import ROOT, Sandbox
from dragoman.judge.sandbox.board_view import NodeShape, node_view, owners_view, way_to
from dragoman.judge.sandbox.commands import LONGEST_NAME
from dragoman.judge.sandbox.forking import fork_game, fork_start
from dragoman.judge.views.choices_view import choices
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook, TurnFacts, turn_facts
from dragoman.reports.judge_tables import why_not_in_browsers
from dragoman.rules import Phase, PhaseKind
from dragoman.web.callers import ViewerHere
from dragoman.web.languages import units_told
from dragoman.web.pages.html.forms import FormHere, SentForm, body_of
from dragoman.web.pages.html.rendering import JUDGING, Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.games import variant_title
from dragoman.web.pages.lists.variants import variant_choices
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.requests import model_of, route_name
from dragoman.web.responses import json_bytes, tag_of
from dragoman.web.sandboxes import COMMANDS, Link, OwnNumber, carry_out_on_board
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import RedirectResponse, Response


router = page_router()
_BY_ROUTE: Final = {route_name(name): kind for name, kind in COMMANDS.items()}
TITLES: Final = {
    "seat": "%(game)s, %(phase)s, tried from %(power)s’s seat",
    "none": "%(game)s, %(phase)s, tried by an onlooker",
    "copy": "Copy of %(board)s",
}
"""Titles of boards, as long as nobody has given them another."""
_TEXT: Final = "text:"
"""The beginning of the names of the fields for orders; then comes the power."""
NodeAsked = Annotated[
    int, Query(ge=0, le=LARGEST_ID, description="A position; 0 for the one at hand.")
]


@router.get("/sandboxes")
def show_sandboxes(visit: VisitHere) -> Response:
    """One's own boards, and where one begins another."""
    if visit.caller.is_visitor:
        return RedirectResponse("/sign-in?next=/sandboxes", 303)
    return _list_page(visit, SentForm({}))


@router.post("/sandboxes")
def begin_sandbox(visit: VisitHere, form: FormHere) -> Response:
    """Begin a board at a variant's start, or at a position; where something is wrong with it, what
    was written stays."""
    _check_signed_in(visit)
    find = visit.state.judge.games.find
    variant, position = form.text("variant") or "standard", form.text("position")
    title = form.text("title").strip() or variant_title(visit, variant)
    try:
        begun = fork_start(variant, position=position, title=title[:LONGEST_NAME], find=find)
        number = visit.state.judge.sandboxes.create(visit.user, begun, visit.now)
    except ActionRefused as fault:
        return _list_page(visit, form, (fault.diagnostic,))
    return RedirectResponse(f"/sandboxes/{number}", 303)


@router.post("/games/{game}/fork")
def fork(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Take a phase of a game aside, and go there."""
    _check_signed_in(visit)
    phase = form.text("phase")
    begun = fork_game(viewer, game, phase, _title(visit, viewer, phase or str(viewer.g.phase)))
    number = visit.state.judge.sandboxes.create(visit.user, begun, visit.now)
    return RedirectResponse(f"/sandboxes/{number}", 303)


@router.get("/sandboxes/{sandbox}")
def show_sandbox(visit: VisitHere, sandbox: OwnNumber) -> Response:
    """A board of one's own, at the position at hand."""
    if visit.caller.is_visitor:
        return RedirectResponse(f"/sign-in?next=/sandboxes/{sandbox}", 303)
    return _board_page(visit, sandbox)


@router.get("/shared-sandboxes/{link}")
def show_shared(visit: VisitHere, link: Link, node: NodeAsked = 0) -> Response:
    """A board that one has the link of."""
    s = visit.state.judge.sandboxes.linked(link)
    with visit.state.map_queue.working_on(s.origin.variant):
        shown = _shown(visit, s, node or s.at)
    return page(
        visit,
        "sandbox.html",
        s=s,
        number=0,
        link=link,
        told=(),
        is_judged_here=False,
        **shown,
    )


@router.post("/sandboxes/{sandbox}/do/{command}")
def do(
    visit: VisitHere,
    sandbox: OwnNumber,
    command: Annotated[str, Path(max_length=40)],
    form: FormHere,
) -> Response:
    """Give a command by a form, and come back to the board."""
    _check_signed_in(visit)
    kind = _BY_ROUTE.get(command)
    if kind is None:
        raise refused("no-page", f"there is no command {command!r}")
    try:
        _give(visit, sandbox, kind, form)
    except ActionRefused as fault:
        return _board_page(visit, sandbox, (fault.diagnostic,))
    except Problem as problem:
        return _board_page(visit, sandbox, problem.diagnostics, problem.status)
    return RedirectResponse(f"/sandboxes/{sandbox}", 303)


@router.post("/sandboxes/{sandbox}/orders")
def save_orders(visit: VisitHere, sandbox: OwnNumber, form: FormHere) -> Response:
    """Save the orders of all sides as text, and judge them, if that is wished."""
    _check_signed_in(visit)
    boards, tag = visit.state.judge.sandboxes, form.text("tag")
    told: list[Diagnostic] = []
    try:
        for name in form.names(_TEXT):
            s = boards.load(sandbox, visit.user)
            power, text = name.removeprefix(_TEXT), form.text(name)
            if text.strip() == s.nodes[s.at].sheets.get(power, "").strip():
                continue
            body = model_of(c.Order, name="SandboxOrder").model_validate(
                {"power": power, "text": text}
            )
            carry_out_on_board(c.Order, body, sandbox, visit.caller, visit.state, tag)
            told += _told(visit, sandbox, power)
            tag = ""
        if not told and form.text("judge"):
            _give(visit, sandbox, c.Adjudicate, SentForm({}))
    except ActionRefused as fault:
        return _board_page(visit, sandbox, (fault.diagnostic,), written=form)
    except Problem as problem:
        return _board_page(visit, sandbox, problem.diagnostics, problem.status, form)
    if told:
        return _board_page(visit, sandbox, tuple(told))
    return RedirectResponse(f"/sandboxes/{sandbox}", 303)


@router.post("/sandboxes/{sandbox}/copies")
def copy(visit: VisitHere, sandbox: OwnNumber) -> Response:
    """Copy a board of one's own, and go on with the copy."""
    _check_signed_in(visit)
    boards = visit.state.judge.sandboxes
    title = _copy_title(visit, boards.load(sandbox, visit.user).title)
    number = boards.copy(sandbox, visit.user, visit.now, title)
    return RedirectResponse(f"/sandboxes/{number}", 303)


@router.post("/shared-sandboxes/{link}/copies")
def copy_shared(visit: VisitHere, link: Link) -> Response:
    """Copy a board that one has the link of, and go on with the copy."""
    _check_signed_in(visit)
    boards = visit.state.judge.sandboxes
    title = _copy_title(visit, boards.linked(link).title)
    number = boards.copy_linked(link, visit.user, visit.now, title)
    return RedirectResponse(f"/sandboxes/{number}", 303)


@router.post("/sandboxes/{sandbox}/remove")
def remove(visit: VisitHere, sandbox: OwnNumber) -> Response:
    """Remove a board."""
    _check_signed_in(visit)
    visit.state.judge.sandboxes.remove(sandbox, visit.user)
    return RedirectResponse("/sandboxes", 303)


def _title(visit: Visit, viewer: Viewer, wanted: str) -> str:
    """The title of a board that is taken from a game: ``Kaiser's Table, Autumn 1902, tried from
    Germany's seat``."""
    g, phase = viewer.g, wanted.strip().upper()
    if phase not in (str(g.phase), *(str(one.phase) for one in g.history)):
        return ""  # which is refused, with those that there are
    book = Phrasebook(g.game.variant, visit.language)
    said, words = book.phase(Phase.parse(phase)), TITLES["seat" if viewer.power else "none"]
    if Phase.parse(phase).kind is PhaseKind.MOVEMENT:
        said = said.partition(",")[0]
    parts = {
        "phase": said[:1].upper() + said[1:],
        "power": book.power(viewer.power) if viewer.power else "",
    }
    text = in_words(words, visit.language)
    room = LONGEST_NAME - len(text % {"game": "", **parts})
    game = g.settings.title
    return text % {"game": game if len(game) <= room else game[: room - 1] + "…", **parts}


def _copy_title(visit: Visit, title: str) -> str:
    return (in_words(TITLES["copy"], visit.language) % {"board": title})[:LONGEST_NAME]


def _check_signed_in(visit: Visit) -> None:
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")


def _give(visit: Visit, sandbox: int, kind: type[c.Command], form: SentForm) -> None:
    body = body_of(model_of(kind, name=f"Sandbox{kind.__name__}"), form)
    carry_out_on_board(kind, body, sandbox, visit.caller, visit.state, form.text("tag"))


def _told(visit: Visit, sandbox: int, power: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a side's orders at the position at hand."""
    s = visit.state.judge.sandboxes.load(sandbox, visit.user)
    text = s.nodes[s.at].sheets.get(power, "")
    with visit.state.map_queue.working_on(s.origin.variant):
        game = s.game(s.at)
        game.clear(power)
        return game.order(power, text) if text else ()


def _list_page(visit: Visit, form: SentForm, told: tuple[Diagnostic, ...] = ()) -> Response:
    status = status_of(told) if told else 200
    boards = visit.state.judge.sandboxes.listed(visit.user)
    shown: dict[str, Any] = {
        "boards": boards,
        "variants": variant_choices(visit),
        "variant_title": variant_title,
        "form": form,
    }
    return page(visit, "sandboxes.html", status, told=told, **shown)


def _board_page(
    visit: Visit,
    sandbox: int,
    told: tuple[Diagnostic, ...] = (),
    status: int = 0,
    written: SentForm | None = None,
) -> Response:
    s = visit.state.judge.sandboxes.load(sandbox, visit.user)
    with visit.state.map_queue.working_on(s.origin.variant):
        shown = _shown(visit, s, s.at)
        tag = tag_of(json_bytes(owners_view(sandbox, s)))
    if written is not None:
        texts = {name.removeprefix(_TEXT): written.text(name) for name in written.names(_TEXT)}
        shown["sheets"] = {**shown["sheets"], **texts}
    answer = status or (status_of(told) if told else 200)
    told_shown: dict[str, Any] = {"told": told, "tag": tag}
    is_plain = visit.caller.look.notation is None
    told_shown["is_judged_here"] = is_plain and why_not_in_browsers(s.variant, s.rules) == ""
    policy = JUDGING if told_shown["is_judged_here"] else None
    told_shown |= {"s": s, "number": sandbox, "link": ""}
    return page(visit, "sandbox.html", answer, policy, **told_shown, **shown)


class TreeNode(TypedDict):
    node: int
    depth: int
    phase: str
    name: str
    on_way: bool
    """True if it leads to the node that is shown."""
    winners: list[str]


class PositionShown(TypedDict):
    """A position on a page: the tree around it, who stands there, how it came about."""

    view: NodeShape
    node: int
    facts: TurnFacts | None
    why: bool
    turn_page: str
    turn: str
    powers: list[str]
    """Those that order."""
    sheets: dict[str, str]
    rows_at_first: int
    power_name: Callable[[str], str]
    units: dict[str, list[str]]
    taken: str
    """The phase of the game that it is taken from."""
    tree: list[TreeNode]


def _shown(visit: Visit, s: Sandbox, number: int) -> PositionShown:
    view = node_view(s, number)
    notation = visit.caller.look.notation
    phrasebook = Phrasebook(s.variant, visit.language, notation=notation)
    way = set(way_to(s, number))
    resolution = s.resolution(number)
    facts = None
    if resolution is not None:
        facts = turn_facts(
            s.variant,
            resolution,
            visit.language,
            title=s.title,
            earlier=s.earlier(number),
            notation=notation,
        )
    ordering = [power for power in s.powers if view["position"]["units"].get(power)]
    ordering += [p for p in s.powers if p not in ordering and p in view["position"]["centers"]]
    return {
        "view": view,
        "node": number,
        "facts": facts,
        "why": False,
        "turn_page": "",
        "turn": _phase(phrasebook, view["phase"]),
        "powers": [] if view["winners"] else ordering,
        "sheets": view["sheets"],
        "rows_at_first": _rows_at_first(s, number),
        "power_name": phrasebook.power,
        "units": {
            power: [*map(units_told(phrasebook), units)]
            for power, units in view["position"]["units"].items()
        },
        "taken": _phase(phrasebook, s.origin.seen) if s.origin.seen else "",
        "tree": [
            {
                "node": one,
                "depth": depth,
                "phase": _phase(phrasebook, s.nodes[one].position["phase"]),
                "name": s.nodes[one].name,
                "on_way": one in way,
                "winners": [phrasebook.power(power) for power in s.nodes[one].winners],
            }
            for one, depth in _tree(s)
        ],
    }


def _rows_at_first(s: Sandbox, number: int) -> int:
    """The number of rows that the list beside the board begins with: those of the first side that
    has any."""
    game = s.game(number)
    found = (choices(game, power) for power in s.powers)
    return next(filter(None, (len(one["units"]) + len(one.get("builds", ())) for one in found)), 0)


def _tree(s: Sandbox) -> list[tuple[int, int]]:
    """All positions, each after the one that it came of, and how many branchings are before it."""
    depths: dict[int, int] = {}
    for number in s.branch(ROOT):
        parent = s.nodes[number].parent
        branches = bool(parent) and len(s.children(parent)) > 1
        depths[number] = depths.get(parent, 0) + branches
    return list(depths.items())


def _phase(phrasebook: Phrasebook, phase: str) -> str:
    found = phrasebook.phase(Phase.parse(phase))
    return found[:1].upper() + found[1:]
