"""Reading and writing files so that nothing is lost and nothing is half written."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.files.folder_lock import (
        FolderInUse as FolderInUse,
        FolderRefused as FolderRefused,
        locked as locked,
    )
    from dragoman.files.keeping import (
        cache_folder as cache_folder,
        folder_to_keep_in as folder_to_keep_in,
        is_own as is_own,
        kept as kept,
        kept_toml as kept_toml,
        stamp_of as stamp_of,
    )
    from dragoman.files.reading import (
        OTHER_ENCODINGS as OTHER_ENCODINGS,
        decode as decode,
        read_text as read_text,
        text_of as text_of,
    )
    from dragoman.files.step import (
        Step as Step,
        carry_out as carry_out,
        content_of as content_of,
        is_broken_off as is_broken_off,
        tend as tend,
    )
    from dragoman.files.writing import (
        write_atomically as write_atomically,
        write_keeping_backup as write_keeping_backup,
    )

__getattr__, __dir__, __all__ = exported(__name__)
