"""The lists of VARIANT.TXT and PROJECT.TXT: the manual's own examples."""

import pytest
from hypothesis import given, strategies as st

from dragoman.formats.dipwork import (
    PARAMETERS,
    MacroFault,
    Nation,
    Parameters,
    UnitPicture,
    UnitType,
    check_pictures,
    expand,
    new_text_file,
    picture_lines,
    read_games,
    read_keywords,
    read_menu,
    read_nations,
    read_order_words,
    read_pictures,
    read_text_file,
    read_units,
    submenu_of,
)
from dragoman.formats.dipwork.files.keyword_lists import list_lines
from dragoman.formats.dipwork.files.keywords import LISTS


def keywords(text):
    return read_keywords(read_text_file(text.encode(), "T.TXT"), PARAMETERS)[0]


def test_nations():
    found, faults = read_nations(
        keywords("NATIONLIST\nAu Austria Österreich Oesterreich\nEn England England\n\nEND")
    )
    assert faults == ()
    assert [(n.word, n.name, n.others) for n in found] == [
        ("Au", "Austria", ("Österreich", "Oesterreich")),
        ("En", "England", ("England",)),
    ]
    assert str(found[0]) == "Au Austria Österreich Oesterreich"


def test_units():
    found, faults = read_units(
        keywords(
            "UNITLIST\nA Ar Army # Costs=1 St=1 convoyable AllowedIn=AB\n"
            "Kav Kavallerie # St=3 Costs=2 canconvoy AllowedIn=K\n\nEND"
        )
    )
    assert faults == ()
    assert found == (
        UnitType(("A", "Ar", "Army"), 1, 1, "AB", convoyable=True),
        UnitType(("Kav", "Kavallerie"), 2, 3, "K", can_convoy=True),
    )
    assert str(found[0]) == "A Ar Army # Costs=1 St=1 convoyable AllowedIn=AB"


def test_order_words():
    found, faults = read_order_words(
        keywords("ORDERLIST\nx xxx hält\n- zieht\nS sup\nC con\n\nEND")
    )
    assert faults == ()
    assert found.rows == (("x", "xxx", "hält"), ("-", "zieht"), ("S", "sup"), ("C", "con"))


def test_games():
    found, faults = read_games(
        keywords("GAMELIST\nCosa % KapDip, die Antwort\nTest %\nPlain\n\nEND")
    )
    assert faults == ()
    assert [(g.path, g.note) for g in found] == [
        ("Cosa", "KapDip, die Antwort"),
        ("Test", ""),
        ("Plain", ""),
    ]


MENU = """\
MENULIST
&Auswertung
gesamte Auswertung durchführen
'EVALGAME' 'GAMEPATH' /all
&iDIR
Zeige Verzeichnis
'SHELL' /c dir |more
~Befehle editieren
Alle Dateien in Texteditor laden
'EDITOR' 'GAMEPATH'\\'FNORDERS' '!'
Untermenü&u
Das Untermenü aufrufen
'SUBMENU' MEINMENU

MEINMENU
~Zurück
Nichts tun
'SHELL'

EVALGAME 'RUN' -x
RUN run
FNORDERS befehle.txt
EDITOR ed
SHELL 'SHELL'
END
"""


def test_menus_with_hot_keys_and_submenus():
    file = keywords(MENU)
    entries, faults = read_menu(file)
    assert faults == ()
    assert [(e.title, e.key) for e in entries] == [
        ("uswertung", "A"),
        ("DIR", "i"),
        ("Befehle editieren", "B"),
        ("Untermenü", "u"),
    ]
    assert entries[0].help == "gesamte Auswertung durchführen"
    assert [submenu_of(entry) for entry in entries] == ["", "", "", "MEINMENU"]
    assert [e.title for e in read_menu(file, "MEINMENU")[0]] == ["Zurück"]


def test_macros():
    found = Parameters([keywords(MENU)])
    given = {"GAMEPATH": "spiel", "CURRENTPATH": "C:\\DIP"}
    entries, _ = read_menu(keywords(MENU))
    assert expand(entries[0].command, found, given) == "run -x spiel /all"
    assert expand(entries[2].command, found, given) == "ed spiel\\befehle.txt '!'"
    assert expand("´CURRENTPATH´\\'FNGAME'", found, given) == "C:\\DIP\\game.txt"
    with pytest.raises(MacroFault, match="SHELL -> SHELL"):
        expand("'SHELL'", found, given)
    with pytest.raises(MacroFault, match="nothing defines the macro NOWHERE"):
        expand("'NOWHERE'", found, given)


words = st.from_regex(r"[A-Za-zÄÖÜäöüß][A-Za-zÄÖÜäöüß0-9]{0,6}", fullmatch=True).filter(
    lambda word: word.upper() not in PARAMETERS and word not in ("END", "All")
)
numbers = st.integers(0, 999)
nations = st.builds(
    Nation, words.filter(lambda w: w not in LISTS), words, st.lists(words, max_size=3).map(tuple)
)
units = st.builds(
    UnitType,
    st.lists(words.filter(lambda w: w not in LISTS), min_size=1, max_size=4).map(tuple),
    numbers,
    numbers,
    st.sampled_from(["", "A", "FB"]),
    st.booleans(),
    st.booleans(),
)
pictures = st.builds(UnitPicture, st.sampled_from("AF"), st.sampled_from(["Re", "Gr"]), words)


@pytest.mark.slow
@given(
    st.lists(nations, unique_by=lambda n: n.word, min_size=1, max_size=5),
    st.lists(units, unique_by=lambda u: u.word, min_size=1, max_size=5),
)
def test_tables_written_and_read_are_the_same(some_nations, some_units):
    lines = [*list_lines("NATIONLIST", some_nations), *list_lines("UNITLIST", some_units), "END"]
    file, faults = read_keywords(new_text_file("VARIANT.TXT", lines), PARAMETERS)
    assert faults == ()
    again, faults = read_nations(file)
    assert list(again) == some_nations
    assert {fault.code for fault in faults} <= {"name-clash"}
    units_again, faults = read_units(file)
    assert units_again == tuple(some_units)
    assert len(faults) == sum(not unit.allowed_in for unit in some_units)
    assert {fault.code for fault in faults} <= {"never-built"}


@pytest.mark.slow
@given(st.lists(pictures, unique_by=lambda p: (p.unit, p.nation)))
def test_pictures_written_and_read_are_the_same(some):
    file = new_text_file("PICLST.TXT", picture_lines(some))
    again, faults = read_pictures(file)
    assert list(again) == some
    units, nations = [UnitType(("A",)), UnitType(("F",))], [Nation("Re", "Reds"), Nation("Gr", "G")]
    faults = (*faults, *check_pictures(again, units, nations, file.name))
    assert {fault.code for fault in faults} == ({"missing-picture"} if len(some) < 4 else set())
