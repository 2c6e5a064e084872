"""``dragoman dipwork run``: DIP_RUN's command line and its steps, on the example project."""

import shutil
from pathlib import Path, PureWindowsPath

import pytest
from PIL import Image

from dragoman.formats.dipwork import read_records
from dragoman.games.dipwork.round import RunStep, read_options

EXAMPLE = Path(__file__).parents[2] / "examples" / "dipwork"
BUILDS = b"Par\n\nA Bud\nF Lon\nF Mar\nA Kie\nA Rom\nA War\n"
MADE = ("SCANNED.ORD", "CONFLCED.ORD", "WINTERED.ORD", "NEWGAME.TXT", "PLAIN.TXT", "ERRORS.TXT")


@pytest.fixture
def games(tmp_path):
    """The example project with nothing judged yet, in the folder that commands run in."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("*01?/*"):
        if file.name not in ("GAME.TXT", "ORDERS.TXT"):
            file.unlink()
    return tmp_path


def same(games, name, *files):
    return [f for f in files if (games / name / f).read_bytes() != original(name, f)] == []


def original(name, file):
    return (EXAMPLE / name / file).read_bytes()


def change(path, old, new):
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))


# The command line.


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("spiel /all /m", "s p c w op"),
        ("spiel /m /all", "s p c w op"),
        ("spiel /s", "s"),
        ("spiel /s /s", ""),
        ("spiel /s /s /s", "s"),
        ("spiel /op /c /s", "s c op"),
        ("spiel /ALL", "s p c w m op"),
        ("spiel /all /all", ""),
        ("spiel /op=conflced.ord /op", ""),
        ("spiel spiel /s", "s"),
    ],
)
def test_options_toggle(words, steps):
    options, faults = read_options(words.split())
    assert faults == ()
    assert [step.value for step in options.steps] == steps.split()
    assert options.game == "spiel"


def test_what_else_the_line_may_say():
    options, _ = read_options(["/op=conflced.ord", "a", "!other.txt", "/debug1", "/debug1", "/?"])
    assert (options.steps, options.records) == ((RunStep.PLAIN,), "conflced.ord")
    assert (options.project, options.others) == ("other.txt", {"?"})


@pytest.mark.parametrize("words", [["a", "/x"], ["a", "b"], ["a", "/s=file"], ["a", "/"]])
def test_a_wrong_line_runs_nothing(words, call, games, files_of):
    before = files_of(games)
    done = call("dipwork", "run", *words)
    assert done.status == 2
    assert done.err.startswith("error: ")
    assert files_of(games) == before


# Whole rounds.


@pytest.mark.slow
def test_a_round_in_autumn_comes_out_as_the_example_has_it(run, games):
    done = run("dipwork", "run", "TWO01F", "/all", "/m", stdin=BUILDS)
    assert done.status == 0
    assert "Fr A Bur was driven out from Ruh. Retreat to Bel, Gas, Mar, Par, Pic or ex?" in done.out
    assert same(games, "TWO01F", *MADE)
    assert same(games, "TWO01F", "GAME.TXT", "ORDERS.TXT")


@pytest.mark.parametrize(
    ("game", "question", "suggested"),
    [
        # Clockwise behind Ruh comes Mun, which is held; then Mar.
        ("TWO01F", "Fr A Bur was driven out from Ruh. Retreat to Bel, Gas, Mar, Par, Pic", "Mar"),
        # Behind Ukr comes Seb, which its fleet has left.
        ("THREE01F", "Au A Rum was driven out from Ukr. Retreat to Bud, Bul, Gal, Seb, Ser", "Seb"),
        # Behind Tyr come Vie, Bud and Ser, where no fleet can go; then Alb.
        ("THREE01F", "Au F Tri was driven out from Tyr. Retreat to ADR, Alb", "Alb"),
    ],
)
def test_a_retreat_to_the_right_hand(call, games, game, question, suggested):
    """Just's right-hand rule, checked by hand on the map."""
    call("dipwork", "run", game, "/s", "/p", "/c")
    done = call("dipwork", "run", game, "/w", stdin=b"\n" * 20)
    assert f"{question} or ex? [{suggested}] " in done.out


