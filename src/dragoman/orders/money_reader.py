"""Reading orders for money, chits and straits, word by word.

The grammar, where each word may be written in any of its spellings:

    order   = expense | borrow | pay | give | ally
    expense = [EXPENSE [number] :] ([ducats] purpose target | NONE)
    target  = unit | place | power, and the ducats if they are not named before
    borrow  = BORROW ducats FOR number YEARS
    pay     = (PAY | GIVE) (ducats TO payee | payee ducats)
    payee   = BANK | power
    give    = GIVE [CHIT] power TO power
    ally    = (ALLY | UNALLY) power { , power }
    ducats  = number [D]
"""

from __future__ import annotations

import re

from dragoman.board import AUTONOMOUS, GARRISON, province_of
from dragoman.nearest import close_matches
from dragoman.orders.faults import Awaited, Fault
from dragoman.orders.named import NameReader
from dragoman.orders.order import (
    EXPENSES,
    LOAN_YEARS,
    MOST_DUCATS,
    Ally,
    Borrow,
    Expense,
    GiveChit,
    MoneyOrder,
    NoExpense,
    Pay,
    Purpose,
    UnitRef,
)
from dragoman.orders.tokens import MOVE_SIGN
from dragoman.orders.vocabulary import PURPOSES, MoneyWord
from dragoman.words import said

UNNUMBERED = 0
"""The number of an expenditure that stands without one: it gets that of its place in the list."""

_STRAITS = {MoneyWord.ALLY: True, MoneyWord.UNALLY: False}
_FEW = 6
"""Words, in what begins as an order and may be one that is misspelt; more are a sentence."""
_NUMBERED = re.compile("([^0-9]+)([0-9]+)")
_NUMBER = re.compile("([0-9]+)([^0-9]*)")


