"""Settings and account by forms alone: what is chosen holds, what is refused stays written."""

import re
from zoneinfo import available_timezones

import pytest

from dragoman.judge.storage.tables import outbox
from tests.judge.receiver import Receiver
from tests.web.conftest import PASSWORD, House
from tests.web.pages.reader import PageForm, reader
from tests.web.tables import begun, seats

OWN = (
    "/settings",
    "/settings/mails",
    "/settings/push",
    "/account",
    "/account/sign-ins",
    "/account/tokens",
    "/account/data",
)


@pytest.mark.parametrize("path", OWN)
def test_own_pages_are_for_their_owner(house: House, path: str):
    page = reader(house).get(path)
    assert page.status == 401
    assert f"/sign-in?next={path}" in page.links
    answer = house.browser().request(
        "GET", path, headers={"Authorization": f"Bearer {house.token(3)}"}
    )
    assert answer.status_code == 403
    assert reader(house, 3).get(path).status == 200


def test_a_language_that_was_chosen_wins_over_the_browsers(house: House):
    one = reader(house, 3)
    one.browser.client.headers["Accept-Language"] = "nl, en"
    page = one.send(one.get("/settings").form("/settings"), language="de")
    assert "Gespeichert" in page.text
    assert '<html lang="de"' in page.source
    assert "Partien" in one.get("/games").text
    assert "Das hat nicht geklappt" in one.get("/games/999").text, (
        "what went wrong is told in it, too"
    )
    assert "auf Deutsch" in one.get("/settings/mails").text, "and mails are written in it"
    page = one.send(one.get("/settings").form("/settings"), language="")
    assert "Saved" in page.text
    assert "in German" in one.get("/settings/mails").text, "mails stay as they were chosen"


def test_how_pages_look_is_kept_with_the_account(house: House):
    one, elsewhere = reader(house, 3), reader(house, 3)
    assert "data-scheme" not in one.get("/games").source.partition("<head>")[0]
    form = one.get("/settings").form("/settings")
    one.send(form, scheme="dark", colours="apart", motion="less", zone="Europe/Berlin")
    begin = elsewhere.get("/games").source.partition("<head>")[0]
    for said in ('scheme="dark"', 'colours="apart"', 'motion="less"', 'zone="Europe/Berlin"'):
        assert f"data-{said}" in begin
    fields = elsewhere.get("/settings").form("/settings").fields
    assert (fields["scheme"], fields["zone"]) == (["dark"], ["Europe/Berlin"])
    one.send(one.get("/settings").form("/settings"), scheme="auto", colours="", zone="")
    assert "data-scheme" not in elsewhere.get("/games").source.partition("<head>")[0]


def test_maps_and_arrows_obey_the_colours_that_were_chosen(house: House):
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    france.do(game, "save-orders", text="A par-bur")
    number = next(n for n, account in house.accounts.items() if france is house.of_account(account))
    one = reader(house, number)
    pictures = [f"/api/games/{game}/map.svg", "/api/variants/standard/map.svg"]
    usual = [one.browser.request("GET", path).text for path in pictures]
    one.send(one.get("/settings").form("/settings"), colours="apart")
    board = one.browser.request("GET", f"/api/games/{game}/board").json()
    for path, before in zip([*pictures, board["ground"]], [*usual, ""], strict=True):
        picture = one.browser.request("GET", path).text
        assert picture != before
        assert ".province.owner-austria,.swatch.owner-austria{fill:url(#hatch-0)}" in picture
        assert ".pattern-hatch-0 rect{fill:" in picture and 'id="hatch-0"' in picture
        assert ".power-france .arrow" in picture
    assert house.browser().request("GET", pictures[1]).text == usual[1], "others see the usual ones"


def test_units_with_letters_and_the_map_by_night_are_a_choice(house: House):
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    number = next(n for n, account in house.accounts.items() if france is house.of_account(account))
    one, path = reader(house, number), f"/api/games/{game}/map.svg"
    usual = one.browser.request("GET", path).text
    assert 'id="device-A"' in usual and "#10283c" not in usual
    source = f'<source media="(prefers-color-scheme: dark)" srcset="{path}?scheme=dark">'
    assert source in one.browser.request("GET", f"/games/{game}").text
    dark = one.browser.request("GET", f"{path}?scheme=dark").text
    assert "#10283c" in dark and "filter" not in dark
    assert one.browser.request("GET", f"{path}?scheme=dim").status_code == 422
    one.send(one.get("/settings").form("/settings"), units="letters", scheme="dark")
    board = one.browser.request("GET", f"/api/games/{game}/board").json()
    for picture in (path, "/api/variants/standard/map.svg", board["ground"]):
        assert 'id="device-A"' not in one.browser.request("GET", picture).text
    assert 'class="letter"' in board["layers"]["units"]
    page = one.browser.request("GET", f"/games/{game}").text
    assert f'src="{path}?scheme=dark"' in page and "<picture>" not in page


