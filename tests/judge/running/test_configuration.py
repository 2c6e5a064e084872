"""What a judge is told by a file and by the environment."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from dragoman.judge.running.configuration import (
    MEANINGS,
    PREFIX,
    Configuration,
    read_configuration,
    shown,
    without_password,
    written,
)


def test_every_setting_says_what_it_means() -> None:
    assert [one.name for one in fields(Configuration)] == [*MEANINGS]


def test_a_file_and_the_environment_over_it(tmp_path: Path) -> None:
    file = tmp_path / "judge.toml"
    file.write_text('database = "sqlite:///games.db"\nport = 81\npoll = 2\nworkers = 3\n')
    told, faults = read_configuration(file, {f"{PREFIX}PORT": "82", f"{PREFIX}LOG_FORM": "json"})
    assert faults == ()
    assert told.database == f"sqlite:///{tmp_path / 'games.db'}"
    assert (told.port, told.poll, told.workers, told.log_form) == (82, 2.0, 3, "json")
    assert told.mail_folder == str(tmp_path / "mail")


@pytest.mark.parametrize(
    ("environment", "database"),
    [
        ({"DATABASE_URL": "postgresql://judge@host/one"}, "postgresql://judge@host/one"),
        (
            {"DATABASE_URL": "postgresql://a@b/one", f"{PREFIX}DATABASE": "sqlite:////x/two.db"},
            "sqlite:////x/two.db",
        ),
        ({"DATABASE_URL": "postgres://judge@host/one"}, "postgres://judge@host/one"),
    ],
)
def test_the_usual_name_of_the_database(environment: dict[str, str], database: str) -> None:
    told, faults = read_configuration(None, environment)
    assert (told.database, faults) == (database, ())


def test_the_environment_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("port = 99")
    told, faults = read_configuration(None, {f"{PREFIX}CONFIG": str(tmp_path / "mine.toml")})
    assert (told.port, faults) == (99, ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("prot = 81", "unknown-setting"),
        ('port = "81"', "wrong-kind-of-value"),
        ("port = true", "wrong-kind-of-value"),
        ("port = 70000", "wrong-value"),
        ('database = "oracle://x"', "wrong-value"),
        ('database = "sqlite://"', "wrong-value"),
        ('address = "judge.example.org"', "wrong-value"),
        ('mail_server = "mail.example.org"', "wrong-value"),
        ('mail_from = "Judge <judge@example.org>"', "wrong-value"),
        ('mail_address = "Judge <judge@example.org>"', "wrong-value"),
        ('admin_mail = "ann"', "wrong-value"),
        ('log_level = "loud"', "wrong-value"),
        ("poll = 0", "wrong-value"),
        ("port = ", "no-toml"),
        ("[mail]\nserver = 1", "unknown-setting"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(tmp_path: Path, text: str, code: str) -> None:
    file = tmp_path / "judge.toml"
    file.write_text(text)
    told, faults = read_configuration(file, {})
    assert [one.code for one in faults] == [code]
    assert all(str(file) in str(one) for one in faults)
    assert told.port == Configuration().port


@pytest.mark.parametrize(
    ("variable", "value", "code"),
    [
        ("PROT", "81", "unknown-setting"),
        ("PORT", "eighty", "wrong-kind-of-value"),
        ("WORKERS", "-1", "wrong-value"),
    ],
)
def test_what_is_wrong_in_the_environment_is_told(variable: str, value: str, code: str) -> None:
    _, faults = read_configuration(None, {PREFIX + variable: value})
    assert [one.code for one in faults] == [code]
    assert variable in str(faults[0])


def test_a_file_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    _, faults = read_configuration(tmp_path / "none.toml", {})
    assert [one.code for one in faults] == ["no-configuration"]


def test_what_init_writes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "judge.toml"
    file.write_text(written({"port": 8181, "admin_mail": 'a"b\\c@example.org'}))
    assert tomllib.loads(file.read_text()) == {"port": 8181, "admin_mail": 'a"b\\c@example.org'}
    file.write_text(
        written({one.name: getattr(Configuration(), one.name) for one in fields(Configuration)})
    )
    assert read_configuration(file, {})[1] == ()


def test_passwords_are_not_shown() -> None:
    told = Configuration(
        database="postgresql://judge:pass/w0rd@host:5432/judge",
        mail_server="smtps://me:hunter2@mail.example.org",
    )
    text = str(shown(told))
    assert "w0rd" not in text and "hunter2" not in text
    assert without_password("postgresql://judge:secret@host/judge") == (
        "postgresql://judge:...@host/judge"
    )
    assert without_password("sqlite:////var/judge.db") == "sqlite:////var/judge.db"
