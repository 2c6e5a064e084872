"""Results, and what is published of them: pages, tables, files for other programs."""
