"""The standard map: its counts, its neighbours, its coasts, its names."""

import pytest

from dragoman.board import Terrain
from dragoman.formats import load_variant

BOARD = load_variant("standard").board


def words(text):
    return set(text.split())


SEAS = words("ADR AEG BAL BAR BLA BOT EAS ENG HEL ION IRI LYO MAO NAO NTH NWG SKA TYS WES")
INLAND = words("BOH BUD BUR GAL MOS MUN PAR RUH SER SIL TYR UKR VIE WAR")


def edges(kind):
    """Pairs of neighbouring locations, each pair once."""
    return {frozenset((path.source, path.target)) for path in BOARD.paths if path.kind == kind}


def test_75_provinces_and_switzerland():
    assert len(BOARD.provinces) == 76
    assert not BOARD.reach("A", "SWI")
    assert not BOARD.reach("F", "SWI")
    assert all("SWI" not in stands for stands in BOARD.stands.values())
    assert not any("SWI" in (path.source, path.target) for path in BOARD.paths)


def test_19_seas_14_inland_provinces_42_on_the_coast():
    waters = {key for key, p in BOARD.provinces.items() if p.terrain is Terrain.WATER}
    coastal = {key for key in BOARD.provinces if BOARD.is_coastal(key)}
    assert waters == SEAS
    assert len(coastal) == 42
    assert set(BOARD.provinces) - waters - coastal == INLAND | {"SWI"}


def test_34_centers_of_which_22_are_homes():
    assert len(BOARD.centers) == 34
    assert {power: set(homes) for power, homes in BOARD.homes.items()} == {
        "AUSTRIA": {"BUD", "TRI", "VIE"},
        "ENGLAND": {"EDI", "LON", "LVP"},
        "FRANCE": {"BRE", "MAR", "PAR"},
        "GERMANY": {"BER", "KIE", "MUN"},
        "ITALY": {"NAP", "ROM", "VEN"},
        "RUSSIA": {"MOS", "SEV", "STP", "WAR"},
        "TURKEY": {"ANK", "CON", "SMY"},
    }
    neutral = {key for key in BOARD.centers if BOARD.provinces[key].home is None}
    assert neutral == words("BEL BUL DEN GRE HOL NWY POR RUM SER SPA SWE TUN")


def test_every_path_leads_back():
    paths = {(path.kind, path.source, path.target) for path in BOARD.paths}
    assert len(paths) == len(BOARD.paths)
    assert {(kind, end, start) for kind, start, end in paths} == paths
    assert not any(path.halves_lost for path in BOARD.paths)


def test_counts_of_neighbours():
    assert len(edges("A")) == 111
    assert len(edges("F")) == 141
    assert len(BOARD.stands["A"]) == 56
    assert len(BOARD.stands["F"]) == 64


def test_armies_stay_on_land_and_fleets_stay_off_inland():
    assert not BOARD.stands["A"] & SEAS
    assert not BOARD.stands["F"] & INLAND
    assert BOARD.stands["F"] >= SEAS


def test_who_has_most_and_least_neighbours():
    armies = {key: len(BOARD.reach("A", key)) for key in BOARD.stands["A"]}
    fleets = {key: len(BOARD.reach("F", key)) for key in BOARD.stands["F"]}
    assert {key for key, n in armies.items() if n == 7} == {"BUR", "GAL", "MUN"}
    assert max(armies.values()) == 7
    assert {key for key, n in armies.items() if n == 1} == {"NAF", "POR", "TUN"}
    assert {key for key, n in fleets.items() if n >= 10} == {"MAO", "NTH"}
    assert fleets["NTH"] == 11
    assert {key for key, n in fleets.items() if n == 2} == {"STP/NC", "SYR"}


@pytest.mark.parametrize(
    ("kind", "location", "neighbours"),
    [
        ("A", "MUN", "BER BOH BUR KIE RUH SIL TYR"),
        ("A", "SER", "ALB BUD BUL GRE RUM TRI"),
        ("A", "STP", "FIN LVN MOS NWY"),
        ("A", "SPA", "GAS MAR POR"),
        ("A", "CON", "ANK BUL SMY"),
        ("A", "DEN", "KIE SWE"),
        ("A", "NAF", "TUN"),
        ("A", "UKR", "GAL MOS RUM SEV WAR"),
        ("F", "STP/NC", "BAR NWY"),
        ("F", "STP/SC", "BOT FIN LVN"),
        ("F", "SPA/NC", "GAS MAO POR"),
        ("F", "SPA/SC", "LYO MAO MAR POR WES"),
        ("F", "BUL/EC", "BLA CON RUM"),
        ("F", "BUL/SC", "AEG CON GRE"),
        ("F", "CON", "AEG ANK BLA BUL/EC BUL/SC SMY"),
        ("F", "KIE", "BAL BER DEN HEL HOL"),
        ("F", "DEN", "BAL HEL KIE NTH SKA SWE"),
        ("F", "MAO", "BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES"),
        ("F", "NTH", "BEL DEN EDI ENG HEL HOL LON NWG NWY SKA YOR"),
        ("F", "BLA", "ANK ARM BUL/EC CON RUM SEV"),
        ("F", "ION", "ADR AEG ALB APU EAS GRE NAP TUN TYS"),
        ("F", "STP", ""),
        ("F", "BUL", ""),
        ("F", "SPA", ""),
        ("A", "STP/NC", ""),
    ],
)
def test_neighbours(kind, location, neighbours):
    assert set(BOARD.reach(kind, location)) == words(neighbours)


