"""Asking why."""

import json

import pytest


@pytest.mark.slow
def test_explaining(run, winter):
    assert run("explain", "winter", "A MUN", "--json").codes == ["not-judged"]
    run("adjudicate", "winter")
    ran = run("explain", "winter", "A", "MUN")
    assert ran.status == 0
    assert "A Mun–Bur bounced: strength 1 against 2 of A Par–Bur (A Mar supports)." in ran.out


def test_every_way_to_name_a_unit(call, winter):
    call("adjudicate", "winter")
    first = call("explain", "winter", "stp/sc")
    for name in ("F STP/SC", "stp", "St. Petersburg", "fleet St Petersburg", "PeS"):
        assert call("explain", "winter", name) == first, name


def test_in_german(call, winter):
    call("adjudicate", "winter")
    german = call("explain", "winter", "Armee München", "--language", "de").out
    assert german.startswith("A Mun–Bur ")
    assert german != call("explain", "winter", "mun").out
    (winter / "settings.toml").write_text('language = "de"', "utf-8")
    assert call("explain", "winter", "mun").out == german
    assert "Frühjahr 1901" in call("adjudicate", "winter").out
    assert "Spring 1901" in call("adjudicate", "winter", "--language", "en").out
    assert "Österreich" in call("show", "winter").out


def test_for_programs(call, winter):
    call("adjudicate", "winter")
    (found,) = call("explain", "winter", "par", "--json").data["explanations"]
    assert found["unit"] == "A PAR"
    assert found["strength"]["strength"] == 2
    assert found["text"].startswith("A Par–Bur succeeded")
    told = call("adjudicate", "winter", "--explain", "--json").data["explanations"]
    assert found in told
    assert len(told) == 22


def test_phases_that_are_over(call, winter):
    call("adjudicate", "winter")
    spring = call("explain", "winter", "mun")
    call("accept", "winter")
    assert call("explain", "winter", "mun") == spring
    call("adjudicate", "winter")
    assert call("explain", "winter", "mun") != spring
    assert call("explain", "winter", "mun", "--phase", "s1901m") == spring
    assert call("explain", "winter", "mun", "--phase", "W1905A", "--json").codes == ["not-judged"]


def test_units_that_were_not_ordered(call, winter):
    call("adjudicate", "winter")
    for name, meant in (
        *((name, "A MUN") for name in ("gal", "xyzzy", "", "-", "\u0000")),
        ("A PAR - BUR", "A PAR"),
    ):
        ran = call("explain", "winter", "--json", "--", name)
        assert ran.status == 2
        assert ran.codes == ["no-such-unit"]
        assert meant in json.loads(ran.out)["diagnostics"][0]["candidates"]


def test_orders_changed_since(call, winter):
    call("adjudicate", "winter")
    (winter / "orders.txt").write_text("Germany: A mun H", "utf-8")
    assert call("explain", "winter", "mun", "--json").codes == ["changed-since"]


def test_what_if(call, winter):
    call("adjudicate", "winter")
    told = call("explain", "winter", "--without", "A MAR S A PAR-BUR")
    assert told.status == 0
    assert told.out.splitlines() == [
        "Without A Mar S A Par–Bur this would have come out otherwise:",
        "A Par–Bur (France): moved to Bur; otherwise bounced.",
    ]
    for name in ("mar", "A Mar", "a marseille unterstützt a paris nach burgund"):
        assert call("explain", "winter", "--without", name) == told, name
    assert call("explain", "winter", "A PAR", "--without", "mar") == told
    one = call("explain", "winter", "mun", "--without", "mar", "--language", "de").out
    assert one == "Ohne A Mar S A Par–Bur wäre für Mun nichts anders ausgegangen.\n"
    both = call("explain", "winter", "--without", "mar", "--without", "A MUN-BUR").out
    assert both.startswith("Without A Mar S A Par–Bur and A Mun–Bur ")
    data = call("explain", "winter", "--without", "mar", "--json").data
    assert data["without"] == ["A MAR S A PAR-BUR"] and data["phase"] == "S1901M"
    (change,) = data["changes"]
    assert (change["unit"], change["instead"]["result"]) == ("A PAR", "bounce")
    assert data["text"] == told.out.rstrip()


def test_what_if_of_phases_that_are_over(call, winter):
    call("adjudicate", "winter")
    spring = call("explain", "winter", "--without", "mar")
    call("accept", "winter")
    call("adjudicate", "winter")
    assert call("explain", "winter", "--without", "mar", "--phase", "S1901M") == spring


def test_what_if_of_orders_that_were_not_given(call, winter):
    call("adjudicate", "winter")
    for name in ("A MAR-SPA", "xyzzy", "", "gal", "A MAR S A PAR-BUR; A BUR H", "\u0000"):
        ran = call("explain", "winter", "--json", "--without", name)
        assert (ran.status, ran.codes) == (2, ["unknown-order"]), name
    fault = call("explain", "winter", "--json", "--without", "A MAR-SPA")
    assert json.loads(fault.out)["diagnostics"][0]["candidates"] == ["A MAR S A PAR-BUR"]
    ran = call("explain", "winter", "gal", "--json", "--without", "mar")
    assert (ran.status, ran.codes) == (2, ["unknown-unit"])
    assert call("explain", "winter", "--json").codes == ["no-such-unit"]
