"""Variants written for jDip and webDiplomacy, and read again: the same but for what was told."""

from dataclasses import replace

import pytest

from dragoman.board import fold
from dragoman.formats import load_variant
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.godip_writer import write_godip
from dragoman.formats.foreign.jdip_writer import write_jdip
from dragoman.formats.foreign.reading import read_bundle
from dragoman.formats.foreign.webdiplomacy_writer import write_webdiplomacy

NAMES = ("standard", "crowded", "white_winter", "abstraction_2", "frankland_juggernaut", "pure")


def bundle(texts, name="mine"):
    return Bundle({f"{name}/{file}": text.encode() for file, text in texts.items()}, name, name)


@pytest.mark.parametrize("name", NAMES)
def test_jdip_and_back(name):
    variant = load_variant(name)
    texts, losses = write_jdip(variant)
    again, faults = read_bundle(bundle(texts, name))
    assert not any(fault.is_error for fault in faults)
    assert [*again.board.provinces] == [
        key for key, province in variant.board.provinces.items() if province.terrain.is_ground
    ]
    ways = {(p.kind, p.source, p.target) for p in variant.board.paths}
    assert {(p.kind, p.source, p.target) for p in again.board.paths} == ways
    if any(path.halves_lost for path in variant.board.paths):
        assert again.board.reach("A", "GRI")["SNO"] == variant.board.reach("A", "GRI")["SNO"] == 2
        assert any("less strength" in loss.what for loss in losses)  # fleets lose nothing there
    assert again.board.homes == variant.board.homes
    assert again.board.centers == variant.board.centers
    assert again.start == variant.start
    assert again.victory_centers == variant.victory_centers
    assert again.title == variant.title
    assert any(p.terrain.name == "ICE" for p in variant.board.provinces.values()) == any(
        p.terrain.name == "ICE" for p in again.board.provinces.values()
    )
    assert all(loss.what for loss in losses)


@pytest.mark.parametrize("name", (*NAMES, "1900", "africa", "twenty_twenty", "north_sea_wars"))
def test_godip_and_back(name):
    variant = load_variant(name)
    texts, losses = write_godip(variant)
    again, faults = read_bundle(bundle(texts, name))
    assert not any(fault.is_error for fault in faults), faults
    board = variant.board
    keys = {fold(p.name): key for key, p in again.board.provinces.items()}
    ours = {key: keys[fold(p.name)] for key, p in board.provinces.items() if p.terrain.is_ground}

    def at(location):
        province, slash, coast = location.partition("/")
        return f"{ours[province]}{slash}{coast}"

    assert {(p.kind, at(p.source), at(p.target)) for p in board.paths} == {
        (p.kind, p.source, p.target) for p in again.board.paths
    }
    assert {at(key) for key in board.centers} == {*again.board.centers}
    assert {*map(at, board.common_homes)} == {*again.board.common_homes}
    assert board.common_homes or {
        board.powers[p].name: {*map(at, of)} for p, of in board.homes.items() if of
    } == {again.board.powers[p].name: {*of} for p, of in again.board.homes.items() if of}
    assert {(u.kind, at(u.location)) for u in variant.start.units} == {
        (u.kind, u.location) for u in again.start.units
    }
    assert {at(c): board.powers[p].name for c, p in variant.start.owners.items()} == {
        c: again.board.powers[p].name for c, p in again.start.owners.items()
    }
    assert again.start.phase == variant.start.phase
    assert (again.title, again.victory_centers) == (variant.title, variant.victory_centers)
    assert again.rule_set.build_in == variant.rule_set.build_in
    assert any("SVG" in loss.what for loss in losses)


@pytest.mark.parametrize("name", NAMES)
def test_webdiplomacy_and_back(name):
    variant = load_variant(name)
    spots = {at: (number, 2 * number) for number, at in enumerate(variant.board.locations)}
    texts, losses = write_webdiplomacy(variant, spots)
    again, faults = read_bundle(bundle(texts, name))
    assert not any(fault.is_error for fault in faults)
    keys = {fold(p.name): key for key, p in again.board.provinces.items()}
    ours = {key: keys.get(fold(p.name), "") for key, p in variant.board.provinces.items()}

    def at(location):
        province, slash, coast = location.partition("/")
        return f"{ours[province]}{slash}{coast}"

    reached = {at(path.source) for path in variant.board.paths}
    assert reached == {path.source for path in again.board.paths}
    assert {(p.kind, at(p.source), at(p.target)) for p in variant.board.paths} == {
        (p.kind, p.source, p.target) for p in again.board.paths
    }
    assert {(u.power, u.kind, at(u.location)) for u in variant.start.units} == {
        (u.power, u.kind, u.location) for u in again.start.units
    }
    assert {at(key) for key in variant.board.centers} == {*again.board.centers}
    assert again.start.phase == variant.start.phase
    assert again.victory_centers == variant.victory_centers
    assert (again.title, again.rule_set.build_in) == (variant.title, variant.rule_set.build_in)
    assert {at(where): spot for where, spot in spots.items() if at(where) in again.coordinates} == {
        **again.coordinates
    }
    assert any("map.png" in loss.what for loss in losses)


def test_what_people_wrote_is_no_program():
    variant = load_variant("standard")
    evil = replace(variant, title="'; system('x'); //", credits="<a>&\\' \" ?>")
    texts, _ = write_webdiplomacy(evil, {})
    again, _ = read_bundle(bundle(texts))
    assert again.title == "'; system('x'); //"
    assert "public $fullName='\\'; system(\\'x\\'); //';" in texts["variant.php"]
    texts, _ = write_jdip(evil)
    assert read_bundle(bundle(texts))[0].title == "'; system('x'); //"
    texts, _ = write_godip(replace(variant, title='x", Start: evil("'))
    assert 'Name: "x\\", Start: evil(\\"",' in texts["variant.go"]
    assert read_bundle(bundle(texts))[0].title == 'x", Start: evil("'


def test_losses_are_told():
    told = " | ".join(loss.what for loss in write_jdip(load_variant("isthmus"))[1])
    assert "gateways" in told and "railways" in told
    told = " | ".join(loss.what for loss in write_webdiplomacy(load_variant("chaos"), {})[1])
    assert "begins with builds" in told and "coordinates are 0" in told
