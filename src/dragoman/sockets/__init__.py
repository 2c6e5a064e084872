"""Games served to programs over sockets."""