def test_moments_are_told_by_the_clock_that_was_chosen(house: House):
    one = reader(house, 3)
    person = "/account/sign-ins"
    assert "12:00 (UTC)" in one.get(person).text
    one.send(one.get("/settings").form("/settings"), zone="Asia/Tokyo")
    assert "21:00 (Asia/Tokyo)" in one.get(person).text
    page = one.send(one.get("/settings").form("/settings"), zone="Europe/Berln")
    assert page.status == 422
    assert "Europe/Berlin" in page.text
    assert page.form("/settings").fields["zone"] == ["Europe/Berln"]
    assert "Asia/Tokyo" in one.get(person).text


def test_orders_are_written_in_the_notation_that_was_chosen(house: House):
    game = begun(house)
    france = seats(house, game)["FRANCE"]
    number = next(n for n, account in house.accounts.items() if france is house.of_account(account))
    one = reader(house, number)
    one.send(one.get("/settings").form("/settings"), notation="german")
    assert one.get("/settings").form("/settings").fields["notation"] == ["german"]

    form = one.get(f"/games/{game}").form("/listed-orders")
    assert "Armee Marseille unterstützt Armee Paris nach Burgund" in form.offered["order:A MAR"]
    given = {"order:A MAR": "Armee Marseille zieht nach Spanien", "order:A PAR": ""}
    page = one.send(form, **given)
    assert page.form("/do/save-orders").fields["text"] == ["Armee Marseille zieht nach Spanien"]
    assert page.form("/listed-orders").fields["order:A MAR"] == [given["order:A MAR"]]

    mine = "A par-bur # mine\nArmee Marseille zieht nach Spanien"
    page = one.send(page.form("/do/save-orders"), text=mine)
    assert page.form("/do/save-orders").fields["text"] == [mine], "one's own words stay"
    board = one.browser.request("GET", f"/api/games/{game}/board").json()
    assert board["own"]["text"] == mine
    hand = board["hand"]
    assert hand["orders"]["st"] == "{unit} unterstützt {other} nach {target}"
    assert (hand["names"]["A PAR"], hand["names"]["BUR"]) == ("Armee Paris", "Burgund")

    assert "Armee Paris" in one.get(f"/games/{game}").text, "units in lists, too"
    assert "Armee Paris" in one.get("/variants/standard").text
    assert "Armee Paris" in one.get("/tutorial/1").text
    assert "A Par" in reader(house).get("/variants/standard").text

    house.person(1).do(game, "process-now")
    page = one.get(f"/games/{game}/turns/S1901M")
    assert "Armee Paris zieht nach Burgund" in page.text
    assert "A Par–Bur" not in page.text
    assert "Armee Marseille zieht nach Spanien" in one.get(f"/games/{game}/record").text
    report = f"/api/games/{game}/turns/S1901M/report"
    assert "Armee Paris zieht nach Burgund" in one.browser.request("GET", report).text
    fates = one.browser.request("GET", f"/api/games/{game}/turns/S1901M/board").json()["fates"]
    assert "Armee Paris zieht nach Burgund" in [one["text"] for one in fates]

    assert "A Par–Bur" in reader(house).get(f"/games/{game}/turns/S1901M").text
    assert "hand" not in france.get(f"/games/{game}/board"), "programs are told what they were"
    told = france.get(f"/games/{game}/turns/S1901M")["orders"]["FRANCE"]
    assert "A PAR-BUR" in told
    told = france.get(f"/games/{game}/turns/S1901M?notation=english")["orders"]["FRANCE"]
    assert "Army Paris moves to Burgundy" in told
    possible = france.get(f"/games/{game}/orders?notation=njudge")["possible"]["A BUR"]
    assert "A bur-mun" in possible
    legal = france.get(f"/games/{game}/legal-orders?power=france&notation=diplomacy")["units"]
    assert "A BUR - MUN" in legal["A BUR"]
    assert france("GET", f"/games/{game}/orders?notation=klingon").status_code == 422


