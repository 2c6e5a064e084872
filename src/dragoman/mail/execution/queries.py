"""Queries: lists, games and their course, each as whoever asks may see it; files and pictures;
``HELP``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, cast

import dragoman
from dragoman.formats import shipped_folder, shipped_variants
from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.notices.event_messages import board_report, phase_report
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games, parts_of
from dragoman.judge.views.game_view import GameView, SeatShape, game_view
from dragoman.judge.views.orders_view import ordered
from dragoman.judge.views.turn_view import summary_view
from dragoman.judge.views.viewer import Viewer
from dragoman.mail.execution.lookup import game_called, game_meant, phase_named
from dragoman.mail.execution.session import CommandOutcome, MailSession, shown
from dragoman.mail.language.flags import FLAGS, Flag, read_flags
from dragoman.mail.language.parser import MailCommand
from dragoman.mail.language.verbs import LACKING, VERBS, Whom, verb_called, words
from dragoman.mail.message import AnswerPart, Attachment, MapPicture
from dragoman.orders import unit_of
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase, PhaseKind
from dragoman.values import FrozenMap
from dragoman.words import in_language

# Games

_EVERY: Final = ("all", "full", "games", "alle", "partien")
_MOST_LISTED: Final = 100
LONGEST_HISTORY: Final = 100_000
"""Letters of a history, about; what comes after that is asked for by another mail."""


def list_games(s: MailSession, command: MailCommand) -> CommandOutcome:
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
        return CommandOutcome((s.say("no-games"),))
    table = _table([s.say("list-head").split("|"), *rows])
    s.parts.append(AnswerPart(s.say("list-title"), tuple(table), True))
    if len(found) > _MOST_LISTED:
        return CommandOutcome((s.say("list-more", site=s.judge.site.address),))
    return CommandOutcome((s.say("below"),))


def _row(s: MailSession, one: ListedGame, part: str) -> list[str]:
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


def who_game(s: MailSession, command: MailCommand) -> CommandOutcome:
    """List the players of a game."""
    return _one_game(s, game_meant(s, command.part("game")), short=True)


def _one_game(s: MailSession, game: int, *, short: bool = False) -> CommandOutcome:
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
    s.parts.append(AnswerPart(title, tuple(lines), True))
    return CommandOutcome((s.say("below"),))


def _facts(s: MailSession, g: JudgedGame, view: GameView) -> list[str]:
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


def _seat_row(s: MailSession, g: JudgedGame, seat: SeatShape, names: dict[int, str]) -> list[str]:
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


def summary(s: MailSession, command: MailCommand) -> CommandOutcome:
    """List the centres of each power over time."""
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
    s.parts.append(AnswerPart(title, tuple(lines), True))
    return CommandOutcome((s.say("below"),))


def history(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Show the results of the phases from one to another; of all where none is named."""
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
        s.parts.append(AnswerPart(title, tuple(text.split("\n")), True))
        length += len(text)
        if length > LONGEST_HISTORY and number + 1 < len(wanted):
            return CommandOutcome(
                (s.say("below"), s.say("history-more", game=game, phase=wanted[number + 1]))
            )
    return CommandOutcome((s.say("below"),))


def _phase(s: MailSession, g: JudgedGame, text: str) -> Phase | None:
    if not text:
        return None
    if text.isdigit():
        found = [one.phase for one in g.history if one.phase.year >= int(text)]
        return found[0] if found else Phase(int(text), "S", "M")
    found_phase = phase_named(g, text)
    if found_phase is None:
        raise ActionRefused("unknown-phase", s.say("no-phase", text=text), s.say("no-phase-remedy"))
    return found_phase


