"""A language model in the arena and at tables, as it is typed, against a stand-in server."""

import json
from pathlib import Path

import pytest

from tests.bots.model_server import served

pytestmark = pytest.mark.slow
KEY = "sk-never-told"


@pytest.fixture(name="model")
def _model(monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAGOMAN_MODEL_KEY", KEY)
    monkeypatch.setenv("DRAGOMAN_MODEL_RECORD", str(tmp_path / "record.jsonl"))
    with served() as model:
        yield model


def test_a_game_in_the_arena(run, model) -> None:
    asked = ("arena", f"model:llama@{model.address}", "random", "--games", "1")
    ran = run(*asked, "--last-year", "1902", "--json")
    assert ran.status == 0, ran.err
    rows = [json.loads(line) for line in Path("record.jsonl").read_text().splitlines()]
    assert {row["power"] for row in rows} == {"AUSTRIA"} and len(rows) >= 4
    assert {one for row in rows for one in row["orders"].values()} <= {"model", "dumbbot"}
    assert all(f"Bearer {KEY}" == headers["Authorization"] for headers in model.headers)
    written = "".join(one.read_text() for one in Path().iterdir() if one.is_file())
    assert "llama (program)" in ran.out and KEY not in written + ran.out + ran.err


def test_models_write_to_each_other_in_the_arena(run, model) -> None:
    model.answers = lambda asked: (
        json.dumps({"letters": [{"to": "ITALY", "text": "Grüße – „Frieden“?"}]})
        if "letters" in str(asked.get("response_format")) else "hold"
    )  # fmt: skip
    ran = run("arena", "a=model:a@" + model.address, "b=model:b@" + model.address,
              "--games", "1", "--last-year", "1901")  # fmt: skip
    assert ran.status == 0, ran.err
    to_italy = [one for one in model.prompts if '"you": "ITALY"' in one]
    assert any("Grüße – „Frieden“?" in one for one in to_italy)
    assert not any("Grüße" in one for one in model.prompts if '"you": "FRANCE"' in one and
                   '"from_you_to"' not in one)  # fmt: skip
    assert "Frieden" not in Path("record.jsonl").read_text()


def test_at_a_table_others_see_that_it_is_a_program(run, model) -> None:
    bots = [part for _ in range(6) for part in ("--bot", "civil-disorder")]
    asked = ("sockets", "serve", "--dpp", "0", "--last-year", "1901", "--json", *bots)
    ran = run(*asked, "--bot", f"TURKEY=model:llama@{model.address}")
    assert ran.status == 0, ran.err
    names = {seat["power"]: seat["name"] for seat in ran.data["seats"]}
    assert names["TURKEY"] == "llama (program)" and model.asked
    assert model.address not in ran.out


def test_settings_that_are_wrong_are_told_before_anything_is_played(call, monkeypatch) -> None:
    monkeypatch.setenv("DRAGOMAN_MODEL_REQUESTS", "many")
    for asked in (("arena", "model:x", "random"), ("sockets", "serve", "--bot", "model:x")):
        ran = call(*asked)
        assert ran.status == 2 and "DRAGOMAN_MODEL_REQUESTS is no number" in ran.err


def test_a_model_is_measured_by_itself(run, model, monkeypatch) -> None:
    """Against bots that play many games at a time; what it did not order counts against it."""
    monkeypatch.setenv("DRAGOMAN_MODEL_INSTEAD", "nobody")
    model.answers = lambda asked: "A Vie - Gal\nA Par - Bur\nA Mun - Mars"
    asked = ("env", "match", f"model:llama@{model.address}", "random", "--variant")
    ran = run(*asked, "france_austria", "--games", "4", "--last-year", "1901", "--json")
    assert ran.status == 0, ran.err
    (line,) = ran.data["lines"]
    assert line["name"] == "llama (program)" and 0 < line["legal"] < 1
    assert KEY not in ran.out + Path("match.jsonl").read_text()
