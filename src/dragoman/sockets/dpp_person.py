"""A person who plays over the text lines of DPP: what is typed goes out as messages, what the game
master says comes in as words. No socket, no terminal."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Variant
from dragoman.games.order_sheet import without_orders
from dragoman.orders import scan
from dragoman.press.dpp import messages as dpp
from dragoman.press.dpp.language import TextFault, read_message, write_message
from dragoman.press.dpp.messages import SendOn
from dragoman.press.dpp.vocabulary import DppVocabulary, vocabulary_of
from dragoman.press.grammar import Unsayable
from dragoman.press.plain_words import told_message
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook, report_position, report_resolution
from dragoman.rules import PhaseKind, RuleSet
from dragoman.sockets.admission import SeatWishes, checked
from dragoman.sockets.dpp_results import FollowedGame, as_told
from dragoman.words import LANGUAGES, word_file

# Press


def press_line(power: str, text: str, words: DppVocabulary) -> str:
    """The line that has the game master tell a power this: a message of DPP, in brackets, or else
    words of people, in quotation marks.

    Raises:
        ActionRefused: if it begins with a bracket and is no message.
    """
    if not text.startswith("("):
        quoted = text.replace("'", "''")
        return f"(SND {words.power(power)} '{quoted}')"
    remedy = "words for people begin without a bracket"
    try:
        return write_message(SendOn(power, (read_message(text, words),)), words)
    except TextFault as fault:
        what = f"this is no message of DPP, from sign {fault.diagnostic.column} on"
        raise ActionRefused("misread", f"{what}: {fault.diagnostic.what}", remedy) from None
    except Unsayable as unsayable:
        raise ActionRefused("misread", str(unsayable), remedy) from None


# Words

_WORDS: Final = Path(__file__).with_name("words")


class PersonWords:
    """A language; what is typed may be in any."""

    def __init__(self, language: str) -> None:
        self._told = word_file(_WORDS, language)["told"]
        self._commands = {
            said.casefold(): command
            for one in LANGUAGES
            for command, said in word_file(_WORDS, one)["commands"].items()
        }

    def say(self, key: str, **parts: object) -> str:
        """A text with its gaps filled."""
        text: str = self._told[key]
        return text.strip("\n").format_map(parts)

    def due(self, seconds: int | None) -> str:
        """The moment at which a turn is due."""
        if seconds is None:
            return self.say("no_limit")
        minutes, rest = divmod(seconds, 60)
        hours, left = divmod(minutes, 60)
        if hours:
            time = self.say("hours", hours=hours, minutes=left)
        elif minutes:
            time = self.say("minutes", minutes=minutes, seconds=rest)
        else:
            time = self.say("seconds", seconds=rest)
        return self.say("due", time=time)

    def is_all(self, names: str) -> bool:
        """True if this stands for all powers."""
        return self._commands.get(names.strip().casefold()) == "all"

    def command(self, line: str) -> tuple[str, str]:
        """The key of the command that a line begins with, and the rest of it; empty where it is
        none."""
        first, _, rest = line.strip().partition(" ")
        command = self._commands.get(first.casefold(), "")
        if command == "all" or (rest.strip() and command != "say"):
            return "", ""
        return command, rest.strip()


def printable(text: str) -> str:
    """A text that a server said, without the signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


_HELLO: Final = re.compile(r"\(\s*HLO\s+(\S+)\s+(\d+)\s*\)\Z")
_DUE: Final = re.compile(r"\(\s*DUE(?:\s+(\d+))?\s*\)\Z")
_OVER: Final = re.compile(r"\(\s*(DRW|SLO)\s+([^()]+)\)\Z")
_WORDS_SAID: Final = re.compile(r"\(\s*FRM\s+(\S+)\s+'((?:[^']|'')*)'\s*\)\Z")
_LEAD: Final = re.compile(r"\(\s*([A-Z]+)")
_ANSWERS: Final = ("YES", "NOP", "THK", "HUH", "TRY", "RPT", "DUE")


