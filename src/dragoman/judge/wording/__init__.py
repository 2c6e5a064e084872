"""The sentences of the judge in people's languages, each of them in a word file."""
