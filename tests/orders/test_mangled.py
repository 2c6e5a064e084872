"""Orders as clumsy hands and mail programs leave them: read as what they were, or an error.

Legal orders are written out and then mangled. None may be read as another order, and none may be
lost without an error.
"""

import os
import random
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings, strategies as st

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import NotationError, ScanOptions, scan, scan_file, write
from dragoman.rules import Phase, Position, legal_orders

VARIANT = load_variant("standard")
BOARD = VARIANT.board
UNITS = {
    "FRANCE": ["A PAR", "F BRE", "A MAR", "F SPA/SC", "F MAO"],
    "ENGLAND": ["F NTH", "A YOR", "F ENG", "A LON", "F LVP"],
    "RUSSIA": ["F STP/NC", "A MOS", "F SEV", "F NWY", "A ARM"],
    "TURKEY": ["A CON", "F BLA", "A BUL", "F AEG", "A SMY"],
    "GERMANY": ["A MUN", "F KIE", "A BER", "A TYR", "F HEL"],
    "ITALY": ["F TYS", "A ROM", "F ION", "A TUN", "A VEN"],
}

DASHES = [
    *(" - ", "-", "–", " — ", "‐", "‑", "−", " -> ", "->", "→", " => ", "-->", ">", ">>", "--"),
    *(" – > ", "- -", " to ", " nach ", "\t-\t", "\u00a0-\u00a0", " \u2009–\u2009", "~>", "&rarr;"),
    *("&ndash;", " &#8211; ", "=E2=80=93", " moves to ", "_-_", " : - ", " ... ", "/", " = ", " "),
    *(", ", " | ", "", " x ", " M ", "-\u200b", " <b>-</b> ", "&nbsp;-&nbsp;", "&gt;", " -&gt; "),
]
SUPPORTS = [
    " S ",
    " s ",
    "\tS\t",
    " supports ",
    " unterstützt ",
    " sup. ",
    " spt ",
    " S: ",
    " (S) ",
]
CONVOYS = [" C ", " c ", " convoys ", " geleitet ", " T ", " conv ", " (C) "]
MARKS = [
    *("1. ", "1) ", "(1) ", "- ", "* ", "• ", "a) ", "b) ", "(c) ", "1 ", "12.", "– ", "o "),
    *("> ", ">> ", "> > ", "| ", "Bob> ", '"', "**", "<li>", "<p>", "&nbsp;", "\u200b", "\ufeff"),
    *("Order 4: ", "please: ", "=20", "»", "[", "(", "<div class=x>", "__", "+ ", "A) ", "F) "),
]
REMARKS = [
    *(" # as agreed", " // as agreed", " (as agreed)", ", thanks", "!", " please", ".", ";", '"'),
    *(" <br>", "</p>", "**", "=20", "=", " ;-)", " :-)", " - thanks", " (Mar)"),
    *(" or hold", " H", " [cut]", "&nbsp;", "\u200b", "*", " %", " (S A Mar)", " xxx", "?", "]"),
]
NOISE = ["please", "the", "army", "-", "(", ")", "S", "H", "x", ",", ".", "in", "then", "A"]


@cache
def orders():
    """Legal orders of every kind."""
    units = [Unit(power, *text.split()) for power, texts in UNITS.items() for text in texts]
    position = Position(Phase.parse("S1901M"), tuple(units))
    listed = legal_orders(BOARD, position, VARIANT.rule_set, VARIANT.calendar)
    return [order for own in listed.values() for order in own]


def dashes(text, chance):
    return re.sub("-", lambda _: chance.choice(DASHES), text, count=chance.choice([0, 1]))


def order_words(text, chance):
    text = text.replace(" S ", chance.choice(SUPPORTS))
    return text.replace(" C ", chance.choice(CONVOYS))


def marks(text, chance):
    return chance.choice(MARKS) + text


def remarks(text, chance):
    named = re.search(r"via|geleit$|convoy$", text, re.IGNORECASE)  # "via (Mar)" is a route
    return text if named else text + chance.choice(REMARKS)


def letters(text, chance):
    return chance.choice([str.lower, str.upper, str.title, str.swapcase])(text)


def blanks(text, chance):
    places = [match.start() for match in re.finditer(" ", text)] or [0]
    i = chance.choice(places)
    kinds = ["", "  ", "\t", "\u00a0", " \u200b", "_", "&nbsp;"]
    if max(map(len, text.split())) < 7:  # halves of "English Channel" may be two orders
        kinds += ["\n", "\n> ", "=\n", "\u2028"]
    return text[:i] + chance.choice(kinds) + text[i + 1 :]


