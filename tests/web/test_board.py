"""The board of a game's page, as JSON: all that can be ordered, and nothing that is secret."""

from __future__ import annotations

import json
import re
from datetime import datetime
from gzip import compress
from typing import Any

import pytest

from dragoman.drawing import map_of, scene_of, svg
from dragoman.drawing.scene.layers import layers, names_layer, terrain_layer, terrain_scene
from dragoman.orders import scan_order
from tests.web.conftest import House
from tests.web.tables import begun, seats

SIGNS = {"h": "{u} H", "d": "{u} D", "b": "{u} B", "w": "WAIVE"}


def text_of(unit: str, order: list[Any]) -> str:
    """An order as the board writes it."""
    match order:
        case ["m", to]:
            return f"{unit}-{to}"
        case ["m", to, _]:
            return f"{unit}-{to} VIA"
        case ["s" | "c" as kind, other, *to]:
            return "-".join([f"{unit} {kind.upper()} {other}", *to])
        case ["r", to]:
            return f"{unit} R {to}"
        case ["x", text]:
            return text
        case [kind]:
            return SIGNS[kind].format(u=unit)
    raise AssertionError(order)


def offered(own: dict[str, Any]) -> set[str]:
    """Every order that a board offers, as text."""
    found: set[str] = set()
    for unit, can in own["units"].items():
        orders: list[list[Any]] = [[kind] for kind in ("h", "d") if can.get(kind)]
        orders += [["m", to] for to in can.get("m", ())]
        orders += [["m", to, *([1] * (to in can.get("m", ())))] for to in can.get("v", ())]
        orders += [["r", to] for to in can.get("r", ())]
        for kind in ("s", "c"):
            for other, goals in can.get(kind, {}).items():
                orders += [[kind, other, *([] if to == "." else [to])] for to in goals]
        found |= {text_of(unit, one) for one in orders} | {text for text, _ in can.get("x", ())}
    found |= {f"{unit} B" for unit in own.get("builds", ())}
    return found | ({"WAIVE"} if own.get("waive") else set())


@pytest.mark.parametrize(
    "variant", ["standard", "machiavelli", "white_winter", "isthmus", "archipelago"]
)
def test_it_offers_what_is_legal(house: House, variant: str) -> None:
    game = begun(house, variant=variant)
    power, caller = next(iter(seats(house, game).items()))
    board = caller.get(f"/games/{game}/board")
    assert board["power"] == power
    possible = caller.get(f"/games/{game}/orders")["possible"]
    assert offered(board["own"]) == {text for some in possible.values() for text in some}


def test_what_it_offers_is_no_longer_than_it_need_be(house: House) -> None:
    """The budget of a phase, for all units of a power with all that stands on the map."""
    game = begun(house, variant="standard")
    board = seats(house, game)["RUSSIA"].get(f"/games/{game}/board")
    assert len(compress(json.dumps(board["own"]).encode())) < 1000
    assert len(compress(json.dumps(board).encode())) < 6000


def test_each_order_of_a_sheet_has_its_line(house: House) -> None:
    game = begun(house, variant="standard")
    england = seats(house, game)["ENGLAND"]
    text = "# north first\nfleet edinburgh to norwegian sea, F lon-nth\nLVP S EDI\nnonsense"
    england.do(game, "save-orders", text=text)
    own = england.get(f"/games/{game}/board")["own"]
    assert own["text"] == text
    assert own["lines"] == [
        [2, "F EDI", ["m", "NWG"]],
        [2, "F LON", ["m", "NTH"]],
        [3, "A LVP", ["s", "F EDI"]],
    ]
    for _, unit, order in own["lines"]:
        assert not hasattr(scan_order(text_of(unit, order), house_board()), "code")
    tag = england("GET", f"/games/{game}/sheets/ENGLAND/S1901M").headers["ETag"]
    assert own["tag"] == tag, "what is saved over it names what it was"


def house_board() -> Any:
    from dragoman.game import Game

    return Game("standard").variant.board


