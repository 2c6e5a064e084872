"""The judge's door for browsers and programs: JSON over HTTP, and news as it happens."""
