"""Words of the standard map, and messages made at random."""

from daide_samples import BOARD, VARIANT, brief, some
from hypothesis import strategies as st

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
from dragoman.press.dpp import messages as m
from dragoman.press.dpp.order_patterns import NOTES
from dragoman.press.dpp.vocabulary import turn_numbered, vocabulary_of
from dragoman.reports.statements.statement import LocationKey

__all__ = ["BOARD", "VARIANT"]

WORDS = vocabulary_of(BOARD)

powers = st.sampled_from([*BOARD.powers, m.REFEREE])
locations = st.sampled_from([*WORDS.provinces, *(at for at in BOARD.locations if "/" in at)])
units = st.builds(UnitRef, locations, st.sampled_from("AF"))
phases = st.integers(0, 999_999).map(turn_numbered)
names = st.sampled_from(["DPP", "IDO", "TRY", "XYZ", "IX.7"])

orders = st.one_of(
    st.builds(Hold, units),
    st.builds(Move, units, locations),
    st.builds(Support, units, units, st.none() | locations),
    st.builds(Convoy, units, units, locations),
    st.builds(Retreat, units, locations),
    st.builds(Disband, units),
    st.builds(Build, units),
    st.builds(Remove, units),
)
_notes = st.one_of(
    st.builds(m.Note, st.sampled_from(sorted(NOTES))),
    st.builds(m.Note, st.just("RET"), some(locations, 0)),
)
_results = some(
    st.tuples(powers, some(st.builds(m.Annotated, orders, some(_notes, 0, 2)), 0)), 0, 2
)
_orders = some(orders, 1, 2)
_names = some(names, 0)

_plain = brief(
    st.one_of(
        *(
            st.builds(kind)
            for kind in (
                *(m.Repeat, m.NoComment, m.End, m.CivilDisorder),
                *(m.War, m.CeaseFire, m.Sorry, m.Denial),
            )
        ),
        *(st.builds(kind, _names) for kind in (m.Try, m.Passive, m.Active)),
        st.builds(m.OtherProtocol, some(names)),
        st.builds(m.Puzzled, st.just(("(", "DMZ", "BUR", "*", "ENG", ")"))),
        st.builds(m.TimeLeft, st.integers(0, 999)),
        st.builds(m.Submit, some(orders, 0)),
        st.builds(m.TurnResults, phases, _results),
        st.builds(m.Prediction, _results),
        st.builds(m.Demilitarised, some(locations, 0)),
        st.builds(m.Alliance, some(powers, 0), some(powers, 0)),
        st.builds(m.Distribution, some(st.tuples(powers, some(locations, 0) | st.integers(0, 34)))),
        *(st.builds(kind, _orders) for kind in (m.YouShould, m.YouShouldNot, m.IWill, m.IWillNot)),
        *(st.builds(kind, powers, _orders) for kind in (m.TheyWill, m.TheyWillNot)),
        st.builds(m.AskedUnits, some(units, 0)),
        st.builds(m.AskedPlan, units | st.builds(LocationKey, locations)),
        st.builds(m.CitedRule, names),
        st.builds(m.Discard, st.none() | st.integers(0, 99)),
        st.builds(m.Puppet, some(st.sampled_from(["IDO", "SND", "FRM", "DST"]), 0)),
    )
)
_periods = st.builds(m.Period, st.none() | phases, st.none() | phases)
messages = brief(
    st.recursive(
        _plain,
        lambda inner: st.one_of(
            st.builds(m.Yes, st.none() | inner),
            st.builds(m.No, st.none() | inner),
            st.builds(m.BrokenPromise, st.none() | phases, some(inner, 0, 2)),
            st.builds(m.During, _periods, some(inner, 1, 2)),
            st.builds(m.Conditional, inner, inner, st.none() | inner),
            st.builds(m.Received, powers, st.none() | powers, some(inner, 1, 2)),
            st.builds(m.SendOn, powers, some(inner, 1, 2)),
            st.builds(m.Sent, powers, some(inner, 1, 2)),
        ),
        max_leaves=4,
    )
)
