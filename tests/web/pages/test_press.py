"""Press on the page of a game, without script: panes, phases, a search, older messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, reader
from tests.web.tables import begun, seats

ALL_KINDS = ["private", "public", "grey", "fake"]


def playing(house: House, **settings: Any) -> tuple[int, Callable[[str], Reader]]:
    """A game that has begun, and who gives the reader that plays a power."""
    game = begun(house, **settings)
    numbers = {account: number for number, account in house.accounts.items()}
    seated = house.judge.games.load(game).seats

    @cache
    def who(power: str) -> Reader:
        return reader(house, numbers[seated[power].user or 0])

    return game, who


def write(house: House, game: int, writer: Reader, text: str, **to: Any) -> Page:
    form = writer.get(f"/games/{game}?thread=new").form("/do/send")
    return writer.send(form, text=text, **to)


def panes(page: Page) -> list[str]:
    nav = page.source.partition('data-live="threads"')[2].partition("</nav>")[0]
    return [" ".join(re.sub("<[^>]*>", " ", one).split()) for one in re.findall("<a.*?</a>", nav)]


def messages(page: Page) -> str:
    return page.source.partition('class="messages')[2].partition('class="form writing')[0]


def test_there_is_a_pane_for_each_power_what_is_unread_first(house: House) -> None:
    game, who = playing(house, press=["private", "public"])
    write(house, game, who("GERMANY"), "Burgundy?", to=["FRANCE"])
    write(house, game, who("ITALY"), "Piedmont?", to=["FRANCE"])
    write(house, game, who("ENGLAND"), "The Channel?", to=["FRANCE", "GERMANY"])
    others = ["Everybody", "Austria", "England", "Russia", "Turkey", "The game master", "+ New"]
    page = who("FRANCE").get(f"/games/{game}")
    first = ["England, Germany 1 unread", "Germany 1 unread", "Italy 1 unread"]
    assert sorted(panes(page)[:3]) == first and panes(page)[3:] == others
    page = who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BGERMANY")
    assert "Burgundy?" in messages(page) and "Channel" not in messages(page)
    page = who("FRANCE").get(f"/games/{game}")
    assert len([one for one in panes(page) if "unread" in one]) == 2, "what was opened is read"
    page = who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY&peek=true")
    page = who("FRANCE").get(f"/games/{game}")
    assert "Italy 1 unread" in panes(page), "what was but looked at by a script is not"


def test_a_pane_says_whom_a_message_goes_to(house: House) -> None:
    game, who = playing(house, press=["private", "public"])
    page = who("FRANCE").get(f"/games/{game}?thread=GERMANY%2BFRANCE")
    assert "To Germany…" in page.text
    assert page.form("/do/send").fields["to"] == ["GERMANY"]
    page = who("FRANCE").send(page.form("/do/send"), text="Hello")
    assert "Your message has been sent." in page.text and "Hello" in messages(page)
    page = who("FRANCE").get(f"/games/{game}?thread=ALL")
    assert "To Everybody…" in page.text and page.form("/do/send").fields["all"] == ["yes"]
    page = who("FRANCE").get(f"/games/{game}?thread=ENGLAND%2BFRANCE%2BITALY")
    assert "To England, Italy…" in page.text
    page = who("FRANCE").send(who("FRANCE").get(f"/games/{game}?thread=new").form("/do/send"))
    assert page.status == 422, "nobody is chosen"


def test_where_press_is_public_there_is_a_pane_for_all_and_for_the_master(house: House) -> None:
    game, who = playing(house, press=["public"])
    assert panes(who("FRANCE").get(f"/games/{game}")) == ["Everybody", "The game master", "+ New"]
    game, who = playing(house, press=[])
    assert 'id="press"' not in who("FRANCE").get(f"/games/{game}").source


def test_one_can_sign_as_the_game_allows(house: House) -> None:
    game, who = playing(house, press=ALL_KINDS)
    form = who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY").form("/do/send")
    assert form.offered["signed"][:3] == ["", "-", "AUSTRIA"]
    who("FRANCE").send(form, text="Guess who.", signed="-")
    page = who("ITALY").get(f"/games/{game}?thread=ITALY%2B-")
    assert "Nobody" in messages(page) and "Guess who." in messages(page)
    assert "to" not in page.form("/do/send").fields, "nobody can be answered: one has to choose"
    game, who = playing(house, press=["private", "public"])
    form = who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY").form("/do/send")
    assert "signed" not in form.fields


def test_messages_stand_by_phase_and_older_ones_on_demand(house: House) -> None:
    game, who = playing(house, press=["private"])
    thread, germany = f"/games/{game}?thread=FRANCE%2BGERMANY", seats(house, game)["GERMANY"]
    for number in range(130):
        germany.do(game, "send", text=f"Message {number}.", to=["FRANCE"])
        if number == 99:
            house.person(1).do(game, "process-now")
    page = who("FRANCE").get(thread)
    there = messages(page)
    assert "Message 70." in there and "Message 69." not in there
    assert re.findall("<h3>(.*?)</h3>", there) == ["Spring 1901, movement", "Fall 1901, movement"]
    older = next(link for link in page.links if "before=" in link)
    page = who("FRANCE").get(older.replace("&amp;", "&").partition("#")[0])
    there = messages(page)
    assert "Message 10." in there and "Message 69." in there and "Message 70." not in there
    assert "Newer messages" in there
    found = who("FRANCE").get(f"/games/{game}?find=message+5.")
    assert "<mark>Message</mark> <mark>5.</mark>" in found.source
    place = next(link for link in found.links if link.endswith("#letter-6"))
    there = messages(who("FRANCE").get(place.partition("#")[0]))
    assert 'id="letter-6"' in there and "Message 25." in there and "Message 29." not in there


def test_the_search_goes_through_all_that_one_may_read_and_nothing_else(house: House) -> None:
    game, who = playing(house, press=["private", "public"])
    write(house, game, who("GERMANY"), "I take <b>Burgundy</b>, you Belgium.", to=["FRANCE"])
    write(house, game, who("ENGLAND"), "Burgundy is mine", to=["GERMANY"])
    write(house, game, who("FRANCE"), "belgium and BURGUNDY " + "far away " * 99, all="yes")
    page = who("FRANCE").get(f"/games/{game}?find=burgundy+belgium")
    assert "2 messages with “burgundy belgium”" in page.text
    assert "&lt;b&gt;<mark>Burgundy</mark>&lt;/b&gt;" in page.source
    assert "is mine" not in page.source and page.source.count("far away") < 99
    assert "No message has all" in who("ITALY").get(f"/games/{game}?find=mine").text
    assert "No message has all" in who("FRANCE").get(f"/games/{game}?find=%00%22").text
    visitor = reader(house).get(f"/games/{game}?find=burgundy")
    assert "One message with “burgundy”" in visitor.text


def test_messages_of_somebody_muted_are_folded(house: House) -> None:
    game, who = playing(house, press=["private", "public"])
    write(house, game, who("ITALY"), "You scoundrel", to=["FRANCE"])
    seats(house, game)["FRANCE"].do(game, "mute", other="ITALY", muted=True)
    page = who("FRANCE").get(f"/games/{game}")
    assert "Italy" in panes(page), "and nothing of it is unread"
    there = messages(who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY"))
    folded = there.partition("<details><summary>A message from Italy")[2].partition("</details>")[0]
    assert "You scoundrel" in folded


def test_who_has_not_ordered_is_told_where_that_may_be_known(house: House) -> None:
    game, who = playing(house, press=["private"], readiness_shown=True)
    seats(house, game)["GERMANY"].do(game, "save-orders", text="A ber H")
    thread = f"/games/{game}?thread=FRANCE%2B"
    assert "Italy has not ordered yet." in who("FRANCE").get(f"{thread}ITALY").text
    assert "Germany has not ordered" not in who("FRANCE").get(f"{thread}GERMANY").text
    source = who("FRANCE").get(f"/games/{game}").source
    strip = source.partition('data-live="strip"')[2].partition("</ul>")[0]
    assert [("no orders yet" in one) for one in strip.split("</li>")[2:5]] == [True, False, True]
    powers = source.partition('id="powers"')[2].partition("</table>")[0]
    assert powers.count("no orders yet") == 6 and powers.count("orders in") == 1
    game, who = playing(house, press=["private"])
    thread = f"/games/{game}?thread=FRANCE%2B"
    page = who("FRANCE").get(f"{thread}ITALY")
    assert "not ordered" not in page.text and page.text.count("no orders yet") == 2, "his own"


def test_the_page_opens_on_press_where_nothing_else_waits(house: House) -> None:
    game, who = playing(house, press=["private"])

    def pane() -> str:
        return who("FRANCE").get(f"/games/{game}").source.partition('data-pane="')[2].split('"')[0]

    write(house, game, who("ITALY"), "Piedmont?", to=["FRANCE"])
    before = pane()
    seats(house, game)["FRANCE"].do(game, "save-orders", text="A par H\nA mar H\nF bre H")
    assert before != "press"
    assert pane() == "press"
    who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY")
    assert pane() != "press", "all is read"


def test_what_a_master_has_to_let_through_is_shown_to_its_writer(house: House) -> None:
    game, who = playing(house, press=["private"], press_approved=True)
    page = write(house, game, who("FRANCE"), "Psst", to=["ITALY"])
    assert "waits for the game master" in page.text and "Psst" in page.text
    assert "The game master reads your message before it is sent." in page.text
    house.person(1).do(game, "turn-back", number=1, why="no hissing")
    page = who("FRANCE").get(f"/games/{game}?thread=FRANCE%2BITALY")
    assert "returned by the game master" in page.text and "no hissing" in page.text


def test_letters_that_the_end_opens_are_said_to_be_before_and_read_after_it(house: House) -> None:
    game, who = playing(house, press=["private"], press_opens="all")
    said = "Open to everybody at the end"
    thread = f"/games/{game}?thread=FRANCE%2BGERMANY"
    assert said in who("GERMANY").get(thread).text
    assert said not in who("GERMANY").get(f"/games/{game}?thread=GERMANY%2BMASTER").text
    rules = who("GERMANY").get(f"/games/{game}/rules").text
    assert "Once the game is over, everybody can read all letters between powers." in rules
    write(house, game, who("GERMANY"), "Burgundy?", to=["FRANCE"])
    write(house, game, who("GERMANY"), "Help!", to=["MASTER"])
    assert "Burgundy?" not in reader(house).get(thread).text
    house.clock.wait(hours=1)
    house.person(1).do(game, "terminate")
    for one in (reader(house), reader(house, 30), who("TURKEY")):
        page = one.get(thread)
        assert "Burgundy?" in messages(page) or "Burgundy?" in page.text
        assert not [text for text in panes(page) if "unread" in text]
        assert "Help!" not in one.get(f"/games/{game}?thread=GERMANY%2BMASTER").text
    page = who("TURKEY").get(thread)
    assert page.form("/do/send").fields.get("to") is None, "he writes to nobody by that thread"
    assert house.visitor.get(f"/games/{game}/press")["items"][0]["text"] == "Burgundy?"
