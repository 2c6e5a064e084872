"""Variants on pages: what is told of each, and bringing one's own."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.formats.foreign.small_files import WEBDIPLOMACY
from tests.web.conftest import House
from tests.web.pages.reader import Page, Reader, number_in, reader
from tests.web.test_results import drawn
from tests.web.test_variants import files


def test_a_variant_tells_its_rules_with_their_sources(house: House) -> None:
    page = reader(house).get("/variants/standard")
    assert "Calhamer" in page.text and "Its rule set is datc" in page.text
    assert "szykman" in page.text and "DATC 4.A.2" in page.text
    assert "No game of it has been played to the end here yet." in page.text
    assert "Are armies paid in ducats?" not in page.text
    money = reader(house).get("/variants/machiavelli")
    assert "Are armies paid in ducats?" in money.text
    german = reader(house)
    german.browser.client.headers["Accept-Language"] = "de"
    page = german.get("/variants/standard")
    assert "Österreich" in page.text and "von Allan B. Calhamer erfunden" in page.text


def test_variants_are_looked_for_by_what_is_special_about_them(house: House) -> None:
    person = reader(house)
    found = person.get("/variants?title=table+three").text
    assert "England vs Italy vs Russia" in found and "Frankland" not in found
    assert "neighbours in a row" in person.get("/variants/france_germany_austria").text
    person.browser.client.headers["Accept-Language"] = "de"
    german = person.get("/variants?powers=2").text
    assert "Ein Tisch für zwei" in german and "A table for two" not in german


def test_a_variant_tells_how_its_games_went(house: House) -> None:
    drawn(house, title="One")
    page = reader(house).get("/variants/standard")
    assert "One game of it has been played to the end here." in page.text
    assert "14.3 %" in page.text, "a draw of seven"
    assert "One" in reader(house).get("/archive?variant=standard").text


def sent(one: Reader, given: dict[str, str], **more: str) -> Page:
    """Send the form as browsers send one with files."""
    fields = {"name": given["name"], "map": "", "seed": "", "toml": "", **more}
    uploads = [(name, (None, text)) for name, text in fields.items()]
    uploads += [
        (f"{name}-file", (f"{name}.txt", given.get(name, "").encode(), "text/plain"))
        for name in ("map", "seed", "toml")
    ]
    headers = {"Origin": "http://judge"}
    answer = one.browser.request("POST", "/variants/new", files=uploads, headers=headers)
    while answer.status_code == 303:
        answer = one.browser.request("GET", answer.headers["Location"])
    return Page(answer)


@pytest.mark.slow
def test_a_variant_is_looked_over_brought_and_played(house: House) -> None:
    one = reader(house, 1)
    assert "nobody has to draw anything" in one.get("/variants/new").text.lower()
    page = sent(one, files())
    assert page.status == 200 and "No problems found." in page.text
    assert "data:image/svg+xml;base64," in page.source
    assert one.get("/variants?title=mine").text.count("mine.1") == 0
    form = page.form("/variants/new")
    assert files()["map"].strip() in form.fields["map"][0]
    page = sent(one, {"name": "mine"}, bring="yes", **{n: form.fields[n][0] for n in FILES})
    assert page.answer.url.path == "/variants/mine.1"
    assert "Uploaded by Player 1" in page.text
    assert "yours" in one.get("/variants").text
    assert "uploaded by a player" in reader(house).get("/variants").text
    form = one.get("/games/new?variant=mine.1").form("/games/new")
    assert form.fields["variant"] == ["mine.1"]
    page = one.send(form, title="On my own map")
    assert house.visitor.get(f"/games/{number_in(str(page.answer.url))}")["variant"] == "mine.1"


FILES = ("map", "seed", "toml")


def sent_file(one: Reader, content: bytes, name: str, which: str = "") -> Page:
    """Send a file of another site or program."""
    uploads = [("which", (None, which)), ("file", (name, content, "application/zip"))]
    headers = {"Origin": "http://judge"}
    return Page(one.browser.request("POST", "/variants/new/other", files=uploads, headers=headers))


@pytest.mark.slow
def test_files_of_another_site_are_read_and_looked_over(house: House) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in WEBDIPLOMACY.items():
            archive.writestr(
                f"Ponds/{name}", text.replace("Two <b>powers", "Two <i onclick='x()'>")
            )
    one = reader(house, 1)
    page = sent_file(one, packed.getvalue(), "ponds.zip")
    assert page.status == 200
    assert "classes/adjMove.php is a program that changes the rules" in page.text
    assert "install.php:12" in page.text and "<i onclick" not in page.source
    fields = page.form("/variants/new").fields
    assert fields["name"] == ["ponds"]
    assert "Upper Pond" in fields["map"][0]
    page = sent(one, {"name": "ponds"}, bring="yes", **{n: fields[n][0] for n in FILES})
    assert page.answer.url.path.startswith("/variants/ponds.")
    broken = sent_file(one, b"PK nothing", "broken.zip")
    assert broken.status == 422 and "pack the folder anew" in broken.text
    assert sent_file(reader(house), b"PK", "a.zip").status == 401


@pytest.mark.slow
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_lost(house: House) -> None:
    broken = files()
    broken["map"] = broken["map"].replace("Stavik,        F  sta", "Stavik,        F  fjo")
    one = reader(house, 1)
    for more in ({}, {"bring": "yes"}):
        page = sent(one, broken, **more)
        assert page.status in (200, 422)
        assert "Results of the check" in page.text and "map.mine:" in page.text
        assert broken["map"].strip() in page.form("/variants/new").fields["map"][0]
    assert "uploaded by a player" not in reader(house).get("/variants").text


def test_only_people_bring_variants(house: House) -> None:
    one = reader(house)
    answer = one.browser.request("GET", "/variants/new")
    assert answer.headers["Location"] == "/sign-in?next=/variants/new"
    assert sent(one, files()).status == 401
    page = sent(reader(house, 1), {**files(), "name": "../evil"})
    assert page.status == 422 and page.form("/variants/new").fields["name"] == ["../evil"]


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_a_form_that_is_none_is_refused(house: House, kind: str) -> None:
    one = reader(house, 1)
    headers = {"Origin": "http://judge", "Content-Type": kind}
    for body in (b"", b"--x\r\n\r\nnothing\r\n--x--\r\n", b"\xff\xfe" * 50):
        answer = one.browser.request("POST", "/variants/new", content=body, headers=headers)
        assert answer.status_code in (403, 422), body