def test_a_look_is_chosen_by_programs_that_are_signed_in(house: House):
    one = reader(house, 3)
    first = one.browser.request("GET", "/api/me/look").json()
    assert first == {
        "language": None,
        "zone": "",
        "scheme": "auto",
        "apart": False,
        "is_still": False,
        "notation": None,
        "letters": False,
    }
    guard = {"X-Dragoman": "1"}
    chosen = {**first, "notation": "datc", "scheme": "dark"}
    answer = one.browser.request("PUT", "/api/me/look", json=chosen, headers=guard)
    assert answer.status_code == 204
    assert one.browser.request("GET", "/api/me/look").json() == chosen
    assert one.get("/settings").form("/settings").fields["notation"] == ["datc"]
    wrong = {"notation": "klingon"}
    answer = one.browser.request("PUT", "/api/me/look", json=wrong, headers=guard)
    assert answer.status_code == 422


def test_mails_are_chosen(house: House):
    one = reader(house, 3)
    form = one.get("/settings/mails").form("/settings/mails")
    assert form.fields["hours"] == ["24"]
    del form.fields["votes"]
    page = one.send(form, press="digest", digest_hour="20", hours="48, 2")
    assert "Saved" in page.text
    fields = page.form("/settings/mails").fields
    assert "votes" not in fields
    assert fields["results"] == ["yes"]
    assert (fields["press"], fields["digest_hour"], fields["hours"]) == (
        ["digest"],
        ["20"],
        ["48, 2"],
    )
    for wrong in ({"hours": "soon"}, {"hours": "1 2 3 4 5 6"}, {"digest_hour": "99"}):
        page = one.send(page.form("/settings/mails"), **wrong)
        assert page.status == 422
        assert {name: page.form("/settings/mails").fields[name][0] for name in wrong} == wrong
    assert one.get("/settings/mails").form("/settings/mails").fields == fields


def test_a_name_and_further_addresses(house: House):
    one = reader(house, 3)
    page = one.send(one.get("/account").form("/account/name"), name="Ada Lovelace")
    assert "Ada Lovelace" in page.text
    reader(house, 4)
    page = one.send(one.get("/account").form("/account/name"), name="player 4")
    assert page.status == 422
    assert page.form("/account/name").fields["name"] == ["player 4"]

    page = one.send(one.get("/account").form("/account/addresses"), address="ada@two.example")
    code = mailed(house, "ada@two.example")
    page = one.send(page.form("/confirm"), code=code)
    assert "Done" in page.text
    page = one.get("/account")
    assert page.text.index("player3@dip.example") < page.text.index("ada@two.example")
    page = one.send(page.form("/first"))
    assert page.text.index("ada@two.example") < page.text.index("player3@dip.example")
    page = one.send(page.form("/remove"))
    assert "player3@dip.example" not in page.text
    assert one.send(one.get("/account").form("/account/addresses"), address="none").status == 422


def mailed(house: House, to: str) -> str:
    with house.judge.database.reading() as connection:
        row = connection.execute(outbox.select().where(outbox.c.to == to)).one()
    found = re.search(r"\b[0-9A-Z]{3,}-[0-9A-Z]{3,}\b", row.data["subject"])
    assert found is not None, row.data["subject"]
    return found[0]


def test_another_password_ends_other_sessions(house: House):
    one, elsewhere = reader(house, 3), reader(house, 3)
    form = one.get("/account/sign-ins").form("/account/password")
    assert one.send(form, old="not this one", new="twelve little owls").status == 401
    page = one.send(form, old=PASSWORD, new="twelve little owls")
    assert "Saved" in page.text
    assert elsewhere.get("/account").status == 401
    assert one.get("/account").status == 200
    page = elsewhere.sign_in("Player 3", "twelve little owls")
    assert page.status == 200


def test_sessions_are_listed_and_ended(house: House):
    one, elsewhere = reader(house, 3), reader(house, 3)
    page = one.get("/account/sign-ins")
    assert page.text.count("Sign out there") == 1
    page = one.send(page.form("/end"))
    assert "Sign out there" not in page.text
    assert elsewhere.get("/account").status == 401
    page = one.send(page.form("/end-all"))
    assert one.get("/account").status == 401


def test_a_token_is_shown_once_and_does_what_was_ticked(house: House):
    one = reader(house, 3)
    form = one.get("/account/tokens").form("/account/tokens")
    assert one.send(form, name="bot", scopes=[]).status == 422
    assert one.send(form, name="bot", until="soon").status == 422
    page = one.send(form, name="bot", scopes=["read"], until="2026-01-31")
    (secret,) = re.findall(r"dragoman_[\w-]{20,}", page.source)
    headers = {"Authorization": f"Bearer {secret}"}
    me = one.browser.request("GET", "/api/me", headers=headers).json()
    assert me["scopes"] == ["read"]
    again = one.get("/account/tokens")
    assert secret not in again.source
    assert "1 Feb 2026, 00:00" in again.text
    assert "admin" not in str(again.form("/account/tokens").fields), "who is none is not offered it"
    one.send(again.form("/revoke"))
    assert one.browser.client.cookies
    assert house.browser().request("GET", "/api/me", headers=headers).status_code == 401


