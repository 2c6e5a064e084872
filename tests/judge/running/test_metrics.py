"""What a judge tells Prometheus."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from dragoman.judge.running.metrics import DatabaseCounts, Metrics
from dragoman.refusal import ActionRefused


def figures(metrics: Metrics) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def test_what_lies_in_the_database_is_counted_when_asked() -> None:
    late = 3
    metrics = Metrics(lambda: DatabaseCounts({"running": 10, "over": 2}, 10, late, 1, 5))
    assert figures(metrics)["dragoman_games_late", ()] == 3
    late = 4
    found = figures(metrics)
    assert found["dragoman_games_late", ()] == 4
    assert found["dragoman_games", (("stage", "running"),)] == 10
    assert found["dragoman_games_set_aside", ()] == 1
    assert found["dragoman_outbox_waiting", ()] == 5
    assert found["dragoman_database_up", ()] == 1


def test_a_database_that_is_away() -> None:
    def away() -> DatabaseCounts:
        raise ActionRefused("database-away", "the database does not answer")

    metrics = Metrics(away)
    metrics.requests.labels("GET", "/games/{number}", "200").inc()
    found = figures(metrics)
    assert found["dragoman_database_up", ()] == 0
    labels = (("method", "GET"), ("route", "/games/{number}"), ("status", "200"))
    assert found["dragoman_requests_total", labels] == 1
    assert not [name for name, _ in found if name == "dragoman_games"]


def test_two_judges_in_a_process_do_not_mix() -> None:
    one, other = Metrics(), Metrics()
    one.phases.inc()
    assert figures(one)["dragoman_phases_judged_total", ()] == 1
    assert figures(other)["dragoman_phases_judged_total", ()] == 0
