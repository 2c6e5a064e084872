"""What the judge writes to people, in their languages: every sentence stands in a word file."""