def look_on_file(s: MailSession, game: int, power: str, phase: str) -> AnswerPart | None:
    """The orders on file for a power and a phase, as they are read."""
    viewer: Viewer = s.viewer(game)
    g, book = viewer.g, s.book(viewer.g)
    if not viewer.reads_orders(power):
        return None
    title = s.say("on-file", power=book.power(power), phase=book.phase(Phase.parse(phase)))
    if phase != str(g.phase):
        sheet = g.sheets.get((power, phase))
        rows = sheet.text.split("\n") if sheet is not None and sheet.text.strip() else []
        return AnswerPart(title, tuple(rows) or (s.say("none-on-file"),), True)
    return AnswerPart(title, tuple(_on_file(s, viewer, power)), True)


def look_at_board(s: MailSession, game: int) -> AnswerPart | None:
    """The position of a game, with its map; None where nothing of it is to be seen."""
    viewer = s.viewer(game)
    told = board_report(viewer, s.book(viewer.g))
    if not told:
        return None
    s.pictures.append(MapPicture(game, s.person))
    return AnswerPart("", tuple(told.split("\n")), True)


def _on_file(s: MailSession, viewer: Viewer, power: str) -> list[str]:
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


# ``HELP``

_ALSO: Final = ("if", "endpress")
"""Words of mails that are no commands, and have a help."""
_MEANT: Final = FrozenMap({"else": "if", "endif": "if", "wenn": "if", "moves": "orders"})


