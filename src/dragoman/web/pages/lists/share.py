"""A title, a sentence and a picture of a page, for where its link is shared. They are what
everybody may see, whoever asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final
from urllib.parse import quote

from dragoman.drawing.share_card import HEIGHT, WIDTH
from dragoman.extras import MissingExtra, extra
from dragoman.formats import VariantError
from dragoman.game import Resolution, Variant
from dragoman.judge import pictures
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position
from dragoman.web.languages import Spoken
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere
from dragoman.web.pages.html.wording import in_words, in_words_by_number
from dragoman.web.pages.lists.showcase import FIRST, movements, shown_game
from dragoman.web.problems import Problem, page_router, refused
from dragoman.web.responses import packed
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import Response

router = page_router()
_A_DAY: Final = "public, max-age=86400"
_A_WHILE: Final = "public, max-age=300"
CLAIM: Final = "Seven powers, no dice, only your word."
LEAD: Final = (
    "Diplomacy on any map: everybody writes orders, all are judged at once, and you are told why."
)


@dataclass(frozen=True, slots=True)
class Shared:
    """A page as it is shared: its whole address, a title, a sentence, and the whole address of a
    picture of 1200 by 630 pixels with what it shows."""

    address: str
    title: str
    text: str
    image: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def shared_front(visit: Visit) -> Shared:
    """The front page."""
    title, text = in_words(CLAIM, visit.language), in_words(LEAD, visit.language)
    image = visit.address(f"/front.png?language={visit.language}")
    return Shared(visit.address("/"), title, text, image, title)


def shared_game(visit: Visit, game: int, g: JudgedGame, phase: str = "") -> Shared:
    """A game as it stands, or a turn of it."""
    words = GameWords(Viewer(g, Actor()), visit.language)
    below = f"/turns/{phase}" if phase else ""
    said = _lines(g, words, visit.language, phase)
    title = g.settings.title if not phase else f"{g.settings.title}: {words.phase(phase)}"
    # The picture of a game is another after each turn: so is its address.
    query = f"language={visit.language}" + ("" if phase else f"&at={quote(str(g.phase))}")
    image = visit.game_address(game, f"{below}/share.png", query)
    address = visit.game_address(game, below)
    return Shared(address, title, ". ".join(said), image, ", ".join((title, *said)))


def _lines(g: JudgedGame, words: GameWords, language: str, phase: str = "") -> tuple[str, ...]:
    """A game in a few lines, as everybody may know it."""
    viewer, variant = Viewer(g, Actor()), g.game.variant
    said = [variant.title]
    if g.stage is Stage.FORMING:
        free = len(g.seats) - len(g.players) - len(g.applicants)
        if free > 0:
            told = in_words_by_number("one seat free", "%(num)s seats free", free, language)
            said.append(told % {"num": free})
    elif viewer.may_look:
        if phase or not viewer.is_over:
            said.append(words.phase(phase or g.phase))
        if viewer.sees_board:
            said.append(" · ".join(_largest(g, words, phase)))
    return tuple(filter(None, said))


def _largest(g: JudgedGame, words: GameWords, phase: str) -> Iterator[str]:
    turn = _turn(g, phase) if phase else None
    owners = [*(turn.before if turn else g.game.position).owners.values()]
    for power in sorted(g.seats, key=lambda one: -owners.count(one))[:3]:
        if number := owners.count(power):
            yield f"{words.power(power)} {number}"


def _turn(g: JudgedGame, phase: str) -> Resolution | None:
    return next((one for one in g.history if str(one.phase) == phase), None)


# Pictures


@router.get("/front.png")
def paint_front(visit: VisitHere, language: Spoken) -> Response:
    """The picture of the front page."""
    turn, variant = movements()[FIRST], shown_game().variant
    said = (in_words(LEAD, language.value),)
    content = _painted(
        visit, variant, turn.before, turn, in_words(CLAIM, language.value), said, language.value
    )
    return packed(visit.request, content, "image/png", _A_DAY)


@router.get("/games/{game}/share.png")
def paint_game(visit: VisitHere, game: GameNumber, language: Spoken) -> Response:
    """The picture of a game: its last turn, or how it begins where not everybody may look."""
    g = visit.game(game)
    turn = g.history[-1] if g.history and _is_open(g) else None
    return _of_game(visit, g, turn, "", language.value, _A_WHILE)


@router.get("/games/{game}/turns/{phase}/share.png")
def paint_turn(
    visit: VisitHere,
    game: GameNumber,
    phase: Annotated[str, Path(max_length=20)],
    language: Spoken,
) -> Response:
    """The picture of a turn that everybody may see."""
    g = visit.game(game)
    turn = _turn(g, phase.upper()) if _is_open(g) else None
    if turn is None:
        raise refused("no-phase", "no such phase of this game was judged, or it is not to be seen")
    return _of_game(visit, g, turn, str(turn.phase), language.value, _A_DAY)


def _is_open(g: JudgedGame) -> bool:
    """True if everybody may see the whole board."""
    viewer = Viewer(g, Actor())
    return viewer.may_look and viewer.sees_board


def _of_game(
    visit: Visit, g: JudgedGame, turn: Resolution | None, phase: str, language: str, kept: str
) -> Response:
    variant = g.game.variant
    position = turn.before if turn is not None else variant.start
    said = _lines(g, GameWords(Viewer(g, Actor()), language), language, phase)
    with visit.state.map_queue.working_on(g.settings.variant):
        content = _painted(visit, variant, position, turn, g.settings.title, said, language)
    return packed(visit.request, content, "image/png", kept)


def _painted(
    visit: Visit,
    variant: Variant,
    position: Position,
    turn: Resolution | None,
    title: str,
    lines: Sequence[str],
    language: str,
) -> bytes:
    state = visit.state
    state.buckets.take("explanations", visit.caller.key, state.limits.explanations)
    given: tuple[Any, ...] = (variant, position, turn, title, tuple(lines), language)
    try:
        return pictures.shared(state.judge.variants, *given)
    except VariantError as error:
        raise Problem(error.diagnostics, 404) from None
    except MissingExtra as missing:
        raise Problem((missing.diagnostic,), 404) from None
