"""Pages of moderation: reporting, what was decided about oneself, and the moderators' own."""
