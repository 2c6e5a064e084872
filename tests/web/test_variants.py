"""Variants over HTTP: listed, read, drawn; and brought by people, whatever they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.formats import read_variant_files, shipped_folder, shipped_variants
from dragoman.games.variants import trial
from dragoman.games.variants.trial import try_variant
from tests.web.conftest import House

FOLDER = shipped_folder() / "white_winter"


def files(folder: Path = FOLDER) -> dict[str, str]:
    name = folder.name
    texts = {
        "map": folder / f"map.{name}",
        "seed": folder / f"seed.{name}",
        "toml": folder / "variant.toml",
    }
    return {"name": "mine", **{key: path.read_text("utf-8") for key, path in texts.items()}}


def test_shipped_variants_are_listed_and_read(house: House) -> None:
    items = house.visitor.get("/variants")["items"]
    assert [one["variant"] for one in items] == shipped_variants()
    facts = house.visitor.get("/variants/standard")
    assert facts["provinces"]["PAR"]["center"] and facts["powers"]["FRANCE"]["homes"]
    assert b"<svg" in house.visitor("GET", "/variants/standard/map.svg").content


@pytest.mark.slow
def test_a_variant_is_brought_and_played(house: House) -> None:
    designer = house.person(1)
    checked = designer("POST", "/variants/check", files()).json()
    assert checked["map"].startswith("<svg") and checked["facts"]["provinces"]
    assert house.visitor.get("/variants")["items"][-1]["source"] == "shipped", "nothing is kept"
    answer = designer("POST", "/variants", files())
    assert answer.status_code == 201, answer.text
    name = answer.json()["variant"]
    assert name == "mine.1"
    assert (
        house.visitor.get("/variants")["items"][-1] | {"mine": True}
        == (designer.get("/variants")["items"][-1])
    )
    assert house.visitor.get(f"/variants/{name}")["variant"] == name
    assert b"<svg" in house.visitor("GET", f"/variants/{name}/map.svg").content
    game = designer("POST", "/games", {"title": "Mine", "variant": name}).json()["game"]
    seats = house.visitor.get(f"/games/{game}")["seats"]
    for number in range(11, 11 + len(seats)):
        house.person(number).do(game, "join")
    designer.do(game, "begin")
    designer.do(game, "process-now")
    assert b"<svg" in house.visitor("GET", f"/games/{game}/map.svg").content
    again = designer("POST", "/variants", files()).json()["variant"]
    assert again == "mine.2" and house.visitor.get(f"/variants/{name}")


def test_only_people_bring_variants(house: House) -> None:
    assert house.visitor("POST", "/variants", files()).status_code == 401
    for name in ("../evil", "Mine", "", "a.b", "x" * 60):
        answer = house.person(1)("POST", "/variants", {**files(), "name": name})
        assert answer.json()["diagnostics"][0]["source"] == "name"


@pytest.mark.slow
def test_what_is_wrong_with_a_variant_is_told_with_its_place(house: House) -> None:
    broken = files()
    broken["map"] = broken["map"].replace("Stavik,        F  sta", "Stavik,        F  fjo")
    answer = house.person(1)("POST", "/variants", broken)
    assert answer.status_code == 422
    assert any(one.get("line") for one in answer.json()["diagnostics"])


def ocean(side: int) -> tuple[str, str, str]:
    """A map of waters that all join, and an island with a centre in most of them."""
    waters = {(x, y): f"{chr(97 + x)}{chr(97 + y)}w" for x in range(side) for y in range(side)}
    places, links = [], []
    for (x, y), key in waters.items():
        near = [
            waters[x + dx, y + dy]
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (dx or dy) and (x + dx, y + dy) in waters
        ]
        island = f"{key[:2]}i"
        places += [f"Water {key},w {key}", f"Island {key},{'F' if x == y == 0 else 'x'} {island}"]
        links += [f"{key}-xc: {' '.join([*near, island])}", f"{island}-xc: {key}"]
    return "\n".join([*places, "-1", *links, "-1", ""]), "S1901M\nF: F aai\n-1\n-1\n", ""


@pytest.mark.slow
def test_a_map_that_is_too_large_is_not_taken() -> None:
    assert try_variant("pond", ocean(3)).facts is not None
    tried = try_variant("ocean", ocean(18))
    assert tried.facts is None
    found = next(one for one in tried.told if one.is_error)
    assert found.code == "too-large" and found.remedy


def test_a_turn_with_many_units_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    lake, _ = read_variant_files("lake", *(one.encode() for one in ocean(5)[:2]))
    assert lake is not None
    assert trial.too_slow(lake) is None
    monkeypatch.setattr(trial, "TURN_SECONDS", 0.0)
    found = trial.too_slow(lake)
    assert found is not None and found.code == "too-much-work"
    units = [*trial.crowd(lake, len(lake.board.centers))]
    assert {one.kind for one in units} == {"A", "F"} and len(units) == len(lake.board.centers)


@pytest.mark.slow
def test_a_trial_ends_whatever_it_is_given() -> None:
    for given in (("", "", ""), ("x" * 900_000, "y", "z"), ("-1\n" * 200_000, "", "a = " * 9000)):
        tried = try_variant("odd", given)
        assert tried.facts is None and any(one.is_error for one in tried.told)
