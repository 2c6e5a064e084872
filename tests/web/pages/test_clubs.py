"""The pages of clubs: from founding one to dissolving it, by forms alone; its calendar and feed."""

from __future__ import annotations

from dragoman.formats.calendar_files import CalendarEvent, calendar_file
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.storage.game_lists import GameSearch, find_games
from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, reader
from tests.web.pages.test_other_sites import entries
from tests.web.tables import begun

HERE = "/clubs/oslo"


def founded(house: House, is_open: str = "yes") -> Reader:
    head = reader(house, 1)
    form = head.get("/clubs").form("/clubs")
    page = head.send(form, name="Oslo", title="Oslo plays", about="Every\nTuesday", is_open=is_open)
    assert "Oslo plays" in page.text and "one member" in page.text
    return head


def test_the_whole_way_of_a_club(house: House) -> None:
    head = founded(house, is_open="no")
    member, stranger = reader(house, 2), reader(house, 3)
    page = member.send(member.get(HERE).form("/join"))
    assert "you have asked to join" in page.text
    page = head.send(head.get(HERE).form("/admit"))
    assert "2 members" in page.text
    assert "Oslo plays" in member.get("/people/2").text
    game = begun(house, title="Tuesday game")
    page = head.send(head.get(HERE).form("/add-game"), game=str(game))
    assert "Tuesday game: orders are due" in page.text
    page = head.send(
        page.form("/add-date"), title="First evening", at="2026-01-13T19:00", zone="Europe/Oslo"
    )
    assert "2026-01-13T18:00:00+00:00" in page.source and "First evening" in page.text
    seen = stranger.get(HERE)
    assert "Tuesday game" in seen.text and "First evening" in seen.text
    assert [one.action for one in seen.forms if "/clubs/" in one.action] == [f"{HERE}/join"]
    vote_a_draw(house, game)
    page = head.get(HERE)
    assert "It begins with the first game" in page.text, "none of those who played is a member"
    player = reader(house, 11)
    player.send(player.get(HERE).form("/join"))
    page = head.send(head.get(HERE).form("/admit"))
    assert "Won or shared" in page.text and "Player 11" in page.text
    page = head.send(page.form("/name-head"), person=str(house.account(2)))
    page = head.send(page.form("/step-down"))
    assert "/dissolve" not in page.source
    member.send(member.get(HERE).form("/remove"), person=str(house.account(11)))
    page = member.get(HERE)
    page = member.send(page.form("/change"), title="Oslo still plays", about="", is_open="yes")
    assert "Oslo still plays" in page.text and "Anybody who likes comes in." in page.text
    page = head.send(head.get(HERE).form("/leave"))
    page = member.send(member.get(HERE).form("/dissolve"), sure="no")
    assert page.status == 422 and "cannot be undone" in page.text
    page = member.send(member.get(HERE).form("/dissolve"), sure="oslo")
    assert "There are no clubs yet." in page.text
    assert stranger.get(HERE).status == 404


def test_a_new_game_is_a_club_s_from_the_start(house: House) -> None:
    head, stranger = founded(house), reader(house, 2)
    assert "club" not in stranger.get("/games/new").form("/games/new").fields
    form = head.get("/games/new").form("/games/new")
    assert form.offered["club"] == ["", "oslo"] and form.fields["club"] == [""]
    assert "/games/new?club=oslo" in head.get(HERE).links
    form = head.get("/games/new?club=oslo").form("/games/new")
    page = head.send(form, title="First Tuesday", movement="never ever")
    assert page.form("/games/new").fields["club"] == ["oslo"], "what was chosen stays"
    head.send(page.form("/games/new"), movement="1 d")
    assert "First Tuesday" in head.get(HERE).text
    form = stranger.get("/games/new").form("/games/new")
    page = stranger.send(form, title="Intruder", club_="oslo")
    assert page.status == 422 and "only members of the club do that" in page.text
    games = {one.game for one in find_games(house.judge.database, GameSearch(), Actor(), 9)}
    assert len(games) == 1, "what the club refuses is not set up at all"


def vote_a_draw(house: House, game: int) -> None:
    g = house.judge.games.load(game)
    first, *others = g.players
    house.judge.act(game, c.ProcessNow(), Actor(house.account(1)), house.clock())
    house.judge.act(game, c.Propose("draw"), Actor(first), house.clock())
    for one in others:
        house.judge.act(game, c.Vote(1, True), Actor(one), house.clock())
    assert house.judge.games.load(game).ended is not None


