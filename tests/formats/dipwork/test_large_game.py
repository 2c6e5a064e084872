"""A turn beyond all of the manual's limits, from files to reports.

The size is scaled down, as the suite is run often; ``DRAGOMAN_FULL_SIZE=1`` makes it 2,000
provinces and 5,000 orders.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter

import pytest
from large_game import KINDS, POWERS, large_variant, order_lines

from dragoman.formats.dipwork import (
    orders_to_ord,
    read_dipwork,
    read_orders_file,
    read_text_file,
    read_variant_directory,
    scan_orders,
    write_dipwork,
)
from dragoman.game import process
from dragoman.games.dipwork.round import run
from dragoman.games.dipwork.workspace import Dialogue
from dragoman.orders import Order
from dragoman.reports import report_resolution
from dragoman.reports.dipwork import SPREADSHEET, plain_report
from dragoman.rules import PhaseKind, RuleSet, legal_orders

PROVINCES, ORDERS = (2000, 5000) if os.environ.get("DRAGOMAN_FULL_SIZE") else (300, 750)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The variant directory, with the orders of a turn in it."""
    variant = large_variant(PROVINCES)
    folder = tmp_path_factory.mktemp("large")
    files, _ = write_dipwork(variant)
    for name, file in files.items():
        (folder / name).write_bytes(file.content)
    nations = [line for line in files["ORDERS.TXT"].lines if line.startswith("NATION ")]
    lines = order_lines(variant, ORDERS)
    text = ["YEAR Spring 1901"]
    for nation, orders in zip(nations, lines.values(), strict=True):
        text += [nation, *orders, ""]
    (folder / "ORDERS.TXT").write_text("\n".join([*text, "END", ""]))
    return folder


@pytest.mark.slow
def test_a_year_is_scanned_judged_and_reported(folder):
    variant, faults = read_dipwork(folder)
    directory, _ = read_variant_directory(folder)
    assert [fault for fault in faults if fault.is_error] == []
    board = variant.board
    assert (len(board.provinces), len(board.powers), len(board.kinds)) == (PROVINCES, POWERS, KINDS)
    assert len(variant.start.units) > 0.95 * PROVINCES

    content = (folder / "ORDERS.TXT").read_bytes()
    orders, faults = read_orders_file(read_text_file(content, "ORDERS.TXT"))
    assert faults == ()
    scanned, faults = scan_orders(orders, directory.files, board, directory.files.parameters)
    assert faults == ()
    assert sum(map(len, scanned.orders.values())) == ORDERS

    rule_set = RuleSet().with_settings("two_orders=last")
    spring = process(variant, variant.start, scanned.orders, rule_set)
    judged = {outcome.order.unit.location for outcome in spring.outcomes}
    assert judged >= {unit.location for unit in variant.start.units}
    moved = Counter(unit.power for unit in spring.position.units)
    driven_out = Counter(one.unit.power for one in spring.position.dislodged)
    assert driven_out
    assert moved + driven_out <= Counter(unit.power for unit in variant.start.units)
    report = report_resolution(variant, spring)
    assert all(power.name in report for power in board.powers.values())
    lines = orders_to_ord(scanned.orders, variant.start, directory.atlas)
    parameters = directory.files.parameters
    plain = plain_report(
        lines, directory.atlas, parameters, SPREADSHEET, variant.start.owners, {}, "en"
    )
    assert all(f"{unit.kind} {unit.location}" in plain for unit in variant.start.units)

    # Then nobody moves any more, and what has to be decided goes as it can, up to the next year.
    resolution, kinds = spring, {PhaseKind.MOVEMENT}
    while resolution.position.phase.year == variant.first_year:
        position = resolution.position
        kinds.add(position.phase.kind)
        chosen: dict[str, tuple[Order, ...]] = {}
        if position.phase.kind is not PhaseKind.MOVEMENT:
            for unit, choices in legal_orders(board, position, rule_set).items():
                chosen[unit.power] = (*chosen.get(unit.power, ()), choices[0])
        resolution = process(variant, position, chosen, rule_set)
        assert resolution.position.faults(board) == ()
        report = report_resolution(variant, resolution)
        assert all(board.powers[power].name in report for power in chosen)
    assert kinds == set(PhaseKind)


@pytest.mark.slow
def test_the_command_runs_a_round_and_a_winter(folder, tmp_path):
    """As a game master does it, with all questions about builds and removals."""
    shutil.copytree(folder, tmp_path / "VARIANTS" / "LARGE")
    game = tmp_path / "GAME"
    game.mkdir()
    for name in ("GAME.TXT", "ORDERS.TXT"):
        shutil.copy(folder / name, game / name)
    command = [sys.executable, "-m", "dragoman", "dipwork", "run", "game", "/all", "/m"]
    done = subprocess.run(
        command, cwd=tmp_path, input="\n" * ORDERS, capture_output=True, text=True, check=True
    )
    assert f"Scanner: {ORDERS} orders read" in done.stdout
    assert "Winterer: summer" in done.stdout
    assert (game / "PLAIN.TXT").stat().st_size > 10 * PROVINCES

    asked: Counter[str] = Counter()

    def answer(question: str, suggestion: str) -> str:
        asked[question.rpartition(". ")[2]] += 1
        if question.startswith("Summer"):
            return "winter"
        if question.endswith("Removals?"):
            units = question.partition(" of ")[2].partition(".")[0].split(", ")
            return ", ".join(units[: int(question.partition(" has ")[2].split()[0])])
        return suggestion

    assert run(["game", "/w"], Dialogue(print, answer), tmp_path) == ()
    assert asked["Removals?"] > 0
    assert (game / "NEWGAME.TXT").read_bytes().count(b"NATION ") == POWERS
