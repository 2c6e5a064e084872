"""A game master publishes turns: in each form, from the folder of a game, in a process."""

import json
import re
from email import message_from_string, policy
from html.parser import HTMLParser

import pytest

from dragoman.games.folder import FolderSettings, GameFolder
from dragoman.reports.forms import FORMS

HOSTILE = '"</title><script>alert(1)</script>[b]*x*[/b]"'


@pytest.fixture
def year(call, winter):
    """A game in which the phases of a year are final, with a unit that was driven out."""
    fall = "Austria: F tri H\nItaly: A ven-tri, A tyr S A ven-tri"
    return [play(call, winter, text) for text in (None, fall, "Austria: F tri R alb", "")]


def play(call, folder, text):
    """Judge orders and make it final; the phase."""
    if text is not None:
        (folder / "orders.txt").write_text(text, "utf-8")
    phase = call("adjudicate", folder.name, "--anyway", "--json").data["phase"]
    assert call("accept", folder.name).status == 0
    return phase


@pytest.mark.slow
def test_every_phase_in_every_form(call, year, winter, tmp_path, files_of):
    before = files_of(winter)
    assert year == ["S1901M", "F1901M", "F1901R", "W1901A"]
    for form in FORMS:
        for phase in year:
            ran = call("report", "winter", "--turn", phase, "--as", form, "--json")
            assert (ran.status, ran.data["phase"], ran.data["as"]) == (0, phase, form)
            assert ran.data["report"].strip()
        last = call("report", "winter", "--as", form)
        assert last.out.strip() == ran.data["report"].strip()
        assert last.err == ""
        written = call("report", "winter", "--as", form, "--to", "told")
        assert written.out == f"told: winter 1901, adjustments, as {form}\n"
        assert (tmp_path / "told").read_text("utf-8") == ran.data["report"]
    assert files_of(winter) == before


@pytest.mark.slow
def test_players_notes_explanations_and_language(run, winter, tmp_path):
    settings = winter / "settings.toml"
    settings.write_text(
        settings.read_text("utf-8") + f'Frankreich = {HOSTILE}\n"ENGLAND" = "Zoë"\n', "utf-8"
    )
    (tmp_path / "notes.txt").write_bytes("Grüße <b>an</b>\nalle\n\nBis bald".encode("cp1252"))
    assert run("adjudicate", "winter").status == 0
    ran = run(
        *("report", "winter", "--as", "html", "--notes", "notes.txt"),
        *("--explain", "--language", "de", "--to", "page.html"),
    )
    assert ran.status == 0
    assert "not UTF-8" in ran.err and "not final yet" in ran.err
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<script" not in page
    assert "<p>Grüße &lt;b&gt;an&lt;/b&gt; alle</p>\n<p>Bis bald</p>" in page
    assert "England (Zoë)" in page
    assert "Frankreich (&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;[b]*x*[/b])" in page
    assert "Frühjahr 1901, Züge" in page
    assert "Stärke 2 (A Mar unterstützt)" in page


@pytest.mark.slow
def test_a_page_needs_nothing_else(call, winter):
    class Addresses(HTMLParser):
        found: list

        def handle_starttag(self, tag, attrs):
            self.found += [name for name, _ in attrs if name == "style" or name.startswith("on")]
            addresses = [value for name, value in attrs if name.endswith(("src", "href"))]
            # What the map names lies in the page itself.
            self.found += [one for one in addresses if not one.startswith(("#", "data:"))]

    call("adjudicate", "winter")
    for form in ("html", "zine"):
        page = call("report", "winter", "--as", form).out
        addresses = Addresses()
        addresses.found = []
        addresses.feed(page)
        assert addresses.found == []
        assert not re.search(r"""url\((?!["']?(#|data:))""", page) and "@import" not in page
        assert "default-src 'none'" in page


@pytest.mark.slow
@pytest.mark.parametrize("form", ["html", "zine"])
def test_a_page_shows_the_map_the_centres_and_the_way_to_the_replay(call, year, winter, form):
    address = "https://example.org/winter?a=1&b=2"
    page = call("report", "winter", "--as", form, "--turn", "F1901M", "--replay", address).out
    assert page.count("<svg") == 1
    assert "example.org/winter?a=1&amp;b=2" in page
    assert re.search(r"<th[^>]*>Start</th></tr></thead>", page)


@pytest.mark.slow
def test_explanations_open_on_a_click(call, year, winter):
    plain = call("report", "winter", "--as", "html", "--turn", "F1901M").out
    told = call("report", "winter", "--as", "html", "--turn", "F1901M", "--explain").out
    assert "<details>" not in plain
    assert re.search(
        r"<details><summary>(?s:.)*?A Ven–Tri(?s:.)*?</summary><p class=\"why\">", told
    )


