"""The evaluation of bots: on numbers alone, in the source that is also compiled."""
