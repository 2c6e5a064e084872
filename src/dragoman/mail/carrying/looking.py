"""What can be asked: lists, games, their course; of each what whoever asks may see."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.event_messages import board_report, phase_report
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games, parts_of
from dragoman.judge.views.game_view import GameView, SeatShape, game_view
from dragoman.judge.views.turn_view import summary_view
from dragoman.judge.views.viewer import Viewer
from dragoman.mail.answer import Part, Picture
from dragoman.mail.carrying.finding import game_called, game_meant, phase_named
from dragoman.mail.carrying.session import Outcome, Session, shown
from dragoman.mail.language.reading import Command
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase

_EVERY: Final = ("all", "full", "games", "alle", "partien")
_MOST_LISTED: Final = 100
LONGEST_HISTORY: Final = 100_000
"""Letters of a history, about; what comes after that is asked for by another mail."""


def list_games(s: Session, command: Command) -> Outcome:
    """The games of this judge, or one of them."""
    name = command.part("game")
    if name and name.casefold() not in _EVERY:
        return _one_game(s, game_called(s, name))
    if not name and s.game:  # as with nJudge: the one that he is signed on to
        return _one_game(s, s.game)
    found = find_games(s.judge.database, GameSearch(), s.actor, _MOST_LISTED + 1)
    mine = (
        {game: part for game, part in parts_of(s.judge.database, s.person)}
        if s.person and not s.bound
        else {}
    )
    rows = [_row(s, one, str(mine.get(one.game, ""))) for one in found[:_MOST_LISTED]]
    if not rows:
        return Outcome((s.say("no-games"),))
    table = _table([s.say("list-head").split("|"), *rows])
    s.parts.append(Part(s.say("list-title"), tuple(table), True))
    if len(found) > _MOST_LISTED:
        return Outcome((s.say("list-more", site=s.judge.site.address),))
    return Outcome((s.say("below"),))


def _row(s: Session, one: ListedGame, part: str) -> list[str]:
    summary: dict[str, Any] = one.summary
    state = s.say("open") if one.is_open else s.say(f"short-{one.stage}")
    phase = summary.get("phase") or ""
    mine = s.say(f"part-{part}") if part else ""
    return [str(one.game), one.title, one.variant, state, str(phase), mine]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def who_game(s: Session, command: Command) -> Outcome:
    """Who plays what."""
    return _one_game(s, game_meant(s, command.part("game")), short=True)


def _one_game(s: Session, game: int, *, short: bool = False) -> Outcome:
    viewer = s.viewer(game)
    g, view = viewer.g, game_view(viewer)
    users = frozenset(
        number
        for number in (*view["masters"], *(seat.get("user") for seat in view["seats"]))
        if number is not None
    )
    names = s.judge.accounts.people.names(users)
    lines = [*_facts(s, g, view)] if not short else []
    masters = ", ".join(names.get(one, str(one)) for one in view["masters"])
    lines += [s.say("masters", names=masters), ""]
    rows = [_seat_row(s, g, seat, names) for seat in view["seats"]]
    lines += _table(rows)
    if view["waiting"]:
        lines += ["", s.say("waiting-count", count=len(view["waiting"]))]
    title = s.say("game-title", game=game, title=g.settings.title)
    s.parts.append(Part(title, tuple(lines), True))
    return Outcome((s.say("below"),))


def _facts(s: Session, g: JudgedGame, view: GameView) -> list[str]:
    lines = [s.say("fact-variant", variant=view["variant"]), s.say(f"stage-{view['stage']}")]
    if view.get("phase"):
        lines.append(s.say("fact-phase", phase=s.book(g).phase(g.phase)))
    if deadline := view.get("deadline"):
        when = s.moment(datetime.fromisoformat(deadline))
        lines.append(s.say("fact-deadline", deadline=when))
    for name, value in view["settings"].items():
        if name not in ("title", "variant", "start"):
            lines.append(f"{name}: {shown(value)}")
    for one in view.get("proposals", ()):
        if not one["outcome"]:
            powers = ", ".join(map(s.book(g).power, one["powers"]))
            what = s.say(f"vote-{one['what']}", powers=powers)
            lines.append(s.say("open-vote", number=one["number"], what=what))
    if "ending" in view:
        powers = ", ".join(map(s.book(g).power, view["ending"]["powers"]))
        lines.append(s.say("fact-ending", how=s.say(f"how-{view['ending']['how']}"), powers=powers))
    return lines


def _seat_row(s: Session, g: JudgedGame, seat: SeatShape, names: dict[int, str]) -> list[str]:
    power = seat["power"]
    if (user := seat.get("user")) is not None:
        who = names.get(user, str(user))
    elif seat["bot"]:
        who = seat["bot"]
    else:
        who = s.say("somebody") if seat["taken"] else s.say("nobody")
    notes = [s.say("out")] if seat["alive"] is False else []
    if seat["missed"]:
        notes.append(s.say("missed", count=seat["missed"]))
    if "ordered" in seat:
        notes.append(s.say("has-ordered" if seat["ordered"] else "has-not-ordered"))
    if seat.get("ready"):
        notes.append(s.say("is-ready"))
    return [s.book(g).power(power), who, ", ".join(notes)]


def summary(s: Session, command: Command) -> Outcome:
    """Who owned how many centres, and when."""
    game = game_meant(s, command.part("game"))
    viewer = s.viewer(game)
    try:
        view = summary_view(viewer)
    except LookupError:
        raise ActionRefused("not-to-be-seen", s.say("not-to-be-seen")) from None
    book = s.book(viewer.g)
    powers = list(viewer.g.seats)
    head = ["", *(book.power(power) for power in powers)]
    rows = [
        [row["after"], *(str(row["centers"].get(power, 0)) for power in powers)]
        for row in view["centers"]
    ]
    title = s.say("summary-title", game=game, title=viewer.g.settings.title)
    lines = [*_table([head, *rows]), "", s.say("phases-judged", count=view["phases"])]
    s.parts.append(Part(title, tuple(lines), True))
    return Outcome((s.say("below"),))


def history(s: Session, command: Command) -> Outcome:
    """What came of each phase, from one to another; of all where none is named."""
    game = game_meant(s, command.part("game"))
    viewer = s.viewer(game)
    g = viewer.g
    if not viewer.may_look:
        raise ActionRefused("not-to-be-seen", s.say("not-to-be-seen"))
    first, last = (_phase(s, g, command.part(name)) for name in ("first", "last"))
    wanted = [
        str(one.phase)
        for one in g.history
        if (first is None or one.phase >= first) and (last is None or one.phase <= last)
    ]
    if not wanted:
        raise ActionRefused("nothing-judged", s.say("nothing-judged"))
    length, kept = 0, dict[tuple[Any, ...], str]()
    for number, phase in enumerate(wanted):
        text, _ = phase_report(viewer, phase, s.book(g), kept)
        title = s.say("history-title", game=game, phase=s.book(g).phase(Phase.parse(phase)))
        s.parts.append(Part(title, tuple(text.split("\n")), True))
        length += len(text)
        if length > LONGEST_HISTORY and number + 1 < len(wanted):
            return Outcome(
                (s.say("below"), s.say("history-more", game=game, phase=wanted[number + 1]))
            )
    return Outcome((s.say("below"),))


def _phase(s: Session, g: JudgedGame, text: str) -> Phase | None:
    if not text:
        return None
    if text.isdigit():
        found = [one.phase for one in g.history if one.phase.year >= int(text)]
        return found[0] if found else Phase(int(text), "S", "M")
    found_phase = phase_named(g, text)
    if found_phase is None:
        raise ActionRefused("unknown-phase", s.say("no-phase", text=text), s.say("no-phase-remedy"))
    return found_phase


def look_on_file(s: Session, game: int, power: str, phase: str) -> Part | None:
    """The orders on file for a power and a phase, as they are read."""
    viewer: Viewer = s.viewer(game)
    g, book = viewer.g, s.book(viewer.g)
    if not viewer.sees_orders(power):
        return None
    title = s.say("on-file", power=book.power(power), phase=book.phase(Phase.parse(phase)))
    if phase != str(g.phase):
        sheet = g.sheets.get((power, phase))
        rows = sheet.text.split("\n") if sheet is not None and sheet.text.strip() else []
        return Part(title, tuple(rows) or (s.say("none-on-file"),), True)
    return Part(title, tuple(_on_file(s, viewer, power)), True)


def look_at_board(s: Session, game: int) -> Part | None:
    """Where a game stands, with its map; nothing where nothing of it is to be seen."""
    viewer = s.viewer(game)
    told = board_report(viewer, s.book(viewer.g))
    if not told:
        return None
    s.pictures.append(Picture(game, s.person))
    return Part("", tuple(told.split("\n")), True)


def _on_file(s: Session, viewer: Viewer, power: str) -> list[str]:
    from dragoman.judge.views.orders_view import ordered
    from dragoman.orders import unit_of
    from dragoman.rules import PhaseKind

    g, book = viewer.g, s.book(viewer.g)
    found = ordered(viewer, power)
    given = found.game.orders(power)
    lines = [book.order(one) for one in given] or [s.say("none-on-file")]
    if g.phase.kind is PhaseKind.MOVEMENT:
        units = (unit_of(one) for one in given)
        named = {g.game.variant.board.province_of[one.location] for one in units if one is not None}
        idle = [
            book.unit(one)
            for one in found.game.position.units_of(power)
            if g.game.variant.board.province_of[one.location] not in named
        ]
        if idle:
            lines += ["", s.say("without-orders", units=", ".join(idle))]
    if not viewer.sees_readiness(power):
        return lines
    if power in tuple(g.has_to_order()):
        lines += ["", s.say("you-are-ready" if g.is_ready(power) else "you-are-not-ready")]
    if g.deadline is not None:
        lines.append(s.say("due", phase=book.phase(g.phase), deadline=s.moment(g.deadline)))
    return lines
