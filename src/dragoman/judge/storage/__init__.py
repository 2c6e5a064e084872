"""Where judged games are kept: SQLite where nothing is configured, PostgreSQL by its address."""
