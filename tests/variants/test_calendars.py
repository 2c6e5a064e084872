"""Variants with years of their own: three campaigns, and builds in spring."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dragoman import Game
from dragoman.formats import load_variant, read_variant, write_variant
from dragoman.game import Variant, process
from dragoman.orders import Order
from dragoman.rules import Calendar, CalendarPhase, Phase, PhaseKind, legal_orders
from dragoman.rules.batch import Batch

STANDARD = load_variant("standard")
CAMPAIGNS = ("SM", "SR", "UM ice", "UR ice", "FM", "FR", "WA centres")
TWICE = ("SM", "SR", "SA centres", "FM ice", "FR ice", "WA centres")

HUNDRED = ("SM +5", "SR", "FM +5", "FR", "WA centres")


def with_year(variant: Variant, year: tuple[str, ...]) -> Variant:
    return replace(variant, calendar=Calendar(tuple(map(CalendarPhase.parse, year))))


def written(variant: Variant, folder: Path) -> Path:
    files, _ = write_variant(variant)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_year_of_three_campaigns() -> None:
    game = Game(with_year(STANDARD, CAMPAIGNS))
    seen: list[str] = []
    game.order("France", "A Par-Bur, A Mar-Spa")
    for _ in range(5):
        seen.append(str(game.phase))
        game.process()
    assert seen == ["S1901M", "U1901M", "F1901M", "W1901A", "S1902M"]
    assert "summer 1901" in str(game.history[1])


def test_centres_counted_twice_a_year() -> None:
    game = Game(with_year(STANDARD, TWICE))
    game.order("France", "A Mar-Spa")
    game.process()
    assert str(game.phase) == "S1901A"
    assert game.position.owners["SPA"] == "FRANCE"
    game.order("France", "build A Mar")
    game.process()
    assert str(game.phase) == "F1901M"
    assert len(game.position.units_of("FRANCE")) == 4


@pytest.mark.parametrize("year", [CAMPAIGNS, TWICE, HUNDRED])
def test_a_calendar_is_written_and_read(tmp_path: Path, year: tuple[str, ...]) -> None:
    variant = with_year(STANDARD, year)
    found, _ = read_variant(written(variant, tmp_path))
    assert found is not None
    assert found.calendar == variant.calendar


@pytest.mark.parametrize("phase", ["S0260BCM", "F0001BCB", "S0001M", "S0000M", "S1901A", "U1901R"])
def test_the_first_phase_is_written_and_read(tmp_path: Path, phase: str) -> None:
    variant = with_year(STANDARD, ("SM", "SR", "SA", "UM", "UR", "UA", "FM", "FR", "WA centres"))
    variant = replace(variant, start=replace(variant.start, phase=Phase.parse(phase)))
    found, faults = read_variant(written(variant, tmp_path))
    assert found is not None
    assert faults == ()
    assert found.start.phase == variant.start.phase


def test_years_of_no_kind(tmp_path: Path) -> None:
    folder = written(STANDARD, tmp_path)
    toml = folder / "variant.toml"
    toml.write_text('years = "since the flood"\n' + toml.read_text("utf-8"), "utf-8")
    _, faults = read_variant(folder)
    assert "bad-years" in {fault.code for fault in faults}


def test_a_bad_calendar_is_told(tmp_path: Path) -> None:
    folder = written(STANDARD, tmp_path)
    toml = folder / "variant.toml"
    toml.write_text('calendar = ["SM", "autumn"]\n' + toml.read_text("utf-8"), "utf-8")
    _, faults = read_variant(folder)
    assert "bad-calendar" in {fault.code for fault in faults}


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(
    ("name", "year", "first"),
    [
        ("standard", CAMPAIGNS, "S1901M"),
        ("white_winter", CAMPAIGNS, "S1901M"),
        ("standard", TWICE, "S1901M"),
        ("white_winter", TWICE, "S1901M"),
        ("standard", HUNDRED, "S1425M"),
        ("standard", HUNDRED, "S0033BCM"),  # over the turn of eras
        ("standard", CAMPAIGNS, "S0302BCM"),
        ("standard", CAMPAIGNS, "S0000M"),
    ],
)
def test_batch_and_plain_agree(name: str, year: tuple[str, ...], first: str) -> None:
    variant, dice = with_year(load_variant(name), year), Random(7)
    variant = replace(variant, start=replace(variant.start, phase=Phase.parse(first)))
    batch = Batch(
        variant.board, variant.rule_set, variant.victory_centers, 1, calendar=variant.calendar
    )
    position = variant.start
    kinds: set[PhaseKind] = set()
    for _ in range(60):
        orders: dict[str, list[Order]] = {}
        listed = legal_orders(variant.board, position, variant.rule_set, variant.calendar)
        for unit, legal in listed.items():
            if unit.kind:
                orders.setdefault(unit.power, []).append(dice.choice(legal))
        cells = batch.pack([position])
        resolution = process(variant, position, orders)
        after, _ = batch.process(cells, batch.pack_orders(cells, [orders]))
        (found,) = batch.unpack(after)
        assert (found.phase, found.units, dict(found.owners)) == (
            resolution.position.phase,
            resolution.position.units,
            dict(resolution.position.owners),
        )
        kinds.add(position.phase.kind)
        position = resolution.position
    assert kinds >= {PhaseKind.MOVEMENT, PhaseKind.ADJUSTMENT}
