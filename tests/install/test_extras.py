"""A light install judges and draws, and says which extra the rest needs."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from dragoman import extras
from dragoman.extras import Extra, MissingExtra, extra, is_installed
from tools.release_check import NOT_TRIED, SMOKE, notes_of

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

MODULES = {
    "PIL": {"pictures"},
    "argon2": {"judge"},
    "cssselect2": {"maps"},
    "distributed": {"cluster"},
    "fastapi": {"judge", "tournament"},
    "font_source_sans_pro": {"pictures"},
    "gymnasium": {"env"},
    "httpx": {"client", "judge"},
    "networkx": {"maps"},
    "mcp": {"mcp"},
    "llvmlite": {"cuda", "numba"},
    "numba": {"cuda", "numba"},
    "numba_cuda": {"cuda"},
    "numpy": {"env", "fast", "maps"},
    "openpyxl": {"spreadsheets"},
    "pettingzoo": {"env"},
    "pyarrow": {"parquet"},
    "pydantic": {"judge", "mcp"},
    "pyrage": {"age"},
    "resvg_py": {"pictures"},
    "scipy": {"judge"},
    "sqlalchemy": {"judge", "tournament"},
    "stable_baselines3": {"sb3"},
    "starlette": {"judge"},
    "svgelements": {"maps"},
    "textual": {"menu"},
    "tinycss2": {"maps"},
    "typst": {"pdf"},
    "uvicorn": {"judge", "mcp", "tournament"},
    "webauthn": {"judge"},
}
"""The modules of the extras, and the extra that code asks for where it imports them."""

AT_THE_DOOR = {ROOT / "src/dragoman/cli/menu/__init__.py"}
"""Imports a room of our own inside ``extra``: the modules of that room need not."""

BLOCKED = f"""
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {sorted(MODULES)}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def run_lightly(tmp_path: Path, *commands: str) -> list[tuple[int, str, str]]:
    """Exit status and output of ``dragoman`` commands where no extra is installed, one after
    the other in one process."""
    program = (
        BLOCKED
        + """
import contextlib, io, json
from dragoman.cli import main
answers = []
for command in json.loads(sys.argv.pop()):
    sys.argv[1:] = command.split()
    status, out, err = 0, io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stopped:
            status = stopped.code
    answers.append((status, out.getvalue(), err.getvalue()))
print(json.dumps(answers))
"""
    )

    ran = subprocess.run(
        [sys.executable, "-c", program, json.dumps(commands)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [(status, out, err) for status, out, err in json.loads(ran.stdout)]


@pytest.mark.slow
def test_text_and_svg_need_no_extra(tmp_path: Path) -> None:
    answers = run_lightly(
        tmp_path,
        "new standard winter",
        "check winter",
        "adjudicate winter --explain",
        "explain winter A Mun",
        "accept winter",
        "report winter --as html --to winter.html",
        "draw winter --orders --to winter.svg",
        "replay winter",
        "show winter",
        "undo winter",
        "resolve",
        "rules 2023",
        "variants",
        "variant check standard",
        "variant describe standard",
        "tournament --help",
        "dipwork --help",
    )
    assert [(status, err) for status, _, err in answers if status] == []
    assert (tmp_path / "winter" / "result.svg").is_file() or (tmp_path / "winter.svg").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["standard", "britain", "pure"])
def test_a_shipped_variant_is_drawn_without_an_extra(tmp_path: Path, variant: str) -> None:
    ((status, _, err),) = run_lightly(tmp_path, f"draw {variant} --to map.svg")
    assert (status, err) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("draw standard --to map.png", "pictures"),
        ("draw standard --to map.tif", "pictures"),
        ("draw standard --to map.pdf", "pdf"),
        ("print standard", "pictures"),
        ("tournament new nz99 Championship", "tournament"),
    ],
)
def test_a_command_says_which_extra_it_needs(tmp_path: Path, command: str, name: str) -> None:
    ((status, out, err),) = run_lightly(tmp_path, command)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert f"install it with: pip install 'dragoman[{name}]'" in err


