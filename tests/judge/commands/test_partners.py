"""Partners in the judge's seats: letters answered at once, votes, and who learns of it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.bots.compiled import build_ahead
from dragoman.formats import load_variant
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import CLOCK, Actor, bot_of
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import Stage
from dragoman.judge.views.press_view import press_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from dragoman.press.afterthoughts import Afterthought
from dragoman.press.daide import speech as s
from dragoman.press.dpp import messages as dpp
from dragoman.press.letters import letter_of_program
from dragoman.press.press_texts import read_press
from tests.judge.commands.test_bots import EMPTY, begun
from tests.judge.stores import NOW, Opened
from tests.judge.table import MASTER, Table

USERS = {"AUSTRIA": 11, "TURKEY": 12}


def partners(bot: str = "partner", **settings) -> Table:
    """A game of Austria and Turkey and five partners, which have spoken and ordered."""
    table = begun(bot=bot, **settings)
    table.wait(seconds=0)
    return table


def answers(table: Table, since: int, to: str = "TURKEY") -> list:
    return [
        said
        for one in table.g.messages[since:]
        if one.to == (to,)
        for said in read_press(one.text, table.g.game.variant)
    ]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("(PCE)", dpp.Yes),
        ("PRP (SLO (TUR))", s.Refusing),  # DPP has no words for it
        ("(UDO ((FLT SEV) MTO LON))", dpp.No),
    ],
)
def test_a_letter_is_answered_by_the_next_tick(text: str, answer: type) -> None:
    table = partners()
    since = len(table.g.messages)
    table.done(c.Send(text, ("RUSSIA",)), "TURKEY")
    table.wait(seconds=0)
    assert isinstance(answers(table, since)[0], answer)


def test_what_was_agreed_is_on_its_sheet_at_once_and_is_ordered() -> None:
    table = partners()
    table.done(c.Send("(UDO ((AMY MOS) MTO UKR))", ("RUSSIA",)), "TURKEY")
    since = len(table.g.messages)
    table.wait(seconds=0)
    (said, *_) = answers(table, since)
    assert isinstance(said, dpp.Yes)
    assert "A MOS-UKR" in table.g.sheets["RUSSIA", "S1901M"].text
    table.wait(days=1)
    assert "A MOS-UKR" in map(write, table.g.history[0].orders["RUSSIA"])


def test_others_learn_nothing_of_a_letter_and_its_answer() -> None:
    table = partners()
    since, entries = len(table.g.messages), len(table.log)
    table.done(c.Send("(PCE)", ("RUSSIA",)), "TURKEY")
    table.wait(seconds=0)
    assert len(answers(table, since)) >= 1
    for viewer in (table.viewer(11), table.viewer(0), Viewer(table.g, bot_of("FRANCE"))):
        seen = {one["number"] for one in press_view(viewer)}
        assert seen.isdisjoint(range(since + 1, len(table.g.messages) + 1))
    spoke = [one for one in table.log[entries:] if isinstance(one.event, ev.BotSpoke)]
    assert spoke and all(not hasattr(one.event, "text") for one in spoke)


def test_a_flood_of_letters_is_answered_for_a_while() -> None:
    table = partners()
    for number in range(60):
        table.done(c.Send(f"(PCE)\n{number}\n(PCE)", ("ITALY",)), "TURKEY")
        table.wait(seconds=0)
    assert 20 < len(table.g.spoken["ITALY"]) <= 41
    assert table.g.sheets["ITALY", "S1901M"].text.strip()


def test_partners_have_a_vote_and_end_no_game_that_has_just_begun() -> None:
    table = partners()
    table.done(c.Propose("draw"), "AUSTRIA")
    table.done(c.Vote(1, True), "TURKEY")
    table.wait(seconds=0)
    (proposal,) = table.g.proposals
    assert set(proposal.votes) == set(table.g.seats)
    assert {proposal.votes[power] for power in EMPTY} == {False}
    assert table.g.stage is Stage.RUNNING


def test_they_agree_to_a_draw_that_stops_who_is_about_to_win() -> None:
    table = partners()
    own = {"PAR": "FRANCE", "VIE": "AUSTRIA", "CON": "TURKEY"}
    left = [one for one in table.g.game.variant.board.centers if one not in own]
    centers = {power: [center] for center, power in own.items()}
    centers |= {"RUSSIA": left[:15], "ENGLAND": left[15:23], "ITALY": left[23:]}
    position = table.g.game.position.to_dict()
    table.done(c.SetPosition({**position, "centers": centers}, "a test"), MASTER)
    table.done(c.Propose("draw"), "AUSTRIA")
    table.wait(seconds=0)
    (proposal,) = table.g.proposals
    assert proposal.votes["FRANCE"] and not proposal.votes["RUSSIA"]


def test_one_that_teaches_says_afterwards_to_people_what_it_thought() -> None:
    """In the reader's language; to the other bots it says nothing of the kind."""
    table = partners("partner:teacher")
    table.wait(days=1)
    table.wait(seconds=0)
    told = [one for one in table.g.messages if "NOTE: " in one.text]
    assert told and {one.to for one in told} <= {("AUSTRIA",), ("TURKEY",)}
    assert all('NOTE: opened "' in one.text for one in told), "each opens by its book"
    variant = table.g.game.variant
    for one in told:
        orders = {*map(write, table.g.history[0].orders[one.sender])}
        notes = [said for said in read_press(one.text, variant) if isinstance(said, Afterthought)]
        assert {write(note.order) for note in notes if note.order} <= orders
        for language in ("de", "fr"):
            letter = letter_of_program(one.text, variant, language)
            assert letter and letter != letter_of_program(one.text, variant, "en")


@pytest.mark.slow
@pytest.mark.xdist_group("compiled_bots")
def test_partners_that_search_play_in_seats_in_their_stated_time() -> None:
    """Five of them speak and order; each takes half a second of a core at most."""
    build_ahead(load_variant("standard"))
    partners("partner:general")
    begun = time.thread_time()
    table = partners("partner:general")
    table.done(c.Send("(PCE)", ("RUSSIA",)), "TURKEY")
    since = len(table.g.messages)
    table.wait(seconds=0)
    assert isinstance(answers(table, since)[0], dpp.Yes | dpp.No)
    assert time.thread_time() - begun < 5 * 0.5
    assert all(table.g.sheets[power, "S1901M"].text.strip() for power in EMPTY)


def test_letters_sent_in_one_moment_are_each_answered_once(opened: Opened) -> None:
    """By two processes at once, to one partner, in the command that sends them."""
    first, second = opened(), opened()
    settings = {"title": "Talk", "bot": "partner", "movement": "1 d"}
    number, _ = first.create(settings, Actor(1), NOW)
    assert number is not None
    for user, power in ((11, "Austria"), (12, "Turkey")):
        assert first.act(number, c.Join((power,)), Actor(user), NOW).events
    assert first.act(number, c.Begin(), Actor(1), NOW).events
    first.games.act(number, c.Tick(), CLOCK, NOW)

    def write_to_russia(judge, user: int) -> None:
        assert judge.act(number, c.Send("(PCE)", ("Russia",)), Actor(user), NOW).events

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write_to_russia, (first, second), (11, 12)))
    g = first.games.load(number)
    for power in USERS:
        told = [
            said
            for one in g.messages
            if one.sender == "RUSSIA" and one.to == (power,)
            for said in read_press(one.text, g.game.variant)
            if isinstance(said, dpp.Yes | dpp.No)
        ]
        assert len(told) == 1