def test_the_steps_one_by_one_make_the_same(call, games):
    for step in ("/s", "/p", "/c"):
        assert call("dipwork", "run", "two01f", step).status == 0
    assert call("dipwork", "run", "TWO01F", "/w", stdin=BUILDS).status == 0
    assert call("dipwork", "run", "TWO01F", "/op").status == 0
    assert same(games, "TWO01F", *MADE)


@pytest.mark.parametrize("name", ["THREE01S", "THREE01F"])
def test_three_phases_are_reported_before_the_retreats(call, games, name):
    done = call("dipwork", "run", name, "/s", "/p", "/c", "/op=conflced.ord")
    assert done.status == 0
    assert same(games, name, "SCANNED.ORD", "CONFLCED.ORD", "PLAIN.TXT", "ERRORS.TXT")
    assert not (games / name / "NEWGAME.TXT").exists()


def test_words_for_an_order_that_nobody_knows_are_a_hold_that_is_marked(call, games):
    """The manual, "Presse-Befehl für Einheiten"."""
    call("dipwork", "run", "TWO01S", "/all", "/m")
    (edi,) = [line for line in records(games, "PARSED.ORD") if line.comment.startswith("F Edi")]
    assert (edi.comment, edi.error) == ("F Edi grüßt den Papst", 109)
    assert b"[F Edi xxx]?" in (games / "TWO01S/PLAIN.TXT").read_bytes()
    assert b"[F Edi xxx]? {109}" in (games / "TWO01S/NEWGAME.TXT").read_bytes()
    assert "F Edi grüßt den Papst" in (games / "TWO01S/ERRORS.TXT").read_text("cp437")
    assert same(games, "TWO01S", *MADE)


def records(games, name, game="TWO01S"):
    lines, faults = read_records((games / game / name).read_bytes())
    assert faults == ()
    return lines


@pytest.mark.slow
def test_accepting_makes_the_round_the_next_one_s_game(run, games):
    run("dipwork", "run", "TWO01F", "/all", "/m", stdin=BUILDS)
    done = run("dipwork", "accept", "TWO01F")
    assert done.status == 0
    assert (games / "TWO01F/GAME.TXT").read_bytes() == original("TWO01F", "NEWGAME.TXT")
    assert (games / "TWO01F/GAME.BAK").read_bytes() == original("TWO01F", "GAME.TXT")


def test_records_of_the_round_before_are_not_judged_on(call, games):
    call("dipwork", "run", "TWO01F", "/all", "/m", stdin=BUILDS)
    call("dipwork", "accept", "TWO01F")
    done = call("dipwork", "run", "TWO01F", "/w", stdin=BUILDS)
    assert (done.status, "are not those of GAME.TXT" in done.err) == (2, True)


def test_a_second_run_keeps_what_the_first_made(call, games):
    call("dipwork", "run", "THREE01S", "/all", "/m")
    first = (games / "THREE01S/PLAIN.TXT").read_bytes()
    change(games / "THREE01S/ORDERS.TXT", b"NATION Fr", b"NATION Fr\r\nF Bre xxx")
    call("dipwork", "run", "THREE01S", "/all", "/m")
    assert (games / "THREE01S/PLAIN.BAK").read_bytes() == first
    assert (games / "THREE01S/PLAIN.TXT").read_bytes() != first


# Retreats, builds and removals.


def test_wrong_answers_are_asked_again(call, games):
    answers = b"Ber\nnowhere\nGas\nperhaps\nwinter\nA Vie\n-\n-\n-\n-\n-\n"
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=answers)
    assert "cannot retreat to 'Ber'" in done.out
    assert "'perhaps' is not an answer" in done.out
    assert "A Vie" in done.out
    assert b"A Bur-Gas" in (games / "TWO01F/PLAIN.TXT").read_bytes()


def test_removals_have_to_be_named(call, games):
    call("dipwork", "run", "THREE01F", "/s", "/p", "/c")
    before = (games / "THREE01F/CONFLCED.ORD").read_bytes()
    done = call("dipwork", "run", "THREE01F", "/w", stdin=b"Bud\nAlb\n\n\n")
    assert (done.status, "no removals were given for Au" in done.err) == (2, True)
    assert not (games / "THREE01F/NEWGAME.TXT").exists()
    assert (games / "THREE01F/CONFLCED.ORD").read_bytes() == before