def test_of_a_sheet_with_conditions_no_line_is_an_order(house: House) -> None:
    game = begun(house, variant="standard")
    england = seats(house, game)["ENGLAND"]
    england.do(game, "save-orders", text="IF army BUR THEN F lon-nth\nENDIF")
    own = england.get(f"/games/{game}/board")["own"]
    assert own["conditional"] and own["lines"] == []


def test_a_convoy_has_its_fleets(house: House) -> None:
    game = begun(house, variant="standard")
    master, england = house.person(1), seats(house, game)["ENGLAND"]
    england.do(game, "save-orders", text="A lvp-yor, F lon-nth, F edi-nwg")
    master.do(game, "process-now")
    own = england.get(f"/games/{game}/board")["own"]
    assert own["units"]["A YOR"]["v"]["NWY"] == [["F NTH"]]
    assert {"BEL", "NWY"} <= set(own["units"]["F NTH"]["c"]["A YOR"])


def test_it_offers_every_convoy(house: House) -> None:
    """Also where an army could go on foot, and where the fleets are of others."""
    game = begun(house, variant="standard")
    master, who = house.person(1), seats(house, game)
    where = {"ENGLAND": ["F NTH", "A LVP"], "FRANCE": ["F ENG", "A PIC", "F MAO"]}
    where |= {"TURKEY": ["A CON", "F BLA"]}
    master.do(game, "set-position", position={"phase": "S1901M", "units": where}, why="a test")
    for power in where:
        board = who[power].get(f"/games/{game}/board")
        possible = who[power].get(f"/games/{game}/orders")["possible"]
        assert offered(board["own"]) == {text for some in possible.values() for text in some}
        if power == "FRANCE":
            can = board["own"]["units"]["A PIC"]
            assert can["v"]["BEL"] == [["F ENG"]] and "BEL" in can["m"]
            assert can["v"]["NWY"] == [["F ENG", "F NTH"]] and "NWY" not in can["m"]


def test_builds_are_counted(house: House) -> None:
    game = begun(house, variant="standard")
    master, russia = house.person(1), seats(house, game)["RUSSIA"]
    russia.do(game, "save-orders", text="F stp/sc-bot")
    master.do(game, "process-now")
    russia.do(game, "save-orders", text="F bot-swe")
    master.do(game, "process-now")
    board = russia.get(f"/games/{game}/board")
    assert (board["phase"], board["kind"], board["own"]["due"]) == ("W1901A", "A", 1)
    assert board["own"]["builds"] == ["A STP", "F STP/NC", "F STP/SC"]
    assert board["own"]["waive"]


def test_orders_of_others_are_in_no_layer(house: House) -> None:
    game = begun(house, variant="standard")
    who = seats(house, game)
    who["ENGLAND"].do(game, "save-orders", text="F lon-eng")
    own = who["ENGLAND"].get(f"/games/{game}/board")["layers"]["orders"]
    assert "order-F-LON-move" in own
    for other in (who["FRANCE"], house.visitor):
        board = other.get(f"/games/{game}/board")
        assert board["layers"]["orders"] == ""
        assert "F LON" in board["layers"]["units"]
    assert house.visitor("GET", f"/games/{game}/board?power=ENGLAND").status_code in (401, 403)
    assert who["FRANCE"]("GET", f"/games/{game}/board?power=ENGLAND").status_code == 403
    asked = house.person(1).get(f"/games/{game}/board?power=ENGLAND")
    assert asked["power"] == "ENGLAND" and "order-F-LON-move" in asked["layers"]["orders"]


def test_in_a_blind_game_nothing_out_of_sight_is_sent(house: House) -> None:
    game = begun(house, variant="standard", blind=True)
    england = seats(house, game)["ENGLAND"]
    text = england("GET", f"/games/{game}/board").text
    assert "F LON" in text and "F SEV" not in text and "F ANK" not in text
    assert set(json.loads(text)["layers"]["owners"]) == {"EDI", "LON", "LVP"}
    seen = house.visitor.get(f"/games/{game}/board")
    assert seen["units"] == [] and seen["layers"]["units"] == ""