@pytest.mark.slow
def test_what_is_missing_is_told_as_data_too(tmp_path: Path) -> None:
    ((status, out, _),) = run_lightly(tmp_path, "draw standard --to map.png --json")
    assert status == 2
    assert '"code": "missing-extra"' in out


def test_the_menus_need_textual(tmp_path: Path) -> None:
    program = (
        BLOCKED
        + """
from pathlib import Path
from dragoman.cli.menu import open_menu
sys.stdin.isatty = sys.stdout.isatty = lambda: True
open_menu(Path("."), "en")
"""
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "MissingExtra" in ran.stderr
    assert "dragoman[menu]" in ran.stderr


def test_a_library_call_says_which_extra_it_needs() -> None:
    with (
        pytest.raises(MissingExtra, match=r"pip install 'dragoman\[pdf\]'") as raised,
        extra("pdf"),
    ):
        import dragoman_has_no_such_friend  # type: ignore[import-not-found]  # noqa: F401
    assert isinstance(raised.value, ImportError)
    assert raised.value.name == "dragoman_has_no_such_friend"


def test_a_module_of_our_own_is_no_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"dragoman\.nothing"), extra("pdf"):
        import dragoman.nothing  # type: ignore[import-not-found]  # noqa: F401


def test_what_is_installed() -> None:
    assert is_installed("json", "dragoman")
    assert not is_installed("json", "dragoman_has_no_such_friend")


def test_every_extra_is_one_of_the_project() -> None:
    optional = PROJECT["optional-dependencies"]
    assert {*get_args(Extra), "web", "all", "dev", "bench"} == set(optional)
    apart = {"cuda", "numba", "parquet", "sb3"}  # large, and of use to few
    in_all = {*get_args(Extra), "web"} - apart
    assert optional["all"] == [f"dragoman[{','.join(sorted(in_all))}]"]


def is_of_an_extra(call: ast.With) -> str | None:
    """The extra that a ``with`` statement names."""
    match call.items[0].context_expr:
        case ast.Call(func=ast.Name(id="extra"), args=[ast.Constant(value=str(name))]):
            return name
    return None


def imports(node: ast.AST, inside: str | None = None) -> list[tuple[str, str | None]]:
    """The modules that a source imports where it runs, each with the extra named around it."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return []
        case ast.Import(names=names):
            return [(alias.name.partition(".")[0], inside) for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [(module.partition(".")[0], inside)]
        case ast.Call(
            func=ast.Name(id="import_module" | "files" | "find_spec"),
            args=[ast.Constant(value=str(module))],
        ):
            return [(module.partition(".")[0], inside)]
        case ast.With():
            inside = is_of_an_extra(node) or inside
    return [found for child in ast.iter_child_nodes(node) for found in imports(child, inside)]


@pytest.mark.slow
def test_what_an_extra_brings_is_imported_under_its_name() -> None:
    wrong = []
    for path in sorted(Path(extras.__file__).parent.rglob("*.py")):
        at_the_door = path.with_name("__init__.py") in AT_THE_DOOR
        at_the_door |= "migrations" in path.parts  # alembic runs these, and nobody else
        for module, named in imports(ast.parse(path.read_text("utf-8"))):
            if module in MODULES and named not in MODULES[module] and not at_the_door:
                wrong.append(f"{path.name}: {module} is imported under {named}")
    assert wrong == []


def test_the_release_check_tries_every_extra_or_says_why_not() -> None:
    assert {*SMOKE, *NOT_TRIED} == set(PROJECT["optional-dependencies"])
    log = "# Changelog\n\n## [Unreleased]\n\nnew\n\n## [0.1.0] - 2026-12-01\n\nold\n"
    assert (notes_of(log, "0.1.0"), notes_of(log, "0.2.0")) == ("old", "new")
    with pytest.raises(SystemExit, match="nothing for 0"):
        notes_of("## [0.1.0]\n\nold\n", "0.2.0")
