"""Programs that speak DAIDE, in memory."""

from dragoman.formats import load_variant
from dragoman.press.daide.frames import INITIAL, Frame, FrameKind, header
from dragoman.press.daide.tokens import from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of
from dragoman.sockets.daide_seat import DaideSeat
from dragoman.sockets.orders_due import adjustments_due, missing
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms

STANDARD = load_variant("standard")
WORDS = vocabulary_of(STANDARD.board)


def text_of(kind, body):
    """A frame as a line: a message, or the kind of the frame and its bytes."""
    if kind is FrameKind.DIPLOMACY:
        return to_text(WORDS.numbering.from_bytes(body))
    return f"{kind.name} {body.hex()}".strip()


class Program:
    """What a program sent and heard."""

    def __init__(self, room, manners=None):
        self.heard = []
        self.is_closed = False
        self.seat = DaideSeat(room, WORDS, self._hear, self._close, manners)

    def _hear(self, content):
        kind, length = header(content)
        assert len(content) == 4 + length
        self.heard.append(text_of(kind, content[4:]))

    def _close(self):
        self.is_closed = True

    def send(self, content):
        """Send bytes; what is heard then."""
        before = len(self.heard)
        self.seat.received(content)
        return self.heard[before:]

    def say(self, text):
        """Send a message; what is heard then."""
        body = WORDS.numbering.to_bytes(from_text(text))
        return self.send(Frame(FrameKind.DIPLOMACY, body).to_bytes())

    def greet(self, name="Test", version="1"):
        assert self.send(INITIAL.to_bytes()) == ["REPRESENTATION"]
        return self.say(f"NME ('{name}') ('{version}')")

    @property
    def power(self):
        """The word of its power, from the last HLO."""
        return next(line for line in reversed(self.heard) if line.startswith("HLO"))[5:8]


class Hours:
    """What time it is."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def table(terms=None, hours=None, manners=None):
    """A room with seven programs that have just been told of the start, by power."""
    room = Room(STANDARD, terms or Terms(), seed=1, now=hours or Hours())
    programs = [Program(room, manners) for _ in STANDARD.board.powers]
    for program in programs:
        program.greet()
    for program in programs:
        program.say("YES (MAP ('standard'))")
    return room, {program.power: program for program in programs}


def all_hold(room, programs):
    """Every program gives the simplest orders there are; the turn is judged."""
    for word, program in programs.items():
        power = WORDS.power_keys[word]
        if power not in room.game.survivors:
            continue
        orders = room.seats[power].orders
        due = adjustments_due(room.game, power, orders)
        orders = [_simplest(room, unit) for unit in missing(room.game, power, orders)]
        orders += [f"({word} WVE)"] * -due
        if orders:
            program.say(f"SUB {' '.join(orders)}")


def _simplest(room, unit):
    word = WORDS.powers[unit.power]
    kind = {"A": "AMY", "F": "FLT"}[unit.kind]
    place, _, coast = unit.location.partition("/")
    where = f"({WORDS.provinces[place]} {coast}S)" if coast else WORDS.provinces[place]
    verb = "DSB" if room.game.position.dislodged else "HLD"
    return f"(({word} {kind} {where}) {verb})"
