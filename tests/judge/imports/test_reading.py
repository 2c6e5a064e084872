"""Files of other judges, read: the same position and history, whatever phase they stand at."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dragoman.game import Game, write_record
from dragoman.judge.imports.given_files import given_files
from dragoman.judge.imports.reading import running_game
from dragoman.judge.imports.running_game import RunningGame
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.variant_store import VariantStore
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from tests.judge.imports.elsewhere import (
    at_kind,
    njudge_files,
    played,
    saved,
    server_file,
    webdiplomacy_status,
)

PEOPLE = {"FRANCE": "ann@dip.example", "MASTER": "boss@dip.example"}
Uploads = list[tuple[str, bytes]]


def as_json(data: dict[str, Any], name: str = "game.json") -> Uploads:
    return [(name, json.dumps(data).encode())]


SOURCES: dict[str, Callable[[Game], Uploads]] = {
    "webDiplomacy": lambda game: as_json(webdiplomacy_status(game)),
    "nJudge": lambda game: njudge_files(game, PEOPLE),
    "server of diplomacy": lambda game: as_json(server_file(game, PEOPLE)),
    "diplomacy, as we write it": lambda game: as_json(saved(game)),
    "our record": lambda game: [("game.json", write_record(game).encode())],
}


@pytest.fixture(scope="module")
def variants(tmp_path_factory: pytest.TempPathFactory) -> VariantStore:
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('imports') / 'judge.db'}")
    database.create()
    return VariantStore(database)


def read(variants: VariantStore, uploads: Uploads, variant: str = "") -> RunningGame:
    return running_game(given_files(uploads), variants, variant)


def refused(variants: VariantStore, uploads: Uploads) -> str:
    with pytest.raises(ActionRefused) as caught:
        read(variants, uploads)
    assert caught.value.diagnostic.remedy, "a remedy goes with every refusal"
    return str(caught.value.diagnostic)


def histories(game: Game) -> list[Any]:
    return [(one.before, dict(one.orders), one.position) for one in game.history]


@pytest.mark.parametrize("kind", PhaseKind)
@pytest.mark.parametrize("source", SOURCES)
def test_a_game_comes_with_its_position_and_history(
    variants: VariantStore, source: str, kind: PhaseKind
) -> None:
    game = at_kind(kind)
    running = read(variants, SOURCES[source](game))
    assert running.divergences == ()
    assert running.game.position == game.position
    assert [one.phase for one in running.game.history] == [one.phase for one in game.history]
    assert [one.position for one in running.game.history] == [one.position for one in game.history]
    waiting = {one.unit: one.options for one in game.position.dislodged}
    assert waiting == {one.unit: one.options for one in running.game.position.dislodged}
    assert bool(waiting) is (kind is PhaseKind.RETREAT)


@pytest.mark.parametrize("source", ["nJudge", "server of diplomacy", "our record"])
def test_orders_on_file_come_along(variants: VariantStore, source: str) -> None:
    game = played(2)
    game.order("ENGLAND", next(iter(game.legal_orders("ENGLAND").values()))[:1])
    running = read(variants, SOURCES[source](game))
    assert set(running.sheets) == {"ENGLAND"} and running.sheets["ENGLAND"].strip()
    again = Game(game.variant, game.rule_set, game.position)
    assert again.order("ENGLAND", running.sheets["ENGLAND"]) == ()
    assert again.orders("ENGLAND") == game.orders("ENGLAND")


def test_people_come_with_their_powers(variants: VariantStore) -> None:
    game = played(3)
    running = read(variants, njudge_files(game, PEOPLE))
    assert running.players["FRANCE"].address == "ann@dip.example"
    assert [one.name for one in running.masters] == ["boss"]
    site = {
        "referenceCode": "GGO-s-001",
        "data": {
            "name": "Around the sea",
            "anon": "No",
            "members": [
                {"country": "England", "countryID": 1, "username": "Bob"},
                {"country": "France", "countryID": "2", "username": "Ann"},
            ],
            "variant": {"countries": ["England", "France", "Italy", "Germany", "Austria",
                "Turkey", "Russia"]},
        },
    }  # fmt: skip
    uploads = as_json(webdiplomacy_status(game), "status.json") + as_json(site, "overview.json")
    running = read(variants, uploads)
    assert running.name == "Around the sea"
    assert {power: one.name for power, one in running.players.items()} == {
        "ENGLAND": "Bob",
        "FRANCE": "Ann",
    }


def test_what_the_site_judged_otherwise_is_told_and_stands(variants: VariantStore) -> None:
    game = at_kind(PhaseKind.MOVEMENT)
    status = webdiplomacy_status(game)
    units = status["phases"][2]["units"]
    units[0]["countryID"] = 3 if units[0]["countryID"] != 3 else 1
    running = read(variants, as_json(status))
    assert len(running.divergences) == 2, "into that position, and out of it"
    assert str(running.divergences[0].what).startswith(str(game.history[1].phase))
    assert running.game.history[1].position != game.history[1].position
    assert running.game.position == game.position


def test_a_past_position_that_cannot_be_is_told_and_ours_stands(variants: VariantStore) -> None:
    game = at_kind(PhaseKind.MOVEMENT)
    status = webdiplomacy_status(game)
    units = status["phases"][3]["units"]
    units.append({**units[0], "countryID": units[0]["countryID"] % 7 + 1})
    running = read(variants, as_json(status))
    assert running.divergences == () and running.game.position == game.position
    assert any("cannot be" in one.what for one in running.left_out)
    status["phases"][-1]["units"] *= 2
    assert "two units" in refused(variants, as_json(status))


@pytest.mark.parametrize("keeps", ["site", "turn before"])
def test_retreats_of_the_site_follow_from_what_it_says(variants: VariantStore, keeps: str) -> None:
    game = at_kind(PhaseKind.RETREAT)
    status = webdiplomacy_status(game)
    if keeps == "site":
        status["phases"] = status["phases"][-1:]
    else:
        status |= {"standoffs": [], "occupiedFrom": []}
    running = read(variants, as_json(status))
    options = [set(one.options) for one in running.game.position.dislodged]
    assert options == [set(one.options) for one in game.position.dislodged]


def test_a_position_of_njudge_alone_begins_a_game(variants: VariantStore) -> None:
    game = at_kind(PhaseKind.RETREAT)
    last = njudge_files(game, PEOPLE)[-2:]
    running = read(variants, last)
    assert running.game.history == () and running.game.position.units == game.position.units
    assert {one.unit: set(one.options) for one in running.game.position.dislodged} == {
        one.unit: set(one.options) for one in game.position.dislodged
    }


def test_what_cannot_be_read_of_orders_is_told(variants: VariantStore) -> None:
    game = played(2)
    files = dict(njudge_files(game, PEOPLE))
    files["M001"] += b"F: hail Mary\nF: A par - lon lon\n"
    files["P003"] = b"F: phase F1902M\nF: A par H\n"
    running = read(variants, [*files.items()])
    assert running.game.position == game.position
    told = [str(one) for one in running.left_out]
    assert any("hail Mary" in one and "S1901M, FRANCE" in one for one in told), told
    assert any("P003: orders given ahead" in one for one in told)


def test_turns_left_by_a_game_that_was_rolled_back_do_not_count(variants: VariantStore) -> None:
    game, longer = played(3), played(5)
    files = dict(njudge_files(longer, PEOPLE))
    master = dict(njudge_files(game, PEOPLE))["G004"].decode().split("-2\n", 1)[1]
    running = read(variants, [*files.items(), ("dip.master", master.encode())])
    assert running.game.position == longer.history[3].before
    assert any("rolled back" in one.what for one in running.left_out)


@pytest.mark.parametrize("pack", ["zip", "tar.gz"])
def test_a_folder_comes_packed(variants: VariantStore, pack: str) -> None:
    game = played(3)
    files, kept = njudge_files(game, PEOPLE), io.BytesIO()
    if pack == "zip":
        with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in files:
                packed.writestr(f"friends/{name}", content)
    else:
        with tarfile.open(fileobj=kept, mode="w:gz") as archive:
            for name, content in files:
                about = tarfile.TarInfo(f"friends/{name}")
                about.size = len(content)
                archive.addfile(about, io.BytesIO(content))
    running = read(variants, [(f"friends.{pack}", kept.getvalue())])
    assert running.game.position == game.position


def test_machiavelli_begins_where_its_last_position_says(variants: VariantStore) -> None:
    folder = Path(__file__).parents[3] / "src/dragoman/variants/machiavelli"
    seed = (folder / "seed.machiavelli").read_text()
    units, rows = seed.split("\n", 1)[1].split("-1\n", 1)
    chests = "\n".join(
        f"D: {letter} 1{n} 5 1 0 0 0 0 0 0 0 0 0 0" for n, letter in enumerate("AFV")
    )
    people = "Florence     1  3  3   1     1    0 f@dip.example    0  0\n-2\n"
    entry = (
        "medici               007       F1456M    1 9 1 0 2000 15 8 4000000 0 0 0 0 8\n"
        "florence     1  3  3     1     1 xxx      f@dip.example    0  0 0 0 0 0 0 0 0 0 0\n-\n"
    )
    rows = rows.replace("-1\n", "")
    text = f"F1456M\n{units.replace('m ', ': ')}-1\n{rows}{chests}\n{people}{entry}"
    running = read(variants, [("G007", text.encode()), ("M007", b"A: A Austria H\n")])
    assert str(running.game.phase) == "F1456M" and not running.game.history
    means = running.game.means
    assert {power: one.treasury for power, one in means.items() if one.treasury} == {
        "AUSTRIA": 10,
        "FRANCE": 11,
        "VENICE": 12,
    }
    assert running.settings["rules"] == "machiavelli-njudge"
    assert running.sheets == {"AUSTRIA": "A Austria H"}


# Nonsense


@pytest.mark.parametrize(
    ("uploads", "words"),
    [
        ([("a.json", b"{}")], "no running game is known"),
        ([("a.json", b'{"map": "standard",')], "a.json:1: error: this is not whole JSON"),
        ([("a.json", b"[" * 100_000)], "no usable JSON"),
        ([("a.txt", b"hello")], "no running game is known"),
        ([("a.bin", bytes(range(256)) * 10)], "there is no text"),
        ([], "there is no text"),
        ([("a.zip", b"PK\x03\x04" + b"\0" * 99)], "cannot be unpacked"),
        ([("G001", b"S1901M\nA: A Vienna\n-1\n")], "there is no entry of the game"),
        (as_json({"map": "nowhere", "phases": [{"name": "S1901M", "units": {}}]}), "nowhere"),
        (as_json({"map": "standard", "phases": []}), "no phase of a game"),
        (as_json({"variantID": 99, "phases": [], "phase": "Diplomacy"}), "variant 99"),
        (as_json({"variantID": 1, "phases": [], "phase": "Finished"}), "over"),
        (as_json({"variantID": 1, "phases": [], "phase": "Pre-game"}), "has not begun"),
        (as_json({"variantID": "x", "phases": [], "phase": "Diplomacy"}), "variantID"),
        (as_json({"powers": [], "state_history": 3, "phase": "?"}), "should be"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_nonsense_is_refused_with_its_place(
    variants: VariantStore, uploads: Uploads, words: str
) -> None:
    assert words in refused(variants, uploads)


def test_what_unpacks_without_end_is_refused(variants: VariantStore) -> None:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("G001", b"\n" * 50_000_000)
    assert "larger than" in refused(variants, [("bomb.zip", kept.getvalue())])
    kept = io.BytesIO()
    with tarfile.open(fileobj=kept, mode="w:gz") as archive:
        for number in range(4000):
            about = tarfile.TarInfo(f"d{number}")
            about.type = tarfile.DIRTYPE
            archive.addfile(about)
    assert "too much in it" in refused(variants, [("bomb.tgz", kept.getvalue())])


def test_several_games_at_once_are_refused(variants: VariantStore) -> None:
    one = json.dumps(saved(played(1)))
    assert "2 games" in refused(variants, [("a.jsonl", f"{one}\n{one}\n".encode())])
    both = [("a.json", one.encode()), ("b.json", one.encode())]
    assert "several games" in refused(variants, both)


def test_a_game_that_is_over_is_refused(variants: VariantStore) -> None:
    game = played(2)
    game.draw()
    assert "over" in refused(variants, as_json(saved(game)))
    assert "over" in refused(variants, njudge_files(played(2), PEOPLE, state="X"))


@pytest.mark.parametrize("source", SOURCES)
def test_damaged_files_are_read_or_refused(variants: VariantStore, source: str) -> None:
    """Whatever is cut out of a file or changed in it, nothing else comes of it."""
    from random import Random

    lot = Random(source)
    whole = SOURCES[source](played(4))
    for _ in range(40):
        uploads = [*whole]
        at = lot.randrange(len(uploads))
        name, content = uploads[at]
        start = lot.randrange(len(content))
        end = start + lot.choice((1, 3, 40, 400))
        put = bytes(lot.choices(b'0123456789ABCxyz{}[]",: -\n', k=lot.randrange(6)))
        uploads[at] = (name, content[:start] + put + content[end:])
        try:
            read(variants, uploads)
        except ActionRefused as refusal:
            assert refusal.diagnostic.what
