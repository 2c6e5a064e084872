"""The whole way of a game from elsewhere: its files, the page that tells what was understood, two
people who sit down by their links, their orders, and the turn judged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from dragoman.game import Game, write_record
from dragoman.judge.log.state import Stage
from dragoman.rules import PhaseKind
from tests.judge.imports.elsewhere import (
    at_kind,
    njudge_files,
    played,
    saved,
    server_file,
    webdiplomacy_status,
)
from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, number_in, reader
from tests.web.pages.test_joining import letters_to

PEOPLE = {"FRANCE": "ann@dip.example", "MASTER": "boss@dip.example"}
Uploads = list[tuple[str, bytes]]


def as_json(data: dict[str, Any]) -> Uploads:
    return [("game.json", json.dumps(data).encode())]


SOURCES: dict[str, Callable[[Game], Uploads]] = {
    "nJudge": lambda game: njudge_files(game, PEOPLE),
    "webDiplomacy": lambda game: as_json(webdiplomacy_status(game)),
    "diplomacy": lambda game: as_json(saved(game)),
    "diplomacy's server": lambda game: as_json(server_file(game, PEOPLE)),
    "Dragoman": lambda game: [("game.json", write_record(game).encode())],
}


def sent(one: Reader, uploads: Uploads = (), **fields: str) -> Page:
    """Send the page's form as browsers send one with files."""
    parts: list[Any] = [(name.replace("_", ":", 1), (None, text)) for name, text in fields.items()]
    parts += [("files", (name, content, "application/octet-stream")) for name, content in uploads]
    headers = {"Origin": "http://judge"}
    answer = one.browser.request("POST", "/import", files=parts, headers=headers)
    while answer.status_code == 303:
        answer = one.browser.request("GET", answer.headers["Location"].partition("#")[0])
    one.page = Page(answer)
    return one.page


@pytest.mark.parametrize("source", SOURCES)
def test_a_game_from_elsewhere_is_taken_over_and_played_on(house: House, source: str) -> None:
    game = at_kind(PhaseKind.MOVEMENT)
    master = reader(house, 1)
    page = sent(master, SOURCES[source](game))
    assert page.status == 200, page.text
    assert "Spring 1903, movement" in page.text and "data:image/svg+xml;base64," in page.source
    assert "6 turns, judged again here" in page.text
    assert "Every turn came out as its files say." in page.text
    form = page.form("/import")
    fields = {name: values[0] for name, values in form.fields.items() if values}
    fields |= {"title": "From afar", "movement": "2 d", "begin": "yes", "others": "link"}
    fields |= {"seat:FRANCE": "mail", "to:FRANCE": "ann@dip.example"}
    page = sent(master, **{name.replace(":", "_"): text for name, text in fields.items()})
    assert page.status == 200, page.text
    number = number_in(page.source)
    g = house.judge.games.load(number)
    assert g.stage is Stage.PAUSED and g.game.position == game.position
    assert "Where this game comes from" in page.text
    (letter,) = letters_to(house, "ann@dip.example")
    assert "France" in letter
    by_mail = re.search(r"/j/([A-Z2-7-]+)", letter)
    by_hand = re.search(r'id="link-ITALY"[^>]*value="[^"]*/j/([A-Z2-7-]+)"', page.source)
    assert by_mail and by_hand
    for name, code, power in (("Ann", by_mail[1], "France"), ("Ida", by_hand[1], "Italy")):
        one = reader(house)
        page = one.get(f"/j/{code}")
        assert f"Player 1 has kept {power} for you" in page.text
        page = one.send(page.form(f"/j/{code}"), name=name)
        assert page.status == 200 and house.judge.games.load(number).seats[power.upper()].user
        unit = g.game.position.units_of(power.upper())[0]
        form = page.form("/do/save-orders")
        one.send(form, text=f"{unit.exact} H")
        assert one.get(f"/j/{code}").status == 410, "it was good for one"
    house.person(1).do(number, "resume")
    house.person(1).do(number, "process-now")
    g = house.judge.games.load(number)
    assert str(g.phase) != str(game.phase) and len(g.history) == 7
    assert len(g.history[-1].orders["FRANCE"]) == len(g.history[-1].orders["ITALY"]) == 1