def test_programs_have_accounts_and_tokens_of_their_own(house: House):
    one = reader(house, 3)
    form = one.get("/account/tokens").form("/account/programs")
    page = one.send(form, name="Robot", about="plays at random")
    assert "Robot" in page.text
    page = one.send(token_form(page.forms), name="at home", scopes=["read", "play"])
    (secret,) = re.findall(r"dragoman_[\w-]{20,}", page.source)
    headers = {"Authorization": f"Bearer {secret}"}
    assert house.browser().request("GET", "/api/me", headers=headers).json()["name"] == "Robot"
    other = reader(house, 4)
    assert other.send(token_form(page.forms), name="stolen").status in (403, 404)
    page = one.send(one.get("/account/tokens").form("/remove"))
    assert "Robot" not in page.text


def token_form(forms: list[PageForm]) -> PageForm:
    return next(one for one in forms if re.fullmatch(r"/account/programs/\d+/tokens", one.action))


def test_what_is_known_of_one_is_taken_along_and_forgotten(house: House):
    one = reader(house, 3)
    one.send(one.get("/settings").form("/settings"), scheme="dark")
    answer = one.browser.request("GET", "/account/export")
    assert answer.json()["looks"][0]["scheme"] == "dark"
    assert "attachment" in answer.headers["Content-Disposition"]
    form = one.get("/account/data").form("/account/delete")
    assert one.send(form, password="wrong").status == 401
    page = one.send(form, password=PASSWORD)
    assert page.answer.url.path == "/"
    assert "Register" in page.text
    assert reader(house).sign_in("Player 3").status == 401
    with house.judge.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM looks").scalar() == 0


def test_devices_are_told_by_push(house: House):
    one, receiver = reader(house, 3), Receiver()
    page = one.get("/settings/push")
    assert "No device notifies you yet" in page.text
    assert f'data-key="{house.judge.push_devices.public_key()}"' in page.source
    form = page.form("/settings/push")
    given = {"endpoint": "https://push.example/1", "key": receiver.key, "auth": receiver.auth}
    assert one.send(form, endpoint="https://push.example/1", key="", auth="").status == 422
    page = one.send(form, **given)
    assert "Saved" in page.text
    page = one.send(page.form("/kinds"), kinds=["press", "reminders"])
    assert page.form("/kinds").fields["kinds"] == ["press", "reminders"]
    other = reader(house, 4)
    assert other.send(page.form("/remove")).status == 404
    page = one.send(page.form("/remove"))
    assert "No device notifies you yet" in page.text
    page = one.send(form, **given)
    one.send(one.get("/account/sign-ins").form("/end-all"))
    one.sign_in("Player 3")
    told = one.get("/settings/push").text
    assert "No device notifies you yet" in told, "signed out is signed out"


def test_every_zone_there_is_can_be_chosen_from_a_list(house: House):
    one = reader(house, 1)
    form = one.get("/settings").form("/settings")
    assert set(form.offered["zone"]) == {"", *available_timezones()}
    source = one.get("/settings").source
    europe = source.partition('<optgroup label="Europe">')[2].partition("</optgroup>")[0]
    assert '<option value="Europe/Berlin">Berlin (UTC+1)</option>' in europe
    america = source.partition('<optgroup label="America">')[2].partition("</optgroup>")[0]
    assert ">Buenos Aires, Argentina (UTC−3)</option>" in america
    assert 'Asia/Kathmandu">Kathmandu (UTC+5:45)' in source


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Programs may learn"), ("de", "Programme dürfen"), ("fr", "Des programmes peuvent")],
)
def test_whether_programs_may_learn_from_ones_games(house: House, language: str, words: str):
    one, path = reader(house, 3), "/account/data"
    one.browser.client.headers["Accept-Language"] = language
    page = one.get(path)
    assert words in page.text and "training" not in page.form(path).fields
    one.send(page.form(path), training="yes")
    assert one.get(path).form(path).fields["training"] == ["yes"]
    one.send(one.get(path).form(path), training=[])
    assert "training" not in one.get(path).form(path).fields
