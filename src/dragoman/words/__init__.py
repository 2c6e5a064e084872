"""What is said to people: word files, and messages that can be said in each language.

Word files are TOML, one for each language, in a folder of the room whose words they are; they are
read here and nowhere else. Messages are written in English where they are made (``said``), as with
gettext, and put into another language by the door that shows them (``in_language``): their words
are in ``messages``, below their English.
"""

from dragoman.words.messages import (
    MESSAGES,
    Said,
    SaidLines,
    counted,
    in_language,
    said,
    users_language,
)
from dragoman.words.nearest import nearest, nearest_files
from dragoman.words.word_files import LANGUAGES, word_file

__all__ = [
    "LANGUAGES",
    "MESSAGES",
    "Said",
    "SaidLines",
    "counted",
    "in_language",
    "nearest",
    "nearest_files",
    "said",
    "users_language",
    "word_file",
]
