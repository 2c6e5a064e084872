"""The bench runs; how fast is not for a test to say."""

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]


def test_the_bench(run):
    ran = run("bench", "--seconds", "0.01", "--json")
    assert ran.status == 0
    rates = ran.data["turns_per_second"]
    assert {"plain", "plain_random_play", "batch_1_thread", "batch_1_thread_random_play"} <= set(
        rates
    )
    assert all(rate > 0 for rate in rates.values())


def test_the_judge_is_compiled_once(run):
    first = run("bench", "--compile")
    assert first.status == 0
    again = run("bench", "--compile", "--json")
    assert again.data["compiled"] is False
    assert run("bench", "--compile", "--variant", "no such").status == 2
