"""Partners: bots that hear every proposal, answer it at once, and keep or break their word."""
