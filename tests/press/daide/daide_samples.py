"""Words of the standard map, and messages made at random."""

from hypothesis import strategies as st

from dragoman.formats import load_variant
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    Support,
    UnitRef,
)
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import WaivedBuild
from dragoman.press.daide.speech_grammar import TRIED
from dragoman.press.daide.vocabulary import vocabulary_of
from dragoman.reports.statements.statement import LocationKey, PowerKey
from dragoman.rules import Phase

VARIANT = load_variant("standard")
BOARD = VARIANT.board
WORDS = vocabulary_of(BOARD)

powers = st.sampled_from([*BOARD.powers])
provinces = st.sampled_from([*WORDS.provinces])
centers = st.sampled_from(BOARD.centers)
seas = st.sampled_from([key for key in WORDS.provinces if BOARD.provinces[key].terrain.is_water])
locations = st.sampled_from([*WORDS.provinces, *(at for at in BOARD.locations if "/" in at)])
units = st.builds(UnitRef, locations, st.sampled_from("AF"), powers)
phases = st.builds(
    lambda year, code: Phase(year, *code),
    st.integers(-8192, 8191),
    st.sampled_from(["SM", "SR", "FM", "FR", "WA"]),
)


def brief(strategy):
    """The same strategy, without a representation of thousands of words."""

    @st.composite
    def drawn(draw):
        return draw(strategy)

    return drawn()


def some(of, least=1, most=3):
    return st.lists(of, min_size=least, max_size=most).map(tuple)


orders = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, locations),
    st.builds(lambda u, to, route: Move(u, to, True, route), units, provinces, some(seas)),
    st.builds(Support, units, units, st.none() | provinces),
    st.builds(Convoy, units, units, provinces),
    st.builds(Retreat, units, locations),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.builds(Remove, units),
    st.builds(WaivedBuild, powers),
)

_arrangements = brief(
    st.one_of(
        st.builds(s.Peace, some(powers, 2)),
        st.builds(s.Alliance, some(powers, 2), some(powers)),
        st.builds(s.Draw, st.none() | some(powers, 2)),
        st.builds(s.Solo, powers),
        st.builds(s.Ordering, orders),
        st.builds(s.Demilitarised, some(powers), some(provinces)),
        st.builds(s.Distribution, some(st.tuples(powers, some(centers)))),
        st.builds(
            s.Occupation,
            some(st.builds(UnitRef, locations, st.sampled_from(["A", "F", None]), powers)),
        ),
        st.builds(s.Favour, powers, powers),
        st.builds(s.Command, powers, some(units)),
        st.builds(s.Forwarding, some(powers), powers, powers),
        st.builds(s.Copying, powers, some(powers), powers),
    )
)
_not_negated = st.recursive(
    _arrangements,
    lambda inner: st.one_of(
        st.builds(s.AllOf, some(inner, 2)),
        st.builds(s.OneOf, some(inner, 2)),
        st.builds(s.Choice, st.tuples(st.integers(0, 3), st.integers(0, 3)), some(inner)),
    ),
    max_leaves=4,
)
arrangements = brief(
    st.one_of(
        _not_negated,
        st.builds(s.Opposite, _not_negated),
        st.builds(s.NoAgreement, _not_negated),
        st.builds(s.During, phases | st.tuples(phases, phases), _not_negated),
    )
)
questions = st.builds(s.Question, arrangements)
_claims = arrangements | questions | st.builds(s.NoAgreement, questions)
_explanations = st.builds(s.Explanation, phases, st.builds(s.Proposal, arrangements))
_stated = st.one_of(
    st.builds(s.Proposal, arrangements),
    st.builds(s.Insisting, arrangements),
    st.builds(s.Suggestion, arrangements),
)
_claimed = st.builds(s.Fact, _claims) | st.builds(s.Belief, _claims)
_whys = st.builds(s.Why, _stated | _claimed)
_asked = st.one_of(
    questions,
    st.builds(s.AskedUnit, units),
    st.builds(s.AskedPlan, st.builds(LocationKey, provinces) | st.builds(PowerKey, powers)),
    _explanations,
)
_texts = st.text(min_size=1, max_size=8).filter(
    lambda text: not any("\ud800" <= c <= "\udfff" for c in text)
)
_plain = brief(
    st.one_of(
        _stated,
        _claimed,
        _asked,
        _whys,
        st.builds(s.Obvious, _whys),
        st.builds(s.Apology, _explanations),
        st.builds(s.NotKnown, _asked | _stated),
        st.builds(s.Understood, some(st.sampled_from(" ".join(TRIED.values()).split()), 0)),
        st.builds(s.Puzzled, st.just(("PRP", "(", "ERR", "FRA", ")"))),
        st.builds(s.FreeText, _texts),
    )
)
speeches = brief(
    st.recursive(
        _plain,
        lambda inner: st.one_of(
            *(
                st.builds(kind, inner)
                for kind in (s.Agreeing, s.Refusing, s.NoComment, s.Cancelling)
            ),
            st.builds(s.Conditional, arrangements, inner, st.none() | inner),
            st.builds(s.Report, powers, some(powers), inner),
            st.builds(
                lambda one, to, said: s.Proposal(s.Sending(one, to, said)),
                powers,
                some(powers),
                inner,
            ),
        ),
        max_leaves=3,
    )
)
