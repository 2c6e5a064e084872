"""A person at a terminal, over the lines of DPP."""

from pathlib import Path

import pytest
from dpp_programs import WORDS, DppProgram, submit_all
from programs import STANDARD, Hours

from dragoman.bots import bot_called
from dragoman.game import Game
from dragoman.games import playing
from dragoman.games.folder import FolderSettings, GameFolder
from dragoman.games.followed import keep_followed
from dragoman.press.dpp.language import read_message, write_message
from dragoman.press.dpp.messages import TurnResults
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet
from dragoman.sockets.admission import SeatWishes
from dragoman.sockets.bot_player import BotPlayer
from dragoman.sockets.dpp_person import DppPerson
from dragoman.sockets.dpp_results import FollowedGame, start_results, turn_results
from dragoman.sockets.dpp_seat import DppSeat
from dragoman.sockets.room import Room
from dragoman.sockets.table import Terms

START = "(ORD 0 "


class Person:
    """Somebody at a table, and what they were told."""

    def __init__(self, table, power="GERMANY", language="en", keep=lambda game: None):
        self.table, self.texts = table, []
        rules = STANDARD.rule_set
        wishes = SeatWishes("Anna", power)
        self.seat = None
        self.person = DppPerson(
            STANDARD, rules, wishes, language, self._send, self.texts.append, keep
        )
        self._waiting = []

    def _send(self, line):
        self._waiting.append(line)
        self.carry()

    def carry(self):
        """Take what was said to the seat, and what it says back."""
        if self.seat is not None:
            said, self._waiting = self._waiting, []
            for line in said:
                self.seat.received(f"{line}\n".encode())

    def come(self):
        heard = []

        def hear(content):
            heard.extend(content.decode().splitlines())
            if len(heard) == 1:  # in turn, whatever is said meanwhile
                while heard:
                    self.person.heard(heard[0])
                    del heard[0]

        self.seat = DppSeat(self.table, WORDS, hear, lambda: None)
        self.person.connected()

    def type(self, *lines):
        """Type lines; what is told then."""
        before = len(self.texts)
        for line in lines:
            assert self.person.may_read(line), line
            self.person.typed(line)
        return "\n".join(self.texts[before:])


def table_of(terms=None, **settings):
    """A room with a person as Germany and six programs."""
    room = Room(STANDARD, terms or Terms(level=8000), seed=1, now=Hours())
    person = Person(room, **settings)
    person.come()
    programs = [DppProgram(room) for _ in range(6)]
    for program in programs:
        program.say("(NME Test)")
    return room, person, {program.word: program for program in programs}


def folder_at(path):
    playing.new("standard", path, None, [], FolderSettings("winter"))
    return GameFolder(path)


def test_a_turn_is_played() -> None:
    room, person, programs = table_of()
    told = "\n".join(person.texts)
    assert "You play Germany." in told and "A Ber, F Kie, A Mun" in told
    assert "Spring 1901, movement: type your orders, Germany" in told
    assert "no time limit" in told
    told = person.type("F Kiel - Holland, A ber-kie")
    assert "Your orders: F Kie–Hol, A Ber–Kie" in told and "Still without orders: A MUN" in told
    submit_all(programs)
    assert "No order is missing" in person.type("Armee München nach Ruhr")
    assert not room.game.history, "nobody said that they were ready"
    told = person.type("ready")
    assert "You are ready." in told and "F Kie–Hol" in told and "Fall 1901, movement: type" in told
    assert person.person.game.position == room.game.position
    assert [*map(str, room.game.history[0].orders["GERMANY"])] == [
        "F Kie - Hol",
        "A Ber - Kie",
        "A Mun - Ruh",
    ]


def test_what_cannot_be_read_is_told_with_its_place_and_loses_nothing() -> None:
    room, person, _ = table_of()
    told = person.type("A ber-kie, A mun-atlantis")
    assert "1:18: error: 'atlantis' is not a place" in told and "A Ber–Kie" in told
    for nonsense in (
        "A par-bur",
        "(((",
        "\x1b[31m",
        "say france",
        "say atlantis: hello",
        "x" * 9999,
    ):
        assert person.type(nonsense).startswith(("error", "1:")), nonsense
    assert "no message of DPP" in person.type("say france: (PCE XYZ)")
    assert [*map(str, room.seats["GERMANY"].orders)] == ["A Ber - Kie"]
    assert person.type("") == ""


