"""A person at the terminal who plays over a socket: lines typed and lines heard, one by one."""

from __future__ import annotations

import os
import queue
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final, Literal, NamedTuple, TypeAlias

from dragoman.cli.answer import write_out
from dragoman.cli.sockets.serving import address
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.formats import VariantError, load_variant
from dragoman.game import Game, Variant
from dragoman.game.variant import PLAY
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder
from dragoman.games.followed import keep_followed
from dragoman.games.requests import Answer, UnknownRule, chosen_rules
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet
from dragoman.sockets.admission import SeatWishes
from dragoman.sockets.dpp_person import DppPerson

_LONGEST: Final = 1 << 16
"""Bytes of the longest line that is read."""
_ANSWERS_IN: Final = 10.0
"""Seconds in which the game master answers, or is not waited for any longer."""
_LETS_IN: Final = 30.0
"""Seconds in which he says who we are."""
_OFTEN: Final = 1.0
"""Seconds between two tries to come back."""

_Heard: TypeAlias = tuple[Literal["typed", "heard", "cut"], str, int]
"""A line that was typed or heard, or the end of a connection, with the number of that."""


class WantedTable(NamedTuple):
    """The game to be played, as it was asked for."""

    variant: str | None
    preset: str | None
    rules_set: Sequence[str]
    folder: Path | None
    language: str


def play(server: str, table: WantedTable, wishes: SeatWishes, patience: int) -> Answer:
    """Play until the game is over, the person leaves, or the server cannot be reached any more."""
    try:
        variant, rule_set = _game_of(table)
        at = Path(server) if "/" in server else address(server)
        return _Terminal(at, table, variant, rule_set, wishes, patience).run()
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    except UnknownRule as unknown:
        return Answer(diagnostics=(unknown.diagnostic,))
    except _NoFolder as refused:
        return Answer(diagnostics=refused.faults)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))


class _NoFolder(Exception):
    """The game cannot be kept where it was to be."""

    def __init__(self, faults: tuple[Diagnostic, ...]) -> None:
        super().__init__(faults)
        self.faults = faults


def _game_of(table: WantedTable) -> tuple[Variant, RuleSet]:
    """The variant and the rules that were asked for; those of the folder, if it has a game."""
    folder = None if table.folder is None else GameFolder(table.folder)
    if folder is not None and folder.record.exists():
        if table.variant or table.preset or table.rules_set:
            what = f"variant and rules are those of the game in {table.folder}"
            raise ActionRefused("folder-taken", what, "name another folder, or leave them out")
        opened, faults = folder.open()
        if opened is None:
            raise _NoFolder(faults)
        return opened.game.variant, opened.game.rule_set
    name = table.variant or "standard"
    variant = load_variant(name)
    rule_set = chosen_rules(table.preset, table.rules_set, variant.rule_set)
    if not PLAY.of(variant).is_plain:
        raise ActionRefused("no-words", f"DPP has no words for {variant.title}")
    if table.folder is not None:
        called = "".join(sign for sign in table.folder.resolve().name if sign.isprintable())
        settings = FolderSettings(called, table.language)
        made = playing.new(name, table.folder, table.preset, table.rules_set, settings)
        if has_errors(made.diagnostics):
            raise _NoFolder(made.diagnostics)
    return variant, rule_set


