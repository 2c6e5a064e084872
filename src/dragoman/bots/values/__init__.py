"""Learned values, a file for each variant that has any (see ``dragoman.bots.value_files``)."""
