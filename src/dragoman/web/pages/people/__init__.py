"""People and clubs: their pages, friends, and guests without an account."""
