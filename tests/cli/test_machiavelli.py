"""A game master plays Machiavelli: years with money and dice, and without, back and forth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dragoman.formats import load_variant
from dragoman.reports.forms import FORMS
from tests.variants.samples import sample

SCENARIOS = [name for name in sample("machiavelli") if load_variant(name).scenario is not None]

YEAR = (
    """# S1454M
Milan
borrow 20 d for 1 year
A pav - mon, A cre - man, A mil H
Papacy
borrow 20 d for 2 years
expense 1: 24 d assassinate Venice
A rme H
Venice
give Turkey to Milan
A ver - man, A pad - fer
""",
    """# U1454M
Mailand
Ausgabe 1: 18 Dukaten Kauf von G gen
A mon unterstützt G gen
G gen wandelt sich in Armee
Venice
A fer besieges
""",
    """# F1454M
Milan
expense 1: 6 d counter-bribe A gen
Venice
A fer besieges
""",
    """# W1454A
Milan
maintain A cre, maintain A gen, maintain A mon, remove A mil
Venice
maintain A fer, maintain F dal, maintain G ven, maintain A ver
build A pad
""",
)
BASIC = (
    """# S1454M
Milan
A pav - tur
A mil H
Venice
A ver - man, A pad - fer
""",
    """# U1454M
Venice
A fer besieges
Austria
A tyr - swi
""",
    """# F1454M
