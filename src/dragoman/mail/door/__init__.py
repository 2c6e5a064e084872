"""How mails come in, are kept until they are answered, and are answered once."""
