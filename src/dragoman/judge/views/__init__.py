"""Views: all that each may see of a judged game. Interfaces show these, and nothing else of it."""
