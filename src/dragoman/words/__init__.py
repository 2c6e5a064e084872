"""Words for people: the languages, their words, and messages that can be said in each.

The words of a package stand beside it, in a folder of catalogues as gettext has them and of tables
in TOML; they are read here and nowhere else. Messages are written in English where they are made
(``said``) and put into another language by the interface that shows them (``in_language``): their
catalogues are in ``messages``.
"""

from dragoman.words.languages import (
    LANGUAGES,
    dipworks_language,
    facts,
    in_number,
    language_called,
    wished_language,
)
from dragoman.words.messages import (
    MESSAGES,
    Said,
    SaidLines,
    SaidTable,
    counted,
    in_language,
    is_said,
    joined,
    said,
    users_language,
)
from dragoman.words.refusals import refusal_in_language
from dragoman.words.word_files import word_file

__all__ = [
    "LANGUAGES",
    "MESSAGES",
    "Said",
    "SaidLines",
    "SaidTable",
    "counted",
    "dipworks_language",
    "facts",
    "in_language",
    "in_number",
    "is_said",
    "joined",
    "language_called",
    "refusal_in_language",
    "said",
    "users_language",
    "wished_language",
    "word_file",
]
