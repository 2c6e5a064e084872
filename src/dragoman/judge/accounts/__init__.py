"""People: addresses, passwords, sessions, passkeys, tokens, and who may do what with them."""