def test_the_ground_is_fetched_once(house: House) -> None:
    game = begun(house, variant="standard")
    board = house.visitor.get(f"/games/{game}/board?language=de")
    path = board["ground"].removeprefix("/api")
    answer = house.visitor("GET", path)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert 'data-province="MUN"' in answer.text and "München" in answer.text
    assert "data-unit" not in answer.text and "owner-austria" in answer.text
    plain = house.visitor("GET", path, Accept_Encoding="identity")
    assert "Content-Encoding" not in plain.headers and plain.text == answer.text
    assert house.visitor("GET", path.replace("/grounds/", "/grounds/0")).status_code == 404
    facts = house.visitor.get(board["map"].removeprefix("/api"))
    assert facts["places"]["STP/SC"]["name"] == "Sankt Petersburg (Südküste)"
    assert "BUR" in facts["provinces"]["MUN"]["near"]
    assert facts["powers"]["GERMANY"]["name"] == "Deutschland"


@pytest.mark.parametrize("variant", ["standard", "machiavelli"])
def test_ground_and_layers_are_the_picture(variant: str) -> None:
    """All that stands on a picture stands on the ground or in a layer, letter for letter."""
    from dragoman.drawing import Options
    from dragoman.game import Game

    game = Game(variant)
    drawn_on, _ = map_of(game.variant)
    assert drawn_on is not None
    bare = Options(title=False, legend=False, on_page=True)
    scene = scene_of(game.variant, drawn_on.geometry, game.position, options=bare)
    whole = svg(scene)
    found = layers(scene, names_layer(scene))
    ground, other = (
        terrain_layer(terrain_scene(game.variant, drawn_on.geometry, width=width))
        for width in (1200, 3000)
    )
    size = f"--u:{terrain_scene(game.variant, drawn_on.geometry).geometry.unit_size:.2f}px"
    assert size in ground and size not in other
    without_size = (re.sub(r"--u:[\d.]+px", "", one) for one in (ground, other))
    assert len({*without_size}) == 1  # one ground serves all scales
    for layer in (
        *found.centers.split("</g>"),
        found.orders,
        found.names,
        *found.units.split("</g>"),
    ):
        assert layer in whole
    shapes = ground.partition("<defs><path")[2].partition("</defs>")[0]
    assert shapes and shapes in whole
    for province, owner in found.owners.items():
        assert f'owner-{owner}" data-province="{province}"' in whole


def test_several_units_in_one_high_sea_have_names_of_their_own(house: House) -> None:
    game = begun(house, variant="archipelago")
    master, who = house.person(1), seats(house, game)
    power, caller = next(iter(who.items()))
    where = {power: ["F GRE", "F GRE"], next(one for one in who if one != power): ["F GRE"]}
    phase = caller.get(f"/games/{game}")["phase"]
    position = {"phase": phase, "units": where}
    master.do(game, "set-position", position=position, why="a test")
    own = caller.get(f"/games/{game}/board")["own"]
    assert list(own["units"]) == ["F GRE", "F GRE #2"]
    to, other = own["units"]["F GRE #2"]["m"][:2]
    caller.do(game, "save-orders", text=f"F GRE-{to}\nF GRE-{other}\nF GRE H")
    lines = caller.get(f"/games/{game}/board")["own"]["lines"]
    assert lines == [
        [1, "F GRE", ["m", to]],
        [2, "F GRE #2", ["m", other]],
        [3, "F GRE #2", ["h"]],
    ]


PREFERRED = {"Prefer": "return=representation"}


