"""``dragoman dipwork``: DipWork's command line, and each of its steps."""
