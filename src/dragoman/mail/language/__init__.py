"""The language of mails: commands, orders and press, each with the line it stood on."""
