"""What stands in the text of a mail."""

from __future__ import annotations

from dragoman.mail.language.parser import (
    MOST_COMMANDS,
    MOST_LINES,
    MailCommand,
    MailLine,
    MisreadCommand,
    read,
)


def keys(text: str) -> list[str]:
    return [
        one.key
        if isinstance(one, MailCommand)
        else f"!{one.key}"
        if isinstance(one, MisreadCommand)
        else "-"
        for one in read(text).items
    ]


def test_commands_and_other_lines_in_their_sequence() -> None:
    reading = read("Hi,\n\nSIGNON F17 secret\nA PAR-BUR\nset wait\n")
    assert keys("Hi,\n\nSIGNON F17 secret\nA PAR-BUR\nset wait\n") == ["-", "signon", "-", "set"]
    assert [one.line for one in reading.items] == [1, 3, 4, 5]


def test_press_takes_all_up_to_its_end() -> None:
    (press, line) = read(
        "PRESS TO E F\nSIGNON is no command here\n\nLIST\nendpress\nA PAR-BUR"
    ).items
    assert isinstance(press, MailCommand) and isinstance(line, MailLine)
    assert press.body == ("SIGNON is no command here", "", "LIST")
    assert (press.part("to"), press.end, press.is_closed) == ("E F", 5, True)


def test_press_without_an_end_goes_to_signoff_or_the_signature() -> None:
    press, off = read("PRESS TO E\nhello\nSIGNOFF\nA PAR-BUR").items
    assert isinstance(press, MailCommand) and isinstance(off, MailCommand)
    assert (press.body, press.is_closed, off.key) == (("hello",), False, "signoff")
    assert read("PRESS TO E\nhello\nSIGNOFF\nA PAR-BUR").behind == (4,)
    (press, *_) = read("BROADCAST\nhello\n-- \nAnn").items
    assert isinstance(press, MailCommand) and press.body == ("hello",)


def test_a_sentence_that_begins_as_press_is_none() -> None:
    assert keys("Press on to victory!\nA PAR-BUR") == ["-", "-"]
    assert keys("press to e\nno end") == ["-", "-"]


def test_kinds_of_press_stand_before_or_behind() -> None:
    for text in ("GREY PRESS TO E", "PRESS GREY TO E", "grey press to e\nx\nendpress"):
        (press, *_) = read(f"{text}\nx\nENDPRESS" if "end" not in text else text).items
        assert isinstance(press, MailCommand)
        assert press.part("kinds").casefold() == "grey" and press.part("to").upper() == "E"
    (press, *_) = read("FAKE PRESS FROM R TO E, F\nx\nENDPRESS").items
    assert isinstance(press, MailCommand)
    assert (press.part("from"), press.part("to")) == ("FROM R", "E, F")


def test_sentences_are_no_commands() -> None:
    for text in (
        "List of my orders:",
        "Help me, would you?",
        "Who are you?",
        "Resume what you were doing, please, and do not mind me",
        "I am sorry, I shall be late.",
        "Get well soon, dear England, we miss you a lot!",
        "Dear Judge, signon F17",
    ):
        assert keys(text) in (["-"], ["help"], ["get"]), text


def test_what_is_written_wrongly_is_no_sentence() -> None:
    assert keys("VOTE perhaps") == ["!vote"]
    assert keys("signon") == ["!signon"]


def test_a_form_ends_where_it_ends() -> None:
    form, line = read("REGISTER\nName: Ann\n\nCountry: x\nEND\nthanks").items
    assert isinstance(form, MailCommand) and form.end == 5 and isinstance(line, MailLine)
    form, line = read("REGISTER Ann\nName: Ann\nthanks").items
    assert (
        isinstance(form, MailCommand) and form.body == ("Name: Ann",) and isinstance(line, MailLine)
    )


def test_flags_of_other_judges_stand_alone() -> None:
    assert keys("MODERATED\nno moderate\nQUIET\nnoquiet") == ["set"] * 4


def test_a_mail_has_its_limits() -> None:
    reading = read("LIST\n" * 10_000)
    assert len(reading.items) == MOST_COMMANDS + 1
    assert reading.too_many[0] == MOST_COMMANDS + 2 and reading.too_many[-1] == 10_000
    reading = read("x\n" * 10_000)
    assert len(reading.items) == MOST_LINES and len(reading.too_many) == 10_000 - MOST_LINES


def test_commands_in_a_signature_are_none() -> None:
    assert keys("A PAR-BUR\n-- \nHELP\nRESIGN") == ["-"] * 4


def test_what_nobody_sees_hides_no_command() -> None:
    assert keys("SIGN\u200bON F17\n\ufeffSET WAIT\nA PAR\u00ad-BUR\n\x00LIST") == [
        "signon", "set", "-", "list",
    ]  # fmt: skip
    (line,) = read("A PAR\u00ad-BUR").items
    assert isinstance(line, MailLine) and line.text == "A PAR-BUR"
    (press,) = read("BROADCAST\n\U0001f469\u200d\U0001f680\x00\nENDPRESS").items
    assert isinstance(press, MailCommand) and press.body == ("\U0001f469\u200d\U0001f680",)
