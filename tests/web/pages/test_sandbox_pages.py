"""Private boards by pages, without script: begun, taken from a game, ordered on all sides, judged,
stepped back on, branched, shared, copied."""

from __future__ import annotations

from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, reader
from tests.web.tables import begun, seats


def sent(one: Reader, page: Page, action: str, **fields: str) -> Page:
    return one.send(next(f for f in page.forms if f.action.endswith(action)), **fields)


def test_a_board_is_begun_ordered_judged_and_shared(house: House) -> None:
    one = reader(house, 3)
    page = one.get("/sandboxes")
    wrong = sent(one, page, "/sandboxes", variant="standard", position="nonsense", title="Mine")
    assert wrong.status == 422
    assert any(f.fields.get("position") == ["nonsense"] for f in wrong.forms)
    page = sent(one, page, "/sandboxes", variant="standard", title="Openings")
    assert "Openings" in page.text and "Spring 1901" in page.text
    orders = {"text:FRANCE": "A par-bur", "text:GERMANY": "A mun-bur"}
    page = sent(one, page, "/orders", **orders, judge="yes")
    assert "Fall 1901" in page.text and "A Par–Bur" in page.text
    page = sent(one, page, "/do/step-back")
    assert any(f.fields.get("text:FRANCE") == ["A par-bur"] for f in page.forms)
    stale = next(f for f in page.forms if f.action.endswith("/orders"))
    page = one.send(stale, **{"text:GERMANY": "A mun-ruh; A xyz"})
    assert "xyz" in page.source.lower(), "what cannot be read is told"
    late = one.send(stale, **{"text:GERMANY": "A mun H"})
    assert late.status == 412, "it was changed meanwhile"
    assert any(f.fields.get("text:GERMANY") == ["A mun H"] for f in late.forms)
    page = sent(one, one.get("/sandboxes/1"), "/do/adjudicate")
    page = sent(one, page, "/do/name", name="The quiet one")
    assert "The quiet one" in page.text
    page = sent(one, page, "/do/share")
    link = next(w for w in page.source.split('"') if "/shared-sandboxes/" in w)
    path = link[link.index("/shared-sandboxes/") :]
    read = reader(house).get(path)
    assert read.status == 200 and "The quiet one" in read.text
    assert not [f for f in read.forms if "/sandboxes/" in f.action]
    assert reader(house).get(f"{path}?node=2").status == 200
    assert reader(house).get(f"{path}?node=99").status in (404, 422)
    friend = reader(house, 4)
    copy = sent(friend, friend.get(path), "/copies")
    assert str(copy.answer.url).endswith("/sandboxes/2")
    assert copy.form("/do/retitle").fields["title"][0].startswith("Copy of ")
    assert friend.get("/sandboxes/1").status == 404, "the copy is his, the board is not"
    assert sent(friend, copy, "/remove").answer.url.path == "/sandboxes"


def test_a_position_of_a_game_is_taken_aside(house: House) -> None:
    game = begun(house)
    caller = seats(house, game)["FRANCE"]
    caller.do(game, "save-orders", text="A par-bur")
    number = next(n for n, one in house.callers.items() if one is caller)[0]
    one = reader(house, number)
    page = sent(one, one.get(f"/games/{game}"), "/fork")
    assert any(f.fields.get("text:FRANCE") == ["A par-bur"] for f in page.forms)
    assert page.form("/do/retitle").fields["title"] == [
        "Friends, Spring 1901, tried from France’s seat"
    ]
    assert f"/games/{game}" in page.links
    house.person(1).do(game, "process-now")
    page = sent(one, one.get(f"/games/{game}/turns/S1901M"), "/fork")
    assert "Spring 1901" in page.text
    visitor = reader(house).get(f"/games/{game}/turns/S1901M")
    assert not [f for f in visitor.forms if f.action.endswith("/fork")]
