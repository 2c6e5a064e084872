"""Order files from the programs of other times."""

import pytest


@pytest.mark.slow
def test_german_orders_from_dos(run, winter):
    (winter / "orders.txt").write_bytes("Frankreich\nA Paris - Burgund\n# grüße\n".encode("cp437"))
    ran = run("check", "winter", "--json")
    assert ran.status == 0
    assert ran.codes == ["wrong-encoding"]
    assert "DOS" in ran.data["diagnostics"][0]["what"]
    assert ran.data["orders"] == {"FRANCE": ["A PAR-BUR"]}
