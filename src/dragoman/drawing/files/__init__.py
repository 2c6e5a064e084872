"""The kinds of files that maps and pictures are read from and written to."""