def test_nothing_is_kept_before_it_begins_nor_without_answers(house: House) -> None:
    master = reader(house, 1)
    page = sent(master, as_json(saved(played(2))))
    fields = {name: values[0] for name, values in page.form("/import").fields.items() if values}
    assert fields["movement"] == "", "its files do not say how long a phase lasts"
    fields = {name.replace(":", "_"): text for name, text in fields.items()}
    page = sent(master, **{**fields, "begin": "yes", "movement": "1 d"})
    assert page.status == 422 and "nothing is said of the seat of AUSTRIA" in page.text
    page = sent(master, **{**fields, "begin": "yes", "others": "open"})
    assert page.status == 422 and "nothing says how long a phase lasts" in page.text
    page = sent(master, **{**fields, "begin": "yes", "others": "open", "movement": "soon"})
    assert page.status == 422 and "not a length of time" in page.text
    page = sent(master, **{**fields, "others": "open", "movement": "1 d"})
    assert page.status == 200, "without that button it is only looked at"
    assert "/games/1" not in {*page.links}
    assert house.visitor.get("/games")["items"] == []


def test_what_came_out_otherwise_is_shown_before_and_after(house: House) -> None:
    data = saved(played(3))
    data["phases"][1]["state"]["centers"]["ITALY"] += ["TUN"]
    master = reader(house, 1)
    page = sent(master, as_json(data))
    assert "2 positions do not follow" in page.text and "ITALY owns TUN" in page.text
    fields = {name: values[0] for name, values in page.form("/import").fields.items() if values}
    fields |= {"movement": "1 d", "others": "open", "begin": "yes", "title": "Odd"}
    page = sent(master, **{name.replace(":", "_"): text for name, text in fields.items()})

    stranger = reader(house).get(f"/games/{number_in(page.source)}")
    assert "ITALY owns TUN" in stranger.text, "all may read it"


def test_dislodged_units_stand_with_where_they_may_go(house: House) -> None:
    game = at_kind(PhaseKind.RETREAT)
    page = sent(reader(house, 1), njudge_files(game, PEOPLE)[-2:])
    (one,) = game.position.dislodged
    assert "Dislodged, and where they may go" in page.text
    assert "Without its history" in page.text
    told = page.text.split("where they may go", 1)[1].split("Came out", 1)[0]
    assert told.count(",") + 1 >= len(one.options)


def test_who_is_not_known_here_takes_nothing_over(house: House) -> None:
    assert reader(house).get("/import").answer.headers["Location"].startswith("/sign-in")
    answer = house.browser().request("POST", "/import", headers={"Origin": "http://judge"})
    assert answer.status_code == 401
    page = sent(reader(house, 1), [("a.bin", bytes(range(256)))])
    assert page.status == 422 and "there is no text" in page.text
    page = sent(reader(house, 1), carried="AAAA")
    assert page.status == 422 and "there is no file" in page.text


def test_who_reads_german_is_told_in_german(house: House) -> None:
    data = saved(played(3))
    data["phases"][1]["state"]["centers"]["ITALY"] += ["TUN"]
    data["phases"][1]["messages"] = [{"message": "secret"}]
    one = reader(house, 1)
    one.browser.client.headers["Accept-Language"] = "de"
    page = sent(one, as_json(data))
    assert "ihre Briefe wurden nicht übernommen: heb die Datei auf" in page.text
    assert "Aus den Befehlen folgt" in page.text and "secret" not in page.source
    assert "recorded" not in page.text and "not taken over" not in page.text


def test_what_files_say_never_runs(house: House) -> None:
    mean = "</textarea><script>ran()</script>"
    game = at_kind(PhaseKind.MOVEMENT)
    master = reader(house, 1)
    page = sent(master, as_json(server_file(game, {"FRANCE": mean})))
    assert mean in page.text and "<script>ran()" not in page.source
    form = page.form("/import")
    fields = {name: values[0] for name, values in form.fields.items() if values}
    fields |= {"title": mean, "movement": "2 d", "begin": "yes", "others": "link"}
    page = sent(master, **{name.replace(":", "_"): text for name, text in fields.items()})
    assert mean in page.text and "<script>ran()" not in page.source