def test_a_summer_has_no_winter(call, games):
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=b"Par\nsummer\n")
    assert "Builds?" not in done.out
    assert b"+A Bud" not in (games / "TWO01F/NEWGAME.TXT").read_bytes()


def test_several_orders_for_one_unit(call, games):
    orders = b"NATION Au\r\nA Vie xxx\r\nA Vie S A Bud\r\nA Bud-Gal\r\nA Bud-Rum\r\nEND\r\n"
    (games / "TWO01S/ORDERS.TXT").write_bytes(orders)
    done = call("dipwork", "run", "TWO01S", "/s", "/p")
    assert done.status == 0
    numbers = {line.comment: line.error for line in records(games, "PARSED.ORD")}
    assert numbers["A Vie xxx"] == 111
    assert numbers["A Bud-Gal"] == 113
    assert numbers["F Tri xxx"] == 12
    errors = (games / "TWO01S/ERRORS.TXT").read_text("cp437")
    assert "A Vie S A Bud  {203 zeMul2del}" in errors
    assert "A Bud-Rum  {206 zeMul3del}" in errors


def test_testing_a_position_without_typing_it(call, games):
    """NSU_CHECKING_OFF: the units are those that have orders."""
    orders = b"NSU_CHECKING_OFF ja\r\nNATION Au\r\nA Mun-Bur\r\nA Ruh S A Mun-Bur\r\n"
    orders += b"NATION Fr\r\nA Bur xxx\r\nEND\r\n"
    (games / "TWO01S/ORDERS.TXT").write_bytes(orders)
    assert call("dipwork", "run", "TWO01S", "/s", "/p", "/c").status == 0
    lines = records(games, "CONFLCED.ORD")
    assert [line.comment for line in lines] == ["A Mun-Bur", "A Ruh S A Mun-Bur", "A Bur xxx"]
    assert [line.error for line in lines] == [0, 0, 102]


# What else can be looked at.


def test_fieldtest(call, games):
    done = call("dipwork", "run", "TWO01S", "/fieldtest", stdin=b"spa(sc)\nnowhere\nexit\nbur\n")
    assert "SpS, a coast of Spa" in done.out
    assert "there is no field 'nowhere'" in done.out
    assert "Burgund" not in done.out


def test_orderview(call, games):
    call("dipwork", "run", "TWO01S", "/s")
    done = call("dipwork", "run", "TWO01S", "/orderview", stdin=b"scanned.ord\n7\n\n")
    assert "Le        nation that gave the order\n" in done.out
    assert "A Vie-Gal" in done.out
    assert "there is no 7" in done.out


def test_debugging(call, games):
    done = call("dipwork", "run", "TWO01S", "/s", "/p", "/c", "/debug1", "/debug2")
    assert "bounced" in done.out
    assert "read TWO01S/SCANNED.ORD" in done.out.replace("\\", "/")
    assert "SPELLCHECK 4  (VARIANT.TXT:" in done.out
    assert "FNMAP is in no file; usually standard.tif" in done.out


def test_help(call):
    assert "/op[=FILE]" in call("dipwork", "run", "/?").out


@pytest.mark.slow
def test_the_map_is_drawn_without_any_pictures(call, games):
    call("dipwork", "run", "TWO01S", "/all", "/m", stdin=b"summer\n")
    done = call("dipwork", "run", "TWO01S", "/m")
    assert done.status == 0, done.err
    with Image.open(games / "TWO01S" / "STANDARD.TIF") as drawn:
        assert drawn.width == 1500


