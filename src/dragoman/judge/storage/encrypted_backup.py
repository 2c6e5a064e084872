"""Backups encrypted to public keys, as files of age: whoever has them can read nothing in them, nor
can the machine that wrote them. ``age --decrypt`` reads them as well."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from dragoman.extras import extra
from dragoman.files import write_atomically
from dragoman.refusal import ActionRefused

_BEGINNINGS: Final = (b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE-----")
_MAKE_ONE: Final = "make a pair of keys with: age-keygen --output key.txt"


def read_keys(given: Iterable[str]) -> list[Any]:
    """The public keys that backups are encrypted to.

    Raises:
        ActionRefused: if one is none.
        MissingExtra: if the package that encrypts is not installed.
    """
    age = _age()
    found: list[Any] = []
    for one in given:
        try:
            found.append(age.x25519.Recipient.from_str(one))
        except age.RecipientError:
            if one.upper().startswith("AGE-SECRET-KEY-"):
                what = "this is a secret key, which opens backups and is not to be on this machine"
                remedy = "give the public key that belongs to it: age-keygen -y key.txt"
            else:
                what = f"{one!r} is no public key of age, which begins with age1"
                remedy = _MAKE_ONE
            raise ActionRefused("no-public-key", what, remedy) from None
    return found


def encrypt(source: Path, into: Path, keys: list[Any]) -> None:
    """Write a file encrypted to public keys, there whole or not at all, and its owner's alone.

    Raises:
        OSError: if it cannot be written.
    """
    age = _age()

    def write(out: Any) -> None:
        try:
            with source.open("rb") as plain:
                age.encrypt_io(plain, out, keys)
        except age.EncryptError as error:  # what the system said is in its words alone
            raise OSError(str(error)) from None

    write_atomically(into, write, mode=0o600)


def is_encrypted(path: Path) -> bool:
    """True of a file of age.

    Raises:
        ActionRefused: if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(64).startswith(_BEGINNINGS)
    except OSError as error:
        what = f"the backup cannot be read: {error.strerror or error}"
        raise ActionRefused("no-backup", what) from None


@contextmanager
def decrypted(path: Path, secret: Path | None) -> Generator[Path]:
    """A backup that can be read, for as long as the ``with`` lasts: the file itself if it is not
    encrypted. ``secret`` is a file with the secret key.

    Raises:
        ActionRefused: if it is encrypted and no key is given that opens it, or is damaged.
        MissingExtra: if the package that decrypts is not installed.
    """
    if not is_encrypted(path):
        yield path
        return
    if secret is None:
        what = "the backup is encrypted"
        raise ActionRefused("encrypted", what, "name the file of its secret key with --key")
    keys = _secret_keys(secret)
    age = _age()
    with TemporaryDirectory(prefix="dragoman-backup-") as folder:
        plain = Path(folder) / "judge.zip"
        try:
            with path.open("rb") as source, plain.open("xb") as out:
                age.decrypt_io(source, out, keys)
        except (age.DecryptError, OSError) as error:
            what = f"the backup cannot be decrypted: {error}"
            remedy = "take the secret key to which it was encrypted, or another backup"
            raise ActionRefused("not-decrypted", what, remedy) from None
        yield plain


def _secret_keys(path: Path) -> list[Any]:
    age = _age()
    try:
        lines = [one.strip() for one in path.read_text("utf-8").splitlines()]
        found = [age.x25519.Identity.from_str(one) for one in lines if one and one[0] != "#"]
    except (OSError, UnicodeDecodeError, age.IdentityError) as error:
        told = error.strerror or error if isinstance(error, OSError) else "there is none in it"
        what = f"the secret key in {path} cannot be read: {told}"
        raise ActionRefused("no-secret-key", what, "name a file that age-keygen made") from None
    if not found:
        raise ActionRefused("no-secret-key", f"there is no secret key in {path}", _MAKE_ONE)
    return found


def _age() -> Any:
    """The package pyrage, which has no types."""
    with extra("age"):
        import pyrage  # pyright: ignore[reportMissingTypeStubs]
    return pyrage
