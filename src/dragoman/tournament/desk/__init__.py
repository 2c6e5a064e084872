"""The director's desk: commands carried out on the log of a tournament, and what they answer."""
