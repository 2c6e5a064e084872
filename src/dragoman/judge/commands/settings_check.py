"""Settings checked, and the game on the board that they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dragoman.board import UnknownName
from dragoman.bots import WORDS_OF
from dragoman.bots.characters import BOTS_IN_SEATS, may_sit
from dragoman.diagnostics import Diagnostic
from dragoman.formats import VariantError
from dragoman.game import Find, FormatError, Game, Variant
from dragoman.judge.log.bot_seats import is_for_talkers
from dragoman.judge.log.on_board import players_powers, rules_of, start_of
from dragoman.judge.log.settings import (
    FIELDS,
    LONGEST_TITLE,
    PHASE_KINDS,
    PRESS_KINDS,
    Entry,
    Settings,
    is_one_line,
)
from dragoman.judge.log.table import TABLE
from dragoman.judge.log.times import time_faults
from dragoman.rules import Position, PositionError, RuleSet
from dragoman.tournament.scoring import START_YEAR, GameResult, ResultEnding, choose_scoring

LONGEST_START = 100_000


def check_settings(
    settings: Settings, find: Find, before: Settings | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game on the board that settings mean, None where there is none, and what is wrong with
    them. Switches that it had ``before``, if there was one, may say what they said then."""
    faults = [*time_faults(settings), *_plain_faults(settings)]
    try:
        variant = find(settings.variant)
    except VariantError as error:
        faults += (replace(one, code="unknown-variant").at("variant") for one in error.diagnostics)
        return None, tuple(faults)
    try:
        rules = rules_of(settings, variant)
    except ValueError as error:
        faults.append(Diagnostic("unknown-rule", str(error)).at("rules"))
        return None, tuple(faults)
    if before is None or settings.switches != before.switches:
        faults += _faults_of_switches(settings)
    start, wrong = _start(settings, variant, rules)
    faults += wrong
    game = Game(variant, rules, start)
    return game, (*faults, *_faults_of_game(settings, game))


def _plain_faults(settings: Settings) -> Iterator[Diagnostic]:
    if not settings.title.strip() or len(settings.title) > LONGEST_TITLE:
        what = f"a title has 1 to {LONGEST_TITLE} letters"
        yield Diagnostic("no-title", what, "give the game another one").at("title")
    elif not is_one_line(settings.title):
        what = "a title is one line of visible letters"
        yield Diagnostic("no-title", what, "give the game another one").at("title")
    for kind in settings.press:
        if kind not in PRESS_KINDS:
            what = f"{kind!r} is not a kind of press"
            yield Diagnostic("unknown-press", what, candidates=PRESS_KINDS).at("press")
    if "all-grey" in settings.press and "fake" in settings.press:
        what = "press that nobody signs cannot be signed by another"
        yield Diagnostic("contradicting-press", what, "leave one of them out").at("press")
    for kind in settings.press_in:
        if kind not in PHASE_KINDS:
            what = f"{kind!r} is not a kind of phase"
            yield Diagnostic("unknown-phase-kind", what, candidates=PHASE_KINDS).at("press_in")
    if settings.entry is Entry.CODE and len(settings.code) < 4:
        yield Diagnostic("no-code", "a code has at least four letters").at("code")
    if len(settings.code) > LONGEST_TITLE:
        yield Diagnostic("code-too-long", f"a code has at most {LONGEST_TITLE} letters").at("code")
    for name, one in FIELDS.items():
        least, most = one.says.least, one.says.most
        if one.type is not int or least is None or most is None:
            continue
        if not least <= getattr(settings, name) <= most:
            what = f"this is a number from {least} to {most}"
            yield Diagnostic(f"{name}-out-of-range", what).at(name)
    if settings.rated and (settings.start or settings.programs or settings.bot):
        what = "a rated game begins where its variant does, and people play it"
        yield Diagnostic("not-rated", what, "leave start, programs and bot out").at("rated")
    if settings.bot and settings.bot not in BOTS_IN_SEATS:
        what = f"there is no bot {settings.bot!r}"
        yield Diagnostic("unknown-bot", what, candidates=BOTS_IN_SEATS).at("bot")
    if settings.bot in WORDS_OF and not is_for_talkers(settings):
        what = f"the bot {settings.bot} talks, in private and signed press of movements"
        remedy = "let there be such press, or choose another bot"
        yield Diagnostic("bot-talks", what, remedy).at("bot")
    if settings.scoring:
        scoring, faults = choose_scoring(settings.scoring, settings.scoring_settings)
        place = "scoring" if scoring is None else "scoring_settings"
        yield from (fault.at(place) for fault in faults)
    elif settings.scoring_settings:
        what = "these are settings of no scoring system"
        yield Diagnostic("no-scoring", what, "name one").at("scoring_settings")