def test_the_map_is_the_variants_own_with_its_pictures(call, games):
    """The empty map stays as it is, so that a round can be drawn again; units are pasted."""
    variant = next((games / "VARIANTS").iterdir())
    Image.new("RGB", (1600, 1400), "white").save(variant / "STANDARD.TIF")
    call("dipwork", "run", "TWO01S", "/all", "/m", stdin=b"summer\n")
    done = call("dipwork", "run", "TWO01S", "/m")
    assert (done.status, "PICLST64.TXT:1" in done.err) == (2, True)
    for line in (variant / "PICLST64.TXT").read_text("cp437").splitlines():
        if len(words := line.split()) == 3:
            file = games.joinpath(*PureWindowsPath(words[2]).parts)
            file.parent.mkdir(exist_ok=True)
            Image.new("RGB", (9, 9), "black").save(file)
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    drawn = (games / "TWO01S" / "STANDARD.TIF").read_bytes()
    with Image.open(games / "TWO01S" / "STANDARD.TIF") as picture:
        assert picture.size == (1600, 1400)
        black = dict((colour, count) for count, colour in picture.getcolors())[0, 0, 0]
        assert black == 22 * 9 * 9  # nobody covers anybody
    assert call("dipwork", "run", "TWO01S", "/m").status == 0
    assert (games / "TWO01S" / "STANDARD.TIF").read_bytes() == drawn


def test_a_map_needs_the_round_before_it(call, games):
    done = call("dipwork", "run", "TWO01S", "/m")
    assert (done.status, "run the winterer" in done.err) == (2, True)


# Bad input: nothing is overwritten.


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("TWO01S/GAME.TXT", b"%\r\nEND\r\n", b"", "GAME.TXT"),
        ("TWO01S/GAME.TXT", b"NATION En", b"NATION Fr", "GAME.TXT:"),
        ("TWO01S/GAME.TXT", b"variants\\standard", b"variants\\none", "GAME.TXT:1"),
        ("TWO01S/ORDERS.TXT", b"NATION En", b"NATION Xx", "ORDERS.TXT:9"),
        ("VARIANTS/STANDARD/VARIANT.TXT", b"IX_3_INTERPRETATION 0", b"IX_3_INTERPRETATION 7", ":"),
        ("PROJECT.TXT", b"FNGAME game.txt", b"FNGAME ..\\game.txt", "there is no"),
        ("PROJECT.TXT", b"SLOWMOTION", b"FNPLAINOUT game.txt\r\nSLOWMOTION", "are both game.txt"),
        ("PROJECT.TXT", b"SLOWMOTION", b"FNPLAINOUT ..\\x.txt\r\nSLOWMOTION", "without a path"),
    ],
)
def test_damaged_files(call, games, files_of, file, old, new, told):
    change(games / file, old, new)
    before = files_of(games)
    done = call("dipwork", "run", "TWO01S", "/all", "/m")
    assert done.status == 2
    assert told in done.err
    left = files_of(games)
    why = left.pop("TWO01S/ERRORS.TXT", b"")  # of orders that are refused it says so
    assert (b"NATION Xx" in why) == (new == b"NATION Xx")
    assert left == before


@pytest.mark.parametrize("name", ["GAME.TXT", "ORDERS.TXT"])
def test_missing_files(call, games, files_of, name):
    (games / "TWO01S" / name).unlink()
    before = files_of(games)
    done = call("dipwork", "run", "TWO01S", "/all", "/m")
    assert (done.status, f"there is no {name}" in done.err) == (2, True)
    assert files_of(games) == before


@pytest.mark.parametrize("step", ["/p", "/c", "/w", "/op"])
def test_a_step_without_the_one_before_it(call, games, files_of, step):
    before = files_of(games)
    done = call("dipwork", "run", "TWO01S", step)
    assert (done.status, "first" in done.err) == (2, True)
    assert files_of(games) == before


@pytest.mark.parametrize("content", [b"x" * 50, b"\xff" * 102, b"\x63" * 204])
def test_damaged_records(call, games, content):
    (games / "TWO01S/SCANNED.ORD").write_bytes(content)
    done = call("dipwork", "run", "TWO01S", "/p")
    assert (done.status, "SCANNED.ORD" in done.err) == (2, True)


def test_a_new_game_with_faults_is_not_accepted(call, games):
    (games / "TWO01S/NEWGAME.TXT").write_bytes(b"NATION Au\r\nUNITS\r\nA Xyz\r\n")
    done = call("dipwork", "accept", "TWO01S")
    assert (done.status, "NEWGAME.TXT:" in done.err) == (2, True)
    assert same(games, "TWO01S", "GAME.TXT")