class MoneyReader:
    """Reads the orders for money in a line, where ``names`` reads the rest of it."""

    def __init__(self, names: NameReader) -> None:
        self._names = names
        self._line = names.line
        self._spellings = names.words.money
        self._allying: bool | None = None  # what a list of powers that goes on says of them

    def order(self) -> MoneyOrder | None:
        """The order that begins here, or None if the words here are not meant as one.

        Raises:
            Fault: if they are, but cannot be read.
        """
        names = self._names
        allying, self._allying = self._allying, None
        if allying is not None and self._list_goes_on():
            self._allying = allying
            return Ally(self._player(), allying)
        start, names.unit = names.at, None
        found = self._expense() or self._other()
        if found is None:
            names.at = start
        else:
            names.awaited = Awaited.END
        return found

    def _list_goes_on(self) -> bool:
        """True if the next of a list of powers stands here, or a word or two that can be nothing
        else."""
        line, at = self._line, self._names.at
        power = line.power_at(at)
        if power is not None:
            return line.piece_ends(power[1])
        end = line.past_words(at)
        is_name = line.piece_ends(end) and end - at <= 2 and line.money_at(at) is None
        return is_name and line.unit_at(at) is None and line.place_at(at) is None

    # -- expenditures

    def _expense(self) -> Expense | NoExpense | None:
        names, line = self._names, self._line
        number = self._expense_number()
        if number is None:
            if not self._begins_expense(names.at):
                return None
            number = UNNUMBERED
        elif self._take(MoneyWord.NONE):
            if number == UNNUMBERED:
                raise self._fault(
                    "no-expense-number",
                    "it is not said which expenditure is not to be made",
                    "write its number, as in EXPENSE 2: NONE",
                    names.at - 1,
                )
            return NoExpense(number)
        ducats = self._amount() if self._amount_follows(names.at) else None
        purpose = self._purpose()
        target = self._target(purpose)
        if ducats is None:
            behind = self._past_links(names.at)
            behind += line.sign_at(behind) == "("
            if self._line.number_at(behind):
                names.at = behind
                ducats = self._amount()
                names.at += line.sign_at(names.at) == ")"
        return Expense(number, purpose, target, ducats)

    def _expense_number(self) -> int | None:
        """The number of the expenditure that is announced here; None if none is.

        Raises:
            Fault: if a power makes none of that number.
        """
        names, line = self._names, self._line
        start = names.at
        joined = _NUMBERED.fullmatch(line.tokens[start].text)
        if joined is not None:  # "e1", "expense2"
            word = names.words.fold(joined[1])
            if MoneyWord.EXPENSE not in self._spellings.get(word, ()):
                return None
            written, at = joined[2], start + 1
        else:
            found = self._line.money_at(start)
            if found is None or MoneyWord.EXPENSE not in found[0]:
                return None
            at = found[1]
            is_announced = line.sign_at(at) == ":" or self._says(at, MoneyWord.NONE)
            written = line.tokens[at].text if line.number_at(at) else ""
            if written.isascii() and written.isdigit() and not self._says(at + 1, MoneyWord.DUCATS):
                at += 1
            else:
                written = ""
            if not written and not is_announced and not self._begins_expense(at):
                return None
        while line.sign_at(at) in (":", ".", ")", MOVE_SIGN) and not self._is_below_zero(at):
            at += 1
        names.at = at
        if not written:
            return UNNUMBERED
        if len(written) > 2 or not 1 <= int(written) <= EXPENSES:
            raise self._fault(
                "fifth-expense",
                said("{written} is not a number of an expenditure", written=written),
                said(
                    "a power makes up to {most} in a campaign; number them from 1 to {most}",
                    most=EXPENSES,
                ),
                start,
            )
        return int(written)

    def _begins_expense(self, i: int) -> bool:
        """True if an amount and what it is for begin here, or a purpose and what it is for."""
        if self._line.number_at(i):
            joined = _NUMBER.fullmatch(self._line.tokens[i].text)
            has_unit = joined is not None and self._is_ducats(joined[2])
            end = self._line.past_number(i)
            return has_unit or self._says(end, MoneyWord.DUCATS) or self._purpose_at(end)
        found = self._line.money_at(i)
        if found is None or not self._purpose_at(i) or MoneyWord.DISBAND in found[0]:
            return False
        letters = sum(len(token.text) for token in self._line.tokens[i : found[1]])
        if letters < 3:
            return False
        at = self._past_links(found[1], to_place=True)
        line, words = self._line, self._names.words
        if at >= line.count:
            return True
        return (
            line.place_at(at) is not None
            or line.unit_at(at) is not None
            or line.power_at(at) is not None
            or self._line.number_at(at)
            or line.kind_at(at) is not None
            or (line.past_piece(at) - at < _FEW and words.is_near_place(line.tokens[at].folded))
        )

    def _purpose_at(self, i: int) -> bool:
        found = self._line.money_at(i)
        return found is not None and any(word in PURPOSES for word in found[0])

    def _purpose(self) -> Purpose:
        names, line = self._names, self._line
        start = names.at
        found = self._line.money_at(start)
        purposes = [PURPOSES[word] for word in found[0] if word in PURPOSES] if found else []
        if found is not None and purposes:
            is_unit = purposes[0] is Purpose.ASSASSINATE and line.tokens[start].text == "A"
            if not (is_unit and line.unit_at(start) is not None):
                names.at = found[1]
                return purposes[0]
        listed = ", ".join(purpose.value for purpose in Purpose)
        if line.piece_ends(start) or line.unit_at(start) or line.place_at(start):
            what, near = "it is not said what the ducats are for", ()
        else:
            word = line.tokens[start]
            what = said("{word!r} is nothing that ducats are spent on", word=word.text)
            near = self._near_purposes(word.folded)
        remedy = said(
            "say what they are for ({listed}), as in EXPENSE 1: 18 D BUY A FER", listed=listed
        )
        raise self._fault("no-purpose", what, remedy, start, near)

    def _near_purposes(self, folded: str) -> tuple[str, ...]:
        if self._names.suggestions <= 0:
            return ()
        known = [s for s, words in self._spellings.items() if words[0] in PURPOSES and len(s) > 2]
        near = close_matches(folded, known, 6)
        return tuple(dict.fromkeys(PURPOSES[self._spellings[word][0]].value for word in near))

    def _target(self, purpose: Purpose) -> UnitRef | str:
        names = self._names
        if purpose is Purpose.ASSASSINATE:
            return self._player()
        names.at = start = self._past_links(names.at, to_place=True)
        if not purpose.is_for_unit:
            place = names.take_place()
            return names.words.board.provinces[province_of(place)].city_of or place
        unit = names.take_other_unit()
        if purpose is not Purpose.SET_FREE:
            return unit
        if unit.kind is not None and unit.kind[0] != GARRISON.letter:
            raise self._fault(
                "only-garrisons",
                "only a garrison can be made autonomous",
                "name a garrison, as in 9 D GARRISON TO AUTONOMOUS G BOL",
                start,
            )
        kind = unit.kind or GARRISON.letter
        return UnitRef(names.words.garrisoned(kind, unit.location), kind, unit.power)

    # -- the bank, gifts and straits

    def _other(self) -> MoneyOrder | None:
        names, line = self._names, self._line
        found = self._line.money_at(names.at)
        if found is None:
            return None
        word, end = found[0][0], found[1]
        if word not in (*_STRAITS, MoneyWord.BORROW, MoneyWord.PAY, MoneyWord.GIVE):
            return None
        at = self._past_links(end)
        is_said = self._amount_follows(at) or self._names_somebody(at)
        if not is_said and line.past_piece(at) - at >= _FEW:
            return None  # "give me a reason why I should not"
        names.at = end
        if word in _STRAITS:
            self._allying = _STRAITS[word]
            return Ally(self._player(), self._allying)
        if word is MoneyWord.BORROW:
            return self._borrow()
        return self._pay_or_give(is_gift=word is MoneyWord.GIVE)

    def _names_somebody(self, i: int) -> bool:
        return (
            self._line.power_at(i) is not None
            or self._says(i, MoneyWord.BANK)
            or self._says(i, MoneyWord.CHIT)
        )

    def _borrow(self) -> Borrow:
        names, line = self._names, self._line
        ducats = self._amount()
        start = names.at = self._past_links(names.at)
        number = _NUMBER.fullmatch(line.tokens[start].text) if self._line.number_at(start) else None
        if number is not None:
            names.at += 1
            years = int(number[1]) if len(number[1]) == 1 else 0
            unit = number[2]
            if unit and MoneyWord.YEARS not in self._spellings.get(names.words.fold(unit), ()):
                years = 0
        elif self._take(MoneyWord.ONE):
            years = 1
        elif self._take(MoneyWord.TWO):
            years = 2
        else:
            years = 0
        self._take(MoneyWord.YEARS)
        if years not in LOAN_YEARS:
            raise self._fault(
                "no-term",
                "the bank lends for one year or two",
                "say for how long, as in BORROW 25 D FOR 2 YEARS",
                start,
            )
        return Borrow(ducats, years)

    def _pay_or_give(self, is_gift: bool) -> Pay | GiveChit:
        names = self._names
        names.at = self._past_links(names.at)
        in_words = self._says(names.at + 1, MoneyWord.DUCATS)  # "six ducats"
        if self._amount_follows(names.at) or (in_words and not self._names_somebody(names.at)):
            ducats = self._amount()
            return Pay(ducats, self._payee())
        if is_gift and self._take(MoneyWord.CHIT):
            return self._chit(self._player())
        payee = self._payee()
        names.at = self._past_links(names.at)
        if is_gift and payee is not None and not self._line.number_at(names.at):
            if self._take(MoneyWord.CHIT):  # "give Naples the chit for Turkey"
                return GiveChit(self._player(), payee)
            return self._chit(payee)
        return Pay(self._amount(), payee)

    def _chit(self, victim: str) -> GiveChit:
        return GiveChit(victim, self._player())

    def _payee(self) -> str | None:
        """The power that is to get money; None for the bank."""
        at = self._past_links(self._names.at)
        if self._says(at, MoneyWord.BANK):
            self._names.at = at
            self._take(MoneyWord.BANK)
            return None
        return self._player()

    # -- words

    def _player(self) -> str:
        """The power that has to be named here; not that whose units obey nobody."""
        names, line = self._names, self._line
        found = line.power_at(names.at)
        if found is None:
            names.at = self._past_links(names.at)
            found = line.power_at(names.at)
        start = names.at
        if found is not None and found[0] != AUTONOMOUS:
            names.at = found[1]
            return found[0]
        end = found[1] if found else line.past_words(start)
        players = tuple(p.name for key, p in names.words.board.powers.items() if key != AUTONOMOUS)
        if end == start:
            raise self._fault(
                "missing-power",
                "a power is missing",
                "name the power that is meant",
                start,
                players,
            )
        names.at = end
        word = line.tokens[start].folded
        near = names.near(names.words.near_powers, word) if found is None else ()
        raise self._fault(
            "unknown-power",
            said("{written!r} is not a power in this game", written=line.written(start, end)),
            "name the power as the game does",
            start,
            near or players,
        )

    def _amount(self) -> int:
        """The ducats that have to be named here."""
        names, line = self._names, self._line
        start = names.at
        if line.sign_at(start) == MOVE_SIGN and line.number_at(start + 1):
            names.at = line.past_number(start + 1)
            raise self._no_amount(line.written(start, start + 2), start)
        if not line.number_at(start):
            end = start if line.piece_ends(start) else start + 1
            raise self._no_amount(line.written(start, end) if end > start else "", start)
        number = _NUMBER.fullmatch(line.tokens[start].text)
        end = names.at = line.past_number(start)
        is_whole = number is not None and end == start + 1
        if number is None or not is_whole or (number[2] and not self._is_ducats(number[2])):
            raise self._no_amount(line.written(start, end), start)
        if len(number[1]) > 9 or not 1 <= int(number[1]) <= MOST_DUCATS:
            raise self._no_amount(number[1][:12], start)
        self._take(MoneyWord.DUCATS)
        return int(number[1])

    def _no_amount(self, written: str, i: int) -> Fault:
        if not written:
            what = said("zero is not an amount")
        elif written.isdigit():
            what = said("{written} is not an amount", written=written)
        else:
            what = said("{written!r} is not an amount", written=written)
        remedy = said(
            "write whole ducats from 1 to {MOST_DUCATS}, as in 18 D", MOST_DUCATS=MOST_DUCATS
        )
        return self._fault("no-amount", what, remedy, i)

    def _is_below_zero(self, i: int) -> bool:
        """True if a number with a minus sign stands here, and not a dash before a number."""
        line = self._line
        is_minus = line.sign_at(i) == MOVE_SIGN and line.follows_closely(i + 1)
        return is_minus and line.number_at(i + 1)

    def _amount_follows(self, i: int) -> bool:
        """True if a number stands here, or one below zero."""
        line = self._line
        return line.number_at(i + (line.sign_at(i) == MOVE_SIGN))

    def _is_ducats(self, written: str) -> bool:
        folded = self._names.words.fold(written)
        return MoneyWord.DUCATS in self._spellings.get(folded, ())

    def _says(self, i: int, word: MoneyWord) -> bool:
        found = self._line.money_at(i)
        return found is not None and word in found[0]

    def _take(self, word: MoneyWord) -> bool:
        """Step over this word if it stands here."""
        found = self._line.money_at(self._names.at)
        if found is None or word not in found[0]:
            return False
        self._names.at = found[1]
        return True

    def _past_links(self, i: int, to_place: bool = False) -> int:
        """Past words that only lead on, unless they begin the name of a power. On the way to a
        place one may be the place itself: "relief for" is for Fornova, "relief for Milan" not."""
        line = self._line
        while (found := line.money_at(i)) and MoneyWord.LINK in found[0]:
            if len(found[0]) > 1 and line.tokens[i].text.isascii():  # "à" leads on, "A" does not
                break
            is_place = line.place_at(i) is not None and line.place_at(found[1]) is None
            if line.power_at(i) is not None or (to_place and is_place):
                break
            i = found[1]
        return i

    def _fault(
        self, code: str, what: str, remedy: str, i: int, candidates: tuple[str, ...] = ()
    ) -> Fault:
        return self._names.fault(code, what, remedy, i, candidates)
