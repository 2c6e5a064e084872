"""A page that follows a game asks for its live parts alone: they are those of the whole page."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import House
from tests.web.pages.reader import reader
from tests.web.pages.test_results_first import judged
from tests.web.tables import begun

# As the page's script reads them.
PART = re.compile(r"<!--live (\w+)-->(.*?)<!--/live-->", re.DOTALL)
SECRET = re.compile(r'(name="(?:tag|once)" value=")[^"]*')
"""Fields that are others each time."""


def parts_of(text: str) -> dict[str, str]:
    return dict(PART.findall(SECRET.sub(r"\1", text)))


def check_parts(house: House, numbers: tuple[int, ...], address: str) -> set[str]:
    """The names of the live parts of a page, which each of several people is shown."""
    found: set[str] = set()
    for number in numbers:
        person = reader(house, number)
        whole = person.get(address).source
        asked = "&" if "?" in address else "?"
        alone = person.browser.request("GET", f"{address}{asked}parts=true").text
        assert parts_of(alone) == parts_of(whole), (number, address)
        assert not PART.sub("", alone).strip(), "nothing stands between them"
        found |= {name for name, _ in PART.findall(whole)}
    return found


@pytest.mark.parametrize("variant", ["standard", "machiavelli_1983"])
def test_they_are_those_of_the_whole_page(house: House, variant: str) -> None:
    forming = house.person(1)("POST", "/games", {"title": "A", "variant": variant}).json()["game"]
    house.person(12).do(forming, "join")
    game = begun(house, variant=variant)
    judged(house, game)
    everybody = (1, 12, 50)
    found = check_parts(house, everybody, f"/games/{forming}?peek=true")
    assert {"chairs", "beginning"} <= found
    found = check_parts(house, everybody, f"/games/{game}?peek=true")
    assert {"now", "powers", "threads", "messages", "saved", "readiness", "unvoted"} <= found
    found = check_parts(house, everybody, f"/games/{game}?peek=true&results=yes")
    phase = house.judge.games.load(game).history[0].phase
    assert {"head", "turn"} <= check_parts(house, everybody, f"/games/{game}/turns/{phase}")
