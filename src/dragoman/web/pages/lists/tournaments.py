"""Tournaments as pages: rounds, boards, standings, scores; and showing one, for its director."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, NotRequired, TypedDict

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.game import find_variant
from dragoman.judge.boards.published import BoardSeat, TournamentBoard
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.web.pages.html.forms import FormHere
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words, in_words_by_number
from dragoman.web.problems import Problem, page_router, refused
from dragoman.web.tournaments import TournamentBody, publish

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import RedirectResponse, Response
    from pydantic import ValidationError


router = page_router("/tournaments")

STATES: Final = {
    "": "playing",
    "solo": "won by %(power)s",
    "concession": "conceded to %(power)s",
    "voted-draw": "drawn by vote",
    "time-draw": "drawn by time",
    "abandoned": "abandoned",
}
"""States of boards, by the endings of their games."""

CENTERS: Final = (
    "%(centers)s centre on board %(board)s",
    "%(centers)s centres on board %(board)s",
)


PUBLIC: Final = "dragoman tournament export public"
"""The command that writes what a tournament is shown by."""


@dataclass(frozen=True, slots=True)
class GameHere:
    """The game of the judge that is a board: its phase, where the reader may look, and its key
    where it stands in no list."""

    number: int
    phase: str
    is_over: bool
    key: str = ""


@router.get("")
def show_tournaments(visit: VisitHere) -> Response:
    """All tournaments that are shown."""
    return page(visit, "tournaments.html", tournaments=visit.state.judge.tournaments.listed())


@router.get("/new")
def show_publishing(visit: VisitHere, name: str = "") -> Response:
    """The page for publishing a tournament."""
    _check_signed_in(visit)
    return _form_page(visit, {"name": name, "games": _games_text(visit, name), "public": ""})


@router.post("/new")
def publish_by_form(visit: VisitHere, form: FormHere) -> Response:
    """Show a tournament as its director's file has it."""
    _check_signed_in(visit)
    given = {name: form.text(name).strip() for name in ("name", "games")}
    given["public"] = form.text("public-file") or form.text("public")
    try:
        body = TournamentBody(tournament=given["public"], games=_read_games(given["games"]))
        found = publish(body, given["name"], visit.caller, visit.state)
    except ValidationError:
        fault = Diagnostic("too-large", "this is too long for a tournament", "look at the file")
        return _form_page(visit, given, 422, (fault,))
    except ActionRefused as fault:
        return _form_page(visit, given, 422, (fault.diagnostic,))
    except Problem as problem:
        return _form_page(visit, given, problem.status, problem.diagnostics)
    return RedirectResponse(f"/tournaments/{found.name}", 303)


@router.get("/{name}")
def show_tournament(visit: VisitHere, name: Annotated[str, Path(max_length=60)]) -> Response:
    """A tournament: its standings once they are out, its rounds and their boards."""
    found = visit.state.judge.tournaments.named(name)
    shown = found.shown
    rounds = [
        {**one, "boards": [_board(visit, board, found.games) for board in one["boards"]]}
        for one in reversed(shown["rounds"])
    ]
    results: Mapping[str, Any] = shown.get("results", {})
    more: dict[str, Any] = {
        "title": shown["name"],
        "place": shown["place"],
        "rounds": rounds,
        "places": shown.get("results", shown.get("standings", {})),
        "provisional": shown.get("provisional", {}),
        "awards": [
            {**one, "title": _award(visit, one), "why": _why(visit, one)}
            for one in results.get("awards", shown.get("revealed", ()))
        ],
        "scores": [
            {**one, "power": _power(visit, one["power"])} for one in results.get("games", ())
        ],
    }
    return page(visit, "tournament.html", tournament=found, **more)


class SeatShown(BoardSeat):
    key: str
    """The power as the standings call it."""


class BoardShown(TypedDict):
    """A board of a tournament on its page, in the words of the reader."""

    board: str
    state: str
    year: NotRequired[int]
    would_bring: bool
    """True if the points are shown that the seats would bring if the game ended now."""
    seats: list[SeatShown]
    game: GameHere | None


def _board(visit: Visit, board: TournamentBoard, games: Mapping[str, int]) -> BoardShown:
    number = games.get(board["board"])
    found: BoardShown = {
        "board": board["board"],
        "state": _state(visit, board),
        "would_bring": any("points" in seat for seat in board["seats"]),
        "seats": [
            {**seat, "key": seat["power"], "power": _power(visit, seat["power"])}
            for seat in board["seats"]
        ],
        "game": _game_here(visit, number) if number else None,
    }
    if "year" in board:
        found["year"] = board["year"]
    return found


def _state(visit: Visit, board: TournamentBoard) -> str:
    """The state of a board; of one that was published before states came in parts, as its hall says
    it."""
    if "ending" not in board:
        return board["state"]
    said = in_words(STATES[board["ending"]], visit.language)
    return said % {"power": _power(visit, board.get("winner", ""))}


def _power(visit: Visit, power: str) -> str:
    """A power as its reader calls it: ``Austria``. What is no power of the standard game is called
    the same everywhere."""
    standard, key = find_variant("standard"), power.upper()
    return standard.power_name(key, visit.language) if key in standard.board.powers else power


def _award(visit: Visit, award: Mapping[str, Any]) -> str:
    """An award: those that every tournament has in the words of its reader, others as its director
    named them."""
    if power := award.get("power"):
        return in_words("Best %(power)s", visit.language) % {"power": _power(visit, power)}
    title: str = award["title"]
    return in_words(title, visit.language) if award.get("kind") else title


def _why(visit: Visit, award: Mapping[str, Any]) -> str:
    if "board" not in award:
        return award["why"]
    said = in_words_by_number(*CENTERS, award["centers"], visit.language)
    return said % {"centers": award["centers"], "board": award["board"]}


def _game_here(visit: Visit, number: int) -> GameHere:
    g: JudgedGame = visit.state.judge.games.load(number)
    viewer = Viewer(g, visit.caller.actor)
    is_shown = viewer.may_look and g.stage is not Stage.FORMING
    phase = GameWords(viewer, visit.language).phase(g.phase) if is_shown else ""
    # Whoever published the tournament shows its games.
    key = "" if g.settings.listed else visit.state.judge.game_keys.key(number)
    return GameHere(number, phase, viewer.is_over, key)


def _check_signed_in(visit: Visit) -> None:
    if not visit.caller.actor.user:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")


def _games_text(visit: Visit, name: str) -> str:
    """The games of a tournament that is shown already, as the form has them."""
    if not name:
        return ""
    found = visit.state.judge.tournaments.named(name)
    return "\n".join(f"{board} {number}" for board, number in found.games.items())


def _read_games(text: str) -> dict[str, int]:
    """Boards and numbers of games, a pair a line.

    Raises:
        ActionRefused: if a line is no such pair.
    """
    games: dict[str, int] = {}
    for line in filter(str.strip, text.split("\n")):
        board, _, number = line.strip().partition(" ")
        if not number.strip().isdecimal() or len(number) > 9:
            what = f"{line.strip()!r} is not a board with its game"
            raise ActionRefused("wrong-line", what, "write 1B 17, a board a line")
        games[board] = int(number)
    return games


def _form_page(
    visit: Visit,
    given: Mapping[str, str],
    status: int = 200,
    told: tuple[Diagnostic, ...] = (),
) -> Response:
    return page(visit, "publish_tournament.html", status, told=told, given=given, command=PUBLIC)
