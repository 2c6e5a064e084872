"""What others show of a page whose link is shared: of what everybody may see."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.web.conftest import House
from tests.web.pages.reader import reader


def played(house: House, **settings: object) -> int:
    """A game of two in which a phase was judged."""
    master = house.person(1)
    game = master("POST", "/games", {"title": "Winter Cup", **settings}).json()["game"]
    for number, power in ((2, "AUSTRIA"), (3, "TURKEY")):
        house.person(number).do(game, "join", wishes=[power], code=str(settings.get("code", "")))
    master.do(game, "begin")
    house.person(2).do(game, "save-orders", text="A Vie-Gal", phase="")
    master.do(game, "process-now")
    while house.judge.games.tick(house.clock()) is not None:
        pass
    assert house.judge.games.load(game).history
    return game


def shared(source: str) -> dict[str, str]:
    """The properties of a page for where its link is shared."""
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', source
    )
    return dict(found)


def picture(house: House, address: str) -> Image.Image:
    path = re.sub(r"^https?://[^/]+", "", address).replace("&amp;", "&")
    answer = house.browser().request("GET", path)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png", path
    assert len(answer.content) < 300_000
    return Image.open(BytesIO(answer.content)).convert("RGB")


@pytest.mark.parametrize("path", ["/", "game", "turn"])
def test_a_page_says_what_it_is_and_has_a_picture(house: House, path: str) -> None:
    game = played(house)
    places = {"game": f"/games/{game}", "turn": f"/games/{game}/turns/S1901M"}
    where = places.get(path, path)
    source = reader(house).get(where).source
    told = shared(source)
    address = re.search(r'<link rel="canonical" href="([^"]*)">', source)
    assert address is not None and address[1] == told["og:url"]
    assert told["og:url"].endswith(where) and told["twitter:card"] == "summary_large_image"
    assert told["og:title"] == told["twitter:title"] and told["og:description"]
    assert path == "/" or "Winter Cup" in told["og:title"]
    assert path != "turn" or "Spring 1901" in told["og:title"]
    assert path != "game" or "Fall 1901" in told["og:description"]
    image = picture(house, told["og:image"])
    assert image.size == (1200, 630)
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")


def test_the_picture_of_a_game_and_its_address_change_with_each_turn(house: House) -> None:
    game = played(house)
    before = shared(reader(house).get(f"/games/{game}").source)["og:image"]
    first = picture(house, before)
    house.person(1).do(game, "process-now")
    after = shared(reader(house).get(f"/games/{game}").source)["og:image"]
    assert before != after
    assert first.tobytes() != picture(house, after).tobytes()


@pytest.mark.parametrize("kind", [{"observers": False}, {"blind": True}])
def test_nothing_is_shared_that_not_everybody_may_see(house: House, kind: dict[str, bool]) -> None:
    """The picture is of a game of which nothing is known but its name, also for its players."""
    game, other = played(house, **kind), played(house, **kind)
    house.person(1).do(other, "process-now")
    one = reader(house, 2)
    told = shared(one.get(f"/games/{game}").source)
    text = told["og:description"] + told["og:image:alt"]
    assert "Austria" not in text and (kind.get("blind") or "1901" not in text)
    assert not re.search(r"· \w+ \d", text)
    here = picture(house, told["og:image"].split("&amp;at=")[0])
    there = picture(house, f"/games/{other}/share.png?language=en")
    boxes = [one.crop((520, 0, 1200, 630)) for one in (here, there)]
    # Few colours are kept of each picture, by what else is in it.
    assert all(most < 24 for _, most in ImageChops.difference(*boxes).getextrema())
    answer = one.browser.request("GET", f"/games/{game}/turns/S1901M/share.png")
    assert answer.status_code == 404