def test_coastal_neighbours_without_a_common_coast():
    """Where armies pass from one coastal province to another, and fleets do not."""
    by_sea = {frozenset(BOARD.province_of[end] for end in edge) for edge in edges("F")}
    coastal = {key for key in BOARD.provinces if BOARD.is_coastal(key)}
    by_land_only = {edge for edge in edges("A") if edge <= coastal} - by_sea
    assert {"-".join(sorted(edge)) for edge in by_land_only} == words(
        "ANK-SMY APU-ROM ARM-SMY ARM-SYR EDI-LVP FIN-NWY GAS-MAR LVP-YOR "
        "PIE-VEN ROM-VEN TUS-VEN WAL-YOR"
    )


def test_coasts():
    coasts = {key: p.coasts for key, p in BOARD.provinces.items() if p.coasts}
    assert coasts == {"BUL": ("EC", "SC"), "SPA": ("NC", "SC"), "STP": ("NC", "SC")}


def test_land_from_which_fleets_may_convoy_where_the_rules_allow_it():
    assert {key for key, p in BOARD.provinces.items() if p.convoyable_land} == {"CON", "DEN"}


def test_every_name_stands_for_one_place():
    assert {name: keys for name, keys in BOARD.names if len(keys) > 1} == {}


def test_the_first_abbreviation_is_the_key():
    assert all(p.abbreviations[0].upper() == key for key, p in BOARD.provinces.items())
    assert all(len(key) == 3 for key in BOARD.provinces)


NZ1999 = """
SWI switz|ADR adriatic|AEG aegean|BAL baltic|BAR barents|BLA black
EAS emed east eastern eastmed ems eme|ENG english ech channel
LYO gol gulfofl lyon|BOT gob both gulfofb bothnia|HEL helgoland|ION ionian|IRI irish
LVP livp lpl|LVN livo lvo lva|MAR mars|MAO midatlantic mid mat|NAO nat|NAF nora|NTH nts
NWY norwy|NWG norwsea nrg norwegian|TYR tyl trl tyo|TYS tyrr tyrrhenian tyn tyh
WES wmed west western westmed wms wme|YOR york
"""
DIPWORK = """
BOT gob|NAO nat|MAO mid|NAF afr naf|LVP lpl|BAL bas|NWY nor|SEV seb
STP pet stp|STP/NC pen|STP/SC pes|SPA/NC spn|SPA/SC sps
"""
GERMAN = """
MUN münchen muenchen|VIE wien|MOS moskau|WAR warschau|VEN venedig|ROM rom|NAP neapel
BAL ostsee|NTH nordsee|ENG ärmelkanal|NWY norwegen|NWG norwegische-see|NAF nordafrika
GRE griechenland|CON konstantinopel|STP petersburg|BOH böhmen|PRU preussen preußen|SWI schweiz
"""


def test_spellings():
    expected = [
        (spelling, (key,))
        for table in (NZ1999, DIPWORK, GERMAN)
        for line in table.strip().replace("\n", "|").split("|")
        for key, *words in [line.split()]
        for word in words
        for spelling in (word, word.upper())
    ]
    assert [(word, BOARD.names.find(word)) for word, _ in expected] == expected


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("AUSTRIA", "Au Austria Österreich Oesterreich Austrian"),
        ("ENGLAND", "En England English"),
        ("FRANCE", "Fr France Frankreich French"),
        ("GERMANY", "Ge Germany Deutschland German"),
        ("ITALY", "It Italy Italien Italian"),
        ("RUSSIA", "Ru Russia Russland Rußland Russian"),
        ("TURKEY", "Tu Turkey Osmanien Türkei Turkish"),
    ],
)
def test_names_of_powers(key, words):
    for word in words.split():
        assert BOARD.power_names.find(word) == (key,)
    assert BOARD.powers[key].letter == key[0]
