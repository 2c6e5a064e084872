"""Limits on wrong guesses at their ends; the services that ask them are tried elsewhere."""

from __future__ import annotations

from dragoman.guesses import Doubling, PaidOff, WrongGuesses, network_of


def test_whoever_guesses_for_days_waits_as_long_as_anybody():
    limit = Doubling(free=5, longest=300, forgotten=900)
    assert [limit.wait(wrong, 0) for wrong in (5, 6, 7, 14, 5000)] == [0, 2, 4, 300, 300]
    assert limit.wait(5000, 901) == 0


def test_what_time_makes_up_for_is_waited_for():
    limit = PaidOff(free=3, per_second=0.5)
    assert [limit.wait(wrong, 0) for wrong in (3, 4, 5)] == [0, 2, 4]
    assert limit.wait(5, 4) == 0


def test_many_guesses_at_once_are_no_way_around_the_wait():
    now = 0.0
    guesses = WrongGuesses(Doubling(free=2, longest=60, forgotten=600), 10, lambda: now)
    assert [guesses.begin("somebody") for _ in range(5)] == [0, 0, 0, 2, 2]
    now = 2.0
    assert guesses.begin("somebody") == 0
    guesses.right("somebody")
    assert guesses.wait("somebody") == 2, "one that is right makes up for none that were wrong"


def test_whoever_guessed_longest_ago_is_forgotten_first():
    guesses = WrongGuesses(Doubling(free=0, longest=60, forgotten=600), 2, lambda: 0.0)
    for whose in ("one", "two", "one", "three"):
        guesses.add(whose)
    assert [guesses.wait(whose) > 0 for whose in ("one", "two", "three")] == [True, False, True]


def test_one_machine_is_one_network():
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff%eth0")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("not an address") == "not an address"
