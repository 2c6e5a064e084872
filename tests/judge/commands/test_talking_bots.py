"""Bots in the judge's seats that talk: what they say, to whom, how often, and what they know."""

from __future__ import annotations

from dragoman.bots import BOTS, WORDS_OF, Talker
from dragoman.bots.bot import ROUNDS
from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import next_due
from dragoman.judge.commands.permissions import bot_of
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import MOST_SPEECHES
from dragoman.judge.log.fold import rebuild
from dragoman.judge.log.state import PressMessage
from dragoman.judge.views.event_view import event_view
from dragoman.judge.views.press_view import press_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from dragoman.press.dpp import messages as dpp
from dragoman.press.press_texts import read_press
from tests.judge.commands.test_bots import EMPTY, begun
from tests.judge.table import MASTER, Table


def talking(**settings) -> Table:
    """A game of Austria and Turkey and five bots that talk, which have spoken once."""
    table = begun(bot="loeb:press", **settings)
    table.g.lot = 5  # two powers trust Turkey
    table.wait(seconds=0)
    return table


def sent(table: Table, since: int = 0) -> list[PressMessage]:
    return [one for one in table.g.messages[since:] if one.sender in EMPTY]


def said(table: Table, one: PressMessage) -> tuple:
    return read_press(one.text, table.g.game.variant)


def friend_of(table: Table, power: str) -> str:
    """A bot that trusts a power: it told it something."""
    return next(one.sender for one in sent(table) if power in one.to)


def test_who_talks_has_words() -> None:
    assert {"loeb:press", "partner", "partner:teacher"} <= set(WORDS_OF) <= set(BOTS)
    assert all(isinstance(BOTS[bot], Talker) for bot in WORDS_OF)


def test_they_tell_their_allies_what_they_order() -> None:
    table = talking()
    found = sent(table)
    assert {one.sender for one in found} == {*EMPTY}
    assert len({(one.sender, one.to) for one in found}) == len(found), "one message to each"
    for one in found:
        assert len(one.to) == 1 and one.signed == one.sender and not one.author
        will = next(each for each in said(table, one) if isinstance(each, dpp.IWill))
        sheet = table.g.sheets[one.sender, "S1901M"].text.splitlines()
        assert [*map(write, will.orders)] == sheet
        assert one.text.startswith("I shall order: ")


def test_a_phase_is_not_judged_before_they_have_spoken() -> None:
    table = begun(bot="loeb:press")
    table.done(c.SetReady(True), "AUSTRIA")
    table.done(c.SetReady(True), "TURKEY")
    assert not table.g.history
    table.wait(seconds=0)
    kinds = table.kinds()
    assert kinds.index("MessageSent") < kinds.index("Judged")
    assert len(table.g.history) == 1 and table.g.history[0].orders["FRANCE"]


def test_what_an_ally_wishes_is_done_by_a_unit_that_would_hold() -> None:
    table = talking()
    table.wait(days=2, minutes=1)
    assert "F BRE H" in table.g.sheets["FRANCE", "S1902M"].text
    (asked,) = [one for one in sent(table) if one.phase == "S1902M" and "TURKEY" in one.to]
    assert "What are my units to do? F Bre" in asked.text
    since = len(table.g.messages)
    table.done(c.Send("(UDO ((FLT BRE) MTO GAS))", ("FRANCE",)), "TURKEY")
    table.wait(seconds=19)
    assert not sent(table, since)
    table.wait(seconds=1)
    assert "F BRE-GAS" in table.g.sheets["FRANCE", "S1902M"].text
    answers = [said(table, one) for one in sent(table, since) if "TURKEY" in one.to]
    assert dpp.IWill in map(type, *answers), "it says what it has changed"
    table.wait(days=1)
    assert "F BRE-GAS" in map(write, table.g.history[-1].orders["FRANCE"])


