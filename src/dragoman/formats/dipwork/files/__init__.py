"""What stands in each of DipWork's files: read, checked and written as it is there."""
