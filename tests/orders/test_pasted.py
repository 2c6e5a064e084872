"""Orders out of mails."""

import pytest

from dragoman.formats import load_variant
from dragoman.orders import scan, scan_file, unremarked, write

BOARD = load_variant("standard").board

MAIL = """\
From: Bob <bob@example.org>
To: GM
Subject: Re: [Game 7] orders
Date: Mon, 3 Mar 2022 10:00:00 +0100

On Sun, 2 Mar 2022 at 09:00, GM <gm@example.org> wrote:
> > Orders please!

> France:
> A Par - Bur
>> 2. F(Bre)-Mao
| A Mar S A Par–Bur

--\x20
Bob, Brest Street 3
+33 1234
Sent from my iPhone
"""


def test_a_mail_is_read_whole():
    found = scan_file(MAIL, BOARD)
    assert not found.diagnostics
    (orders,) = found.orders.values()
    assert [write(order) for order in orders] == ["A PAR-BUR", "F BRE-MAO", "A MAR S A PAR-BUR"]
    shown = [passage.text for passage in unremarked(found.press, found.diagnostics)]
    assert shown == ["Orders please!"]


@pytest.mark.parametrize(
    "line",
    [
        *("From: a@b.c", "> To: England", "*Subject:* Orders", "Von: GM", "Betreff: Züge"),
        *("Am 3. Mar 2022 um 10:00 schrieb GM <gm@b.c>:", "GM wrote:", "X-Mailer: Pine"),
        *("-----Original Message-----", "Von meinem iPhone gesendet", "Content-Type: text/plain"),
    ],
)
def test_what_mail_programs_write_is_passed_over(line):
    found = scan(line, BOARD)
    assert not found.orders
    assert not found.diagnostics
    assert [passage.dressing for passage in found.press] == [True]


@pytest.mark.parametrize("line", ["Subject: A Par - Bur", "To: GM, A Par S A Mar - Bur"])
def test_an_order_in_a_header_is_not_lost(line):
    (fault,) = scan(line, BOARD).diagnostics
    assert (fault.code, fault.is_error) == ("order-in-press", True)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("<p><b>A Par</b> - Bur</p>", ["A PAR-BUR"]),
        ("A Par - Bur<br>F Bre - Mao<br/>", ["A PAR-BUR", "F BRE-MAO"]),
        ("<li>A Par&nbsp;-&gt;&nbsp;Bur</li>", ["A PAR-BUR"]),
        ("A M&uuml;n &ndash; B&#246;h", ["A MUN-BOH"]),
        ('<span style="color: red">A</span> Par - Bur', ["A PAR-BUR"]),
        ("A Par=20-=20Bur=20", ["A PAR-BUR"]),
        ("A M=C3=BCnchen =E2=80=93 B=F6h", ["A MUN-BOH"]),
        ("\ufeffA Par\u200b - Bur", ["A PAR-BUR"]),
        ("F(Edi)-Nwg", ["F EDI-NWG"]),
        ("<A Par> - Bur", ["A PAR-BUR"]),
        ("(F) Edi - Nwg, (A Lvp) - Yor", ["F EDI-NWG", "A LVP-YOR"]),
        ("[Edi]-[Nwg]", ["EDI-NWG"]),
        ("F Nth S (F Edi - Nwg)", ["F NTH S F EDI-NWG"]),
        ("(F Nth) C (A Yor) - (Bel)", ["F NTH C A YOR-BEL"]),
        ("#1 A Par - Bur // as agreed", ["A PAR-BUR"]),
        ("b) F Bre - Mao", ["F BRE-MAO"]),
        ("A Par => Bur; A Mar ➔ Gas | F Bre → Mao", ["A PAR-BUR", "A MAR-GAS", "F BRE-MAO"]),
    ],
)
def test_marks_between_the_letters(line, orders):
    found = scan(line, BOARD)
    assert not found.diagnostics
    assert [write(scanned.order) for scanned in found.orders] == orders
    for scanned in found.orders:
        assert line[scanned.column - 1 :].startswith(scanned.text)


@pytest.mark.parametrize("line", ["A Par <- Bur", "Bob> A Par - Bur", "A<Par Bur>"])
def test_angle_brackets_hide_no_order(line):
    found = scan(line, BOARD)
    assert not found.orders
    assert any(fault.is_error for fault in found.diagnostics)


def test_the_order_above_its_own_rest_is_lost():
    found = scan("A Mar S A Par\n> - Bur\nF Bre - Mao\n\nvia convoy", BOARD)
    assert [write(scanned.order) for scanned in found.orders] == ["F BRE-MAO"]
    assert [(fault.line, fault.is_error) for fault in found.diagnostics] == [(2, True), (5, True)]
    assert [lost.line for lost in found.lost] == [1]


def test_the_first_errors_name_what_may_have_been_meant():
    found = scan("A Pariss - Bur\n" * 30, BOARD)
    assert [bool(fault.candidates) for fault in found.diagnostics] == [True] * 20 + [False] * 10
