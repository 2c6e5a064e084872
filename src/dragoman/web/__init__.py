"""The judge over HTTP for browsers and programs: JSON, and news as it happens."""