def test_they_do_not_answer_in_circles() -> None:
    table = talking()
    for _ in range(6):
        table.wait(minutes=10)
        assert max(map(len, table.g.spoken.values()), default=0) <= ROUNDS
        assert next_due(table.g) == table.g.deadline
        table.wait(days=1)
    by_phase = [(one.phase, one.sender, one.to) for one in sent(table)]
    assert max(map(by_phase.count, by_phase)) <= ROUNDS


def test_a_flood_is_answered_a_few_times() -> None:
    table = talking()
    since = len(table.g.messages)
    for number in range(60):
        table.done(c.Send(f"(WHT (FLT ANK))({number}" if number % 2 else "(WHT)", ("FRANCE",)), 12)
        table.wait(seconds=15)
    assert len(table.g.spoken["FRANCE"]) == MOST_SPEECHES
    assert len([one for one in sent(table, since) if "TURKEY" in one.to]) < MOST_SPEECHES


def test_words_for_people_are_answered_once() -> None:
    table = talking()
    since = len(table.g.messages)
    for text in ("Shall we be friends?", "Are you there?", "(PCE", "(((" * 5000):
        table.done(c.Send(text, ("ITALY",)), "TURKEY")
        table.wait(minutes=1)
    (answer,) = [one for one in sent(table, since) if "TURKEY" in one.to]
    assert said(table, answer) == (dpp.Try(("IDO", "XDO", "UDO", "HOW", "WHT")),)
    table.wait(days=1)
    since = len(table.g.messages)
    table.done(c.Send("Hello?", ("ITALY",)), "TURKEY")
    table.wait(minutes=1)
    assert not any("DPP: (TRY" in one.text for one in sent(table, since))


def test_orders_in_a_letter_are_what_its_writer_does_and_asks_for() -> None:
    """A friend answers as to a program; whoever is none of its friends is told so, and neither is
    told that it does not understand."""
    table = talking()
    friend = friend_of(table, "TURKEY")
    other = next(power for power in EMPTY if power not in (friend, "AUSTRIA"))
    board, units = table.g.game.variant.board, table.g.game.position.units_of
    asked = {}
    for power in (friend, other):
        unit = units(power)[0]
        asked[power] = f"{unit.kind} {unit.location} H"
        letter = f"Hello! I will order A Con-Bul. Could you order {asked[power]}, please?"
        table.done(c.Send(letter, (power,)), "TURKEY")
    since = len(table.g.messages)
    table.wait(seconds=30)
    answers = {one.sender: said(table, one) for one in sent(table, since) if "TURKEY" in one.to}
    assert {*answers} == {friend, other}
    for power, told in answers.items():
        kinds = {type(one) for one in told}
        assert kinds & {dpp.Yes, dpp.No} and dpp.Try not in kinds
        wish = next(one.message for one in told if isinstance(one, dpp.Yes | dpp.No))
        assert isinstance(wish, dpp.YouShould) and board
        assert [write(order) for order in wish.orders] == [asked[power].upper()]
    assert any(isinstance(one, dpp.No) for one in answers[other])


def test_what_a_letter_asks_of_units_elsewhere_is_not_understood() -> None:
    table = talking()
    friend = friend_of(table, "TURKEY")
    table.done(c.Send("Order A Spa-Por, and A Con-Par S Mos", (friend,)), "TURKEY")
    since = len(table.g.messages)
    table.wait(seconds=30)
    [answer] = [one for one in sent(table, since) if one.sender == friend]
    assert any(isinstance(one, dpp.Try) for one in said(table, answer))


def test_public_press_is_heard_and_not_answered() -> None:
    table = talking()
    since = len(table.g.messages)
    for text in ("Hello, all of you!", "(IDO ((AMY CON) MTO BUL))", "(WHT)"):
        table.done(c.Send(text), "TURKEY")
    before = dict(table.g.spoken)
    table.wait(minutes=1)
    answered = [one for one in sent(table, since) if "TURKEY" in one.to]
    assert not answered and set(before) == {*EMPTY}


