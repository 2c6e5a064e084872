"""The times of judged games: lengths and weekly times, days off, grace."""
