"""The judge's database: SQLite where nothing is configured, PostgreSQL by its address."""
