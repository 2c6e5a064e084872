"""``dragoman judge bring``: a variant for this judge, as a designer mailed it or from a folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.judge.configured import AsJson
from dragoman.cli.judge.with_judge import called, with_judge
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

app = typer.Typer()


@app.command()
def bring(
    context: typer.Context,
    source: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="a folder, or a zip file, with the variant")
    ],
    owner: Annotated[
        str, typer.Option("--owner", metavar="NAME", help="whose it is, by his account")
    ],
    as_json: AsJson = False,
) -> None:
    """Take a variant in: map.NAME, seed.NAME and variant.toml, if there is one.

    It is checked as it is elsewhere at the judge, and never changes once it was taken; a better one
    gets another name. Games of it can be created at once.

    Example: dragoman judge bring hundred.zip --owner "Ann Lee"
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.games.variants.trial import try_variant
        from dragoman.mail.door.brought import files_of_a_variant
        from dragoman.mail.message import Attachment

        person = called(judge, owner)
        paths = sorted(source.iterdir()) if source.is_dir() else [source]
        try:
            given = [Attachment(one.name, "", one.read_bytes()) for one in paths if one.is_file()]
        except OSError as error:
            what = f"the variant cannot be read: {error.strerror or error}"
            return Answer(diagnostics=(Diagnostic("no-variant", what, "name another"),))
        files = files_of_a_variant(given)
        if files is None or not files.map or not files.seed:
            what = f"{source} has no map.NAME and seed.NAME of one variant"
            remedy = "name a folder, or a zip file, that has both"
            return Answer(diagnostics=(Diagnostic("incomplete-variant", what, remedy),))
        texts = (files.map, files.seed, files.toml)
        tried = try_variant(files.name, texts)
        if tried.facts is None or has_errors(tried.told):
            return Answer(diagnostics=tried.told)
        kept = judge.variants.keep(
            files.name, tried.title, person.number, now, texts, tried.geometry, tried.facts
        )
        said = f"{kept.key}: {tried.title}, {len(tried.facts['powers'])} powers"
        return Answer(said, {"variant": kept.key}, tried.told)

    with_judge(context, answer, as_json)
