"""An account: signing in, its settings, and what admins do with others."""
