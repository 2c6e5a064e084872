"""Directories of DipWork on the disk, and its variants made into ours and back."""
