"""``dragoman judge import``: a running game of another judge, looked at and taken over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dragoman.games.requests import Answer
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:
    from dragoman.judge.imports.running_game import RunningGame
    from dragoman.judge.imports.take_over import SeatBrought
    from dragoman.judge.service import Judge


@dataclass(frozen=True, slots=True)
class WishedGame:
    """The wishes for a game that is to be taken over, as they were typed."""

    master: str = ""
    variant: str = ""
    settings: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    others: str = "open"


def read_uploads(files: Iterable[Path]) -> list[tuple[str, bytes]]:
    """The contents of files, and of the files in folders.

    Raises:
        ActionRefused: if they are too many or too large.
        OSError: if one cannot be read.
    """
    from dragoman.judge.imports.given_files import MOST_BYTES, MOST_FILES
    from dragoman.judge.imports.running_game import refused_file

    found: list[tuple[str, bytes]] = []
    for file in files:
        inner = sorted(one for one in file.iterdir() if one.is_file()) if file.is_dir() else [file]
        for one in inner:
            if one.stat().st_size > MOST_BYTES or len(found) >= MOST_FILES:
                what = "this is too large, or there are too many files"
                raise refused_file(what, "give those of one game alone", str(one))
            found.append((one.name, one.read_bytes()))
    return found


def look_at(judge: Judge, uploads: list[tuple[str, bytes]], wished: WishedGame) -> Answer:
    """The game in files as it is understood; nothing is kept of it."""
    from dragoman.judge.imports.summary import summary, summary_data

    running = _running(judge, uploads, wished)
    hint = "\n\nNothing was kept. With --begin and --master it is taken over, its clock stopped."
    return Answer(summary(running) + hint, {**summary_data(running), "game": None})


def take_over_from(judge: Judge, uploads: list[tuple[str, bytes]], wished: WishedGame) -> Answer:
    """Take the game in files over, and say how its players come to their seats.

    Raises:
        ActionRefused: if that cannot be.
    """
    from dragoman.judge.commands.permissions import Actor
    from dragoman.judge.imports.summary import summary, summary_data
    from dragoman.judge.imports.take_over import take_over
    from dragoman.refusal import ActionRefused

    running = _running(judge, uploads, wished)
    if not wished.master:
        what = "nobody is named to lead the game here"
        raise ActionRefused("no-master", what, "name an account: --master ann")
    master = judge.accounts.people.called(wished.master)
    if master is None:
        raise ActionRefused("no-person", f"there is no account called {wished.master!r}")
    actor = Actor(master.number, is_admin=True)  # whoever runs the machine may as much
    seats = _seats(running, wished)
    chosen = _settings(wished)
    taken, told = take_over(judge, running, chosen, seats, actor, "en", datetime.now(UTC))
    if taken is None:
        return Answer(diagnostics=told)
    g = judge.games.load(taken.game)
    site = judge.site.address.rstrip("/")
    links = {power: f"{site}/j/{code}" for power, code in g.seat_links.items()}
    lines = [f"taken over as game {taken.game}, led by {master.name}; its clock stands still"]
    lines += [f"{power}: {link}" for power, link in links.items()]
    text = "\n".join((summary(running), "", *lines))
    data = {**summary_data(running), "game": taken.game, "links": links}
    return Answer(text, data, (*told, *taken.told))


def _running(judge: Judge, uploads: list[tuple[str, bytes]], wished: WishedGame) -> RunningGame:
    from dragoman.judge.imports.given_files import given_files
    from dragoman.judge.imports.reading import running_game

    rules = str(_settings(wished).get("rules", ""))
    return running_game(given_files(uploads), judge.variants, wished.variant, rules)


def _settings(wished: WishedGame) -> Mapping[str, Any]:
    from dragoman.judge.log.plain_data import written_setting
    from dragoman.judge.log.settings import FIELDS
    from dragoman.refusal import ActionRefused

    found: dict[str, Any] = {}
    for one in wished.settings:
        name, is_given, value = one.partition("=")
        if not is_given or name not in FIELDS:
            what = f"{one!r} sets nothing"
            raise ActionRefused("unknown-setting", what, "write NAME=VALUE", tuple(FIELDS))
        found[name] = written_setting(name, value)
    return found


def _seats(running: RunningGame, wished: WishedGame) -> dict[str, SeatBrought]:
    """The ways in which players are brought to their seats: ``POWER=open``, ``POWER=link``,
    ``POWER=ADDRESS`` or ``POWER=ACCOUNT``."""
    from dragoman.board import UnknownName
    from dragoman.judge.imports.take_over import Bringing, SeatBrought
    from dragoman.refusal import ActionRefused

    if wished.others not in (Bringing.OPEN.value, Bringing.LINK.value):
        what = f"{wished.others!r} is nothing that can be done with other seats"
        raise ActionRefused("wrong-seat", what, "write open, or link")
    usual = SeatBrought(Bringing(wished.others))
    found = dict.fromkeys(running.game.survivors, usual)
    for one in wished.seats:
        name, is_given, to = one.partition("=")
        try:
            power = running.game.variant.board.power_called(name.strip())
        except UnknownName as error:
            raise ActionRefused("unknown-power", str(error), candidates=tuple(found)) from None
        if not is_given or not to.strip():
            raise ActionRefused("wrong-seat", f"{one!r} says nothing", "write POWER=ADDRESS")
        if to in (Bringing.OPEN.value, Bringing.LINK.value):
            found[power] = SeatBrought(Bringing(to))
        else:
            how = Bringing.MAIL if "@" in to else Bringing.ACCOUNT
            found[power] = SeatBrought(how, to.strip())
    return found
