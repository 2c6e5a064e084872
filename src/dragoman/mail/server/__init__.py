"""Mails received by SMTP, from a pipe or a folder, kept until they are answered, and answered
once."""