def test_who_saves_is_told_what_the_board_becomes(house: House) -> None:
    game = begun(house, variant="machiavelli")
    power, caller = next(iter(seats(house, game).items()))
    unit = next(iter(caller.get(f"/games/{game}/board")["own"]["units"]))
    body = {"text": f"{unit} H\nnonsense"}
    where = f"/games/{game}/commands/save-orders"
    answer = caller("POST", f"{where}?language=de", body, **PREFERRED)
    assert answer.headers["Preference-Applied"] == PREFERRED["Prefer"]
    saved = answer.json()
    board = caller.get(f"/games/{game}/board?language=de")
    assert saved["board"]["phase"] == board["phase"] and saved["board"]["own"]["told"]
    assert saved["board"]["orders"] == board["layers"]["orders"] != ""
    assert board["own"] | saved["board"]["own"] == board["own"]
    # Nothing but this changes with a sheet.
    caller.do(game, "save-orders", text="")
    before = caller.get(f"/games/{game}/board?language=de")
    merged = {
        **before,
        "own": before["own"] | saved["board"]["own"],
        "layers": before["layers"] | {"orders": saved["board"]["orders"]},
    }
    assert merged == board
    events = caller.get(f"/games/{game}/events")["items"]
    first = next(one for one in events if one["kind"] == "OrdersSaved" and one["power"] == power)
    assert datetime.fromisoformat(first["at"]) == datetime.fromisoformat(saved["at"])


def test_the_board_is_told_to_who_asks_for_it_and_may_read_it(house: House) -> None:
    game = begun(house, variant="standard")
    england = seats(house, game)["ENGLAND"]
    where = f"/games/{game}/commands/save-orders"
    assert set(england("POST", where, {"text": "F lon H"}).json()) == {"changed", "told"}
    later = {"text": "F lon H", "phase": "F1901M"}
    assert england("POST", where, later, **PREFERRED).json()["board"] is None
    same = england("POST", where, {"text": "F lon H"}, **PREFERRED).json()
    assert same["board"] and not same["changed"] and same["at"] is None
    user = next(
        number for number in range(1, 20) if england.headers == house.person(number).headers
    )
    only_plays = house.person(user, "play")
    answer = only_plays("POST", where, {"text": "F lon-nth"}, **PREFERRED)
    assert answer.status_code == 200 and "board" not in answer.json()


def test_names_are_fetched_once_for_all_positions(house: House) -> None:
    game = begun(house, variant="standard")
    france = seats(house, game)["FRANCE"]
    path = f"/games/{game}/board?step=0"
    whole, apart = france.get(path)["layers"], france.get(f"{path}&names_apart=true")["layers"]
    address = apart["names_at"].removeprefix("/api")
    answer = house.visitor("GET", address)
    assert answer.text == whole["names"] != ""
    assert "immutable" in answer.headers["Cache-Control"]
    assert apart == {**whole, "names": "", "names_at": apart["names_at"]}
    france.do(game, "save-orders", text="A PAR-BUR")
    house.person(1).do(game, "process-now")
    for later in (f"/games/{game}/board", f"/games/{game}/turns/S1901M/board"):
        assert (
            france.get(f"{later}?step=0&names_apart=true")["layers"]["names_at"]
            == apart["names_at"]
        )
    in_german = france.get(f"{path}&names_apart=true&language=de")["layers"]["names_at"]
    larger = france.get(f"{path.replace('0', '1')}&names_apart=true")["layers"]["names_at"]
    assert len({apart["names_at"], in_german, larger}) == 3
    assert house.visitor("GET", address.replace("/names/", "/names/0")).status_code == 404
    assert house.visitor("GET", address.replace("step=0", "step=1")).status_code == 404
    overview = france.get(f"{path.replace('0', '-1')}&names_apart=true")["layers"]
    assert overview["names"] and "names_at" not in overview, "the powers stand there"


def test_names_that_step_aside_for_a_unit_come_with_the_board(house: House) -> None:
    game = begun(house, variant="standard")
    who = seats(house, game)
    for france, italy in (("A PAR-BUR", "A VEN-TYR"), ("A BUR S A TYR-MUN", "A TYR-MUN")):
        who["FRANCE"].do(game, "save-orders", text=france)
        who["ITALY"].do(game, "save-orders", text=italy)
        house.person(1).do(game, "process-now")
    board = who["FRANCE"].get(f"/games/{game}/board?step=0&names_apart=true")
    assert board["dislodged"]
    assert board["layers"]["names"] and "names_at" not in board["layers"]
