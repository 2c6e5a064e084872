"""What a mail says: its commands, orders and press, each with the line it stood on."""