class DppPerson:
    """Somebody at a terminal. ``send`` takes the lines for the game master, ``tell`` the texts for
    the person, ``keep`` the game whenever it has gone on."""

    def __init__(
        self,
        variant: Variant,
        rule_set: RuleSet,
        wishes: SeatWishes,
        language: str,
        send: Callable[[str], None],
        tell: Callable[[str], None],
        keep: Callable[[Game], None],
    ) -> None:
        self._variant, self._language = variant, language
        self._send, self._tell, self._keep = send, tell, keep
        self._followed = FollowedGame(variant, rule_set)
        self._words = vocabulary_of(variant.board)
        self._book = Phrasebook(variant, language)
        self._told = PersonWords(language)
        self._wishes = checked(wishes, variant)
        self._awaited = deque[tuple[str, str]]()
        self._is_told_again = False
        self._knows_position = False
        self._waits_for_turn = False
        self.power, self.passcode = "", 0
        self.is_over = self.has_left = False

    @property
    def game(self) -> Game:
        """The game as far as it is known."""
        return self._followed.game

    @property
    def is_let_in(self) -> bool:
        """True if there is a seat over the connection there is."""
        return bool(self.power) and not any(what == "hello" for what, _ in self._awaited)

    @property
    def is_awaiting(self) -> bool:
        """True if the game master has something to answer."""
        return bool(self._awaited)

    # The connection.

    def connected(self) -> None:
        """There is a connection: say who is there, the first time or again."""
        self._awaited.clear()
        wishes, power = self._wishes, self._wishes.power
        word = f" {self._words.power(power)}" if power else ""
        if self.power and not wishes.token:
            self._ask("hello", f"(IAM {self._words.power(self.power)} {self.passcode})")
        elif wishes.passcode is not None:
            self._ask("hello", f"(IAM{word} {wishes.passcode})")
        else:
            token = f" {wishes.token}" if wishes.token else ""
            self._ask("hello", f"(NME {wishes.name}{token}{word})")

    def cut(self, seconds: int) -> None:
        """The connection is cut; it is tried again for so long."""
        self._knows_position = self._is_told_again = False
        self._say("cut", seconds=seconds)

    def unanswered(self) -> None:
        """The game master does not answer."""
        self._awaited.clear()
        self._say("unanswered")

    # What the game master says.

    def heard(self, line: str) -> None:
        """Take a line of the game master.

        Raises:
            ActionRefused: if he does not let the person in, or plays another game.
        """
        if (hello := _HELLO.match(line)) is not None:
            self._seated(hello[1], int(hello[2]))
            return
        word = lead[1] if (lead := _LEAD.match(line)) else ""
        if self._awaited and self._awaited[0][0] == "hello":
            self._not_seated(line, word)
        elif (over := _OVER.match(line)) is not None:
            self._ended(over[1], over[2].split())
        elif (spoken := _WORDS_SAID.match(line)) is not None:
            power = self._words.power_keys.get(spoken[1], "")
            self._press(power, spoken[2].replace("''", "'"))
        elif self._awaited and word in _ANSWERS:
            self._answered(word, line)
        else:
            self._message(line)

    def _seated(self, word: str, passcode: int) -> None:
        power = self._words.power_keys.get(word, "")
        if power not in self._variant.board.powers:
            what = f"the server gives us {printable(word)}, which {self._variant.title} has not"
            raise ActionRefused("other-game", what, "name the variant with --variant")
        self._awaited.clear()
        is_new, self.power, self.passcode = not self.power, power, passcode
        if is_new:
            wish = self._wishes.power
            if wish and wish != power:
                self._say("other_seat", wish=self._book.power(wish))
            self._say("seated", power=self._book.power(power))
            if not self._wishes.token:
                self._say("passcode", power=power, passcode=passcode)
            self._say("waiting_for_others")
        else:
            self._say("connected_again")
        self._send("(PSV TXT)")

    def _not_seated(self, line: str, word: str) -> None:
        if word == "NOP" and self._wishes.token:
            what = "the judge does not let us in"
            remedy = "the token has to have the scopes read and play, and the game to have begun"
        elif word == "NOP":
            what = "there is no seat for us"
            remedy = "if you had one, name its --power and --passcode; else try another game"
        else:
            what = f"this is no game master of DPP: {printable(line)}"
            remedy = "name the address that the server tells for DPP"
        raise ActionRefused("no-seat", what, remedy)

    def _message(self, line: str) -> None:
        try:
            message = read_message(line, self._words)
        except TextFault:
            self._say("unknown_line", line=printable(line))
            return
        match message:
            case dpp.TurnResults():
                self._results(message)
            case dpp.TimeLeft(number):
                if number:
                    self._say("press_left", number=number)
                elif self._knows_position and self.game.phase.kind is PhaseKind.MOVEMENT:
                    self._say("press_over")
            case dpp.Received(sender, None, messages):
                for one in messages:
                    if isinstance(one, dpp.CivilDisorder):
                        self._say("gone", power=self._book.power(sender))
                    else:
                        text = told_message(one, self._variant, self._language)
                        self._press(sender, f"{text} {write_message(one, self._words)}")
            case dpp.End():
                if not self.is_over:
                    self._say("over")
                self.is_over = True
            case _:
                self._say("unknown_line", line=printable(line))

    def _press(self, power: str, text: str) -> None:
        name = self._book.power(power) if power in self._variant.board.powers else power
        self._say("press", power=name, text=printable(text))

    def _results(self, told: dpp.TurnResults) -> None:
        followed = self._followed
        if self._is_told_again and followed.is_repeated(told):
            self._is_told_again = False
            self._caught_up()
        elif followed.is_start(told):
            followed.begin(told)
            self._is_told_again, self._knows_position = True, False
            self._send("(RPT)")  # he says the last results once more: so we know that it is all
        elif self._is_told_again:
            followed.go_on(told)
        elif not followed.is_repeated(told):
            resolution = followed.go_on(told)
            earlier = self.game.history[:-1]
            report = report_resolution(self._variant, resolution, self._language, earlier=earlier)
            self._tell(report)
            self._turn_begins()

    def _caught_up(self) -> None:
        self._followed.caught_up()
        self._knows_position = True
        self._show_position()
        self._turn_begins()
        if self.game.ending is None and self.game.orders(self.power):
            self._submit()

    def _turn_begins(self) -> None:
        game, power = self.game, self._book.power(self.power)
        self._waits_for_turn = False
        self._keep(game)
        if game.ending is not None:
            return
        phase = self._book.phase(game.phase)
        if self._missing():
            self._ask("wait at first", "(NOT (GOF))")
            self._say("your_turn", phase=phase, power=power)
        else:
            self._say("nothing_to_do", phase=phase, power=power)
        self._ask("due", "(DUE)")

    def _ended(self, how: str, words: list[str]) -> None:
        game = self.game
        powers = [key for one in words if (key := self._words.power_keys.get(one))]
        if game.ending is None:
            if how == "SLO" and len(powers) == 1:
                game.concede(powers[0])
            else:
                game.draw(powers)
            self._keep(game)
        names = ", ".join(map(self._book.power, powers))
        self._say("drawn" if how == "DRW" else "won", powers=names)
        self.is_over = True

    # What he answers.

    def _ask(self, what: str, line: str, about: str = "") -> None:
        self._awaited.append((what, about))
        self._send(line)

    def _answered(self, word: str, line: str) -> None:
        what, about = self._awaited.popleft()
        is_yes = word == "YES"
        match what:
            case "orders" if word == "THK":
                self._faults(line)
            case "orders" if not is_yes:
                self._say("refused_orders")
            case "wait at first" if not is_yes:
                self._say("cannot_wait")
            case "ready" | "wait":
                right = "ready" if what == "ready" else "not_ready"
                self._say(right if is_yes else "no_ready")
            case "press":
                self._say("said" if is_yes else "not_said", power=about)
            case "draw":
                self._say("vote" if is_yes else "no_vote")
            case "due":
                if (due := _DUE.match(line)) is not None:
                    self._tell(self._told.due(int(due[1]) if due[1] else None))
            case _:
                pass

    def _faults(self, line: str) -> None:
        """Faults of orders, as the game master says; what is missing we know."""
        message = read_message(line, self._words)
        if not isinstance(message, dpp.Prediction):
            return
        for one in (one for _, orders in message.results for one in orders):
            if notes := [note.word for note in one.notes if note.word != "NMR"]:
                order = self._book.order(one.order)
                self._say("not_kept", order=order, note=", ".join(notes))

    # What the person types.

    def may_read(self, line: str) -> bool:
        """True if it is time for a line of the person: the game has begun, and what was said
        before is answered. For help and for leaving it need not have begun."""
        if self._waits_for_turn or self._awaited:
            return False
        return self._knows_position or self._told.command(line)[0] in ("help", "leave")

    def typed(self, line: str) -> None:
        """Take a line of the person."""
        command, rest = self._told.command(line)
        match command:
            case "help":
                self._say("help")
            case "leave":
                self.leave()
            case "position":
                self._show_position()
            case "orders":
                self._show_orders()
            case "time":
                self._ask("due", "(DUE)")
            case "ready":
                if self._missing():
                    self._show_orders()
                self._ask("ready", "(GOF)")
            case "wait":
                self._ask("wait", "(NOT (GOF))")
            case "draw":
                self._ask("draw", "(DRW)")
            case "next":
                self._waits_for_turn = True
            case "say":
                self._speak(rest)
            case _:
                if line.strip():
                    self._order(line)

    def leave(self) -> None:
        """The person leaves."""
        if not self.has_left and self.power and not self.is_over:
            if self._wishes.token:
                self._say("left_before")
            else:
                self._say("left", power=self.power, passcode=self.passcode)
        self.has_left = True

    def _order(self, line: str) -> None:
        game = self.game
        faults = game.order(self.power, line)
        if not faults and not scan(line, self._variant.board, game.phase.kind.value).orders:
            what, remedy = "no order stands here", 'type one as in A ber-kie, or "help"'
            faults = (Diagnostic("no-order", what, remedy, line=1),)
        for fault in faults:
            self._tell(str(fault))
        if game.orders(self.power):
            self._show_orders()
            self._submit()

    def _submit(self) -> None:
        position = self.game.position
        orders = tuple(as_told(one, position) for one in self.game.orders(self.power))
        try:
            line = write_message(dpp.Submit(orders), self._words)
        except Unsayable as unsayable:
            self._tell(str(Diagnostic("unsayable", str(unsayable), "give another order")))
            return
        self._ask("orders", line)

    def _speak(self, rest: str) -> None:
        to, colon, text = rest.partition(":")
        if not colon or not text.strip():
            what, remedy = "nothing is said, or to nobody", "say England, France: your text"
            self._tell(str(Diagnostic("no-press", what, remedy, line=1)))
            return
        try:
            powers = self._called(to)
            lines = [(power, press_line(power, text.strip(), self._words)) for power in powers]
        except (ActionRefused, UnknownName) as refused:
            self._tell(f"error: {refused}")
            return
        for power, line in lines:
            self._ask("press", line, self._book.power(power))

    def _called(self, names: str) -> Iterable[str]:
        board = self._variant.board
        if self._told.is_all(names):
            return [power for power in self.game.survivors if power != self.power]
        return dict.fromkeys(board.power_called(name.strip()) for name in names.split(","))

    # What is shown.

    def _show_position(self) -> None:
        game = self.game
        rules = game.rule_set
        self._tell(report_position(game.variant, game.position, self._language, rule_set=rules))

    def _show_orders(self) -> None:
        orders = ", ".join(map(self._book.order, self.game.orders(self.power)))
        self._say("orders", orders=orders or self._told.say("no_orders"))
        missing = self._missing()
        if missing:
            self._say("missing", units=", ".join(missing))
        elif orders:
            self._say("all_ordered")

    def _missing(self) -> tuple[str, ...]:
        game = self.game
        return without_orders(game, game.provisional()).get(self.power, ())

    def _say(self, key: str, **parts: object) -> None:
        self._tell(self._told.say(key, **parts))
