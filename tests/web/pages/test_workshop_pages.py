"""Designs on the judge: each its owner's alone, checked, saved by two at once, played, added."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

from dragoman.games.workshop.texts import empty_texts
from dragoman.judge.storage.design_store import MOST_OF_ONE
from dragoman.refusal import ActionRefused
from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, reader


def sent(one: Reader, page: Page, action: str, **fields: str) -> Page:
    return one.send(next(f for f in page.forms if f.action.endswith(action)), **fields)


def begun(one: Reader, name: str = "pond", begin: str = "white_winter") -> str:
    page = sent(one, one.get("/workshop"), "/workshop", name=name, title="", **{"from": begin})
    assert page.status == 200 and "dip-workshop" in page.source, page.text
    return str(page.answer.url.path)


def asked(opened: dict[str, Any], name: str) -> dict[str, Any]:
    design = json.loads(json.dumps(opened["design"]))
    design["provinces"][3]["name"] = name
    return {"design": design, "seen": opened["seen"]}


def ask(one: Reader, method: str, at: str, body: Any = None, guard: str = "1") -> Any:
    headers = {"X-Dragoman": guard} if guard else {}
    return one.browser.request(method, at, json=body, headers=headers)


@pytest.mark.slow
def test_a_design_is_saved_by_two_and_played_and_added(house: House) -> None:
    one = reader(house, 4)
    at = begun(one)
    opened = ask(one, "GET", f"{at}/design").json()
    assert opened["good"] and opened["name"] == "pond"
    assert "#" in opened["files"]["map.pond"], "comments are copied, too"
    mine = ask(one, "POST", f"{at}/save", asked(opened, "Mine"))
    assert mine.status_code == 200, mine.text
    late = ask(one, "POST", f"{at}/save", asked(opened, "Late"))
    assert late.status_code == 409 and late.json()["changed"] == ["map.pond"]
    assert "-Mine,          l  gri" in late.json()["lines"]["map.pond"]
    wrong = ask(one, "POST", f"{at}/try", asked(opened, "a, b"))
    assert wrong.status_code == 422 and "cannot stand there" in wrong.json()["told"][0]["what"]
    assert ask(one, "POST", f"{at}/save", asked(opened, "Evil"), guard="").status_code == 403
    page = one.get("/workshop")
    assert "White Winter" in page.text
    listed = house.visitor.get("/variants")["items"]
    answer = ask(one, "POST", f"{at}/play")
    assert answer.status_code == 303 and "/sandboxes/" in answer.headers["Location"], answer.text
    assert house.visitor.get("/variants")["items"] == listed, "what is only tried is in no list"
    against = sent(one, one.get(at), "/bots")
    game = int(against.answer.url.path.removeprefix("/games/"))
    while house.judge.games.tick(house.clock()) is not None:
        pass  # the worker gives bots on maps that people brought their time
    seats = house.judge.games.load(game).seats.values()
    assert sum(seat.bot != "" for seat in seats) == len(seats) - 1, "bots in all other seats"
    assert house.visitor.get("/variants")["items"] == listed
    page = sent(one, one.get(at), "/publish")
    assert "White Winter" in page.text and page.answer.url.path.startswith("/variants/pond.")
    files = ask(one, "GET", f"{at}/files.zip")
    with ZipFile(BytesIO(files.content)) as archive:
        assert sorted(archive.namelist()) == [
            "pond/geometry.json",
            "pond/map.pond",
            "pond/seed.pond",
            "pond/variant.toml",
        ]


def test_a_design_is_its_owners_alone(house: House) -> None:
    one, other = reader(house, 5), reader(house, 6)
    at = begun(one)
    for way in ("", "/design", "/files.zip"):
        assert ask(other, "GET", f"{at}{way}").status_code == 404
    for way in ("/play", "/bots", "/publish", "/remove"):
        assert ask(other, "POST", f"{at}{way}").status_code in (403, 404, 422)
    body = asked(ask(one, "GET", f"{at}/design").json(), "Evil")
    for way in ("/try", "/save"):
        assert ask(other, "POST", f"{at}{way}", body).status_code == 404
    page = sent(one, one.get("/workshop"), "/remove")
    assert one.get(at).status == 200, "it is asked first"
    sent(one, page, "/remove", sure="yes")
    assert one.get(at).status == 404
    assert reader(house).get("/workshop").answer.headers["Location"].startswith("/sign-in")


def test_what_cannot_be_begun_is_told(house: House) -> None:
    one = reader(house, 7)
    for name, begin in (("../evil", ""), ("Pond", ""), ("pond", "nix.9"), ("mach", "machiavelli")):
        page = sent(one, one.get("/workshop"), "/workshop", name=name, **{"from": begin})
        assert page.status in (404, 422) and 'role="alert"' in page.source, (name, begin)
    assert house.judge.designs.listed(house.account(7)) == []


def test_a_person_has_so_many_and_two_writers_one_after_the_other(house: House) -> None:
    designs, owner = house.judge.designs, house.account(8)
    texts = empty_texts("pond", "Pond")
    numbers = [designs.create(owner, "Pond", texts, house.clock()) for _ in range(MOST_OF_ONE)]
    with pytest.raises(ActionRefused, match="no more"):
        designs.create(owner, "Pond", texts, house.clock())
    seen = designs.load(numbers[0], owner)
    designs.save(seen, owner, "First", texts, house.clock())
    with pytest.raises(ActionRefused, match="saved elsewhere"):
        designs.save(seen, owner, "Second", texts, house.clock())
    assert designs.load(numbers[0], owner).title == "First"
