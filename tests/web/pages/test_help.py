"""The page of help leads to the documentation where the judge knows where that is."""

from __future__ import annotations

import re
from pathlib import Path

from dragoman.judge.accounts.account_mails import Site
from tests.web.conftest import House
from tests.web.pages.reader import reader

DOCS = Path(__file__).parents[3] / "docs"


def test_help_links_to_the_documentation_if_there_is_one(house: House):
    one = reader(house)
    assert "Further reading" not in one.get("/help").text
    house.judge.site = Site(documentation="https://docs.example/dragoman/")
    page = one.get("/help")
    assert "Further reading" in page.text
    found = [link for link in page.links if link.startswith("https://")]
    assert len(found) > 5
    for link in found:
        (name,) = re.findall(r"^https://docs.example/dragoman/([a-z]+)/$", link)
        assert (DOCS / f"{name}.md").is_file()
