"""DipWork's files, each read, checked and written on its own terms."""