Venice
A fer besieges
expense 1: 12 d disband A mil
""",
)


@pytest.fixture
def rome(call, tmp_path: Path) -> Path:
    assert call("new", "machiavelli", "rome", "--seed", 1454).status == 0
    return tmp_path / "rome"


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_begins(call, tmp_path, name):
    ran = call("new", name, "g", "--json")
    assert (ran.status, ran.codes) == (0, [])
    shown = call("show", "g")
    assert shown.status == 0
    assert "Treasuries" in shown.out
    first = (tmp_path / "g" / "orders.txt").read_text("utf-8").partition("\n")[0]
    assert first.startswith(f"# {ran.data['phase']}")
    assert call("adjudicate", "g").status == 0


def test_only_a_game_with_dice_has_a_seed(call, tmp_path):
    ran = call("new", "standard", "g", "--seed", 1, "--json")
    assert (ran.status, ran.codes) == (2, ["no-dice"])
    assert not (tmp_path / "g").exists()


def test_the_same_seed_begins_the_same_game(call, tmp_path):
    for folder, seed in (("a", 5), ("b", 5), ("c", 6)):
        call("new", "machiavelli", folder, "--seed", seed)
    a, b, c = ((tmp_path / folder / "game.json").read_bytes() for folder in "abc")
    assert a == b != c


@pytest.mark.slow
def test_a_campaign_through_the_process(run, tmp_path, files_of):
    """As a person types it: the same dice each time, and all of it taken back."""
    assert run("new", "machiavelli", "rome", "--seed", 1454).status == 0
    rome = tmp_path / "rome"
    (rome / "orders.txt").write_text(YEAR[0], "utf-8")
    before = files_of(rome)
    first = run("adjudicate", "rome")
    assert first.status == 0, first.err
    judged = files_of(rome)
    assert run("adjudicate", "rome") == first
    assert files_of(rome) == judged
    assert judged["result.svg"].startswith(b"<svg ")
    assert run("accept", "rome").status == 0
    assert run("undo", "rome").status == 0
    assert files_of(rome) == before


@pytest.mark.slow
def test_a_year_and_back(call, after_a_year, files_of):
    """Each phase taken back is what it was, with its orders."""
    for orders in reversed(YEAR):
        assert call("undo", "rome").status == 0
        assert (after_a_year / "orders.txt").read_text("utf-8") == orders
        assert call("adjudicate", "rome", "--json").codes == []
    assert call("show", "rome", "--json").data["games"][0]["phase"] == "S1454M"


@pytest.fixture
def after_a_year(call, rome: Path) -> Path:
    for orders in YEAR:
        (rome / "orders.txt").write_text(orders, "utf-8")
        assert call("adjudicate", "rome").status == 0
        assert call("accept", "rome").status == 0
    return rome


@pytest.mark.slow
def test_what_happened_is_told(call, after_a_year):
    spring = call("report", "rome", "--turn", "S1454M").out
    assert "Papacy 1: The attempt on the ruler of Venice for 24 ducats failed" in spring
    assert "chit" not in spring  # who has which is for the game master
    told = (after_a_year / "turns" / "01-S1454M.result.txt").read_text("utf-8")
    assert "Venice gave Milan an assassination chit for Turkey." in told
    fall = call("report", "rome", "--turn", "F1454M").out
    for said in ("Venice ended the siege of Fer", "G Fer (Autonomous) was starved out", "Income"):
        assert said in fall
    winter = call("report", "rome", "--turn", "W1454A", "--language", "de").out
    assert "A Alb (Türkei) ist weg: Niemand befahl ihren Unterhalt." in winter
    explained = call("explain", "rome", "Milan: expense 1", "--phase", "U1454M")
    assert explained.out.startswith("The bribe of 18 ducats for G Gen succeeded")
    otherwise = call(
        "explain", "rome", "--phase", "U1454M", "--without", "Milan: expense 1", "--json"
    )
    assert otherwise.data["treasuries"]["MILAN"]["instead"] == (
        otherwise.data["treasuries"]["MILAN"]["was"] + 18
    )


@pytest.mark.slow
@pytest.mark.parametrize("form", [name for name, one in FORMS.items() if one.is_text])
def test_the_year_in_every_form(call, after_a_year, form):
    for language, word in (("en", "Treasuries"), ("de", "Kassen")):
        for phase in ("S1454M", "F1454M", "W1454A"):
            ran = call("report", "rome", "--turn", phase, "--as", form, "--language", language)
            assert ran.status == 0
            assert word in ran.out


@pytest.mark.slow
def test_the_year_in_pictures(call, after_a_year, tmp_path):
    assert call("draw", "rome", "--turn", "F1454M", "--orders", "--to", "fall.svg").status == 0
    assert (tmp_path / "fall.svg").read_text("utf-8").startswith("<svg ")
    assert call("replay", "rome").status == 0
    assert "Fall 1454" in (tmp_path / "rome.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["machiavelli", "machiavelli2"])
def test_a_year_of_the_basic_game(call, tmp_path, edition):
    """No money, no dice: cities keep units."""
    assert call("new", edition, "rome", "--rules", f"{edition}-basic").status == 0
    rome = tmp_path / "rome"
    record = json.loads((rome / "game.json").read_bytes())
    assert record["rules"]["preset"] == f"{edition}-basic"
    for orders in BASIC:
        (rome / "orders.txt").write_text(orders, "utf-8")
        ran = call("adjudicate", "rome", "--anyway")
        assert ran.status == 0, ran.err
        assert "Income" not in ran.out and "Dice" not in ran.out
        assert call("accept", "rome").status == 0
    assert "Venice 1: The bribe of 12 ducats for A Mil was refused" in ran.out
    assert "there is no money in this game" in ran.out
    fall = " ".join(call("report", "rome").out.split())
    assert "Venice: 5 cities held with their provinces, 4 units, builds 1" in fall
    (rome / "orders.txt").write_text("# W1454A\nVenice\nbuild A pad\n", "utf-8")
    ran = call("adjudicate", "rome")
    assert ran.status == 0, ran.err
    assert "build A Pad" in ran.out
    assert call("explain", "rome", "PAD").out == (
        "A Pad was built. [builds of the basic game: rules.machiavelli]\n"
    )
    assert call("accept", "rome").status == 0
    assert call("show", "rome", "--json").data["games"][0]["phase"] == "S1455M"


@pytest.mark.parametrize(
    ("preset", "found"),
    {
        "machiavelli": ["dislodged"],
        "machiavelli-njudge": [],
        "machiavelli-basic-njudge": [],
        "machiavelli2": ["dislodged"],
        "machiavelli2-njudge": ["dislodged"],
        "machiavelli2-basic-njudge": ["dislodged"],
    }.items(),
)
def test_turns_are_judged_as_njudge_does(call, preset, found):
    """By nJudge before 1995 a first order to besiege keeps in the garrison of a later power."""
    turn = {
        "variant": "machiavelli2" if "2" in preset else "machiavelli",
        "phase": "U1454M",
        "units": {"FRANCE": ["A GEN"], "MILAN": ["G GEN", "A MON"]},
        "orders": {"FRANCE": ["A GEN B"], "MILAN": ["G GEN C A", "A MON S G GEN"]},
    }
    ran = call("resolve", "--rules", preset, stdin=json.dumps(turn))
    assert ran.status == 0
    assert json.loads(ran.out)["results"]["A GEN"] == found
