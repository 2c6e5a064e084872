"""The order language of nJudge's Machiavelli, form by form, with the same in German."""

from pathlib import Path

from dragoman.formats import load_variant
from dragoman.orders import scan, scan_order, write

BOARD = load_variant("machiavelli").board
LINES = Path(__file__).with_name("machiavelli_forms.txt").read_text("utf-8").splitlines()
FORMS = [[part.strip() for part in line.split("|")] for line in LINES if line[0] != "#"]


def test_each_form_in_both_languages() -> None:
    read = {english: scan_order(english, BOARD, phase) for phase, english, _, _ in FORMS}
    assert {
        english: scan_order(german, BOARD, phase) for phase, english, _, german in FORMS
    } == read
    assert [(english, write(read[english])) for _, english, _, _ in FORMS] == [
        (english, order) for _, english, order, _ in FORMS
    ]


def test_a_list_of_powers_lets_each_pass() -> None:
    for text in ("ally naples, turkey", "Bündnis mit Neapel, Türkei"):
        found = scan(text, BOARD)
        assert [str(one.order) for one in found.orders] == ["ally Naples", "ally Turkey"]