def help_(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Show the help on all commands, or on one."""
    return help_on(s, command.part("topic"))


def version(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Which program the judge is."""
    return CommandOutcome((f"Dragoman {dragoman.__version__}",))


def help_on(s: MailSession, topic: str) -> CommandOutcome:
    """The help on a topic, or on all."""
    name = topic.strip().rstrip(".!?").casefold()
    name = name.removeprefix("set ") if name != "set" else name
    helps = cast(Mapping[str, Mapping[str, Any]], words(s.language)["help"])
    if not name:
        return _all(s, helps)
    if name in ("all", "commands", "alles", "kommandos"):
        return _all(s, helps)
    key = _MEANT.get(name, name)
    verb = verb_called(name)
    if verb is not None:
        key = verb.key
    if key == "set":
        return _flags(s, helps)
    if key in LACKING:
        return CommandOutcome((s.say(f"lacking{key}", site=s.judge.site.address),))
    if key in helps:
        s.parts.append(
            AnswerPart(key.upper() if verb is None else verb.name, _lines(s, helps[key]), True)
        )
        return CommandOutcome((s.say("below"),))
    wanted, _ = read_flags(f"{name} 1" if name in ("clock", "next") else name)
    flag = wanted[0].flag if wanted else FLAGS.get(name.replace(" ", "-"))
    if flag is not None:
        s.parts.append(AnswerPart(f"SET {flag.name}", (_flag(s, flag),)))
        return CommandOutcome((s.say("below"),))
    told = _all(s, helps)
    return CommandOutcome((s.say("no-topic", topic=topic), *told.told), True)


def _lines(s: MailSession, one: Mapping[str, Any]) -> tuple[str, ...]:
    text = str(one["text"]).strip().split("\n")
    example = str(one["example"]).strip("\n").split("\n")
    return (str(one["usage"]), "", *text, "", s.say("example"), *(f"    {row}" for row in example))


def _all(s: MailSession, helps: Mapping[str, Mapping[str, Any]]) -> CommandOutcome:
    lines = [*s.say("help-head").split("\n")]
    for whom in Whom:
        lines += ["", s.say(f"help-{whom.value}")]
        keys = [verb.key for verb in VERBS.values() if verb.whom is whom]
        keys += _ALSO if whom is Whom.GAME else ()
        lines += [f"  {helps[key]['usage']}" for key in keys]
    s.parts.append(AnswerPart(s.say("help-title"), tuple(lines), True))
    return CommandOutcome((s.say("below"),))


def _flags(s: MailSession, helps: Mapping[str, Mapping[str, Any]]) -> CommandOutcome:
    lines = [*_lines(s, helps["set"]), ""]
    lines += [_flag(s, flag) for flag in FLAGS.values()]
    lines += ["", s.say("help-own")]
    lines += ["", s.say("help-lacking")]
    for name, text in NJUDGE_SETTINGS.items():
        lines.append(f"  {name.replace('_', ' ').upper()}: {in_language(text, s.language)}")
    s.parts.append(AnswerPart("SET", tuple(lines), True))
    return CommandOutcome((s.say("below"),))


def _flag(s: MailSession, flag: Flag) -> str:
    """A flag in a line: what it does, and what it is called here."""
    if flag.key.startswith("-"):
        nearest = in_language(NJUDGE_SETTINGS[flag.key.removeprefix("-")], s.language)
        return s.say("lacking", flag=flag.name, instead=nearest)
    no = f" (NO {flag.name})" if flag.can_be_off else ""
    told = cast(Mapping[str, str], words(s.language)["flags"]).get(flag.key, "")
    if flag.switch:
        here = f"{flag.switch}={flag.on}" + (f" ({flag.off})" if flag.off is not None else "")
        told = f"{told} [{here}]"
    elif flag.setting:
        told = f"{told} [{flag.setting}]"
    return f"  {flag.name}{no}: {told}"


# ``GET``: maps of variants as files, and pictures of games

_KINDS = ("map", "seed")


def get(s: MailSession, command: MailCommand) -> CommandOutcome:
    """Send something: ``GET MAP 17 F1901M``, ``GET map.standard``, ``GET VARIANTS``."""
    what, rest = command.part("what"), command.part("rest").split()
    kind, _, name = what.casefold().partition(".")
    if not name and kind in ("map", "karte", "picture"):
        return _picture(s, rest)
    if kind in ("index", "variants", "varianten") and not name:
        lines = [*shipped_variants(), *(one.key for one in s.judge.variants.listed())]
        s.parts.append(AnswerPart(s.say("variants-title"), tuple(lines), True))
        return CommandOutcome((s.say("below"),))
    if kind in ("help", "hilfe") and not name:
        return help_on(s, " ".join(rest))
    if not name and rest and kind in _KINDS:
        name = rest[0].casefold()
    if kind in (*_KINDS, "variant") and name:
        return _file(s, kind, name.removesuffix(".toml"))
    raise ActionRefused("no-file", s.say("no-file", name=what), s.say("no-file-remedy"))


def _picture(s: MailSession, words: list[str]) -> CommandOutcome:
    """The map of a game, at the phase at hand or as one left it."""
    name = words[0] if words and (words[0].isdigit() or len(words) > 1) else ""
    game = game_meant(s, name)
    viewer = s.viewer(game)
    rest = " ".join(words[1:] if name else words)
    g = viewer.g
    if not viewer.may_look:
        raise ActionRefused("not-to-be-seen", s.say("not-to-be-seen"))
    phase = ""
    if rest:
        found = phase_named(g, rest)
        if found is None or (found != g.phase and all(one.phase != found for one in g.history)):
            had = (*(str(one.phase) for one in g.history), str(g.phase))
            raise ActionRefused("unknown-phase", s.say("no-phase", text=rest), "", had)
        phase = "" if found == g.phase else str(found)
    s.pictures.append(MapPicture(game, s.person, phase))
    return CommandOutcome((s.say("picture-sent"),))


def _file(s: MailSession, kind: str, name: str) -> CommandOutcome:
    """A file of a variant, as designers write them."""
    brought = s.judge.variants.brought(name)
    if brought is not None:
        text = {"map": brought.map, "seed": brought.seed, "variant": brought.toml}[kind]
        data = text.encode()
        name = brought.name
    elif name in shipped_variants():
        folder = shipped_folder() / name
        data = (folder / ("variant.toml" if kind == "variant" else f"{kind}.{name}")).read_bytes()
    else:
        near = tuple(one for one in shipped_variants() if one.startswith(name[:3]))
        raise ActionRefused("unknown-variant", s.say("no-variant", name=name), "", near)
    called = "variant.toml" if kind == "variant" else f"{kind}.{name}"
    s.files.append(Attachment(called, "text/plain", data))
    return CommandOutcome((s.say("file-sent", name=called),))
