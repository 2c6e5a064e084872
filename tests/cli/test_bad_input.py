"""Whatever a person gives that is wrong: a diagnostic, exit status 2, the game as it was."""

import json

import pytest

BAD_ORDERS = {
    "unknown power": ("Orders for Narnia\nA par-bur\n", "unknown-power"),
    "no power we know": ("Narnia\nA par-bur\n", "no-power"),
    "misspelt power": ("Frnace\nA par-bur\n", "unknown-power"),
    "two orders for a unit": ("France: A par-bur, A par-pic", "ordered-twice"),
    "orders for another's unit": ("France: A mun-bur", "not-your-unit"),
    "no such unit": ("France: A spa-por", "no-such-unit"),
    "unknown place": ("France: A par-xyzzy", "unknown-place"),
    "no power": ("A par-bur", "no-power"),
    "a build in spring": ("France: F bre B", "wrong-phase"),
    "binary": (b"\x00\x01\x02\xff" * 100, "not-text"),
    "UTF-16 without its mark": ("France: A par-bur".encode("utf-16-le"), "not-text"),
    "UTF-16 cut short": ("France: A par-bur".encode("utf-16")[:-1], "not-text"),
    "too large": (b"x" * 100_001, "too-large"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "code"), BAD_ORDERS.values(), ids=BAD_ORDERS)
def test_orders(call, winter, files_of, text, code):
    content = text if isinstance(text, bytes) else text.encode()
    (winter / "orders.txt").write_bytes(content)
    before = files_of(winter)
    for command in ("adjudicate", "check"):
        ran = call(command, "winter", "--json")
        assert ran.status == 2
        assert code in ran.codes
        fault = ran.data["diagnostics"][ran.codes.index(code)]
        assert fault["severity"] == "error"
        assert fault["source"] == "winter/orders.txt"
        assert fault["remedy"] or fault["candidates"]
        if code not in ("not-text", "too-large"):
            assert fault["line"] >= 1
    ran = call("adjudicate", "winter")
    assert ran.out == ""
    assert "winter/orders.txt:" in ran.err
    assert files_of(winter) == before


@pytest.mark.slow
def test_check_reads_other_files_and_standard_input(run, winter, tmp_path):
    (tmp_path / "mail.txt").write_text("Dear GM,\nFrance: A par-bur\n", "utf-8")
    ran = run("check", "winter", "mail.txt", "--json")
    assert ran.status == 0
    assert ran.codes == ["no-order"]
    assert ran.data["orders"] == {"FRANCE": ["A PAR-BUR"]}
    ran = run("check", "winter", "-", "--json", stdin=b"France: A mun-bur")
    assert ran.codes == ["not-your-unit"]
    assert ran.data["diagnostics"][0]["source"] == "standard input"


def test_an_order_that_cannot_be_carried_out_is_a_warning(call, winter):
    (winter / "orders.txt").write_text("France: A par-mos, F bre-gal", "utf-8")
    ran = call("check", "winter", "--json")
    assert ran.status == 0
    assert {fault["severity"] for fault in ran.data["diagnostics"]} == {"warning"}
    assert [(f["line"], f["column"]) for f in ran.data["diagnostics"]] == [(1, 9), (1, 20)]
    assert call("adjudicate", "winter").status == 0


def test_the_same_order_twice_is_a_warning(call, winter):
    (winter / "orders.txt").write_text("France\nA par-bur\nA par-bur\n", "utf-8")
    ran = call("check", "winter", "--json")
    assert ran.status == 0
    assert ran.codes == ["ordered-twice"]


def test_a_missing_order_file(call, winter, files_of):
    (winter / "orders.txt").unlink()
    before = files_of(winter)
    for command in ("check", "adjudicate"):
        ran = call(command, "winter")
        assert ran.status == 2
        assert "orders.txt" in ran.err
    assert files_of(winter) == before