def test_they_hear_what_their_players_would_hear() -> None:
    """Who is said to have written it did, and press that is not theirs they do not know."""
    kinds = ["private", "public", "grey", "fake"]
    table = talking(press=kinds)
    since = len(table.g.messages)
    table.done(c.Send("hello", ("ITALY",), "AUSTRIA"), "TURKEY")
    table.done(c.Send("hello", ("RUSSIA",), "-"), "TURKEY")
    table.wait(minutes=1)
    found = {(one.sender, one.to) for one in sent(table, since) if "DPP: (TRY" in one.text}
    assert found == {("ITALY", ("AUSTRIA",))}, "the forger stays hidden, as does who signs nothing"
    viewer = Viewer(table.g, bot_of("GERMANY"))
    private = next(one for one in table.g.messages if one.to == ("ITALY",) and one.text == "hello")
    assert not viewer.reads(private) and not viewer.sees_orders("FRANCE")
    assert viewer.sees_orders("GERMANY") and not viewer.is_master


def test_who_is_silenced_says_nothing_and_orders_all_the_same() -> None:
    table = begun(bot="loeb:press")
    table.done(c.Silence("FRANCE", why="noise"))
    table.wait(seconds=0)
    assert {one.sender for one in sent(table)} == {*EMPTY} - {"FRANCE"}
    assert "F BRE" in table.g.sheets["FRANCE", "S1901M"].text
    assert next_due(table.g) == table.now.replace(second=20), "of what they told each other"


def test_a_master_lets_their_press_through_as_that_of_others() -> None:
    table = begun(bot="loeb:press", press_approved=True)
    table.wait(seconds=0)
    assert not table.g.messages and table.g.held
    assert next_due(table.g) == table.g.deadline
    for held in table.g.held:
        table.done(c.LetThrough(held.number))
    assert {one.sender for one in sent(table)} == {*EMPTY}
    table.wait(minutes=1)
    assert max(map(len, table.g.spoken.values())) > 1


def test_press_that_has_ended_is_not_sent() -> None:
    table = begun(bot="loeb:press", movement="1 h", press_closes="2 h")
    table.wait(minutes=30)
    assert not table.g.messages and all(table.g.has_ordered(power) for power in EMPTY)


def test_in_retreats_and_adjustments_they_say_nothing() -> None:
    table = talking(last_year=1902)
    table.wait(days=20)
    phases = {one.phase for one in sent(table)}
    assert phases and all(phase.endswith("M") for phase in phases)
    assert table.g.ending is not None


def test_after_a_rollback_they_speak_again() -> None:
    table = talking()
    table.wait(days=1, minutes=5)
    before = [one.text for one in sent(table) if one.phase == "S1901M"]
    since = len(table.g.messages)
    table.done(c.RollBack("S1901M", "a slip"))
    table.wait(days=1, seconds=-1)
    again = [one.text for one in sent(table, since)]
    assert again == before, "they have forgotten what was taken back"


def test_who_takes_the_seat_reads_it_and_nobody_speaks_for_him() -> None:
    table = talking()
    table.done(c.TakeSeat("FRANCE"), 13)
    read = [one["text"] for one in press_view(table.viewer(13))]
    assert next(one.text for one in sent(table) if one.sender == "FRANCE") in read
    since = len(table.g.messages)
    table.done(c.Send("hello", ("FRANCE",)), "TURKEY")
    table.wait(minutes=5)
    assert not any(one.sender == "FRANCE" for one in table.g.messages[since:])


def test_nobody_is_told_that_they_listened() -> None:
    table = talking()
    for user in (MASTER, 11, 12, 99, 0):
        viewer = table.viewer(user) if user else Viewer(table.g, bot_of("FRANCE"))
        for one in table.log:
            if isinstance(one.event, ev.BotSpoke):
                assert event_view(viewer, one) is None


def test_the_log_says_it_all() -> None:
    table = talking()
    table.done(c.Send("(WHT)", ("FRANCE",)), "TURKEY")
    table.wait(minutes=5)
    again = rebuild(table.log)
    assert again.spoken == table.g.spoken and again.messages == table.g.messages
