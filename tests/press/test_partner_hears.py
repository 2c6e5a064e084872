"""Whatever is said to a partner, it answers, and in words that can be said."""

from dataclasses import replace

import daide_samples
import dpp_samples
from hypothesis import given, strategies as st

from dragoman.bots import Heard, View
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import as_read
from dragoman.rules import Phase

VARIANT = daide_samples.VARIANT


SAID = st.one_of(dpp_samples.messages, daide_samples.speeches)
PHASES = st.sampled_from(["S1901M", "W1901A"])


def can_be_sent(message) -> bool:
    """Words of people inside other messages are of no level that games have."""
    try:
        return as_read(message, VARIANT) is not None
    except Unsayable:
        return False


@given(SAID.filter(can_be_sent), PHASES)
def test_nothing_that_is_said_makes_it_fail(message, phase) -> None:
    position = replace(VARIANT.start, phase=Phase.parse(phase))
    heard = Heard(position.phase, 0, "FRANCE", message, 1)
    view = View(VARIANT, position, "GERMANY", 1, heard=(heard,))
    bot = PartnerBot()
    for to, said in bot.replies(view, [heard]):
        assert to in VARIANT.board.powers
        as_read(said, VARIANT)
    if phase == "S1901M":
        assert len(tuple(bot(view))) == 3
