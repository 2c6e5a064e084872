"""The alert rules for Prometheus and the dashboard for Grafana speak of figures that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from dragoman.judge.running.metrics import DatabaseCounts, Metrics

PACKAGING = Path(__file__).parents[2] / "packaging"
RULES = PACKAGING / "prometheus" / "dragoman.rules.yml"
DASHBOARD = PACKAGING / "grafana" / "dragoman.json"
PAGE = (PACKAGING.parent / "docs" / "how-to" / "hosts" / "hosting.md").read_text("utf-8")
PROMTOOL = shutil.which("promtool")

NAMED = re.compile(r"\b((?:dragoman|process)_\w+|up)\b(?:\{([^}]*)\})?")
OF_PROMETHEUS = {"job", "instance"}


def exported() -> dict[str, set[str]]:
    """The names of all figures, each with its labels, where everything has happened once."""
    metrics = Metrics(lambda: DatabaseCounts({"running": 1}, 0, 0, 0, 0))
    metrics.watch(lambda: 0, lambda: 0)
    metrics.requests.labels("GET", "/games", "200").inc()
    metrics.request_seconds.labels("GET", "/games").observe(0.01)
    found: dict[str, set[str]] = {"up": set()}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def rules() -> list[dict[str, Any]]:
    read = yaml.safe_load(RULES.read_text("utf-8"))
    return [rule for group in read["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    return json.loads(DASHBOARD.read_text("utf-8"))["panels"]


def questions() -> list[tuple[str, str]]:
    """Every expression, with whatever asks it."""
    asked = [(rule["alert"], rule["expr"]) for rule in rules()]
    return asked + [(one["title"], it["expr"]) for one in panels() for it in one["targets"]]


def test_every_figure_that_is_asked_for_is_told() -> None:
    known = exported()
    for who, asked in questions():
        named = NAMED.findall(asked)
        assert named, who
        for name, matchers in named:
            assert name in known, f"{who}: {name}"
            labels = set(re.findall(r"(\w+)\s*[=!]", matchers))
            assert labels <= known[name] | OF_PROMETHEUS, f"{who}: {name}{{{matchers}}}"
        groups = {label.strip() for one in re.findall(r"by \(([^)]*)\)", asked)
                  for label in one.split(",")}  # fmt: skip
        made = set(re.findall(r'label_replace\(.*?, "(\w+)"', asked))
        assert groups <= made | {label for name, _ in named for label in known[name]}, who


def test_every_figure_of_ours_stands_on_the_dashboard() -> None:
    shown = {name for _, asked in questions() for name, _ in NAMED.findall(asked)}
    families = {re.sub(r"_(bucket|sum|count)$", "", one) for one in exported()}
    families = {one for one in families if one.startswith("dragoman") and "_created" not in one}
    assert families == {re.sub(r"_bucket$", "", one) for one in shown if one.startswith("dragoman")}


def test_panels_have_numbers_and_places_of_their_own() -> None:
    found = panels()
    assert len({one["id"] for one in found}) == len(found)
    taken = set[tuple[int, int]]()
    for one in found:
        at = one["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"])
                 for y in range(at["y"], at["y"] + at["h"])}  # fmt: skip
        assert at["x"] + at["w"] <= 24 and not taken & cells, one["title"]
        taken |= cells


def test_every_alert_says_what_to_do() -> None:
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning"), rule["alert"]
        assert rule["annotations"]["summary"] and rule["annotations"]["description"], rule["alert"]
    for one in (RULES, DASHBOARD):
        assert str(one.relative_to(PACKAGING.parent)) in PAGE


FIRING = {
    "DragomanDown": ('up{job="dragoman"}', "0x10"),
    "DragomanDatabaseAway": ("dragoman_database_up", "0x10"),
    "DragomanWorkersSilent": ("dragoman_worker_last_look_seconds", "1x60"),
    "DragomanGamesLate": ("dragoman_games_late", "2x10"),
    "DragomanGamesSetAside": ("dragoman_games_set_aside", "1x10"),
    "DragomanErrors": ('dragoman_requests_total{status="500"}', "0+5x60"),
    "DragomanSlow": ('dragoman_request_seconds_bucket{le="+Inf"}', "0+60x60"),
    "DragomanWorkerFailures": ('dragoman_failures_total{what="game"}', "0x5 1x55"),
    "DragomanOutboxGrows": ("dragoman_outbox_waiting", "101x60"),
    "DragomanUndelivered": ('dragoman_delivered_total{outcome="failed"}', "0+1x60"),
    "DragomanMailsUnanswered": ("dragoman_mails_waiting", "1x60"),
    "DragomanDescriptorsRunOut": ('process_open_fds{job="dragoman"}', "90x60"),
    "DragomanRestarts": ('process_start_time_seconds{job="dragoman"}', "0+60x60"),
    "DragomanManyRegistrations": ("dragoman_registrations_last_hour", "101x60"),
}
"""A course of a figure, minute by minute, at which each alert fires."""
BESIDE = {
    "DragomanSlow": [('dragoman_request_seconds_bucket{le="1.0"}', "0+1x60"),
                     ('dragoman_request_seconds_bucket{le="2.5"}', "0+60x60")],
    "DragomanUndelivered": [('dragoman_delivered_total{outcome="sent"}', "0x60")],
    "DragomanDescriptorsRunOut": [('process_max_fds{job="dragoman"}', "100x60")],
}  # fmt: skip
QUIET = {
    'up{job="dragoman"}': "1x60",
    "dragoman_database_up": "1x60",
    "dragoman_worker_last_look_seconds": "0+60x60",
    "dragoman_games_late": "0 1 0x58",
    "dragoman_games_set_aside": "0x60",
    'dragoman_requests_total{status="200"}': "0+600x60",
    'dragoman_requests_total{status="500"}': "0x60",
    'dragoman_request_seconds_bucket{le="0.1"}': "0+60x60",
    'dragoman_request_seconds_bucket{le="+Inf"}': "0+60x60",
    'dragoman_failures_total{what="game"}': "3x60",
    "dragoman_outbox_waiting": "0 200 0x58",
    'dragoman_delivered_total{outcome="failed"}': "0+0.1x60",
    'dragoman_delivered_total{outcome="sent"}': "0+10x60",
    "dragoman_mails_waiting": "0 3 0x58",
    'process_open_fds{job="dragoman"}': "10x60",
    'process_max_fds{job="dragoman"}': "100x60",
    'process_start_time_seconds{job="dragoman"}': "5x60",
    "dragoman_registrations_last_hour": "3x60",
}
"""Figures of a judge that fares well."""


def series(given: dict[str, str] | list[tuple[str, str]]) -> list[dict[str, str]]:
    courses = given.items() if isinstance(given, dict) else given
    return [{"series": name, "values": values} for name, values in courses]


def firing(alert: str, when: str) -> dict[str, Any]:
    """A check of promtool that an alert fires, whatever it is told with."""
    expr = f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})'
    return {"expr": expr, "eval_time": when, "exp_samples": [{"labels": "{}", "value": 1}]}


@pytest.mark.slow
@pytest.mark.skipif(not PROMTOOL, reason="promtool is not installed")
def test_alerts_fire_when_they_should_and_else_not(tmp_path: Path) -> None:
    assert PROMTOOL is not None
    courses = [
        {
            "interval": "1m",
            "name": alert,
            "input_series": series([(name, values), *BESIDE.get(alert, [])]),
            "promql_expr_test": [firing(alert, "9m" if values.endswith("x10") else "40m")
                                 if alert != "DragomanWorkerFailures" else firing(alert, "8m")],
        }
        for alert, (name, values) in FIRING.items()
    ]  # fmt: skip
    quiet = {"expr": 'count(ALERTS{alertstate="firing"})', "eval_time": "45m", "exp_samples": []}
    courses.append(
        {
            "interval": "1m",
            "name": "all is well",
            "input_series": series(QUIET),
            "promql_expr_test": [quiet],
        }
    )
    assert set(FIRING) == {rule["alert"] for rule in rules()}
    # Every question of the dashboard is parsed: with its values, it is a rule as well.
    asked = [{"record": "asked", "expr": expr.replace("$__rate_interval", "5m")}
             for _, expr in questions()]  # fmt: skip
    dashboard = tmp_path / "dashboard.yml"
    dashboard.write_text(yaml.safe_dump({"groups": [{"name": "asked", "rules": asked}]}))
    told = tmp_path / "tests.yml"
    told.write_text(yaml.safe_dump({"rule_files": [str(RULES)], "tests": courses}))
    for command in (
        ["check", "rules", "--lint=none", str(dashboard)],
        ["test", "rules", str(told)],
    ):
        ran = subprocess.run([PROMTOOL, *command], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