RECORDS = {
    "empty": (lambda text: "", "cut-short"),
    "cut short": (lambda text: text[: len(text) // 2], "cut-short"),
    "newer": (lambda text: text.replace('"version": 1', '"version": 99'), "newer-version"),
    "not JSON": (lambda text: "hello", "not-json"),
    "other JSON": (lambda text: "[1, 2]", "wrong-field"),
    "another format": (lambda text: '{"phases": []}', "wrong-format"),
    "unknown variant": (lambda text: text.replace("standard", "nowhere"), "unknown-variant"),
    "unknown power": (lambda text: text.replace("FRANCE", "NARNIA"), "unknown-power"),
    "impossible unit": (lambda text: text.replace("A PAR", "F PAR"), "impossible-position"),
    "unknown rules": (lambda text: text.replace('"datc"', '"mine"'), "unknown-rule"),
    "deep": (lambda text: "[" * 100_000, "not-json"),
    "binary": (lambda text: b"\xff\xfe\x00garbage", "wrong-encoding"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("damage", "code"), RECORDS.values(), ids=RECORDS)
def test_records(run, call, winter, files_of, damage, code):
    record = winter / "game.json"
    damaged = damage(record.read_text("utf-8"))
    record.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    before = files_of(winter)
    for how, command in (
        (run, "adjudicate"),
        *((call, command) for command in ("check", "adjudicate", "accept", "undo", "show")),
    ):
        ran = how(command, "winter", "--json")
        assert ran.status == 2
        assert ran.codes == [code]
        assert ran.data["diagnostics"][0]["source"] == "winter/game.json"
    assert call("explain", "winter", "A PAR", "--json").codes == [code]
    assert files_of(winter) == before


SETTINGS = {
    "no TOML": ("language = en", "not-toml"),
    "unknown language": ('language = "tlh"', "unknown-language"),
    "unknown setting": ("colour = 1", "unknown-setting"),
    "not a number": ('spellcheck = "3"', "wrong-field"),
    "below zero": ("spellcheck = -1", "wrong-field"),
    "binary": (b"\xff\xfe\xff", "wrong-encoding"),
}


@pytest.mark.parametrize(("text", "code"), SETTINGS.values(), ids=SETTINGS)
def test_settings(call, winter, files_of, text, code):
    (winter / "settings.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    before = files_of(winter)
    ran = call("adjudicate", "winter", "--json")
    assert ran.status == 2
    assert ran.codes == [code]
    assert ran.data["diagnostics"][0]["source"] == "winter/settings.toml"
    assert files_of(winter) == before


def test_spell_check_is_a_setting(call, winter):
    (winter / "orders.txt").write_text("France: A par-burgandy", "utf-8")
    assert call("check", "winter").status == 2
    (winter / "settings.toml").write_text("spellcheck = 3", "utf-8")
    assert call("check", "winter", "--json").data["orders"] == {"FRANCE": ["A PAR-BUR"]}


@pytest.mark.parametrize("text", ["", "{", '{"anyway": 1}', '{"anyway": false}', "\udcff"])
def test_results_that_are_not_ours(call, winter, text):
    (winter / "result.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    record = (winter / "game.json").read_bytes()
    ran = call("accept", "winter", "--json")
    assert ran.status == 2
    assert len(ran.codes) == 1
    assert (winter / "game.json").read_bytes() == record


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (["new", "nowhere", "g"], ["unknown-variant"]),
        (["new", "standard", "winter"], ["folder-taken"]),
        (["new", "standard", "file.txt"], ["refused-by-system"]),
        (["new", "standard", "file.txt/g"], ["refused-by-system"]),
        (["new", "standard", "g", "--rules", "1066"], ["unknown-rule"]),
        (["new", "standard", "g", "--set", "nonsense"], ["unknown-rule"]),
        (["new", "standard", "g", "--set", "4.A.1=z"], ["unknown-rule"]),
        (["new", "file.txt", "g"], ["unknown-variant"]),
        (["new", "empty", "g"], ["missing-file"]),
        (["new", "x" * 5000, "g"], ["refused-by-system"]),
        (["check", "nowhere"], ["no-such-folder"]),
        (["check", "file.txt"], ["not-a-folder"]),
        (["check", "empty"], ["no-game"]),
        (["check", "x" * 5000], ["refused-by-system"]),
        (["check", "winter", "nowhere.txt"], ["refused-by-system"]),
        (["check", "winter", "empty"], ["refused-by-system"]),
        (["adjudicate", "nowhere"], ["no-such-folder"]),
        (["accept", "nowhere"], ["no-such-folder"]),
        (["accept", "winter"], ["nothing-to-accept"]),
        (["undo", "nowhere"], ["no-such-folder"]),
        (["undo", "winter"], ["nothing-to-undo"]),
        (["show", "nowhere", "empty"], ["no-such-folder", "no-game"]),
        (["explain", "nowhere", "A PAR"], ["no-such-folder"]),
        (["explain", "winter", "A PAR"], ["not-judged"]),
        (["explain", "winter", "A PAR", "--phase", "F1950M"], ["not-judged"]),
        (["explain", "winter", "A PAR", "--phase", "soon"], ["unknown-phase"]),
        (["rules", "1066"], ["unknown-rule"]),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_arguments(call, winter, tmp_path, files_of, arguments, codes):
    (tmp_path / "file.txt").write_text("just a file")
    (tmp_path / "empty").mkdir()
    before = files_of(tmp_path)
    ran = call(*arguments, "--json")
    assert ran.status == 2
    assert ran.codes == codes
    ran = call(*arguments)
    assert ran.status == 2
    assert "error: " in ran.err
    assert files_of(tmp_path) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["new"],
        ["new", "standard"],
        ["new", "standard", "g", "--language", "tlh"],
        ["new", "standard", "g", "--spellcheck", "-1"],
        ["new", "standard", "g", "--spellcheck", "many"],
        ["check"],
        ["check", "a", "b", "c"],
        ["adjudicate"],
        ["adjudicate", "winter", "--nonsense"],
        ["explain", "winter"],
        ["--nonsense"],
    ],
    ids=" ".join,
)
def test_usage(call, winter, arguments):
    ran = call(*arguments)
    assert ran.status == 2
    assert ran.err
    assert ran.out == ""


@pytest.mark.parametrize("blocked", ["result.txt", "result.json"])
def test_a_folder_that_cannot_be_written(call, winter, blocked):
    """A folder in the file's place stands for everything that hinders writing."""
    (winter / blocked).mkdir()
    record = (winter / "game.json").read_bytes()
    ran = call("adjudicate", "winter", "--json")
    assert ran.status == 2
    assert ran.codes == ["refused-by-system"]
    assert (winter / "game.json").read_bytes() == record


def test_accepting_that_breaks_off_leaves_the_game(call, winter):
    call("adjudicate", "winter")
    (winter / "turns").write_text("in the way")
    record, orders = (winter / "game.json").read_bytes(), (winter / "orders.txt").read_bytes()
    assert call("accept", "winter", "--json").codes == ["refused-by-system"]
    assert (winter / "game.json").read_bytes() == record
    assert (winter / "orders.txt").read_bytes() == orders
    (winter / "turns").unlink()
    assert call("accept", "winter").status == 0


@pytest.mark.slow
def test_names_that_are_not_unicode(run, tmp_path):
    ran = run("show", "\udcff\udcfe", "--json")
    assert ran.status == 2
    assert json.loads(ran.out)["diagnostics"][0]["code"] == "no-such-folder"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "latin-1"])
def test_terminals_without_our_letters(run, winter, encoding):
    (winter / "orders.txt").write_text("France: A Mün – Bur\n", "utf-8")
    assert run("check", "winter", PYTHONIOENCODING=f"{encoding}:strict").status == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("new", "standard", ""),
        ("adjudicate", ""),
        ("check", "winter", ""),
        ("report", ""),
    ],
)
def test_an_empty_path_is_not_that_of_the_folder_at_hand(call, winter, files_of, arguments):
    before = files_of(winter)
    ran = call(*arguments)
    assert ran.status == 2
    assert "it is empty; name a file or folder" in ran.err
    assert files_of(winter) == before and not (winter.parent / "game.json").exists()


@pytest.mark.slow
def test_a_variant_without_a_name(call, winter):
    ran = call("new", "", "summer")
    assert ran.status == 2 and "there is no variant ''" in ran.err
    assert not (winter.parent / "summer").exists()
