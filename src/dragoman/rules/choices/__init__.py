"""Every rule choice as data."""