def no_blanks(text, chance):
    signs = ["_", ".", "\t"] if "(" in text or "/" in text else ["", "", "_", ".", "\t"]
    return text.replace(" ", chance.choice(signs))


def brackets(text, chance):
    words = text.split(" ")
    i = chance.randrange(len(words))
    j = chance.randrange(i, len(words))
    opening, closing = chance.choice(["()", "[]", "{}", "<>", '""', "**", "  "])
    words[i] = opening + words[i]
    words[j] += closing
    return " ".join(words)


def noise(text, chance):
    words = text.split(" ")
    words.insert(chance.randrange(len(words) + 1), chance.choice(NOISE))
    return " ".join(words)


IN_LONG_NAMES = {
    word
    for province in BOARD.provinces.values()
    if " " in province.name
    for word in province.name.split()
}
PLACES_BY_THEMSELVES = {word for word in IN_LONG_NAMES if BOARD.names.find(word)}


def swaps(text, chance):
    """Two words change places; but "English supports Channel" says another thing outright, as
    either word is a name of the place."""
    words = text.split(" ")
    i = chance.randrange(len(words))
    if PLACES_BY_THEMSELVES & {*words[i : i + 2]}:
        return text
    words[i : i + 2] = words[i : i + 2][::-1]
    return " ".join(words)


def doubled_letter(text, chance):
    i = chance.randrange(len(text))
    doubled = text[:i] + text[i] + text[i:]
    names = re.findall(r"\w+", doubled)
    known = re.findall(r"\w+", text)
    return text if any(BOARD.names.find(n) for n in names if n not in known) else doubled


def html(text, chance):
    words = text.split(" ")
    i = chance.randrange(len(words))
    tag = chance.choice(["b", "i", "span", "font color=red", "a href='x'"])
    words[i] = f"<{tag}>{words[i]}</{tag.split(' ')[0]}>"
    return chance.choice([" ", "&nbsp;"]).join(words)


MANGLERS = [
    *([one] for one in (dashes, order_words, marks, remarks, letters, brackets, html)),
    *([one] for one in (blanks, no_blanks, noise, swaps, doubled_letter)),
    *([one, other] for one in (dashes, order_words, blanks, html) for other in (letters, marks)),
    *([one, other] for one in (brackets, remarks, letters) for other in (html, marks)),
    [dashes, order_words, html],
]
NOTATIONS = ["dragoman", "diplomacy", "njudge", "english", "german"]


def mangled(order, notation, manglers, chance):
    try:
        text = write(order, notation, BOARD)
    except NotationError:
        text = write(order)
    for mangler in manglers:
        text = mangler(text, chance)
    return text


def without_kinds(order):
    """The order without the kinds of its units: a missing one is understood."""
    parts = {
        name: replace(unit, kind=None, power=None)
        for name in ("unit", "supported", "convoyed")
        if (unit := getattr(order, name, None))
    }
    return replace(order, **parts)


def check(order, text, options):
    found = scan(text, BOARD, "M", options)
    wanted = without_kinds(order)
    read = [without_kinds(scanned.order) for scanned in found.orders]
    told = any(fault.is_error for fault in found.diagnostics)
    assert read == [wanted] or told, f"{text!r} was read as {read}, not as {write(order)}"
    if told and "\n" not in text:  # whatever else is read there, this unit does nothing else
        others = [one for one in read if one.unit.location == wanted.unit.location]
        assert others in ([], [wanted]), f"{text!r} was read as {read}, not as {write(order)}"
    filed = scan_file(f"France\n{text}", BOARD, "M", options)
    assert told == any(fault.is_error for fault in filed.diagnostics)


@pytest.mark.slow
@settings(max_examples=int(os.environ.get("DRAGOMAN_TEST_LINES", "1000")), derandomize=True)
@example(0, "dragoman", [blanks, marks], 443, 0)  # "Bob> FENG H"
@given(
    st.integers(0, 10**6),
    st.sampled_from(NOTATIONS),
    st.sampled_from(MANGLERS),
    st.integers(0, 10**6),
    st.sampled_from([0, 0, 3]),
)
def test_a_mangled_order_is_the_same_order_or_an_error(pick, notation, manglers, seed, spellcheck):
    order = orders()[pick % len(orders())]
    text = mangled(order, notation, manglers, random.Random(seed))
    check(order, text, ScanOptions(spellcheck=spellcheck))
