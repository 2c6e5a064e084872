"""Games that go on elsewhere, read from files of other judges and gone on with here."""