def test_what_is_wrong_with_a_new_club_is_told_beside_what_was_written(house: House) -> None:
    founded(house)
    other = reader(house, 2)
    form = other.get("/clubs").form("/clubs")
    page = other.send(form, name="oslo", title="Another")
    assert page.status == 422 and "there is a club 'oslo' already" in page.text
    assert page.form("/clubs").fields["title"] == ["Another"]
    page = other.send(form, name="no spaces", title="Another")
    assert "small letters, digits and hyphens" in page.text


def test_a_club_shows_strangers_only_what_stands_in_lists(house: House) -> None:
    head = founded(house)
    game = begun(house, title="Hidden game", listed=False)
    page = head.send(head.get(HERE).form("/add-game"), game=str(game))
    assert "Hidden game" in page.text
    member = reader(house, 2)
    assert "Hidden" not in member.get(HERE).text
    assert "Hidden game" in member.send(member.get(HERE).form("/join")).text
    for path in ("calendar.ics", "feed.atom"):
        answer = head.browser.request("GET", f"{HERE}/{path}")
        assert "Hidden" not in answer.text, "a file is fetched by programs, which nobody knows"


def test_only_members_and_masters_bring_games(house: House) -> None:
    founded(house)
    game = begun(house)
    for number in (1, 11):
        house.account(number)
    member = reader(house, 11)
    member.send(member.get(HERE).form("/join"))
    answer = member.browser.request(
        "POST", f"{HERE}/add-game", data={"game": str(game)}, headers={"Origin": "http://judge"}
    )
    assert answer.status_code == 422 and "only a master" in Page(answer).text
    visitor = reader(house)
    answer = visitor.browser.request(
        "POST", f"{HERE}/join", data={}, headers={"Origin": "http://judge"}
    )
    assert answer.status_code == 401


def test_guests_are_asked_to_register(house: House) -> None:
    founded(house)
    guest = house.judge.accounts.guests.begin("Clara", "10.0.0.1", house.clock())
    secret = house.judge.accounts.sign_ins.begin(guest.number, "a browser", house.clock())
    one = reader(house)
    one.browser.client.cookies.set("dragoman", secret)
    page = one.get(HERE)
    assert f"/register?next={HERE}" in page.links
    assert [form.action for form in page.forms if "/clubs" in form.action] == []


# Its calendar and its feed


def test_the_calendar_is_a_file_that_programs_read(house: House) -> None:
    head = founded(house)
    game = begun(house, title="Tuesday, or; so")
    head.send(head.get(HERE).form("/add-game"), game=str(game))
    head.send(head.get(HERE).form("/add-date"), title="Evening", at="2026-01-13T19:00", zone="UTC")
    answer = reader(house).browser.request("GET", f"{HERE}/calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    found = read_calendar(answer.content)
    assert [one["SUMMARY"] for one in found] == [
        r"Tuesday\, or\; so: orders are due",
        "Evening",
    ]
    assert found[1]["DTSTART"] == "20260113T190000Z"
    assert found[0]["URL"].endswith(f"/games/{game}")
    assert len({one["UID"] for one in found}) == 2


def read_calendar(content: bytes) -> list[dict[str, str]]:
    """The events of a calendar, read as RFC 5545 says."""
    assert content.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    lines = content.decode().replace("\r\n ", "").split("\r\n")
    found: list[dict[str, str]] = []
    for line in lines:
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and ":" in line:
            name, _, value = line.partition(":")
            found[-1].setdefault(name, value)
    assert all({"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= {*one} for one in found)
    return found


def test_long_lines_of_a_calendar_are_folded_between_letters(house: House) -> None:
    now = house.clock()
    title = "Räte beschließen 🎲 " * 12
    file = calendar_file(title, [CalendarEvent("k", title, now, "http://x")], now)
    (event,) = read_calendar(file)
    assert event["SUMMARY"] == title.strip() or event["SUMMARY"] == title


def test_the_feed_of_a_club_tells_of_its_games(house: House) -> None:
    head = founded(house)
    game = begun(house, title="Tuesday game")
    head.send(head.get(HERE).form("/add-game"), game=str(game))
    begun(house, title="Another game")
    house.clock.wait(hours=1)
    house.judge.act(game, c.ProcessNow(), Actor(house.account(1)), house.clock())
    answer = reader(house).browser.request("GET", f"{HERE}/feed.atom")
    titles = [one["title"] for one in entries(answer)]
    assert titles == ["Tuesday game: Spring 1901, movement", "Tuesday game: The game begins"]