def test_people_and_programs_speak() -> None:
    _, person, programs = table_of()
    assert person.type("say France, England: (PCE)") == "Said to France.\nSaid to England."
    assert programs["FRA"].heard[-1] == programs["ENG"].heard[-1] == "(FRM GER (PCE))"
    programs["FRA"].say("(SND GER (YES (PCE)))")
    assert person.texts[-1].startswith("France: ") and "(YES (PCE))" in person.texts[-1]
    programs["FRA"].say("(PSV TXT)")
    assert person.type("say all: it's me").count("Said to") == 6
    assert programs["FRA"].heard[-1] == "(FRM GER 'it''s me')"
    assert programs["ENG"].heard[-1] == "(FRM GER (PCE))", "he does not read words"
    programs["FRA"].say("(SND GER 'That''s \x1b[2Jgood')")
    assert person.texts[-1] == "France: That's ?[2Jgood"


def test_words_are_not_said_where_there_is_no_press() -> None:
    _, person, programs = table_of(Terms(level=0))
    assert "Not delivered to France" in person.type("say france: hello")
    assert programs["FRA"].say("(SND GER 'hello')") == ["(NOP (SND GER 'hello'))"]
    assert programs["FRA"].say("(SND XXX 'hello')") == ["(NOP (SND XXX 'hello'))"]


def test_a_deadline_is_told() -> None:
    _, person, programs = table_of(Terms(movement=3700))
    assert "The turn is due in 1 h 1 min." in person.texts
    assert person.type("time") == "The turn is due in 1 h 1 min."
    assert programs["FRA"].say("(DUE)") == ["(DUE 3700)"]
    assert programs["FRA"].say("(GOF)", "(NOT (GOF))") == ["(YES (GOF))", "(YES (NOT (GOF)))"]


def test_in_german() -> None:
    _, person, _ = table_of(language="de")
    told = person.type("A ber-kie", "befehle", "hilfe", "help")
    assert "Deine Befehle: A Ber–Kie" in told and told.count("Tippe einen Befehl") == 2


def test_who_is_cut_off_comes_back_with_the_orders() -> None:
    room, person, programs = table_of()
    person.type("A ber-kie")
    person.seat.line.gone()
    person.person.cut(60)
    assert "GERMANY" not in [p for p in STANDARD.board.powers if room.is_there(p)]
    assert not person.person.may_read("A mun-ruh")
    room.seats["GERMANY"].orders = ()
    person.come()
    assert "The connection is there again." in person.texts
    assert [*map(str, room.seats["GERMANY"].orders)] == ["A Ber - Kie"]
    submit_all(programs)
    person.type("A mun-ruh, F kie-hol", "ready")
    assert len(room.game.history) == 1 and person.person.game.position == room.game.position


def test_a_draw_ends_the_game(tmp_path: Path) -> None:
    folder = folder_at(tmp_path / "winter")
    _, person, programs = table_of(keep=lambda game: keep_followed(folder.path, game))
    for program in programs.values():
        program.say("(DRW)")
    assert "The game is a draw: Austria, England" in person.type("draw")
    assert person.person.is_over
    opened, _ = folder.open()
    assert opened is not None and opened.game.ending is not None
    assert opened.game.ending.how == "draw"


def test_next_reads_nothing_before_the_next_turn() -> None:
    _, person, programs = table_of()
    submit_all(programs)
    person.type("A ber-kie, A mun-ruh, F kie-hol", "next")
    assert not person.person.may_read("leave")
    person.person._waits_for_turn = False
    person.type("ready", "A kie-den")


@pytest.fixture(scope="module")
def played() -> Game:
    """A game of bots with a few retreats and winters."""
    room = Room(STANDARD, Terms(last_year=1903), seed=3)
    for number in range(7):
        BotPlayer(room, bot_called("dumbbot"), seed=number)
    assert {one.phase.letter for one in room.game.history} == {"M", "R", "A"}
    return room.game


