"""``dragoman sockets``: games for programs, over sockets."""
