"""The outbox: letters are written with what causes them, and sent by a worker, again where that
fails."""