def told(results: TurnResults) -> TurnResults:
    message = read_message(write_message(results, WORDS), WORDS)
    assert isinstance(message, TurnResults)
    return message


@pytest.mark.slow
def test_positions_follow_from_what_is_told(played: Game, tmp_path: Path) -> None:
    followed = FollowedGame(STANDARD, played.rule_set)
    followed.begin(told(start_results(played.start)))
    for resolution in played.history:
        assert followed.go_on(told(turn_results(resolution))).position == resolution.position
    folder = folder_at(tmp_path / "winter")
    assert keep_followed(folder.path, followed.game) == ()
    opened, faults = folder.open()
    assert opened is not None and faults == ()
    assert opened.game.history == followed.game.history
    kept = {file.name: file.read_bytes() for file in tmp_path.rglob("*.*") if file.is_file()}
    assert keep_followed(folder.path, followed.game) == ()
    assert kept == {f.name: f.read_bytes() for f in tmp_path.rglob("*.*") if f.is_file()}
    shorter = FollowedGame(STANDARD, played.rule_set)
    shorter.begin(told(start_results(played.start)))
    shorter.go_on(told(turn_results(played.history[0])))
    assert keep_followed(folder.path, shorter.game) == ()
    opened, _ = folder.open()
    assert opened is not None and opened.game.history == shorter.game.history
    other = Game("standard", RuleSet.preset("1971"))
    assert [one.code for one in keep_followed(folder.path, other)] == ["other-game"]


def test_an_army_goes_by_sea_where_that_is_what_happened() -> None:
    game = Game("standard")
    for orders in ("A lvp-edi, F edi-nwg, F lon-nth", "F nwg-nwy, A edi-yor"):
        game.order("ENGLAND", orders)
        game.process()
    game.order("ENGLAND", "F nth C A yor-lon, A yor-lon via convoy")
    game.order("FRANCE", "F bre-eng, A par-pic")
    game.process()
    followed = FollowedGame(STANDARD, game.rule_set)
    followed.begin(told(start_results(game.start)))
    for resolution in game.history:
        assert followed.go_on(told(turn_results(resolution))).position == resolution.position


def test_a_server_that_plays_something_else_is_told() -> None:
    _, person, _ = table_of()
    hear = person.person.heard
    with pytest.raises(ActionRefused, match="does not begin as Diplomacy does"):
        hear("(ORD 0 (ENG ((FLT LON) BLD (VLD))))")
    _, person, _ = table_of()
    with pytest.raises(ActionRefused, match="does not follow from its orders"):
        person.person.heard("(ORD 1 (ENG ((FLT LON) MTO NTH (BNC))))")
    with pytest.raises(ActionRefused, match="F1901M is told"):
        person.person.heard("(ORD 3 (ENG ((FLT LON) MTO NTH (VLD))))")
    for nonsense in ("HELLO", "(", ")", "(XXX)", "\x1b[2J", "(FRM XXX 'a')", "(THK)", "(DUE x)"):
        person.person.heard(nonsense)
    assert "\x1b" not in "".join(person.texts)


def test_who_is_not_let_in() -> None:
    room, _, _ = table_of()
    late = Person(room, power="FRANCE")
    with pytest.raises(ActionRefused, match="there is no seat for us"):
        late.come()
    with pytest.raises(ActionRefused, match="no power 'atlantis'"):
        Person(room, power="atlantis")
    for wishes in (SeatWishes("two words"), SeatWishes(token="(x)"), SeatWishes(passcode=1)):
        with pytest.raises(ActionRefused):
            DppPerson(STANDARD, STANDARD.rule_set, wishes, "en", print, print, print)
    web = DppPerson(STANDARD, STANDARD.rule_set, SeatWishes(), "en", lambda _: None, print, print)
    web.connected()
    with pytest.raises(ActionRefused, match=r"no game master of DPP: HTTP/1.1 400"):
        web.heard("HTTP/1.1 400 Bad Request")
