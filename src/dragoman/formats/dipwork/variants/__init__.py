"""Directories of DipWork: its projects, games and variants, and variants from and to ours."""
