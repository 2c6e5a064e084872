"""Games as text for language models: states and orders told, answers read and repaired nowhere."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.env.text.answers_read import AnswerRead as AnswerRead, parse as parse
    from dragoman.env.text.grammars import (
        answer_grammar as answer_grammar,
        answer_pattern as answer_pattern,
        order_grammar as order_grammar,
        order_pattern as order_pattern,
        order_trie as order_trie,
    )
    from dragoman.env.text.labels import OrderLabel as OrderLabel, order_labels as order_labels
    from dragoman.env.text.prompts import (
        Length as Length,
        orders_data as orders_data,
        orders_text as orders_text,
        stable_text as stable_text,
        state_data as state_data,
        state_text as state_text,
    )
    from dragoman.env.text.talking import (
        PRESS_WORDS as PRESS_WORDS,
        TableTalk as TableTalk,
        TalkRead as TalkRead,
        TalkRules as TalkRules,
        press_following as press_following,
    )
    from dragoman.env.text.text_game import TextGame as TextGame
    from dragoman.env.text.tries import OrderTrie as OrderTrie

__getattr__, __dir__, __all__ = exported(__name__)
