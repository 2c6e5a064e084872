"""Reading and writing files so that nothing is lost and nothing is half written."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.files.folder_lock import FolderInUse, FolderRefused, locked
    from dragoman.files.keeping import cache_folder, folder_to_keep_in, kept, kept_toml, stamp_of
    from dragoman.files.reading import OTHER_ENCODINGS, decode, read_text, text_of
    from dragoman.files.step import Step, carry_out, content_of, is_broken_off, tend
    from dragoman.files.writing import write_atomically, write_keeping_backup

__all__ = [
    "OTHER_ENCODINGS",
    "FolderInUse",
    "FolderRefused",
    "Step",
    "cache_folder",
    "carry_out",
    "content_of",
    "decode",
    "folder_to_keep_in",
    "is_broken_off",
    "kept",
    "kept_toml",
    "locked",
    "read_text",
    "stamp_of",
    "tend",
    "text_of",
    "write_atomically",
    "write_keeping_backup",
]

__getattr__ = looked_up(
    __name__,
    {
        "folder_lock": ("FolderInUse", "FolderRefused", "locked"),
        "keeping": ("cache_folder", "folder_to_keep_in", "kept", "kept_toml", "stamp_of"),
        "reading": ("OTHER_ENCODINGS", "decode", "read_text", "text_of"),
        "step": ("Step", "carry_out", "content_of", "is_broken_off", "tend"),
        "writing": ("write_atomically", "write_keeping_backup"),
    },
)
