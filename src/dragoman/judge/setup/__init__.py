"""A judge set up on a machine: files of settings, units of systemd, a proxy, and what is left."""
