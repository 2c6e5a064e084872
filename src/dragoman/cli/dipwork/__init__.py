"""``dragoman dipwork``: DipWork's command line."""