def test_an_order_file_cannot_name_files(call, games):
    """What players' orders are pasted into says nothing about where anything is written."""
    change(games / "TWO01S/ORDERS.TXT", b"YEAR", b"FNPLAINOUT game.txt\r\nYEAR")
    assert call("dipwork", "run", "TWO01S", "/all", "/m").status == 0
    assert same(games, "TWO01S", "GAME.TXT")
    assert (games / "TWO01S/PLAIN.TXT").exists()


def test_units_are_built_where_their_letters_allow(call, games):
    fields = games / "VARIANTS/STANDARD/FIELDS.TXT"
    change(fields, b"# Tri   792  867 -    LCAF", b"# Tri   792  867 -    LCF ")
    answers = b"Par\nwinter\nA Tri\nF Tri\n"
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=answers)
    assert "A Tri may not be built, only F Tri. [DipWork UNITLIST]" in done.out
    assert "Tri is LCF, and A has AllowedIn=AB" in done.out
    assert b"+F Tri" in (games / "TWO01F/NEWGAME.TXT").read_bytes()


def test_a_fleet_is_built_on_a_coast_by_the_letters_of_the_coast(call, games):
    """In the example St Petersburg is LCA, and its coasts are CF."""
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=b"Par\nwinter\n\n\n\n\n\nF PeN\n")
    assert "may not be built" not in done.out
    assert b"+F PeN" in (games / "TWO01F/NEWGAME.TXT").read_bytes()


def test_where_nothing_may_be_built_nothing_is_asked(call, games):
    variant = games / "VARIANTS/STANDARD/VARIANT.TXT"
    change(variant, b"convoyable AllowedIn=AB", b"convoyable AllowedIn=X")
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=b"Par\nwinter\n")
    assert "Au has 2 to build in Tri. Builds?" in done.out


def test_units_may_cost_more_than_one_point(call, games):
    """The winter's balance: Austria has five centres of one point, and three units of two
    points each but for the fleet."""
    change(games / "VARIANTS/STANDARD/VARIANT.TXT", b"# Costs=1 St=1 convoyable", COSTLY)
    done = call("dipwork", "run", "TWO01F", "/all", "/m", stdin=b"Par\nwinter\n")
    assert "En has 1 points (A 2, F 1) too many of F NTH, F NWG, A Nor" not in done.out
    assert "Fr has 1 points (A 2, F 1) too many of F MID, A Par, A Spa" in done.out


COSTLY = b"# Costs=2 St=1 convoyable"


def test_a_player_may_lead_a_unit_that_is_named_as_another_s(call, games):
    """The manual, "Befehligen fremder Einheiten": the game master sees to it."""
    orders = b"NATION Au\r\nRu A War-Sil\r\nA Mos-Ukr\r\nEND\r\n"
    (games / "TWO01S/ORDERS.TXT").write_bytes(orders)
    assert call("dipwork", "run", "TWO01S", "/s", "/p", "/c").status == 0
    war = next(line for line in records(games, "CONFLCED.ORD") if line.comment == "Ru A War-Sil")
    assert (war.error, war.nation, war.leader) == (0, 6, 1)
    assert b"Au  A Mos-Ukr  {209 zeNSU}" in (games / "TWO01S/ERRORS.TXT").read_bytes()


def test_a_convoy_of_an_army_that_does_not_go_by_sea(call, games):
    """The manual, "NSO - IMP": marked as an order that does not fit, not as impossible."""
    orders = b"NSU_CHECKING_OFF ja\r\nNATION En\r\nF ENG C Ge A Mun-Kie\r\n"
    orders += b"NATION Ge\r\nA Mun-Kie\r\nEND\r\n"
    (games / "TWO01S/ORDERS.TXT").write_bytes(orders)
    done = call("dipwork", "run", "TWO01S", "/s", "/p", "/c", "/op=conflced.ord")
    assert done.status == 0
    assert [line.error for line in records(games, "PARSED.ORD")] == [148, 0]
    assert b"[A Mun-Kie]&" in (games / "TWO01S/PLAIN.TXT").read_bytes()
