"""The page about DipWork shows what really happens."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_program_on_the_page_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "how-to" / "masters" / "dipwork.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {}
    exec(compile(program, "docs/how-to/masters/dipwork.md", "exec"), names)
    assert names["faults"]
    printed = capsys.readouterr().out
    assert "zeUnsuccessful" in printed
    assert "ORDERS" in printed
    content = (ROOT / "examples" / "dipwork" / "TWO01S" / "NEWGAME.TXT").read_bytes()
    # The order that cannot be read is marked by the run command's parser.
    lines = zip(names["newgame"].content.splitlines(), content.splitlines(), strict=True)
    assert [pair for pair in lines if len({*pair}) == 2] == [
        (b"F Edi xxx {12}", b"[F Edi xxx]? {109}")
    ]
