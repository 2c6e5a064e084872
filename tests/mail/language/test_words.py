"""Every command and flag has its help, in every language, and every sentence the same gaps."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.log.settings import Settings
from dragoman.mail.execution.dispatch import DO
from dragoman.mail.language.flags import FLAGS, read_flags
from dragoman.mail.language.parser import MailCommand, read
from dragoman.mail.language.verbs import VERBS, verb_at, verb_called, words
from dragoman.rules import SWITCHES
from dragoman.words import LANGUAGES, MESSAGES, word_file

ALSO = {"if", "endpress"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_help_with_an_example_that_is_one(language: str) -> None:
    helps: dict[str, Any] = words(language)["help"]
    assert helps.keys() == VERBS.keys() | ALSO
    for key, one in helps.items():
        assert one.keys() == {"usage", "text", "example"} and one["text"].strip(), key
        found = [
            item.key for item in read(one["example"].strip()).items if isinstance(item, MailCommand)
        ]
        expected = {"if": "phase", "endpress": "broadcast"}.get(key, key)
        assert expected in found, key
    assert words(language)["flags"].keys() == FLAGS.keys()


def test_every_command_is_carried_out() -> None:
    assert DO.keys() == VERBS.keys()


def test_what_flags_stand_for_is_there() -> None:
    for flag in FLAGS.values():
        if flag.switch:
            answers = {one.word for one in SWITCHES[flag.switch].choices}
            assert {flag.on, flag.off} - {None} <= answers, flag.key
        if flag.setting:
            assert hasattr(Settings("x"), flag.setting), flag.key
    for name in NJUDGE_SETTINGS:
        wanted, unread = read_flags(name.replace("_", " "))
        assert unread is None and wanted[0].flag.key == f"-{name}"
    assert set(NJUDGE_SETTINGS.values()) <= set(word_file(MESSAGES, "de"))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("SIGNON F17", "signon"),
        ("Sign on F17", "signon"),
        ("signoff", "signoff"),
        ("hist 17", "history"),
        ("summ", "summary"),
        ("sum", None),
        ("Hol - Bel", None),
        ("Con - Bul", None),
        ("I am also a@b.example", "iam"),
        ("force begin", "begin"),
        ("Hilfe!", "help"),
        ("turn back 3 rude", "turnback"),
        ("res", None),
        ("pro", None),
        ("list-price", None),
        ("Listen", None),
        ("A PAR-BUR", None),
        ("", None),
    ],
)
def test_words_and_their_first_letters(line: str, key: str | None) -> None:
    found = verb_at(line)
    assert (found.verb.key if found else None) == key


def test_a_command_is_called_by_its_word() -> None:
    found = verb_called("whogame")
    assert found is not None and found.key == "whogame"
    assert verb_called("whogame 17") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wait", [("wait", True, "")]),
        ("NOWAIT", [("wait", False, "")]),
        ("no wait", [("wait", False, "")]),
        ("UNWAIT", [("wait", False, "")]),
        ("MOVE CLOCK 1380 NEXT 72", [("clock", True, "1380"), ("next", True, "72")]),
        ("next 72, grace 24 h", [("next", True, "72"), ("grace", True, "24 h")]),
        ("days -MTWTF- strict wait", [("days", True, "-MTWTF-"), ("strict-wait", True, "")]),
        ("NONMR and gunboat", [("nmr", False, ""), ("gunboat", True, "")]),
        ("draw", [("draw", True, "")]),
        ("NO DRAW E, F", [("draw", False, "E, F")]),
        ("preference F, E, ANY", [("preference", True, "F, E, ANY")]),
        ("white/grey, fake", [("white", True, "grey"), ("fake", True, "")]),
        ("press white/grey", [("press", True, "white/grey")]),
        ("no press", [("press", False, "")]),
        ("Hong Kong NO coastal convoys", [("hongkong", True, ""), ("coastal-convoys", False, "")]),
        ("centers 18", [("-centers", True, "")]),
        ("delay 0.50 days -MTWTF-", [("delay", True, "0.50"), ("days", True, "-MTWTF-")]),
        ("grace 2 days days -mTWTF-", [("grace", True, "2 days"), ("days", True, "-mTWTF-")]),
        ("no late press", [("late-press", False, "")]),
        ("NOSTRICTGRACE manualprocess", [("strict-grace", False, ""), ("moderated", True, "")]),
        ("private, cd", [("list", False, ""), ("nmr", True, "")]),
        ("now none", [("wait", False, ""), ("press", False, "")]),
        ("rated no, public", [("rated", True, "no"), ("list", True, "")]),
        ("last_year = 1910", [("=last_year", True, "1910")]),
        ("dates off 2026-12-24, 2026-12-25", [("=dates_off", True, "2026-12-24, 2026-12-25")]),
    ],
)  # fmt: skip
def test_flags_as_they_are_written(text: str, found: list[tuple[str, bool, str]]) -> None:
    wanted, unread = read_flags(text)
    assert unread is None
    assert [(one.flag.key, one.is_on, one.value) for one in wanted] == found


@pytest.mark.parametrize(
    "text",
    [
        "grace 24 Dec 23:30",
        "moves",
        "flying saucers",
        "clock noon",
        "next",
        "no home centres",
        "wait saucers",
    ],
)
def test_what_is_no_flag(text: str) -> None:
    wanted, unread = read_flags(text)
    assert unread is not None and len(wanted) == (1 if text.startswith("wait") else 0)


def test_a_kind_of_phase_goes_with_times_alone() -> None:
    wanted, _ = read_flags("RETREAT NEXT 24, BUILD NEXT 12 MIN 3")
    assert [(one.flag.key, one.kind) for one in wanted] == [
        ("next", "retreat"),
        ("next", "adjustment"),
        ("min", "adjustment"),
    ]
    _, unread = read_flags("MOVE GUNBOAT")
    assert unread is not None


def test_there_is_no_command_twice() -> None:
    words_ = [word for verb in VERBS.values() for word in verb.words]
    assert len(words_) == len(set(words_))
    assert all(re.fullmatch(r"[a-zäöüß ]+", word) for word in words_)


ALONE = """any observer, default, prflist, prfboth, prfrand, private, unlist, now, none, w, ad, p,
    pw,
    basic, advanced, start, comment, info, information, access, level, variant, not variant,
    dedication, ontimerat, resrat, centres, centers, players, powers, xflag, xflags,
    any disband, normal disband, blank board, empty board, max absence, max vacations, max holidays,
    observer any, observer none, observer no, observer white, white observer, all press,
    normal press, partial may, partial may be faked, partial default, partial fakes, unrated,
    partial fakes broadcast, partial fakes broadcast by default, no fake broadcast, no white,
    auto process, auto proc, auto start, home centre, home centers, one centre, one center,
    any centre, any centers, white/grey, grey/white, white/gray, gray/white, preference, pref"""
"""What is set at nJudge by these words alone."""
ON_OR_OFF = """wait, nmr, cd, reveal, list, grey, gray, press, fake, partial, proxy, dice, famine,
    plague, loans, bankers, bank, assassins, assassination, assassinations, adjacency, adjacent,
    adj, special, quiet, show, dias, concessions, concede, conc, draw, strict grace, strict wait,
    late count, strict convoy, late press, manual process, man proc, manual start, man start,
    transform, trafo, watch all press, holiday, holidays, vacation, vacations, absence, broadcast,
    broadcast press, normal broadcast, blank press, minor press, mach2, mach-2, machiavelli2,
    machiavelli-2, air lift, air lifts, fort, forts, fortress, fortresses, resume, auto disband,
    attack transform, attack transforms, coastal convoy, coastal convoys, money, disband, duality,
    hong kong, gateway, gateways, railway, railways, storm, storms, must order, secret,
    postal press, bcenters, bcentres, summer, garrisons, neutrals, capture win, auto create,
    touch press, approval, portage, allied win, grace press, home transfer"""
"""What is set at nJudge, or not, with a ``NO`` before it."""


def _each(text: str) -> list[str]:
    return [" ".join(word.split()) for word in text.split(",")]


def _ways_to_write(words_: str) -> tuple[str, ...]:
    return words_, words_.replace(" ", ""), words_.upper()


def _not_read_alone(words_: list[str]) -> dict[str, object]:
    found = {text: read_flags(text) for each in words_ for text in _ways_to_write(each)}
    return {text: read for text, read in found.items() if read[1] is not None or len(read[0]) != 1}


def test_what_other_judges_set_is_ours_or_refused_by_name() -> None:
    negated = [f"no {each}" for each in _each(ON_OR_OFF)]
    assert _not_read_alone([*_each(ALONE), *_each(ON_OR_OFF), *negated]) == {}
    assert [
        text
        for each in negated
        for text in _ways_to_write(each)
        if any(one.is_on for one in read_flags(text)[0])
    ] == []


@pytest.mark.parametrize("word", ["number", "num"])
@pytest.mark.parametrize("registry", ["ep", "bn", "bnc", "mn", "mnc"])
def test_numbers_of_registries_are_refused_by_name(registry: str, word: str) -> None:
    wanted, unread = read_flags(f"{registry} {word} 1998ab")
    assert unread is None and [one.flag.key for one in wanted] == [f"-{registry}"]


@pytest.mark.parametrize("whom", ["player", "players", "master", "masters"])
@pytest.mark.parametrize("what", ["allow", "deny"])
def test_lists_of_who_may_play_are_refused_by_name(what: str, whom: str) -> None:
    for text in (f"{what} {whom} ann", f"{whom} {what} -bob"):
        wanted, unread = read_flags(text)
        assert unread is None and [one.flag.key for one in wanted] == [
            f"-{what}_{whom.rstrip('s')}"
        ]


@pytest.mark.parametrize("line", ["With 17", "Susp", "Logi F1", "Pred", "Diar", "Unst"])
def test_what_sentences_begin_with_is_written_out(line: str) -> None:
    assert verb_at(line) is None