class _Terminal:
    """The terminal, the connection that there is at the moment, and the person between them."""

    def __init__(
        self,
        at: Path | tuple[str, int],
        table: WantedTable,
        variant: Variant,
        rule_set: RuleSet,
        wishes: SeatWishes,
        patience: int,
    ) -> None:
        self._at, self._folder, self._patience = at, table.folder, patience
        self._heard: queue.SimpleQueue[_Heard] = queue.SimpleQueue()
        self._typed = deque[str | None]()
        self._socket: socket.socket | None = None
        self._number = 0
        self._until = 0.0
        self._faults: tuple[Diagnostic, ...] = ()
        self._person = DppPerson(
            variant, rule_set, wishes, table.language, self._send, write_out_now, self._keep
        )

    def run(self) -> Answer:
        person = self._person
        try:
            self._connect()
            Thread(target=_each_typed, args=(self._heard.put,), daemon=True).start()
            while not (person.is_over or person.has_left):
                self._step()
        except KeyboardInterrupt:
            person.leave()
        finally:
            self._hang_up()
        return Answer(diagnostics=self._faults)

    def _step(self) -> None:
        person = self._person
        while self._typed and not person.has_left:
            line = self._typed[0]
            if line is None and not person.may_read("leave"):
                break
            if line is not None and not person.may_read(line):
                break
            self._typed.popleft()
            if line is None:
                person.leave()
            else:
                person.typed(line)
        if person.has_left:
            return
        wait = _ANSWERS_IN if person.power else _LETS_IN
        try:
            what, line, number = self._heard.get(timeout=wait if person.is_awaiting else None)
        except queue.Empty:
            if not person.power:
                what = f"nobody answers at {self._called}"
                raise ActionRefused("no-server", what, "is this the address for DPP?") from None
            person.unanswered()
            return
        if what == "typed":
            self._typed.append(line if number else None)
        elif number == self._number:
            if what == "heard":
                self._listen(line)
            else:
                self._cut(line)

    def _listen(self, line: str) -> None:
        try:
            self._person.heard(line)
        except ActionRefused as refused:
            # He may not have noticed yet that the connection was cut, and our seat be taken by us.
            if refused.diagnostic.code != "no-seat" or time.monotonic() >= self._until:
                raise
            self._come_back()

    def _cut(self, why: str) -> None:
        person = self._person
        if not person.power:
            what = f"the server at {self._called} hung up{why}"
            raise ActionRefused("no-server", what, "is this the address for DPP?")
        if person.is_let_in:
            self._until = time.monotonic() + self._patience
            person.cut(self._patience)
        elif time.monotonic() >= self._until:
            what = f"the server at {self._called} does not let us come back"
            remedy = f"try again with: --power {person.power} --passcode {person.passcode}"
            raise ActionRefused("no-server", what, remedy)
        self._come_back()

    def _come_back(self) -> None:
        """Have another connection."""
        self._hang_up()
        while True:
            time.sleep(_OFTEN)
            try:
                self._connect()
                return
            except ActionRefused:
                if time.monotonic() >= self._until:
                    raise

    @property
    def _called(self) -> str:
        return str(self._at) if isinstance(self._at, Path) else f"{self._at[0]}:{self._at[1]}"

    def _connect(self) -> None:
        try:
            if isinstance(self._at, Path):
                made = _reached(self._at / "REF" if self._at.is_dir() else self._at)
            else:
                made = socket.create_connection(self._at, timeout=_ANSWERS_IN)
                made.settimeout(None)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            what = f"no server can be reached at {self._called}: {reason}"
            remedy = 'is the game there, and is this what the server calls "DPP:"?'
            raise ActionRefused("no-server", what, remedy) from None
        self._number += 1
        self._socket = made
        Thread(target=_each_heard, args=(made, self._number, self._heard.put), daemon=True).start()
        self._person.connected()

    def _send(self, line: str) -> None:
        try:
            if self._socket is not None:
                self._socket.sendall(f"{line}\n".encode())
        except OSError:
            return  # the thread that listens tells that it is cut

    def _hang_up(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # it may be cut
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
            self._socket = None

    def _keep(self, game: Game) -> None:
        if self._folder is None:
            return
        faults = keep_followed(self._folder, game)
        if has_errors(faults):
            for fault in faults:
                write_out_now(str(fault))
            self._folder = None
            what = "the game is not kept in its folder from here on"
            remedy = "mend that, and come back with your passcode: all is told once more"
            self._faults = (Diagnostic("not-kept", what, remedy, severity=Severity.ERROR),)
            write_out_now(str(self._faults[0]))


def write_out_now(text: str) -> None:
    """Print a text at once, for whoever waits for it at the other end of a pipe."""
    write_out(text)
    sys.stdout.flush()


def _each_typed(put: Callable[[_Heard], None]) -> None:
    """In a thread: every line that is typed; at the end one with the number 0."""
    rest = b""
    with suppress(OSError):  # what cannot be read any more has ended
        # Not by way of sys.stdin: the program could not end while that waits for a line.
        while content := os.read(0, _LONGEST):
            *lines, rest = (rest + content).split(b"\n")
            for line in lines:
                put(("typed", line.decode("utf-8", "replace").rstrip("\r"), 1))
    if rest:
        put(("typed", rest.decode("utf-8", "replace"), 1))
    put(("typed", "", 0))


def _reached(at: Path) -> socket.socket:
    if not hasattr(socket, "AF_UNIX"):
        raise OSError("this system has no sockets in folders")
    made = socket.socket(socket.AF_UNIX)
    try:
        made.connect(str(at))
    except BaseException:
        made.close()
        raise
    return made


def _each_heard(made: socket.socket, number: int, put: Callable[[_Heard], None]) -> None:
    """In a thread: every line of a connection, and its end."""
    rest = bytearray()
    why = ""
    try:
        while content := made.recv(_LONGEST):
            rest += content
            *lines, last = rest.split(b"\n")
            rest = bytearray(last)
            if len(rest) > _LONGEST or any(len(line) > _LONGEST for line in lines):
                why = " after a line without an end"
                break
            for line in lines:
                if text := line.decode("utf-8", "replace").strip():
                    put(("heard", text, number))
    except OSError:
        pass  # it is cut
    put(("cut", why, number))
