"""What bots reckon with: numbers alone, in the source that is also compiled."""
