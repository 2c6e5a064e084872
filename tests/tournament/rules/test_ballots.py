"""The secret ballot."""

import pytest
from hypothesis import given, strategies as st

from dragoman.refusal import ActionRefused
from dragoman.tournament.rules.ballots import Ballot

FIVE = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "TURKEY")


@given(st.lists(st.booleans(), min_size=5, max_size=5), st.permutations(FIVE))
def test_only_white_tokens_carry_a_draw(white: list[bool], order: list[str]) -> None:
    ballot = Ballot(FIVE)
    chosen = dict(zip(FIVE, white, strict=True))
    for count, power in enumerate(order):
        assert (ballot.count, ballot.complete) == (count, False)
        tokens = ballot.tokens[power]
        ballot.cast(tokens.white if chosen[power] else tokens.brown)
    assert ballot.close() == white.count(False)


def test_nobody_votes_twice_with_either_token() -> None:
    ballot = Ballot(FIVE)
    tokens = ballot.tokens["FRANCE"]
    ballot.cast(f"  {tokens.brown.upper().replace(' ', '   ')} ")
    for token in (tokens.brown, tokens.white):
        with pytest.raises(ActionRefused) as why:
            ballot.cast(token)
        assert why.value.diagnostic.code == "cast-twice"
    assert ballot.count == 1


def test_what_is_no_token_is_not_counted() -> None:
    ballot = Ballot(FIVE)
    with pytest.raises(ActionRefused) as why:
        ballot.cast("yes please")
    assert (why.value.diagnostic.code, ballot.count) == ("no-token", 0)


def test_nothing_is_told_before_the_last_ballot_is_in() -> None:
    """Not even a brown token ends the vote: the moment would betray it."""
    ballot = Ballot(FIVE)
    for power in FIVE[:-1]:
        ballot.cast(ballot.tokens[power].brown)
    with pytest.raises(ActionRefused) as why:
        ballot.close()
    assert why.value.diagnostic.code == "ballots-missing"


def test_the_ballots_are_forgotten() -> None:
    ballot = Ballot(FIVE)
    words = [word for t in ballot.tokens.values() for word in (t.white, t.brown)]
    assert len(set(words)) == 10
    for tokens in list(ballot.tokens.values()):
        ballot.cast(tokens.white)
    assert ballot.close() == 0
    assert not any(word in repr(vars(ballot)) for word in words)