@pytest.mark.slow
def test_a_mail_holds_the_report_twice_and_the_map(call, year, winter):
    wanted = ["--turn", "F1901M", "--explain", "--replay", "winter replay.html"]
    ran = call("report", "winter", "--as", "mail", *wanted, "--to", "fall.eml")
    assert ran.status == 0
    message = message_from_string((winter.parent / "fall.eml").read_text("utf-8"))
    message = message_from_string(message.as_string(), policy=policy.default)
    assert message["Subject"] == "Diplomacy · Fall 1901, movement"
    text, html, png = (part for part in message.walk() if not part.is_multipart())
    told = call("report", "winter", *wanted).out
    assert text.get_content().splitlines() == told.splitlines()
    assert png.get_content().startswith(b"\x89PNG")
    assert f'<img src="cid:{png["Content-ID"].strip("<>")}"' in html.get_content()
    assert 'href="winter%20replay.html"' in html.get_content()


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://", "replay.svg", "data:x.html"]
)
def test_an_address_that_is_none_is_refused(call, year, winter, address):
    ran = call("report", "winter", "--replay", address)
    assert ran.status == 2
    assert "is not the address of a replay" in ran.err


@pytest.mark.slow
def test_notes_from_standard_input(run, winter):
    run("adjudicate", "winter")
    ran = run("report", "winter", "--as", "zine", "--notes", "-", stdin=b"Hello there")
    assert "<p>Hello there</p>" in ran.out


@pytest.mark.slow
def test_a_game_that_was_won_or_agreed(call, year, winter):
    record = json.loads((winter / "game.json").read_bytes())
    record["ending"] = {"how": "draw", "powers": ["FRANCE", "ITALY"]}
    (winter / "game.json").write_text(json.dumps(record), "utf-8")
    assert "a draw between France and Italy." in call("report", "winter").out
    assert "Next: Fall 1901" in call("report", "winter", "--turn", "S1901M").out


BAD = {
    "nothing judged": ((), "not-judged"),
    "no such turn": (("--turn", "F1950M"), "not-judged"),
    "no turn at all": (("--turn", "soon"), "unknown-phase"),
    "no such notes": (("--notes", "nowhere.txt"), "refused-by-system"),
    "notes that are none": (("--notes", "noise"), "not-text"),
    "into the game": (("--to", "winter/game.json"), "file-needed"),
    "into the game in another spelling": (("--to", "winter/../winter/orders.txt"), "file-needed"),
    "into what is kept": (("--to", "winter/turns/01.txt"), "file-needed"),
    "over the notes": (("--notes", "notes.txt", "--to", "notes.txt"), "file-needed"),
    "into a folder": (("--to", "winter"), "file-needed"),
    "nowhere": (("--to", "nowhere/page.html"), "refused-by-system"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "code"), BAD.values(), ids=BAD)
def test_what_cannot_be(call, winter, tmp_path, files_of, arguments, code):
    (tmp_path / "notes.txt").write_text("Hello", "utf-8")
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    if arguments:
        call("adjudicate", "winter")
    before = files_of(tmp_path)
    ran = call("report", "winter", *arguments, "--json")
    assert ran.status == 2
    assert code in ran.codes
    assert files_of(tmp_path) == before


PLAYERS = {
    "no such power": ('[players]\nNarnia = "x"', "unknown-power"),
    "a power twice": ('[players]\nFrance = "x"\nFrankreich = "y"', "power-twice"),
    "a name that is none": ("[players]\nFrance = 3", "wrong-field"),
    "no table": ('players = "x"', "wrong-field"),
}


@pytest.mark.parametrize(("text", "code"), PLAYERS.values(), ids=PLAYERS)
def test_players_that_cannot_be(call, winter, text, code):
    (winter / "settings.toml").write_text(text, "utf-8")
    ran = call("report", "winter", "--json")
    assert (ran.status, ran.codes) == (2, [code])
    assert ran.data["diagnostics"][0]["source"] == "winter/settings.toml"


def test_settings_are_written_as_they_are_read(winter):
    settings = FolderSettings("Güte", "de", 2, {"ENGLAND": 'Anna "A" \\ Wolf', "TURKEY": "#[x]"})
    (winter / "settings.toml").write_text(str(settings), "utf-8")
    opened, faults = GameFolder(winter).open()
    assert faults == ()
    assert opened.settings == settings


def test_in_fog_each_player_gets_a_report_and_a_map_of_his_own(call, tmp_path):
    assert call("new", "fog_of_war", "mist").status == 0
    sheet = "France: A par-bur\nGermany: A mun-bur, F kie-den\nTurkey: A con-bul\n"
    play(call, tmp_path / "mist", sheet)
    text = call("report", "mist", "--seen-by", "Frankreich").out
    assert "A Mun–Bur" in text and "France sees" in text
    assert not [one for one in ("Den", "Bul", "Ank") if one in text]
    assert call("draw", "mist", "--seen-by", "france", "--to", "mist.svg").status == 0
    picture = (tmp_path / "mist.svg").read_text("utf-8")
    assert 'class="fog"' in picture and ", out of sight</title>" in picture
    assert 'data-unit="A PAR"' in picture and 'data-unit="F ANK"' not in picture
    page = call("report", "mist", "--seen-by", "TURKEY", "--as", "html").out
    assert 'class="fog"' in page and "A Con–Bul" in page and "Kie–Den" not in page
    wrong = call("report", "mist", "--seen-by", "Sweden")
    assert wrong.status == 2 and "Sweden" in wrong.err
    assert call("new", "standard", "plain").status == 0
    assert "whole board" in call("draw", "plain", "--seen-by", "France").err
