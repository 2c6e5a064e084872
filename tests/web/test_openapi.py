"""The OpenAPI document: complete, in the docs, and true for whatever is asked."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from dragoman.judge.commands import command as c
from dragoman.web.requests import COMMANDS, route_name
from tests.web.conftest import House
from tests.web.contract import Contract
from tests.web.tables import begun
from tools.openapi import PAGE, kept

EXAMPLES = int(os.environ.get("DRAGOMAN_TEST_REQUESTS", "1"))
"""How many requests are made up for each route."""


def test_the_page_is_current(app: Any) -> None:
    assert PAGE.read_text("utf-8") == kept(app), "run .venv/bin/python tools/openapi.py"


def test_every_command_stands_by_its_name(contract: Contract) -> None:
    paths = contract.document["paths"]
    for name, kind in COMMANDS.items():
        operation = paths[f"/api/games/{{game}}/commands/{route_name(name)}"]["post"]
        assert operation["operationId"] == name and operation["x-scope"]
        assert operation.get("description", "") == (kind.__doc__ or "").strip() or kind.__doc__
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        schema = contract.document["components"]["schemas"][body["$ref"].rpartition("/")[2]]
        assert set(schema.get("properties", ())) == set(kind.__dataclass_fields__)
    assert "Tick" not in COMMANDS and c.Tick.__name__ not in str(list(paths))


def test_nothing_is_left_open(contract: Contract) -> None:
    """Every answer and every request says what it holds; what may hold anything is named here."""
    open_ends = {"affairs"}
    for name, schema in contract.document["components"]["schemas"].items():
        for field, held in schema.get("properties", {}).items():
            says = {"type", "$ref", "anyOf", "allOf", "oneOf", "enum", "const"} & set(held)
            assert says or field in open_ends, (name, field)
    for path, operations in contract.document["paths"].items():
        for operation in operations.values():
            assert "4XX" in operation["responses"] and operation["operationId"], path
            good = [one for one in operation["responses"] if one.startswith("2")]
            assert good, path
            for status in good:
                content = operation["responses"][status].get("content", {})
                assert status == "204" or content, path
                assert all(kind.get("schema") for kind in content.values()) or "/report" in path


@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_promised(house: House) -> None:
    """Requests that nobody thought of; more of them by DRAGOMAN_TEST_REQUESTS."""
    from schemathesis import openapi  # only here: it takes two seconds

    game = begun(house)
    assert game == 1, "the number that requests name most often"
    person = house.person(1, "read", "play", "press", "master", "admin")
    schema = openapi.from_dict(house.contract.document)
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith(("/stream", "/variants", "/variants/check")):
            continue  # without an end, or long at work: they have tests of their own

        @seed(15)
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            made = case.as_transport_kwargs(base_url="http://judge")
            headers = {**dict(made.get("headers") or {}), **person.headers}
            sent = {name: made[name] for name in ("params", "json") if made.get(name) is not None}
            # The browser of the tests compares every answer with what is promised.
            person.client.request(made["method"], made["url"], headers=headers, **sent)

        given(case=operation.as_strategy())(ask)()