def _faults_of_switches(settings: Settings) -> Iterator[Diagnostic]:
    """Switches that say nothing at a judge: orders come there one after the other."""
    chosen = (f"{name}={answer}" for name, answer in settings.switches.items())
    if RuleSet(two_orders="last").with_settings(*chosen).two_orders == "neither":
        what = (
            "of several orders for a unit one always counts here, as they come one after the other"
        )
        yield Diagnostic("rule-in-vain", what, "write two_orders=last, or first").at("switches")


def _start(
    settings: Settings, variant: Variant, rules: RuleSet
) -> tuple[Position | None, tuple[Diagnostic, ...]]:
    if not settings.start.strip():
        return None, ()
    if len(settings.start) > LONGEST_START:
        what = f"a position has at most {LONGEST_START} letters"
        return None, (Diagnostic("start-too-long", what).at("start"),)
    try:
        return start_of(variant, rules, settings.start), ()
    except FormatError as error:
        return None, (error.diagnostic.at("start"),)
    except PositionError as error:
        return None, tuple(one.at("start") for one in error.diagnostics)


def _faults_of_game(settings: Settings, game: Game) -> Iterator[Diagnostic]:
    """Faults of settings that do not go with the board."""
    variant, powers = game.variant, players_powers(game)
    for name in settings.programs:
        try:
            power = variant.board.power_called(name)
        except UnknownName as error:
            yield error.diagnostic.at("programs")
            continue
        if power != name:
            what = f"{name} is called {power} here"
            yield Diagnostic("another-name", what, f"call it {power}").at("programs")
    if set(powers) <= set(settings.programs):
        what = "somebody has to play"
        yield Diagnostic("no-seat-left", what, "leave a power to people").at("programs")
    if settings.last_year and settings.last_year < game.phase.year:
        what = f"the game begins in {game.phase.year}"
        yield Diagnostic("over-before-it-begins", what, "choose a later year").at("last_year")
    if settings.bot in BOTS_IN_SEATS and not may_sit(settings.bot, variant):
        what = f"the bot {settings.bot} does not play such games"
        known = tuple(one for one in BOTS_IN_SEATS if may_sit(one, variant))
        yield Diagnostic("not-played", what, candidates=known).at("bot")
    if game.rule_set.sight != "all" and settings.bot in WORDS_OF:
        what = f"the bot {settings.bot} talks of the whole board"
        yield Diagnostic("bot-sees", what, "choose one that does not talk").at("bot")
    yield from TABLE.of(variant).faults(settings)
    yield from _scoring_faults(settings, powers)
    if not game.survivors:
        what = "nobody has anything on this board"
        yield Diagnostic("empty-board", what, "choose another position").at("start")


def _scoring_faults(settings: Settings, powers: tuple[str, ...]) -> Iterator[Diagnostic]:
    """A fault where the scoring system lacks something to count a game that somebody wins."""
    if not settings.scoring:
        return
    scoring, _ = choose_scoring(settings.scoring, settings.scoring_settings)
    first, *others = powers
    counts = (1, *(0 for _ in others))
    out = dict.fromkeys(others, START_YEAR + 1)
    won = GameResult(
        powers,
        {START_YEAR: counts, START_YEAR + 1: counts},
        ResultEnding.SOLO,
        first,
        eliminated=out,
    )
    if scoring is not None and (missing := scoring.missing(won)) is not None:
        yield missing.at("scoring")
