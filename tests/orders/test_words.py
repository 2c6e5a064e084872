"""The word lists."""

import pytest

from dragoman.orders import scan_order, write
from dragoman.orders.notation import NOTATIONS
from dragoman.orders.vocabulary import Word, word_list
from dragoman.words import LANGUAGES

PHASES = {Word.RETREAT: "R", Word.DISBAND: "R", Word.REMOVE: "A", Word.BUILD: "A"}
ORDERS = {
    Word.HOLD: ("A BUD {}", "A BUD H"),
    Word.MOVE: ("A BUD {} VIE", "A BUD-VIE"),
    Word.SUPPORT: ("A BUD {} A VIE", "A BUD S A VIE"),
    Word.CONVOY: ("F NTH {} A YOR - BEL", "F NTH C A YOR-BEL"),
    Word.VIA: ("A YOR - BEL {}", "A YOR-BEL VIA"),
    Word.RETREAT: ("A BUD {} VIE", "A BUD R VIE"),
    Word.DISBAND: ("A BUD {}", "A BUD D"),
    Word.REMOVE: ("A BUD {}", "A BUD D"),
    Word.BUILD: ("A BUD {}", "A BUD B"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_understood(board, language):
    words = word_list(language)
    assert set(words.orders) == set(Word)
    for word, (text, order) in ORDERS.items():
        for spelling in words.orders[word]:
            for written in (spelling, spelling.upper()):
                read = scan_order(text.format(written), board, PHASES.get(word, "M"))
                assert write(read) == order
    for letter, spellings in words.units.items():
        for spelling in spellings:
            if letter in board.kinds:
                assert write(scan_order(f"{spelling} BUD H", board)) == f"{letter} BUD H"
    for coast, spellings in words.coasts.items():
        for spelling in spellings:
            assert write(scan_order(f"F SPA({spelling}) H", board)) == f"F SPA/{coast} H"


def test_no_abbreviation_of_a_place_is_lost_to_an_order_word(board):
    """ "Con" is Constantinople, also where it could be a convoy."""
    for spelling, places in board.names:
        if len(places) == 1:
            expected = f"A {places[0]} S A {places[0]}-{places[0]}"
            text = f"A {spelling} S A {spelling} - {spelling}"
            assert write(scan_order(text, board)) == expected


def test_there_is_a_list_for_every_written_language():
    assert {"english", "german"} <= set(NOTATIONS)
    with pytest.raises(ValueError, match="klingon"):
        word_list("klingon")
