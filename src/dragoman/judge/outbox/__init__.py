"""What waits to be sent: written with what causes it, sent by a worker, again where it fails."""
