"""Moderation: reports, sanctions and appeals; the audit log; several accounts of one person."""
