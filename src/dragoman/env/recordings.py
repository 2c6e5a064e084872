"""Games that other programs recorded, read one after the other and judged again: the ``diplomacy``
package's saved games, the research data set of such (one on each line), and the logs of
AI_Diplomacy, which are such with more in them.

What is wrong with a game is told and takes no other with it. Each order and each position that
came out otherwise there is a divergence; the games themselves go on from what was recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.errors import checked
from dragoman.formats import load_variant
from dragoman.formats.records.diplomacy_package import (
    Find,
    SavedGame,
    recorded_results,
    retell_saved_game,
)
from dragoman.game import FormatError, Game, JsonObject, Resolution
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.explaining import explained_outcome
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.rules import Outcome, RuleSet

LONGEST: Final = 64 << 20
"""Bytes of one game at most. Real ones have some 100,000 to 1,000,000."""
_MARK: Final = b"\xef\xbb\xbf"


class Divergence(NamedTuple):
    """An order, or with an empty ``order`` a position, that was recorded otherwise than it is
    judged here. ``theirs`` and ``ours`` are the words of the ``diplomacy`` package for what became
    of an order, "" for success, or the facts of a position that the other does not have; ``rule``
    is what decided here, with its source."""

    game: str
    line: int
    phase: str
    power: str
    order: str
    theirs: str
    ours: str
    rule: str


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game read, with the ``line`` of its file where it begins and its ``name`` there. There is
    no ``game`` where it cannot be read: an error among the ``diagnostics`` says why. What is told
    of single orders and positions are warnings and errors with a game."""

    line: int
    name: str
    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    divergences: tuple[Divergence, ...] = ()


@checked
def recorded_games(
    file: Path | str, find: Find = load_variant, rule_set: RuleSet | None = None
) -> Iterator[RecordedGame]:
    """The games of a file, one on each line, or one in the whole file. No more than one is in
    memory at a time. ``find`` looks up variants by the names of their maps; ``rule_set`` is that of
    the package unless one is given.

    Raises:
        OSError: if the file cannot be read.
    """
    path = Path(file)
    for line, content in _texts(path):
        yield _read(path, line, content, find, rule_set)


def _read(
    path: Path, line: int, content: bytes, find: Find, rule_set: RuleSet | None
) -> RecordedGame:
    fault = ""
    if len(content) > LONGEST:
        fault = f"this is longer than a game may be, {LONGEST >> 20} MiB"
    try:
        text = content.decode("utf-8").rstrip()
    except UnicodeDecodeError as error:
        text, fault = "", fault or f"byte {content[error.start]:#04x} is not UTF-8 text"
    if fault:
        told = Diagnostic("unreadable-game", fault, source=str(path), line=line)
        return RecordedGame(line, "", None, (told,))
    saved = retell_saved_game(text, find, rule_set)
    told = tuple(_placed(one, path, line) for one in saved.diagnostics)
    try:
        found = tuple(divergences(saved, line))
    except FormatError as error:
        found, told = (), (*told, _placed(error.diagnostic, path, line))
    return RecordedGame(line, saved.name, saved.game, told, found)


def _placed(one: Diagnostic, path: Path, line: int) -> Diagnostic:
    """A fault of a game with its place in the file, in which the game begins at a line."""
    return replace(one, source=str(path), line=line + max(one.line, 1) - 1)


def _texts(path: Path) -> Iterator[tuple[int, bytes]]:
    """Each line that is not blank, with its number; all of a file that is one object over several
    lines."""
    with path.open("rb") as file:
        first = file.readline(LONGEST + 1).removeprefix(_MARK)
        is_whole = path.suffix.lower() == ".json" and not first.rstrip().endswith(b"}")
        if is_whole or first.strip() == b"{":
            yield 1, first + file.read(LONGEST + 1)
            return
        number = 1
        line = first
        while line:
            if line.strip():
                yield number, line
            while not line.endswith(b"\n"):  # the rest of what is too long
                if not (line := file.readline(LONGEST + 1)):
                    return
            line = file.readline(LONGEST + 1)
            number += 1


# What came out otherwise


def divergences(saved: SavedGame, line: int = 0) -> Iterator[Divergence]:
    """All that came out otherwise in a saved game than was recorded, phase by phase.

    Raises:
        FormatError: if what was recorded of orders is no list of words.
    """
    game = saved.game
    if game is None:
        return
    positions = {other.phase: other for other in saved.others}
    ours = recorded_results(game.history)
    for resolution, phase, found in zip(game.history, saved.phases, ours, strict=False):
        where = saved.name, line, str(resolution.phase)
        recorded = phase.object("results")
        for unit, said in found.items():
            theirs, here = _words(recorded, unit), {*said} - {""}
            if unit in recorded and theirs != here:
                yield Divergence(
                    *where, *_order(game, resolution, unit), _joined(theirs), _joined(here),
                    _rule(game, resolution, unit),
                )  # fmt: skip
        if (other := positions.get(resolution.phase)) is not None:
            facts = ", ".join(other.theirs), ", ".join(other.ours)
            yield Divergence(*where, "", "", *facts, "")


def _words(recorded: JsonObject, unit: str) -> set[str]:
    return {*recorded.texts(unit)} - {""}


def _joined(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))


def _outcome(resolution: Resolution, unit: str) -> Outcome | None:
    try:
        return resolution.outcome(unit)
    except UnknownName:
        return None


def _order(game: Game, resolution: Resolution, unit: str) -> tuple[str, str]:
    """The power and the order, as it was written, of a unit."""
    outcome = _outcome(resolution, unit)
    if outcome is None:
        return "", unit
    order = write(outcome.order or outcome.treated_as, "diplomacy", game.variant.board)
    return outcome.power, order


def _rule(game: Game, resolution: Resolution, unit: str) -> str:
    """The rules that decided about a unit here, each with its source."""
    outcome = _outcome(resolution, unit)
    if outcome is None:
        return ""
    explained = explained_outcome(ResolvedPhase(game.variant, resolution), outcome)
    phrases = Phrasebook(game.variant)
    return "; ".join(map(phrases.rule, explained.rules))
