"""Programs that speak DPP, in memory."""

from programs import STANDARD, Hours

from dragoman.press.dpp.vocabulary import vocabulary_of
from dragoman.sockets.dpp_seat import DppSeat
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms

WORDS = vocabulary_of(STANDARD.board)


class DppProgram:
    """What a program sent and heard."""

    def __init__(self, table):
        self.heard = []
        self.is_closed = False
        self.seat = DppSeat(table, WORDS, self._hear, self._close)

    def _hear(self, content):
        assert content.endswith(b"\n")
        self.heard += content.decode().splitlines()

    def _close(self):
        self.is_closed = True

    def say(self, *lines):
        """Send lines; what is heard then."""
        before = len(self.heard)
        self.seat.received("".join(f"{line}\n" for line in lines).encode())
        return self.heard[before:]

    @property
    def word(self):
        """The word of its power."""
        return WORDS.power(self.seat.power)


def dpp_table(terms=None, hours=None):
    """A room with seven programs that have just been told of the start, by power."""
    room = Room(STANDARD, terms or Terms(level=130), seed=1, now=hours or Hours())
    programs = [DppProgram(room) for _ in STANDARD.board.powers]
    for program in programs:
        program.say("(NME Test)")
    return room, {program.word: program for program in programs}


def submit_all(programs, but=()):
    """Everybody but some submits nothing but holds, as far as DPP is told what is lacking."""
    for word, program in programs.items():
        if word in but:
            continue
        (answer,) = program.say("(SUB)")[:1]
        if answer.startswith("(THK"):
            lacking = answer[len(f"(THK ({word} ") : -2].replace(" (NMR)", "")
            program.say(f"(SUB {lacking})")
